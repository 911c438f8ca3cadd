/**
 * The pace at which a tab's reports are reduced (SECURITY.md): as they come while they
 * are few; beyond a rate they gather, and the newest of each record counts. None is held longer
 * than `reportsGatherMs`.
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
  /** `all` is to be taken. */
  readonly due: () => void
}

const nothing: readonly HeldReport[] = []

export class ReportPace {
  readonly #clock: Clock
  readonly #ports: ReportPacePorts
  readonly #held: PendingReports
  #few: HeldReport[] = []
  /** Reports that may be reduced one by one, now. */
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

  /** Reports that came too fast and that newer ones of the same record replaced. */
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
    if (report.type === 'alt_screen' && report.on === before) return // it is there already
    // row M3: judged where it stands, since the screen may be left meanwhile
    if (report.type === 'marker' && before) return
    this.#held.hold(report.type === 'marker' ? primary(report) : report)
    this.#cancel ??= this.#clock.after(reportsGatherMs, this.#ports.due)
    if (this.#held.size <= heldReportsMax) return
    this.#held.compact(this.#ports.known())
    if (this.#held.size > (heldReportsMax * 3) / 4) this.#ports.due()
  }

  /** Those that came one by one, since the last call. */
  few(): readonly HeldReport[] {
    if (this.#few.length === 0) return nothing
    const few = this.#few
    this.#few = []
    return few
  }

  /** Those too that are held. */
  all(): readonly HeldReport[] {
    this.#cancel?.()
    this.#cancel = null
    if (this.#held.size === 0) return this.few()
    if (this.#held.size > slotsMax) this.#held.compact(this.#ports.known())
    return [...this.few(), ...this.#held.release()]
  }

  /**
   * Another program begins: nothing is said any more, and no timer is left. What the one before
   * said counts against it alone.
   */
  forget(): void {
    this.all()
    this.#alternate = false
    this.#bucket.fill()
  }
}

/** Not printed on the alternate screen. */
function primary({
  mark,
  exitCode,
  foreground = 'unknown',
}: Extract<HeldReport, { type: 'marker' }>): HeldReport {
  return exitCode === undefined
    ? { type: 'marker', mark, foreground, alternate: false }
    : { type: 'marker', mark, exitCode, foreground, alternate: false }
}
