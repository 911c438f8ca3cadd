/**
 * Pauses programs out of view or in an inactive pane that print a lot or take long to process, so
 * that keys of other tabs and panes come first on the shared path.
 */
import type { Clock } from '../../base/clock.ts'
import {
  keyEchoMs,
  restFactor,
  restFromMs,
  restMsMax,
  typingElsewhereMs,
  typingShare,
  unseenBytesMax,
  unseenBytesPerMs,
} from './limits.ts'

export interface RestPorts {
  readonly clock: Clock
  /** Whether a page draws the tab. */
  readonly isInView: () => boolean
  readonly pause: () => void
  readonly resume: () => void
}

export class OutputRest {
  readonly #ports: RestPorts
  /** Bytes of recent output that still count against the rate, as of `#unseenAt`. */
  #unseen = 0
  #unseenAt = Number.NEGATIVE_INFINITY
  /** When the user last typed in another tab or pane of the window. */
  #typedAt = Number.NEGATIVE_INFINITY
  /** The tab is the active pane of its window, or the window has not reported. */
  #active = true
  /** Ends the rest; `null` if the program is not resting. */
  #cancel: (() => void) | null = null
  /** Start and end of the rest. */
  #since = 0
  #until = 0

  constructor(ports: RestPorts) {
    this.#ports = ports
  }

  get on(): boolean {
    return this.#cancel !== null
  }

  setActive(on: boolean): void {
    this.#active = on
  }

  /** Takes the size of a chunk and the time its processing took, ms. The program may rest now. */
  took(ms: number, bytes: number): void {
    const { clock, isInView, pause } = this.#ports
    const now = clock.now()
    const share = now < this.#typedAt + typingElsewhereMs ? typingShare : 1
    const perMs = unseenBytesPerMs * share
    this.#unseen = Math.max(0, this.#unseen - (now - this.#unseenAt) * perMs) + bytes
    this.#unseenAt = now
    const restMs = Math.max(
      ms < restFromMs ? 0 : ms * restFactor,
      this.#unseen < unseenBytesMax * share ? 0 : this.#unseen / perMs,
    )
    const isActive = this.#active && isInView()
    if (isActive || restMs === 0 || this.on) return
    pause()
    this.#since = now
    this.#rest(Math.min(restMsMax, restMs))
  }

  /**
   * Records that the user typed in another tab or pane of the window. A program out of view yields
   * to the echo. A visible one is only slowed, since the user would see it stop at each key.
   */
  typedElsewhere(): void {
    const now = (this.#typedAt = this.#ports.clock.now())
    if (!this.on || this.#ports.isInView()) return
    if (now < this.#since + restMsMax && this.#until < now + keyEchoMs) this.#rest(keyEchoMs)
  }

  dispose(): void {
    this.#cancel?.()
  }

  #rest(ms: number): void {
    const { clock, resume } = this.#ports
    this.#cancel?.()
    this.#until = clock.now() + ms
    this.#cancel = clock.after(ms, () => {
      this.#cancel = null
      resume()
    })
  }
}
