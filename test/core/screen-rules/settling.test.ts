/** When a screen is read: on a clock wound by hand. */
import { describe, expect, it } from 'vitest'
import { Settle } from '../../../src/core/shadow/settle.ts'
import { FakeClock } from '../../support/fake-clock.ts'

/** `[time, what]`: w writes, ( and ) do so with an update open, or ended, behind it, b begins to read anew. @returns the times of readings */
function readAt(steps: readonly (readonly [at: number, what: 'w' | '(' | ')' | ')(' | 'b'])[], untilMs = 3_000): number[] {
  const clock = new FakeClock()
  const times: number[] = []
  const settle = new Settle(clock, () => times.push(clock.now()))
  settle.begin()
  clock.advance(1_000) // what was there at the beginning has been read
  times.length = 0
  const start = clock.now()
  let openSince: number | null = null
  for (const [at, what] of steps) {
    clock.advance(start + at - clock.now())
    if (what === 'b') { settle.begin(); continue }
    if (what.startsWith(')')) { settle.updated(); openSince = null }
    if (what.endsWith('(')) openSince ??= clock.now()
    settle.printed(openSince)
  }
  clock.advance(start + untilMs - clock.now())
  settle.stop()
  expect(clock.timers).toBe(0)
  return times.map((at) => at - start)
}

const writes = (from: number, to: number, step: number) => Array.from({ length: (to - from) / step + 1 }, (_, index) => [from + index * step, 'w'] as const)

describe('a screen is read', () => {
  it('100 ms after the last output', () => expect(readAt([[0, 'w'], [60, 'w']])).toEqual([160]))
  it('at the latest 250 ms after the first output that was not read', () => expect(readAt(writes(0, 600, 20))).toEqual([250, 510, 700]))
  it('at once at the end of a synchronized update, and once more for what may stand behind it', () => expect(readAt([[0, '('], [40, ')']])).toEqual([40, 140]))
  it('not in the middle of an update', () => expect(readAt([[0, '('], [300, '('], [700, ')']], 750)).toEqual([700]))
  it('after a second of an update that does not end', () => expect(readAt([[0, '('], [50, '(']])).toEqual([1_000]))
  it('at each end of an update, although every chunk ends in an open one', () => expect(readAt([[0, '('], [150, ')('], [300, ')('], [450, ')(']], 500)).toEqual([150, 300, 450]))
  it('every 100 ms at most', () => expect(readAt(Array.from({ length: 50 }, (_, index) => [10 * index, index % 2 === 0 ? '(' : ')'] as const), 500)).toEqual([10, 110, 210, 310, 410]))
  it('once, if nothing comes after it', () => expect(readAt([[0, 'w']], 100_000)).toEqual([100]))
  it('not at all without output', () => expect(readAt([])).toEqual([]))
  it('again when other rules count', () => expect(readAt([[0, 'w'], [500, 'b']])).toEqual([100, 600]))
})
