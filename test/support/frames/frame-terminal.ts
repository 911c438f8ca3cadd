/**
 * A page's reader of frames, without a page: @xterm/headless, in the version of the page's
 * xterm.js, with the page's own FrameView.
 */
import { Oracle } from '../../../fuzz/support/vt-oracle.ts'
import type { Screen } from '../../../src/terminal/screen/screen.ts'
import type { LiveRegion } from '../../../src/renderer/grid/frames/announcer.ts'
import type { FrameViewPorts } from '../../../src/renderer/grid/frames/frame-ports.ts'
import { FrameView } from '../../../src/renderer/grid/frames/frame-view.ts'
import { FakeClock } from '../fake/fake-clock.ts'

/**
 * A terminal whose lines are the core's. Nothing is drawn: its frames count as drawn when `drawn`
 * is called.
 */
export class FrameTerminal extends Oracle {
  readonly view: FrameView
  readonly clock: FakeClock
  /** Runs `change`, which renumbers the rows. */
  renumber = (change: () => void): void => {
    change()
  }
  /** Output arrives faster than the user can read it. */
  flooded = false
  /** Its picture is complete. */
  whole = true
  /** The user types in it. */
  typing = false
  /** The previous picture stays. */
  held = false
  readonly sent: Parameters<FrameViewPorts['send']>[0][] = []
  /** Bytes of output that each frame has brought. */
  readonly shown: number[] = []
  /** A sentence about the last exception; `null` if none was thrown. */
  failure: string | null = null
  readonly #drawn: (() => void)[] = []
  /** Receives announcements for a screen reader. */
  liveRegion: LiveRegion | undefined = undefined

  constructor(cols: number, rows: number, clock = new FakeClock()) {
    super(cols, rows, 1_000)
    this.clock = clock
    const attempt = (act: () => void): void => {
      try {
        act()
      } catch (error) {
        this.failure ??= String(error)
      }
    }
    Object.assign(this.terminal, { refresh: () => undefined }) // nothing is drawn
    this.view = new FrameView(
      this.terminal as never,
      {
        // all that is used of it is there, too
        parse: (bytes) => this.core._inputHandler.parse(bytes),
        inNextFrame: (act) => {
          this.#drawn.push(act)
        },
        failures: {
          count: 0,
          attempt,
          note: (error: unknown) => {
            this.failure ??= String(error)
          },
        } as never, // a plain object in its place
      },
      {
        soon: (act) => act(),
        clock,
        send: (message) => {
          this.sent.push(message)
        },
        hold: (on) => {
          this.held = on
        },
        changed: () => undefined,
        away: () => {
          const { type, viewportY, baseY } = this.terminal.buffer.active
          return type === 'normal' && viewportY < baseY
        },
        renumber: (change) => {
          this.renumber(change)
        },
        historyMax: () => 100_000,
        liveRegion: () => this.liveRegion,
        commands: () => undefined,
        flooded: () => this.flooded,
        whole: () => this.whole,
        typing: () => this.typing,
        pictures: { place: () => undefined, take: () => undefined },
        cursors: () => undefined,
        shown: (bytes) => {
          this.shown.push(bytes)
        },
      },
    )
    this.terminal.onScroll(() => {
      this.view.atEnd()
    }) // as ScrollPosition does
  }

  /** Runs the actions that waited for the next frame. */
  drawn(): void {
    for (const act of this.#drawn.splice(0)) act()
  }

  /** The first difference in the cursor and the modes that the page needs, in words, or null. */
  differs({ modes, cursorVisible, x, y, pending, cols }: Screen): string | null {
    const { coreService, coreMouseService } = this.core
    const theirs = coreService.decPrivateModes
    const pairs: [string, unknown, unknown][] = [
      ['column', pending && x === cols - 1 ? cols : x, this.core.buffer.x],
      ['row', y, this.core.buffer.y],
      ['application cursor', modes.applicationCursor, theirs.applicationCursorKeys],
      ['application keypad', modes.applicationKeypad, theirs.applicationKeypad],
      ['bracketed paste', modes.bracketedPaste, theirs.bracketedPasteMode],
      ['focus', modes.focusReports, theirs.sendFocus],
      ['cursor', cursorVisible, !coreService.isCursorHidden],
      ['mouse', modes.mouse, coreMouseService.activeProtocol.toLowerCase()],
      [
        'encoding',
        modes.mouseEncoding === 'urxvt' ? 'default' : modes.mouseEncoding,
        coreMouseService.activeEncoding.toLowerCase().replace('_', '-'),
      ],
    ]
    const found = pairs.find(([, ours, other]) => ours !== other)
    return found === undefined
      ? null
      : `${found[0]}: ${String(found[1])}, the page's ${String(found[2])}`
  }
}
