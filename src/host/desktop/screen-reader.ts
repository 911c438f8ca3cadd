/**
 * Whether a screen reader runs: what the desktop's accessibility bus says. Not every reader reports
 * it, so that `ui.screen_reader` can be set too.
 */
import { askProgram, type Ask } from './query-program.ts'

const question = [
  '--user',
  'get-property',
  'org.a11y.Bus',
  '/org/a11y/bus',
  'org.a11y.Status',
  'ScreenReaderEnabled',
] as const

export async function screenReaderRuns(ask: Ask = askProgram): Promise<boolean> {
  return /^b true\s*$/.test((await ask('busctl', question)) ?? '')
}
