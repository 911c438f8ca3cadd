/** Converts Electron's accelerators to X11 keysyms and modifiers, except media keys. */

const masks: Readonly<Record<string, number>> = {
  shift: 1,
  ctrl: 4,
  control: 4,
  commandorcontrol: 4,
  cmdorctrl: 4,
  alt: 8,
  option: 8,
  super: 64,
  meta: 64,
}

/** `X11/keysymdef.h`. */
const keysyms: Readonly<Record<string, number>> = {
  space: 0x20,
  plus: 0x2b,
  backspace: 0xff08,
  tab: 0xff09,
  enter: 0xff0d,
  return: 0xff0d,
  esc: 0xff1b,
  escape: 0xff1b,
  home: 0xff50,
  left: 0xff51,
  up: 0xff52,
  right: 0xff53,
  down: 0xff54,
  pageup: 0xff55,
  pagedown: 0xff56,
  end: 0xff57,
  insert: 0xff63,
  delete: 0xffff,
}

/** Lock and NumLock (Mod2) do not matter. */
export const lockMasks = [0, 2, 16, 18] as const

/** Relevant modifiers: Shift, Control, Alt (Mod1), Super (Mod4). */
export const modifierMask = 1 | 4 | 8 | 64

export interface XKey {
  readonly keysym: number
  readonly modifiers: number
}

/** Returns `null` for an unknown key. */
export function xKey(accelerator: string): XKey | null {
  const parts = accelerator.toLowerCase().split('+')
  const name = parts.pop() || '+'
  let modifiers = 0
  for (const part of parts) {
    const mask = masks[part]
    if (mask === undefined) return null
    modifiers |= mask
  }
  const keysym = keysymOf(name)
  return keysym === null ? null : { keysym, modifiers }
}

function keysymOf(name: string): number | null {
  const named = keysyms[name]
  if (named !== undefined) return named
  const number = Number(/^f([1-9]|1\d|2[0-4])$/.exec(name)?.[1] ?? 0)
  if (number > 0) return 0xffbe + number - 1
  const code = name.codePointAt(0) ?? 0
  if ([...name].length !== 1 || code <= 0x20) return null
  return code < 0x100 ? code : 0x0100_0000 + code // Latin-1, else Unicode
}
