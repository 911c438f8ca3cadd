/** Flow control: the meter, the pace of states, the ring and the remembered modes. */
import { describe, expect, it } from 'vitest'
import { Dispatcher } from '../../../../src/agents/dispatch/dispatcher.ts'
import {
  outputRingBytesMax,
  printedSizesMax,
  unparsedBytesHigh,
  unparsedBytesLow,
} from '../../../../src/core/session/flow/limits.ts'
import { Meter } from '../../../../src/core/session/flow/meter.ts'
import { ModeMemory } from '../../../../src/core/session/flow/mode-memory.ts'
import { compression } from '../../../../src/host/shadow/compression.ts'
import { OutputRing } from '../../../../src/core/session/flow/output-ring.ts'
import { RecentOutput } from '../../../../src/core/session/flow/recent-output.ts'
import { reportBytes } from '../../../../src/core/worker/limits.ts'
import { below, pick, seeded } from '../../../support/random.ts'
import { slow } from '../../../slow.ts'

const bytesOf = (text: string) => new TextEncoder().encode(text)
const textOf = (bytes: Uint8Array) => new TextDecoder().decode(bytes)

describe('meter', () => {
  const make = () => {
    const calls: string[] = []
    return {
      calls,
      meter: new Meter({ pause: () => calls.push('pause'), resume: () => calls.push('resume') }),
    }
  }

  it('pauses above HIGH and resumes below LOW, each once', () => {
    const { calls, meter } = make()
    meter.join(0)
    meter.add(unparsedBytesHigh)
    expect(calls).toEqual([])
    meter.add(1)
    meter.add(1)
    expect(calls).toEqual(['pause'])
    meter.acknowledge(unparsedBytesHigh + 2 - unparsedBytesLow)
    expect(calls).toEqual(['pause'])
    meter.acknowledge(unparsedBytesHigh + 3 - unparsedBytesLow)
    expect(calls).toEqual(['pause', 'resume'])
  })

  it('waits for a core from its join until it leaves', () => {
    const { calls, meter } = make()
    meter.add(unparsedBytesHigh + 1) // without a parser
    meter.join(unparsedBytesHigh + 1)
    meter.add(unparsedBytesHigh)
    expect(calls).toEqual([])
    meter.add(1)
    expect(calls).toEqual(['pause'])
    meter.leave()
    expect(calls).toEqual(['pause', 'resume'])
    meter.add(unparsedBytesHigh + 1)
    expect(calls).toEqual(['pause', 'resume'])
  })

  it('waits immediately for a core that continues far behind', () => {
    const { calls, meter } = make()
    meter.join(0)
    meter.add(unparsedBytesHigh)
    meter.acknowledge(unparsedBytesHigh)
    meter.add(unparsedBytesHigh)
    meter.leave()
    meter.join(unparsedBytesHigh - 1)
    expect(calls).toEqual(['pause'])
    meter.acknowledge(2 * unparsedBytesHigh - unparsedBytesLow + 1)
    expect(calls).toEqual(['pause', 'resume'])
  })

  it('refuses reports from the future, from the past and from a core that left', () => {
    const { meter } = make()
    meter.join(0)
    meter.add(10)
    const taken = [11, 6, 5].map((upTo) => meter.acknowledge(upTo))
    meter.leave()
    expect([...taken, meter.acknowledge(7)]).toEqual([false, true, false, false])
  })

  it('cannot wait for a report that the core does not owe', () => {
    expect(unparsedBytesHigh - reportBytes).toBeGreaterThanOrEqual(unparsedBytesLow)
  })
})

