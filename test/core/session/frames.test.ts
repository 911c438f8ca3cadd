/**
 * A session whose page draws frames: what of a flood out of view reaches the main process, and how
 * its program is slowed.
 */
import { expect, test } from 'vitest'
import { OutputDelivery } from '../../../src/core/session/delivery.ts'
import type { SessionParts } from '../../../src/core/session/parts.ts'
import { restFactor, restFromMs, restMsMax } from '../../../src/core/session/limits.ts'
import type { MainMessage } from '../../../src/core/ipc/contract.ts'
import { bashTab } from '../../support/fake/bash-tab.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { asSession } from '../../support/windows/ids.ts'

function make({ heldSize = null as { cols: number; rows: number } | null } = {}) {
  const clock = new FakeClock()
  const shadows = shadowsInPlace(clock)
  const flow: string[] = []
  const sent: MainMessage[] = []
  const parts = {
    options: bashTab,
    ports: { clock, send: (message: MainMessage) => sent.push(message), shadow: shadows.port },
    program: {
      used: false,
      pty: {
        pid: 1,
        reader: () => null,
        lives: () => true,
        pause: () => flow.push('pause'),
        resume: () => flow.push('resume'),
        setCell: () => undefined,
      },
      terminal: {
        by: heldSize === null ? 'window' : 'socket',
        size: heldSize ?? { cols: 80, rows: 24 },
      },
    },
    agents: { own: { readerGone: () => undefined, screenFound: () => undefined } },
    socket: { screenChanged: () => undefined },
  }
  const delivery = new OutputDelivery(parts as unknown as SessionParts)
  delivery.attach()
  const print = (text: string) => {
    delivery.output(new TextEncoder().encode(text))
    delivery.seen(false)
  }
  const isPaused = () => flow.at(-1) === 'pause'
  return { clock, delivery, flow, isPaused, print, sent, shadows }
}

test('a hidden program whose output is slow to check rests, and others do not', () => {
  const { clock, delivery, flow, print } = make()
  delivery.rest.took(restFromMs / 2, 0)
  expect(flow).toEqual([])
  delivery.rest.took(5, 0)
  delivery.rest.took(5, 0) // one rest at a time
  expect(flow).toEqual(['pause'])
  // flow control pauses the program during the rest, and resumes it after the rest, not before
  print('x'.repeat(600_000))
  clock.advance(5 * restFactor - 1)
  expect(flow.filter((one) => one === 'resume')).toEqual([])
  clock.advance(1)
  expect(flow.at(-1)).toBe('resume')
  delivery.rest.took(10_000, 0)
  clock.advance(restMsMax)
  expect(flow.at(-1)).toBe('resume')
  const before = flow.length
  delivery.viewed({ kind: 'session/frames', session: asSession('t'), on: true })
  delivery.rest.took(50, 0)
  expect(flow.length).toBe(before)
  delivery.viewed({ kind: 'session/frames', session: asSession('t'), on: false })
  delivery.rest.took(50, 0)
  delivery.dispose()
  expect(clock.timers).toBe(0)
})

test('a hundred thousand screen switches in a chunk are reported once', () => {
  const { print, shadows } = make()
  print('\x1b[?1049h')
  const received = shadows.received
  print('\x1b[?1049l\x1b[?1049h'.repeat(3_000))
  print('\x1b[?1049l\x1b[?1049h'.repeat(3_000) + '\x1b[?1049l')
  expect(shadows.received - received).toBeLessThan(5)
})

test('a page that draws frames is sent cells and bells, and no output', () => {
  const { clock, delivery, print, sent } = make()
  delivery.viewed({ kind: 'session/frames', session: asSession('t'), on: true })
  print('hello\r\n')
  delivery.bell()
  delivery.bell()
  clock.advance(1_000)
  expect(new Set(sent.map(({ kind }) => kind))).toEqual(new Set(['session/cells', 'session/bell']))
  expect(sent.filter(({ kind }) => kind === 'session/bell')).toHaveLength(1)
  delivery.detach()
  const before = sent.length
  print('more')
  clock.advance(1_000)
  expect(sent).toHaveLength(before)
  delivery.dispose()
})

