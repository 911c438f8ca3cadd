/**
 * Clusters whose parts have cells of their own (without mode 2027, as `wcwidth` counts): a skin
 * tone and what it is of, both halves of a flag, what U+200D joins; and vowel signs of Indic
 * scripts beside their letter, which a font draws on a dotted circle when they stand alone. Drawn
 * as one from the first of these cells on, as foot does, while the cells stay as the program
 * counted them. The addon joins none that the cursor or an end of the selection is in.
 */
import type { Terminal } from '@xterm/xterm'

/** Three numbers a cell, and the texts of more than one code point by column. */
interface Line {
  readonly _data: Uint32Array
  readonly _combined: Readonly<Record<number, string>>
}

/** What is used of xterm.js's `CharacterJoinerService`. */
export interface JoinerService {
  readonly _characterJoiners: readonly unknown[]
  /** Ranges of columns of a row, counted from the oldest, that are drawn as one. */
  getJoinedCharacters(row: number): [from: number, end: number][]
}

/**
 * Unicode has no emoji of more parts than ten; what goes on for longer is not looked at as a whole,
 * so that a row of nothing else is not one glyph.
 */
const part = '\\p{Extended_Pictographic}[\\ufe0f\\u{1f3fb}-\\u{1f3ff}]?'
const emoji =
  `\\p{Regional_Indicator}{2}|${part}(?:\\u200d${part}){1,9}` +
  '|\\p{Emoji_Modifier_Base}\\p{Emoji_Modifier}'

/** Brahmic scripts; those of Unicode's first plane that are written on screens. */
const brahmic = '[\\u0900-\\u0dff\\u1000-\\u109f\\u1780-\\u17ff]'
/** What joins the letter behind it: viramas but for Tamil's, which shows that there is no vowel. */
const virama = '[\\u094d\\u09cd\\u0a4d\\u0acd\\u0b4d\\u0c4d\\u0ccd\\u0d4d\\u1039\\u17d2]'
const letter = `(?=${brahmic})\\p{L}`
const mark = '(?:\\p{M}|[\\u200c\\u200d])'

const syllable = `${letter}${mark}{1,15}(?:(?<=${virama}\\u200d?)${letter}${mark}{0,15}){0,9}`

/** Of two code points at least: the addon draws no joined range of a single one. */
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
  // To look for them takes xterm.js longer than to draw a row that has none, which is nearly all.
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
    const content = data[at]!
    const text = (content & combined) === 0 ? undefined : texts[x]
    const code = text === undefined ? content & codeMask : (text.codePointAt(0) ?? 0)
    if (code < 0x900) continue
    if (isPart(code) || text?.includes('\u200d') === true) return true
  }
  return false
}

/** Brahmic, half a flag, or a skin tone. */
function isPart(code: number): boolean {
  return (
    code <= 0xdff ||
    (code >= 0x1000 && code <= 0x109f) ||
    (code >= 0x1780 && code <= 0x17ff) ||
    (code >= 0x1f1e6 && (code <= 0x1f1ff || (code >= 0x1f3fb && code <= 0x1f3ff)))
  )
}