describe('output ring', () => {
  it(
    'returns what was pushed, whatever the pieces, and hands out what leaves in order',
    slow,
    () => {
      const random = seeded(3)
      const evicted: number[] = []
      const all: number[] = []
      const max = 262_144
      let compressed = 0
      const { compress, expand } = compression()
      const ring = new OutputRing(max, (bytes) => evicted.push(...bytes), {
        compress: (bytes) => {
          compressed += 1
          return compress(bytes)
        },
        expand,
        freed: () => undefined,
      })
      for (let round = 0; round < 80; round += 1) {
        // some of it is noise, which is not compressed
        const letters = random() < 0.1 ? 256 : 12
        const bytes = Uint8Array.from(
          { length: below(random, 4_000) * (random() < 0.02 ? 100 : 1) },
          () => below(random, letters),
        )
        ring.push(bytes)
        for (const byte of bytes) all.push(byte)
        if (random() < 0.1) ring.rest()
        expect(ring.end).toBe(all.length)
        expect(ring.end - ring.start).toBe(Math.min(all.length, max))
        const from = ring.start + below(random, ring.end - ring.start + 1)
        const to = from + below(random, Math.min(3_000, ring.end - from) + 1)
        expect([...ring.read(from, to, 1_000)].flatMap(({ bytes }) => [...bytes])).toEqual(
          all.slice(from, to),
        )
      }
      expect(compressed).toBeGreaterThan(10)
      const kept = [...ring.read(ring.start, ring.end, 1_000)]
      expect(kept.every((part) => part.bytes.length <= 1_000)).toBe(true)
      expect([...evicted, ...kept.flatMap((part) => [...part.bytes])]).toEqual(all)
      expect(kept.map((part) => part.at)).toEqual(
        kept.map(
          (_, index) =>
            ring.start + kept.slice(0, index).reduce((sum, part) => sum + part.bytes.length, 0),
        ),
      )
    },
  )

  it('is stored in few pieces when idle; more is added to them, and the oldest leave', () => {
    const { compress, expand } = compression()
    const pieces: number[] = []
    const evicted: Uint8Array[] = []
    const ring = new OutputRing(outputRingBytesMax, (bytes) => evicted.push(bytes.slice()), {
      compress: (bytes) => {
        pieces.push(bytes.length)
        return compress(bytes)
      },
      expand,
      freed: () => undefined,
    })
    const text = bytesOf(Array.from({ length: 200_000 }, (_, line) => `line ${line}\n`).join(''))
    const until = 1_200_000
    for (let at = 0; at < until; at += 10_000) ring.push(text.subarray(at, at + 10_000))
    ring.rest()
    // 151,424 of the 1,200,000 bytes have left; two of the segments have left completely.
    expect(pieces).toEqual([524_288, 524_288, 1_200_000 - 131_072 - 2 * 524_288])
    ring.rest()
    expect(pieces.length).toBe(3)
    for (let at = until; at < text.length; at += 10_000) {
      ring.push(text.subarray(at, at + 10_000))
      if (at % 50_000 === 0) ring.rest()
    }
    const kept = [...ring.read(ring.start, ring.end, 60_000)].map(({ bytes }) => bytes)
    expect(Buffer.concat([...evicted, ...kept]).equals(text)).toBe(true)
  })

  it('keeps all of it where it cannot be compressed', () => {
    const { compress, expand } = compression()
    let works = false
    let pieces = 0
    const ring = new OutputRing(outputRingBytesMax, () => undefined, {
      compress: (bytes) => {
        pieces += 1
        if (!works && pieces === 2) throw new Error('no memory')
        return compress(bytes)
      },
      expand,
      freed: () => undefined,
    })
    const text = bytesOf('some text\n'.repeat(100_000))
    ring.push(text)
    const kept = () => Buffer.concat([...ring.read(0, ring.end, 60_000)].map(({ bytes }) => bytes))
    expect(() => ring.rest()).toThrow('no memory')
    expect(kept().equals(text)).toBe(true)
    works = true
    ring.rest()
    expect([pieces, kept().equals(text)]).toEqual([4, true])
  })

  it('continues where a push replaces the whole content', () => {
    const ring = new OutputRing(65_536, () => undefined)
    for (let time = 0; time < 3; time += 1) ring.push(new Uint8Array(65_536).fill(time))
    expect([...ring.read(ring.start, ring.end, 65_536)]).toEqual([
      { at: 131_072, bytes: new Uint8Array(65_536).fill(2) },
    ])
  })

  it('keeps all that the core may not have parsed', () => {
    expect(outputRingBytesMax).toBeGreaterThan(unparsedBytesHigh)
  })
})

