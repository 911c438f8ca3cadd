/** Tests which releases of keys reach the tab's program. */
import { expect, test } from 'vitest'
import { Session } from '../../../src/core/session/session.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'

const bytes = (text: string) => new TextEncoder().encode(text)

function make() {
  const { start, ptys } = fakeStart()
  const session = new Session(bashTab, {
    clock: new FakeClock(),
    start,
    send: () => undefined,
    writeClipboard: () => undefined,
  })
  const pty = ptys[0]!
  /** Returns what reaches the program when the page sends these keys. */
  const typed = (keys: string) => {
    const before = pty.written.length
    session.input.type('keys', bytes(keys))
    return pty.written.slice(before)
  }
  return { pty, typed }
}

const releases = ['\x1b[9;1:3u', '\x1b[99:67;5:3u', '\x1b[1;1:3A', '\x1b[3;1:3~', '\x1b[97;1:3;97u']

test.each(releases)('%j reaches only a program that has asked for releases', (key) => {
  const { pty, typed } = make()
  expect(typed(key)).toBe('')
  pty.print('\x1b[>3')
  expect(typed(key)).toBe('')
  pty.print('u')
  expect(typed(key)).toBe(key)
  pty.print('\x1b[<u$ ')
  expect(typed(key)).toBe('')
})

test.each([
  ['switches the screen', '\x1b[?1049h'],
  ['resets the terminal', '\x1bc'],
  ['removes the flag', '\x1b[=2;3u'],
  ['is reset softly', '\x1b[!p'],
])('no release reaches a program that %s', (_how, sequence) => {
  const { pty, typed } = make()
  pty.print(`\x1b[=3u${sequence}`)
  expect(typed('\x1b[9;1:3u')).toBe('')
})

test('a release reaches its program after output that has left the ring', () => {
  const { pty, typed } = make()
  pty.print('\x1b[>3u')
  for (let chunk = 0; chunk < 80; chunk += 1) pty.print('x'.repeat(65_536))
  expect(typed('\x1b[9;1:3u')).toBe('\x1b[9;1:3u')
})

test.each(['\x1b[9;1u', '\x1b[9;1:2u', '\x1b[A', 'a', '\x1b', 'x\x1b[9;1:3u', '\x1b[9;1:3ux'])(
  '%j, which is not a release, reaches each program',
  (key) => {
    expect(make().typed(key)).toBe(key)
  },
)
