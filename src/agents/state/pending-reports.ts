/**
 * Collects reports that arrive faster than they are reduced: the newest of each record and kind of
 * mark, in order. Releasing them produces the same state as all of them one after the other.
 */
import type { EvidenceOf } from '../dispatch/evidence.ts'
import type { Evidence, ExplicitDialect, FrameEvidence, MarkerEvidence } from './evidence.ts'
import { slotsMax } from './limits.ts'
import type { SlotName } from './slots.ts'

/** A report in output, interpreted on release. `end`: offset after it. */
export type HeldReport =
  | FrameEvidence
  | { readonly type: 'osc7501'; readonly value: EvidenceOf<'osc7501'> }
  | MarkerEvidence
  | (Extract<Evidence, { type: 'alt_screen' | 'reset' }> & { readonly end: number })
  | { readonly type: 'title'; readonly value: EvidenceOf<'title'> }
  | { readonly type: 'progress'; readonly value: EvidenceOf<'progress'>; readonly text: string }

interface Held {
  report: HeldReport
  /** Position among all held reports; the newest has the greatest. */
  order: number
  /** Earlier marks C and resets, which end records, and prompt marks, which keep ended ones. */
  wipes: number
  prompts: number
  /** For a record: its id, and its key in `records`, `clears` or `before`. */
  readonly id: string
  readonly key: string
}

/**
 * Reports of one dialect: the newest of each record, the newest clear of each, and the last before
 * a record restarted. Keys are from `recordKey`.
 */
interface OfDialect {
  readonly records: Map<string, Held>
  readonly clears: Map<string, Held>
  readonly before: Map<string, Held>
}

/** Keys and ids of the existing slots of one dialect. */
interface Known {
  readonly keys: ReadonlySet<string>
  readonly ids: ReadonlySet<string>
}

const marks = { A: 'mark A', B: 'mark B', C: 'mark C', D: 'mark D' } as const

export class PendingReports {
  readonly #dialects = new Map<ExplicitDialect, OfDialect>()
  /** Marks, resets and titles. */
  readonly #others = new Map<string, Held>()
  #size = 0
  #order = 0
  readonly #nameOf: (tool: string) => string
  #wipes = 0
  #prompts = 0
  /** The last updated record of OSC 26. */
  #last26: Pick<FrameEvidence, 'app' | 'tool'> | null = null
  /** Whether records with and without names exist, which replace each other by id. */
  #hasNamed = false
  #hasNameless = false
  /** Reports that a newer one replaced. */
  passedOver = 0

  constructor(nameOf: (tool: string) => string) {
    this.#nameOf = nameOf
  }

  get size(): number {
    return this.#size
  }

  hold(report: HeldReport): void {
    switch (report.type) {
      case 'osc7501': {
        const { state, id = '', app = '' } = report.value
        this.#holdRecord('osc7501', state, id, app, report)
        return
      }
      case 'frame': {
        const { dialect, state, id = '', tool = '' } = report
        if (dialect === 'osc21337' && state === 'clear')
          this.#putBefore(this.#of(dialect), this.#of(dialect).records.get(''))
        if (dialect === 'osc26') this.#hold26(report)
        else this.#holdRecord(dialect, state, id, tool, report)
        return
      }
      case 'marker':
        if (report.mark === 'C') this.#wipes += 1
        else this.#prompts += 1
        this.#last26 = null
        this.#put(this.#others, marks[report.mark], '', report)
        return
      case 'reset':
        this.#wipes += 1
        this.#last26 = null
        this.#put(this.#others, 'reset', '', report)
        return
      case 'alt_screen':
        this.#put(this.#others, report.on ? 'alternate' : 'primary', '', report)
        return
      default:
        this.#put(this.#others, report.type, '', report)
    }
  }

