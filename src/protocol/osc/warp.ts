/** Warp's agent events: JSON after `777;notify;warp://cli-agent;`. */
import type { DisplayState, WaitingKind } from '../record/record.ts'
import { fail, ok, type Result } from '../result.ts'
import { wordsWarp } from '../record/words.ts'

export interface WarpEvent {
  readonly event: string
  /** Absent if the event is not a state. */
  readonly state?: DisplayState
  readonly kind?: WaitingKind
  readonly app?: string
  readonly sessionId?: string
  readonly project?: string
  /** The first non-empty text of summary, query and tool_name. */
  readonly msg?: string
}

/** Parses the JSON. `malformed`: not an object. Empty or mistyped fields are ignored. */
export function parseWarp(json: string): Result<WarpEvent> {
  const value = read(json)
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return fail('malformed')
  const fields = value as Readonly<Record<string, unknown>>
  const version = own(fields, 'v')
  if (version !== undefined && version !== 1) return fail('unsupported-version')
  const text = (key: string) => {
    const found = own(fields, key)
    return typeof found === 'string' && found !== '' ? found : undefined
  }
  const event = text('event')
  if (event === undefined) return fail('missing-field')
  const found = {
    app: text('agent'),
    sessionId: text('session_id'),
    project: text('project'),
    msg: text('summary') ?? text('query') ?? text('tool_name'),
  }
  return ok({ event, ...wordsWarp.get(event), ...present(found) })
}

function read(json: string): unknown {
  try {
    return JSON.parse(json)
  } catch {
    return undefined // not JSON: the caller rejects values that are not objects
  }
}

/** Ignores inherited properties. */
function own(fields: Readonly<Record<string, unknown>>, key: string): unknown {
  return Object.hasOwn(fields, key) ? fields[key] : undefined
}

function present(
  fields: Readonly<Record<string, string | undefined>>,
): Readonly<Record<string, string>> {
  return Object.fromEntries(
    Object.entries(fields).filter((entry): entry is [string, string] => entry[1] !== undefined),
  )
}
