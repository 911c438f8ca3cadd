/** Looks at the terminal of a silent program: their order, and looks that are overtaken. */
import { describe, expect, test } from 'vitest'
import { reduce } from '../../../src/agents/state/reduce.ts'
import type { Evidence } from '../../../src/agents/state/evidence.ts'
import { initial, type AgentState } from '../../../src/agents/state/state.ts'
import { ProgramAsks } from '../../../src/core/session/agent/program-asks.ts'
import { agentConfiguration } from '../../../src/core/config/agent-configuration.ts'
import { defaults } from '../../../src/core/config/table.ts'
import type { ProcessWatch } from '../../../src/core/session/ports.ts'

type Wait = ReturnType<Required<ProcessWatch>['waits']>

const reads = {
  ...{ name: 'sh', hidden: false, reads: true, polls: false, shows: null, commands: false },
}
const polls = { ...reads, reads: false, polls: true }
const unreadable = { ...reads, reads: false }
const lent = { ...unreadable, shows: 'lent' } as const
const remote = { ...polls, shows: 'remote' } as const

function program(line: string | null, wait: Wait, input: 'shown' | 'hidden' = 'shown') {
  const asking: AgentState['asking'] = {
    ...{ inLine: true, drafted: false, unsent: false, typedAt: null, input, restsFrom: 0 },
    ...{ lookedAt: null, again: false, wanted: true, last: null },
  }
  const state = { asking }
  const evidence: Evidence[] = []
  const pending: ((line: string | null) => void)[] = []
  let waits = 0
  let edits = false
  const asks = new ProgramAsks({
    edits: () => edits,
    line: () => new Promise((resolve) => pending.push(resolve)),
    watch: () => ({
      waits: () => {
        waits += 1
        return wait
      },
    }),
    state: () => state,
    applyEvidence: (one) => {
      evidence.push(one)
      state.asking = { ...state.asking, wanted: false }
    },
  })
  return {
    asks,
    evidence,
    pending,
    state,
    waits: () => waits,
    edited: () => {
      edits = true
    },
    found: async () => {
      const look = asks.look()
      pending.shift()?.(line)
      await look
      return evidence[0]
    },
  }
}

const rows = [
  ['Name: ', reads, 'shown', 'input', true],
  ['Name: ', unreadable, 'shown', null, true],
  ['Name: ', polls, 'shown', null, true],
  ['Go? [y/N] ', unreadable, 'shown', 'input', true],
  ['Go? [y/N] ', polls, 'shown', 'input', true],
  ['Press any key', polls, 'shown', 'input', true],
  ['Next [a/b/c] ', reads, 'shown', 'input', true],
  ['Next [a/b/c] ', unreadable, 'shown', 'input', true],
  ['Next [a/b/c] ', polls, 'shown', null, true],
  ['Mode [debug|release] ', reads, 'shown', 'input', true],
  ['Mode [debug|release] ', unreadable, 'shown', null, true],
  ['Mode [debug|release] ', polls, 'shown', null, true],
  ['Go? [y/N] ', { ...reads, commands: true }, 'shown', null, true],
  ['Go? [y/N] ', null, 'shown', null, true],
  ['Password: ', { ...reads, hidden: true }, 'hidden', 'password', true],
  ['Loading...', { ...reads, hidden: true }, 'hidden', 'password', true],
  ['Password: ', { ...unreadable, hidden: true }, 'hidden', 'password', true],
  ['Password: ', { ...polls, hidden: true }, 'hidden', 'password', true],
  ['Loading...', { ...unreadable, hidden: true }, 'hidden', null, true],
  ['Loading...', { ...polls, hidden: true }, 'hidden', null, true],
  ['> ', { ...reads, hidden: true, commands: true }, 'hidden', 'password', true],
  ['> ', reads, 'hidden', null, true],
  ['> ', reads, 'shown', null, false],
  [null, reads, 'hidden', null, false],
  ["root@build's password: ", lent, 'shown', 'password', true],
  ['Name: ', lent, 'shown', null, true],
  ['Go? [y/N] ', lent, 'shown', 'input', true],
  ['[sudo] password for me: ', remote, 'shown', 'password', true],
  ['Name: ', remote, 'shown', null, false],
  ['Go? [y/N] ', remote, 'shown', null, false],
  ['$ echo password: ', remote, 'shown', null, false],
  ['# echo password: ', lent, 'shown', null, true],
  ['Password: ', reads, 'shown', 'input', true],
  ['Password: ', polls, 'shown', null, true],
] as const
test.each(rows)('%j and %j with %s input: %s', async (line, wait, input, asks, again) => {
  expect(await program(line, wait, input).found()).toMatchObject({ asks, again })
})

