/** Compresses the history of an idle terminal in steps. */
import type { Clock } from '../../base/clock.ts'
import { Debouncer } from '../../base/time/debouncer.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import { compressAfterMs, restStepMs } from './limits.ts'

interface IdleCompressionPorts {
  readonly clock: Clock
  readonly terminal: () => Terminal
  /** Saves everything for the next worker, because the memory of the history has changed. */
  readonly keepAll: () => void
  /** Whether something else must be saved. */
  readonly isBehind: () => boolean
}

export class IdleCompression {
  readonly #ports: IdleCompressionPorts
  readonly #idle: Debouncer
  #cancelStep: (() => void) | null = null
  /** History memory has changed since the last save. */
  #moved = false

  constructor(ports: IdleCompressionPorts) {
    this.#ports = ports
    this.#idle = new Debouncer(ports.clock, compressAfterMs, () => this.#step())
  }

  /** Starts the wait again, after any message. */
  busy(): void {
    this.#idle.changed()
  }

  dispose(): void {
    this.#idle.dispose()
    this.#cancelStep?.()
  }

  #step(): void {
    this.#cancelStep?.()
    this.#cancelStep = null
    const { changed, more } = this.#ports.terminal().rest()
    this.#moved ||= changed
    if (more) this.#cancelStep = this.#ports.clock.after(restStepMs, () => this.#step())
    else if (this.#moved || this.#ports.isBehind()) {
      this.#moved = false
      this.#ports.keepAll()
    }
  }
}
