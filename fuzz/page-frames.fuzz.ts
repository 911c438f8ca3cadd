/**
 * The page's terminal beside the core: whatever is printed, however sizes change, whichever frames are taken and wherever the view stands, each cell of the lines that xterm.js
 * draws is the core's, in the history too, and so are cursor and modes. A screen reader is told no more than its limit. Nothing throws.
 */
import { encodeHistory, FrameSource } from '../src/core/frames/encode.ts'
import { Prompts } from '../src/core/frames/prompts.ts'
import { Terminal } from '../src/core/vt/index.ts'
import { announcedLineMax, announcedLinesMax } from '../src/renderer/frames/limits.ts'
import { FrameTerminal } from '../test/support/frame-terminal.ts'
import { Choices, type FuzzRun } from './support.ts'
import { flooded } from './vt-flood.fuzz.ts'
import { written } from './vt-input.ts'
import { cellsDiffer } from './vt.fuzz.ts'

export const name = 'page-frames'

const headBytes = 8

export function run({ random, iterations, deadlineMs, attempt }: FuzzRun): void {
  for (let round = 0; round < iterations && performance.now() < deadlineMs; round += 1) {
    const length = headBytes + Math.floor(random() * (random() < 0.1 ? 600 : 120))
    const input = Uint8Array.from({ length }, () => Math.floor(random() * 256))
    attempt(input, () => { replay(input) })
  }
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const marks = new Prompts()
  const [cols, rows] = [choices.pick([8, 10, 13, 20, 9, 16]), choices.pick([4, 5, 7, 3, 2, 1])]
  const terminal = new Terminal({ cols, rows, scrollback: choices.pick([0, 3, 50]), marks })
  const page = new FrameTerminal(cols, rows)
  let told = 0
  page.liveRegion = { _liveRegionLineCount: 0, _handleChar(character) { told += 1; if (character === '\n') Object.assign(this, { _liveRegionLineCount: this._liveRegionLineCount + 1 }) } }
  page.view.watch(true)
  let source = new FrameSource(terminal, marks)
  const rest = new Choices(input.subarray(headBytes))
  const bytes = new TextEncoder().encode(choices.byte() % 4 === 0 ? flooded(rest, (input.length - headBytes) / 5) : written(rest, input.length - headBytes, true))
  const rowsFrom = (first: number, count: number) => { page.view.take(encodeHistory(terminal, first, count)) }
  for (let at = 0; at < bytes.length;) {
    const step = choices.byte() % 16 === 0 ? 4_000 : 1 + choices.byte() % 40
    terminal.write(bytes.subarray(at, at + step))
    at += step
    const what = choices.byte()
    if (what % 16 === 0) terminal.resize(what % 32 === 0 ? terminal.screen.cols : choices.pick([8, 12, 20, 10, 9]), choices.pick([4, 6, 3, 2, 1]))
    if (what % 32 === 1) terminal.setScrollback(choices.pick([0, 2, 5, 50]))
    if (what % 32 === 2) source = new FrameSource(terminal, marks)
    if (what % 2 === 0 && source.changed) page.view.take(source.next())
    if (what % 16 === 5) page.terminal.scrollLines(-(choices.byte() % 20))
    if (what % 8 === 7) rowsFrom(Math.max(0, terminal.screen.firstRow - choices.byte() % 60), choices.byte() % 60)
  }
  if (source.changed) page.view.take(source.next())
  rowsFrom(0, Number.MAX_SAFE_INTEGER)
  if (told > (announcedLinesMax + 1) * (announcedLineMax + 1)) throw new Error(`a screen reader is told ${told} characters`)
  const difference = page.failure ?? cellsDiffer(terminal.screen, page) ?? page.differs(terminal.screen)
  if (difference !== null) throw new Error(`${difference}\n${terminal.screen.cols}x${terminal.screen.rows}`)
}
