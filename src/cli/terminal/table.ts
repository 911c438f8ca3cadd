import { greatest } from '../../base/numbers/extremes.ts'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { columnsOf, widthOf } from '../../terminal/screen/width.ts'

/** How columns shrink in a narrow terminal. Columns are given by index. */
export interface ColumnFit {
  readonly columns: number
  /** Columns to omit, in this order, before cropped ones get narrower than `croppedColumnsMin`. */
  readonly drops: readonly number[]
  /** Columns to crop, in this order. */
  readonly crops: readonly { readonly column: number; readonly at: 'begin' | 'end' }[]
}

/** Returns the terminal's width, or undefined without one or a size (under `script`). */
export function terminalColumns(): number | undefined {
  const { isTTY, columns } = process.stdout
  return isTTY && columns > 0 ? columns : undefined
}

/** Returns how columns fit the terminal, or undefined for files and pipes, which get full rows. */
export function fitOf(
  heads: readonly string[],
  drops: readonly string[],
  crops: readonly (readonly [head: string, at: 'begin' | 'end'])[],
): ColumnFit | undefined {
  const columns = terminalColumns()
  if (columns === undefined) return undefined
  return {
    columns,
    drops: drops.map((head) => heads.indexOf(head)),
    crops: crops.map(([head, at]) => ({ column: heads.indexOf(head), at })),
  }
}

/** Width that a cropped column keeps, enough for the end of a directory's name. */
const croppedColumnsMin = 10
const gap = '  '

/** Formats columns as wide as their widest cell, or as `fit` requires. Cells are cleaned. */
export function table(cells: readonly (readonly string[])[], fit?: ColumnFit): readonly string[] {
  const rows = cells.map((row) => row.map((cell) => safeText(cell, lineCharactersMax)))
  const widest = (rows[0] ?? []).map((_, column) =>
    greatest(rows.map((row) => columnsOf(row[column] ?? ''))),
  )
  const widths = fit === undefined ? widest : fitted(widest, fit)
  const atStart = fit?.crops.filter(({ at }) => at === 'begin').map(({ column }) => column) ?? []
  return rows
    .map((row) =>
      row
        .flatMap((cell, column) => {
          const width = widths[column] ?? null
          if (width === null) return []
          const text = atStart.includes(column) ? clipStart(cell, width) : clipped(cell, width)
          return [text + ' '.repeat(Math.max(0, width - columnsOf(text)))]
        })
        .join(gap)
        .trimEnd(),
    )
    .map((row) => (fit === undefined ? row : clipped(row, fit.columns)))
}

/** Least width of a wrapped last column. A narrower one goes below the others. */
const brokenColumnsMin = 24
const below = '    '

/** Formats a table with a wrapped last column. Full rows if `columns` is undefined. */
export function brokenTable(
  cells: readonly (readonly string[])[],
  columns: number | undefined,
): readonly string[] {
  if (columns === undefined) return table(cells)
  const heads = table(cells.map((row) => row.slice(0, -1)))
  const left = Math.max(0, greatest(heads.map(columnsOf))) + gap.length
  const isBeside = columns - left >= brokenColumnsMin
  const indent = isBeside ? ' '.repeat(left) : below
  return heads.flatMap((head, at) => {
    const text = safeText(cells[at]?.at(-1) ?? '', lineCharactersMax)
    if (text === '') return [head]
    const lines = broken(text, Math.max(1, columns - indent.length)).map((line) => indent + line)
    const [first = '', ...rest] = lines
    const start = head + ' '.repeat(Math.max(0, left - columnsOf(head)))
    return isBeside ? [start + first.slice(indent.length), ...rest] : [head, ...lines]
  })
}

function broken(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && columnsOf(last) + 1 + columnsOf(word) <= columns)
      lines[lines.length - 1] = `${last} ${word}`
    else for (const line of wrapped(word, columns)) lines.push(line)
  }
  return lines
}

/** Returns a width that no terminal exceeds: they disagree about emoji and marks. */
export function widestOf(code: number): number {
  return code < 0x7f ? 1 : 2
}

/** Splits a word into pieces of at most this many columns. */
export function wrapped(
  word: string,
  columns: number,
  widthIn: (code: number) => number = widthOf,
): readonly string[] {
  const rows = ['']
  let used = 0
  for (const character of word) {
    const width = widthIn(character.codePointAt(0) ?? 0)
    if (used + width > columns && used > 0) {
      rows.push('')
      used = 0
    }
    rows[rows.length - 1] += character
    used += width
  }
  return rows
}

/** Returns the widths; `null` for omitted columns. */
function fitted(
  widest: readonly number[],
  { columns, drops, crops }: ColumnFit,
): readonly (number | null)[] {
  const widths: (number | null)[] = [...widest]
  const least = (width: number) => Math.min(width, croppedColumnsMin)
  const excess = (): number => {
    const kept = widths.filter((width) => width !== null)
    return kept.reduce((sum, width) => sum + width + gap.length, -gap.length) - columns
  }
  const spare = crops.reduce((sum, { column }) => {
    const width = widest[column] ?? 0
    return sum + width - least(width)
  }, 0)
  for (const column of drops) if (excess() > spare) widths[column] = null
  for (const { column } of crops) {
    const width = widths[column] ?? null
    if (width !== null) widths[column] = Math.max(least(width), width - Math.max(0, excess()))
  }
  return widths
}

/** Truncates to a number of columns, with an ellipsis. */
export function clipped(text: string, columns: number): string {
  let used = 0
  let end = 0
  let fits = 0
  for (const character of text) {
    used += widthOf(character.codePointAt(0) ?? 0)
    if (used > columns) return `${text.slice(0, fits)}${columns > 0 ? '…' : ''}`
    end += character.length
    if (used <= columns - 1) fits = end
  }
  return text
}

/** Truncates the start: the end of a directory's name matters most. */
function clipStart(text: string, columns: number): string {
  const reversed = [...text].reverse().join('')
  return [...clipped(reversed, columns)].reverse().join('')
}
