/** Finds configured fonts that are not installed. */
import type { Options } from '../../core/config/table.ts'
import { bundled, quotedFamily, systemMono } from './fonts.ts'

/** Generic CSS families, which every system has. */
const generic = /^(?:ui-)?(?:monospace|serif|sans-serif|system-ui|cursive|fantasy)$/i

/** Symbol and emoji fonts, which have no letters even when installed. */
const withoutLetters = /moji|joypixels|(?:symbol|icon)s?\b|awesome/i

/** Returns a sentence for each list of fonts without an installed font for letters. */
export function missingFonts({ fonts, profiles }: Pick<Options, 'fonts' | 'profiles'>): string[] {
  const own = Object.entries(profiles).map(
    ([name, profile]) => [`profiles.${name}.fonts.priority`, profile.fonts.priority] as const,
  )
  return [['fonts.priority', fonts.priority] as const, ...own].flatMap(([key, list = []]) => {
    const missing = list.filter((name) => !withoutLetters.test(name))
    if (missing.length === 0 || missing.some(drawsLetters)) return []
    const names = missing.map(quotedFamily).join(', ')
    const instead = drawsLetters(systemMono) ? systemMono : "the system's fixed-width font"
    const why =
      missing.length === 1
        ? 'is not installed or is a bitmap font'
        : 'are not installed or are bitmap fonts'
    return [`${names} (${key}) ${why}. Using ${instead}.`]
  })
}

/** Returns whether the font is installed: the fallback after it then makes no difference. */
function drawsLetters(family: string): boolean {
  const context = document.createElement('canvas').getContext('2d')
  if (context === null || generic.test(family) || family.toLowerCase() === bundled.toLowerCase())
    return true
  const [one, other] = ['monospace', 'serif'].map((behind) => {
    context.font = `64px ${quotedFamily(family)}, ${behind}`
    return context.measureText('Will').width
  })
  return one === other
}
