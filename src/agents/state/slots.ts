/** Finds the slot that a report concerns, the slots that it replaces, and its new contents. */
import type { AgentRecord, Update26 } from '../../protocol/index.ts'
import { toolCharactersMax } from './agent-limits.ts'
import { safeRecord } from './safe-record.ts'
import { defined } from '../../base/objects/defined.ts'
import { safeText } from '../../base/text/safe-text.ts'
import type { ExplicitDialect, FrameEvidence } from './evidence.ts'
import { slotsMax } from './limits.ts'
import type { AgentState, Slot } from './state.ts'

export interface Placed {
  /** The slot's previous contents; `undefined` for a new one. */
  readonly before: Slot | undefined
  /** All other remaining slots, least recently updated first. */
  readonly others: readonly Slot[]
  /** The new record, or `null` if there is nothing to report on. */
  readonly record: AgentRecord | null
  /** OSC 26 without a status. */
  readonly silent: boolean
}

export function placeReport(state: AgentState, frame: FrameEvidence): Placed {
  const tool = alias(state, frame.tool ?? '')
  // biome-ignore format: a table, read by its columns
  switch (frame.dialect) {
    case 'osc26': return place26(state, frame)
    case 'osc21337': return place21337(state, frame)
    case 'osc1338':
      return whole(state, frame, tool, (slot) =>
        slot.dialect === 'osc1338'
          ? (tool === '') !== (slot.record.tool === '')
          : slot.instead === '1338' && isOfSender(slot, tool),
      )
    // A report without a name replaces all with its id; one with a name replaces the nameless one.
    case 'osc7501':
      return whole(state, frame, tool, (slot) =>
        slot.dialect === 'osc1338'
          ? frame.instead === '1338' && isOfSender(slot, tool)
          : slot.dialect === 'osc7501' &&
            slot.record.id === (frame.id ?? '') &&
            (tool === '' || slot.record.tool === ''),
      )
    case 'osc777': case 'socket': return whole(state, frame, tool, () => false)
  }
}

/**
 * Returns whether an OSC 1338 report of this tool concerns this slot. A report that replaces the
 * tool's report also counts.
 */
function isOfSender({ record }: Slot, tool: string): boolean {
  return record.tool === tool || record.tool === '' || tool === ''
}

/** Places a complete report. `replaces`: other slots to remove. */
function whole(
  state: AgentState,
  frame: FrameEvidence,
  tool: string,
  replaces: (slot: Slot) => boolean,
): Placed {
  const id = frame.id ?? ''
  let before: Slot | undefined
  for (let at = state.slots.length - 1; at >= 0 && before === undefined; at -= 1) {
    const slot = state.slots[at] as Slot
    if (
      slot.dialect === frame.dialect &&
      slot.record.id === id &&
      (slot.record.tool === tool || (frame.dialect === 'osc7501' && replaces(slot)))
    )
      before = slot
  }
  const others: Slot[] = []
  for (const slot of state.slots) if (slot !== before && !replaces(slot)) others.push(slot)
  return { before, others, record: recordOf(state, frame, tool), silent: false }
}

/** OSC 21337 cannot name its tool, so the foreground tool is used. It has only one record. */
function place21337(state: AgentState, frame: FrameEvidence): Placed {
  const before = state.slots.find(({ dialect }) => dialect === 'osc21337')
  const said = frame.state ?? before?.record.state ?? null
  const message = frame.message === undefined ? before?.record.msg : frame.message
  const record =
    said === null || said === 'clear'
      ? null
      : recordOf(
          state,
          { ...frame, state: said, kind: frame.kind ?? before?.record.kind, message },
          state.armed?.tool ?? before?.record.tool ?? '',
        )
  return { before, others: state.slots.filter((slot) => slot !== before), record, silent: false }
}

/** OSC 26: absent fields keep their values. Without a name, the last updated record is meant. */
function place26(state: AgentState, frame: FrameEvidence): Placed {
  const own = state.slots.filter(({ dialect }) => dialect === 'osc26')
  const name = frame.tool === undefined || frame.tool === '' ? undefined : alias(state, frame.tool)
  const before = name === undefined ? own.at(-1) : own.find(({ record }) => record.tool === name)
  const {
    type: _type,
    dialect: _dialect,
    state: said,
    tool: _tool,
    id: _id,
    message,
    ...rest
  } = frame
  const update = defined({
    ...rest,
    state: said === null || said === 'clear' ? undefined : said,
    msg: message ?? undefined,
  }) as Update26 // OSC 26 has no other fields
  const merged = merge26(before === undefined ? {} : knownOf(before), update)
  const tool = alias(state, merged.app ?? '')
  const record = recordOf(
    state,
    { ...frame, ...merged, state: merged.state ?? 'active', message: merged.msg },
    tool,
  )
  return {
    before,
    others: state.slots.filter(
      (slot) => slot !== before && !(slot.dialect === 'osc26' && slot.record.tool === tool),
    ),
    record,
    silent: merged.state === undefined,
  }
}

