/**
 * One tab's terminal: an xterm.js that draws the frames of the session's VT core, its input, and
 * its position in the pane. A hidden one is out of the document and gets no frames, so it costs no
 * style, layout or paint work.
 */
import type { SessionId } from '../../core/ids.ts'
import { Terminal } from '@xterm/xterm'
import type { PageMessage } from '../../core/ipc/contract.ts'
import { historyLines } from '../../core/config/history-lines.ts'
import type { WindowColors } from '../../core/config/theme/looks.ts'
import { pageClock } from '../page/clock.ts'
import { Blink } from './draw/blink.ts'
import { BufferRows } from './text/buffer-rows.ts'
import type { RendererKind } from './draw/contexts.ts'
import { footHeight, type PixelSize, type Insets, type FittedSize } from './fit.ts'
import { FramePace, whenDrawn } from './draw/frame-pace.ts'
import { soon } from './next-task.ts'
import type { GridMode, GridPorts, Parked } from './grid-ports.ts'
import { GridSize } from './grid-size.ts'
import { GridInput } from './grid-input.ts'
import { GridText } from './text/grid-text.ts'
import { latin1Bytes } from './key-bytes.ts'
import { hasLigatures, joinLigatures } from './draw/ligatures.ts'
import { LinkHover } from './text/link-hover.ts'
import { GridMargins } from './margins.ts'
import { gridOptions, liveOptions } from './xterm-options.ts'
import { ProgramModes } from './program-modes.ts'
import { PromptMarks, type TextRange } from './text/prompts.ts'
import { ScrollPosition } from './scroll-position.ts'
import { TextWithoutKeys } from './text-without-keys.ts'
import { XtermInside } from './xterm-inside.ts'
import { FrameView } from './frames/frame-view.ts'
import { PictureLayer } from './pictures/layer.ts'
import { liveRegionOf } from './frames/live-region.ts'
import { GridPadding } from './around/padding.ts'
import { CursorLayer } from './cursors/layer.ts'
import { PreeditLayer } from './cursors/preedit.ts'
import { SizedLayer } from './sized/layer.ts'
import { fontFeatures } from '../look/font-features.ts'
import { xtermTheme } from '../look/looks.ts'

export class Grid {
  /** Id of the session that the grid shows. */
  readonly id: SessionId
  readonly host: HTMLElement
  readonly terminal: Terminal
  readonly modes: ProgramModes
  readonly inside: XtermInside
  readonly frames: FrameView
  readonly pictures: PictureLayer
  readonly rows: BufferRows
  readonly text: GridText
  readonly prompts: PromptMarks
  readonly position: ScrollPosition
  readonly links: LinkHover
  readonly margins: GridMargins
  readonly input: GridInput
  readonly textWithoutKeys: TextWithoutKeys
  /** Called when the terminal's content has changed, up to some times per frame. */
  readonly changed = new Set<() => void>()
  readonly #pace: FramePace
  readonly #drawSelection: () => void
  readonly #ports: GridPorts
  readonly #blink: Blink
  readonly #cursors: CursorLayer
  readonly #padding: GridPadding
  /** Receives the keys instead of the program: copy mode or quick select. */
  mode: GridMode | null = null
  readonly #size: GridSize
  #shown = false
  #frozen = false
  /** Distance from the lower edge of the area, px, without the bar below the grid. */
  #bottom = 0
  #endLigatures: (() => void) | null = null
  /** When the terminal was made and its first frame laid out (`performance.now()`), or null. */
  laidOut: { readonly began: number; readonly done: number } | null = null

