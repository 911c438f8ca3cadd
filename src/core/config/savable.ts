/**
 * What the page may have written into the user's file: an option of the table with a value that the
 * option reads as it stands, or null for its line to go. It is shown to the user before. No more
 * than that: [shortcuts], [profiles], [quick_select] and imports are written by the user.
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
  /** null: the default counts, and nothing stands in the file. */
  readonly value: SavableValue | null
}

/** Those that name a theme. */
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
