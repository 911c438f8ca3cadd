/**
 * Lists font families for `fonts.priority`: the bundled families and the families that fontconfig
 * finds.
 */
import { execFile } from 'node:child_process'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'

interface FontFamily {
  readonly family: string
  /** All letters have the same width, as a grid needs. */
  readonly fixedWidth: boolean
  readonly bundled: boolean
}

/** fontconfig's `spacing`: 90 for two widths (CJK), 100 for one, 110 for character cells. */
const fixed = /:spacing=(90|100|110)\b/

/** Systems with all Noto fonts list some 200 KiB. */
const outputBytesMax = 8_388_608
const askMs = 10_000

const bundled: readonly FontFamily[] = [
  { family: 'JetBrains Mono', fixedWidth: true, bundled: true },
  { family: 'Symbols Nerd Font', fixedWidth: true, bundled: true },
]

/** Returns bundled families first, then fixed-width ones, each by name. */
export function listFonts(
  program = 'fc-list',
): Promise<readonly FontFamily[] | { readonly problem: string }> {
  return new Promise((resolve) => {
    execFile(
      program,
      [':', 'family', 'spacing'],
      { timeout: askMs, maxBuffer: outputBytesMax, encoding: 'utf8' },
      (error, text) => {
        if (error !== null)
          resolve({
            problem:
              `can't list the fonts of this system: ${program} ` +
              ('code' in error && error.code === 'ENOENT'
                ? 'is not installed (fontconfig)'
                : `failed: ${error.message.split('\n')[0] ?? ''}`),
          })
        else resolve(fontFamilies(text))
      },
    )
  })
}

/** Parses lines such as `DejaVu Sans Mono,DejaVu Sans Mono Book:spacing=100`. */
export function fontFamilies(text: string): readonly FontFamily[] {
  const found = new Map(bundled.map((one) => [one.family, one]))
  for (const line of text.split('\n')) {
    const family = safeText(
      (/^((?:\\.|[^,:\\])+)/.exec(line)?.[1] ?? '').replace(/\\(.)/g, '$1'),
      nameCharactersMax,
    ).trim()
    if (family === '') continue
    const before = found.get(family)
    if (before?.bundled !== true)
      found.set(family, {
        family,
        fixedWidth: before?.fixedWidth === true || fixed.test(line),
        bundled: false,
      })
  }
  return [...found.values()].sort(
    (one, other) =>
      Number(other.bundled) - Number(one.bundled) ||
      Number(other.fixedWidth) - Number(one.fixedWidth) ||
      one.family.localeCompare(other.family, 'en'),
  )
}

/** Fonts without letters, as their names show. */
const withoutLetters = /emoji|symbols/i

/** Returns the families whose letters have one width; empty if they can't be listed. */
export async function fixedFonts(program?: string): Promise<readonly string[]> {
  const families = await listFonts(program)
  return 'problem' in families ? [] : fixedFamilies(families)
}

/** Returns the names of families whose letters have one width. */
export function fixedFamilies(families: readonly FontFamily[]): readonly string[] {
  return families
    .filter(({ family, fixedWidth }) => fixedWidth && !withoutLetters.test(family))
    .map(({ family }) => family)
}
