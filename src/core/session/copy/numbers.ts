/** Numbers that an agent has drawn in front of the rows of code or of a diff. */
import { indentOf } from './rows.ts'

/** Number, then the sign of a diff or a space. */
const numbered = /^( *)(\d{1,6})(?:( ?[-+]?)(?: |$)|$)/
const isBlank = (row: string | undefined) => row === undefined || row.trim() === ''

/** A numbered row of code: where its text starts, and whether it continues the row above. */
export interface NumberedRow {
  readonly column: number
  readonly continues: boolean
}

/**
 * Finds rows whose numbers end in the same column and count up by one. Returns nothing for a single
 * row: its number may be content.
 */
export function numberedRows(rows: readonly string[]): ReadonlyMap<number, NumberedRow> {
  const found = new Map<number, NumberedRow>()
  for (let at = 0; at < rows.length; at += 1) {
    const first = read(rows[at])
    if (first === null) continue
    const run = new Map<number, NumberedRow>()
    let last = first
    let count = 1
    let end = at
    run.set(at, { column: first.end + 1, continues: false })
    for (let next = at + 1; next < rows.length; next += 1) {
      const row = rows[next] ?? ''
      const now = read(row)
      if (now !== null && now.end === first.end && follows(last, now)) {
        run.set(next, { column: first.end + 1, continues: false })
        count += 1
        last = now
      } else if (!isBlank(row) && indentOf(row) > first.end)
        run.set(next, { column: first.end + 1, continues: true })
      else break
      end = next
    }
    if (count > 1) {
      for (const [row, one] of run) found.set(row, one)
      at = end
    }
  }
  return found
}

interface Read {
  readonly number: number
  /** Column after the number. */
  readonly end: number
  readonly signed: boolean
}

function read(row: string | undefined): Read | null {
  const found = numbered.exec(row ?? '')
  if (found === null) return null
  const [, indent = '', number = '', sign = ''] = found
  return {
    number: Number(number),
    end: indent.length + number.length,
    signed: sign.trim() !== '',
  }
}

/** The rows that a diff removes and adds may have the same number. */
function follows(before: Read, { number, signed }: Read): boolean {
  return number === before.number + 1 || ((signed || before.signed) && number <= before.number)
}
