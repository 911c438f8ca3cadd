/** The guard in front of xterm.js: sane output passes untouched, absurd counts cost nothing, and the picture is the same. */
import headless from '@xterm/headless'
import { describe, expect, it } from 'vitest'
import { heldBytesMax, RepeatGuard, turnsPerPieceMax } from '../../../src/core/guard/repeat-guard.ts'
import { below, pick, seeded } from '../../support/random.ts'

const size = { cols: 20, rows: 6, scrollback: 10 }
const bytesOf = (text: string) => Uint8Array.from(text, (character) => character.charCodeAt(0))
const textOf = (pieces: readonly Uint8Array[]) => pieces.map((piece) => String.fromCharCode(...piece)).join('')
const guard = () => new RepeatGuard(() => size)
const through = (...chunks: string[]) => { const one = guard(); return chunks.map((chunk) => textOf(one.feed(bytesOf(chunk)))).join('') }

describe('repeat guard', () => {
  it.each([
    ['scroll up', '\x1b[2147483647S', '\x1b[6S'],
    ['scroll down', '\x1b[99999T', '\x1b[6T'],
    ['insert lines', '\x1b[7L', '\x1b[6L'],
    ['delete lines', '\x1b[4294967295M', '\x1b[6M'],
    ['tab forward', '\x1b[21I', '\x1b[20I'],
    ['tab backward', '\x1b[10000000Z', '\x1b[20Z'],
    ['repeat, keeping the column', '\x1b[1007b', '\x1b[327b'],
    ['leading zeros', '\x1b[000000000099S', '\x1b[6S'],
    ['further parameters', '\x1b[99;1;2S', '\x1b[6;1;2S'],
    ['a control between digits, which is executed', '\x1b[9\n9S', '\x1b[6\nS'],
    ['a stray byte between digits, which xterm.js drops', '\x1b[9\xff9S', '\x1b[6\xffS'],
    ['a byte order mark between digits, which xterm.js drops', '\x1b[9\xef\xbb\xbf9S', '\x1b[6\xef\xbb\xbfS'],
    ['a control between ESC and bracket', '\x1b\n[99S', '\x1b\n[6S'],
    ['a stray byte between ESC and bracket', '\x1b\xff[99S', '\x1b\xff[6S'],
    ['U+009B as introducer', '\xc2\x9b99S', '\xc2\x9b6S'],
    ['inside an unfinished title', '\x1b]0;x\x1b[99S', '\x1b]0;x\x1b[6S'],
    ['text around it', 'a\x1b[99Sb', 'a\x1b[6Sb'],
  ])('lowers %s', (_name, sent, expected) => {
    expect(through(sent)).toBe(expected)
    expect(through(...sent)).toBe(expected)
  })

  it.each([
    ['sane counts', '\x1b[6S\x1b[3T\x1b[1L\x1b[M\x1b[0Z\x1b[20I\x1b[320b'],
    ['other sequences with large numbers', '\x1b[99999;99999H\x1b[38;2;255;0;128m\x1b[?2004h\x1b[99999A\x1b[99999C'],
    ['a number cut by text', '\x1b[99\xc3\xa9S'],
    ['a number after text that cut the sequence', '\x1b[\xc3\xa95000S'],
    ['a number cut by cancel', '\x1b[99\x18S'],
    ['a number cut by another escape', '\x1b[99\x1bS'],
    ['an escape with an intermediate', '\x1b([99S'],
    ['a lone lead byte', '\xc2[99S'],
    ['every byte value', Array.from({ length: 256 }, (_, byte) => String.fromCharCode(byte)).join('')],
  ])('passes %s as they are, however cut', (_name, sent) => {
    expect(through(sent)).toBe(sent)
    expect(through(...sent)).toBe(sent)
  })

  it('hands on a chunk without copying it', () => {
    const chunk = bytesOf('plain \x1b[31mred\x1b[m text')
    expect(guard().feed(chunk)[0]?.buffer).toBe(chunk.buffer)
  })

  it('swallows a sequence longer than it may hold, and nothing after it', () => {
    const one = guard()
    const sent = [`a\x1b[${'0'.repeat(heldBytesMax)}`, '0'.repeat(100_000), '99Sb\x1b[1mc']
    expect(sent.map((chunk) => textOf(one.feed(bytesOf(chunk)))).join('')).toBe('a\x1b[\x18b\x1b[1mc')
  })

  it('begins a new piece where the loops of xterm.js would take long', () => {
    const pieces = guard().feed(bytesOf('\x1b[6M'.repeat(turnsPerPieceMax)))
    expect(pieces.length).toBeGreaterThan(5)
    expect(textOf(pieces)).toBe('\x1b[6M'.repeat(turnsPerPieceMax))
  })

  it('gives the same for every cut of random output', () => {
    const random = seeded(20260101)
    for (let round = 0; round < 3_000; round += 1) {
      const sent = randomOutput(random)
      const one = guard()
      let cut = ''
      for (let at = 0; at < sent.length;) {
        const to = at + 1 + below(random, 9)
        cut += textOf(one.feed(sent.subarray(at, to)))
        at = to
      }
      const whole = guard()
      const rest = textOf(one.feed(bytesOf('\x18')))
      expect(cut + rest, `round ${round}`).toBe(textOf(whole.feed(sent)) + textOf(whole.feed(bytesOf('\x18'))))
    }
  })

  it('leaves the picture of xterm.js the same as without it', async () => {
    const random = seeded(7)
    for (let round = 0; round < 120; round += 1) {
      const sent = randomOutput(random, 300)
      const one = guard()
      const guarded = await picture(one.feed(sent))
      expect(guarded, `round ${round}: ${JSON.stringify(textOf([sent]))} -> ${JSON.stringify(textOf(guard().feed(sent)))}`).toEqual(await picture([sent]))
    }
  }, 180_000) // xterm.js parses by timers, which a busy machine is late with
})

