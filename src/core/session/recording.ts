/** Connects a session's recorder with its terminal, and sends the page's timeline. */
import type { Millis } from '../../base/clock.ts'
import { placeMs, timeLineMs } from '../recorder/limits.ts'
import { SessionRecorder } from '../recorder/session-recorder.ts'
import { segmentsOf } from '../recorder/strip.ts'
import type { SessionParts } from './parts.ts'

const goneText = 'That output is no longer in the scrollback'

export class Recording {
  readonly recorder: SessionRecorder
  readonly #parts: SessionParts
  /** A chunk is being read; the terminal learns event places after it. */
  #reading = false
  #placeWanted = false
  #placedAt: Millis = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  constructor(parts: SessionParts) {
    this.#parts = parts
    const { clock, recorded } = parts.ports
    this.recorder = new SessionRecorder({
      clock,
      project: () => parts.view().project,
      place: () => parts.delivery.history.end,
      enabled: () => this.#enabled,
      recorded: (entry) => {
        recorded?.(entry)
        this.#place()
        this.#later()
      },
    })
  }

  /** Marks the start or end of reading a chunk of output. */
  reads(on: boolean): void {
    this.#reading = on
    if (!on && this.#placeWanted) this.#place()
  }

  /** Marks the start of a command, where its event will be. */
  commandBegins(): void {
    const now = this.#parts.ports.clock.now()
    if (!this.#enabled || now - this.#placedAt < placeMs) return
    this.#placedAt = now
    this.#place()
  }

  /** Applies changed options. */
  configured(): void {
    if (!this.#enabled && this.recorder.entries.length > 0) this.#later()
    this.recorder.configured()
  }

  /** Sends the timeline to a new page. */
  attach(): void {
    if (this.recorder.entries.length > 0) this.#later()
  }

  /** Scrolls the page to the row after this many bytes of output. */
  async goTo(place: number): Promise<void> {
    const { options, ports } = this.#parts
    const found = await this.#parts.delivery.shadow.questions.rowOf(place)
    if (found === null || found.row === null) ports.send({ kind: 'page/toast', text: goneText })
    else {
      const { numbering, row } = found
      ports.send({ kind: 'session/scroll-to', session: options.id, numbering, row })
    }
  }

  dispose(): void {
    this.recorder.dispose()
    this.#cancel?.()
    this.#cancel = null
  }

  get #enabled(): boolean {
    return this.#parts.settings.recorder.enabled
  }

  #place(): void {
    this.#placeWanted = this.#reading
    if (!this.#reading) this.#parts.delivery.shadow.place()
  }

  #later(): void {
    this.#cancel ??= this.#parts.ports.clock.after(timeLineMs, () => {
      this.#cancel = null
      const { options, ports } = this.#parts
      ports.send({
        kind: 'session/time-line',
        session: options.id,
        segments: [...segmentsOf(this.recorder.entries)],
      })
    })
  }
}
