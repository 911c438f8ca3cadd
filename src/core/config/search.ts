/** The search of the settings window. Pure. */
import { optionLabel } from './label.ts'
import { entries, type OptionEntry } from './table.ts'

/** Returns the options that contain all words; matches of name and label come first. */
export function searchOptions(text: string): readonly OptionEntry[] {
  const words = text.toLowerCase().split(/[\s_-]+/)
  const holds = (of: string) => words.every((word) => of.toLowerCase().includes(word))
  const called = ({ name, key }: OptionEntry) => `${name} ${optionLabel(key)}`
  const named = entries.filter((entry) => holds(called(entry)))
  const described = entries.filter((entry) => holds(`${called(entry)} ${entry.option.text}`))
  return [...new Set([...named, ...described])]
}
