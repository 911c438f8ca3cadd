/** Rates, pauses and paces over a clock that the test winds. */
import { expect, test } from 'vitest'
import { Debouncer } from '../../../src/base/time/debouncer.ts'
import { RateWindow } from '../../../src/base/time/rate-window.ts'
import { Throttle } from '../../../src/base/time/throttle.ts'
import { TokenBucket } from '../../../src/base/time/token-bucket.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

test('a debouncer calls 250 ms after the last change, and after a second at the latest', () => {
  const clock = new FakeClock()
  const settledAt: number[] = []
  const settle = new Debouncer(clock, 250, () => settledAt.push(clock.now()), 1_000)
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

test('a throttle calls immediately, then with the latest value an interval later', () => {
  const clock = new FakeClock()
  const sent: (readonly [number, number])[] = []
  const pace = new Throttle(clock, 16, (value: number) => sent.push([clock.now(), value]))
  for (const value of [1, 2, 3]) pace.push(value)
  expect(sent).toEqual([[0, 1]])
  clock.advance(1_000)
  for (const value of [4, 5]) pace.push(value)
  pace.flush()
  pace.flush()
  expect(sent).toEqual([
    [0, 1],
    [16, 3],
    [1_000, 4],
    [1_000, 5],
  ])
  pace.push(6)
  pace.dispose()
  clock.advance(1_000)
  expect([sent.length, clock.timers]).toEqual([4, 0])
})

test('a rate window admits so many in any window', () => {
  const rate = new RateWindow(2, 1_000)
  expect([0, 600, 900, 1_000, 1_500, 1_600].map((now) => rate.admit(now))).toEqual([
    ...[true, true, false, true, false, true],
  ])
  expect([rate.dropped, rate.hasRoom(1_999), rate.hasRoom(2_000)]).toEqual([2, false, true])
})

test('a bucket holds its burst, fills over time and can owe', () => {
  const bucket = new TokenBucket(0, 10, 20)
  expect([bucket.admit(20, 0), bucket.admit(1, 50), bucket.admit(1, 100)]).toEqual([
    ...[true, false, true],
  ])
  expect([bucket.spend(5, 100), bucket.holds(0, 599), bucket.holds(0, 600)]).toEqual([
    ...[false, false, true],
  ])
  bucket.fill()
  expect([bucket.holds(20, 0), bucket.holds(21, 99_999)]).toEqual([true, false])
})
