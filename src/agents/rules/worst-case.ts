/**
 * Checks whether a regular expression is fast enough for text that a program chooses. It runs on
 * rows that are hard for it: long runs of its own characters, words and spaces with an unexpected
 * end. Growing lengths reveal exponential cost within milliseconds. This finds many slow
 * expressions, not all; limited.ts handles the rest at run time.
 */
import { expressionMsMax, expressionTriesMax, rowCharactersMax } from './limits.ts'
import { asRulesSee } from './rules.ts'

/**
 * Row lengths, each up to a fifth longer than the one before (2 at first). If a cost of 2^(cN) was
 * bearable before (5 ms), it is now at most about 50 ms for any c. Doubled lengths would square it.
 */
const lengths = lengthsTo(rowCharactersMax)

/** Characters of an expression, tried alone and in pairs, and words, tried alone. */
const charactersMax = 6
const wordsMax = 6

/** Size of a joined region: a large, full screen. */
const blockLengths = lengthsTo(8_192)

/** Width of usual rows, and of the longest rows that rules see. */
const widths = [120, rowCharactersMax]

/** Returns whether it is fast on one row or on a region's rows. `nowMs`: a clock with fractions. */
export function isFast(
  expression: RegExp,
  nowMs: () => number,
  of: 'line' | 'block' = 'line',
): boolean {
  const pieces =
    of === 'line' ? hardPieces(expression.source) : [...hardPieces(expression.source), '\n']
  for (const length of of === 'line' ? lengths : blockLengths) {
    for (const piece of pieces) {
      const text = `${piece.repeat(Math.ceil(length / piece.length)).slice(0, length - 1)}\u0001`
      const hard = of === 'line' ? [asRulesSee(text)] : widths.map((width) => wrapped(text, width))
      if (hard.some((one) => isSlow(expression, one, nowMs))) return false
    }
  }
  return true
}

/** The best attempt decides, because the machine may have paused during the others. */
function isSlow(expression: RegExp, row: string, nowMs: () => number): boolean {
  for (let tries = 0; tries < expressionTriesMax; tries += 1)
    if (costMs(expression, row, nowMs) <= expressionMsMax) return false
  return true
}

function lengthsTo(most: number): readonly number[] {
  const found: number[] = []
  for (let length = 8; length < most; length = Math.max(length + 2, Math.floor(length * 1.2)))
    found.push(length)
  return [...found, most]
}

/** Splits text into rows of this width, as rules read them. */
function wrapped(text: string, width: number): string {
  return Array.from({ length: Math.ceil(text.length / width) }, (_, row) =>
    asRulesSee(text.slice(row * width, (row + 1) * width)),
  ).join('\n')
}

function costMs(expression: RegExp, row: string, nowMs: () => number): number {
  const start = nowMs()
  expression.test(row)
  return nowMs() - start
}

function hardPieces(source: string): readonly string[] {
  // Replaces escapes and classes by characters that they match.
  const literals = source
    .replace(/\\[sS]/g, ' ')
    .replace(/\\[dD]/g, '1')
    .replace(/\\[wWbB]/g, 'a')
    .replace(/[\\^$.*+?()[\]{}|]/g, '')
  const characters = [...new Set([' ', 'a', ...literals])].slice(0, charactersMax)
  const words = [...new Set(source.replace(/\\./g, ' ').match(/[\p{L}\p{N}]{3,}/gu))].slice(
    0,
    wordsMax,
  )
  return [
    ...characters,
    ...characters.flatMap((one) => characters.map((other) => one + other)),
    ...words,
  ]
}
