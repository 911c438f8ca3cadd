import { expect, test } from 'vitest'
import {
  changesText,
  TurnChanges,
  type ChangeCount,
  type TurnStart,
} from '../../../../src/core/session/agent/turn-changes.ts'
import { drawnOf, type AgentDrawn } from '../../../../src/core/session/agent/agent-drawn.ts'
import { changeLookMs, turnSnapshotMs } from '../../../../src/core/session/limits.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'

function make({ isOn = true, directory = '/api' as string | null } = {}) {
  const clock = new FakeClock()
  const taken: { at: string; disposed: boolean }[] = []
  let looks = 0
  const counts: (ChangeCount | null)[] = []
  const waiting: ((start: TurnStart | null) => void)[] = []
  const changes = new TurnChanges({
    clock,
    take: (at) => {
      taken.push({ at, disposed: false })
      return new Promise((resolve) => waiting.push(resolve))
    },
    isOn: () => isOn,
    directory: () => directory,
  })
  const state = (shown: 'working' | 'waiting' | 'idle', kind: 'permission' | 'other' = 'other') => {
    const drawn = drawnOf(
      {
        ...{ shown, kind, since: clock.now(), seen: true, snoozedUntil: null, source: 'osc7501' },
        ...{ reason: '', confidence: 'fact', more: 0, exitCode: null, tool: 'claude' },
      } as Parameters<typeof drawnOf>[0],
      'claude',
    )
    changes.stateChanged(drawn)
    return drawn
  }
  /** Ends the snapshot that is being taken. */
  const answer = async (isFound = true) => {
    const one = taken.at(-1)
    waiting.shift()?.(
      isFound
        ? {
            count: () => {
              looks += 1
              return Promise.resolve(counts.shift() ?? null)
            },
            diff: () => Promise.resolve(new Uint8Array([1])),
            dispose: () => {
              if (one !== undefined) one.disposed = true
            },
          }
        : null,
    )
    await Promise.resolve()
    await Promise.resolve()
  }
  return { changes, clock, taken, counts, state, answer, looks: () => looks }
}

const wanted = { tool: 'git diff', columns: 80, colours: false }
const some: ChangeCount = { files: 2, added: 3, removed: 1 }

test('a snapshot is taken when a turn starts, and not when a question is answered', async () => {
  const { answer, clock, state, taken } = make()
  state('idle')
  state('working')
  await answer()
  clock.advance(60_000)
  state('waiting', 'permission')
  state('working')
  expect(taken).toEqual([{ at: '/api', disposed: false }])
  state('waiting', 'other')
  state('working')
  expect(taken).toMatchObject([{ disposed: true }, { disposed: false }])
})

test('turns that follow each other closely have one snapshot', async () => {
  const { answer, clock, state, taken } = make()
  state('working')
  await answer()
  for (let at = 0; at < 100; at += 1) {
    state('idle')
    state('working')
    clock.advance(turnSnapshotMs / 101)
  }
  expect(taken.length).toBe(1)
})

test('an older turn has no snapshot', () => {
  const { changes, clock, state, taken } = make()
  const drawn: AgentDrawn = state('idle')
  clock.advance(60_000)
  changes.stateChanged({ ...drawn, state: 'working' })
  expect(taken).toEqual([])
})

test('nothing is counted until someone asks, and then once in a while', async () => {
  const { answer, changes, clock, counts, looks, state } = make()
  expect(await changes.count()).toBe(null)
  state('working')
  await answer()
  clock.advance(60_000)
  expect(looks()).toBe(0)
  counts.push(some, { ...some, files: 3 })
  expect(await Promise.all([changes.count(), changes.count()])).toEqual([some, some])
  expect(await changes.count()).toEqual(some)
  expect(looks()).toBe(1)
  clock.advance(changeLookMs)
  expect(changes.shown).toBe('+3 -1 in 2 files')
  expect(await changes.count()).toEqual({ ...some, files: 3 })
  clock.advance(changeLookMs)
  expect(await changes.count(), 'a look that failed').toEqual({ ...some, files: 3 })
})

test('a diff that cannot be made names its reason', async () => {
  const { answer, changes, state } = make()
  expect(await changes.diff(wanted)).toMatch(/No agent started/)
  state('working')
  expect(await changes.diff(wanted)).toMatch(/just started/)
  await answer(false)
  expect(await changes.diff(wanted)).toMatch(/No repository/)
  const off = make({ isOn: false })
  off.state('working')
  expect(await off.changes.diff(wanted)).toBe('ai.changes is off.')
  const away = make({ directory: null })
  away.state('working')
  expect(await away.changes.diff(wanted)).toMatch(/another machine/)
  expect(away.taken).toEqual([])
})

test('a snapshot that arrives after the tab was closed is removed', async () => {
  const { answer, changes, state, taken } = make()
  state('working')
  changes.dispose()
  await answer()
  expect(taken).toEqual([{ at: '/api', disposed: true }])
})

test('changesText has lines and files', () => {
  expect(changesText({ files: 0, added: 0, removed: 0 })).toBe('no changes')
  expect(changesText({ files: 1, added: 120, removed: 14 })).toBe('+120 -14 in 1 file')
})
