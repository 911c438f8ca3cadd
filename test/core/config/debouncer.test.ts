import { expect, test } from 'vitest'
import { nearest } from '../../../src/base/nearest.ts'
import { Debouncer } from '../../../src/core/config/debouncer.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

test('changes have settled 250 ms after the last one, and after a second at the latest', () => {
  const clock = new FakeClock()
  const settledAt: number[] = []
  const settle = new Debouncer(clock, () => settledAt.push(clock.now()))
  settle.changed()
  clock.advance(1_000)
  // From 1000 on one every 100 ms, for 1.5 s: one second after the first, then 250 ms after the
  // last.
  for (let count = 0; count < 15; count += 1) {
    settle.changed()
    clock.advance(100)
  }
  clock.advance(1_000)
  settle.changed()
  settle.dispose()
  clock.advance(1_000)
  expect({ settledAt, timers: clock.timers }).toEqual({ settledAt: [250, 2_000, 2_650], timers: 0 })
})

test.each([
  ['indicator_puls', 'indicator_pulse'],
  ['shpaes', 'shapes'],
  ['SHAPES', 'shapes'],
  ['heuristic_silence_milliseconds', null],
  ['heuristic_silnce_msec', 'heuristic_silence_ms'],
  ['xy', null],
  ['fnt', 'font'],
  ['rainbow', null],
])('%s is meant to be %s', (written, meant) => {
  expect(
    nearest(written, ['indicator_pulse', 'shapes', 'heuristic_silence_ms', 'font', 'tools']),
  ).toBe(meant)
})
