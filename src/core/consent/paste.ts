/**
 * Prepares pastes, and decides when the user is asked first (SECURITY.md). Clipboard, PRIMARY and
 * dropped text all pass here; no other code may wrap or send a paste.
 */
import { holdsInvisible } from './spelled.ts'
import type { Options } from '../config/table.ts'

/** Maximum bytes of a paste; larger ones are refused with a notice. */
export const pasteBytesMax = 16_777_216

export const bracketStart = '\u001b[200~'
export const bracketEnd = '\u001b[201~'

/**
 * Removes every end mark: 201~ after an introducer in any form that a terminal or program may read.
 * Those are ESC [, U+009B, and U+00C2 U+009B, which Latin-1 programs see in UTF-8's C2 9B. Marks
 * that only form when an inner one is removed are removed too. One linear pass; start marks and
 * other escapes are kept.
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
 * Returns the bytes of a paste. `bracketed`: the program set mode 2004; CRLF becomes LF and the
 * text is wrapped. Otherwise every line end becomes CR, as sent by Enter; a bare LF is Ctrl+J to
 * full-screen programs.
 */
export function preparePaste(
  text: string,
  { bracketed }: { readonly bracketed: boolean },
): Uint8Array<ArrayBuffer> {
  const clean = filterPaste(text)
  // A line end remains a character, so that the removal above can't join separate texts.
  const lines = bracketed ? clean.replace(/\r\n/g, '\n') : clean.replace(/\r\n?|\n/g, '\r')
  return new TextEncoder().encode(bracketed ? bracketStart + lines + bracketEnd : lines)
}

export interface PasteDetails {
  /** Exact text of the paste, which the question draws (core/consent). */
  readonly text: string
  readonly lines: number
  readonly bytes: number
  /** Line ends act as Enter, since the program did not request paste brackets. */
  readonly runs: boolean
  /** It contains control characters other than tabs and line ends. */
  readonly controls: boolean
  /** It contains characters that draw nothing or change the direction. */
  readonly invisible: boolean
  /** The clipboard contained paste end marks, which `text` does not. */
  readonly endMarks: boolean
}

/** Facts that decide whether the user is asked. `bracketed`: the program requested brackets. */
export interface PastePolicy
  extends Pick<Options['clipboard'], 'confirm_multiline_paste' | 'confirm_large_paste_kib'> {
  readonly bracketed: boolean
  /** The text is the path of an image, which is always shown first. */
  readonly isImage?: boolean
}

/**
 * Returns the question to ask before pasting; `null` if none is needed.
 * @param copied text of the clipboard, from which end marks are removed
 */
export function pasteQuestion(copied: string, policy: PastePolicy): PasteDetails | null {
  const text = filterPaste(copied)
  const bytes = utf8Length(text)
  const lineEnds = lineEndsOf(text)
  const askLines =
    lineEnds > 0 &&
    (policy.confirm_multiline_paste === 'always' ||
      (policy.confirm_multiline_paste === 'unbracketed' && !policy.bracketed))
  const always = policy.isImage === true
  if (
    !always &&
    !askLines &&
    !controlPattern.test(copied) &&
    bytes <= policy.confirm_large_paste_kib * 1_024
  )
    return null
  return questionOf(text, { ...policy, endMarks: text !== copied })
}

/** Returns the question for the same text as one line. */
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
 * Joins lines for "Paste as one line": line ends of any kind and the spaces around them become one
 * space, and none at the ends. Other controls except tabs are removed: to a line editor, Ctrl+O is
 * Enter, and Ctrl+U deletes what is before it. End marks are removed first, while they are
 * complete.
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

/** Returns the length in UTF-8 without encoding the text. */
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
