/**
 * What the programs of one tab said last, by dialect and by sub-task or agent
 * (docs/protocol.md). It keeps and forgets; whether a record may speak for its
 * tab is the state machine's to say. Times come in as arguments. What is put in answers the record
 * that it became; null: it says nothing now, or found no room among waiting ones.
 */
import {
  persists,
  toRecord,
  type AgentRecord,
  type DisplayState,
  type Report,
  type Update26,
} from '../../protocol/index.ts'
import { recordsMax } from './limits.ts'
import { merge26 } from './merge26.ts'
import { safeRecord } from './safe-record.ts'

interface Entry {
  /** null: an OSC 26 record without a status. It is kept, and says nothing. */
  readonly record: AgentRecord | null
  /** OSC 26: all that is known of it. */
  readonly known?: Update26
}

/** The most urgent counts most. */
const urgency: Readonly<Record<DisplayState, number>> = {
  waiting: 5,
  error: 4,
  working: 3,
  done: 2,
  idle: 1,
  active: 0,
}

export class AgentRecords {
  readonly #aliases: ReadonlyMap<string, string>
  /** By dialect and name; the update longest ago first. */
  readonly #entries = new Map<string, Entry>()

  /** `aliases`: other names of tools. */
  constructor(aliases: ReadonlyMap<string, string> = new Map()) {
    this.#aliases = aliases
  }

  /**
   * OSC 7501: a report replaces its record whole; `clear` takes it and all below it away, without
   * an id everything.
   */
  report(report: Report, now: number): AgentRecord | null {
    if (report.state === 'clear') {
      this.#clear(report.id)
      return null
    }
    return this.#put(key('osc7501', report.id ?? ''), {
      record: toRecord('osc7501', report, this.#options(now)),
    })
  }

  /**
   * OSC 26. Answers the record after it, null without a status; after one, each frame counts as its
   * repeat.
   */
  update(update: Update26, now: number): AgentRecord | null {
    const before = this.#keyOf(update)
    const known = merge26(this.#entries.get(before)?.known ?? {}, update)
    const name = known.app ?? ''
    if (before !== key('osc26', name)) this.#rename(before, key('osc26', name))
    return this.#put(key('osc26', name), {
      record: toRecord('osc26', known, this.#options(now)),
      known,
    })
  }

  /**
   * A record of a dialect whose reports stand for themselves. It replaces the one of the same
   * source, tool and id.
   */
  put(record: AgentRecord): AgentRecord | null {
    return this.#put(key(record.source, `${record.tool}\n${record.id}`), { record })
  }

  /**
   * A new prompt, or the reporter's end: what was being done is not any more. Ends and failures
   * stay where their dialect lets them.
   */
  leave(): void {
    this.#drop(({ record }) => record === null || !persists(record))
  }

  /** Ends and failures have been seen, or the next command runs. */
  settle(): void {
    this.#drop(({ record }) => record?.state === 'done' || record?.state === 'error')
  }

  /** RIS. */
  reset(): void {
    this.#entries.clear()
  }

  /**
   * All that say something, the update longest ago first; a sub-task without an app has that of its
   * nearest ancestor with one.
   */
  records(): readonly AgentRecord[] {
    return [...this.#entries.values()].flatMap(({ record }) =>
      record === null ? [] : [this.#inherited(record)],
    )
  }

  /** The most urgent, the newest among equals; null: nobody says anything. */
  headline(): AgentRecord | null {
    return this.records().reduce<AgentRecord | null>(
      (best, record) =>
        best === null || urgency[record.state] >= urgency[best.state] ? record : best,
      null,
    )
  }

  #put(name: string, { record, known }: Entry): AgentRecord | null {
    const before = this.#entries.get(name)?.record
    const safe = record === null ? null : keepSince(safeRecord(record), before)
    this.#entries.delete(name) // behind the others: it is the newest
    this.#entries.set(name, known === undefined ? { record: safe } : { record: safe, known })
    if (this.#entries.size > recordsMax) this.#evict()
    return safe === null || !this.#entries.has(name) ? null : this.#inherited(safe)
  }

  #evict(): void {
    const names = [...this.#entries]
    const [leaving] =
      // more than none
      names.find(([, { record }]) => record?.state !== 'waiting') ?? (names[0] as [string, Entry])
    this.#entries.delete(leaving)
  }

  #clear(id: string | undefined): void {
    const top = key('osc7501', id ?? '')
    for (const name of this.#entries.keys()) {
      if (id === undefined ? name.startsWith(top) : name === top || name.startsWith(`${top}/`))
        this.#entries.delete(name)
    }
  }

  #drop(which: (entry: Entry) => boolean): void {
    for (const [name, entry] of this.#entries) if (which(entry)) this.#entries.delete(name)
  }

  /** A frame without a name speaks of the record that was updated last. */
  #keyOf({ app }: Update26): string {
    if (app !== undefined) return key('osc26', app)
    return (
      [...this.#entries.keys()].findLast((name) => name.startsWith(key('osc26', ''))) ??
      key('osc26', '')
    )
  }

  /** Its name was taken away. */
  #rename(from: string, to: string): void {
    const entry = this.#entries.get(from)
    this.#entries.delete(from)
    if (entry !== undefined) this.#entries.set(to, entry)
  }

  #inherited(record: AgentRecord): AgentRecord {
    if (record.source !== 'osc7501' || record.app !== undefined) return record
    for (let path = record.id; path !== ''; ) {
      path = path.slice(0, Math.max(0, path.lastIndexOf('/')))
      const app = this.#entries.get(key('osc7501', path))?.record?.app
      if (app !== undefined) return { ...record, app, tool: this.#aliases.get(app) ?? app }
    }
    return record
  }

  #options(since: number): {
    readonly since: number
    readonly aliases: ReadonlyMap<string, string>
  } {
    return { since, aliases: this.#aliases }
  }
}

function key(source: AgentRecord['source'], name: string): string {
  return `${source}:${name}`
}

/** The state goes on: it began when it began. */
function keepSince(record: AgentRecord, before: AgentRecord | null | undefined): AgentRecord {
  return before?.state === record.state && before.kind === record.kind
    ? { ...record, since: before.since }
    : record
}
