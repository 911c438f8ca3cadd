import { expect, test } from 'vitest'
import type { AgentLimits } from '../../../../src/agents/limits/account-limits.ts'
import { readEach } from '../../../../src/core/session/agent/slow-look.ts'
import { TabLimits } from '../../../../src/core/session/agent/tab-limits.ts'
import { changeLookMs, limitsSettleMs } from '../../../../src/core/session/limits.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { asSession } from '../../../support/windows/ids.ts'

const epoch = 1_763_480_000_000

function make() {
  const clock = new FakeClock()
  const state = {
    ...{ agent: 'claude' as string | null, pid: 1, reads: 0, looks: 0 },
    limits: null as AgentLimits | null,
  }
  let changes = 0
  const limits = new TabLimits({
    clock,
    read: () => {
      state.reads += 1
      return Promise.resolve(state.limits)
    },
    directory: (agent, pid) => {
      state.looks += 1
      return pid === 3 ? null : `/home/u/.${agent}-${pid}`
    },
    of: () => ({ socket: '/run/a/sock', pid: state.pid, agent: state.agent }),
    sinceEpoch: (at) => epoch + at,
    changed: () => {
      changes += 1
    },
  })
  return { clock, limits, state, changes: () => changes }
}

const used = (percent: number): AgentLimits => ({
  account: '/home/u/.claude',
  windows: [{ name: '5 h', used: percent, resetsAt: epoch + 3_600_000 }],
  context: 88,
  at: epoch,
})

test('limits are read when someone asks, and then once in a while', async () => {
  const { clock, limits, state } = make()
  state.limits = used(64)
  expect(state.reads).toBe(0)
  await limits.get()
  expect(limits.shown).toEqual({
    limits: '5 h 64 % used, resets in 1 h',
    context: '12 % left',
  })
  expect(state.reads).toBe(1)
  clock.advance(changeLookMs)
  await limits.get()
  expect(state.reads).toBe(2)
})

test('limits of an agent that has ended are forgotten', async () => {
  const { limits, state } = make()
  state.limits = used(64)
  await limits.get()
  state.agent = null
  state.limits = null
  expect(limits.shown).toEqual({ limits: null, context: null })
  expect(await readEach([{ id: asSession('a') }], () => limits.get())).toEqual({})
})

test('a prompt waits while a limit is reached, until it resets', async () => {
  const { clock, limits, state } = make()
  expect(await limits.hindrance()).toBe(null)
  clock.advance(changeLookMs)
  state.limits = used(100)
  expect(await limits.hindrance()).toEqual({
    ...{ sent: false, typed: false, later: true },
    why: 'A limit of the account is reached. It resets in 59 min.',
  })
  clock.advance(3_600_000)
  expect(await limits.hindrance()).toBe(null)
})

test('a limit is noticed at the end of a turn, and ends when it resets', async () => {
  const { changes, clock, limits, state } = make()
  state.limits = used(100)
  limits.stateChanged(true)
  limits.stateChanged(false)
  expect([state.reads, limits.limit]).toEqual([0, undefined])
  clock.advance(limitsSettleMs)
  await limits.get()
  expect([state.reads, changes(), limits.until]).toEqual([1, 1, epoch + 3_600_000])
  expect(limits.limit).toEqual({ until: 3_600_000 })
  clock.advance(3_600_000)
  expect([changes(), limits.until, limits.limit]).toEqual([2, null, undefined])
})

test('a limit that resets in days has no time of day', async () => {
  const { limits, state } = make()
  const windows = [{ name: 'week', used: 101, resetsAt: epoch + 3 * 86_400_000 }]
  state.limits = { ...used(5), windows }
  await limits.get()
  expect(limits.limit).toEqual({})
})

test('nothing is read after the tab was closed, or without an agent', () => {
  const { clock, limits, state } = make()
  state.agent = null
  limits.stateChanged(true)
  limits.stateChanged(false)
  state.agent = 'claude'
  limits.stateChanged(true)
  limits.stateChanged(false)
  limits.dispose()
  clock.advance(limitsSettleMs)
  expect(state.reads).toBe(0)
})

test('another process has its own account and no limits of the one before', async () => {
  const { limits, state } = make()
  state.limits = used(64)
  await limits.get()
  const directory = () => limits.account?.directory
  expect([directory(), directory(), state.looks]).toEqual([
    ...['/home/u/.claude-1', '/home/u/.claude-1', 1],
  ])
  state.pid = 2
  state.limits = null
  expect([limits.shown.limits, directory()]).toEqual([null, '/home/u/.claude-2'])
  state.pid = 3
  expect(limits.account).toBeNull()
  state.agent = null
  expect([limits.account, state.looks]).toEqual([null, 3])
})
