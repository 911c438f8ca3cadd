/**
 * Bells and programs' own notifications: they mark a tab until it is looked at, and their texts are
 * clean.
 */
import { describe, expect, it } from 'vitest'
import type { MainMessage } from '../../../../src/core/ipc/contract.ts'
import { Session } from '../../../../src/core/session/session.ts'
import type { SessionEvent } from '../../../../src/core/session/session-ports.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { bashTab } from '../../../support/fake/bash-tab.ts'

function make() {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const happened: SessionEvent[] = []
  const remembered: string[] = []
  const session = new Session(
    {
      ...bashTab,
      title: 'given',
    },
    {
      clock,
      start,
      send: (_: MainMessage) => undefined,
      writeClipboard: () => undefined,
      happened: (one) => happened.push(one),
      remembers: () => {
        const { muted, mark, named } = session.identity
        remembered.push(`${named} ${muted} ${mark?.color}`)
      },
    },
  )
  const print = (text: string) => ptys[0]?.print(text)
  const calls = () =>
    happened
      .filter((one) => one.type === 'called')
      .map(({ call }) => (call === null ? null : `${call.kind} ${call.title}|${call.body}`))
  return { calls, clock, happened, print, remembered, session }
}

const osc = (body: string) => `\x1b]${body}\x07`

describe('calls', () => {
  it('marks a tab by a bell, once, until the user looks', () => {
    const { calls, print, session } = make()
    print('\x07\x07')
    expect([session.view().call?.kind, calls()]).toEqual(['bell', ['bell |']])
    session.evidence.apply({ type: 'focus', on: true })
    expect([session.view().call, calls()]).toEqual([undefined, ['bell |', null]])
    print('\x07')
    expect(session.view().call).toBeUndefined() // in the foreground
  })

  it('ignores the bell of a program that reports for itself', () => {
    const { calls, print } = make()
    print(`${osc('7501;state=working:app=claude')}\x07`)
    expect(calls()).toEqual([])
  })

  it.each([
    ['OSC 9', osc('9;ready'), 'program |ready'],
    ['OSC 777', osc('777;notify;Build;done; all'), 'program Build|done; all'],
    [
      'OSC 99 in parts',
      `${osc('99;i=1:d=0;Bu')}${osc('99;i=1:d=0;ild')}${osc('99;i=1:p=body;ok')}`,
      'program Build|ok',
    ],
    ['hostile text', osc('777;notify;A\u202eB;\u200bx\u0085y'), 'program AB|xy'],
  ])('reads %s', (_, sent, expected) => {
    const { calls, print } = make()
    print(sent)
    expect(calls()).toEqual([expected])
  })

  it('lets a program replace and close its notification by its id, and no other', () => {
    const { calls, print, session } = make()
    print(osc('99;i=1;one'))
    print(osc('99;i=1;two'))
    print(osc('99;i=2:p=close;'))
    expect([calls(), session.view().call?.title]).toEqual([['program one|', 'program two|'], 'two'])
    print(osc('99;i=1:p=close;'))
    expect(session.view().call).toBeUndefined()
  })

  it('raises and lowers attention as it is asked (OSC 1337)', () => {
    const { calls, print } = make()
    print(osc('1337;RequestAttention=yes'))
    print(osc('1337;RequestAttention=no'))
    expect(calls()).toEqual(['bell |', null])
  })

  it('merges a storm, and cuts long texts', () => {
    const { calls, clock, print, session } = make()
    for (let count = 0; count < 100; count += 1) print(osc(`9;${count}`))
    expect(calls().length).toBe(5)
    clock.advance(1_000)
    print(osc(`9;${'x'.repeat(5_000)}`))
    expect([calls().length, session.view().call?.body.length]).toEqual([6, 256])
  })

  it('reports commands that ended, with their time', () => {
    const { clock, happened, print } = make()
    print(osc('133;C'))
    clock.advance(12_000)
    print(osc('133;D;2'))
    expect(happened.filter(({ type }) => type === 'command')).toEqual([
      { type: 'command', ranMs: 12_000, code: 2 },
    ])
  })
})

describe('names', () => {
  it("has the user's name before the given one, and that before the program's", () => {
    const { print, session, clock } = make()
    print(osc('2;program'))
    clock.advance(1_000)
    const titles = [session.view().title]
    session.identity.rename('  mine ')
    titles.push(session.view().title)
    session.identity.rename('')
    titles.push(session.view().title)
    session.identity.rename('\u202e\u0007')
    titles.push(session.view().title)
    expect(titles).toEqual(['given', 'mine', 'given', 'given'])
  })

  it('reports each change of the user, to save it', () => {
    const { print, remembered, session } = make()
    session.identity.rename('mine')
    session.identity.rename('mine')
    session.identity.mute(true)
    session.identity.markWith({ color: 'red' })
    print(osc('2;program'))
    session.identity.mute(true)
    expect(remembered).toEqual(['mine false undefined', 'mine true undefined', 'mine true red'])
  })

  it('keeps the name over a restart, and cuts it at 256 characters', () => {
    const { session } = make()
    session.identity.rename('é'.repeat(300))
    session.program.restart()
    expect([session.view().title.length, session.view().named]).toEqual([256, true])
  })
})
