import { expect, it } from 'vitest'
import { whenMoved } from '../../src/renderer/overlay/when-moved.ts'

it('a pointer event is passed on when it moved, not when rows moved beneath it', () => {
  let moves = 0
  const handler = whenMoved(() => {
    moves += 1
  })
  for (const [movementX, movementY] of [
    [0, 0],
    [1, 0],
    [0, -3],
  ] as const)
    handler({ movementX, movementY })
  expect(moves).toBe(2)
})
