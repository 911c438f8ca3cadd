/** A body that was read before is reported as it was then, and only that one. */
import { expect, test } from 'vitest'
import { KnownBodies, type BodyReading } from '../../../src/agents/dispatch/known-bodies.ts'
import { knownBodies, knownBodyBytes } from '../../../src/agents/dispatch/limits.ts'
import { seeded } from '../../../src/build/test/fuzz-target.mjs'

const body = (text: string) => ({
  bytes: new TextEncoder().encode(`..${text}..`),
  from: 2,
  to: 2 + new TextEncoder().encode(text).length,
})
const title = (text: string): BodyReading => ({ type: 'title', value: { text } })

test('reads a body once, and each number for itself', () => {
  const known = new KnownBodies()
  let reads = 0
  const ask = (number: number, text: string) =>
    known.reading(number, body(text), () => {
      reads += 1
      return title(`${number} ${text}`)
    })
  expect([ask(0, 'a'), ask(0, 'a'), ask(2, 'a')]).toEqual([
    title('0 a'),
    title('0 a'),
    title('2 a'),
  ])
  expect(reads).toBe(2)
})

test('remembers faults and nothing too, but no long body', () => {
  const known = new KnownBodies()
  let reads = 0
  for (const [text, reading] of [
    ['bad', { problem: 'malformed' }],
    ['none', null],
  ] as const) {
    for (let times = 0; times < 2; times += 1)
      expect(
        known.reading(9, body(text), () => {
          reads += 1
          return reading
        }),
      ).toEqual(reading)
  }
  expect(reads).toBe(2)
  for (let times = 0; times < 2; times += 1)
    known.reading(9, body('x'.repeat(knownBodyBytes + 1)), () => {
      reads += 1
      return null
    })
  expect(reads).toBe(4)
})

test('never takes one body for another, however many there are', () => {
  const known = new KnownBodies()
  const random = seeded(3)
  for (let times = 0; times < knownBodies * 40; times += 1) {
    const text =
      Array.from({ length: Math.floor(random() * 4) }, () => 'ab;='[Math.floor(random() * 4)]).join(
        '',
      ) + (random() < 0.1 ? 'x'.repeat(knownBodyBytes - 3) : '')
    const number = Math.floor(random() * 3)
    expect(known.reading(number, body(text), () => title(`${number} ${text}`))).toEqual(
      title(`${number} ${text}`),
    )
  }
})
