/** Mouse buttons and the wheel as keys of shortcuts: `ctrl+wheelup`, `backclick`. Pure. */
import { chordText, type KeyPress, type Modifier } from './chords.ts'

/** By `MouseEvent.button`. */
const buttons = ['click', 'middleclick', 'rightclick', 'backclick', 'forwardclick'] as const
const wheel = ['wheelup', 'wheeldown', 'wheelleft', 'wheelright'] as const

export type MouseKey = (typeof buttons)[number] | (typeof wheel)[number]

export const mouseKeys: ReadonlySet<string> = new Set([...buttons, ...wheel])

/** The relevant part of a MouseEvent or WheelEvent. */
export interface MousePress extends Pick<KeyPress, 'ctrl' | 'shift' | 'alt' | 'meta'> {
  /** Several if the event can mean each of them, the most likely first. */
  readonly keys: readonly MouseKey[]
  /** Shift takes the event from a program, so that it may mean nothing else. */
  readonly takes: boolean
}

export function buttonKey(button: number): MouseKey | null {
  return buttons[button] ?? null
}

/**
 * Returns the keys of a turned wheel. Chromium turns the vertical wheel with Shift into the
 * horizontal one.
 */
export function wheelKeys(x: number, y: number, shift: boolean): readonly MouseKey[] {
  const vertical = (by: number): MouseKey => (by < 0 ? 'wheelup' : 'wheeldown')
  if (Math.abs(y) >= Math.abs(x)) return [vertical(y)]
  const horizontal = x < 0 ? 'wheelleft' : 'wheelright'
  return shift ? [horizontal, vertical(x)] : [horizontal]
}

/** Returns the chords that a mouse event can mean, most likely first, as `chordText` gives. */
export function mouseChordsOf({ keys, ctrl, shift, alt, meta, takes }: MousePress): string[] {
  const chords = (withShift: boolean): string[] => {
    const held = { ctrl, shift: withShift, alt, super: meta }
    const mods = (Object.keys(held) as Modifier[]).filter((modifier) => held[modifier])
    return keys.map((key) => chordText({ mods, key }))
  }
  return shift && takes ? [...chords(true), ...chords(false)] : chords(shift)
}
