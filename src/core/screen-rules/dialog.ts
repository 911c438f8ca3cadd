/**
 * Finds a dialog on a screen by what its rule says of it (docs/screen-rules.md, "Answering"): its
 * lines as people read them, and its choices with their keys. Where anything is not as the rule
 * says, there are no choices: a key that is sent means what stands beside it, or is not sent. Pure.
 */
import type { DialogPlace, NamedKey } from '../agent-rules/rules.ts'
import { safeText } from '../text/safe-text.ts'
import {
  belowNamedMax,
  choicesMax,
  dialogLineCharactersMax,
  dialogLinesMax,
  readLinesMax,
} from './limits.ts'

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
  /** It is longer than is shown: then there are no choices. */
  readonly cut: boolean
}

/** A row of `─` or `▔`, and the marker of the choice that is highlighted. */
const rule = /^(?:─{3,}|▔{3,})$/u
const choice = /^\s*[❯›>●▶]?\s*([1-9])\. {1,3}(\S.*)$/u
const marker = /^[❯›>●▶]\s+/u
const markedRow = /^\s*[❯›>●▶]\s/u
/** A key that is named behind a choice. */
const shownKey = /^(.*\S) \(([a-z]|esc)\)$/u
/** What a frame is drawn with, at both ends of a row; with its corners where a title is in it. */
const frameAtBegin = /^[\s│┃║╎▌]*(?:[╭┌╔├╰└╚][─━═]+\s+)?/u
const frameAtEnd = /(?:\s[─━═]+[╮┐╗┤╯┘╝])?[\s│┃║╎▐]*$/u
const frameTop = /^ *╭[─━].*╮$/u
const frameBottom = /^ *╰[─━]+╯$/u
/** A row that is nothing but the edge of a frame, or a line: wide as its screen, not the list. */
const edge = /^(?=.*[─━═╌╍┄┅▀▄▁▔-])[\s\u2500-\u257f▀▄▁▔▌▐-]{3,}$/u

interface Listed {
  readonly number: number
  /** Its rows, joined. */
  text: string
  /** It is the one that Enter would choose. */
  readonly isMarked: boolean
}

/** How a character is drawn, as something to compare; null: not known. */
export type StyleOf = (row: number, index: number) => string | null

/**
 * null: it is not there as its rule says. @param rows from the top, right-trimmed @param styleOf
 * absent: colours mark nothing
 */
export function findDialog(
  rows: readonly string[],
  place: DialogPlace,
  styleOf: StyleOf = () => null,
): FoundDialog | null {
  const { keys } = place
  const found = placed(rows, place)
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
  const { lines, cut } = shownLines([...text, ...others])
  return { from, to, lines, choices: cut ? [] : choices, cut }
}

interface Placed {
  readonly from: number
  readonly to: number
  /** Its rows above its list, without the frame around all of it. */
  readonly text: readonly string[]
  readonly list: readonly Listed[]
  readonly inOneRow: boolean
}

function placed(rows: readonly string[], { begins, choices, keys }: DialogPlace): Placed | null {
  const listIn = (some: readonly string[]) => {
    if (choices === 'numbered') return numberedList(some)
    const list = namedList(some, typeof keys === 'string' ? [] : keys)
    const below = some.slice(list?.to).filter((row) => row !== '')
    return below.length > belowNamedMax ? null : list
  }
  if ('below' in begins && begins.below === 'frame') {
    const frame = lastFrame(rows)
    if (frame === null) return null
    const { from, inner } = frame
    const within = listIn(inner)
    if (within !== null)
      return {
        ...{ from, to: from + within.to },
        ...{ text: inner.slice(0, within.from), list: within.choices },
        inOneRow: within.inOneRow,
      }
    const to = from + inner.length + 1
    const below = listIn(rows.slice(to))
    if (below === null || rows.slice(to, to + below.from).some((row) => row !== '')) return null
    return {
      ...{ from, to: to + below.to, text: inner },
      ...{ list: below.choices, inOneRow: below.inOneRow },
    }
  }
  const list = listIn(rows)
  if (list === null) return null
  const from = beginning(rows, begins, list.from)
  return from === -1
    ? null
    : {
        ...{ from, to: list.to, text: rows.slice(from, list.from) },
        ...{ list: list.choices, inOneRow: list.inOneRow },
      }
}

