/**
 * Finds a dialog on a screen by its rule (docs/reference/screen-rules.md, "Answering"): its lines,
 * and its choices with their keys. If anything differs from the rule or cannot be shown completely,
 * there are no choices: a sent key always means the text shown next to it.
 */
import type { DialogPlace } from '../rules/rules.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { isFrameTop, isRule, lastFrame, withoutDividers, withoutInnerFrames } from './borders.ts'
import { filledFrom, namedList, numberedList, type List, type ChoiceList } from './choice-lists.ts'
import { isShownWhole, shownLines, type ShownLines } from './dialog-lines.ts'
import type { DrawnScreen } from './drawn-row.ts'
import { belowNumberedMax, dialogLineCharactersMax } from './limits.ts'

/** A choice as shown. Its number is the key that chooses it. */
export interface DialogChoice {
  readonly number: number
  readonly label: string
}

export interface FoundDialog {
  /** Rows `from` to `to`, exclusive. */
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
  readonly choices: readonly (DialogChoice & { readonly bytes: string })[]
  /** Why there are no choices: the dialog is too long, or its tab may show more; else `null`. */
  readonly problem: ShownLines['problem']
}

/** A key named after a choice. */
const shownKey = /^(.*\S) \(([a-z]|esc)\)$/u
const bar = /^ *[┃│]/u

/** Returns a comparable style of a character, or `null` if unknown. */
export type StyleOf = (row: number, index: number) => string | null

/** Returns `null` if the dialog does not match its rule. Without `styleOf`, colors mark nothing. */
export function findDialog(
  screen: DrawnScreen,
  place: DialogPlace,
  styleOf: StyleOf = () => null,
): FoundDialog | null {
  const { keys } = place
  const rows = screen.rows.map(({ text }) => text)
  const found = placed(screen, place)
  if (found === null) return null
  const { from, to, text, list, inOneRow } = found
  const marked = markedOf(list) ?? markedByStyle(rows, found, styleOf)
  const all = list.map((one) => chosenBy(one, { marked, inOneRow }, keys))
  if (all.some((one) => one === null)) return null
  const choices = all.filter((one) => one !== null && one !== 'in its tab')
  if (choices.length === 0 || (typeof keys !== 'string' && mayTakeText(list, choices))) return null
  // choices that cannot be made from outside are shown too
  const others = list
    .filter((_, at) => all[at] === 'in its tab')
    .map(({ number, text: label }) => `${number}. ${label}`)
  const shown = shownLines(text)
  const lines = others.length === 0 ? shown.lines : [...shown.lines, '', ...others]
  const problem = shown.problem ?? (isUnclear(screen, place, found) ? ('unclear' as const) : null)
  return { from, to, lines, choices: problem === null ? choices : [], problem }
}

interface Placed {
  readonly from: number
  readonly to: number
  /** Rows above the list, without the outer frame. */
  readonly text: readonly string[]
  readonly list: readonly ChoiceList[]
  readonly inOneRow: boolean
}

function placed(screen: DrawnScreen, place: DialogPlace): Placed | null {
  const { begins, choices, keys } = place
  const { cols } = screen
  const rows = screen.rows.map(({ text }) => text)
  const listIn = (some: readonly string[], isRuleAt: (at: number) => boolean): List | null =>
    choices === 'numbered'
      ? numberedList(some, isRuleAt)
      : namedList(some, typeof keys === 'string' ? [] : keys)
  if ('below' in begins && begins.below === 'frame') {
    const frame = lastFrame(screen)
    if (frame === null) return null
    const { from, inner } = frame
    const trimmed = inner.map((row) => row.replace(/ +$/, ''))
    const within = listIn(trimmed, () => false)
    const end = from + inner.length + 1
    const below = listIn(rows.slice(end), () => false)
    if (within !== null) {
      // The text in the frame may contain a list, with the dialog's own below. Named choices have
      // nothing below.
      if (below !== null) return null
      if (filledFrom(rows, end) > (choices === 'numbered' ? belowNumberedMax : 0)) return null
      const text = withoutInnerFrames(inner.slice(0, within.from), cols)
      const to = from + within.to
      return { from, to, text, list: within.choices, inOneRow: within.inOneRow }
    }
    if (below === null || rows.slice(end, end + below.from).some((row) => row !== '')) return null
    const text = withoutInnerFrames(inner, cols)
    return { from, to: end + below.to, text, list: below.choices, inOneRow: below.inOneRow }
  }
  const list = listIn(rows, (at) => {
    const row = screen.rows[at]
    return row !== undefined && isRule(row, cols)
  })
  if (list === null) return null
  const from = beginning(screen, begins, list)
  if (from === -1) return null
  const above = screen.rows.slice(from, list.from)
  const head = above.at(-1)
  if (head !== undefined && isFrameTop(head, cols)) above.pop() // around its list
  const text = withoutDividers(above, cols).map((row) => row.text)
  return {
    ...{ from, to: list.to, text: withoutBar(text) },
    ...{ list: list.choices, inOneRow: list.inOneRow },
  }
}

