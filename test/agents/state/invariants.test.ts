/**
 * Tests the invariants of docs/contributing/internals/agent-state.md on random timelines
 * (fuzz/agent-state.fuzz.ts has the checks), and some invariants in tests of their own.
 */
import { expect, test } from 'vitest'
import { replay } from '../../../fuzz/agent-state.fuzz.ts'
import { messageCharactersMax } from '../../../src/agents/state/agent-limits.ts'
import { slotsMax } from '../../../src/agents/state/limits.ts'
import { seeded } from '../../support/random.ts'
import { Timeline } from '../../support/timeline.ts'

for (const seed of [1, 2, 3, 4]) {
  test(`1 to 9 hold on random timelines, seed ${seed}`, () => {
    const random = seeded(seed)
    for (let round = 0; round < 80; round += 1)
      replay(
        Uint8Array.from({ length: 6 * (2 + Math.floor(random() * 24)) }, () =>
          Math.floor(random() * 256),
        ),
      )
  })
}

test('pure: a state that was handed over never changes', () => {
  const line = new Timeline().arm().output()
  const before = structuredClone(line.state)
  const kept = line.state
  line
    .to(4_000)
    .frame('waiting')
    .apply({ type: 'user', action: 'acknowledge' }, { type: 'restart' })
  expect(kept).toEqual(before)
})

test('bounds: a flood of names keeps to the cap, waiting ones leave last', () => {
  const line = new Timeline().osc('7501;state=blocked:id=first')
  for (let index = 0; index < slotsMax * 3; index += 1) line.osc(`7501;state=idle:id=n${index}`)
  expect([line.state.slots.length, line.shown, line.state.slots[0]?.record.id]).toEqual([
    slotsMax,
    'waiting',
    'first',
  ])
})

test('bounds: texts are safe and cut', () => {
  const line = new Timeline().apply({
    type: 'frame',
    dialect: 'socket',
    state: 'working',
    tool: 'a\u202eb',
    message: 'x\u0007'.repeat(9_000),
  })
  expect([line.view.tool, line.view.message?.length]).toEqual(['ab', messageCharactersMax])
})
