import { expect, test } from 'vitest'
import type { TabView } from '../../src/core/windows/tabs/tab-view.ts'
import { changesIntervalMs, TabChanges } from '../../src/renderer/state/tab-changes.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'
import { tabView } from '../support/tab-view.ts'
import { asSession } from '../support/windows/ids.ts'

const view = (id: string, state: TabView['state']) => tabView({ id: asSession(id), state })

test('a first change applies immediately, later ones together per frame, newest per tab', () => {
  const clock = new FakeClock()
  const applied: string[] = []
  const changes = new TabChanges(clock, (views) =>
    applied.push(views.map(({ id, state }) => `${id} ${state}`).join()),
  )
  changes.add(view('a', 'working'))
  changes.add(view('a', 'waiting'))
  changes.add(view('b', 'working'))
  changes.add(view('a', 'done'))
  expect(applied).toEqual(['a working'])
  clock.advance(changesIntervalMs)
  expect(applied).toEqual(['a working', 'a done,b working'])
  clock.advance(changesIntervalMs)
  changes.add(view('b', 'done'))
  expect([applied.at(-1), applied.length]).toEqual(['b done', 3])
  clock.advance(changesIntervalMs)
  expect(clock.timers).toBe(0)
})

test('gathered changes apply before the window is reported as a whole', () => {
  const clock = new FakeClock()
  const applied: string[] = []
  const changes = new TabChanges(clock, (views) =>
    applied.push(views.map(({ id, state }) => `${id} ${state}`).join()),
  )
  changes.add(view('a', 'working'))
  changes.add(view('a', 'waiting'))
  changes.flush()
  changes.flush()
  expect(applied).toEqual(['a working', 'a waiting'])
})
