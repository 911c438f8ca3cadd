/**
 * Finds a dialog on a screen by what its rule says of it (docs/screen-rules.md, "Answering"): its
 * lines as people read them, and its choices with their keys. Where anything is not as the rule
 * says, or cannot be shown whole, there are no choices: a key that is sent means what is shown next
 * to it, or is not sent. Pure.
 */
import type { DialogPlace } from '../rules/rules.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { isFrameTop, isRule, lastFrame, withoutDividers, withoutInnerFrames } from './borders.ts'
import { filledFrom, namedList, numberedList, type List, type ChoiceList } from './choice-lists.ts'
import { isShownWhole, shownLines, type ShownLines } from './dialog-lines.ts'
import type { DrawnScreen } from './drawn-row.ts'
import { belowNumberedMax, dialogLineCharactersMax } from './limits.ts'

/** A choice as it is shown: its number is the key by which the list chooses it. */
export interface DialogChoice {
  readonly number: number
  readonly label: string
}

export interface FoundDialog {
  /** Its rows on the screen: [from, to). */
  readonly from: number
  readonly to: number
  readonly lines: readonly string[]
  readonly choices: readonly (DialogChoice & { readonly bytes: string })[]
  /**
   * Why it has no choices: it is longer than is shown, or its lines may not be all that its tab
   * shows; null: it has.
   */
  readonly problem: ShownLines['problem']
}

/** A key that is named after a choice. */
const shownKey = /^(.*\S) \(([a-z]|esc)\)$/u
/** A bar at the left of a dialog. */
const bar = /^ *[┃│]/u

/** How a character is drawn, as something to compare; null: not known. */
export type StyleOf = (row: number, index: number) => string | null

/**
 * null: it is not there as its rule says.
 * @param styleOf absent: colors mark nothing
 */
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
  // one that cannot be made from outside is shown all the same
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
  /** Its rows above its list, without the frame around all of it. */
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
      // What it asks about may hold a list, and its own be below: named ones have nothing below.
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
  const list = listIn(rows, (at) => isRule(screen.rows[at]!, cols))
  if (list === null) return null
  const from = beginning(screen, begins, list)
  if (from === -1) return null
  const above = screen.rows.slice(from, list.from)
  if (above.length > 0 && isFrameTop(above.at(-1)!, cols)) above.pop() // around its list
  const text = withoutDividers(above, cols).map((row) => row.text)
  return {
    ...{ from, to: list.to, text: withoutBar(text) },
    ...{ list: list.choices, inOneRow: list.inOneRow },
  }
}

/**
 * Returns the first row of a dialog; -1: it is not there. If all text after the last rule is
 * indented, none of it can have drawn that rule: the dialog begins there. Else it begins at the
 * first row that looks like a beginning: too much is shown rather than too little.
 */
function beginning({ rows, cols }: DrawnScreen, begins: DialogPlace['begins'], list: List): number {
  const above = rows.slice(0, list.from)
  if ('at' in begins) return above.findIndex((row) => !row.wrapped && beginsAt(row.text, begins.at))
  const last = above.findLastIndex((row) => isRule(row, cols))
  const isIndented = rows.slice(last + 1, list.to).every(({ text }) => /^(?:$|[ ─╌])/u.test(text))
  const border = isIndented ? last : above.findIndex((row) => isRule(row, cols))
  return border === -1 ? -1 : border + 1
}

/** A text that begins with a blank is compared with rows as they are: their indent counts. */
function beginsAt(row: string, at: string): boolean {
  return (at.startsWith(' ') ? row : row.trimStart()).toLowerCase().startsWith(at)
}

/** Rows without the bar at their left, where each has the same. */
function withoutBar(rows: readonly string[]): readonly string[] {
  const [found = ''] = bar.exec(rows[0] ?? '') ?? []
  return found !== '' && rows.every((row) => row.startsWith(found))
    ? rows.map((row) => row.slice(found.length))
    : rows
}

/**
 * Whether the tab may show something else than the lines, or the lines be a part only: a row is
 * wrapped, hidden or lost in part, or what it asks about begins as the dialog does.
 */
function isUnclear({ rows }: DrawnScreen, { begins }: DialogPlace, { from, to }: Placed): boolean {
  const border = 'at' in begins ? from : from - 1
  return (
    rows.slice(border, to).some((row) => row.unsure) ||
    rows.slice(border, to + 1).some((row) => row.wrapped) ||
    ('at' in begins && rows.slice(from + 1, to).some((row) => beginsAt(row.text, begins.at)))
  )
}

/** null: no key is known for it, and then none of the others counts. */
function chosenBy(
  one: ChoiceList,
  by: { readonly marked: number | null; readonly inOneRow: boolean },
  keys: DialogPlace['keys'],
): FoundDialog['choices'][number] | 'in its tab' | null {
  const { number, text } = one
  if (!isShownWhole(text) || text.length > dialogLineCharactersMax) return null
  const label = safeText(text, dialogLineCharactersMax)
  if (label.endsWith('…')) return 'in its tab' // another may begin with the same words
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

/**
 * A digit is to be sent, and the marked choice is none that its digit makes, or not known: it may
 * be one that takes a text, which the digit would go into.
 */
function mayTakeText(list: readonly ChoiceList[], choices: FoundDialog['choices']): boolean {
  const byDigit = choices.filter(({ number, bytes }) => bytes === String(number))
  const marked = list.filter(({ isMarked }) => isMarked)
  return (
    byDigit.length > 0 &&
    (marked.length === 0 ||
      !marked.every(({ number }) => byDigit.some((one) => one.number === number)))
  )
}

/** The arrows from the marked choice to this one, and Enter; null: none is known to be marked. */
function pathTo(
  { number }: ChoiceList,
  { marked, inOneRow }: { readonly marked: number | null; readonly inOneRow: boolean },
): string | null {
  if (marked === null) return null
  const arrow = number > marked ? (inOneRow ? 'C' : 'B') : inOneRow ? 'D' : 'A'
  return `\x1b[${arrow}`.repeat(Math.abs(number - marked)) + '\r'
}

/** Its number; null: none is marked, or more than one. */
function markedOf(list: readonly ChoiceList[]): number | null {
  const [marked, ...more] = list.filter(({ isMarked }) => isMarked)
  return marked === undefined || more.length > 0 ? null : marked.number
}

/** The one of three or more that is drawn otherwise than all the others, which are alike. */
function markedByStyle(
  rows: readonly string[],
  { to, list, inOneRow }: Placed,
  styleOf: StyleOf,
): number | null {
  if (list.length < 3 || list.some(({ isMarked }) => isMarked)) return null
  let after = 0
  const styles = list.map(({ text }, at) => {
    const y = inOneRow ? to - 1 : to - list.length + at
    const index = rows[y]!.indexOf(text, inOneRow ? after : 0)
    after = index + text.length
    return index === -1 ? null : styleOf(y, index)
  })
  const others = (at: number) => new Set(styles.filter((_, other) => other !== at))
  const marked = styles.flatMap((style, at) =>
    others(at).size === 1 && !others(at).has(style) ? [at + 1] : [],
  )
  return styles.includes(null) || marked.length !== 1 ? null : marked[0]!
}
