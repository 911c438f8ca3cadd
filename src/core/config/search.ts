/** The search of the settings window. Pure. */
import { actionNames, actionTable, type ActionName } from './keys/actions.ts'
import { entries, sections, type OptionEntry } from './table.ts'

/** Words that name all shortcuts. */
const shortcutWords = ['shortcut', 'shortcuts', 'key', 'keys', 'keyboard', 'keybinding']

/** Returns the actions whose label contains all words but those for shortcuts. */
export function searchActions(text: string): readonly ActionName[] {
  const words = text
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
  const wanted = words.filter((word) => !shortcutWords.includes(word))
  if (words.length === 0) return []
  return actionNames.filter((name) => {
    const label = actionTable[name].label.toLowerCase()
    return wanted.every((word) => label.includes(word))
  })
}

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
