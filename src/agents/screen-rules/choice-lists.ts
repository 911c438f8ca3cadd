/** Lists of choices on a screen, numbered or recognized by their texts. */
import type { NamedKey } from '../rules/rules.ts'
import { bareLine } from './dialog-lines.ts'
import { belowNamedMax, belowNumberedMax, choicesMax } from './limits.ts'

const choice = /^ *[❯›>●▶]? *([1-9])\. {1,3}([^ ].*)$/u
const marker = /^[❯›>●▶] +/u
const markedRow = /^ *[❯›>●▶] /u
/** Continuation of a choice: an indented row without a number. */
const furtherRow = /^ {2,}(?!\d+(?:\.|$))[^ ]/u

export interface ChoiceList {
  readonly number: number
  text: string
  /** Whether Enter would choose it. */
  readonly isMarked: boolean
}

export interface List {
  /** Rows `from` to `to`, exclusive. */
  readonly from: number
  readonly to: number
  readonly choices: readonly ChoiceList[]
  readonly inOneRow: boolean
}

/**
 * Returns the last list numbered from 1 without gaps, in which rules may occur. Returns `null` if
 * there is none, or if more rows follow than agents show below a list.
 *
 * @param rows rows without trailing spaces
 * @param isRule whether the row is a rule
 */
export function numberedList(
  rows: readonly string[],
  isRule: (at: number) => boolean,
): List | null {
  const from = rows.findLastIndex((row) => choice.exec(row)?.[1] === '1')
  if (from === -1) return null
  const choices: ChoiceList[] = []
  let to = from
  for (const [at, row] of rows.entries()) {
    if (at < from) continue
    const [, digit, text = ''] = choice.exec(row) ?? []
    const last = choices.at(-1)
    if (row === '') break
    if (isRule(at)) {
      if (choice.exec(rows[at + 1] ?? '')?.[1] !== String(choices.length + 1)) break
    } else if (digit !== undefined)
      choices.push({ number: Number(digit), text, isMarked: markedRow.test(row) })
    else if (last !== undefined && furtherRow.test(row)) last.text += ` ${row.replace(/^ +/, '')}`
    else return null // other text directly below it
    to += 1
  }
  const inOrder = choices.every(({ number }, index) => number === index + 1)
  return inOrder &&
    choices.length >= 2 &&
    choices.length <= choicesMax &&
    filledFrom(rows, to) <= belowNumberedMax
    ? { from, to, choices, inOneRow: false }
    : null
}

/**
 * Returns the last rows with exactly these texts, one per row or all in one. If arrows make the
 * choices, more text may follow in a row, because the selected row is recognizable.
 */
export function namedList(rows: readonly string[], keys: readonly NamedKey[]): List | null {
  if (keys.length === 0 || keys.length > choicesMax) return null
  const bare = rows.map(bareLine)
  const words = bare.map((row) => row.replace(marker, '').replaceAll(/\s+/gu, ' '))
  const lowered = words.map((row) => row.toLowerCase())
  const all = keys.map(({ text }) => text).join(' ')
  const mayGoOn = keys.every(({ key }) => key === 'select')
  for (let from = rows.length - 1; from >= 0; from -= 1) {
    const row = lowered[from] ?? ''
    const isOneRow = row === all || (mayGoOn && row.startsWith(`${all} `))
    const isListed = keys.every(({ text }, index) => {
      const own = lowered[from + index] ?? ''
      return own === text || (mayGoOn && own.startsWith(`${text} `))
    })
    if (!isOneRow && !isListed) continue
    const to = isOneRow ? from + 1 : from + keys.length
    if (filledFrom(rows, to) > belowNamedMax) return null
    let at = 0
    const choices = keys.map(({ text }, index) => {
      const label = isOneRow
        ? (words[from] ?? '').slice(at, at + text.length)
        : (words[from + index] ?? '')
      at += text.length + 1
      const isMarked = !isOneRow && marker.test(bare[from + index] ?? '')
      return { number: index + 1, text: label, isMarked }
    })
    return { from, to, choices, inOneRow: isOneRow }
  }
  return null
}

export function filledFrom(rows: readonly string[], at: number): number {
  return rows.slice(at).filter((row) => row !== '').length
}
