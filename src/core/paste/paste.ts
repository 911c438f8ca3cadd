/**
 * What becomes of a text before it is pasted into a program, and when the user is asked first (behaviour/security.md 5).
 * Clipboard, PRIMARY and dropped text all pass here; nothing else may wrap or send a paste.
 */

/** Largest paste in bytes; a clipboard can hold gigabytes. Beyond it: refused with a sentence. */
export const pasteBytesMax = 16_777_216

/** Characters of the preview in the question. It need only be enough to recognise the text. */
const previewCharactersMax = 2_000

const bracketStart = '\u001b[200~'
export const bracketEnd = '\u001b[201~'

/**
 * Removes every end mark, 201~ behind an introducer in any form that a terminal or program may read: ESC [, U+009B, and the two halves
 * that Latin-1 programs see in UTF-8's C2 9B (U+00C2 U+009B); also those that only come about when another one is taken out of their middle. One pass, linear: a mark is
 * taken back as soon as its last character stands there. Start marks and other escapes stay.
 */
export function filterPaste(text: string): string {
  if (!text.includes('~')) return text
  const kept: string[] = []
  const last = (back: number) => kept[kept.length - back]
  for (const character of text) {
    kept.push(character)
    if (character !== '~' || last(2) !== '1' || last(3) !== '0' || last(4) !== '2') continue
    if (last(5) === '[' && last(6) === '\u001b') kept.length -= 6
    else if (last(5) === '\u009b') kept.length -= last(6) === '\u00c2' ? 6 : 5
  }
  return kept.join('')
}

/**
 * The bytes that a paste sends. `bracketed`: the program has set mode 2004; then CRLF becomes LF and the text is wrapped,
 * otherwise every line end becomes CR, as the Enter key sends it (a bare LF is Ctrl+J to full-screen programs).
 */
export function preparePaste(text: string, { bracketed }: { readonly bracketed: boolean }): Uint8Array<ArrayBuffer> {
  const clean = filterPaste(text)
  // A line end stays a character, so nothing is joined by this that was apart before.
  const lines = bracketed ? clean.replace(/\r\n/g, '\n') : clean.replace(/\r\n?|\n/g, '\r')
  return new TextEncoder().encode(bracketed ? bracketStart + lines + bracketEnd : lines)
}

export interface PasteQuestion {
  readonly lines: number
  readonly bytes: number
  /** Control characters other than tab and line ends are present. */
  readonly controls: boolean
  /** The beginning of the text with everything invisible made visible. */
  readonly preview: string
}

export interface PastePolicy {
  readonly bracketed: boolean
  readonly confirmMultiline: 'never' | 'unbracketed' | 'always'
  readonly confirmLargeBytes: number
}

/** What to ask the user before this text is pasted, or null where it may go at once. */
export function pasteQuestion(text: string, policy: PastePolicy): PasteQuestion | null {
  const bytes = utf8Length(text)
  const lineEnds = text.match(/\r\n?|\n/g)?.length ?? 0
  const controls = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u.test(text)
  const askLines = lineEnds > 0 &&
    (policy.confirmMultiline === 'always' || (policy.confirmMultiline === 'unbracketed' && !policy.bracketed))
  if (!askLines && !controls && bytes <= policy.confirmLargeBytes) return null
  return { lines: lineEnds + (/[\r\n]$/.test(text) ? 0 : 1), bytes, controls, preview: visible(text.slice(0, previewCharactersMax)) }
}

/** "Paste as one line": line ends and the blanks around them become one blank; none is left at the ends. */
export function joinLines(text: string): string {
  return text.split(/[\r\n]+/).map((line) => line.trim()).filter((line) => line !== '').join(' ')
}

/** Control and invisible characters written out; line ends kept so that the preview reads like the text. */
function visible(text: string): string {
  return text.replace(/\r\n?/g, '\n').replace(/[\u0000-\u0008\u000b-\u001f\u007f-\u009f\u200b-\u200f\u2028-\u202e\u2060-\u2069\ufeff]/gu, (character) => {
    const code = character.codePointAt(0) ?? 0
    if (code === 0x1b) return 'ESC'
    return code < 0x80 ? `\\x${code.toString(16).padStart(2, '0')}` : `\\u${code.toString(16).padStart(4, '0')}`
  })
}

/** Bytes of the text in UTF-8, without encoding it. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    bytes += unit < 0x80 ? 1 : unit < 0x800 ? 2 : unit >= 0xd800 && unit < 0xdc00 ? 4 : unit >= 0xdc00 && unit < 0xe000 ? 0 : 3
  }
  return bytes
}
