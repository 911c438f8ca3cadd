/**
 * One tab's terminal: an xterm.js with its byte path, its way out for keys, and its place in the pane. It goes on parsing while it
 * is hidden, then out of the document: no style, layout or paint work for it.
 */
import { Unicode11Addon } from '@xterm/addon-unicode11'
import { Terminal } from '@xterm/xterm'
import type { PageMessage, Query } from '../../core/ipc/contract.ts'
import { linkBytesMax } from '../../core/ipc/limits.ts'
import { ReplyRate } from '../../core/replies/replies.ts'
import { pageClock } from '../clock.ts'
import { AcknowledgePace } from './acknowledge-pace.ts'
import { Blink } from './blink.ts'
import type { Contexts, RendererKind } from './contexts.ts'
import { footHeight, type Extent, type Size } from './fit.ts'
import { FramePace, whenDrawn } from './frame-pace.ts'
import { Intake } from './intake.ts'
import { Lane, type Turns } from './lane.ts'
import { KeyBytes, isMouseReport, latin1Bytes } from './key-bytes.ts'
import type { Options } from '../../core/config/table.ts'
import { copiedText, opensLinks } from '../../core/view/hands.ts'
import { historyLines } from '../../core/view/history.ts'
import { gridOptions, liveOptions } from './options.ts'
import { bellMs, queryBytes } from './limits.ts'
import { takeQuestions } from './questions.ts'
import { queryTerminators, type Terminator } from './terminators.ts'
import { soon } from './soon.ts'
import { WritePump } from './write-pump.ts'
import { XtermInside } from './xterm-inside.ts'

export interface GridPorts {
  readonly send: (message: PageMessage) => void
  readonly contexts: Contexts
  readonly turns: Turns
  /** May the page pass on one more question of a program? */
  readonly admitQuery: () => boolean
  readonly options: () => Options
  /** The user has typed into the grid. */
  readonly typed: () => void
  /** Keys wait for another tab: this one need not be alive to hear them. */
  readonly keysHeld: () => boolean
}

export class Grid {
  readonly id: string
  readonly host: HTMLElement
  readonly terminal: Terminal
  readonly inside: XtermInside
  readonly intake: Intake
  readonly #pump: WritePump
  readonly #lane: Lane
  readonly #pace: FramePace
  readonly #drawSelection: () => void
  readonly #ports: GridPorts
  readonly #blink: Blink
  readonly #keys = new KeyBytes()
  readonly #acknowledgements: AcknowledgePace
  readonly #queryRate = new ReplyRate(pageClock.now())
  #size: Size
  #sentSize: Size | null = null
  /** A client of the session's socket decides the size; null: the window does. */
  #heldSize: Size | null = null
  #fromUser = false
  #shown = false
  #frozen = false
  /** Terminators of the colour queries in the chunk that is being parsed, and how many of them have been met. */
  #terminators: { chunk: unknown; all: readonly Terminator[]; next: number } = { chunk: null, all: [], next: 0 }
  /** Answers that xterm.js would have given by itself. Always 0 unless a new version asks to be looked at. */
  ownAnswers = 0
  /** Questions that came faster than they are answered, and were not passed on. */
  queriesDropped = 0

