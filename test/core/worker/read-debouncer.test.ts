/**
 * When the screen is read for rules: docs/contributing/internals/shadow.md,
 * docs/reference/screen-rules.md.
 */
import { expect, test } from 'vitest'
import { ReadDebouncer } from '../../../src/core/worker/read-debouncer.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

function make() {
  const clock = new FakeClock()
  const reads: number[] = []
  const debouncer = new ReadDebouncer(clock, () => reads.push(clock.now()))
  clock.advance(1_000)
  debouncer.begin()
  clock.advance(500)
  reads.length = 0 // what was there when it began
  return { clock, reads, debouncer }
}

test('a reading is made 100 ms after the last output', () => {
  const { clock, reads, debouncer } = make()
  for (const ms of [0, 50, 50]) {
    clock.advance(ms)
    debouncer.printed()
  }
  clock.advance(1_000)
  expect(reads).toEqual([1_700])
})

test('a reading is made 250 ms after the first unseen output that does not rest', () => {
  const { clock, reads, debouncer } = make()
  for (let ms = 0; ms <= 1_000; ms += 20) {
    debouncer.printed()
    clock.advance(20)
  }
  debouncer.stop()
  expect(reads).toEqual([1_750, 2_010, 2_270]) // the next output comes 10 ms later
  expect(clock.timers).toBe(0)
})

test('a reading is made after a synchronized update, not within 100 ms of the last', () => {
  const { clock, reads, debouncer } = make()
  debouncer.printed(clock.now())
  clock.advance(30)
  debouncer.updated()
  debouncer.printed()
  clock.advance(20)
  debouncer.updated()
  debouncer.printed()
  clock.advance(1_000)
  expect(reads).toEqual([1_530, 1_630])
})

test('no reading is made inside an update, for up to a second', () => {
  const { clock, reads, debouncer } = make()
  const began = clock.now()
  for (let ms = 0; ms < 2_000; ms += 40) {
    debouncer.printed(began)
    clock.advance(40)
  }
  debouncer.stop()
  expect(reads[0]).toBe(2_500)
})

test('no reading is made without output, or when none is requested', () => {
  const { clock, reads, debouncer } = make()
  clock.advance(10_000)
  debouncer.stop()
  debouncer.printed()
  debouncer.updated()
  clock.advance(10_000)
  expect([reads, clock.timers]).toEqual([[], 0])
})
