/** Writes the line that a restart or restored tab draws under the ended program's output. */
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'

const reset = [
  // ends an open sequence
  '\x18',
  // keyboard flags of the current screen; those of the primary one follow below
  '\x1b[<99u',
  // Returns to the primary screen. 1049 restores the saved cursor, so it is saved here first in
  // case the primary screen is active.
  '\x1b7\x1b[?1049l',
  // cursor keys, margins, insert mode, attributes, visible cursor
  '\x1b[!p',
  // mouse and focus reports
  '\x1b[?1000l\x1b[?1002l\x1b[?1003l\x1b[?1004l\x1b[?1005l\x1b[?1006l\x1b[?1015l\x1b[?1016l',
  // the wheel's arrow keys, which are on at first
  '\x1b[?1007h',
  // paste brackets, synchronized output, wrap, inverse, keyboard flags, cursor
  '\x1b[?2004l\x1b[?2026l\x1b[?7h\x1b[?5l\x1b[<99u\x1b[0 q',
  // line ends, clusters, reports of the color scheme and of sizes
  '\x1b[20l\x1b[?2027l\x1b[?2031l\x1b[?2048l',
  // colors: text hidden by them would stay hidden in the next program, even after a restore
  '\x1b]104\x07\x1b]110\x07\x1b]111\x07\x1b]112\x07',
  // ASCII, no attributes
  '\x1b(B\x0f\x1b[m',
].join('')

export type RuleWord = 'restarted' | 'reopened' | 'restored' | 'duplicated' | 'opened'

/**
 * Returns the line: dim, with a verb. It is short, so that it fits every window width. The program
 * starts on the line below.
 * @param savedAt when the output above was saved, if known
 * @param moved the intended directory, which is missing or does not respond (`silent`), and the
 * actual one; appended to the rule
 */
export function restartRule(
  word: RuleWord = 'restarted',
  moved: { readonly gone: string; readonly silent: boolean; readonly to: string } | null = null,
  savedAt: string | undefined = undefined,
): Uint8Array {
  const saved = word === 'restored' && savedAt !== undefined ? ` (saved ${savedAt})` : ''
  // any output can name a directory
  const name = (path: string) => safeText(path, nameCharactersMax)
  const note =
    moved === null
      ? ''
      : ` ${name(moved.gone)} ${moved.silent ? 'does not answer' : 'is not there'}: this ` +
        `shell begins in ${name(moved.to)}.`
  return new TextEncoder().encode(`${reset}\r\n\x1b[2m── ${word}${saved} ──\x1b[m${note}\r\n`)
}
