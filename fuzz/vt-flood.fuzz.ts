/**
 * Compares floods of many lines in one chunk with the same bytes in small pieces. The large chunk
 * goes to history without a screen in between (offscreen.ts). Screen, history, cursor and deltas
 * must be the same. Except for the known differences, they must also equal @xterm/headless.
 */
import { isDeepStrictEqual } from 'node:util'
import { applyDelta, snapshotOf, Terminal, Viewer, type Delta } from '../src/terminal/index.ts'
import { Choices, holds, tryRandomBytes, type FuzzRun } from './support/support.ts'
import { Oracle } from './support/vt-oracle.ts'
import { compare } from './vt.fuzz.ts'
import { damaged, written } from './support/vt-input.ts'

export const name = 'vt-flood'

const headBytes = 8

export function run(run: FuzzRun): void {
  tryRandomBytes(run, replay, headBytes, 200)
}

/** Parts of lines; the last ones end a flood, or a line of it. */
const pieces = [
  'a',
  'hello ',
  'x'.repeat(7),
  ' ',
  '0123456789abcdef',
  '世界',
  '─',
  'é',
  '🎉',
  'か',
  '\x1b[31m',
  '\x1b[m',
  '\x1b[0m',
  '\x1b[1;38;5;200m',
  '\x1b[38;2;1;2;3m',
  '\x1b[K',
  '\x1b[m\x1b[K',
  '\x1b[3m',
  '~',
  'e\u0301',
  '世\u0301\u0302',
  '👩\u200d💻',
  '\ue0b0',
  'ก็',
  '\ufe0f',
  '❤\ufe0f',
  '❤',
  'word',
  '·',
  '\x1b[2m',
  '\x1b[22m',
  '\x1b[39m',
  '\x1b[44m',
  '\x1b[49m',
  '\x1b[4:3m',
  '\x1b[58:5:9m',
  '\x1b[59m',
  '\t',
  '\u0301'.repeat(20),
  '\b',
  '\r',
  '\x1b[2K',
  '\x1b[A',
  '\x1b[5G',
  '\n',
  '\x85',
  '\ufeff',
  '\x1b]8;;http://a\x07',
  '\x1b]8;;\x07',
  '\x1b[2 k',
  '\x1b[ k',
  '\x1b[?2501h',
] as const

/** Mostly lines, sometimes anything. */
export function flooded(choices: Choices, steps: number): string {
  let text = ''
  for (let step = 0; step < steps; step += 1) {
    const kind = choices.byte()
    if (kind < 6) {
      text += written(choices, 8)
      continue
    }
    const plain = choices.byte() % 8 !== 0
    let line = ''
    for (let part = kind % 5; part > 0; part -= 1)
      line += pieces[choices.byte() % (plain ? 30 : pieces.length)]!
    text += `${line}\r\n`.repeat(1 + (choices.byte() % 24))
  }
  return text
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const size = { cols: choices.pick([8, 10, 13, 20, 3, 2]), rows: choices.pick([4, 5, 3, 2, 7]) }
  const scrollback = choices.pick([50, 3, 0, 500, 7])
  const bytes = damaged(
    flooded(new Choices(input.subarray(headBytes)), (input.length - headBytes) / 5),
    input,
  )
  const whole = new Terminal({ ...size, scrollback })
  const viewer = new Viewer(whole)
  const middle = Math.floor(bytes.length * (choices.byte() / 256))
  whole.write(bytes.subarray(0, middle))
  const before = viewer.snapshot()
  whole.write(bytes.subarray(middle))
  const cut = new Terminal({ ...size, scrollback })
  for (let at = 0; at < bytes.length; ) {
    const step = 1 + (choices.byte() % 64)
    cut.write(bytes.subarray(at, at + step))
    at += step
  }
  const [one, other] = [whole, cut].map((terminal) =>
    snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 }, 1_000),
  )
  holds(
    JSON.stringify(one) === JSON.stringify(other),
    `lines that pass differ: ${JSON.stringify(new TextDecoder().decode(bytes))}`,
  )
  const reported = viewer.delta(before.rev)
  const seen = 'from' in reported ? applyDelta(before, reported satisfies Delta) : reported
  holds(
    isDeepStrictEqual(seen, snapshotOf(whole.screen, { epoch: 0, rev: seen.rev, at: whole.at })),
    'the delta does not lead there',
  )
  // At the edge of a row xterm.js widens a character otherwise (docs/contributing/internals/vt.md).
  if (/\p{Emoji}\ufe0f/u.test(new TextDecoder().decode(bytes))) return
  const oracle = new Oracle(size.cols, size.rows, scrollback)
  oracle.write(bytes)
  const difference = compare(whole.screen, oracle)
  holds(
    difference === null,
    `${difference ?? ''}\n${JSON.stringify(new TextDecoder().decode(bytes))}`,
  )
}
