/**
 * A session's recorder and its terminal: where in the scrollback events are, the time line
 * that its page draws, and the way from one to the other.
 */
import type { Millis } from '../../base/clock.ts'
import type { Options } from '../config/table.ts'
import { placeMs, timeLineMs } from '../recorder/limits.ts'
import { SessionRecorder } from '../recorder/session-recorder.ts'
import { segmentsOf } from '../recorder/strip.ts'
import type { Shadow } from '../worker/shadow.ts'
import type { OutputDelivery } from './delivery.ts'
import type { SessionOptions, SessionPorts } from './session-ports.ts'

export interface RecordingParts {
  readonly options: SessionOptions
  readonly ports: Pick<SessionPorts, 'clock' | 'recorded' | 'send'>
  readonly settings: () => Options
  readonly delivery: () => OutputDelivery
  /** The tab's project, as its view has it. */
  readonly project: () => string
}

const goneText =
  'That place is not in the scrollback any more. `vibeflow log` says what happened there.'

export class Recording {
  readonly recorder: SessionRecorder
  readonly #parts: RecordingParts
  /** Output is being read: the terminal is told of places when it has it. */
  #reading = false
  #placeWanted = false
  #placedAt: Millis = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  constructor(parts: RecordingParts) {
    this.#parts = parts
    const { clock, recorded } = parts.ports
    this.recorder = new SessionRecorder({
      ...{ clock, project: parts.project },
      place: () => parts.delivery().history.end,
      enabled: () => this.#enabled,
      recorded: (entry) => {
        recorded?.(entry)
        this.#place()
        this.#later()
      },
    })
  }

  /** A chunk of output is being read, or has been. */
  reads(on: boolean): void {
    this.#reading = on
    if (!on && this.#placeWanted) this.#place()
  }

  /** A command begins: its event, when it ends, stands here. */
  commandBegins(): void {
    const now = this.#parts.ports.clock.now()
    if (!this.#enabled || now - this.#placedAt < placeMs) return
    this.#placedAt = now
    this.#place()
  }

  /** Other options are in force. */
  configured(): void {
    if (!this.#enabled && this.recorder.entries.length > 0) this.#later()
    this.recorder.configured()
  }

  /** A page has come. */
  attach(): void {
    if (this.recorder.entries.length > 0) this.#later()
  }

  /** Scrolls the page to the row that follows so many bytes of output. */
  async goTo(place: number): Promise<void> {
    const { options, ports } = this.#parts
    const found = await this.#shadow.questions.rowOf(place)
    if (found === null || found.row === null)
      ports.send({ kind: 'page/notice', level: 'notice', text: goneText })
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
    return this.#parts.settings().recorder.enabled
  }

  get #shadow(): Shadow {
    return this.#parts.delivery().shadow
  }

  #place(): void {
    this.#placeWanted = this.#reading
    if (!this.#reading) this.#shadow.place()
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