/** The last rows that hold something, of a screen that nobody can answer from elsewhere. */
export function lastLines(rows: readonly string[]): readonly string[] {
  return rows
    .filter((row) => !edge.test(row))
    .map((row) => line(row).text)
    .filter((text) => text !== '')
    .slice(-readLinesMax)
}

interface List {
  readonly from: number
  readonly to: number
  readonly choices: readonly Listed[]
  /** They stand side by side. */
  readonly inOneRow: boolean
}

/** The last list on the screen that is numbered from 1 on, without a gap but for a line. */
function numberedList(rows: readonly string[]): List | null {
  const from = rows.findLastIndex((row) => choice.exec(row)?.[1] === '1')
  if (from === -1) return null
  const choices: Listed[] = []
  let to = from
  for (const [at, row] of rows.entries()) {
    if (at < from) continue
    const [, digit, text = ''] = choice.exec(row) ?? []
    if (row === '') break
    if (rule.test(row)) {
      if (choice.exec(rows[at + 1] ?? '')?.[1] !== String(choices.length + 1)) break
    } else if (digit !== undefined)
      choices.push({ number: Number(digit), text, isMarked: markedRow.test(row) })
    else if (/^\s{2,}\S/u.test(row) && !/^\s*\d+(?:\.|$)/u.test(row))
      choices.at(-1)!.text += ` ${row.trim()}`
    else return null // something else stands right below it
    to += 1
  }
  const inOrder = choices.every(({ number }, index) => number === index + 1)
  return inOrder && choices.length >= 2 && choices.length <= choicesMax
    ? { from, to, choices, inOneRow: false }
    : null
}

/**
 * The last rows that hold these texts and nothing else: one in each, or all in one. Behind choices
 * that the arrows make more may stand in their rows: the marked one is known by itself.
 */
function namedList(rows: readonly string[], keys: readonly NamedKey[]): List | null {
  if (keys.length === 0 || keys.length > choicesMax) return null
  const bare = rows.map((row) => line(row).text)
  const words = bare.map((row) => row.replace(marker, '').replaceAll(/\s+/gu, ' '))
  const lowered = words.map((row) => row.toLowerCase())
  const all = keys.map(({ text }) => text).join(' ')
  const mayGoOn = keys.every(({ key }) => key === 'select')
  for (let from = rows.length - 1; from >= 0; from -= 1) {
    const row = lowered[from]!
    if (row === all || (mayGoOn && row.startsWith(`${all} `))) {
      let at = 0
      const choices = keys.map(({ text }, index) => {
        const label = words[from]!.slice(at, at + text.length)
        at += text.length + 1
        return { number: index + 1, text: label, isMarked: false }
      })
      return { from, to: from + 1, choices, inOneRow: true }
    }
    const isListed = keys.every(({ text }, index) => {
      const own = lowered[from + index] ?? ''
      return own === text || (mayGoOn && own.startsWith(`${text} `))
    })
    if (!isListed) continue
    const choices = keys.map((_, index) => ({
      number: index + 1,
      text: words[from + index]!,
      isMarked: marker.test(bare[from + index]!),
    }))
    return { from, to: from + keys.length, choices, inOneRow: false }
  }
  return null
}

/**
 * The rows within the last frame on the screen, without it. null: there is none, or it is not
 * whole. What a frame holds cannot pass for its edge: that stands further left.
 */
