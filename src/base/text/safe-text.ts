/**
 * The one way by which text from a pty becomes text for people: titles, names, messages, links,
 * file names (SECURITY.md). What it returns holds no control, no direction mark,
 * nothing invisible, and is drawn with `textContent` only.
 */

/** Characters of a tab's title after cleaning. Longer titles are cut. */
export const titleCharactersMax = 1_024

/** Characters of a name shown in a sentence: a program, a folder. Longer ones are cut. */
export const nameCharactersMax = 256

/**
 * Characters of a line that is printed, logged or said of a file: a path of 4 096 bytes, a title
 * and a sentence around them. Longer ones are cut.
 */
export const lineCharactersMax = 8_192

/**
 * Characters of a title in a sentence of ours: what follows it stays in view. Longer ones are cut.
 */
const quotedCharactersMax = 60

// C0, DEL, C1 · lone surrogates · line and paragraph separator · all that is drawn as nothing:
// direction marks, zero widths, fillers, variation
// selectors, tags. U+200D and U+FE0F belong to emoji and are judged by their neighbours below.
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

/**
 * JSON for programs and terminals alike: what is unwanted stands as an escape, so that a reader
 * gets the very same text.
 */
export function safeJson(value: unknown, indent?: number): string {
  const escaped = (one: string): string =>
    [...Array(one.length).keys()]
      .map((at) => `\\u${one.charCodeAt(at).toString(16).padStart(4, '0')}`)
      .join('')
  return JSON.stringify(value, null, indent).replace(unwanted, (one) =>
    one === '\n' ? one : escaped(one),
  ) // line ends: of the indent
}

/**
 * Cleans `text` and cuts it to `max` characters (code points), never inside a grapheme cluster.
 * Total and idempotent; unwanted characters are removed, not replaced.
 */
export function safeText(text: string, max: number): string {
  if (plainAscii.test(text)) return text.slice(0, max)
  // In this order: what stood between these two and an emoji may just have gone.
  return cut(
    text
      .replace(unwanted, '')
      .replace(presentationOutsideEmoji, '')
      .replace(joinerOutsideEmoji, '')
      .normalize('NFC'),
    max,
  )
}

/**
 * A title in a sentence of ours, marked as the name that it is: a program may call itself a
 * sentence, and its own quotes end ours no sooner.
 */
export function quoted(title: string): string {
  const short = safeText(title.replace(/[“”„‟]/g, '"'), quotedCharactersMax)
  return `“${short}${short.length < title.length ? '…' : ''}”`
}

/**
 * A name in a sentence of ours: as it is where it is short and without a blank, so that it can say
 * nothing by itself; else quoted.
 */
export function named(name: string): string {
  return name.length <= quotedCharactersMax && /^[^\s\u2800“”]+$/u.test(name) ? name : quoted(name)
}

/** Made when a text is cut: to make it takes 20 ms, which `vibeflow ls` would wait for. */
let graphemes: Intl.Segmenter | null = null

/** The longest run of whole grapheme clusters with at most `max` code points. */
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
