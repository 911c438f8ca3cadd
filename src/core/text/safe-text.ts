/**
 * The one way by which text from a pty becomes text for people: titles, names, messages, links, file names (behaviour/security.md 4).
 * What it returns holds no control, no direction mark, nothing invisible, and is drawn with `textContent` only.
 */

/** Characters of a tab's title after cleaning (behaviour/security.md 2). Longer titles are cut. */
export const titleCharactersMax = 1_024

/** Characters of a name shown in a sentence: a program, a folder. Longer ones are cut. */
export const nameCharactersMax = 256

// C0, DEL, C1 · line and paragraph separator · direction marks, embeddings, isolates · zero width space and non-joiner,
// byte order mark · tag characters · lone surrogates. U+200D is judged by its neighbours below.
const unwanted =
  /[\u0000-\u001f\u007f-\u009f\u2028\u2029\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\u200b\u200c\ufeff\u{e0000}-\u{e007f}]|\p{Surrogate}/gu
const joinerOutsideEmoji = /(?<!\p{Extended_Pictographic}[\ufe0f\u{1f3fb}-\u{1f3ff}]?)\u200d|\u200d(?!\p{Extended_Pictographic})/gu
const plainAscii = /^[\x20-\x7e]*$/

/**
 * Cleans `text` and cuts it to `max` characters (code points), never inside a grapheme cluster.
 * Total and idempotent; unwanted characters are removed, not replaced.
 */
export function safeText(text: string, max: number): string {
  if (plainAscii.test(text)) return text.slice(0, max)
  // The joiners come second: what stood between them and an emoji may just have gone.
  return cut(text.replace(unwanted, '').replace(joinerOutsideEmoji, '').normalize('NFC'), max)
}

const graphemes = new Intl.Segmenter('en', { granularity: 'grapheme' })

/** The longest run of whole grapheme clusters with at most `max` code points. */
function cut(text: string, max: number): string {
  if (text.length <= max) return text
  let length = 0
  let characters = 0
  for (const { segment } of graphemes.segment(text)) {
    characters += [...segment].length
    if (characters > max) break
    length += segment.length
  }
  return text.slice(0, length)
}
