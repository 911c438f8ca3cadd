/** Numbers of several repeats, and the table they are shown in. */

export function median(values: readonly number[]): number {
  const sorted = values.toSorted((a, b) => a - b)
  const middle = sorted.length >> 1
  return sorted.length % 2 === 1
    ? (sorted[middle] ?? Number.NaN)
    : ((sorted[middle - 1] ?? Number.NaN) + (sorted[middle] ?? Number.NaN)) / 2
}

export function percentile(values: readonly number[], share: number): number {
  return (
    values.toSorted((a, b) => a - b)[
      Math.min(values.length - 1, Math.floor(values.length * share))
    ] ?? Number.NaN
  )
}

/**
 * Columns as wide as their widest cell, the first to the left and the others to the right, as
 * Markdown, on lines of their own.
 */
export function table(rows: readonly (readonly string[])[]): string {
  const widths = (rows[0] ?? []).map((_, column) =>
    Math.max(...rows.map((row) => row[column]?.length ?? 0)),
  )
  const line = (row: readonly string[]) => {
    const cells = widths.map((width, column) => {
      const cell = row[column] ?? ''
      return column === 0 ? cell.padEnd(width) : cell.padStart(width)
    })
    return `| ${cells.join(' | ')} |`
  }
  const rules = widths.map((width, column) =>
    column === 0 ? '-'.repeat(width + 2) : `${'-'.repeat(width + 1)}:`,
  )
  const [head = [], ...body] = rows
  return ['', line(head), `|${rules.join('|')}|`, ...body.map(line)].join('\n')
}

/** A whole number of at least 1 from the environment, for quicker or longer runs. */
export function setting(name: string, usual: number): number {
  const value = Number(process.env[name])
  return Number.isInteger(value) && value > 0 ? value : usual
}
