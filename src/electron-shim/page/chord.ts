/** Common spelling of key events and accelerators such as `CmdOrCtrl+Shift+T`. */

interface KeyLike {
  readonly key: string
  readonly ctrlKey: boolean
  readonly altKey: boolean
  readonly shiftKey: boolean
  readonly metaKey: boolean
}

export function chordOf(event: KeyLike): string {
  return spell(event.ctrlKey, event.altKey, event.shiftKey, event.metaKey, event.key)
}

/** @returns undefined for an accelerator without a key */
export function chordOfAccelerator(accelerator: string): string | undefined {
  const modifiers = { control: false, alt: false, shift: false, meta: false }
  let key: string | undefined
  // A plus key is written `Plus`, but `Ctrl++` exists too.
  for (const part of accelerator.replace(/\+\+$/, '+Plus').split('+')) {
    switch (part.trim().toLowerCase()) {
      case 'ctrl':
      case 'control':
      case 'cmdorctrl':
      case 'commandorcontrol':
        modifiers.control = true
        break
      case 'alt':
      case 'option':
      case 'altgr':
        modifiers.alt = true
        break
      case 'shift':
        modifiers.shift = true
        break
      case 'super':
      case 'meta':
      case 'cmd':
      case 'command':
        modifiers.meta = true
        break
      case '':
        break
      default:
        key = KEYS[part.trim().toLowerCase()] ?? part.trim()
    }
  }
  return key === undefined
    ? undefined
    : spell(modifiers.control, modifiers.alt, modifiers.shift, modifiers.meta, key)
}

function spell(control: boolean, alt: boolean, shift: boolean, meta: boolean, key: string): string {
  return (
    `${control ? 'C' : ''}${alt ? 'A' : ''}${shift ? 'S' : ''}${meta ? 'M' : ''}-` +
    `${key.toLowerCase()}`
  )
}

/** Accelerator names that differ from `KeyboardEvent.key`. */
const KEYS: Readonly<Record<string, string>> = {
  plus: '+',
  space: ' ',
  esc: 'Escape',
  return: 'Enter',
  up: 'ArrowUp',
  down: 'ArrowDown',
  left: 'ArrowLeft',
  right: 'ArrowRight',
}