function knownOf({ record, silent }: Slot): Update26 {
  const {
    id: _id,
    tool: _tool,
    source: _source,
    since: _since,
    confidence: _confidence,
    state,
    kind,
    ...known
  } = record
  return {
    ...known,
    ...(silent ? {} : defined({ state, kind: kind === 'other' ? undefined : kind })),
  } as Update26 // only fields from updates
}

/** Returns a new complete record with safe texts. */
function recordOf(state: AgentState, frame: FrameEvidence, tool: string): AgentRecord | null {
  if (frame.state === null || frame.state === 'clear') return null
  const { kind, progress, app, title, project, sessionId, taskProgress, taskList } = frame
  const busy = frame.state === 'working' || frame.state === 'waiting'
  return safeRecord({
    id: frame.id ?? '',
    tool,
    source: frame.dialect,
    since: state.now,
    confidence: 'fact',
    state: frame.state,
    ...(frame.state === 'waiting' ? { kind: kind ?? 'other' } : {}),
    ...defined({
      progress:
        busy && progress !== undefined && progress >= 0 && progress <= 100 ? progress : undefined,
      app,
      title,
      msg: frame.message ?? undefined,
      project,
      sessionId,
      taskProgress,
      taskList,
    }),
  })
}

/**
 * Removes a record and its subtasks. Without an id, all of the dialect (7501, 21337) or of the app
 * (socket, and hooks, whose agent may run inside another).
 */
export function cleared(state: AgentState, frame: FrameEvidence): readonly Slot[] {
  const id = frame.id ?? ''
  const tool = alias(state, frame.tool ?? '')
  const ofTool = frame.dialect === 'socket' || (frame.hook !== undefined && tool !== '')
  return state.slots.filter((slot) => {
    if (slot.dialect !== frame.dialect || (ofTool && slot.record.tool !== tool)) return true
    return !(id === '' || slot.record.id === id || slot.record.id.startsWith(`${id}/`))
  })
}

/** Enforces the limit: removes the least recently updated slot, waiting ones last. */
export function bounded(slots: readonly Slot[]): readonly Slot[] {
  if (slots.length <= slotsMax) return slots
  const leaving = slots.find(({ state }) => state !== 'waiting') ?? slots[0]
  return slots.filter((slot) => slot !== leaving)
}

/** Returns the owner of each slot. A subtask without a name has its nearest named ancestor's. */
export function toolsOf(
  slots: readonly Slot[],
): ReadonlyMap<Slot, Pick<AgentRecord, 'tool' | 'app'>> {
  const named = new Map(
    slots.flatMap((slot) =>
      slot.dialect === 'osc7501' && slot.record.tool !== ''
        ? [[slot.record.id, slot.record] as const]
        : [],
    ),
  )
  return new Map(
    slots.map((slot) => [
      slot,
      slot.dialect === 'osc7501' && slot.record.tool === ''
        ? inherited(slot.record, named)
        : slot.record,
    ]),
  )
}

function inherited(record: AgentRecord, named: ReadonlyMap<string, AgentRecord>): AgentRecord {
  for (let path = record.id; path !== ''; ) {
    path = path.slice(0, Math.max(0, path.lastIndexOf('/')))
    const found = named.get(path)
    if (found !== undefined) return found
  }
  return record
}

/** Returns whether a prompt after Esc or ^C overrides a hook's work or specific question. */
export function endsAtPrompt({ state, kind, hook, silent }: Slot): boolean {
  return (
    hook !== undefined &&
    !silent &&
    (state === 'working' || (state === 'waiting' && kind !== 'other'))
  )
}

/** Returns the tool's name as slots use it. */
export function slotName(state: AgentState, tool: string): string {
  return safeText(alias(state, tool), toolCharactersMax)
}

export interface SlotName {
  readonly dialect: ExplicitDialect
  readonly id: string
  readonly tool: string
}

export function slotNames({ slots }: AgentState): readonly SlotName[] {
  return slots.map(({ dialect, record: { id, tool } }) => ({ dialect, id, tool }))
}

function alias({ configuration }: AgentState, tool: string): string {
  return configuration.aliases.get(tool) ?? tool
}

/** Returns a record after a partial OSC 26 update. Another session keeps only its name. */
function merge26(known: Update26, update: Update26): Update26 {
  const another =
    update.sessionId !== undefined &&
    known.sessionId !== undefined &&
    update.sessionId !== known.sessionId
  const kept = another ? (known.app === undefined ? {} : { app: known.app }) : known
  const { removed = [], ...said } = update
  const merged: { -readonly [Field in keyof Update26]: Update26[Field] } = { ...kept, ...said }
  // A kind belongs to the state that it came with.
  if (said.state !== undefined && said.kind === undefined) delete merged.kind
  for (const field of removed) delete merged[field]
  return merged
}
