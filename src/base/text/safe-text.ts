/**
 * Makes text from a pty safe to show: titles, names, messages, links, file names (SECURITY.md). The
 * result has no controls, direction marks or invisible characters; the page shows it with
 * `textContent` only.
 */

/** Characters of a tab title after cleaning. Longer titles are truncated. */
export const titleCharactersMax = 1_024

/** Characters of a program or directory name in a sentence. Longer names are truncated. */
export const nameCharactersMax = 256

/** Characters of a logged line: a path of 4,096 bytes, a title and a sentence. Truncated. */
export const lineCharactersMax = 8_192

/** Characters of a title in a sentence, so that later text stays visible. Truncated. */
const quotedCharactersMax = 60

// C0, DEL, C1, lone surrogates, line and paragraph separators, and everything invisible: direction
// marks, zero widths, fillers, variation selectors, tags. U+200D and U+FE0F belong to emoji and are
// handled by their neighbors below.
export const unwanted =
  /[\p{Cc}\p{Cs}\u2028\u2029]|(?![\u200d\ufe0f])\p{Default_Ignorable_Code_Point}/gu
const presentationOutsideEmoji = /(?<!\p{Extended_Pictographic}|[0-9#*](?=\ufe0f\u20e3))\ufe0f/gu
const joinerOutsideEmoji = new RegExp(
  [
    /(?<!\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d/u,
    /\u200d(?!\p{Extended_Pictographic})/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'gu',
)
const plainAscii = /^[\x20-\x7e]*$/

/** Returns JSON with unwanted characters escaped, so that a parser gets the original text. */
export function safeJson(value: unknown, indent?: number): string {
  const escaped = (one: string): string =>
    [...Array(one.length).keys()]
      .map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join('')
  return JSON.stringify(value, null, indent).replace(unwanted, (one) =>
    // line ends of the indentation
    one === '\n' ? one : escaped(one),
  )
}

/**
 * Cleans `text` and truncates it to `max` code points, never inside a grapheme cluster. Idempotent;
 * unwanted characters are removed, not replaced.
 */
export function safeText(text: string, max: number): string {
  if (plainAscii.test(text)) return text.slice(0, max)
  // The order matters: the first step may remove text between these two and an emoji.
  return cut(
    text
      .replace(unwanted, '')
      .replace(presentationOutsideEmoji, '')
      .replace(joinerOutsideEmoji, '')
      .normalize('NFC'),
    max,
  )
}

/** Quotes a title. It may be a whole sentence, so quotes inside it are replaced. */
export function quoted(title: string): string {
  const short = safeText(title.replace(/[“”„‟]/g, '"'), quotedCharactersMax)
  return `“${short}${short.length < title.length ? '…' : ''}”`
}

/** Returns a short name without spaces, which cannot form a sentence; quotes all others. */
export function named(name: string): string {
  return name.length <= quotedCharactersMax && /^[^\s\u2800“”]+$/u.test(name) ? name : quoted(name)
}

/** Created when text is first truncated: it takes 20 ms, which would slow `vibeflow ls`. */
let graphemes: Intl.Segmenter | null = null

/** Returns the longest prefix of complete grapheme clusters with up to `max` code points. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text
  let length = 0
  let characters = 0
  graphemes ??= new Intl.Segmenter('en', { granularity: 'grapheme' })
  for (const { segment } of graphemes.segment(text)) {
    characters += [...segment].length
    if (characters > max) break
    length += segment.length
  }
  return text.slice(0, length)
}