/**
 * Returns the first row of a dialog, or -1. If all text after the last rule is indented, none of it
 * can have drawn that rule, and the dialog starts there. Otherwise it starts at the first possible
 * row: showing too much is better than too little.
 */
function beginning({ rows, cols }: DrawnScreen, begins: DialogPlace['begins'], list: List): number {
  const above = rows.slice(0, list.from)
  if ('at' in begins) return above.findIndex((row) => !row.wrapped && beginsAt(row.text, begins.at))
  const last = above.findLastIndex((row) => isRule(row, cols))
  const isIndented = rows.slice(last + 1, list.to).every(({ text }) => /^(?:$|[ ─╌])/u.test(text))
  const border = isIndented ? last : above.findIndex((row) => isRule(row, cols))
  return border === -1 ? -1 : border + 1
}

/** Compares a text that starts with a space with the untrimmed row. */
function beginsAt(row: string, at: string): boolean {
  return (at.startsWith(' ') ? row : row.trimStart()).toLowerCase().startsWith(at)
}

/** Removes the bar at the left if all rows have it. */
function withoutBar(rows: readonly string[]): readonly string[] {
  const [found = ''] = bar.exec(rows[0] ?? '') ?? []
  return found !== '' && rows.every((row) => row.startsWith(found))
    ? rows.map((row) => row.slice(found.length))
    : rows
}

/**
 * Returns whether the tab may show something else than the lines, or more: a row is wrapped, partly
 * hidden or lost, or another row starts like the dialog.
 */
function isUnclear({ rows }: DrawnScreen, { begins }: DialogPlace, { from, to }: Placed): boolean {
  const border = 'at' in begins ? from : from - 1
  return (
    rows.slice(border, to).some((row) => row.unsure) ||
    rows.slice(border, to + 1).some((row) => row.wrapped) ||
    ('at' in begins && rows.slice(from + 1, to).some((row) => beginsAt(row.text, begins.at)))
  )
}

/** Returns `null` if the choice has no known key, which invalidates all others. */
function chosenBy(
  one: ChoiceList,
  by: { readonly marked: number | null; readonly inOneRow: boolean },
  keys: DialogPlace['keys'],
): FoundDialog['choices'][number] | 'in its tab' | null {
  const { number, text } = one
  if (!isShownWhole(text) || text.length > dialogLineCharactersMax) return null
  const label = safeText(text, dialogLineCharactersMax)
  if (label.endsWith('…')) return 'in its tab' // another choice may start with the same text
  if (keys === 'number') return { number, label, bytes: String(number) }
  if (keys === 'shown') {
    const [, words, key] = shownKey.exec(label) ?? []
    return words === undefined || key === undefined
      ? null
      : { number, label, bytes: key === 'esc' ? '\x1b' : key }
  }
  const { key = null } = keys.find((named) => label.toLowerCase().startsWith(named.text)) ?? {}
  if (key === null) return 'in its tab'
  if (key === 'number') return { number, label, bytes: String(number) }
  const bytes = key === 'select' ? pathTo(one, by) : key.bytes
  return bytes === null ? null : { number, label, bytes }
}

/** Returns whether a digit might go into a text field, because another choice may be selected. */
function mayTakeText(list: readonly ChoiceList[], choices: FoundDialog['choices']): boolean {
  const byDigit = choices.filter(({ number, bytes }) => bytes === String(number))
  const marked = list.filter(({ isMarked }) => isMarked)
  return (
    byDigit.length > 0 &&
    (marked.length === 0 ||
      !marked.every(({ number }) => byDigit.some((one) => one.number === number)))
  )
}

/** Returns the arrows to this choice, and Enter; `null` if the selection is unknown. */
function pathTo(
  { number }: ChoiceList,
  { marked, inOneRow }: { readonly marked: number | null; readonly inOneRow: boolean },
): string | null {
  if (marked === null) return null
  const arrow = number > marked ? (inOneRow ? 'C' : 'B') : inOneRow ? 'D' : 'A'
  return `\x1b[${arrow}`.repeat(Math.abs(number - marked)) + '\r'
}

/** Returns the number of the only selected choice, if there is exactly one. */
function markedOf(list: readonly ChoiceList[]): number | null {
  const [marked, ...more] = list.filter(({ isMarked }) => isMarked)
  return marked === undefined || more.length > 0 ? null : marked.number
}

/** Returns the only one of three or more choices with another style than all others. */
function markedByStyle(
  rows: readonly string[],
  { to, list, inOneRow }: Placed,
  styleOf: StyleOf,
): number | null {
  if (list.length < 3 || list.some(({ isMarked }) => isMarked)) return null
  let after = 0
  const styles = list.map(({ text }, at) => {
    const y = inOneRow ? to - 1 : to - list.length + at
    const index = rows[y]?.indexOf(text, inOneRow ? after : 0) ?? -1
    after = index + text.length
    return index === -1 ? null : styleOf(y, index)
  })
  const others = (at: number) => new Set(styles.filter((_, other) => other !== at))
  const [marked = null, ...more] = styles.flatMap((style, at) =>
    others(at).size === 1 && !others(at).has(style) ? [at + 1] : [],
  )
  return styles.includes(null) || more.length > 0 ? null : marked
}
