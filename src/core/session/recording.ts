/**
 * A session's recorder beside its terminal: where in the scrollback events stand, the time line
 * that its page draws, and the way from one to the other.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import type { MainMessage } from '../ipc/contract.ts'
import { placeMs, timeLineMs } from '../recorder/limits.ts'
import { SessionRecorder, type SessionRecorderPorts } from '../recorder/session-recorder.ts'
import { segmentsOf } from '../recorder/strip.ts'
import type { Shadow } from '../worker/shadow.ts'

export interface RecordingPorts extends SessionRecorderPorts {
  readonly clock: Clock
  readonly tab: string
  readonly send: (message: MainMessage) => void
  readonly shadow: () => Pick<Shadow, 'place' | 'places' | 'rowOf'>
}

const goneText =
  'That place is not in the scrollback any more. `vibeflow log` says what happened there.'

export class Recording {
  readonly recorder: SessionRecorder
  readonly #ports: RecordingPorts
  /** Output is being read: the terminal is told of places when it has it. */
  #reading = false
  #placeWanted = false
  #placedAt: Millis = Number.NEGATIVE_INFINITY
  #cancel: (() => void) | null = null

  constructor(ports: RecordingPorts) {
    this.#ports = ports
    this.recorder = new SessionRecorder({
      ...ports,
      recorded: (entry) => {
        ports.recorded(entry)
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
    const now = this.#ports.clock.now()
    if (!this.#ports.enabled() || now - this.#placedAt < placeMs) return
    this.#placedAt = now
    this.#place()
  }

  /** Other options are in force. */
  configured(): void {
    if (!this.#ports.enabled() && this.recorder.entries.length > 0) this.#later()
    this.recorder.configured()
  }

  /** A page has come. */
  attach(): void {
    if (this.recorder.entries.length > 0) this.#later()
  }

  /** The user wants to see what stands behind so many bytes of output. */
  async goTo(place: number): Promise<void> {
    const { send, shadow, tab } = this.#ports
    const found = await shadow().rowOf(place)
    if (found === null || found.row === null)
      send({ kind: 'page/notice', level: 'notice', text: goneText })
    else send({ kind: 'tab/scroll-to', tab, numbering: found.numbering, row: found.row })
  }

  /** Rows of events in the scrollback; null: nobody knows. */
  places(): ReturnType<Shadow['places']> {
    return this.#ports.shadow().places()
  }

  dispose(): void {
    this.recorder.dispose()
    this.#cancel?.()
    this.#cancel = null
  }

  #place(): void {
    this.#placeWanted = this.#reading
    if (!this.#reading) this.#ports.shadow().place()
  }

  #later(): void {
    this.#cancel ??= this.#ports.clock.after(timeLineMs, () => {
      this.#cancel = null
      const { send, tab } = this.#ports
      send({ kind: 'tab/time-line', tab, segments: [...segmentsOf(this.recorder.entries)] })
    })
  }
}
