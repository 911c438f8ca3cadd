/**
 * Frames: whatever is printed, however sizes change, and whichever frames are taken, a page that
 * puts them together has the core's cells, cursor, commands and modes; parts of history, asked for
 * at any time, hold the core's rows.
 */
import { encodeHistory, FrameSource } from '../src/terminal/frames/encode.ts'
import { Prompts } from '../src/terminal/frames/prompts.ts'
import { stateParts } from '../src/terminal/frames/state.ts'
import { Terminal } from '../src/terminal/index.ts'
import { FramePage, historyRows, screenRows } from '../test/support/frames/frame-page.ts'
import { Choices, holds, tryRandomBytes, type FuzzRun } from './support/support.ts'
import { flooded } from './vt-flood.fuzz.ts'
import { damaged, written } from './support/vt-input.ts'

export const name = 'frames'

const headBytes = 8

export function run(run: FuzzRun): void {
  tryRandomBytes(run, replay, headBytes, 120, 600)
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const prompts = new Prompts()
  const terminal = new Terminal({
    cols: choices.pick([8, 10, 13, 20, 9, 16]),
    rows: choices.pick([4, 5, 7, 3, 2, 1]),
    scrollback: choices.pick([0, 3, 50]),
    marks: prompts,
  })
  const page = new FramePage()
  let source = new FrameSource(terminal, prompts)
  const rest = new Choices(input.subarray(headBytes))
  const bytes = damaged(
    choices.byte() % 4 === 0
      ? flooded(rest, (input.length - headBytes) / 5)
      : written(rest, input.length - headBytes, true),
    input,
  )
  for (let at = 0; at < bytes.length; ) {
    const step = choices.byte() % 16 === 0 ? 4_000 : 1 + (choices.byte() % 40)
    terminal.write(bytes.subarray(at, at + step))
    at += step
    const what = choices.byte()
    if (what % 16 === 0) {
      terminal.resize(
        what % 32 === 0 ? terminal.screen.cols : choices.pick([8, 12, 20, 10, 9]),
        choices.pick([4, 6, 3, 2, 1]),
      )
      // back on the screen, where they may change
      for (const row of page.history.keys())
        if (row >= terminal.screen.firstRow) page.history.delete(row)
    }
    if (what % 32 === 1) terminal.setScrollback(choices.pick([0, 2, 5, 50]))
    if (what % 32 === 2) {
      source = new FrameSource(terminal, prompts)
      take(page, source, terminal, prompts)
    }
    if (what % 2 === 0) take(page, source, terminal, prompts)
    if (what % 8 === 7) takeRows(page, terminal, choices)
  }
  take(page, source, terminal, prompts)
  holds(!source.changed, 'a frame is due although nothing has come')
}

function take(page: FramePage, source: FrameSource, terminal: Terminal, prompts: Prompts): void {
  const { screen } = terminal
  const frames = page.frames
  if (source.changed) page.take(source.next())
  const { frame } = page
  if (frame === null) throw new Error('there is no first frame')
  same(page.rows, screenRows(screen), 'rows')
  same(
    [
      frame.at,
      frame.cols,
      frame.rows,
      frame.alternate,
      frame.y,
      frame.numbering,
      frame.dropped + frame.count,
    ],
    [
      terminal.at,
      screen.cols,
      screen.rows,
      screen.isAlternate,
      screen.y,
      screen.numbering,
      screen.firstRow,
    ],
    'the head',
  )
  same(
    frame.x,
    screen.pending && screen.x === screen.cols - 1 ? screen.cols : screen.x,
    'the column',
  )
  const rows = historyRows(screen)
  for (const [number, row] of page.history)
    same(row, rows.get(number), `row ${number}, which came earlier`)
  same(page.commands, prompts.commands(frame.dropped), 'commands')
  same(JSON.stringify(page.state), JSON.stringify(stateParts(screen)), 'the state')
  if (page.frames === frames) return
  // Wherever another terminal is, the state brings it here.
  const other = new Terminal({ cols: screen.cols, rows: screen.rows, scrollback: 0 })
  other.write(
    new TextEncoder().encode(
      '\x1b[?1;66;1002;1015;1004;1007;2004;12h\x1b[?25l\x1b[5 ' +
        'q\x1b[=9;1u\x1b]4;7;#123456\x1b\\\x1b]10;#111111\x1b\\' +
        `${Object.values(page.state).join('')}`,
    ),
  )
  same(JSON.stringify(stateParts(other.screen)), JSON.stringify(page.state), 'the state elsewhere')
}

function takeRows(page: FramePage, terminal: Terminal, choices: Choices): void {
  const { screen } = terminal
  const rows = historyRows(screen)
  const first = Math.max(0, screen.firstRow - (choices.byte() % 60))
  const count = choices.byte() % 60
  const parts = page.parts.length
  page.take(
    encodeHistory(terminal, first, count, choices.pick([Number.POSITIVE_INFINITY, 1, 200, 1_000])),
  )
  const part = page.parts[parts]
  if (part === undefined) throw new Error('no part has come')
  for (let row = part.first; row < part.first + part.rows; row += 1) {
    holds(row >= first && row < first + count, 'a row that nobody asked for')
    same(page.history.get(row), rows.get(row), `row ${row} of history`)
  }
  const asked = [...rows.keys()].filter((row) => row >= first && row < first + count)
  holds(part.rows > 0 || asked.length === 0, 'nothing comes')
  same(part.rows === 0 ? undefined : part.first + part.rows - 1, asked.at(-1), 'the newest row')
}

function same(one: unknown, other: unknown, what: string): void {
  const [first, second] = [JSON.stringify(one), JSON.stringify(other)]
  if (first !== second) throw new Error(`${what} of page and core differ:\n${first}\n${second}`)
}