  constructor(id: string, size: Size, fontSize: number, ports: GridPorts) {
    this.id = id
    this.#size = size
    this.#ports = ports
    this.host = document.createElement('div')
    this.host.className = 'grid'
    this.host.id = `grid-${id}`
    this.host.setAttribute('role', 'tabpanel')
    this.host.setAttribute('aria-labelledby', `tab-${id}`)

    this.terminal = new Terminal(gridOptions(ports.options(), size, fontSize, (event, address) => { if (opensLinks(ports.options(), event) && address.length <= linkBytesMax) this.#send({ kind: 'link/open', tab: id, address }) }))
    this.terminal.loadAddon(new Unicode11Addon())
    this.terminal.unicode.activeVersion = '11'
    // Opened even when it is hidden: xterm.js forgets colours that are set before.
    this.terminal.open(this.host)
    this.inside = new XtermInside(this.terminal)
    this.inside.useWholePixels(() => Math.min(1, ports.options().fonts.line_height))
    this.inside.blinkEvery(() => ports.options().cursor.blink_ms)
    this.inside.syncScrollBarPerFrame(this.host)
    this.#drawSelection = this.inside.drawSelectionWhile(() => this.#shown)
    const beforeFrame = this.inside.hurry()
    this.#pump = new WritePump({ now: () => performance.now(), soon, parse: (bytes) => this.inside.parse(bytes) })
    this.#lane = new Lane((bytes, parsed) => this.#pump.write(bytes, parsed), ports.turns)
    this.#acknowledgements = new AcknowledgePace(pageClock, (upTo) => this.#send({ kind: 'tab/parsed', tab: id, upTo }))
    this.intake = new Intake(size, historyLines(ports.options().scrollback, size.cols), {
      write: (bytes, parsed) => { pace.fed(bytes.length); this.#lane.push(bytes, parsed) },
      resize: ({ cols, rows }) => this.terminal.resize(cols, rows),
      acknowledge: (upTo) => this.#acknowledgements.parsed(upTo),
      idle: () => { this.#hideDeadCursor(); pace.parsed() },
    })
    const pace = new FramePace({
      now: () => pageClock.now(),
      requestFrame: (draw) => window.requestAnimationFrame((time) => { beforeFrame(); draw(time) }),
      cancelFrame: (id) => window.cancelAnimationFrame(id),
      later: (act, ms) => window.setTimeout(act, ms),
      whenDrawn: (done) => whenDrawn(this.renderer === 'webgl' ? this.host.querySelector('.xterm-screen > canvas:last-of-type') : null, done),
    })
    this.inside.frames = pace
    this.#pace = pace
    this.#blink = new Blink(this.terminal, this.inside, () => this.focused, () => ports.options().cursor.blink_ms > 0)
    this.#pad()
    takeQuestions(this.terminal, this.inside, { ask: (query) => this.#ask(query), outputQuery: () => this.#outputQuery(), terminator: () => this.#terminator() })

    this.inside.onUserInput(() => { this.#fromUser = true; this.#pump.typed() })
    this.terminal.onData((data) => this.#fromTerminal(data))
    // Reports of the oldest mouse encoding; nothing else is binary.
    this.terminal.onBinary((data) => this.#send({ kind: 'tab/mouse', tab: id, bytes: latin1Bytes(data) }))
    this.terminal.textarea?.addEventListener('focus', () => { if (!this.#frozen) this.#blink.wake(); this.#reportFocus('I') })
    this.terminal.textarea?.addEventListener('blur', () => { this.#blink.rest(); this.#reportFocus('O') })
  }

  get size(): Size {
    return this.#size
  }

  get focused(): boolean {
    return this.#shown && document.activeElement === this.terminal.textarea && document.hasFocus()
  }

  get renderer(): RendererKind {
    return this.#ports.contexts.kind(this.terminal)
  }

  get alternate(): boolean {
    return this.terminal.buffer.active.type === 'alternate'
  }

  /** The program has asked for the mouse. */
  get mouseTaken(): boolean {
    return this.terminal.modes.mouseTrackingMode !== 'none'
  }

  /** One cell as drawn at present. */
  get cell(): Extent {
    return this.inside.cell
  }

  show(parent: HTMLElement): void {
    if (this.#shown) return
    this.#shown = true
    this.#lane.show()
    this.#pace.show()
    parent.append(this.host)
    this.#ports.contexts.show(this.terminal)
    this.inside.drawNow()
    this.#drawSelection()
  }

  hide(): void {
    if (!this.#shown) return
    this.#shown = false
    this.#lane.hide()
    this.#pace.hide()
    this.terminal.blur()
    this.host.remove()
  }

  focus(): void {
    this.terminal.focus()
  }

  /** Gives terminal and pty this size. A dead tab's grid may change; its pty is gone, and the window's next tab shall not begin so small. */
  resize(size: Size): void {
    this.#size = size
    if (this.#heldSize === null) this.intake.resize(size)
    const lines = historyLines(this.#ports.options().scrollback, size.cols)
    if (lines !== this.terminal.options.scrollback) this.terminal.options.scrollback = lines
    this.sendSize()
  }

  /** A client of the session's socket has set this size, in order with the output; null: the window decides again. */
  hold(size: Size | null): void {
    this.#heldSize = size
    this.host.toggleAttribute('data-held', size !== null)
    this.intake.resize(size ?? this.#size)
  }

  sendSize(): void {
    const { cols, rows } = this.#size
    if (this.#frozen || (this.#sentSize?.cols === cols && this.#sentSize.rows === rows)) return
    this.#sentSize = this.#size
    this.#send({ kind: 'tab/resize', tab: this.id, cols, rows })
  }

  /** The program has ended or could not be started: the bar at the foot takes room, and no size is sent. @returns false when it was so before */
  freeze(frozen: boolean): boolean {
    if (frozen === this.#frozen) return false
    this.#frozen = frozen
    this.host.style.bottom = frozen ? `${footHeight}px` : '0'
    // A cursor says "type here". What the program wanted of it went with the program.
    this.inside.cursorHidden = frozen
    if (frozen) this.#blink.rest()
    else this.#sentSize = null
    this.terminal.refresh(0, this.terminal.rows - 1)
    return true
  }

  get footHeight(): number {
    return this.#frozen ? footHeight : 0
  }

  /** Takes the history away; the screen stays. */
  clearScrollback(): void {
    if (!this.alternate) this.inside.eraseScrollback()
  }

  /** The cursor's place in the window, for a menu opened by the keyboard. */
  cursorPoint(): { readonly x: number; readonly y: number } {
    const box = this.host.getBoundingClientRect()
    const { cursorX, cursorY } = this.terminal.buffer.active
    const { padding_x: x, padding_y: y } = this.#ports.options().window
    return { x: box.left + x + cursorX * this.cell.width, y: box.top + y + (cursorY + 1) * this.cell.height }
  }

  /** Other options are in force. Only what is another than before is touched: a theme that is set anew takes back the colours of programs. */
  configure(options: Options): void {
    const { options: now } = this.terminal
    const wanted = liveOptions(options, this.#size.cols)
    for (const [name, value] of Object.entries(wanted)) {
      if (JSON.stringify(now[name as keyof typeof now]) !== JSON.stringify(value)) Object.assign(now, { [name]: value })
    }
    this.#pad()
    this.#blink.configured()
    this.inside.measure()
  }

  /** What is selected, as it is copied (`clipboard.trim_trailing_spaces`). */
  get selectedText(): string {
    return copiedText(this.#ports.options(), this.terminal.getSelection())
  }

  /** The edge of the grid is tinted for a moment. */
  bell(): void {
    this.host.classList.add('grid-bell')
    window.setTimeout(() => this.host.classList.remove('grid-bell'), bellMs)
  }

  setFontSize(px: number): void {
    this.terminal.options.fontSize = px
  }

  /** Bytes that the user caused, as if a key had been pressed. */
  input(text: string): void {
    this.terminal.input(text, true)
  }

  dispose(): void {
    this.hide()
    this.#blink.rest()
    this.#acknowledgements.dispose()
    this.#pump.dispose()
    this.#lane.dispose()
    this.#ports.contexts.forget(this.terminal)
    this.terminal.dispose()
  }

  #fromTerminal(data: string): void {
    if (!this.#fromUser) {
      // Focus reports are sent by `#reportFocus`; xterm.js also sends one when a program turns them on, unasked by the user.
      if (data !== '\x1b[I' && data !== '\x1b[O') this.ownAnswers += 1
      return
    }
    this.#fromUser = false
    if (this.#frozen && !this.#ports.keysHeld()) return
    if (!this.#frozen) this.#blink.wake()
    this.#ports.turns.typed()
    this.#ports.typed()
    const bytes = this.#keys.encode(data)
    if (bytes.length > 0) this.#send({ kind: isMouseReport(data) ? 'tab/mouse' : 'tab/input', tab: this.id, bytes })
  }

  #pad(): void {
    const { padding_x: x, padding_y: y } = this.#ports.options().window
    this.host.style.padding = `${y}px ${x}px`
  }

  #reportFocus(letter: 'I' | 'O'): void {
    if (this.terminal.modes.sendFocusMode) this.#send({ kind: 'tab/mouse', tab: this.id, bytes: latin1Bytes(`\x1b[${letter}`) })
  }

  #ask(query: Query): void {
    if (this.intake.current?.replayed === true) return
    if (!this.#admitsQuery()) { this.queriesDropped += 1; return }
    this.#send({ kind: 'tab/query', tab: this.id, query })
  }

  /** What is not passed on is answered by the main process, when the bytes behind it have been parsed. */
  #outputQuery(): void {
    if (this.intake.current?.replayed !== true && this.#admitsQuery()) this.#send({ kind: 'tab/output-query', tab: this.id })
  }

  /** A program may print a million questions, and the gate of the main process would drop those of other tabs with them. */
  #admitsQuery(): boolean {
    return this.#queryRate.admit(queryBytes, 0, pageClock.now()) && this.#ports.admitQuery()
  }

  /** What a program printed before it ended may still be parsed after, and show the cursor again. */
  #hideDeadCursor(): void {
    if (!this.#frozen || this.inside.cursorHidden) return
    this.inside.cursorHidden = true
    this.terminal.refresh(0, this.terminal.rows - 1)
  }

  #terminator(): Terminator {
    const chunk = this.intake.current
    if (chunk === null) return 'st'
    if (this.#terminators.chunk !== chunk) {
      const tail = this.intake.before?.bytes ?? new Uint8Array(0)
      this.#terminators = { chunk, all: queryTerminators(tail, chunk.bytes), next: 0 }
    }
    const { all, next } = this.#terminators
    this.#terminators.next += 1
    return all[next] ?? 'st'
  }

  #send(message: PageMessage): void {
    this.#ports.send(message)
  }
}
