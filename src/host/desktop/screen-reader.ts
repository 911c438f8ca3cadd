/**
 * Asks the accessibility bus for a screen reader. A screen reader without that bus needs
 * `ui.screen_reader`.
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
