/** Variables that output sets (OSC 1337): how long they last, and that they change nothing else. */
import { describe, expect, test } from 'vitest'
import { Session } from '../../../../src/core/session/session.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'
import { userVariableBytesMax } from '../../../../src/protocol/index.ts'

const set = (name: string, value: string) =>
  `\x1b]1337;SetUserVar=${name}=${Buffer.from(value).toString('base64')}\x1b\\`

function make() {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const sent: unknown[] = []
  const session = new Session(bashTab, {
    clock,
    start,
    send: (message) => sent.push(message),
    writeClipboard: () => undefined,
  })
  const print = (text: string) => ptys.at(-1)?.print(text)
  return { clock, print, sent, session, shown: () => session.evidence.variables.shown }
}

describe('a user variable', () => {
  test('has the value that was set last', () => {
    const { print, shown } = make()
    expect(shown()).toBeUndefined()
    print(set('a', '1') + set('b', '2') + set('a', '3'))
    expect(shown()).toEqual({ a: '3', b: '2' })
  })

  test('can be empty, and is removed without a value', () => {
    const { print, shown } = make()
    print(`${set('a', '1')}${set('a', '')}`)
    expect(shown()).toEqual({ a: '' })
    print('\x1b]1337;SetUserVar=a\x07\x1b]1337;SetUserVar=b\x07')
    expect(shown()).toBeUndefined()
  })

  test.each([
    ['too long', set('a', 'x'.repeat(userVariableBytesMax + 1))],
    ['not base64', '\x1b]1337;SetUserVar=a=%\x07'],
    ['not UTF-8', '\x1b]1337;SetUserVar=a=/w==\x07'],
    ['with a control', set('a', '\n')],
    ['longer than any sequence', set('a', 'x'.repeat(1_000_000))],
  ])('has its value from before if the new one is %s', (_, sequence) => {
    const { print, shown } = make()
    print(set('a', '1') + sequence)
    expect(shown()).toEqual({ a: '1' })
  })

  test('changes neither state nor title, and causes no message', () => {
    const { clock, print, sent, session } = make()
    clock.advance(1_000)
    const view = session.view()
    const before = sent.length
    print(set('state', 'waiting') + set('title', 'evil') + set('user', 'root'))
    clock.advance(1_000)
    expect(session.view()).toEqual(view)
    expect(session.why()).toMatchObject({ dropped: {}, contexts: null })
    expect(sent.slice(before)).not.toContainEqual(
      expect.objectContaining({ kind: 'session/changed' }),
    )
  })

  test('stays after a reset of the terminal, and ends with its program', () => {
    const { print, session, shown } = make()
    print(`${set('a', '1')}\x1bc\x1b[!p`)
    expect(shown()).toEqual({ a: '1' })
    session.program.restart()
    expect(shown()).toBeUndefined()
  })
})