  /** @param parked state of a previous grid that this one continues */
  constructor(
    id: SessionId,
    size: FittedSize,
    fontSize: number,
    ports: GridPorts,
    parked?: Parked,
  ) {
    this.id = id
    this.#ports = ports
    this.#size = new GridSize(size, {
      about: () => this.frames.viewReport.send(),
      give: (given) => {
        if (this.#frozen) this.#send({ kind: 'session/lay-out', session: id, ...given })
      },
      send: ({ cols, rows }) => this.#send({ kind: 'session/resize', session: id, cols, rows }),
    })
    this.host = hostOf(id)
    this.terminal = new Terminal(
      gridOptions(size, fontSize, ports.options(), xtermTheme(ports.looks())),
    )
    // Opened even when hidden, because xterm.js forgets colors that are set before.
    this.terminal.open(this.host)
    this.modes = new ProgramModes(this.terminal, ports.kittyProtocol)
    this.inside = new XtermInside(this.terminal)
    this.inside.useWholePixels(() => Math.min(1, ports.options().fonts.line_height))
    this.inside.moveFieldBehindFrames(this.terminal.textarea)
    this.inside.blinkEvery(() => ports.options().cursor.blink_ms)
    this.#drawSelection = this.inside.drawSelectionWhile(() => this.#shown)
    new SizedLayer(this.terminal)
    this.#cursors = new CursorLayer(this.terminal)
    new PreeditLayer(this.terminal, this.inside)
    this.pictures = this.#makePictures()
    this.frames = this.#makeFrames(() => pace, this.pictures)
    this.rows = new BufferRows(this.terminal, this.inside, () => this.pictures.cells, parked?.left)
    this.text = new GridText(
      this.terminal,
      this.rows,
      this.frames,
      () => ports.options().clipboard.trim_trailing_spaces,
    )
    this.prompts = new PromptMarks(this.terminal)
    this.position = new ScrollPosition(this.terminal, this.rows, () => {
      this.margins.soon()
      this.frames.atEnd()
    })
    this.#padding = new GridPadding(this.host, this.terminal, {
      options: () => ports.options().window,
      cell: () => this.cell,
      fills: () => this.#shown && this.alternate,
    })
    this.margins = this.#makeMargins()
    this.links = new LinkHover(this.terminal, this.rows, {
      options: () => ports.options().links,
      now: () => pageClock.now(),
      check: (paths) => ports.checkPaths(id, paths),
      show: ports.showLink,
    })
    this.#joinOrNot()
    const pace = this.#makePace()
    this.inside.frames = pace
    this.#pace = pace
    this.#blink = new Blink(
      this.terminal,
      this.inside,
      () => this.focused,
      () => ports.options().cursor.blink_ms > 0,
    )
    this.input = new GridInput(this, {
      send: (message) => this.#send(message),
      options: ports.options,
      keysHeld: ports.keysHeld,
      typed: ports.typed,
      frozen: () => this.#frozen,
      passed: () => {
        if (!this.#frozen) this.#blink.wake()
      },
    })
    this.#listen()
    this.textWithoutKeys = new TextWithoutKeys(this.host, this.terminal, this.inside)
    if (parked !== undefined) this.frames.resume(parked.frame)
  }

  /** Passes the state to make this grid again, or null if it is visible or has other state. */
  park(done: (parked: Parked | null) => void): void {
    const { frames, rows, size, terminal } = this
    const isPlain = (): boolean =>
      !this.#shown && this.mode === null && this.changed.size === 0 && !terminal.hasSelection()
    if (!isPlain()) done(null)
    else
      frames.picture((frame) =>
        done(frame === null || !isPlain() ? null : { frame, size, left: rows.left }),
      )
  }

  /** @param pace is made later */
  #makeFrames(pace: () => FramePace, pictures: PictureLayer): FrameView {
    const began = performance.now()
    return new FrameView(this.terminal, this.inside, {
      clock: pageClock,
      soon,
      send: (message) => this.#send({ ...message, session: this.id }),
      hold: (on) => {
        if (on) pace().hold()
        else pace().release()
      },
      changed: () => this.#notifyChange(),
      away: () => this.position.away,
      renumber: (change) => {
        // The selection would mark other text after a renumbering.
        this.terminal.clearSelection()
        this.position.renumber(change)
      },
      pictures,
      cursors: (state) => this.#cursors.place(state),
      historyMax: () => historyLines(this.#ports.options().scrollback, this.terminal.cols),
      liveRegion: liveRegionOf(this.terminal),
      commands: (commands) => this.prompts.update(commands, () => this.frames.dropped),
      flooded: () => pace().flooded,
      whole: () => this.inside.whole,
      typing: () => this.#ports.typing(),
      shown: (bytes) => {
        pace().fed(bytes)
        if (this.laidOut === null) {
          this.laidOut = { began, done: performance.now() }
          this.#ports.laidOut()
        }
        this.#settled(bytes)
        pace().parsed()
      },
    })
  }

  #makePictures(): PictureLayer {
    return new PictureLayer(this.host, this.terminal, {
      cell: () => this.cell,
      dropped: () => this.frames.dropped,
      shown: () => this.#shown,
      nextFrame: (act) => this.inside.inNextFrame(act),
      placeholders: (line) => this.frames.buffers.placeholders(line),
      selectionColour: () => xtermTheme(this.#ports.looks()).selectionBackground ?? 'blue',
      now: () => pageClock.now(),
      moves: () => this.#ports.moves(),
    })
  }

  #makePace(): FramePace {
    return new FramePace({
      now: () => pageClock.now(),
      requestFrame: (draw) => window.requestAnimationFrame(draw),
      cancelFrame: (id) => window.cancelAnimationFrame(id),
      later: (act, ms) => window.setTimeout(act, ms),
      typing: this.#ports.typing,
      typingWaitMs: this.#ports.typingWaitMs,
      whenDrawn: (done) =>
        whenDrawn(
          this.#renderer === 'webgl'
            ? this.host.querySelector('.xterm-screen > canvas:last-of-type')
            : null,
          done,
        ),
    })
  }

  #makeMargins(): GridMargins {
    return new GridMargins(this.host, this.terminal, this.prompts, this.position, {
      pick: (command) => {
        const range = this.prompts.outputOf(command)
        if (range !== null) this.select(range)
      },
      cellHeight: () => this.cell.height,
      top: () => this.#padding.before.y,
      colour: (name) => this.#ports.looks().css[name],
      shown: () => this.#shown,
      nextFrame: (act) => this.inside.inNextFrame(act),
    })
  }

  #listen(): void {
    this.terminal.buffer.onBufferChange(() => this.#screenChanged())
    this.#screenChanged()
    this.terminal.textarea?.addEventListener('focus', () => {
      if (!this.#frozen) this.#blink.wake()
      this.#reportFocus('I')
    })
    this.terminal.textarea?.addEventListener('blur', () => {
      this.#blink.rest()
      this.#reportFocus('O')
    })
    // xterm.js selects its text area for the browser's menu, and Chromium copies that to PRIMARY
    // whatever `clipboard.primary` is. `Selection` writes it instead.
    if (this.terminal.textarea !== undefined) this.terminal.textarea.select = () => undefined
  }

  get size(): FittedSize {
    return this.#size.window
  }

  get focused(): boolean {
    return this.#shown && document.activeElement === this.terminal.textarea && document.hasFocus()
  }

  get #renderer(): RendererKind {
    return this.#ports.contexts.kind(this.terminal)
  }

  get alternate(): boolean {
    return this.terminal.buffer.active.type === 'alternate'
  }

  get looks(): WindowColors {
    return this.#ports.looks()
  }

  get cell(): PixelSize {
    return this.inside.cell
  }

  show(parent: HTMLElement): void {
    if (this.#shown) return
    this.#shown = true
    this.#pace.show()
    parent.append(this.host)
    this.#ports.contexts.show(this.terminal)
    this.inside.drawNow()
    this.#drawSelection()
    this.margins.again()
    this.frames.watch(true)
  }

  /** Positions the grid, px from each edge of its parent. */
  stand({ top, right, bottom, left }: Insets): void {
    this.#bottom = bottom
    Object.assign(this.host.style, {
      top: `${top}px`,
      right: `${right}px`,
      bottom: `${bottom + this.footHeight}px`,
      left: `${left}px`,
    })
  }

  hide(): void {
    if (!this.#shown) return
    this.#shown = false
    this.#ports.contexts.hide(this.terminal)
    this.frames.watch(false)
    this.#pace.hide()
    this.terminal.blur()
    this.links.hidden()
    this.host.remove()
  }

  focus(): void {
    this.terminal.focus()
  }

  /** Resizes terminal and pty. Without a program only the grid changes. */
  resize(size: FittedSize): void {
    this.#size.fits(size)
    this.sendSize()
  }

  /** Sets the size of a socket client, or returns to the window's. */
  hold(size: FittedSize | null): void {
    this.host.toggleAttribute('data-held', size !== null)
    this.#size.hold(size)
  }

  sendSize(): void {
    this.#size.send()
  }

  /** Freezes the grid when there is no program. @returns false if nothing changed */
  freeze(frozen: boolean): boolean {
    if (frozen === this.#frozen) return false
    this.#frozen = frozen
    this.host.style.bottom = `${this.#bottom + this.footHeight}px`
    // A cursor invites typing. The program's wish ended with it.
    this.inside.cursorHidden = frozen || this.frames.state.cursorHidden
    if (frozen) this.#blink.rest()
    this.#size.freeze(frozen)
    this.terminal.refresh(0, this.terminal.rows - 1)
    return true
  }

  get footHeight(): number {
    return this.#frozen ? footHeight : 0
  }

  /** The cursor's position in the window, for a menu opened with the keyboard. */
  cursorPoint(): { readonly x: number; readonly y: number } {
    const box = this.host.getBoundingClientRect()
    const { cursorY } = this.terminal.buffer.active
    const { x, y } = this.#padding.before
    return {
      x:
        box.left +
        x +
        this.inside.cursorColumn *
          this.cell.width *
          (this.inside.buffer.cursorRowSize === 0 ? 1 : 2),
      y: box.top + y + (cursorY + 1) * this.cell.height,
    }
  }

  setFontSize(px: number): void {
    if (this.terminal.options.fontSize === px) return
    this.terminal.options.fontSize = px
    this.#padding.apply()
    this.margins.again()
  }

  /** Applies changed options and colors. Unchanged ones are not touched. */
  restyle(): void {
    const theme = xtermTheme(this.#ports.looks())
    let themed = false
    for (const [name, value] of Object.entries(liveOptions(this.#ports.options(), theme))) {
      const before: unknown = this.terminal.options[name as keyof typeof this.terminal.options]
      if (JSON.stringify(before) !== JSON.stringify(value)) {
        Object.assign(this.terminal.options, { [name]: value as unknown })
        themed ||= name === 'theme'
      }
    }
    if (themed) this.frames.state.restoreColors()
    this.#blink.configured()
    this.inside.measure()
    this.#padding.apply()
    this.#joinOrNot()
    this.margins.again()
  }

  select({ from, to, columns }: TextRange): void {
    this.terminal.select(0, from, (to - from) * this.terminal.cols + columns)
  }

  /** The attribute is for style and specs: `grid` on the alternate screen, else `stream`. */
  #screenChanged(): void {
    this.host.dataset['screen'] = this.alternate ? 'grid' : 'stream'
    if (this.#renderer === 'dom') this.#pace.incomplete() // the DOM renderer has emptied its rows
    this.#notifyChange()
  }

  #notifyChange(): void {
    for (const listener of this.changed) listener()
  }

  #joinOrNot(): void {
    const { fontFamily = '', fontWeight = 'normal' } = this.terminal.options
    this.host.style.fontFeatureSettings = fontFeatures(fontFamily)
    const { ligatures, right_to_left: ordered } = this.#ports.options().fonts
    if (this.inside.orders.enabled !== ordered) {
      this.inside.orders.enabled = ordered
      this.terminal.refresh(0, this.terminal.rows - 1)
    }
    const wanted = ligatures && hasLigatures(fontFamily, String(fontWeight))
    if (wanted === (this.#endLigatures !== null)) return
    this.#endLigatures?.()
    this.#endLigatures = wanted ? joinLigatures(this.terminal) : null
  }

  dispose(): void {
    this.mode?.end()
    this.hide()
    this.frames.dispose()
    this.margins.dispose()
    this.#padding.dispose()
    this.#blink.rest()
    this.#ports.contexts.forget(this.terminal)
    this.terminal.dispose()
  }

  #reportFocus(letter: 'I' | 'O'): void {
    if (this.terminal.modes.sendFocusMode)
      this.#send({ kind: 'session/mouse', session: this.id, bytes: latin1Bytes(`\x1b[${letter}`) })
  }

  /** Called when a frame is in the terminal. @param bytes 0 if there was no output */
  #settled(bytes: number): void {
    this.#notifyChange()
    // output from before the program's end may show the cursor again
    if (this.#frozen && !this.inside.cursorHidden) {
      this.inside.cursorHidden = true
      this.terminal.refresh(0, this.terminal.rows - 1)
    }
    if (
      bytes > 0 &&
      this.#ports.options().scrollback.snap_on_output &&
      this.position.away &&
      this.mode === null
    )
      this.position.toBottom()
  }

  #send(message: PageMessage): void {
    this.#ports.send(message)
  }
}

function hostOf(id: string): HTMLElement {
  const host = document.createElement('div')
  host.className = 'grid'
  host.id = `grid-${id}`
  host.setAttribute('role', 'tabpanel')
  return host
}
