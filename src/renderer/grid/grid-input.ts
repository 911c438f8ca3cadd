/**
 * What the user causes in a grid, as bytes for its program: keys, reports of the mouse, text of
 * input methods. What xterm.js would answer by itself goes nowhere.
 */
import type { SessionId } from '../../core/ids.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'
import type { Terminal } from '@xterm/xterm'
import type { GridOptions } from '../../core/config/grid-options.ts'
import type { XtermInside } from './xterm-inside.ts'
import type { ScrollPosition } from './scroll-position.ts'
import type { GridMode } from './grid-ports.ts'
import { KeyBytes, isMouseReport, latin1Bytes } from './key-bytes.ts'

/** What is read of the grid whose input this is. */
export interface InputTarget {
  readonly id: SessionId
  readonly terminal: Terminal
  readonly inside: XtermInside
  readonly position: ScrollPosition
  readonly mode: GridMode | null
}

export interface GridInputPorts {
  readonly send: (message: PageMessage) => void
  readonly options: () => GridOptions
  /** Keys wait for another tab: this one's program need not run for them. */
  readonly keysHeld: () => boolean
  /** The user has typed into the grid. */
  readonly typed: () => void
  /** The program is not there. */
  readonly frozen: () => boolean
  /** It goes to the program. */
  readonly passed: () => void
}

export class GridInput {
  /**
   * Answers that xterm.js would have given by itself. Always 0 unless a new version asks to be
   * looked at.
   */
  ownAnswers = 0
  readonly #grid: InputTarget
  readonly #ports: GridInputPorts
  readonly #keys = new KeyBytes()
  #fromUser = false

  constructor(grid: InputTarget, ports: GridInputPorts) {
    this.#grid = grid
    this.#ports = ports
    grid.inside.onUserInput(() => {
      this.#fromUser = true
    })
    grid.terminal.onData((data) => this.#fromTerminal(data))
    // Reports of the oldest mouse encoding; nothing else is binary.
    grid.terminal.onBinary((data) =>
      ports.send({ kind: 'session/mouse', session: grid.id, bytes: latin1Bytes(data) }),
    )
  }

  /** Bytes that the user caused, as if a key had been pressed. */
  type(text: string): void {
    this.#grid.terminal.input(text, true)
  }

  /** As `type`, for what is no typing (releases, modifiers): the place in the history stays. */
  typeInPlace(text: string): void {
    this.#fromUser = true
    this.#fromTerminal(text, false)
  }

  /**
   * Keys that were let go: like the mouse's reports they belong to this tab, whatever tab the keys
   * of the moment wait for.
   */
  released(text: string): void {
    if (!this.#ports.frozen())
      this.#ports.send({ kind: 'session/mouse', session: this.#grid.id, bytes: latin1Bytes(text) })
  }

  #fromTerminal(data: string, snaps = true): void {
    if (!this.#fromUser) {
      // Focus reports are sent by the grid; xterm.js also sends one when a program turns them on,
      // unasked by the user.
      if (data !== '\x1b[I' && data !== '\x1b[O') this.ownAnswers += 1
      return
    }
    const { position, mode, id } = this.#grid
    const frozen = this.#ports.frozen()
    this.#fromUser = false
    if (frozen && !this.#ports.keysHeld()) return
    // what an input method makes comes without a key
    if (mode !== null && !isMouseReport(data)) return
    this.#ports.passed()
    const fromMouse = isMouseReport(data)
    const { snap_on_input: onInput, snap_on_esc: onEsc } = this.#ports.options().scrollback
    if (snaps && !fromMouse && position.away && (data === '\x1b' ? onEsc : onInput))
      position.toBottom()
    if (snaps && !fromMouse) this.#ports.typed()
    const bytes = this.#keys.encode(data)
    if (bytes.length > 0)
      this.#ports.send({ kind: fromMouse ? 'session/mouse' : 'session/input', session: id, bytes })
  }
}
