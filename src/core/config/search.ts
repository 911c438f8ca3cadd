/** The search of the settings window. Pure. */
import { otherWords } from './keys/action-words.ts'
import { actionNames, actionTable, type ActionName } from './keys/actions.ts'
import { entries, sections, type OptionEntry } from './table.ts'

/** Words that name all shortcuts. */
const shortcutWords = ['shortcut', 'shortcuts', 'key', 'keys', 'keyboard', 'keybinding']

/**
 * Returns the actions that contain all words but those for shortcuts, in their label first, then
 * also in words of other programs.
 */
export function searchActions(text: string): readonly ActionName[] {
  const words = text
    .toLowerCase()
    .split(/[\s_-]+/)
    .filter((word) => word !== '')
  const wanted = words.filter((word) => !shortcutWords.includes(word))
  if (words.length === 0) return []
  const found = (textOf: (name: ActionName) => string) =>
    actionNames.filter((name) => {
      const whole = textOf(name).toLowerCase()
      return wanted.every((word) => whole.includes(word))
    })
  const exact = actionNames.filter((name) => isCalled(actionTable[name].label, text))
  const labeled = found((name) => actionTable[name].label)
  const others = found((name) => `${actionTable[name].label} ${otherWords[name] ?? ''}`)
  return [...new Set([...exact, ...labeled, ...others])]
}

/** Whether the text is the whole label of an action and of no option. */
export function namesAction(text: string): boolean {
  return (
    actionNames.some((name) => isCalled(actionTable[name].label, text)) &&
    !entries.some(({ option }) => isCalled(option.label, text))
  )
}

function isCalled(label: string, text: string): boolean {
  return label.toLowerCase() === text.trim().toLowerCase()
}

/**
 * Returns the options that contain all words. A label that is the text comes first, then matches of
 * name, title and label.
 */
export function searchOptions(text: string): readonly OptionEntry[] {
  const words = text.toLowerCase().split(/[\s_-]+/)
  const holds = (of: string) => words.every((word) => of.toLowerCase().includes(word))
  const called = ({ section, name, option }: OptionEntry) =>
    `${name} ${sections[section].title} ${option.label}`
  const exact = entries.filter(({ option }) => isCalled(option.label, text))
  const named = entries.filter((entry) => holds(called(entry)))
  const described = entries.filter((entry) => holds(`${called(entry)} ${entry.option.text}`))
  return [...new Set([...exact, ...named, ...described])]
}
