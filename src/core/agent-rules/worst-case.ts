/**
 * Is a regular expression fast enough for text that a program chooses? It runs on rows made to be hard for it: long runs of its own
 * characters, and of blanks, that end in something it does not expect. Lengths grow step by step, so that an expression of exponential cost is
 * found after a few milliseconds and not after years.
 */
import { expressionMsMax, rowCharactersMax } from './limits.ts'
import { asRulesSee } from './rules.ts'

/** Lengths of the rows that are tried: small steps as long as an exponential cost may show, then up to the longest row. */
const lengths = [8, 10, 12, 14, 16, 18, 20, 22, 24, 26, 28, 30, 32, 40, 64, 128, 256, 512, rowCharactersMax]

/** Different characters of an expression that are tried alone and in pairs. */
const charactersMax = 6

/** @param nowMs a clock in milliseconds, with fractions */
export function isFast(expression: RegExp, nowMs: () => number): boolean {
  const pieces = hardPieces(expression.source)
  for (const length of lengths) {
    for (const piece of pieces) {
      const row = asRulesSee(`${piece.repeat(Math.ceil(length / piece.length)).slice(0, length - 1)}\u0001`)
      // The second try decides: the first may have met a pause of the machine.
      if (costMs(expression, row, nowMs) > expressionMsMax && costMs(expression, row, nowMs) > expressionMsMax) return false
    }
  }
  return true
}

function costMs(expression: RegExp, row: string, nowMs: () => number): number {
  const start = nowMs()
  expression.test(row)
  return nowMs() - start
}

function hardPieces(source: string): readonly string[] {
  // What escapes and classes stand for matters more than their letters.
  const literals = source.replace(/\\[sS]/g, ' ').replace(/\\[dD]/g, '1').replace(/\\[wWbB]/g, 'a').replace(/[\\^$.*+?()[\]{}|]/g, '')
  const characters = [...new Set([' ', 'a', ...literals])].slice(0, charactersMax)
  return [...characters, ...characters.flatMap((one) => characters.map((other) => one + other))]
}
