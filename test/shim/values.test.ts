import { describe, expect, test } from 'vitest'
import { decodeFrame, encodeFrame, MESSAGE_BYTES_MAX } from '../../src/electron-shim/page/frame.ts'
import { fromText, toText } from '../../src/electron-shim/page/values.ts'

const values: readonly unknown[] = [
  null,
  true,
  0,
  -0,
  1.5,
  Number.NaN,
  Number.POSITIVE_INFINITY,
  undefined,
  '',
  'text \u2028 😀',
  [],
  [1, [undefined, null]],
  {},
  { a: { b: [1] } },
  { $: 'a key that is the mark', other: 1 },
  { bytes: new Uint8Array([1, 2, 3]), more: [new Uint8Array(0)] },
  new Uint8Array([0, 255]),
  JSON.parse('{"__proto__":{"x":1}}') as unknown,
  Object.assign(Object.create(null) as object, { plain: 1 }),
]
const refused: readonly unknown[] = [
  new Map(),
  new Set(),
  new Date(),
  () => 1,
  Symbol('s'),
  1n,
  new (class Own {})(),
  /x/,
  new Float64Array(1),
  Object.create({ inherited: 1 }) as unknown,
]

describe('values that cross', () => {
  test('come out of a text as they went in', () => {
    expect(values.map((value) => fromText(toText(value)))).toEqual(values)
  })
  test('come out of a frame as they went in', () => {
    expect(values.map((value) => decodeFrame(encodeFrame(value)).value)).toEqual(values)
  })
  test('an ArrayBuffer stays one', () => {
    const { value } = decodeFrame(encodeFrame({ buffer: new Uint8Array([4, 5]).buffer }))
    expect([...new Uint8Array((value as { buffer: ArrayBuffer }).buffer)]).toEqual([4, 5])
  })
  test('everything else throws DataCloneError, cycles too', () => {
    const cycle: unknown[] = []
    cycle.push(cycle)
    for (const value of [...refused, cycle, { deep: [new Map()] }])
      expect(() => encodeFrame(value)).toThrow(
        expect.objectContaining({ name: 'DataCloneError' }) as Error,
      )
  })
})

describe('frames', () => {
  test('a lone array costs four bytes more than itself', () => {
    expect(encodeFrame(new Uint8Array(65_536)).length).toBe(65_540)
  })
  test('a pooled Buffer brings none of its pool along, and arrives as an exact plain array', () => {
    const { value } = decodeFrame(encodeFrame(Buffer.from('pool')))
    expect([
      (value as Uint8Array).constructor.name,
      (value as Uint8Array).buffer.byteLength,
    ]).toEqual(['Uint8Array', 4])
  })
  test('a frame that arrives as a Buffer is copied, not viewed', () => {
    const frame = Buffer.from(encodeFrame(new Uint8Array([1, 2])))
    const { value } = decodeFrame(frame)
    frame.fill(0)
    expect(value).toEqual(new Uint8Array([1, 2]))
  })
  test('16 MiB pass, one byte more does not', () => {
    expect(encodeFrame(new Uint8Array(MESSAGE_BYTES_MAX)).length).toBe(MESSAGE_BYTES_MAX + 4)
    expect(() => encodeFrame(new Uint8Array(MESSAGE_BYTES_MAX + 1))).toThrow('16 MiB')
  })
  test('lengths that do not add up and places used twice are refused', () => {
    const frame = (head: object, bytes: number): Uint8Array => {
      const text = new TextEncoder().encode(JSON.stringify(head))
      const made = new Uint8Array(4 + text.length + bytes)
      new DataView(made.buffer).setUint32(0, text.length, true)
      made.set(text, 4)
      return made
    }
    expect(() => decodeFrame(frame({ value: null, lengths: [5] }, 3))).toThrow('do not add up')
    expect(() =>
      decodeFrame(
        frame(
          {
            value: [
              { $: 'bytes', at: 0 },
              { $: 'bytes', at: 0 },
            ],
            lengths: [1],
          },
          1,
        ),
      ),
    ).toThrow('wrong place')
    expect(() => decodeFrame(frame({ value: { $: 'bytes', at: 3 }, lengths: [] }, 0))).toThrow(
      'wrong place',
    )
  })
})
