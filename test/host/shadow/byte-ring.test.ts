/**
 * Bytes between two threads in shared memory: all of them come out as they went in, until the
 * reader is too far behind.
 */
import { expect, test } from 'vitest'
import { RingReader, RingWriter } from '../../../src/host/shadow/byte-ring.ts'
import { seeded } from '../../../src/build/test/fuzz-target.mjs'

test('the writer sees for whom the reader works, even when that was never done', () => {
  const writer = new RingWriter()
  const reader = new RingReader(writer.shared)
  const seen = [writer.worksFor]
  reader.workFor(0, () => seen.push(writer.worksFor))
  seen.push(writer.worksFor)
  expect(() =>
    reader.workFor(7, () => {
      throw new Error('dies')
    }),
  ).toThrow('dies')
  expect([...seen, writer.worksFor]).toEqual([null, 0, null, 7])
})

test('the writer sees at which output the reader works until it survives that', () => {
  const writer = new RingWriter()
  const reader = new RingReader(writer.shared)
  const seen = [writer.worksOn]
  const died = (survives: boolean) => () =>
    reader.workFor(7, () => {
      reader.workOn(2 ** 40, 10, () => {
        seen.push(writer.worksOn)
        if (survives) reader.survived()
        throw new Error('dies')
      })
    })
  expect(died(false)).toThrow('dies')
  const stretch = { from: 2 ** 40, to: 2 ** 40 + 10 }
  expect([...seen, writer.worksFor, writer.worksOn]).toEqual([null, stretch, 7, stretch])
  expect(died(true)).toThrow('dies')
  expect([writer.worksFor, writer.worksOn]).toEqual([7, null])
})

test('written bytes are read at any length, delay and wrap of the positions', () => {
  const random = seeded(11)
  const writer = new RingWriter()
  const reader = new RingReader(writer.shared)
  const waiting: { position: number; bytes: Uint8Array }[] = []
  let refused = 0
  let last = 0
  for (let round = 0; round < 1_000; round += 1) {
    const bytes = new Uint8Array(Math.floor(random() * 200_000)).fill(round)
    const position = writer.put(bytes)
    if (position === null) refused += 1
    else {
      waiting.push({ position, bytes })
      last = position
      reader.expect(position, bytes.length)
    }
    while (waiting.length > 0 && random() < 0.45) {
      const [{ position: from, bytes: wanted }] = waiting.splice(
        Math.floor(random() * waiting.length),
        1,
      ) as [(typeof waiting)[number]] // in any order: sessions take turns
      const found = reader.view(from, wanted.length)
      expect(Buffer.compare(found, wanted)).toBe(0)
      reader.done((from + wanted.length) | 0)
    }
  }
  expect(refused).toBeGreaterThan(100)
  expect(last).toBeLessThan(0) // beyond 2^31
})
