/** Wraps help texts for a terminal. */
import { greatest } from '../numbers/extremes.ts'

/** Longer names have their description on the next lines. */
const leftMax = 24

/** Splits a text at spaces into lines of up to `columns` characters. Longer words stay whole. */
export function wrapText(text: string, columns: number): readonly string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    if (line !== '' && line.length + 1 + word.length > columns) {
      lines.push(line)
      line = word
    } else line = line === '' ? word : `${line} ${word}`
  }
  return [...lines, line]
}

/** Returns indented lines with two columns: a command, and its effect. */
export function twoColumns(
  rows: readonly (readonly [typed: string, text: string])[],
  columns: number,
): readonly string[] {
  const fitting = rows.map(([typed]) => typed.length).filter((length) => length <= leftMax)
  const width = Math.max(0, greatest(fitting))
  const indent = ' '.repeat(width + 4)
  return rows.flatMap(([typed, text]) => {
    const lines = wrapText(text, columns - indent.length)
    return typed.length > width
      ? [`  ${typed}`, ...lines.map((line) => `${indent}${line}`)]
      : lines.map((line, at) => `${at === 0 ? `  ${typed.padEnd(width)}  ` : indent}${line}`)
  })
}
