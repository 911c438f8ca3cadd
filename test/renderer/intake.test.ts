/** The order of bytes and sizes on their way into a terminal, with a terminal that parses when the test says so. */
import { describe, expect, test } from 'vitest'
import { Intake } from '../../src/renderer/grid/intake.ts'

const text = (bytes: Uint8Array) => new TextDecoder().decode(bytes)
const bytes = (words: string) => new TextEncoder().encode(words)

function make() {
  const log: string[] = []
  const waiting: (() => void)[] = []
  const idle = { count: 0 }
  const intake = new Intake({ cols: 80, rows: 24 }, 100, {
    write: (piece, parsed) => { log.push(`write ${text(piece)}`); waiting.push(parsed) },
    resize: ({ cols, rows }) => { log.push(`resize ${cols}x${rows}`) },
    acknowledge: (upTo) => { log.push(`parsed ${upTo}`) },
    idle: () => { idle.count += 1 },
  })
  /** The terminal parses everything it has been given so far. */
  const parse = () => { for (const parsed of waiting.splice(0)) parsed() }
  return { intake, log, parse, waiting, idle }
}

describe('Intake', () => {
  test('writes bytes as they come and acknowledges once when all are parsed', () => {
    const { intake, log, parse } = make()
    intake.begin(10, new Uint8Array(0))
    intake.push(10, bytes('one'), false)
    intake.push(13, bytes('two'), false)
    parse()
    expect(log).toEqual(['write one', 'write two', 'parsed 16'])
    expect({ gaps: intake.gaps, received: intake.received, idle: intake.idle }).toEqual({ gaps: 0, received: 6, idle: true })
  })

  test('what stands before a snapshot counts as parsed when the snapshot has been, also where nothing follows it', () => {
    const { intake, log, parse } = make()
    intake.begin(10, new Uint8Array(0), true)
    intake.restore(bytes('history'))
    parse()
    intake.restore(bytes('screen'), () => log.push('whole'))
    parse()
    expect(log).toEqual(['write history', 'write screen', 'whole', 'parsed 10'])
  })

  test('acknowledges at least every 128 KiB while more waits', () => {
    const { intake, log, waiting } = make()
    intake.begin(0, new Uint8Array(0))
    for (let at = 0; at < 262_144; at += 65_536) intake.push(at, new Uint8Array(65_536).fill(0x61), false)
    log.length = 0
    for (const parsed of waiting) parsed()
    expect(log).toEqual(['parsed 131072', 'parsed 262144'])
  })

  test('a size waits for the bytes before it, and later bytes for the size', () => {
    const { intake, log, parse } = make()
    intake.push(0, bytes('before'), false)
    intake.resize({ cols: 100, rows: 30 })
    intake.push(6, bytes('after'), false)
    expect(log).toEqual(['write before'])
    parse()
    parse()
    expect(log).toEqual(['write before', 'parsed 6', 'resize 100x30', 'write after', 'parsed 11'])
  })

  test('of several sizes that wait only the last is used', () => {
    const { intake, log, parse } = make()
    intake.push(0, bytes('x'), false)
    intake.resize({ cols: 100, rows: 30 })
    intake.resize({ cols: 90, rows: 20 })
    parse()
    expect(log).toEqual(['write x', 'parsed 1', 'resize 90x20'])
  })

  test('an idle terminal gets a new size at once, and the same size never', () => {
    const { intake, log } = make()
    intake.resize({ cols: 100, rows: 30 })
    intake.resize({ cols: 100, rows: 30 })
    expect(log).toEqual(['resize 100x30'])
  })

  test('lowers a count by the size that is in force when it is parsed', () => {
    const { intake, log, parse } = make()
    intake.push(0, bytes('\x1b[9999S'), false)
    intake.resize({ cols: 80, rows: 10 })
    intake.push(7, bytes('\x1b[9999S'), false)
    parse()
    parse()
    const written = log.filter((line) => line.startsWith('write')).map((line) => line.slice(6)).join('')
    expect(written).toBe('\x1b[24S\x1b[10S')
  })

  test('a message whose bytes are all held back is still acknowledged', () => {
    const { intake, log, parse } = make()
    intake.push(0, bytes('\x1b['), false)
    intake.push(2, bytes('12'), false)
    intake.push(4, bytes('3C'), false)
    parse()
    expect(log.filter((line) => line.startsWith('parsed'))).toEqual(['parsed 6'])
    expect(intake.parsed).toBe(6)
  })

  test('knows whether the bytes in work are replayed', () => {
    const { intake, waiting } = make()
    intake.begin(0, bytes('modes'))
    intake.push(0, bytes('old'), true)
    intake.push(3, bytes('new'), false)
    const seen: (boolean | null)[] = []
    for (const parsed of waiting) { seen.push(intake.current?.replayed ?? null); parsed() }
    expect([...seen, intake.current]).toEqual([true, true, false, null])
  })

  test('bytes of ours at the beginning are not counted', () => {
    const { intake, log, parse } = make()
    intake.begin(500, bytes('modes'))
    parse()
    expect({ log, parsed: intake.parsed, received: intake.received }).toEqual({ log: ['write modes'], parsed: 500, received: 0 })
  })

  test('says when everything has been parsed, bytes of ours and bytes behind a size too', () => {
    const { intake, parse, idle } = make()
    intake.begin(0, bytes('modes'))
    parse()
    intake.push(0, bytes('one'), false)
    intake.resize({ cols: 100, rows: 30 })
    intake.push(3, bytes('two'), false)
    parse()
    expect(idle.count).toBe(1)
    parse()
    expect(idle.count).toBe(2)
  })

  test('counts an offset that is not the expected one and goes on from there', () => {
    const { intake, log, parse } = make()
    intake.push(0, bytes('ab'), false)
    intake.push(5, bytes('cd'), false)
    intake.push(7, bytes('ef'), false)
    parse()
    expect({ gaps: intake.gaps, last: log.at(-1) }).toEqual({ gaps: 1, last: 'parsed 9' })
  })
})
