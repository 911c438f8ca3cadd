/**
 * What a tab shows of its programs' own reports until the reducer of all evidence takes over (behaviour/state-machine.md): the newest
 * record, or of OSC 7501's the most urgent, without precedence, ageing, acknowledgement or knowledge of who is in front. What is shown is
 * superseded then; the records stay.
 */
import type { AgentRecord } from '../../protocol/index.ts'
import { toRecord } from '../../protocol/index.ts'
import { AgentRecords } from '../agent/records.ts'
import type { Millis } from '../clock.ts'
import type { Evidence } from '../dispatch/evidence.ts'
import type { TabReport } from '../ipc/contract.ts'

export class Reports {
  readonly #records = new AgentRecords()
  #shown: TabReport | null = null

  get shown(): TabReport | null {
    return this.#shown
  }

  records(): readonly AgentRecord[] {
    return this.#records.records()
  }

  /** True: what is shown may have changed. */
  take(evidence: Evidence, now: Millis): boolean {
    switch (evidence.type) {
      case 'osc7501': this.#records.report(evidence.value, now); break
      case 'osc26': this.#records.update(evidence.value, now); break
      case 'osc1338': this.#put(toRecord('osc1338', evidence.value, { since: now })); break
      case 'osc21337': this.#put(toRecord('osc21337', evidence.value, { since: now })); break
      case 'warp': this.#put(toRecord('osc777', evidence.value, { since: now })); break
      case 'ris': this.#records.reset(); break
      default: return false
    }
    const newest = this.#records.records().at(-1)
    const record = newest?.source === 'osc7501' ? this.#records.headline() : newest
    this.#shown = record === null || record === undefined ? null : asReport(record)
    return true
  }

  forget(): void {
    this.#records.reset()
    this.#shown = null
  }

  #put(record: AgentRecord | null): void {
    if (record !== null) this.#records.put(record)
  }
}

function asReport({ source, state, kind, tool, project, msg }: AgentRecord): TabReport {
  return { source, state, tool, ...(kind === undefined ? {} : { kind }), ...(project === undefined ? {} : { project }), ...(msg === undefined ? {} : { msg }) }
}