function lastFrame(
  rows: readonly string[],
): { readonly from: number; readonly inner: readonly string[] } | null {
  const bottom = rows.findLastIndex((row) => frameBottom.test(row))
  if (bottom === -1) return null
  const indent = ' '.repeat(rows[bottom]!.search(/\S/u))
  const isWithin = (row: string) =>
    row.startsWith(`${indent}│`) && row.endsWith('│') && row.length > indent.length + 1
  const above = rows.slice(0, bottom)
  const top = above.findLastIndex((row) => !isWithin(row))
  if (top === -1 || !frameTop.test(rows[top]!) || !rows[top]!.startsWith(`${indent}╭`)) return null
  const inner = rows.slice(top + 1, bottom).map((row) => row.slice(indent.length + 1, -1).trimEnd())
  return { from: top + 1, inner }
}

/** A text that begins with a blank is compared with rows as they are: their indent counts. */
function beginning(rows: readonly string[], begins: DialogPlace['begins'], before: number): number {
  const above = rows.slice(0, before)
  // the first, also where what is asked about holds the same words: rather too much is shown
  if ('at' in begins) {
    const { at } = begins
    const asDrawn = at.startsWith(' ')
    return above.findIndex((row) => (asDrawn ? row : row.trimStart()).toLowerCase().startsWith(at))
  }
  const last = above.findLastIndex((row) => rule.test(row))
  return last === -1 ? -1 : last + 1
}

/** null: no key is known for it, and then none of the others counts. */
function chosenBy(
  one: Listed,
  by: { readonly marked: number | null; readonly inOneRow: boolean },
  keys: DialogPlace['keys'],
): FoundDialog['choices'][number] | 'in its tab' | null {
  const { number, text } = one
  const label = safeText(text, dialogLineCharactersMax)
  if (label.length < text.length) return null
  if (label.endsWith('…')) return 'in its tab' // another may begin with the same words
  if (keys === 'number') return { number, label, bytes: String(number) }
  if (keys === 'shown') {
    const [, words, key] = shownKey.exec(text) ?? []
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
function mayTakeText(list: readonly Listed[], choices: FoundDialog['choices']): boolean {
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
  { number }: Listed,
  { marked, inOneRow }: { readonly marked: number | null; readonly inOneRow: boolean },
): string | null {
  if (marked === null) return null
  const arrow = number > marked ? (inOneRow ? 'C' : 'B') : inOneRow ? 'D' : 'A'
  return `\x1b[${arrow}`.repeat(Math.abs(number - marked)) + '\r'
}

/** Its number; null: none is marked, or more than one. */
function markedOf(list: readonly Listed[]): number | null {
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
  let behind = 0
  const styles = list.map(({ text }, at) => {
    const y = inOneRow ? to - 1 : to - list.length + at
    const index = rows[y]!.indexOf(text, inOneRow ? behind : 0)
    behind = index + text.length
    return index === -1 ? null : styleOf(y, index)
  })
  const others = (at: number) => new Set(styles.filter((_, other) => other !== at))
  const marked = styles.flatMap((style, at) =>
    others(at).size === 1 && !others(at).has(style) ? [at + 1] : [],
  )
  return styles.includes(null) || marked.length !== 1 ? null : marked[0]!
}

function shownLines(rows: readonly string[]): {
  readonly lines: readonly string[]
  readonly cut: boolean
} {
  const all = rows.filter((row) => !edge.test(row)).map(line)
  const lines = all
    .map(({ text }) => text)
    .filter((text, at, texts) => text !== '' || (at > 0 && texts[at - 1] !== ''))
  while (lines.at(-1) === '') lines.pop()
  return {
    lines: lines.slice(0, dialogLinesMax),
    cut: lines.length > dialogLinesMax || all.some((one) => one.cut),
  }
}

/** Without the frame around it. */
function line(row: string): { readonly text: string; readonly cut: boolean } {
  const bare = row.replace(frameAtBegin, '').replace(frameAtEnd, '')
  const text = safeText(bare, dialogLineCharactersMax)
  return { text, cut: [...bare].length > dialogLineCharactersMax }
}
