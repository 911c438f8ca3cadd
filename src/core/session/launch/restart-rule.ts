/** Writes the line that a restart or restored tab draws under the ended program's output. */
import { unresumedNote, type Unresumed } from '../../../agents/resume/unresumed.ts'
import { nameCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { resetState } from '../flow/reset-state.ts'

// 1049 restores the saved cursor, so it is saved first in case the primary screen is active.
const reset = resetState('\x1b7\x1b[?1049l')

/** A name has up to 256 characters. */
const noteCharactersMax = 512

export type RuleWord = 'restarted' | 'reopened' | 'restored' | 'duplicated' | 'opened'

/**
 * Returns the line: dim, with a verb. It is short, so that it fits every window width. The program
 * starts on the line below. The old screen may have text below its cursor, as an agent's does.
 * @param savedAt when the output above was saved, if known
 * @param moved the intended directory, which is missing or does not respond (`silent`), and the
 * actual one; appended to the rule
 * @param unresumed the agent that ran there and can't be resumed; the reason is below the rule
 */
export function restartRule(
  word: RuleWord = 'restarted',
  moved: { readonly gone: string; readonly silent: boolean; readonly to: string } | null = null,
  savedAt: string | undefined = undefined,
  unresumed: Unresumed | null = null,
): Uint8Array {
  const saved = word === 'restored' && savedAt !== undefined ? ` (saved ${savedAt})` : ''
  // any output can name a directory
  const name = (path: string) => safeText(path, nameCharactersMax)
  const note =
    moved === null
      ? ''
      : ` ${name(moved.gone)} ${moved.silent ? "doesn't respond" : 'no longer exists'}. ` +
        `Started in ${name(moved.to)} instead.`
  const reason =
    word === 'restored' && unresumed !== null
      ? `\x1b[2m${safeText(unresumedNote(unresumed), noteCharactersMax)}\x1b[m\r\n`
      : ''
  return new TextEncoder().encode(
    `${reset}\x1b[=d\r\n\x1b[2m── ${word}${saved} ──\x1b[m${note}\r\n${reason}`,
  )
}
