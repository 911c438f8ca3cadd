/**
 * Paces the reduction of a tab's reports (SECURITY.md). Few reports are reduced as they come;
 * beyond a rate they are gathered for up to `reportsGatherMs`, and the newest of each record
 * counts.
 */
import { PendingReports, type HeldReport } from '../../../agents/state/pending-reports.ts'
import {
  heldReportsMax,
  reportsGatherMs,
  reportsPerSecondMax,
  slotsMax,
} from '../../../agents/state/limits.ts'
import type { SlotName } from '../../../agents/state/slots.ts'
import type { Clock } from '../../../base/clock.ts'
import { TokenBucket } from '../../../base/time/token-bucket.ts'

export interface ReportPacePorts {
  readonly nameOf: (tool: string) => string
  readonly known: () => readonly SlotName[]
  /** `all` must be called. */
  readonly due: () => void
}

const nothing: readonly HeldReport[] = []

export class ReportPace {
  readonly #clock: Clock
  readonly #ports: ReportPacePorts
  readonly #held: PendingReports
  #few: HeldReport[] = []
  /** Reports that may be reduced individually now. */
  readonly #bucket: TokenBucket
  /** The stream is on the alternate screen. */
  #alternate = false
  #cancel: (() => void) | null = null

  constructor(clock: Clock, ports: ReportPacePorts) {
    this.#clock = clock
    this.#ports = ports
    this.#held = new PendingReports(ports.nameOf)
    this.#bucket = new TokenBucket(clock.now(), reportsPerSecondMax)
  }

  /** Reports that newer ones of the same record replaced. */
  get passedOver(): number {
    return this.#held.passedOver
  }

  take(report: HeldReport): void {
    const before = this.#alternate
    if (report.type === 'alt_screen') this.#alternate = report.on
    if (report.type === 'reset') this.#alternate = false
    if (this.#cancel === null && this.#bucket.admit(1, this.#clock.now())) {
      this.#few.push(report)
      return
    }
    if (report.type === 'alt_screen' && report.on === before) return // no change
    // row M3: judged by its own screen, since the screen may be left before it is reduced
    if (report.type === 'marker' && before) return
    this.#held.hold(report.type === 'marker' ? primary(report) : report)
    this.#cancel ??= this.#clock.after(reportsGatherMs, this.#ports.due)
    if (this.#held.size <= heldReportsMax) return
    this.#held.compact(this.#ports.known())
    if (this.#held.size > (heldReportsMax * 3) / 4) this.#ports.due()
  }

  /** Returns the individual reports since the last call. */
  few(): readonly HeldReport[] {
    if (this.#few.length === 0) return nothing
    const few = this.#few
    this.#few = []
    return few
  }

  /** Returns the held reports too. */
  all(): readonly HeldReport[] {
    this.#cancel?.()
    this.#cancel = null
    if (this.#held.size === 0) return this.few()
    if (this.#held.size > slotsMax) this.#held.compact(this.#ports.known())
    return [...this.few(), ...this.#held.release()]
  }

  /** Drops all reports and the timer for another program, whose budget starts full. */
  forget(): void {
    this.all()
    this.#alternate = false
    this.#bucket.fill()
  }
}

/** Returns a mark that was not printed on the alternate screen. */
function primary({
  mark,
  exitCode,
  foreground = 'unknown',
}: Extract<HeldReport, { type: 'marker' }>): HeldReport {
  return exitCode === undefined
    ? { type: 'marker', mark, foreground, alternate: false }
    : { type: 'marker', mark, exitCode, foreground, alternate: false }
}
