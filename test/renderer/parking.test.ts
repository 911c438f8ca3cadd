/** Grids out of view that are given up, and what is kept of them. */
import { expect, test } from 'vitest'
import { collectParked, parkMs, unparkedMax } from '../../src/renderer/grid/limits.ts'
import type { Parked } from '../../src/renderer/grid/grid-ports.ts'
import { Parking } from '../../src/renderer/grid/parking.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'
import { asSession } from '../support/windows/ids.ts'

function parking() {
  const clock = new FakeClock()
  const given: string[] = []
  let collected = 0
  const all = new Parking<ReturnType<typeof grid>>(clock, {
    giveUp: ({ id }) => given.push(id),
    collect: () => {
      collected += 1
    },
  })
  return { clock, all, given, collected: () => collected }
}

const grid = (id: string, busy = () => false) => ({
  id: asSession(id),
  park: (done: (parked: Parked | null) => void) =>
    done(busy() ? null : { frame: new Uint8Array(1), size: { cols: 80, rows: 24 }, left: 7 }),
})

const hidden = (all: Parking<ReturnType<typeof grid>>, count: number) =>
  Array.from({ length: count }, (_, index) => {
    const one = grid(`t${index}`)
    all.hidden(one)
    return one
  })

test('the last seen grids stay, and others are parked when hidden for long', () => {
  const { clock, all, given } = parking()
  const grids = hidden(all, unparkedMax + 3)
  all.forget(grids[1]!) // it is shown again
  clock.advance(parkMs - 1)
  expect(given).toEqual([])
  all.hidden(grids[0]!) // it was asked for
  clock.advance(1)
  expect(given).toEqual(['t2', 't3'])
  clock.advance(2 * parkMs)
  expect(given).toEqual(['t2', 't3'])
})

test("a parked grid's snapshot is used once, and not after its tab closed", () => {
  const { clock, all } = parking()
  hidden(all, unparkedMax + 3)
  clock.advance(parkMs)
  all.keep(new Set(['t0', 't1', 't3'].map(asSession)))
  expect([
    all.take(asSession('t0'))?.left,
    all.take(asSession('t0')),
    all.take(asSession('t2')),
  ]).toEqual([7, undefined, undefined])
  expect(all.take(asSession('t1'))).toBeDefined()
})

test('a grid that cannot be parked is retried later while it is hidden', () => {
  const { clock, all, given } = parking()
  let tries = 0
  let busy = true
  const isBusy = () => {
    tries += 1
    return busy
  }
  const seen = grid('seen', isBusy)
  all.hidden(seen)
  all.hidden(grid('busy', isBusy))
  hidden(all, unparkedMax + 1)
  clock.advance(parkMs)
  expect([given, tries]).toEqual([['t0'], 2])
  clock.advance(parkMs - 1)
  all.forget(seen)
  clock.advance(1)
  expect([given, tries]).toEqual([['t0'], 3])
  busy = false
  clock.advance(parkMs)
  expect([given, tries, clock.timers]).toEqual([['t0', 'busy'], 4, 0])
})

test('a retried grid delays neither the others nor the garbage collection', () => {
  const { clock, all, given, collected } = parking()
  all.hidden(grid('busy', () => true))
  hidden(all, unparkedMax)
  clock.advance(parkMs / 2)
  hidden(all, collectParked)
  clock.advance(parkMs)
  expect([given.length, collected()]).toEqual([collectParked, 1])
})

test('a grid shown while its snapshot is under way stays', () => {
  const { clock, all, given } = parking()
  const asked = {
    id: asSession('asked'),
    park: (done: (parked: Parked | null) => void) => {
      all.hidden(asked)
      grid('asked').park(done)
    },
  }
  all.hidden(asked)
  hidden(all, unparkedMax)
  clock.advance(parkMs)
  expect([given, all.take(asSession('asked'))]).toEqual([['t0'], undefined])
})

test('garbage is collected once all have gone, if they are many', () => {
  const { clock, all, given, collected } = parking()
  hidden(all, unparkedMax + collectParked - 1)
  clock.advance(parkMs)
  expect([given.length, collected()]).toEqual([collectParked - 1, 0])
  all.hidden(grid('last'))
  clock.advance(parkMs)
  expect([given.length, collected()]).toEqual([collectParked, 1])
})