describe('recent output', () => {
  it('starts after the first line end, wherever the ring was cut', () => {
    const line = `${'x'.repeat(998)}\r\n`
    const text = bytesOf(line.repeat(1_200))
    for (let cut = 0; cut < 1_600; cut += 40) {
      const history = new RecentOutput()
      history.push(text.subarray(0, outputRingBytesMax + 64_000))
      history.push(text.subarray(0, cut))
      const { at } = history.beginning()
      expect([at % 1_000, at - history.start <= 1_000]).toEqual([0, true])
    }
  })

  it('knows the modes of output that has left, even if the scanner called it plain', slow, () => {
    const tokens = [
      ...['text', '\r\n', '\x1b[1;31m', '\x1b[H', '\x1b[12;', '5H', '\x1b[', '\x1b', '\x1bM'],
      '\x07',
    ]
    const heeded = ['\x1b[?25l', '\x1b[?1049h', '\x1bc', '\x1b[!p', '\x1b[>1u', '\x1b[', '?1006h']
    for (const seed of [1, 2, 3, 4]) {
      const random = seeded(seed)
      const dispatcher = new Dispatcher('', { evidence: () => undefined, query: () => undefined })
      const [told, untold] = [new RecentOutput(), new RecentOutput()]
      for (let round = 0; round < 40; round += 1) {
        // long stretches without any mode, and some between with many
        const words = round % 5 === 0 ? [...tokens, ...heeded] : tokens
        const text = Array.from({ length: 16_000 }, () => pick(random, words)).join('')
        for (let at = 0; at < text.length; ) {
          const end = at + 1 + below(random, round % 2 === 0 ? 30_000 : 2_000)
          const chunk = bytesOf(text.slice(at, end))
          at = end
          dispatcher.feed(chunk)
          told.push(chunk)
          told.scanned(dispatcher.isPlain)
          untold.push(chunk)
        }
        expect(textOf(told.modes(told.start)), `seed ${seed}`).toBe(
          textOf(untold.modes(untold.start)),
        )
      }
    }
  })
})

