/**
 * What becomes of a text before it is pasted into a program, and when the user is asked first
 * (SECURITY.md). Clipboard, PRIMARY and dropped text all pass here; nothing else may
 * wrap or send a paste.
 */
import { holdsInvisible } from './spelled.ts'
import type { Options } from '../config/table.ts'

/** Largest paste in bytes; a clipboard can hold gigabytes. Beyond it: refused with a sentence. */
export const pasteBytesMax = 16_777_216

const bracketStart = '\u001b[200~'
export const bracketEnd = '\u001b[201~'

/**
 * Removes every end mark, 201~ behind an introducer in any form that a terminal or program may
 * read: ESC [, U+009B, and the two halves that Latin-1 programs see in UTF-8's C2 9B (U+00C2
 * U+009B); also those that only come about when another one is taken out of their middle. One pass,
 * linear: a mark is taken back as soon as its last character stands there. Start marks and other
 * escapes stay.
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
 * The bytes that a paste sends. `bracketed`: the program has set mode 2004; then CRLF becomes LF
 * and the text is wrapped, otherwise every line end becomes CR, as the Enter key sends it (a bare
 * LF is Ctrl+J to full-screen programs).
 */
export function preparePaste(
  text: string,
  { bracketed }: { readonly bracketed: boolean },
): Uint8Array<ArrayBuffer> {
  const clean = filterPaste(text)
  // A line end stays a character, so nothing is joined by this that was apart before.
  const lines = bracketed ? clean.replace(/\r\n/g, '\n') : clean.replace(/\r\n?|\n/g, '\r')
  return new TextEncoder().encode(bracketed ? bracketStart + lines + bracketEnd : lines)
}

export interface PasteDetails {
  /** Exact text that is pasted if the user agrees. The question draws it (core/consent). */
  readonly text: string
  readonly lines: number
  readonly bytes: number
  /** Its line ends act as Enter does, since the program did not ask for paste brackets. */
  readonly runs: boolean
  /** Control characters other than tabs and line ends are present, anywhere. */
  readonly controls: boolean
  /** Characters that draw nothing or turn the direction are present, anywhere. */
  readonly invisible: boolean
  /** The clipboard held marks that end a paste. They are not in `text`. */
  readonly endMarks: boolean
}

/** What decides whether the user is asked. `bracketed`: the program has asked for that form. */
export interface PastePolicy
  extends Pick<Options['clipboard'], 'confirm_multiline_paste' | 'confirm_large_paste_kib'> {
  readonly bracketed: boolean
}

/**
 * Returns the question to ask before this text is pasted, or null if it may be pasted at once.
 * @param copied text of the clipboard; end marks of brackets are taken out of it
 */
export function pasteQuestion(copied: string, policy: PastePolicy): PasteDetails | null {
  const text = filterPaste(copied)
  const bytes = utf8Length(text)
  const lineEnds = lineEndsOf(text)
  const askLines =
    lineEnds > 0 &&
    (policy.confirm_multiline_paste === 'always' ||
      (policy.confirm_multiline_paste === 'unbracketed' && !policy.bracketed))
  if (!askLines && !controlPattern.test(copied) && bytes <= policy.confirm_large_paste_kib * 1_024)
    return null
  return questionOf(text, { ...policy, endMarks: text !== copied })
}

/** Returns the question about the same text as one line. */
export function asOneLine({ text, endMarks }: PasteDetails): PasteDetails {
  return questionOf(joinLines(text), { bracketed: false, endMarks })
}

function questionOf(
  text: string,
  { bracketed, endMarks }: { readonly bracketed: boolean; readonly endMarks: boolean },
): PasteDetails {
  const lineEnds = lineEndsOf(text)
  return {
    text,
    lines: lineEnds + (/[\r\n]$/.test(text) ? 0 : 1),
    bytes: utf8Length(text),
    runs: lineEnds > 0 && !bracketed,
    controls: controlPattern.test(text),
    invisible: holdsInvisible(text),
    endMarks,
  }
}

function lineEndsOf(text: string): number {
  return text.match(/\r\n?|\n/g)?.length ?? 0
}

/**
 * "Paste as one line": line ends of any kind and the blanks around them become one blank; none is
 * left at the ends. Other controls but tabs go: to a line editor Ctrl+O is an Enter, and Ctrl+U
 * takes away what stands before it. End marks go as wholes, before their introducers are taken from
 * them.
 */
export function joinLines(text: string): string {
  return filterPaste(text)
    .split(/[\n\v\f\r\u0085\u2028\u2029]+/)
    .map((line) => line.replace(controls, '').trim())
    .filter((line) => line !== '')
    .join(' ')
}

const controlPattern = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u009f]/u

const controls = new RegExp(controlPattern, 'gu')

/** Bytes of the text in UTF-8, without encoding it. */
export function utf8Length(text: string): number {
  let bytes = 0
  for (let index = 0; index < text.length; index += 1) {
    const unit = text.charCodeAt(index)
    bytes +=
      unit < 0x80
        ? 1
        : unit < 0x800
          ? 2
          : unit >= 0xd800 && unit < 0xdc00
            ? 4
            : unit >= 0xdc00 && unit < 0xe000
              ? 0
              : 3
  }
  return bytes
}
