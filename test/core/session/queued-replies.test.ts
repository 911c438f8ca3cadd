/** Questions that wait for the terminal. */
import { expect, test } from 'vitest'
import type { OutputQuery } from '../../../src/base/sequences/query.ts'
import { HeldAnswers, heldAnswersMax } from '../../../src/core/session/input/queued-replies.ts'

const status = { kind: 'program-status', terminator: 'st' } as const
const support = (id: string) => ({ kind: 'notification-support', id, terminator: 'st' }) as const

test('an answer is sent when the core has come to its query', () => {
  const given: string[] = []
  const held = new HeldAnswers()
  const give = (queries: readonly OutputQuery[]) => given.push(...queries.map(({ kind }) => kind))
  held.hold(status, 10, true)
  held.hold(support('1'), 20, true)
  held.hold(status, 30, true)
  give(held.passed(10))
  expect(given).toEqual(['program-status'])
  give(held.passed(19))
  expect(given).toHaveLength(1)
  give(held.passed(20))
  expect(given).toEqual(['program-status', 'notification-support'])
  give(held.release())
  give(held.release())
  expect(given).toHaveLength(3)
})

test('queries without an answer give way to a query with an answer', () => {
  const given: string[] = []
  const held = new HeldAnswers()
  const give = (queries: readonly OutputQuery[]) => given.push(...queries.map(({ kind }) => kind))
  for (let count = 0; count < heldAnswersMax; count += 1) held.hold(support('zz'), count, false)
  held.hold(support('zz'), 999, false)
  held.hold(status, 1_000, true)
  give(held.passed(1_000))
  expect([given.length, given.at(-1)]).toEqual([heldAnswersMax, 'program-status'])
})
