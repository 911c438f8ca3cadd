/**
 * Reports that come faster than they are reduced: of each record and of each kind of mark the newest, in the order in which these came. When they are
 * let go, the state is the one that all of them would have made, one after the other.
 */
import type { EvidenceOf } from '../dispatch/evidence.ts'
import type { Evidence, FrameEvidence, MarkerEvidence } from './evidence.ts'
import { slotsMax } from './limits.ts'
import { slotKey } from './slots.ts'

/** What output says of a program's state. What it means is asked when it is let go: of a flood hardly any is. `end`: offset behind it. */
export type Report =
  | FrameEvidence
  | { readonly type: 'osc7501'; readonly value: EvidenceOf<'osc7501'> }
  | MarkerEvidence
  | (Extract<Evidence, { type: 'alt_screen' | 'reset' }> & { readonly end: number })
  | { readonly type: 'title'; readonly value: EvidenceOf<'title'> }
  | { readonly type: 'progress'; readonly value: EvidenceOf<'progress'>; readonly text: string }

interface Held {
  report: Report
  /** What wiped records of parts before it: marks C and resets; and the marks of prompts, which leave what has ended. */
  wipes: number
  prompts: number
}

export class HeldReports {
  /** In the order of the newest of each. */
  readonly #held = new Map<string, Held>()
  #newestKey = ''
  #newest: Held | undefined
  /** Name of a tool as its slot has it. */
  readonly #nameOf: (tool: string) => string
  #wipes = 0
  #prompts = 0
  /** The record of OSC 26 that was updated last. */
  #last26: Pick<FrameEvidence, 'app' | 'tool'> | null = null
  /** Records with a name, and without: of one id they replace each other. */
  #hasNamed = false
  #hasNameless = false
  /** Reports of which a newer one counted. */
  passedOver = 0

  constructor(nameOf: (tool: string) => string) {
    this.#nameOf = nameOf
  }

  get size(): number {
    return this.#held.size
  }

