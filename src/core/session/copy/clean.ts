/**
 * Cleans text that was copied from an agent: without its gutter, frames, numbers of rows and the
 * line breaks that it made at the width of the window. Content is kept; drawing that could be
 * content is kept too.
 */
import type { CopyRules } from '../../../agents/rules/rules.ts'
import { greatest, least } from '../../../base/numbers/extremes.ts'
import { columnsOf } from '../../../terminal/screen/width.ts'
import { jointOf, keptRows, quoteMark, startsOf, type OpenLine } from './joins.ts'
import { copyCharactersMax, copyLinesMax } from './limits.ts'
import { numberedRows } from './numbers.ts'
import { Fences } from './fences.ts'
import { indentOf, withoutBorders, type BareRow, type Cleaned, type CopiedRow } from './rows.ts'

/** Position of a selection in the window. */
export interface CopyPlace {
  /** Text of the first row in front of the selection. */
  readonly before: string
  /** Columns of the window. */
  readonly columns: number
}

export interface CleanText {
  readonly text: string
  /** Drawing that was removed, in the order of the notice. */
  readonly cleaned: readonly Cleaned[]
}

/** Rules for agents without their own. The gutter is the indentation that all rows have. */
export const generalCopyRules: CopyRules = {
  marks: [],
  gutter: null,
  right: null,
  bars: false,
  numbers: false,
  codeIndent: 0,
  breaksAfter: '',
}

/** Part of the columns that an unknown agent may keep free at the right edge. */
const freeFactor = 0.15

/** @param selected lines of the selection; rows that the terminal wrapped are already joined */
export function cleanCopy(selected: string, place: CopyPlace, rules: CopyRules): CleanText {
  const lines = selected.split('\n')
  // A part of one row is what the user wants.
  const isPart = lines.length === 1 && place.before.trim() !== ''
  const isLarge = lines.length > copyLinesMax || selected.length > copyCharactersMax
  if (isPart || isLarge) return { text: selected, cleaned: [] }
  const cleaned = new Set<Cleaned>()
  const whole = lines.map((line, at) => (at === 0 ? place.before + line : line).trimEnd())
  const right = rules.right ?? rightOf(whole, place.columns)
  const { rows: bare, found } = withoutBorders(whole, place.columns, { ...rules, right })
  if (found) cleaned.add('borders')
  const rows = copiedRows(bare, rules, cleaned)
  const [head] = rows
  // The start of the first row was not selected, unless it is blank.
  const skipped = place.before.trim() === '' || bare[0] === null ? 0 : place.before.length
  const text = joined(rows, rules, cleaned)
  const dropped = head === undefined ? 0 : Math.max(0, skipped - Math.min(head.gutter, skipped))
  return { text: text.slice(dropped), cleaned: [...cleaned] }
}

/** Returns the columns that no row needs, if they are few: the agent may keep them free. */
function rightOf(rows: readonly string[], columns: number): number {
  const free = columns - greatest(rows.map(columnsOf))
  return free >= 0 && free <= columns * freeFactor ? free : 0
}

/** Finds the gutter, the numbers and the fences of rows. */
function copiedRows(
  bare: ReturnType<typeof withoutBorders>['rows'],
  rules: CopyRules,
  cleaned: Set<Cleaned>,
): readonly CopiedRow[] {
  const rows = bare.filter((row) => row !== null)
  const numbers = rules.numbers ? numberedRows(rows.map(({ text }) => text)) : new Map()
  const fences = new Fences(rows, rules)
  let gutter = gutterOf(rows, rules)
  return rows.map((row, at): CopiedRow => {
    const numbered = numbers.get(at)
    if (numbered !== undefined) {
      cleaned.add('line numbers')
      const { column, continues } = numbered
      const text = ' '.repeat(column) + row.text.slice(column)
      return { ...row, text: text.trimEnd(), gutter: column, continues }
    }
    const mark = rules.marks.find((one) => `${row.text} `.startsWith(one))
    const text =
      mark === undefined ? row.text : ' '.repeat(mark.length) + row.text.slice(mark.length)
    if (mark !== undefined) gutter = mark.length
    const indent = indentOf(text)
    const inner = fences.innerOf(at, indent) ?? Math.max(gutter, row.inner)
    const own = Math.min(indent, inner)
    if (own > 0) cleaned.add('gutter')
    return { ...row, text, gutter: own, continues: text !== '' && fences.isBroken ? true : null }
  })
}

/** Returns the gutter of the first rows. */
function gutterOf(rows: readonly BareRow[], { gutter, marks }: CopyRules): number {
  if (gutter !== null) return gutter
  const indents = rows
    .filter(({ text }) => text !== '')
    .map(({ text }) => (marks.some((mark) => text.startsWith(mark)) ? 0 : indentOf(text)))
  return indents.length === 0 ? 0 : least(indents)
}

function joined(
  rows: readonly CopiedRow[],
  { breaksAfter }: CopyRules,
  cleaned: Set<Cleaned>,
): string {
  const lines: string[] = []
  // Some agents repeat the mark of a quote in each row.
  const isQuote = rows.map(({ text }) => quoteMark.test(text.trimStart()))
  const bare = rows.map((row, at) =>
    isQuote[at] === true && isQuote[at - 1] === true
      ? { ...row, text: row.text.replace('>', ' ') }
      : row,
  )
  const kept = keptRows(bare)
  let open: OpenLine | null = null
  for (const [at, row] of bare.entries()) {
    const joint: string | null = open === null ? null : jointOf(open, row, breaksAfter)
    if (open === null || joint === null) {
      const text = (rows[at] ?? row).text.slice(row.gutter)
      open = { text, row, starts: startsOf(row), isKept: kept.has(row) }
      lines.push(text)
      continue
    }
    cleaned.add('line breaks')
    // The other rows of the line start where its second one does.
    const text: string = `${open.text}${joint}${row.text.trimStart()}`
    open = { ...open, text, row, starts: [indentOf(row.text)] }
    lines[lines.length - 1] = text
  }
  while (lines.length > 1 && lines.at(-1) === '') lines.pop()
  return lines.join('\n')
}