describe('mode memory', () => {
  const modesAfter = (...chunks: string[]) => {
    const memory = new ModeMemory()
    for (const chunk of chunks) memory.feed(bytesOf(chunk))
    return textOf(memory.bytes())
  }

  it('knows the screen and the modes that output has set', () => {
    expect(modesAfter('x\x1b[?1049h\x1b[2J\x1b[?1000;1006h\x1b[?25l', '\x1b[?1000l')).toBe(
      '\x1b[?1049h\x1b[?1006h\x1b[?25l\x1b[?1000l',
    )
  })

  it('understands sequences cut anywhere', () => {
    const whole = 'a\x1b[?2004hb\x1b\x1b[?1049;25h\x1b[!pc'
    for (let cut = 0; cut <= whole.length; cut += 1)
      expect(modesAfter(whole.slice(0, cut), whole.slice(cut))).toBe(modesAfter(whole))
    expect(modesAfter(...whole)).toBe(modesAfter(whole))
    expect(modesAfter(whole)).toBe('\x1b[?1049h')
  })

  it('forgets everything at a full reset', () => {
    expect(modesAfter('\x1b[?1049h\x1bc')).toBe('')
  })

  it('knows the keyboard flags of each screen', () => {
    const whole = 'a\x1b[>1ub\x1b[=2;2u\x1b[>5u\x1b[?1049h\x1b[>31u\x1b[<u\x1b[=8u'
    expect(modesAfter(whole)).toBe('\x1b[>3u\x1b[>5u\x1b[?47h\x1b[=8u\x1b[?47l\x1b[?1049h')
    for (let cut = 0; cut <= whole.length; cut += 1)
      expect(modesAfter(whole.slice(0, cut), whole.slice(cut))).toBe(modesAfter(whole))
    expect([
      modesAfter(whole, '\x1b[?1049l\x1b[<9u\x1b[?1049h\x1b[<9u'),
      modesAfter(whole, '\x1bc'),
    ]).toEqual(['\x1b[?1049h', ''])
  })

  it('remembers modifyOtherKeys until it is disabled or reset', () => {
    const whole = 'a\x1b[>4;1m\x1b[?1049h\x1b[>4;2mb'
    expect(modesAfter(whole)).toBe('\x1b[?1049h\x1b[>4;2m')
    for (let cut = 0; cut <= whole.length; cut += 1)
      expect(modesAfter(whole.slice(0, cut), whole.slice(cut))).toBe(modesAfter(whole))
    const after = (rest: string) => modesAfter(`\x1b[>4;2m${rest}`)
    for (const rest of ['[>4;0m', '[>4m', '[>4;3m', '[>m', '[>4n', '[!p', 'c'])
      expect([rest, after(`\x1b${rest}`)]).toEqual([rest, ''])
    for (const rest of ['[4m', '[>1;1m', '[>0;1m', '[>n', '[>2n', '[<4;1m', '[?4;1m', '[>;;;;m'])
      expect([rest, after(`\x1b${rest}`)]).toEqual([rest, '\x1b[>4;2m'])
  })

  it('remembers where paragraphs start until it is set again or reset', () => {
    const whole = 'a\x1b[1 k\x1b[2 kb'
    for (let cut = 0; cut <= whole.length; cut += 1)
      expect(modesAfter(whole.slice(0, cut), whole.slice(cut))).toBe('\x1b[2 k')
    for (const rest of ['[ k', '[0 k', '[1 k', '[!p', 'c'])
      expect([rest, modesAfter(`${whole}\x1b${rest}`)]).toEqual([rest, ''])
    for (const rest of ['[3 k', '[2 q\x1b[0 q', '[k'])
      expect([rest, modesAfter(`${whole}\x1b${rest}`)]).toEqual([rest, '\x1b[2 k'])
  })

  it('forgets the keyboard flags of the current screen at a soft reset', () => {
    expect(modesAfter('\x1b[>1u\x1b[?1049h\x1b[>5u\x1b[>2u\x1b[!p')).toBe('\x1b[>1u\x1b[?1049h')
  })

  it('keeps to modes that matter and skips nonsense', () => {
    expect(modesAfter('\x1b[?99999h\x1b[?', '9'.repeat(100), 'h', '\x1b[?;;h')).toBe('')
  })
})

describe('sizes of printed output', () => {
  const size = (cols: number) => ({ cols, rows: 24 })

  it('follow the remaining output, by offset in it, modes first', () => {
    const output = new RecentOutput()
    output.resized(size(60))
    output.push(bytesOf('\x1b[?2004hone\r\n'))
    output.resized(size(90)) // nothing is printed at it
    output.resized(size(60))
    output.push(bytesOf('two\r\n'))
    output.resized(size(100))
    output.push(bytesOf('three'))
    output.resized(size(20))
    const whole = output.whole()
    expect(whole.sizesBefore).toEqual([
      { at: 0, ...size(60) },
      { at: 18, ...size(100) },
    ])
    const newest = output.whole(1)
    const text = newest.restoredOutput.map(textOf).join('')
    expect(newest.sizesBefore).toEqual([
      { at: 0, ...size(60) },
      { at: text.indexOf('three'), ...size(100) },
    ])
    expect(output.whole(0)).toEqual({ restoredOutput: [], sizesBefore: [] })
    output.forget()
    expect(output.whole().sizesBefore).toEqual([{ at: 0, ...size(100) }])
  })

  it('remembers few of 10,000, and those at which most was printed', () => {
    const output = new RecentOutput()
    for (let at = 0; at < 10_000; at += 1) {
      output.resized(size(20 + (at % 100)))
      output.push(bytesOf(at % 500 === 0 ? 'x'.repeat(400) : '$ '))
    }
    expect(output.sizes).toHaveLength(printedSizesMax)
    expect(output.sizes.filter(({ cols }) => cols === 20).length).toBeGreaterThanOrEqual(20)
    output.push(new Uint8Array(2 * outputRingBytesMax))
    expect(output.sizes).toEqual([expect.objectContaining(size(119))])
    expect(output.whole().sizesBefore).toEqual([{ at: 0, ...size(119) }])
  })
})