  /** Returns all reports, oldest first, and empties the collection. */
  release(): readonly HeldReport[] {
    const held = [...this.#others.values(), ...this.#records()].sort(byOrder)
    this.#others.clear()
    this.#dialects.clear()
    this.#size = 0
    this.#last26 = null
    this.#hasNamed = this.#hasNameless = false
    return held.map(({ report }) => report)
  }

  /**
   * Drops reports that cannot affect the result: records that newer ones replace or push out of the
   * slot limit, and clears of nothing. `known`: the existing slots, whose last report is kept.
   */
  compact(known: readonly SlotName[]): void {
    for (const [dialect, of] of this.#dialects)
      this.#compactDialect(
        of,
        dialect,
        known.filter((slot) => slot.dialect === dialect),
      )
  }

  // biome-ignore lint/complexity/noExcessiveCognitiveComplexity: one pass over shared sets
  #compactDialect(of: OfDialect, dialect: ExplicitDialect, known: readonly SlotName[]): void {
    const { records, clears, before } = of
    const mixed = this.#hasNamed && this.#hasNameless
    const replaces = mixed && (dialect === 'osc7501' || dialect === 'osc1338')
    const room = new Map<string | null, number>()
    const slots: Known = {
      keys: new Set(known.map(({ id, tool }) => recordKey(id, tool))),
      ids: new Set(known.map(({ id }) => id)),
    }
    const there = clears.size === 0 ? null : new Set<string>()
    if (there !== null)
      for (const { id } of [...known, ...records.values(), ...before.values()]) addPaths(there, id)
    for (const { id, key } of clears.values())
      if (id !== '' && there?.has(id) !== true) this.#forget(clears, key)
    /** Ids of which a newer record stands for all, and for the one without a name. */
    const replaced = new Set<string>()
    const replacedNameless = new Set<string>()
    const all = [...records.values(), ...before.values()].sort(byOrder)
    for (let at = all.length - 1; at >= 0; at -= 1) {
      const held = all[at] as Held
      const { id, key } = held
      const state = stateOf(held.report)
      const left = room.get(state) ?? slotsMax
      room.set(state, left - 1)
      if (left > 0 && !mixed) continue
      const home = records.get(key) === held ? records : before
      const isNameless = home === records && key === id
      const changesSlot =
        (home === records && slots.keys.has(key)) ||
        (isNameless ? slots.ids.has(id) : slots.keys.has(id))
      if (
        (left <= 0 && !changesSlot) ||
        replaced.has(id) ||
        (isNameless && replacedNameless.has(id))
      )
        this.#forget(home, key)
      if (replaces) (isNameless ? replaced : replacedNameless).add(id)
    }
  }

  #records(): readonly Held[] {
    return [...this.#dialects.values()].flatMap(({ records, clears, before }) => [
      ...records.values(),
      ...clears.values(),
      ...before.values(),
    ])
  }

  #of(dialect: ExplicitDialect): OfDialect {
    const found = this.#dialects.get(dialect)
    if (found !== undefined) return found
    const made: OfDialect = { records: new Map(), clears: new Map(), before: new Map() }
    this.#dialects.set(dialect, made)
    return made
  }

  #forget(from: Map<string, Held>, key: string): void {
    from.delete(key)
    this.#size -= 1
    this.passedOver += 1
  }

  #holdRecord(
    dialect: ExplicitDialect,
    state: string | null,
    id: string,
    tool: string,
    report: HeldReport,
  ): void {
    const name = tool === '' ? '' : this.#nameOf(tool)
    const of = this.#of(dialect)
    if (state === 'clear') {
      this.#put(of.clears, recordKey(id, name), id, report)
      return
    }
    if (name === '') this.#hasNameless = true
    else this.#hasNamed = true
    this.#put(of.records, recordKey(id, name), id, report, of)
  }

  /** An update without a name belongs to the last updated record. */
  #hold26(update: FrameEvidence): void {
    const isNamed = update.tool !== undefined && update.tool !== ''
    const named =
      isNamed || this.#last26 === null
        ? update
        : { ...update, app: this.#last26.app, tool: this.#last26.tool }
    this.#last26 = named
    this.#holdRecord('osc26', named.state, named.id ?? '', named.tool ?? '', named)
  }

  /** `of`: where a partial record may restart. */
  #put(into: Map<string, Held>, key: string, id: string, report: HeldReport, of?: OfDialect): void {
    const held = into.get(key)
    if (held !== undefined) {
      this.passedOver += 1
      const stands =
        held.wipes === this.#wipes && (held.prompts === this.#prompts || hasEnded(held.report))
      if (of === undefined || !stands || !restarts(held.report, report)) {
        held.report = stands ? joined(held.report, report) : report
        held.order = this.#order += 1
        held.wipes = this.#wipes
        held.prompts = this.#prompts
        return
      }
      this.#putBefore(of, held) // earlier reports must count before the new session
    }
    into.set(key, {
      report,
      order: (this.#order += 1),
      wipes: this.#wipes,
      prompts: this.#prompts,
      id,
      key,
    })
    this.#size += 1
  }

  /** Separates a record's last report from later ones. */
  #putBefore({ records, before }: OfDialect, held: Held | undefined): void {
    if (held === undefined) return
    records.delete(held.key)
    if (before.has(held.key)) this.#size -= 1
    before.set(held.key, held)
    held.order = this.#order += 1
  }
}

