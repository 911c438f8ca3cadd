/** The search of the settings window. Pure. */
import { entries, sections, type OptionEntry } from './table.ts'

/** Returns the options that contain all words; matches of name, title and label come first. */
export function searchOptions(text: string): readonly OptionEntry[] {
  const words = text.toLowerCase().split(/[\s_-]+/)
  const holds = (of: string) => words.every((word) => of.toLowerCase().includes(word))
  const called = ({ section, name, option }: OptionEntry) =>
    `${name} ${sections[section].title} ${option.label}`
  const named = entries.filter((entry) => holds(called(entry)))
  const described = entries.filter((entry) => holds(`${called(entry)} ${entry.option.text}`))
  return [...new Set([...named, ...described])]
}
