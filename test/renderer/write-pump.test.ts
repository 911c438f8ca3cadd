import { describe, expect, it } from 'vitest'
import { pumpPieceBytesMax, pumpPieceBytesMin, turnMs } from '../../src/renderer/grid/limits.ts'
import { WritePump } from '../../src/renderer/grid/write-pump.ts'

/** A pump whose parser takes so many ms for a byte; tasks run by `task()`. */
function makePump(msPerByte: () => number) {
  let now = 0
  const tasks: (() => void)[] = []
  const pieces: number[] = []
  let parsed = ''
  const pump = new WritePump({
    now: () => now,
    soon: (act) => tasks.push(act),
    parse: (bytes) => { pieces.push(bytes.length); parsed += String.fromCharCode(...bytes.subarray(0, 1)); now += bytes.length * msPerByte() },
  })
  return { pump, pieces, tasks, task: () => tasks.shift()?.(), first: () => parsed, now: () => now }
}

const filled = (length: number, byte: number): Uint8Array => new Uint8Array(length).fill(byte)

describe('WritePump', () => {
  it('parses in order, calls back once for each write, and never inside `write`', () => {
    const { pump, task, first, tasks } = makePump(() => 0)
    const called: string[] = []
    pump.write(filled(10, 0x61), () => called.push('a'))
    pump.write(filled(10, 0x62), () => called.push('b'))
    expect({ called, waiting: tasks.length }).toEqual({ called: [], waiting: 1 })
    task()
    expect({ called, parsed: first(), waiting: tasks.length }).toEqual({ called: ['a', 'b'], parsed: 'ab', waiting: 0 })
  })

  it('parses at once what follows a key', () => {
    const { pump, first, tasks } = makePump(() => 0)
    pump.typed()
    pump.write(filled(1, 0x65), () => {})
    expect({ parsed: first(), waiting: tasks.length }).toEqual({ parsed: 'e', waiting: 0 })
    pump.write(filled(1, 0x66), () => {})
    expect({ parsed: first(), waiting: tasks.length }).toEqual({ parsed: 'e', waiting: 1 })
  })

  it('gives the page its turn after half a frame', () => {
    const { pump, task, now, tasks } = makePump(() => 1 / 1_000)
    pump.write(filled(100_000, 0x61), () => {})
    task()
    expect(now()).toBeGreaterThanOrEqual(turnMs)
    expect(now()).toBeLessThan(2 * turnMs + 1)
    expect(tasks.length).toBe(1)
  })

  it('hands over more at a time while it is cheap, and less as soon as it is dear', () => {
    let msPerByte = 1 / 100_000
    const { pump, pieces, task, tasks } = makePump(() => msPerByte)
    pump.write(filled(400_000, 0x61), () => {})
    while (tasks.length > 0) task()
    expect(Math.max(...pieces)).toBe(pumpPieceBytesMax)
    pieces.length = 0
    msPerByte = 1 / 200
    pump.write(filled(100_000, 0x0a), () => {})
    while (tasks.length > 0) task()
    expect([pieces[0], Math.max(...pieces.slice(1))]).toEqual([pumpPieceBytesMax, pumpPieceBytesMin])
  })

  it('goes on with the rest when a parser throws', () => {
    const tasks: (() => void)[] = []
    let parsed = 0
    const pump = new WritePump({ now: () => 0, soon: (act) => tasks.push(act), parse: (bytes) => { parsed += bytes.length; if (bytes[0] === 0x61) throw new Error('handler') } })
    pump.write(filled(1, 0x61), () => {})
    pump.write(filled(1, 0x62), () => {})
    expect(() => tasks.shift()?.()).toThrow('handler')
    while (tasks.length > 0) tasks.shift()?.()
    expect(parsed).toBe(2)
  })

  it('calls nothing once it is disposed of', () => {
    const { pump, task, first } = makePump(() => 0)
    let called = false
    pump.write(filled(1, 0x61), () => { called = true })
    pump.dispose()
    task()
    expect({ called, parsed: first() }).toEqual({ called: false, parsed: '' })
  })
})