function byOrder(one: Held, other: Held): number {
  return one.order - other.order
}

/** Key of a record within a dialect. Ids contain no spaces. */
function recordKey(id: string, name: string): string {
  return name === '' ? id : `${id} ${name}`
}

function addPaths(to: Set<string>, id: string): void {
  to.add(id)
  for (let at = id.lastIndexOf('/'); at > 0; at = id.lastIndexOf('/', at - 1))
    to.add(id.slice(0, at))
}

/** In the dialect's words. */
function stateOf(report: HeldReport): string | null {
  return report.type === 'frame'
    ? report.state
    : report.type === 'osc7501'
      ? report.value.state
      : null
}

function hasEnded(report: HeldReport): boolean {
  return report.type === 'frame' && (report.state === 'done' || report.state === 'error')
}

/** OSC 26: another session restarts its record. */
function restarts(old: HeldReport, said: HeldReport): boolean {
  return (
    said.type === 'frame' &&
    said.dialect === 'osc26' &&
    old.type === 'frame' &&
    said.sessionId !== undefined &&
    said.sessionId !== old.sessionId
  )
}

/** OSC 26 and 21337 send partial reports: absent fields keep their values. */
function joined(old: HeldReport, said: HeldReport): HeldReport {
  return said.type === 'frame' &&
    old.type === 'frame' &&
    (said.dialect === 'osc26' || said.dialect === 'osc21337')
    ? join(old, said)
    : said
}

const nothing: readonly string[] = []

/** Combines two partial reports, the newer one last. A kind belongs to its state. */
function join(old: FrameEvidence, said: FrameEvidence): FrameEvidence {
  const { removed = nothing } = said
  const goes = (field: string) => removed.length > 0 && removed.includes(field)
  const before =
    old.removed === undefined || old.removed.length === 0
      ? nothing
      : old.removed.filter(
          (field) =>
            !removed.includes(field) &&
            said[field === 'msg' ? 'message' : (field as keyof FrameEvidence)] === undefined,
        )
  return {
    type: 'frame',
    dialect: said.dialect,
    state: said.state ?? old.state,
    kind: said.kind ?? (said.state !== null && said.dialect === 'osc26' ? undefined : old.kind),
    tool: said.tool ?? old.tool,
    id: said.id ?? old.id,
    app: goes('app') ? undefined : (said.app ?? old.app),
    message: goes('msg') ? undefined : said.message === undefined ? old.message : said.message,
    title: goes('title') ? undefined : (said.title ?? old.title),
    project: goes('project') ? undefined : (said.project ?? old.project),
    sessionId: goes('sessionId') ? undefined : (said.sessionId ?? old.sessionId),
    progress: goes('progress') ? undefined : (said.progress ?? old.progress),
    taskProgress: goes('taskProgress') ? undefined : (said.taskProgress ?? old.taskProgress),
    taskList: goes('taskList') ? undefined : (said.taskList ?? old.taskList),
    removed: before.length === 0 ? removed : [...before, ...removed],
  }
}
