/** A session with a fake pty and a VT core in place, and what its program is answered. */
import { defaults, type Options } from '../../../../src/core/config/table.ts'
import type { WindowFacts } from '../../../../src/core/ipc/contract.ts'
import { Session } from '../../../../src/core/session/session.ts'
import { feedDelayMs } from '../../../../src/core/worker/limits.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../../support/frames/shadow.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'

export const E = '\x1b'
export const window: WindowFacts = {
  cell: { width: 7.5, height: 16 },
  foreground: 0xe0e0e0,
  background: 0x101418,
  cursor: 0xff8000,
  ansi: Array.from({ length: 16 }, (_, index) => index * 0x010101),
}
export const light: WindowFacts = { ...window, background: 0xfafafa }
export const hex = (text: string) => Buffer.from(text).toString('hex').toUpperCase()
export const encode = (text: string) => new TextEncoder().encode(text)

export function make({
  settings = defaults,
  before = [] as readonly Uint8Array[],
  facts = window as WindowFacts | null,
} = {}) {
  const clock = new FakeClock()
  const shadows = shadowsInPlace(clock)
  const { start, ptys } = fakeStart()
  const session = new Session(
    {
      ...bashTab,
      command: { program: '/bin/sh', args: [] },
      isUserShell: false,
      settings,
      restoredOutput: before,
      word: 'reopened', // a rule line separates the output of an earlier tab from the program
    },
    { clock, start, writeClipboard: () => undefined, shadow: shadows.port, send: () => undefined },
  )
  if (facts !== null) session.delivery.shownIn(facts)
  const print = (text: string | Uint8Array) => {
    ptys.at(-1)?.print(text)
  }
  /** Returns the input of a program that has printed this. */
  const asks = (text: string): string => {
    const pty = ptys.at(-1)!
    pty.written = ''
    print(text)
    clock.advance(2 * feedDelayMs)
    return pty.written
  }
  return { asks, clock, print, ptys, session, shadows, written: () => ptys.at(-1)!.written }
}

export const having = (change: (options: Options) => Partial<Options>): Options => ({
  ...defaults,
  ...change(defaults),
})
