import { expect, test } from 'vitest'
import { findByte } from '../../src/base/sequences/find-byte.ts'

const length = 100

test.each([
  ['an array', new Uint8Array(length)],
  ['a Buffer', Buffer.alloc(length)],
  ['a part of a longer array', new Uint8Array(3 * length).fill(7).subarray(length, 2 * length)],
])('the next byte is found wherever it is in %s', (_name, bytes) => {
  bytes.fill(0)
  expect(findByte(bytes, 7, 0)).toBe(-1)
  for (let at = 0; at < length; at += 1) {
    bytes[at] = 7
    for (let from = 0; from <= length; from += 1) {
      expect(findByte(bytes, 7, from), `byte ${at} from ${from}`).toBe(from <= at ? at : -1)
    }
    bytes[at] = 0
  }
  bytes.fill(7)
  expect([0, 31, 32, 33, length - 1].map((from) => findByte(bytes, 7, from))).toEqual([
    0,
    31,
    32,
    33,
    length - 1,
  ])
})
