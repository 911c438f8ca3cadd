/**
 * Compares the page's terminal with the core. Any output is printed, sizes change, frames and rows
 * of history arrive at any time, the view is scrolled, hidden and shown, rows are dropped, and
 * workers die. In the end each cell of the lines that xterm.js draws equals the core's, in the
 * history as well; cursor and modes also equal the core's. Readers that wait for rows get them,
 * with the core's content. A screen reader gets no more than the limit. Nothing throws, and the two
 * sides do not exchange messages without end.
 */
import {
  announcedLineMax,
  announcedLinesMax,
  waitMsMax,
} from '../src/renderer/grid/frames/limits.ts'
import { FrameLink } from '../test/support/frames/frame-link.ts'
import type { FrameTerminal } from '../test/support/frames/frame-terminal.ts'
import { Choices, holds, tryRandomBytes, type FuzzRun } from './support/support.ts'
import { flooded } from './vt-flood.fuzz.ts'
import { damaged, written } from './support/vt-input.ts'
import { cellsDiffer } from './vt.fuzz.ts'

function historyOf({ view: { dropped, buffers } }: FrameTerminal) {
  return { from: dropped, end: buffers.normal.packed.first + buffers.normal.packed.count }
}

export const name = 'page-frames'

const headBytes = 8

export function run(run: FuzzRun): void {
  tryRandomBytes(run, replay, headBytes, 120, 600)
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const link = new FrameLink({
    cols: choices.pick([8, 10, 13, 20, 9, 16]),
    rows: choices.pick([4, 5, 7, 3, 2, 1]),
    scrollback: choices.pick([0, 3, 50, 400]),
  })
  const { clock, page } = link
  let reported = 0
  page.liveRegion = {
    _liveRegionLineCount: 0,
    _handleChar(character) {
      reported += 1
      if (character === '\n')
        Object.assign(this, { _liveRegionLineCount: this._liveRegionLineCount + 1 })
    },
  }
  page.view.watch(true)
  const rest = new Choices(input.subarray(headBytes))
  const bytes = damaged(
    choices.byte() % 4 === 0
      ? flooded(rest, (input.length - headBytes) / 5)
      : written(rest, input.length - headBytes, true),
    input,
  )
  let [asked, answered] = [0, 0]
  for (let at = 0; at < bytes.length; ) {
    const step = choices.byte() % 16 === 0 ? 4_000 : 1 + (choices.byte() % 40)
    link.print(bytes.subarray(at, at + step))
    at += step
    const what = choices.byte()
    const { screen } = link.terminal
    if (what % 16 === 0)
      link.resize(
        what % 32 === 0 ? screen.cols : choices.pick([8, 12, 20, 10, 9]),
        choices.pick([4, 6, 3, 2, 1]),
      )
    if (what % 32 === 1) link.setScrollback(choices.pick([0, 2, 5, 50, 400]))
    if (what % 32 === 2) {
      page.view.watch(false)
      if (choices.byte() % 2 === 0) {
        clock.advance(choices.pick([10, 11_000]))
        link.deliverToCore()
      } else page.view.watch(true)
    }
    if (what % 32 === 3) page.view.watch(true)
    if (what % 128 === 4) link.begin(screen.cols, screen.rows)
    if (what % 2 === 0) {
      link.deliverToCore()
      link.deliverToPage(1 + (choices.byte() % 3))
      if (choices.byte() % 4 > 0) page.drawn()
    }
    if (what % 16 === 5) page.terminal.scrollLines(-(choices.byte() % 20))
    if (what % 16 === 7) page.terminal.scrollLines(choices.byte() % 400)
    if (what % 8 === 6) clock.advance(choices.pick([1, 5, 16, 60, 200]))
    if (what % 32 === 9) {
      asked += 1
      page.view.when(
        () => historyOf(page),
        () => {
          answered += 1
        },
      )
    }
    if (what % 32 === 11) page.view.dropHidden()
  }
  page.view.watch(true)
  link.settle(400) // the screen is active by now, whatever update was open
  page.terminal.scrollToBottom()
  link.settle(400)
  holds(page.view.complete, 'rows are missing')
  const difference =
    page.failure ?? cellsDiffer(link.terminal.screen, page) ?? page.differs(link.terminal.screen)
  if (difference !== null)
    throw new Error(`${difference}\n${link.terminal.screen.cols}x${link.terminal.screen.rows}`)
  if (reported > (announcedLinesMax + 1) * (announcedLineMax + 1))
    throw new Error(`a screen reader is reported ${reported} characters`)
  readsAgain(link)
  page.view.watch(false)
  link.settle(waitMsMax + 200)
  holds(answered === asked, 'somebody waits for rows for ever')
}

/** Out of view its rows go, but for those around the view; shown again, each is there as it was. */
function readsAgain(link: FrameLink): void {
  const {
    page,
    terminal: { screen },
  } = link
  const near = rowsInView(link)
  page.view.watch(false)
  link.exchange()
  link.clock.advance(11_000)
  page.view.watch(true)
  holds(rowsInView(link) === near, 'rows around the view are others before any has come')
  page.terminal.scrollToTop()
  let there: boolean | null = null
  page.view.when(
    () => historyOf(page),
    (all) => {
      there = all
    },
  )
  link.settle(200)
  holds(there === true || screen.isAlternate, 'rows do not come again')
  holds(!page.held, 'the picture is held for ever')
  const difference = page.failure ?? cellsDiffer(screen, page)
  if (difference !== null) throw new Error(`${difference}, shown again`)
}

/**
 * Returns each cell of the visible rows, of the screen above and of the one below, as xterm.js
 * draws it.
 */
function rowsInView({ page: { terminal } }: FrameLink): string {
  const { active } = terminal.buffer
  const lines = Array.from({ length: 3 * terminal.rows }, (_, y) =>
    active.getLine(active.viewportY - terminal.rows + y),
  )
  return JSON.stringify(
    lines.map((line) =>
      line === undefined
        ? null
        : Array.from({ length: line.length }, (_, x) => {
            const cell = line.getCell(x)!
            return [
              cell.getChars(),
              cell.getWidth(),
              cell.getFgColor(),
              cell.getBgColor(),
              cell.isBold(),
              cell.isUnderline(),
            ]
          }),
    ),
  )
}
