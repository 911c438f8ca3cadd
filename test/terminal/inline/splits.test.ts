/**
 * Interfaces that a program redraws in place, at random sizes and with output that is split
 * anywhere: no row loses text, and the result depends on the bytes alone.
 */
import { expect, test } from 'vitest'
import { Terminal } from '../../../src/terminal/index.ts'
import { below, pick, seeded } from '../../support/random.ts'
import { linesOf } from './simulation.ts'
import { bytes, snapshot, terminal } from '../terminals.ts'

type Random = () => number

const cols = 20
const rows = 8

const letters = (random: Random, count: number) =>
  Array.from({ length: count }, () => pick(random, ['a', 'b', 'c', '界', '┃', 'é'])).join('')

/** A redraw of a frame of up to 12 rows, as Ink, ratatui and readline print it. */
function redraw(random: Random): string {
  const height = 1 + below(random, 12)
  const up = below(random, height + 1)
  const erase = pick(random, [
    `${'\x1b[2K\x1b[1A'.repeat(up)}\x1b[2K\x1b[G`,
    `\x1b[${up + 1}A\r\x1b[J`,
    `\x1b[${1 + below(random, rows)};1H\x1b[J`,
    `\r\x1b[K`,
  ])
  const text = Array.from({ length: height }, () => letters(random, below(random, 26)))
  return `${erase}${text.join('\r\n')}${pick(random, ['', '\r\n'])}`
}

/** Output of agents and shells, with sequences that start and end a frame. */
const piece = (random: Random): string =>
  below(random, 3) > 0
    ? redraw(random)
    : pick(random, [
        `${letters(random, 30)}\r\n`,
        '\r\n\n',
        '\x1b[?25l',
        '\x1b[?25h',
        '\x1b[?2026h',
        '\x1b[?2026l',
        '\x1b]133;A\x07$ ',
        '\x1b]133;C\x07',
        '\x1b]133;D;0\x07',
        '\x1b[2J\x1b[H',
        '\x1b[A\x1b[B',
        '\x1b[?1049h\x1b[Hover\x1b[A',
        '\x1b[?1049l',
        '\x1b[3A',
        'x\x1b[5b',
        '\x1b[2;5r\x1b[A\x1b[r',
        '\x1b[4h',
        '\x1b[4l',
      ])

/** Everything that a user or a later size can see. */
const stateOf = (made: Terminal, marks: readonly string[]) => ({
  ...snapshot(made, 200),
  rev: 0,
  marks,
  frame: made.screen.frame,
})

/** The text of history and screen. */
const textOf = (made: Terminal) =>
  linesOf(made)
    .map((line) => line.trimEnd())
    .join('')

test('output split at any byte gives the same screen, history, marks and frame', () => {
  for (let seed = 1; seed <= 30; seed += 1) {
    const random = seeded(seed)
    const steps = Array.from({ length: 2 + below(random, 5) }, () => ({
      output: bytes(Array.from({ length: 1 + below(random, 5) }, () => piece(random)).join('')),
      size: [2 + below(random, 40), 1 + below(random, 12)] as const,
    }))
    const run = (most: number, split: Random) => {
      const marks: string[] = []
      const made = new Terminal({
        ...{ cols, rows, scrollback: 200 },
        marks: {
          mark: (body, row, column) => marks.push(`${body} ${row} ${column}`),
          erase: (from, end, row) => marks.push(`erase ${from} ${end} ${row}`),
          reset: (row) => marks.push(`reset ${row}`),
          rows: () => [],
          insert: (row, count) => marks.push(`insert ${row} ${count}`),
          renumber: () => undefined,
        },
      })
      for (const { output, size } of steps) {
        for (let at = 0; at < output.length; ) {
          const end = at + 1 + below(split, most)
          made.write(output.subarray(at, end))
          at = end
        }
        made.resize(...size)
      }
      return stateOf(made, marks)
    }
    const whole = run(1_000_000, () => 0.999)
    for (const most of [1, 3, 40])
      expect(run(most, seeded(seed)), `seed ${seed}, up to ${most} bytes`).toEqual(whole)
  }
})

test('a window that becomes shorter and narrower and grows again has all its text', () => {
  for (let seed = 1; seed <= 150; seed += 1) {
    const random = seeded(seed)
    const made = new Terminal({ cols, rows, scrollback: 1_000 })
    const frames = Array.from({ length: 3 }, () => redraw(random)).join('')
    const up = pick(random, ['', '\x1b[3A', '\x1b[9A'])
    made.write(bytes(`\x1b[?25l${letters(random, 30)}\r\n${frames}${up}`))
    const before = textOf(made)
    for (let turn = 1 + below(random, 6); turn > 0; turn -= 1)
      made.resize(2 + below(random, 30), 1 + below(random, 12))
    made.resize(60, 30)
    expect(textOf(made), `seed ${seed}`).toBe(before)
  }
})

test('clipped rows that wait below a shorter screen return complete', () => {
  const text = ['one', '2'.repeat(20), '3'.repeat(20), '4'.repeat(20)]
  const made = terminal(`\x1b[?25l${text.join('\r\n')}\x1b[3A`, { cols, rows, scrollback: 100 })
  made.resize(10, 2)
  made.resize(12, 1)
  made.resize(12, 3)
  made.resize(cols, rows)
  expect(
    linesOf(made)
      .slice(0, 4)
      .map((line) => line.trimEnd()),
  ).toEqual(text)
})
