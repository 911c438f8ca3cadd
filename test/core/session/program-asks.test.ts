/** Looks at the terminal of a silent program: their order, and looks that are overtaken. */
import { expect, test } from 'vitest'
import type { Evidence } from '../../../src/agents/state/evidence.ts'
import type { AgentState } from '../../../src/agents/state/state.ts'
import { ProgramAsks } from '../../../src/core/session/agent/program-asks.ts'
import type { ProcessWatch } from '../../../src/core/session/ports.ts'

type Wait = ReturnType<Required<ProcessWatch>['waits']>

const reads: Wait = { name: 'sh', hidden: false, reads: true, commands: false }

function program(line: string | null, wait: Wait, input: 'shown' | 'hidden' = 'shown') {
  const asking: AgentState['asking'] = {
    ...{ inLine: true, drafted: false, typedAt: null, input, restsFrom: 0, lookedAt: null },
    ...{ again: false, wanted: true },
  }
  const state = { asking }
  const evidence: Evidence[] = []
  const pending: ((line: string | null) => void)[] = []
  let waits = 0
  const asks = new ProgramAsks({
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
  ['Name: ', { ...reads, reads: false }, 'shown', null, true],
  ['Go? [y/N] ', { ...reads, reads: false }, 'shown', 'input', true],
  ['Go? [y/N] ', { ...reads, commands: true }, 'shown', null, true],
  ['Go? [y/N] ', null, 'shown', null, true],
  ['Password: ', { ...reads, hidden: true }, 'hidden', 'password', true],
  ['Password: ', { ...reads, hidden: true, reads: false }, 'hidden', 'password', true],
  ['> ', { ...reads, hidden: true, commands: true }, 'hidden', 'password', true],
  ['> ', reads, 'hidden', null, true],
  ['> ', reads, 'shown', null, false],
  [null, reads, 'hidden', null, false],
] as const
test.each(rows)('%j and %j with %s input: %s', async (line, wait, input, asks, again) => {
  expect(await program(line, wait, input).found()).toMatchObject({ asks, again })
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