/** Bytes rich in sequences, cut sequences, strings and stray bytes. `countMax` keeps what an unguarded xterm.js can bear. */
function randomOutput(random: () => number, countMax = 3_000_000_000): Uint8Array {
  const parts: string[] = []
  for (let part = 0; part < 12; part += 1) {
    const count = String(below(random, random() < 0.5 ? 12 : countMax))
    parts.push(pick(random, [
      () => `\x1b[${count}${pick(random, [...'STLMIZb'])}`,
      () => `\x1b[${count}${pick(random, ['\xff', '\xc3\xa9', '\n', '\x18', '\xef\xbb\xbf', '\xf0\x9f', ':4', ';7'])}${count}${pick(random, [...'STLMIZbm'])}`,
      () => `\xc2\x9b${count}${pick(random, [...'SLb'])}`,
      () => `\x1b${pick(random, ['\xff', '\n', '(', 'c', '\xc2'])}[${count}S`,
      () => `\x1b]0;title${pick(random, ['\x07', '\x1b\\', ''])}`,
      () => pick(random, ['ab', '\r\n', '\x1b[H', '\x1b[2;4r', '\x1b[r', '\xe4\xb8\xad', '\x1b[31m', '\x1b[?1049h', '\x1b[?1049l', '\x1b[3;3H']),
    ])())
  }
  return bytesOf(parts.join(''))
}

async function picture(pieces: readonly Uint8Array[]): Promise<unknown> {
  const terminal = new headless.Terminal({ ...size, allowProposedApi: true, logLevel: 'off' })
  for (const piece of pieces) terminal.write(piece)
  await new Promise<void>((resolve) => terminal.write('', resolve))
  const buffer = terminal.buffer.active
  const rows = Array.from({ length: buffer.length }, (_, row) => buffer.getLine(row)?.translateToString(true))
  const shown = { rows, cursor: [buffer.cursorX, buffer.cursorY], type: buffer.type }
  terminal.dispose()
  return shown
}
