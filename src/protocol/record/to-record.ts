/** Converts the report of a dialect to a record, with the tables in words.ts. */
import type { Frame } from '../osc/osc1338.ts'
import type { Report } from '../osc/osc7501.ts'
import type { Progress } from '../osc/osc9.ts'
import type { Update21337 } from '../osc/osc21337.ts'
import type { Update26 } from '../osc/osc26.ts'
import type { AgentRecord, DisplayState, Source, WaitingKind } from './record.ts'
import type { WarpEvent } from '../osc/warp.ts'
import { words7501, wordsProgress, type Meaning } from './words.ts'

/** A validated STATUS_UPDATE of the session socket. */
export interface SocketStatus {
  readonly app: string
  readonly state: DisplayState
  readonly kind?: WaitingKind
  readonly id?: string
  readonly progress?: number
  readonly project?: string
  readonly msg?: string
  /** As in OSC 1338. */
  readonly hook?: number
}

/** Parser results by dialect. 1338 carried in 777 is `osc1338`; Warp's JSON is `osc777`. */
export interface ParsedBy {
  osc1338: Frame
  osc26: Update26
  osc7501: Report
  osc21337: Update21337
  osc777: WarpEvent
  osc9_4: Progress
  socket: SocketStatus
}

export type Dialect = keyof ParsedBy

export interface RecordOptions {
  /** Start of the state, on the caller's clock. */
  readonly since?: number
  /** Aliases of tools: `claude-code` is `claude`. */
  readonly aliases?: ReadonlyMap<string, string>
}

type Said = Meaning &
  Partial<Omit<AgentRecord, 'state' | 'kind' | 'source' | 'since' | 'confidence'>>

/** Returns `null` without a state, or if the report removes the record or ends the signal. */
export function toRecord<Name extends Dialect>(
  dialect: Name,
  parsed: ParsedBy[Name],
  { since = 0, aliases }: RecordOptions = {},
): AgentRecord | null {
  const said = readers[dialect](parsed)
  if (said === null) return null
  const { state, kind, progress, tool = said.app ?? '', id = '', ...texts } = said
  return {
    id,
    state,
    ...(state === 'waiting' ? { kind: kind ?? 'other' } : {}),
    ...(progress !== undefined && (state === 'working' || state === 'waiting') ? { progress } : {}),
    ...texts,
    tool: aliases?.get(tool) ?? tool,
    source: dialect satisfies Source,
    since,
    confidence: dialect === 'osc9_4' ? 'likely' : 'fact',
  }
}

const readers: { readonly [Name in Dialect]: (parsed: ParsedBy[Name]) => Said | null } = {
  osc1338: ({ hook: _hook, ...rest }) => rest,
  osc26: ({ state, methodResume: _resume, methodFork: _fork, removed: _removed, ...rest }) =>
    state === undefined ? null : { ...rest, state },
  osc7501: ({ state, kind, hook: _hook, instead: _instead, ...rest }) => {
    const meaning = words7501[state]
    return meaning === null
      ? null
      : { ...rest, ...meaning, ...(kind === undefined ? {} : { kind }) }
  },
  osc21337: ({ state, kind, msg }) =>
    state === undefined
      ? null
      : {
          state,
          ...(kind === undefined ? {} : { kind }),
          ...(typeof msg === 'string' ? { msg } : {}),
        },
  osc777: ({ state, event: _event, ...rest }) => (state === undefined ? null : { ...rest, state }),
  osc9_4: ({ progress, percent }) => {
    const meaning = wordsProgress[progress]
    return meaning === null
      ? null
      : { ...meaning, ...(percent === undefined ? {} : { progress: percent }) }
  },
  socket: ({ app, hook: _hook, ...rest }) => ({ ...rest, tool: app }),
}