  hold(report: Report): void {
    switch (report.type) {
      case 'frame': case 'osc7501': {
        const said = saidOf(report)
        if (said.state === 'clear' && said.dialect === 'osc21337') this.#putBefore(slotKey('osc21337', '', ''))
        if (said.dialect === 'osc26' && report.type === 'frame') { this.#hold26(report); return }
        this.#put(this.#key(said), report)
        return
      }
      case 'marker':
        if (report.mark === 'C') this.#wipes += 1
        else this.#prompts += 1
        this.#last26 = null
        this.#put(`mark ${report.mark}`, report)
        return
      case 'reset': this.#wipes += 1; this.#last26 = null; this.#put('reset', report); return
      case 'alt_screen': this.#put(`alternate ${report.on}`, report); return
      default: this.#put(report.type, report)
    }
  }

  /** All of them, oldest first. Nothing is held any more. */
  release(): readonly Report[] {
    const reports = [...this.#held.values()].map(({ report }) => report)
    this.#held.clear()
    this.#newestKey = ''
    this.#newest = undefined
    this.#last26 = null
    this.#hasNamed = this.#hasNameless = false
    return reports
  }

  /**
   * Forgets what cannot outlast those that came after it: records that newer ones replace or crowd out, as the slots' bound does, and clears of what
   * is not there. `known`: keys of the slots that there are; what such a slot last said is kept.
   */
  compact(known: ReadonlySet<string>): void {
    const room = new Map<string, number>()
    const replaced = new Set<string>()
    let slots: ReadonlySet<string> | null = null
    let there: ReadonlySet<string> | null = null
    const keys = [...this.#held.keys()]
    for (let at = keys.length - 1; at >= 0; at -= 1) {
      const key = keys[at] as string
      const report = this.#held.get(key)?.report
      if (report === undefined) continue
      if (report.type !== 'frame' && report.type !== 'osc7501') continue
      const { dialect, state, id } = saidOf(report)
      if (state === 'clear') {
        there ??= new Set([...known, ...this.#held.keys()].flatMap(paths))
        if (id !== '' && !there.has(`${dialect} ${id}`)) this.#forget(key)
        continue
      }
      const kind = `${dialect} ${state}`
      const left = room.get(kind) ?? slotsMax
      room.set(kind, left - 1)
      if (left > 0 && !this.#mixed) continue
      const [record, nameless] = [`${dialect} ${id}`, slotKey(dialect, id, '')]
      const isNameless = key === nameless
      if (isNameless) slots ??= new Set([...known].map((slot) => paths(slot)[0] ?? ''))
      const changesSlot = known.has(key) || (!isNameless && known.has(nameless)) || (isNameless && slots?.has(record) === true)
      if ((left <= 0 && !changesSlot) || replaced.has(key) || replaced.has(record)) this.#forget(key)
      if (this.#mixed && (dialect === 'osc7501' || dialect === 'osc1338')) replaced.add(isNameless ? record : nameless)
    }
  }

  #forget(key: string): void {
    this.#held.delete(key)
    if (key === this.#newestKey) this.#newestKey = ''
    this.passedOver += 1
  }

  get #mixed(): boolean {
    return this.#hasNamed && this.#hasNameless
  }

  #put(key: string, report: Report): void {
    const before = key === this.#newestKey ? this.#newest : this.#held.get(key)
    const next = before === undefined ? report : this.#joined(key, before, report)
    if (before !== undefined) this.passedOver += 1
    if (before !== undefined && key === this.#newestKey) {
      before.report = next
      before.wipes = this.#wipes
      before.prompts = this.#prompts
      return
    }
    this.#held.delete(key)
    this.#held.set(key, this.#newest = { report: next, wipes: this.#wipes, prompts: this.#prompts })
    this.#newestKey = key
  }

  #key({ dialect, state, id, tool }: Said): string {
    const name = tool === '' ? '' : this.#nameOf(tool)
    if (state === 'clear') return `clear ${slotKey(dialect, id, name)}`
    if (name === '') this.#hasNameless = true
    else this.#hasNamed = true
    return slotKey(dialect, id, name)
  }

  /** An update without a name is one of the record that was updated last. */
  #hold26(update: FrameEvidence): void {
    const isNamed = update.tool !== undefined && update.tool !== ''
    const named = isNamed || this.#last26 === null ? update : { ...update, app: this.#last26.app, tool: this.#last26.tool }
    this.#last26 = named
    this.#put(this.#key(saidOf(named)), named)
  }

  /** What is said now of a record is no part of what will be. */
  #putBefore(key: string): void {
    const before = this.#held.get(key)
    if (before === undefined) return
    this.#held.delete(key)
    this.#held.delete(`${key} before`)
    this.#held.set(`${key} before`, before)
    this.#newestKey = ''
  }

  /** OSC 26 and 21337 send parts: what the newer one does not say stays as it was, unless something has wiped it in between. */
  #joined(key: string, before: Held, report: Report): Report {
    const old = before.report
    if (report.type !== 'frame' || old.type !== 'frame' || (report.dialect !== 'osc26' && report.dialect !== 'osc21337')) return report
    const stands = before.wipes === this.#wipes && (before.prompts === this.#prompts || old.state === 'done' || old.state === 'error')
    if (!stands) return report
    if (report.dialect === 'osc26' && report.sessionId !== undefined && report.sessionId !== old.sessionId) {
      // Another session begins its record anew: what was said before it must be heard too.
      this.#putBefore(key)
      return report
    }
    return join(old, report)
  }
}

type Said = Pick<FrameEvidence, 'dialect'> & { readonly state: string | null; readonly id: string; readonly tool: string }

/** Whose record it is, and its state in the words of the dialect. */
function saidOf(report: Extract<Report, { type: 'frame' | 'osc7501' }>): Said {
  if (report.type === 'frame') return { dialect: report.dialect, state: report.state, id: report.id ?? '', tool: report.tool ?? '' }
  const { state, id = '', app = '' } = report.value
  return { dialect: 'osc7501', state, id, tool: app }
}

/** What both say, the newer one last. A kind belongs to the state that it came with. */
function join(old: FrameEvidence, said: FrameEvidence): FrameEvidence {
  const both: Record<string, unknown> = { ...old }
  if (said.state !== null && said.dialect === 'osc26') both['kind'] = undefined
  for (const [name, value] of Object.entries(said)) if (value !== undefined && !(name === 'state' && value === null)) both[name] = value
  const { removed = [] } = said
  const before = (old.removed ?? []).filter((field) => !removed.includes(field) && said[field === 'msg' ? 'message' : field as keyof FrameEvidence] === undefined)
  for (const field of removed) both[field === 'msg' ? 'message' : field] = undefined
  return { ...both, removed: [...before, ...removed] } as unknown as FrameEvidence // fields of the two, of one dialect
}

/** Of a slot's key: its record's, whatever the tool, and those of the records above. */
function paths(key: string): readonly string[] {
  const [dialect = '', id = ''] = key.split(' ', 2)
  const all = [`${dialect} ${id}`]
  for (let at = id.lastIndexOf('/'); at > 0; at = id.lastIndexOf('/', at - 1)) all.push(`${dialect} ${id.slice(0, at)}`)
  return all
}
