/**
 * Turns a program's output into typed evidence: scans it, parses each OSC string by its number,
 * counts dropped strings, and finds the two queries that output alone answers. Never edits output.
 */
import {
  parse133,
  parse1337,
  parse1338Body,
  parse21337Body,
  parse26Body,
  parse3008,
  parse52,
  parse633,
  parse7,
  parse7Elsewhere,
  parse7501Body,
  parse777,
  parse88Body,
  parse9,
  parse99,
  parseMarkOptions,
  type Problem,
  type Result,
} from '../../protocol/index.ts'
import { unreachable } from '../../base/assert.ts'
import type { OutputQuery } from '../../base/sequences/query.ts'
import type { OscBody } from '../scan/osc-body.ts'
import type { StringEnd } from '../scan/scan-sink.ts'
import { Scanner } from '../scan/scanner.ts'
import { bodyText, lenientText } from './body-text.ts'
import type { OutputReport, EvidenceOf, OutputReportType } from './evidence.ts'
import { KnownBodies, type BodyReading } from './known-bodies.ts'
import type { LoggedFrame } from './frame-line.ts'
import { NotificationParts } from './notification-parts.ts'
import { progressTextMax, shownBytesMax } from './limits.ts'
import { limitOf } from './string-limits.ts'

interface DispatchSink {
  readonly evidence: (evidence: OutputReport) => void
  /** Called for one of the two queries that output alone answers. `end`: offset after the query. */
  readonly query: (query: OutputQuery, end: number) => void
  /** Called when a program closes the notification with this id (OSC 99). */
  readonly notificationClosed?: (id: string) => void
  /** Returns the ids of the notifications that are still shown (OSC 99). */
  readonly notificationsShown?: () => readonly string[]
  /** Called when a clipboard write exceeds the limit and is dropped. */
  readonly clipboardTooLong?: () => void
  /** Called when mode 2004 is set or reset. */
  readonly pasteBrackets?: (on: boolean) => void
  /** Called for each parsed or dropped frame, for `--debug-frames`. */
  readonly frame?: (frame: LoggedFrame) => void
}

const none = {}

type Unterminated<Query> = Query extends unknown ? Omit<Query, 'terminator'> : never

type Drops = Readonly<Partial<Record<Problem, number>>>

export class Dispatcher {
  readonly #sink: DispatchSink
  readonly #hostname: string
  readonly #scanner: Scanner
  readonly #notifications = new NotificationParts()
  readonly #known = new KnownBodies()
  readonly #dropped: Partial<Record<Problem, number>> = {}
  /** Offset after the current string, and its terminator. */
  #end = 0
  #terminator: StringEnd = 'bel'

