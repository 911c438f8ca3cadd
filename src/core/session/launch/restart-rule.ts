/**
 * The line that a restart, or a tab that goes on from a closed one, draws under what the ended
 * program left.
 */
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'

const reset = [
  '\x18', //                                     ends a sequence that the program left open
  // keyboard flags of the screen it was on; those of the primary below
  '\x1b[<99u',
  // Back to the primary screen: 1049 takes the cursor to where it was saved, so on the primary
  // screen it is saved here first.
  '\x1b7\x1b[?1049l',
  // cursor keys, margins, insert mode, attributes, visible cursor
  '\x1b[!p',
  // mouse and focus reports
  '\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1005l\x1b[?1006l\x1b[?1015l\x1b[?1016l',
  // paste brackets, synchronized output, wrap, inverse, keyboard flags, cursor
  '\x1b[?2004l\x1b[?2026l\x1b[?7h\x1b[?5l\x1b[<99u\x1b[0 q',
  // line ends, clusters, reports of the colour scheme and of sizes
  '\x1b[20l\x1b[?2027l\x1b[?2031l\x1b[?2048l',
  // colours: what was hidden in them would hide the next program's text, in the next run too
  '\x1b]104\x07\x1b]110\x07\x1b]111\x07\x1b]112\x07',
  '\x1b(B\x0f\x1b[m', //                         ASCII, no attributes
].join('')

export type RuleWord = 'restarted' | 'reopened' | 'restored' | 'duplicated' | 'opened'

/**
 * Dim, with a word of why; the program begins on the line below. Short, so that it is right at
 * every width that the window takes.
 * @param savedAt when what stands above was saved; undefined: nobody knows
 * @param moved the folder in which it should have begun and which is not there, or does not answer
 * (`silent`), and the one in which it does: said behind the rule
 */
export function restartRule(
  word: RuleWord = 'restarted',
  moved: { readonly gone: string; readonly silent: boolean; readonly to: string } | null = null,
  savedAt: string | undefined = undefined,
): Uint8Array {
  const saved = word === 'restored' && savedAt !== undefined ? ` (saved ${savedAt})` : ''
  const name = (path: string) => safeText(path, nameCharactersMax) // any output can name a folder
  const note =
    moved === null
      ? ''
      : ` ${name(moved.gone)} ${moved.silent ? 'does not answer' : 'is not there'}: this ` +
        `shell begins in ${name(moved.to)}.`
  return new TextEncoder().encode(`${reset}\r\n\x1b[2m── ${word}${saved} ──\x1b[m${note}\r\n`)
}
