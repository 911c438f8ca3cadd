/**
 * Font families for characters missing in `fonts.priority`, in fontconfig's order for this locale.
 * Otherwise Chromium searches a font for each character: 0.2 ms each, half a second for a screen of
 * Chinese.
 */
import { askWithin } from './query-program.ts'

/** Each family is tried for each character that earlier ones lack. */
const familiesMax = 12
const nameLettersMax = 100

/** The window waits for the answer, normally 10 ms, but not for fontconfig to build caches. */
const askMs = 500

/** Purposes of families, most important first, and how many of each are enough. */
const kinds: readonly { readonly is: RegExp; readonly most: number }[] = [
  { is: /\|(ja|ko|zh-\w+)(\||$)/, most: 3 },
  { is: /\|und-zsye(\||$)/, most: 1 },
  { is: /\|und-zmth(\||$)|^[^|]*\b(symbols?|math)/i, most: 3 },
]

/** Returns an empty list if fontconfig does not respond. */
export async function fallbackFonts(program = 'fc-match'): Promise<readonly string[]> {
  return fallbackFamilies(
    (await askWithin(askMs, program, ['-s', '-f', '%{family[0]}|%{lang}\n', 'monospace'])) ?? '',
  )
}

/** Parses lines such as `Noto Sans CJK JP|ja|ko|zh-cn`, best first. */
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
