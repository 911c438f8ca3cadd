/**
 * Reads and writes a session's log file: one JSON array per line, with repeated texts as numbers.
 * Reading does not trust the file; invalid lines are counted and skipped.
 */
import type { Millis } from '../../base/clock.ts'
import { cleaned, recorderEvent, type RecorderEvent } from './events.ts'
import { textsMax } from './limits.ts'

/** An item of a log, in order. `mono`: time of a monotonic clock within a run. */
export type LogItem =
  /** The app was started, which ends everything before. `wall`: ms since the epoch. */
  | { readonly type: 'run'; readonly mono: Millis; readonly wall: number }
  /** The wall clock was set, or the machine slept. */
  | { readonly type: 'clock'; readonly mono: Millis; readonly wall: number }
  /** The tab's state continues. */
  | { readonly type: 'alive'; readonly mono: Millis }
  | {
      readonly type: 'entry'
      readonly mono: Millis
      readonly place: number
      readonly event: RecorderEvent
    }

type Field = string | number | boolean | null

/** Texts of one file, in order of first use. */
class Texts {
  readonly #numbers = new Map<string, number>()
  readonly #all: string[] = []

  write(text: string): string | number {
    const known = this.#numbers.get(text)
    if (known !== undefined) return known
    this.#add(text)
    return text
  }

  /** Returns `undefined` for an unknown number. */
  read(field: unknown): string | undefined {
    if (typeof field === 'number') return this.#all[field]
    if (typeof field !== 'string') return undefined
    this.#add(field)
    return field
  }

  #add(text: string): void {
    if (this.#all.length >= textsMax || this.#numbers.has(text)) return
    this.#numbers.set(text, this.#all.length)
    this.#all.push(text)
  }
}

/** Writes one file. */
export class LogWriter {
  readonly #texts = new Texts()

  line(item: LogItem): string {
    const mono = Math.round(item.mono)
    const fields: readonly Field[] =
      item.type === 'entry'
        ? this.#entry(item.event, mono, item.place)
        : item.type === 'alive'
          ? ['a', mono]
          : [item.type === 'run' ? 'r' : 'c', mono, Math.round(item.wall)]
    return `${JSON.stringify(fields)}\n`
  }

  #entry(event: RecorderEvent, mono: number, place: number): readonly Field[] {
    const text = (value: string | null | undefined) =>
      value === null || value === undefined ? null : this.#texts.write(value)
    switch (event.type) {
      case 'state': {
        const { state, kind, tool, project, source, reason } = event
        const said = [text(state), text(kind), text(tool), text(project), text(source)]
        return ['s', mono, place, ...said, text(reason)]
      }
      case 'command':
        return ['x', mono, place, text(event.line), Math.round(event.ranMs), event.code]
      case 'answer': {
        const { rule, question, choice, by, refused } = event
        return ['q', mono, place, ...[rule, question, choice, by, refused].map(text)]
      }
      case 'prompt':
        return ['p', mono, place, ...[event.text, event.by, event.refused].map(text)]
      case 'notification':
        return ['n', mono, place, text(event.from), text(event.text)]
      case 'call':
        return ['m', mono, place, text(event.program), text(event.tool), event.allowed]
      case 'ended':
        return ['e', mono, place, event.code, text(event.signal)]
      case 'dropped':
        return ['d', mono, place, event.count]
    }
  }
}

/** Reads one file. `damaged`: number of invalid lines. */
export function readLog(content: string): {
  readonly items: readonly LogItem[]
  readonly damaged: number
} {
  const texts = new Texts()
  const items: LogItem[] = []
  let damaged = 0
  for (const line of content.split('\n')) {
    if (line === '') continue
    const item = readLine(line, texts)
    if (item === null) damaged += 1
    else items.push(item)
  }
  return { items, damaged }
}

function readLine(line: string, texts: Texts): LogItem | null {
  let fields: unknown
  try {
    fields = JSON.parse(line)
  } catch {
    return null // truncated, or not JSON
  }
  if (!Array.isArray(fields)) return null
  const [letter, mono, second, ...rest] = fields as readonly unknown[]
  if (!isTime(mono)) return null
  if (letter === 'a') return { type: 'alive', mono }
  if (!isTime(second)) return null
  if (letter === 'r' || letter === 'c')
    return { type: letter === 'r' ? 'run' : 'clock', mono, wall: second }
  const read = recorderEvent.safeParse(eventOf(letter, rest, texts))
  return read.success ? { type: 'entry', mono, place: second, event: cleaned(read.data) } : null
}

function isTime(value: unknown): value is number {
  return typeof value === 'number' && Number.isFinite(value) && value >= 0 && value < 1e15
}

function eventOf(letter: unknown, fields: readonly unknown[], texts: Texts): unknown {
  const text = (at: number) => (fields[at] === null ? null : texts.read(fields[at]))
  switch (letter) {
    case 's': {
      const [state, kind, tool] = [text(0), text(1), text(2)]
      const [project, source, reason] = [text(3), text(4), text(5)]
      const event = { type: 'state', state, tool, project, source, reason }
      return kind === null ? event : { ...event, kind }
    }
    case 'x':
      return { type: 'command', line: text(0), ranMs: fields[1], code: fields[2] }
    case 'q': {
      const [rule, question, choice] = [text(0), text(1), text(2)]
      return { type: 'answer', rule, question, choice, by: text(3), refused: text(4) }
    }
    case 'p':
      return { type: 'prompt', text: text(0), by: text(1), refused: text(2) }
    case 'n':
      return { type: 'notification', from: text(0), text: text(1) }
    case 'm':
      return { type: 'call', program: text(0), tool: text(1), allowed: fields[2] }
    case 'e':
      return { type: 'ended', code: fields[0], signal: text(1) }
    case 'd':
      return { type: 'dropped', count: fields[0] }
    default:
      return null
  }
}
