/** Sends the user's input in a grid: keys, mouse, input methods. Drops xterm.js's own replies. */
import type { SessionId } from '../../core/ids.ts'
import type { PageMessage } from '../../core/ipc/contract.ts'
import type { Terminal } from '@xterm/xterm'
import type { GridOptions } from '../../core/config/grid-options.ts'
import type { XtermInside } from './xterm-inside.ts'
import type { ScrollPosition } from './scroll-position.ts'
import type { GridMode } from './grid-ports.ts'
import { KeyBytes, isMouseReport, latin1Bytes } from './key-bytes.ts'

/** The part of the grid that input reads. */
interface InputTarget {
  readonly id: SessionId
  readonly terminal: Terminal
  readonly inside: XtermInside
  readonly position: ScrollPosition
  readonly mode: GridMode | null
}

interface GridInputPorts {
  readonly send: (message: PageMessage) => void
  readonly options: () => GridOptions
  /** Keys are held for another tab, so that this one's program need not run. */
  readonly keysHeld: () => boolean
  /** Called when the user has typed into the grid. */
  readonly typed: () => void
  /** Whether there is no program. */
  readonly frozen: () => boolean
  /** Called for input that goes to the program. */
  readonly passed: () => void
}

export class GridInput {
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
    // Reports of the oldest mouse encoding. Nothing else is binary.
    grid.terminal.onBinary((data) =>
      ports.send({ kind: 'session/mouse', session: grid.id, bytes: latin1Bytes(data) }),
    )
  }

  /** Sends text as if the user had typed it. */
  type(text: string): void {
    this.#grid.terminal.input(text, true)
  }

  /** As `type` for input that is not typing (releases, modifiers): the view does not scroll. */
  typeInPlace(text: string): void {
    this.#fromUser = true
    this.#fromTerminal(text, false)
  }

  /**
   * Sends key releases, or keys that a click in a prompt causes, which belong to this tab even if
   * keys are held for another.
   */
  typeHere(text: string, kind: 'session/mouse' | 'session/click' = 'session/mouse'): void {
    if (!this.#ports.frozen())
      this.#ports.send({ kind, session: this.#grid.id, bytes: latin1Bytes(text) })
  }

  #fromTerminal(data: string, snaps = true): void {
    // xterm.js also sends a focus report when a program enables them
    if (!this.#fromUser) return
    const { position, mode, id } = this.#grid
    const frozen = this.#ports.frozen()
    this.#fromUser = false
    if (frozen && !this.#ports.keysHeld()) return
    // text of input methods arrives without a key
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
