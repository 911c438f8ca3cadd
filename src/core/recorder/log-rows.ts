/** A session's log for people and programs: one row per event, with wall-clock time. */
import { hasFailed } from '../../agents/process/exit-codes.ts'
import type { Millis } from '../../base/clock.ts'
import { span } from '../../base/text/span.ts'
import { agentName, inProject } from '../windows/tabs/agent-names.ts'
import type { RecorderEvent } from './events.ts'
import type { LogItem } from './log-file.ts'
import { Timeline } from './timeline.ts'

export interface LogRow {
  /** Milliseconds since the epoch. */
  readonly at: number
  /** Bytes of output before it, in that run. */
  readonly place: number
  /** Number of the run: places of earlier runs are not in the current output. */
  readonly run: number
  /** Known duration of a state. */
  readonly forMs?: Millis
  readonly event: RecorderEvent
}

/** Returns how the time of a state is counted; `null` if it does not count. */
export function countsAs(event: RecorderEvent): 'worked' | 'waited' | 'failed' | null {
  if (event.type === 'command') return hasFailed(event.code ?? 0) ? 'failed' : null
  if (event.type !== 'state') return null
  switch (event.state) {
    case 'working':
      return 'worked'
    case 'waiting':
      return 'waited'
    case 'error':
      return 'failed'
    default:
      return null
  }
}

export function logRows(items: readonly LogItem[]): readonly LogRow[] {
  const line = new Timeline()
  const rows: LogRow[] = []
  // Index of the current state.
  let lasting = -1
  let run = 0
  for (const item of items) {
    const before = line.state
    const piece = line.feed(item)
    const row = rows[lasting]
    if (piece !== null && row !== undefined)
      rows[lasting] = { ...row, forMs: (row.forMs ?? 0) + piece.ms }
    if (item.type === 'run') run += 1
    if (item.type !== 'entry') continue
    const { event, mono, place } = item
    // each file starts with the current state
    if (before !== null && JSON.stringify(before) === JSON.stringify(event)) continue
    if (event.type === 'state') lasting = rows.length
    rows.push({
      at: Math.round(line.wallAt(mono)),
      place,
      run,
      ...(event.type === 'state' ? { forMs: 0 } : {}),
      event,
    })
  }
  return rows
}

/** Returns an event in two cells of one line each. */
export function rowWords(row: LogRow): readonly [string, string] {
  const [what, words] = wordsOf(row)
  return [what, words.replace(/\n+/g, ' ↵ ')]
}

function wordsOf({ event, forMs = 0 }: LogRow): readonly [string, string] {
  switch (event.type) {
    case 'state': {
      const { state, kind, tool, project, reason } = event
      const who = [tool === '' ? '' : agentName(tool), project === '' ? '' : inProject(project)]
      const said = [who.filter((part) => part !== '').join(' '), reason, `for ${span(forMs)}`]
      return [
        kind === undefined ? state : `${state} (${kind})`,
        said.filter((part) => part !== '').join(', '),
      ]
    }
    case 'command': {
      const how = event.code === null ? 'ended' : `exit ${event.code}`
      return ['command', `${event.line ?? '(not reported)'}, ${how}, ran ${span(event.ranMs)}`]
    }
    case 'answer': {
      const { question, choice, by, rule, refused } = event
      if (by === 'keyboard')
        return ['answer', `${question === '' ? '(not reported)' : question}, by keyboard`]
      return ['answer', `${question} - ${choice}, by ${by} (${rule}), ${sentWords(refused)}`]
    }
    case 'prompt':
      return ['prompt', `${event.text}, by ${event.by}, ${sentWords(event.refused)}`]
    case 'notification':
      return [event.from === 'bell' ? 'bell' : 'notification', event.text]
    case 'call':
      return ['call', `${event.tool} by ${event.program}, ${event.allowed ? 'allowed' : 'refused'}`]
    case 'ended':
      return ['ended', event.signal ?? `exit ${event.code ?? 'unknown'}`]
    case 'dropped':
      return ['dropped', `events too fast to record: ${event.count}`]
  }
}

function sentWords(refused: string | null): string {
  return refused === null ? 'sent' : `refused: ${refused}`
}
