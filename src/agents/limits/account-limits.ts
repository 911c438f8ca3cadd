/**
 * Usage limits of an account and the context of a session, as agents report them: Claude Code in
 * the JSON of its status line, Codex in its session file. Both may be forged, so numbers have
 * bounds, and a limit ends at the latest after `resetMsMax`.
 */
import { z } from 'zod'
import { span } from '../../base/text/span.ts'

/** Not strict: another version may send more. */
const limitWindow = z.object({
  /** `5 h`, `week` or another length. */
  name: z.string(),
  /** Percent; more than 100 if the account may exceed it. */
  used: z.number(),
  /** Milliseconds since the epoch; `null` if unknown. */
  resetsAt: z.number().nullable(),
})
type LimitWindow = Readonly<z.infer<typeof limitWindow>>

const agentLimits = z.object({
  /** Configuration directory of the account; empty if unknown. */
  account: z.string(),
  windows: z.array(limitWindow).readonly(),
  /** Percent of the context that is used; `null` if unknown. */
  context: z.number().nullable(),
  /** When the agent reported it, in milliseconds since the epoch. */
  at: z.number(),
})
export type AgentLimits = Readonly<z.infer<typeof agentLimits>>

/** Limits by session. */
export const listedLimits = z.record(z.string(), agentLimits)

/** Limits of an account, and the contexts of its sessions. */
const accountLimits = z.object({
  /** Id of the agent's rules. */
  agent: z.string(),
  /** Configuration directory; empty if unknown. */
  directory: z.string(),
  /** Profile that names it; empty without one. */
  name: z.string(),
  windows: z.array(limitWindow).readonly(),
  /** Time of the newest report, in milliseconds since the epoch. */
  at: z.number(),
  sessions: z.array(z.object({ id: z.string(), context: z.number().nullable() })).readonly(),
})
export type AccountLimits = Readonly<z.infer<typeof accountLimits>>
export const listedAccounts = z.array(accountLimits)

interface SessionLimits extends Pick<AccountLimits, 'agent' | 'name'> {
  readonly id: string
  readonly limits: AgentLimits
}

/** Returns the newest limits of each account once, in the order of the sessions. */
export function accountsOf(sessions: readonly SessionLimits[]): readonly AccountLimits[] {
  const accounts = new Map<string, AccountLimits>()
  for (const { agent, id, limits, name } of sessions) {
    const { account: directory, at, context, windows } = limits
    // without a directory, two sessions may have different accounts
    const key = directory === '' ? `${agent} ${id}` : `${agent} ${directory}`
    const before = accounts.get(key)
    const newest = before !== undefined && before.at >= at ? before : { at, windows }
    accounts.set(key, {
      ...{ agent, directory, name, at: newest.at, windows: newest.windows },
      sessions: [...(before?.sessions ?? []), { id, context }],
    })
  }
  return [...accounts.values()]
}

/** Percentages beyond are not believed. */
const percentMax = 1_000

/** The longest window is a week. A later reset is not believed. */
const resetMsMax = 8 * 86_400_000

const minutesOfWeek = 10_080

type Json = Readonly<Record<string, unknown>>

/**
 * Reads the JSON that Claude Code passes to its status line: `rate_limits.five_hour` and
 * `.seven_day` with `used_percentage` and `resets_at` in seconds, `context_window.used_percentage`,
 * and `transcript_path` below `projects/` of its configuration directory.
 * Public pages describe these fields; no live session was read.
 */
export function readClaudeStatus(text: string, at: number): AgentLimits | null {
  const status = parsed(text)
  if (status === null) return null
  const limits = fields(status['rate_limits'])
  const path = status['transcript_path']
  return {
    account: before(path, '/projects/'),
    windows: [
      ...windowOf('5 h', fields(limits['five_hour']), 'used_percentage', at),
      ...windowOf('week', fields(limits['seven_day']), 'used_percentage', at),
    ],
    context: percentOf(fields(status['context_window'])['used_percentage']),
    at,
  }
}