  /** @param hostname this machine's name, for OSC 7 */
  constructor(hostname: string, sink: DispatchSink) {
    this.#hostname = hostname
    this.#sink = sink
    this.#scanner = new Scanner({
      limitOf,
      osc: (number, body, end, terminator) => this.#osc(number, body, end, terminator),
      dropped: (problem, number, body, end) => this.#drop(problem, number, body, end),
      bell: (end) => sink.evidence({ type: 'bell', value: none, end }),
      ris: (end) => {
        this.#notifications.forget()
        sink.evidence({ type: 'ris', value: none, end })
      },
      pasteBrackets: (on) => sink.pasteBrackets?.(on),
      altScreen: (on, end) => sink.evidence({ type: 'alt_screen', value: { on }, end }),
    })
  }

  /** Number of dropped strings by reason. */
  get dropped(): Drops {
    return this.#dropped
  }

  /** See `Scanner.isPlain`. */
  get isPlain(): boolean {
    return this.#scanner.isPlain
  }

  /** Whether no escape sequence is open. */
  get isBetweenSequences(): boolean {
    return this.#scanner.isBetweenSequences
  }

  /** Reads `bytes` during the call only, without changing them. */
  feed(bytes: Uint8Array): void {
    this.#scanner.feed(bytes)
  }

  /** Drops notifications whose last chunk has not come. */
  forgetNotifications(): void {
    this.#notifications.forget()
  }

  #osc(number: number, body: OscBody, end: number, terminator: StringEnd): void {
    this.#end = end
    this.#terminator = terminator
    const problem = this.#read(number, body)
    if (problem !== null) this.#drop(problem, number, body, end)
    else this.#show(number, null, body, end)
  }

  /** Returns `null` for a valid string, and for extensions of other terminals. */
  #read(number: number, body: OscBody): Problem | null {
    switch (number) {
      case 52:
        return this.#withText(body, (text) => this.#osc52(text))
      case 99:
        return this.#withText(body, (text) => this.#osc99(text))
      default:
        return this.#emitReading(
          this.#known.reading(number, body, () => this.#readPlain(number, body)),
        )
    }
  }

  #withText(body: OscBody, read: (text: string) => Problem | null): Problem | null {
    const text = bodyText(body)
    return text === null ? 'malformed' : read(text)
  }

  /** Parses numbers whose bodies do not depend on earlier ones. */
  #readPlain(number: number, body: OscBody): BodyReading {
    if (number === 0 || number === 2) return { type: 'title', value: { text: lenientText(body) } }
    const text = bodyText(body)
    if (text === null) return { problem: 'malformed' }
    // biome-ignore format: a table, read by its columns
    switch (number) {
      case 7:
        return ifAny(
          'cwd',
          pathOf(parse7(text, this.#hostname)) ?? parse7Elsewhere(text, this.#hostname),
        )
      case 9: return readOsc9(text)
      case 26: return fromResult('osc26', parse26Body(text))
      case 88: return fromResult('osc88', parse88Body(text))
      case 133: return ifAny('prompt', readOsc133(text))
      case 633: return ifAny('prompt', parse633(text))
      case 777: return readOsc777(text)
      case 1_337: return readOsc1337(text)
      case 1_338: return fromResult('osc1338', parse1338Body(text))
      case 3_008: return readOsc3008(text)
      case 7_501: return readOsc7501(text)
      case 21_337: return fromResult('osc21337', parse21337Body(text))
      default: return null
    }
  }

  #emitReading(reading: BodyReading): Problem | null {
    if (reading === null) return null
    if ('problem' in reading) return reading.problem
    const { type, value, text } = reading
    const end = this.#end
    // a reading pairs type and value
    this.#sink.evidence(
      (text === undefined ? { type, value, end } : { type, value, end, text }) as OutputReport,
    )
    if (type === 'osc7501_query') this.#query({ kind: 'program-status' })
    return null
  }

  #osc52(text: string): Problem | null {
    const request = parse52(text)
    switch (request.outcome) {
      case 'malformed':
        return 'malformed'
      case 'read_ignored':
        return null // never answered, for any selection or mode
      case 'write':
        return this.#emit('clipboard_write', {
          selection: request.selection,
          text: request.text,
          truncated: request.truncated,
        })
      default:
        return unreachable(request)
    }
  }

  #osc99(text: string): Problem | null {
    const result = parse99(text)
    if (result === null) return null
    if (!result.ok) return result.problem
    const found = result.value
    if ('query' in found) {
      this.#emit('osc99_query', found.id === undefined ? {} : { id: found.id })
      this.#query({ kind: 'notification-support', id: found.id ?? null })
      return null
    }
    if ('alive' in found) {
      const ids = this.#sink.notificationsShown?.() ?? []
      this.#query({ kind: 'notifications-shown', id: found.id ?? null, ids })
      return null
    }
    if ('close' in found) {
      if (found.id === undefined) return null
      this.#notifications.forget(found.id)
      this.#sink.notificationClosed?.(found.id)
      return null
    }
    const notification = this.#notifications.add(found)
    return this.#emit('osc99', notification === null ? found : { ...found, notification })
  }

  #query(query: Unterminated<OutputQuery>): void {
    this.#sink.query({ ...query, terminator: this.#terminator }, this.#end)
  }

  #emit<Type extends OutputReportType>(type: Type, value: EvidenceOf<Type>): null {
    // the generic pairs type and value
    this.#sink.evidence({ type, value, end: this.#end } as OutputReport)
    return null
  }

  #drop(problem: Problem, number: number | null, body: OscBody, end: number): void {
    this.#dropped[problem] = (this.#dropped[problem] ?? 0) + 1
    if (number === 52 && problem === 'too-long') this.#sink.clipboardTooLong?.()
    this.#show(number, problem, body, end)
  }

  #show(number: number | null, problem: Problem | null, body: OscBody, end: number): void {
    if (this.#sink.frame === undefined) return
    const { bytes, from, to } = body
    const shown = { bytes, from, to: Math.min(to, from + shownBytesMax) }
    this.#sink.frame({ number, problem, end, body: lenientText(shown), cut: shown.to < to })
  }
}

/** Leaves out prompts of further lines, which start no command. */
function readOsc133(text: string): EvidenceOf<'prompt'> | null {
  const mark = parse133(text)
  if (mark === null || text.length === 1) return mark
  const { further, ...options } = parseMarkOptions(text)
  return mark.kind === 'prompt_start' && further ? null : { ...mark, ...options }
}

function readOsc9(text: string): BodyReading {
  const found = parse9(text)
  if (found === null) return null
  if ('notify' in found) return { type: 'notify', value: found.notify }
  if ('cwd' in found) return { type: 'cwd', value: { path: found.cwd } }
  return {
    type: 'progress',
    value: {
      state: found.progress,
      ...(found.percent === undefined ? {} : { percent: found.percent }),
    },
    text: text.slice(0, progressTextMax),
  }
}

function readOsc777(text: string): BodyReading {
  const result = parse777(text)
  if (result === null) return null
  if (!result.ok) return { problem: result.problem }
  const found = result.value
  if ('frame' in found) return { type: 'osc1338', value: found.frame }
  return 'warp' in found
    ? { type: 'warp', value: found.warp }
    : { type: 'notify', value: found.notify }
}

function readOsc1337(text: string): BodyReading {
  const result = parse1337(text)
  if (result === null) return null
  if (!result.ok) return { problem: result.problem }
  const found = result.value
  if ('cwd' in found) return { type: 'cwd', value: { path: found.cwd } }
  return 'variable' in found
    ? { type: 'user_variable', value: found }
    : { type: 'attention', value: { on: found.attention } }
}

function readOsc3008(text: string): BodyReading {
  const result = parse3008(text)
  return result === null ? null : fromResult('context', result)
}

function readOsc7501(text: string): BodyReading {
  const result = parse7501Body(text)
  if (!result.ok) return { problem: result.problem }
  return 'query' in result.value
    ? { type: 'osc7501_query', value: {} }
    : { type: 'osc7501', value: result.value }
}

function pathOf(path: string | null): { readonly path: string } | null {
  return path === null ? null : { path }
}

function ifAny<Type extends OutputReportType>(
  type: Type,
  value: EvidenceOf<Type> | null,
): BodyReading {
  return value === null ? null : ({ type, value } as BodyReading)
}

function fromResult<Type extends OutputReportType>(
  type: Type,
  result: Result<EvidenceOf<Type>>,
): BodyReading {
  return result.ok ? ifAny(type, result.value) : { problem: result.problem }
}
