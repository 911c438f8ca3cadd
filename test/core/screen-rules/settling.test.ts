/** When a screen is read: on a clock wound by hand. */
import { describe, expect, it } from 'vitest'
import { Settling } from '../../../src/core/screen-rules/settling.ts'
import { FakeClock } from '../../support/fake-clock.ts'

/** `[time, what]`: w writes, ( and ) do so with an update open, or ended, behind it, r resizes, a asks. @returns the times of readings */
function readAt(steps: readonly (readonly [at: number, what: 'w' | '(' | ')' | ')(' | 'r' | 'a'])[], untilMs = 3_000): number[] {
  const clock = new FakeClock()
  const times: number[] = []
  const settling = new Settling(clock, () => times.push(clock.now()))
  let ended = 0
  for (const [at, what] of steps) {
    clock.advance(at - clock.now())
    if (what.startsWith(')')) ended += 1
    if (what === 'r') settling.resized()
    else if (what === 'a') settling.ask()
    else settling.wrote({ open: what.endsWith('('), ended })
  }
  clock.advance(untilMs - clock.now())
  settling.dispose()
  expect(clock.timers).toBe(0)
  return times
}

const writes = (from: number, to: number, step: number) => Array.from({ length: (to - from) / step + 1 }, (_, index) => [from + index * step, 'w'] as const)

describe('a screen is read', () => {
  it('100 ms after the last output', () => expect(readAt([[0, 'w'], [60, 'w']])).toEqual([160]))
  it('at the latest 250 ms after the first output that was not read', () => expect(readAt(writes(0, 600, 20))).toEqual([250, 510, 700]))
  it('at once at the end of a synchronized update', () => expect(readAt([[0, '('], [40, ')']])).toEqual([40]))
  it('not in the middle of an update', () => expect(readAt([[0, '('], [300, '('], [700, ')']])).toEqual([700]))
  it('after a second of an update that does not end', () => expect(readAt([[0, '('], [50, '(']])).toEqual([1_000]))
  it('after a second although each chunk ends in an open update', () => expect(readAt([[0, '('], ...Array.from({ length: 30 }, (_, index) => [50 * (index + 1), ')('] as const)], 1_200)).toEqual([1_000]))
  it('every 100 ms at most', () => expect(readAt(Array.from({ length: 50 }, (_, index) => [10 * index, index % 2 === 0 ? '(' : ')'] as const), 600)).toEqual([10, 110, 210, 310, 410, 510]))
  it('once, if nothing comes after it', () => expect(readAt([[0, 'w']], 100_000)).toEqual([100]))
  it('not at all without output', () => expect(readAt([[10, 'r']])).toEqual([]))
  it('once it has settled again after a resize', () => expect(readAt([[0, 'w'], [90, 'r'], [150, 'w']])).toEqual([250]))
  it('at once when other rules count, if it has settled', () => expect(readAt([[0, 'w'], [500, 'a']])).toEqual([100, 500]))
  it('once it has settled when other rules count', () => expect(readAt([[0, 'w'], [20, 'a']])).toEqual([100]))
})