/**
 * Reads the last `token_count` event in the end of a session file of Codex. `rate_limits.primary`
 * and `.secondary` have `used_percent`, `window_minutes` and `resets_at` in seconds; `info` has
 * `model_context_window` and the tokens of the last request.
 * Public pages describe these fields; no live session was read.
 * @param path of the session file, below `sessions/` of the configuration directory
 */
export function readCodexSession(end: string, path: string): AgentLimits | null {
  for (const line of end.split('\n').reverse()) {
    if (!line.includes('"token_count"')) continue
    const event = parsed(line)
    const payload = fields(event?.['payload'])
    if (payload['type'] !== 'token_count') continue
    const at = Date.parse(String(event?.['timestamp']))
    if (!Number.isFinite(at)) continue
    const limits = fields(payload['rate_limits'])
    return {
      account: before(path, '/sessions/'),
      windows: ['primary', 'secondary'].flatMap((name) => {
        const limit = fields(limits[name])
        return windowOf(lengthOf(limit['window_minutes']), limit, 'used_percent', at)
      }),
      context: codexContext(fields(payload['info'])),
      at,
    }
  }
  return null
}

/** Returns `5 h 64 % used, resets in 2 h; week 77 % used`. Windows that have reset are omitted. */
export function limitsText({ windows }: Pick<AgentLimits, 'windows'>, now: number): string {
  return windows
    .filter(({ resetsAt }) => resetsAt === null || resetsAt > now)
    .map(({ name, used, resetsAt }) => {
      const reset = resetsAt === null ? '' : `, resets in ${span(resetsAt - now)}`
      return `${name} ${Math.round(used)} % used${reset}`
    })
    .join('; ')
}

/** Returns when the account's limit resets; `null` if no limit is reached. */
export function limitedUntil(
  { windows }: Pick<AgentLimits, 'windows'>,
  now: number,
): number | null {
  let until: number | null = null
  for (const { used, resetsAt } of windows)
    if (used >= 100 && resetsAt !== null && resetsAt > (until ?? now)) until = resetsAt
  return until
}

/** Returns `42 % left`. */
export function contextText(used: number): string {
  return `${Math.round(Math.max(0, 100 - used))} % left`
}

function windowOf(name: string, limit: Json, used: string, at: number): readonly LimitWindow[] {
  const percent = percentOf(limit[used])
  if (percent === null) return []
  const seconds = limit['resets_at']
  const resetsAt = typeof seconds === 'number' ? seconds * 1_000 : Number.NaN
  const isBelieved = resetsAt > at - resetMsMax && resetsAt < at + resetMsMax
  return [{ name, used: percent, resetsAt: isBelieved ? resetsAt : null }]
}

/** Codex counts minutes, sometimes 299 for 5 hours. */
function lengthOf(minutes: unknown): string {
  if (typeof minutes !== 'number' || !(minutes > 0 && minutes < 1_000_000)) return 'limit'
  if (Math.abs(minutes - minutesOfWeek) < 60) return 'week'
  return minutes < 60 ? `${Math.round(minutes)} min` : `${Math.round(minutes / 60)} h`
}

function codexContext(info: Json): number | null {
  const size = info['model_context_window']
  const tokens = fields(info['last_token_usage'])['total_tokens']
  if (typeof size !== 'number' || typeof tokens !== 'number' || !(size > 0)) return null
  return percentOf((tokens / size) * 100)
}

function percentOf(value: unknown): number | null {
  return typeof value === 'number' && value >= 0 && value <= percentMax ? value : null
}

/** Returns the absolute path before a part; '' without one. */
function before(path: unknown, part: string): string {
  if (typeof path !== 'string' || !path.startsWith('/')) return ''
  const at = path.lastIndexOf(part)
  return at <= 0 ? '' : path.slice(0, at)
}

function parsed(text: string): Json | null {
  try {
    const value: unknown = JSON.parse(text)
    return typeof value === 'object' && value !== null ? (value as Json) : null
  } catch {
    return null
  }
}

function fields(value: unknown): Json {
  return typeof value === 'object' && value !== null ? (value as Json) : {}
}
