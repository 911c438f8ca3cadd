/**
 * Changes that the page may write to the user's file: an option with a value that it reads
 * unchanged, or `null` to remove its line. The user sees the change first. [shortcuts], [profiles],
 * [quick_select] and imports are excluded.
 */
import { z } from 'zod'
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
  const option = entries.find((entry) => entry.name === name)?.option
  if (option === undefined) return false
  if (value === null) return true
  const read = option.read(value)
  return read.ok && read.clamped === undefined
}
