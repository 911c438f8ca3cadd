/**
 * Finds a dialog on a screen by what its rule says of it (docs/screen-rules.md, "Answering"): its
 * lines as people read them, and its choices with their keys. Where anything is not as the rule
 * says, there are no choices: a key that is sent means what stands beside it, or is not sent. Pure.
 */
import type { DialogPlace } from '../agent-rules/rules.ts'
import { safeText } from '../text/safe-text.ts'
import { choicesMax, dialogLineCharactersMax, dialogLinesMax, readLinesMax } from './limits.ts'

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

/** A row of `─`, and the marker of the choice that is highlighted. */
const rule = /^─{3,}$/u
const choice = /^\s*[❯›>]?\s*([1-9])\. {1,3}(\S.*)$/u
/** A key that is named behind a choice. */
const shownKey = /^(.*\S) \(([a-z]|esc)\)$/u
/** What a frame is drawn with, at both ends of a row; with its corners where a title is in it. */
const frameAtBegin = /^[\s│┃║╎▌]*(?:[╭┌╔├╰└╚][─━═]+\s+)?/u
const frameAtEnd = /(?:\s[─━═]+[╮┐╗┤╯┘╝])?[\s│┃║╎▐]*$/u
/** A row that is nothing but the edge of a frame, or a line: wide as its screen, not the list. */
const edge = /^(?=.*[─━═╌╍┄┅▀▄▁▔-])[\s\u2500-\u257f▀▄▁▔▌▐-]{3,}$/u

interface Numbered {
  readonly number: number
  /** Its rows, joined. */
  text: string
}

/** null: it is not there as its rule says. @param rows from the top, right-trimmed */
export function findDialog(
  rows: readonly string[],
  { begins, keys }: DialogPlace,
): FoundDialog | null {
  const list = numberedList(rows)
  if (list === null) return null
  const from = beginning(rows, begins, list.from)
  if (from === -1) return null
  const choices = list.choices.map(({ number, text }) => chosenBy(number, text, keys))
  if (choices.some((one) => one === null)) return null
  const { lines, cut } = shownLines(rows.slice(from, list.from))
  return {
    from,
    to: list.to,
    lines,
    choices: cut ? [] : choices.filter((one) => one !== null),
    cut,
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

/** The last list on the screen that is numbered from 1 on, without a gap. */
function numberedList(
  rows: readonly string[],
): { readonly from: number; readonly to: number; readonly choices: readonly Numbered[] } | null {
  const from = rows.findLastIndex((row) => choice.exec(row)?.[1] === '1')
  if (from === -1) return null
  const choices: Numbered[] = []
  let to = from
  for (const row of rows.slice(from)) {
    const [, digit, text = ''] = choice.exec(row) ?? []
    if (row === '') break
    if (digit !== undefined) choices.push({ number: Number(digit), text })
    else if (/^\s{2,}\S/u.test(row) && !/^\s*\d+\./u.test(row))
      choices.at(-1)!.text += ` ${row.trim()}`
    else return null // something else stands right below it
    to += 1
  }
  const inOrder = choices.every(({ number }, index) => number === index + 1)
  return inOrder && choices.length >= 2 && choices.length <= choicesMax
    ? { from, to, choices }
    : null
}

function beginning(rows: readonly string[], begins: DialogPlace['begins'], before: number): number {
  const above = rows.slice(0, before)
  // the first, also where what is asked about holds the same words: rather too much is shown
  if ('at' in begins)
    return above.findIndex((row) => row.trimStart().toLowerCase().startsWith(begins.at))
  const last = above.findLastIndex((row) => rule.test(row))
  return last === -1 ? -1 : last + 1
}

/** null: no key is known for it. */
function chosenBy(
  number: number,
  text: string,
  keys: DialogPlace['keys'],
): FoundDialog['choices'][number] | null {
  const label = safeText(text, dialogLineCharactersMax)
  if (label.length < text.length) return null
  if (keys === 'number') return { number, label, bytes: String(number) }
  const [, words, key] = shownKey.exec(text) ?? []
  return words === undefined || key === undefined
    ? null
    : { number, label, bytes: key === 'esc' ? '\x1b' : key }
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
