/** Tests the row of each event, and the timeline that a page gets. */
import { describe, expect, it } from 'vitest'
import type { MainMessage } from '../../../src/core/ipc/contract.ts'
import type { RecordedEvent } from '../../../src/core/recorder/events.ts'
import { timeLineMs } from '../../../src/core/recorder/limits.ts'
import { segmentsOf } from '../../../src/core/recorder/strip.ts'
import { Session } from '../../../src/core/session/session.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'

function make(cols = 40) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart()
  const sent: MainMessage[] = []
  const entries: RecordedEvent[] = []
  const shadows = shadowsInPlace(clock)
  const session = new Session(
    {
      ...bashTab,
      directory: '/home/u/api',
      size: { cols, rows: 5 },
    },
    {
      clock,
      start,
      shadow: shadows.port,
      send: (message) => sent.push(message),
      writeClipboard: () => undefined,
      recorded: (entry) => entries.push(entry),
    },
  )
  const print = (text: string) => {
    ptys.at(-1)?.print(text)
    clock.advance(100)
  }
  const lines = (count: number, word = 'line') =>
    print(Array.from({ length: count }, (_, at) => `${word} ${at}\r\n`).join(''))
  /** Returns the target of a click on this event. */
  const goTo = async ({ place }: RecordedEvent) => {
    sent.splice(0)
    const done = session.recording.goTo(place)
    clock.advance(100)
    await done
    return sent.find(({ kind }) => kind === 'session/scroll-to' || kind === 'page/toast')
  }
  return { clock, entries, goTo, lines, print, sent, session, shadows }
}

const working = '\x1b]7501;state=working:app=claude\x07'
const waiting = '\x1b]7501;state=blocked:kind=permission:app=claude\x07'

describe('the place of an event', () => {
  it('is the row in which it was printed, also after more output', async () => {
    const { entries, goTo, lines, print } = make()
    lines(10)
    print(working)
    lines(50)
    print(waiting)
    lines(50)
    expect(await goTo(entries[0]!)).toMatchObject({ kind: 'session/scroll-to', row: 10 })
    expect(await goTo(entries[1]!)).toMatchObject({ kind: 'session/scroll-to', row: 60 })
  })

  it('moves with its text when the width changes', async () => {
    const { clock, entries, goTo, lines, print, session } = make(40)
    lines(10, 'x'.repeat(30))
    print(working)
    lines(20)
    session.program.resize({ cols: 20, rows: 5 })
    clock.advance(1_000)
    expect(await goTo(entries[0]!)).toMatchObject({ kind: 'session/scroll-to', row: 20 })
  })

  it('is reported as gone when it has left the history, or was cleared', async () => {
    const { entries, goTo, lines, print, session } = make()
    print(working)
    lines(20)
    session.delivery.clearScrollback()
    expect(await goTo(entries[0]!)).toMatchObject({
      kind: 'page/toast',
      text: expect.stringContaining('no longer in the scrollback'),
    })
  })

  it('outlives the death of its worker', async () => {
    const { clock, entries, goTo, lines, print, shadows } = make()
    lines(10)
    print(working)
    lines(20)
    shadows.kill('whole')
    clock.advance(1_000)
    expect(await goTo(entries[0]!)).toMatchObject({ kind: 'session/scroll-to', row: 10 })
  })

  it('of a command is where its output starts, and a flood of commands costs little', async () => {
    const { entries, goTo, lines, print } = make()
    lines(3)
    print('\x1b]133;A\x07$ \x1b]133;B\x07make\r\n\x1b]133;C\x07')
    lines(30)
    print('\x1b]133;D;2\x07')
    const command = entries.find(({ event }) => event.type === 'command')
    expect(await goTo(command!)).toMatchObject({ kind: 'session/scroll-to', row: 4 })
    for (let at = 0; at < 2_000; at += 1) print('\x1b]133;C\x07\x1b]133;D;0\x07'.repeat(5))
    expect(entries.length).toBeLessThan(1_200)
  })
})

describe('the timeline', () => {
  it('is sent once a second at most, and not when nothing happens', () => {
    const { clock, print, sent, session } = make()
    for (let at = 0; at < 20; at += 1) print(at % 2 === 0 ? working : waiting) // 2 s
    clock.advance(timeLineMs)
    const count = () => sent.filter(({ kind }) => kind === 'session/time-line').length
    const before = count()
    expect(before).toBeGreaterThan(0)
    expect(before).toBeLessThanOrEqual(3)
    clock.advance(60_000)
    expect(count()).toBe(before)
    session.dispose()
    expect(clock.timers).toBe(0)
  })

  it('omits command lines that start with a space, whatever the mark', () => {
    const { entries, print } = make()
    for (const line of ['make', ' export TOKEN=secret'])
      print(`\x1b]133;A\x07$ \x1b]133;B\x07\x1b]633;E;${line}\x07\x1b]133;C\x07\x1b]133;D;0\x07`)
    const commands = entries.flatMap(({ event }) => (event.type === 'command' ? event.line : []))
    expect(commands).toEqual(['make', null])
  })

  it('shows when the tab worked, waited and failed, and where', () => {
    const entry = (at: number, event: RecordedEvent['event']): RecordedEvent => ({
      at,
      place: at * 10,
      event,
    })
    const state = (
      shown: 'working' | 'waiting' | 'done',
      source: 'osc7501' | 'shell' = 'osc7501',
    ) =>
      ({
        type: 'state',
        state: shown,
        tool: '',
        project: '',
        source,
        reason: '',
      }) as const
    expect(
      segmentsOf([
        entry(1, state('working')),
        entry(3, { type: 'command', line: 'make', ranMs: 1, code: 2 }),
        entry(4, state('waiting')),
        entry(6, state('done')),
        entry(7, state('working', 'shell')),
        entry(8, state('working')),
      ]),
    ).toEqual([
      { as: 'worked', from: 1, to: 4, place: 10 },
      { as: 'failed', from: 3, to: 3, place: 30 },
      { as: 'waited', from: 4, to: 6, place: 40 },
      { as: 'worked', from: 8, to: null, place: 80 },
    ])
    // a shell without an agent has no timeline
    const failed = { type: 'command', line: 'false', ranMs: 1, code: 1 } as const
    expect(segmentsOf([entry(1, failed), entry(2, failed), entry(3, state('done'))])).toEqual([])
    const command = [
      entry(1, state('working', 'shell')),
      entry(2, failed),
      entry(2, state('done', 'shell')),
    ]
    expect(segmentsOf(command)).toEqual([])
  })
})
