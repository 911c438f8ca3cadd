/**
 * Tells the core which row is at the top of the view (`session/view`), so that it stays there when
 * somebody sets another size.
 */
import type { FrameViewPorts } from './frame-ports.ts'
import { viewReportMs } from './limits.ts'

interface ViewPlace {
  /** Numbering of the rows, or -1 if there is none yet. */
  readonly numbering: number
  /** `null` at the end of the output, or if the core cannot lay out the row. */
  readonly row: number | null
}

export class ViewReport {
  readonly #ports: Pick<FrameViewPorts, 'clock' | 'send'>
  readonly #now: () => ViewPlace
  #sent: ViewPlace = { numbering: -1, row: null }
  #cancel: (() => void) | null = null

  constructor(ports: Pick<FrameViewPorts, 'clock' | 'send'>, now: () => ViewPlace) {
    this.#ports = ports
    this.#now = now
  }

  /** Sends the position now, as before a request for another size. */
  send(): void {
    this.cancel()
    const now = this.#now()
    if (now.numbering === -1) return
    this.#sent = now
    this.#ports.send({ kind: 'session/view', ...now })
  }

  /** Handles a scroll. The end is sent immediately, rows of the history at intervals. */
  moved(): void {
    const { numbering, row } = this.#now()
    if (row === null && this.#sent.row !== null) this.send()
    else if (row !== null && (row !== this.#sent.row || numbering !== this.#sent.numbering))
      this.#cancel ??= this.#ports.clock.after(viewReportMs, () => this.send())
  }

  cancel(): void {
    this.#cancel?.()
    this.#cancel = null
  }
}
