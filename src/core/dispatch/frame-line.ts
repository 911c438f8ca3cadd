/** One frame as a line for people, of `--debug-frames`. */
import { safeText } from '../text/safe-text.ts'
import type { LoggedFrame } from './frame-log.ts'
import { rememberedBytesMax } from './limits.ts'

/** `tab 3f2a @1234 OSC 1338 dropped (unknown-state): state=idle`. The offset is that behind the frame. */
export function frameLine(tab: string, { number, problem, end, body, cut }: LoggedFrame): string {
  const what = number === null ? 'string' : `OSC ${number}`
  const why = problem === null ? 'seen' : `dropped (${problem})`
  return `tab ${tab} @${end} ${what} ${why}: ${safeText(body, rememberedBytesMax)}${cut ? '...' : ''}\n`
}
