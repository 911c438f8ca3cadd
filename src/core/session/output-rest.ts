/**
 * Rests of a program out of view, or in a pane that is not active, which prints much or takes long
 * to look at: keys of other tabs and panes go the same way and come first.
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
  /** A page draws what it prints. */
  readonly isInView: () => boolean
  readonly pause: () => void
  readonly resume: () => void
}

export class OutputRest {
  readonly #ports: RestPorts
  /** Output of the last moments, bytes, as of `#unseenAt`. */
  #unseen = 0
  #unseenAt = Number.NEGATIVE_INFINITY
  /** When the user last typed in another tab or pane of the window. */
  #typedAt = Number.NEGATIVE_INFINITY
  /** It is the active pane of its window, or the window has not told yet. */
  #active = true
  /** Ends the rest; `null` if there is none. */
  #cancel: (() => void) | null = null
  /** When it began, and when it is over. */
  #since = 0
  #until = 0

  constructor(ports: RestPorts) {
    this.#ports = ports
  }

  get on(): boolean {
    return this.#cancel !== null
  }

  /** Is it the active pane of its window? */
  setActive(on: boolean): void {
    this.#active = on
  }

  /** A chunk of so many bytes of output took so long to look at, ms: the program may rest now. */
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
   * The user types in another tab or pane of the window: the echo goes before what this prints. In
   * view it is slowed only: the user would see it stop at each key.
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
