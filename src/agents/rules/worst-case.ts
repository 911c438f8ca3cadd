/**
 * Is a regular expression fast enough for text that a program chooses? It runs on rows made to be
 * hard for it: long runs of its own characters and words, and of blanks, that end in something it
 * does not expect. Lengths grow step by step, so that an expression of exponential cost is found
 * after a few milliseconds and not after years. This finds many, and cannot find all: what costs
 * much on other text is met when it runs (limited.ts).
 */
import { expressionMsMax, expressionTriesMax, rowCharactersMax } from './limits.ts'
import { asRulesSee } from './rules.ts'

/**
 * Lengths of the rows that are tried, each at most a fifth longer than the one before (2 at first):
 * a cost of 2^(cN) that was bearable before, 5 ms, is at most some 50 ms now, whatever c is.
 * Doubled lengths would square it, which may be minutes.
 */
const lengths = lengthsTo(rowCharactersMax)

/** Different characters of an expression that are tried alone and in pairs; and words, alone. */
const charactersMax = 6
const wordsMax = 6

/** A joined region: as large as a large screen that is full. */
const blockLengths = lengthsTo(8_192)

/**
 * @param nowMs a clock in milliseconds, with fractions @param of what it runs on: one row, or a
 * region's rows joined
 */
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
      const row = of === 'line' ? asRulesSee(text) : wrapped(text)
      if (isSlow(expression, row, nowMs)) return false
    }
  }
  return true
}

/** The best try decides: the others may have met a pause of the machine. */
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

/** In rows of a usual width, each as rules see it. */
function wrapped(text: string): string {
  return Array.from({ length: Math.ceil(text.length / 120) }, (_, row) =>
    asRulesSee(text.slice(row * 120, (row + 1) * 120)),
  ).join('\n')
}

function costMs(expression: RegExp, row: string, nowMs: () => number): number {
  const start = nowMs()
  expression.test(row)
  return nowMs() - start
}

function hardPieces(source: string): readonly string[] {
  // What escapes and classes stand for matters more than their letters.
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
