/**
 * Changes that the page may write to the user's file: an option with a value that it reads
 * unchanged, or `null` to remove its line. The user sees the change first. [profiles],
 * [quick_select], imports, and everything of [shortcuts] but actions are excluded.
 */
import { z } from 'zod'
import { isAction } from './keys/actions.ts'
import { chordsMax } from './keys/limits.ts'
import { parseShortcut } from './keys/sequences.ts'
import { entries } from './table.ts'

export type SavableValue =
  | boolean
  | number
  | string
  | readonly string[]
  | Readonly<Record<string, string>>

export interface Savable {
  /** `fonts.size` */
  readonly name: string
  /** `null` removes the line, so that the default applies. */
  readonly value: SavableValue | null
}

/** Options that name a theme. */
export const themeOptions: ReadonlySet<string> = new Set([
  'colors.preset',
  'colors.preset_light',
  'colors.preset_dark',
])

export const savable = z.custom<Savable>(isSavable, 'an option and a value that it can have')

function isSavable(given: unknown): boolean {
  if (typeof given !== 'object' || given === null || Object.keys(given).length !== 2) return false
  const { name, value } = given as Readonly<Record<string, unknown>>
  if (typeof name === 'string' && name.startsWith('shortcuts.'))
    return isAction(name.slice('shortcuts.'.length)) && (value === null || areShortcuts(value))
  const option = entries.find((entry) => entry.name === name)?.option
  if (option === undefined) return false
  if (value === null) return true
  const read = option.read(value)
  return read.ok && read.clamped === undefined
}

function areShortcuts(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= chordsMax &&
    value.every((one) => typeof one === 'string' && 'ok' in parseShortcut(one))
  )
}
