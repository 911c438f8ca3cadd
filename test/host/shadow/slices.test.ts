/** Sessions take turns in a worker's thread. */
import { expect, test } from 'vitest'
import { Slices, sliceMs } from '../../../src/host/shadow/slices.ts'

/** Each message is worked at for so many ms. */
function make() {
  let now = 0
  const later: (() => void)[] = []
  const done: string[] = []
  const slices = new Slices<{ readonly name: string; readonly ms: number }>({
    now: () => now,
    later: (call) => {
      later.push(call)
    },
    work: (session, { name, ms }) => {
      now += Math.min(ms, 5)
      done.push(`${session}${name}`)
      return ms > 5 ? { name: `${name}'`, ms: ms - 5 } : null
    },
  })
  const turn = () => {
    for (const call of later.splice(0)) call()
  }
  return { done, later, slices, turn, at: () => now }
}

test("a flood of one session delays another's work by one turn, each in order", () => {
  const { done, slices, turn, at } = make()
  for (let message = 0; message < 8; message += 1)
    slices.push(1, { name: `flood${message}`, ms: 1 })
  turn()
  slices.push(2, { name: 'key', ms: 0.1 })
  slices.push(2, { name: 'size', ms: 0.1 })
  turn()
  const worked = at()
  turn()
  expect([done, worked <= 2 * sliceMs + 0.2]).toEqual([
    ['1flood0', '1flood1', '1flood2', '1flood3', '2key', '2size'],
    true,
  ])
  for (let round = 0; round < 5; round += 1) turn()
  expect(done.slice(6)).toEqual(['1flood4', '1flood5', '1flood6', '1flood7'])
})

test('turns rotate, whichever session has the most work', () => {
  const { done, later, slices, turn } = make()
  for (const session of [1, 2, 3])
    for (let message = 0; message < 3; message += 1)
      slices.push(session, { name: `.${message}`, ms: sliceMs })
  for (let round = 0; round < 9; round += 1) turn()
  expect([done, later.length]).toEqual([
    ['1.0', '2.0', '3.0', '1.1', '2.1', '3.1', '1.2', '2.2', '3.2'],
    0,
  ])
})

test('messages that arrive in the middle of a turn wait for their own', () => {
  const { done, slices, turn } = make()
  slices.push(1, { name: 'a', ms: 0 })
  turn()
  slices.push(1, { name: 'b', ms: 0 })
  slices.push(1, { name: 'c', ms: 0 })
  turn()
  turn()
  expect(done).toEqual(['1a', '1b', '1c'])
})

test("the rest of a long message is first when it is the session's turn again", () => {
  const { done, slices, turn } = make()
  slices.push(1, { name: 'long', ms: 12 })
  slices.push(1, { name: 'next', ms: 0 })
  slices.push(2, { name: 'key', ms: 0 })
  for (let round = 0; round < 5; round += 1) turn()
  expect(done).toEqual(['1long', '2key', "1long'", "1long''", '1next'])
})
