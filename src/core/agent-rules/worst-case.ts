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

/** A joined region: as large as a large screen that is full. */
const blockLengths = [...lengths, 2_048, 4_096, 8_192]

/** @param nowMs a clock in milliseconds, with fractions @param of what it runs on: one row, or a region's rows joined */
export function isFast(expression: RegExp, nowMs: () => number, of: 'line' | 'block' = 'line'): boolean {
  const pieces = of === 'line' ? hardPieces(expression.source) : [...hardPieces(expression.source), '\n']
  for (const length of of === 'line' ? lengths : blockLengths) {
    for (const piece of pieces) {
      const text = `${piece.repeat(Math.ceil(length / piece.length)).slice(0, length - 1)}\u0001`
      const row = of === 'line' ? asRulesSee(text) : wrapped(text)
      // The second try decides: the first may have met a pause of the machine.
      if (costMs(expression, row, nowMs) > expressionMsMax && costMs(expression, row, nowMs) > expressionMsMax) return false
    }
  }
  return true
}

/** In rows of a usual width, each as rules see it. */
function wrapped(text: string): string {
  return Array.from({ length: Math.ceil(text.length / 120) }, (_, row) => asRulesSee(text.slice(row * 120, (row + 1) * 120))).join('\n')
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
