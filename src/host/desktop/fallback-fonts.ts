/**
 * Families that have what the fonts of `fonts.priority` lack, as fontconfig ranks them for this
 * locale. Chromium would look for a font anew for each character that no named family has: 0.2 ms
 * of each, half a second for a screen of Chinese.
 */
import { askWithin } from './query-program.ts'

/**
 * Families that are named. Each is asked for each character that those before it lack. What only
 * others have is found as before, by the slow way.
 */
const familiesMax = 12
const nameLettersMax = 100

/**
 * The window waits for the answer. fontconfig takes 10 ms; it is done without where its caches have
 * to be made first.
 */
const askMs = 500

/** What a family is named for, most needed first, and how many of that kind are enough. */
const kinds: readonly { readonly is: RegExp; readonly most: number }[] = [
  { is: /\|(ja|ko|zh-\w+)(\||$)/, most: 3 },
  { is: /\|und-zsye(\||$)/, most: 1 },
  { is: /\|und-zmth(\||$)|^[^|]*\b(symbols?|math)/i, most: 3 },
]

/** @returns none where fontconfig does not answer: characters are found by the slow way then */
export async function fallbackFonts(program = 'fc-match'): Promise<readonly string[]> {
  return fallbackFamilies(
    (await askWithin(askMs, program, ['-s', '-f', '%{family[0]}|%{lang}\n', 'monospace'])) ?? '',
  )
}

/**
 * Reads lines such as `Noto Sans CJK JP|ja|ko|zh-cn`, best first, each of which adds characters to
 * those before.
 */
export function fallbackFamilies(text: string): readonly string[] {
  const lines = text.split('\n')
  const nameOf = (line: string): string => line.split('|', 1)[0] ?? ''
  const wanted = kinds.flatMap(({ is, most }) =>
    [...new Set(lines.filter((line) => is.test(line)).map(nameOf))].slice(0, most),
  )
  return [...new Set([...wanted, ...lines.map(nameOf)])]
    .filter((name) => name !== '' && name.length <= nameLettersMax)
    .slice(0, familiesMax)
}
