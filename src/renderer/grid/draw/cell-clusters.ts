/**
 * Clusters whose parts have separate cells, because the program counted with `wcwidth` (without
 * mode 2027): skin tones, flags, emoji joined with U+200D, and Indic vowel signs, which a font
 * alone draws on a dotted circle. Each is drawn as one from its first cell on, as in foot. The
 * cells stay. The addon does not join across the cursor or an end of the selection.
 */
import type { Terminal } from '@xterm/xterm'

/** Three numbers per cell, and the texts of several code points by column. */
interface Line {
  readonly _data: Uint32Array
  readonly _combined: Readonly<Record<number, string>>
}

/** The used part of xterm.js's `CharacterJoinerService`. */
export interface JoinerService {
  readonly _characterJoiners: readonly unknown[]
  /** Returns the column ranges of a row that are drawn as one. Rows count from the oldest. */
  getJoinedCharacters(row: number): [from: number, end: number][]
}

/** Unicode's emoji have up to ten parts. The limit keeps a row of emoji from becoming one glyph. */
const part = '\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?'
const emoji =
  `\\p{Regional_Indicator}{2}|${part}(?:\\u200d${part}){1,9}` +
  '|\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}'

/** Brahmic scripts of Unicode's first plane. */
const brahmic = '[\\u0900-\\u0dff\\u1000-\\u109f\\u1780-\\u17ff]'
/** Viramas, which join the next letter. Tamil's only marks a missing vowel. */
const virama = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0c4d\\u0ccd\\u0d4d\\u1039\\u17d2]'
const letter = `(?=${brahmic})\\p{L}`
const mark = '(?:\\p{M}|[\\u200c\\u200d])'

const syllable = `${letter}${mark}{1,15}(?:(?<=${virama}\\u200d?)${letter}${mark}{0,15}){0,9}`

/** At least two code points: the addon does not draw a joined range of one. */
const clusters = new RegExp(`${emoji}|${syllable}`, 'gu')

export function joinClusters(
  terminal: Terminal,
  service: JoinerService,
  lineAt: (row: number) => Line | undefined,
): void {
  terminal.registerCharacterJoiner((text) =>
    [...text.matchAll(clusters)].map(({ index, 0: found }): [number, number] => [
      index,
      index + found.length,
    ]),
  )
  const join = service.getJoinedCharacters.bind(service)
  // Searching takes xterm.js longer than drawing a row without clusters, and nearly all rows are.
  service.getJoinedCharacters = (row) =>
    service._characterJoiners.length > 1 || hasParts(lineAt(row)) ? join(row) : []
}

const codeMask = 0x1fffff
/** The text is in `_combined`. */
const combined = 1 << 21

function hasParts(line: Line | undefined): boolean {
  if (line === undefined) return false
  const { _data: data, _combined: texts } = line
  for (let at = 0, x = 0; at < data.length; at += 3, x += 1) {
    const content = data[at] ?? 0
    const text = (content & combined) === 0 ? undefined : texts[x]
    const code = text === undefined ? content & codeMask : (text.codePointAt(0) ?? 0)
    if (code < 0x900) continue
    if (isPart(code) || text?.includes('\u200d') === true) return true
  }
  return false
}

/** Returns whether a character is Brahmic, half a flag, or a skin tone. */
function isPart(code: number): boolean {
  return (
    code <= 0xdff ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x1f1e6 && (code <= 0x1f1ff || (code >= 0x1f3fb && code <= 0x1f3ff)))
  )
}