test('a size set by a client is reported once to each page that comes', () => {
  const sizes = (sent: readonly MainMessage[]) =>
    sent.flatMap((message) => (message.kind === 'session/size' ? [message.size] : []))
  const plain = make()
  plain.delivery.detach()
  plain.delivery.attach()
  const held = make({ heldSize: { cols: 100, rows: 30 } })
  held.delivery.detach()
  held.delivery.attach()
  expect([sizes(plain.sent), sizes(held.sent)]).toEqual([
    [],
    [
      { cols: 100, rows: 30 },
      { cols: 100, rows: 30 },
    ],
  ])
})

test('a program out of view prints up to 8 MB/s in bursts, and the active pane any', () => {
  const { clock, delivery, flow, isPaused } = make()
  const printed = (chunk: number, everyMs: number, ms: number) => {
    let bytes = 0
    for (let time = 0; time < ms; time += everyMs) {
      if (!isPaused()) {
        delivery.rest.took(0.01, chunk)
        bytes += chunk
      }
      clock.advance(everyMs)
    }
    return bytes
  }
  const flood = printed(65_536, 1, 1_000)
  expect([flood > 4e6, flood < 9e6]).toEqual([true, true])
  clock.advance(1_000)
  flow.length = 0
  expect([printed(4_000, 1, 1_000), flow]).toEqual([4e6, []])
  delivery.viewed({ kind: 'session/frames', session: asSession('t'), on: true })
  expect([printed(65_536, 1, 100), flow]).toEqual([6_553_600, []])
  delivery.rest.setActive(false)
  expect(printed(65_536, 1, 1_000)).toBeLessThan(9e6)
  delivery.dispose()
})

test('a program in another pane prints an eighth while the user types elsewhere', () => {
  const { clock, delivery, isPaused } = make()
  const printed = (ms: number, typing: boolean) => {
    let bytes = 0
    for (let time = 0; time < ms; time += 1) {
      if (typing && time % 100 === 0) delivery.rest.typedElsewhere()
      if (!isPaused()) {
        delivery.rest.took(0.01, 16_384)
        bytes += 16_384
      }
      clock.advance(1)
    }
    return bytes
  }
  const typing = printed(2_000, true)
  clock.advance(1_000)
  const after = printed(1_000, false)
  expect([typing > 1e6, typing < 2.3e6, after > 4e6]).toEqual([true, true, true])
  expect(delivery.shadow.framed).toBe(false)
  delivery.viewed({ kind: 'session/frames', session: asSession('t'), on: true })
  clock.advance(1_000)
  expect(printed(100, true)).toBe(1_638_400) // in the active pane it is what the user looks at
  delivery.dispose()
})

test('a resting program waits 16 ms after each key elsewhere, up to 100 ms in all', () => {
  const { clock, delivery, isPaused } = make()
  /**
   * Returns the length of the rest after a burst, ms, while the user presses a key at this
   * interval.
   */
  const restWith = (everyMs: number) => {
    delivery.rest.typedElsewhere()
    while (!isPaused()) delivery.rest.took(0.01, 16_384)
    for (let time = 0; ; time += 1) {
      if (!isPaused()) return time
      if (time % everyMs === everyMs - 1) delivery.rest.typedElsewhere()
      clock.advance(1)
    }
  }
  const undisturbed = restWith(1_000)
  expect(undisturbed).toBeLessThan(40)
  clock.advance(1_000)
  expect(restWith(undisturbed)).toBe(undisturbed - 1 + 16)
  clock.advance(1_000)
  const held = restWith(5)
  expect([held >= 100, held <= 116]).toEqual([true, true])
  delivery.rest.setActive(false)
  delivery.viewed({ kind: 'session/frames', session: asSession('t'), on: true })
  clock.advance(1_000)
  expect(restWith(undisturbed)).toBe(undisturbed) // in another pane of the tab
  delivery.dispose()
})

test('a resting program rests no shorter for keys elsewhere', () => {
  const busyWith = (everyMs: number) => {
    const { clock, delivery, isPaused } = make()
    let busy = 0
    for (let time = 0; time < 3_000; time += 1) {
      if (time % everyMs === 0) delivery.rest.typedElsewhere()
      if (!isPaused()) {
        clock.advance(9)
        time += 9
        busy += 10
        delivery.rest.took(10, 4_096)
      }
      clock.advance(1)
    }
    delivery.dispose()
    return busy
  }
  expect(busyWith(30)).toBeLessThanOrEqual(busyWith(10_000))
})