describe('a line of another terminal is not a question', () => {
  const asked = [
    ['Password: ', lent],
    ['Go? [y/N] ', lent],
    ['Password: ', remote],
  ] as const
  test.each(asked)('while its reader edits it: %j', async (line, wait) => {
    const tab = program(line, wait)
    tab.edited()
    expect(await tab.found()).toMatchObject({ asks: null, again: true })
  })
  test.each(asked)('while a part of it may be typed: %j', async (line, wait) => {
    const { found, state } = program(line, wait)
    state.asking = { ...state.asking, unsent: true }
    expect(await found()).toMatchObject({ asks: null, again: true })
  })
})

test('a line that is not a question costs no look at the program', async () => {
  const tab = program('$ ', reads)
  await tab.found()
  expect(tab.waits()).toBe(0)
})

test('a line is read once in a rest', async () => {
  const { asks, evidence, found, pending, state } = program('Name: ', null)
  await found()
  state.asking = { ...state.asking, wanted: true }
  await asks.look()
  expect([pending.length, evidence.length]).toEqual([0, 2])
})

test('a look that output has overtaken is repeated while it is wanted', async () => {
  const { asks, evidence, pending, state } = program('', reads)
  const look = asks.look()
  void asks.look()
  expect(pending.length).toBe(1)
  state.asking = { ...state.asking, restsFrom: 500 }
  pending.shift()?.('Old? ')
  await expect.poll(() => pending.length).toBe(1)
  expect(evidence).toEqual([])
  pending.shift()?.('New? ')
  await look
  expect(evidence).toMatchObject([{ line: 'New? ' }])
})

test('a look that a key has made needless ends', async () => {
  const { asks, evidence, pending, state } = program('', reads)
  const look = asks.look()
  state.asking = { ...state.asking, restsFrom: 500, wanted: false }
  pending.shift()?.('Old? ')
  await look
  expect(evidence).toEqual([])
})

test('a look ends when the program has exited in the meantime', async () => {
  const exited = { state: initial(agentConfiguration(defaults), 0) }
  let looks = 0
  const apply = (one: Evidence, now: number) => {
    exited.state = reduce(exited.state, one, now)
  }
  let answer: (line: string) => void = () => undefined
  const asks = new ProgramAsks({
    line: () =>
      new Promise((resolve) => {
        answer = resolve
      }),
    watch: () => ({ waits: () => reads }),
    state: () => exited.state,
    applyEvidence: (one) => {
      looks += 1
      if (looks > 9) throw new Error('endless')
      apply(one, 2_000)
    },
  })
  apply({ type: 'process', foreground: 'other', input: 'shown' }, 0)
  apply({ type: 'output', inLine: true }, 0)
  apply({ type: 'tick' }, 2_000)
  const look = asks.look()
  apply({ type: 'exit', code: 0 }, 2_000)
  expect(exited.state.asking.wanted).toBe(false)
  answer('Continue? [y/N] ')
  await look
  expect(looks).toBe(0)
})

test('a look that the closing of the tab has overtaken ends', async () => {
  const { asks, evidence, pending } = program('', reads)
  const look = asks.look()
  asks.dispose()
  pending.shift()?.('Old? ')
  await look
  await asks.look()
  expect([evidence, pending]).toEqual([[], []])
})
