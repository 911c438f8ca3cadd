/**
 * OSC 7501, the Program Status Protocol: `ESC ] 7501 ; key=value [ : key=value ] ST`, and the query
 * `7501;?`.
 */
import { decodeBase64Text, encodeBase64 } from '../base64.ts'
import { readFrame, type Input } from '../frame.ts'
import {
  idBytesMax,
  idSegmentsMax,
  messageBytesMax,
  messageEncodedMax,
  titleBytesMax,
  titleEncodedMax,
} from '../limits.ts'
import { proven } from '../proven.ts'
import { fail, ok, type Result } from '../result.ts'
import {
  fitsFrame,
  hasControl,
  hasLoneSurrogate,
  isToken,
  percentage,
  readTicks,
  trimBlanks,
} from '../text.ts'
import { encodeUtf8 } from '../utf8.ts'

export type ReportState = 'idle' | 'working' | 'done' | 'blocked' | 'error' | 'clear'
const reportStates: readonly ReportState[] = [
  'idle',
  'working',
  'done',
  'blocked',
  'error',
  'clear',
]
const kinds: readonly string[] = ['permission', 'question', 'auth']

export interface Report {
  /** Path of a sub-task, 1-8 segments by `/`; absent: the root. With `clear`, absent means all. */
  readonly id?: string
  readonly state: ReportState
  /** With `blocked` only. */
  readonly kind?: 'permission' | 'question' | 'auth'
  /** 0-100, with `working` and `blocked` only. */
  readonly progress?: number
  /** With `clear` only a hook's: then only what this app has said goes. */
  readonly app?: string
  readonly title?: string
  readonly msg?: string
  /** As OSC 1338's: ours, which the published protocol lets its readers ignore. */
  readonly hook?: number
  /**
   * Said in the place of a frame of OSC 1338, which has no field for a message: the next such frame
   * of its tool replaces it. Ours, as `hook`.
   */
  readonly instead?: '1338'
}

export interface Query {
  readonly query: true
}

const valueForm = /^[A-Za-z0-9_.,+/=-]*$/

/** One whole frame. */
export function parse7501(input: Input): Result<Report | Query> {
  const body = readFrame(input, 7501)
  return body.ok ? parse7501Body(body.value) : body
}

/** The payload behind `7501;`, decoded. Judged in the order state, id, title, msg. */
export function parse7501Body(body: string): Result<Report | Query> {
  if (body === '?') return ok({ query: true })
  const {
    state: word,
    id,
    kind,
    app,
    progress: share,
    title: titleText,
    msg: message,
    hook: begun,
    instead,
  } = fieldsOf(body)
  if (word === undefined) return fail('missing-state')
  // the constant: cheaper to compare from here on
  const state = reportStates.find((one) => one === word)
  if (state === undefined) return fail('unknown-state')
  if (id !== undefined && !isId(id)) return fail('bad-id')
  // Filled field by field: spreading costs as much as all the rest, and programs report thousands
  // of times a second.
  const report: { -readonly [Field in keyof Report]: Report[Field] } = { state }
  if (id !== undefined) report.id = id
  const hook = begun === undefined ? undefined : readTicks(begun)
  if (state === 'clear') {
    if (hook !== undefined) report.hook = hook
    if (hook !== undefined && app !== undefined && isToken(app)) report.app = app
    return ok(report)
  }
  const title = text(titleText, titleEncodedMax, titleBytesMax)
  const msg = text(message, messageEncodedMax, messageBytesMax)
  if (title === null || msg === null) return fail('bad-text')
  const progress =
    share !== undefined && (state === 'working' || state === 'blocked')
      ? percentage(share)
      : undefined
  if (state === 'blocked' && isKind(kind)) report.kind = kind
  if (progress !== undefined) report.progress = progress
  if (app !== undefined && isToken(app)) report.app = app
  if (title !== '') report.title = title
  if (msg !== '') report.msg = msg
  if (hook !== undefined) report.hook = hook
  if (instead === '1338') report.instead = instead
  return ok(report)
}

/**
 * With ST; texts in base64. An empty text is refused, for no reader could distinguish it from none.
 */
export function format7501(report: Report): Result<string> {
  const { state, id, kind, progress, app, title, msg, hook, instead } = report
  if (!isReportState(state)) return fail('unknown-state')
  if (id !== undefined && !isId(id)) return fail('bad-id')
  for (const [words, bytesMax] of [
    [title, titleBytesMax],
    [msg, messageBytesMax],
  ] as const) {
    if (words !== undefined && !carries(words, bytesMax)) return fail('bad-text')
  }
  const values = Object.entries({
    state,
    id,
    kind,
    progress,
    app,
    title: base64(title),
    msg: base64(msg),
    hook,
    instead,
  })
  const frame = `\x1b]7501;${values
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${value}`)
    .join(':')}\x1b\\`
  return fitsFrame(frame) ? proven(frame, report, parse7501) : fail('too-long')
}

/** A path of 1-8 segments. */
export function isId(id: string): boolean {
  if (id.length > idBytesMax) return false
  if (!id.includes('/')) return isToken(id)
  const segments = id.split('/')
  return segments.length <= idSegmentsMax && segments.every(isToken)
}

type Fields = Partial<
  Record<
    'state' | 'id' | 'kind' | 'app' | 'progress' | 'title' | 'msg' | 'hook' | 'instead',
    string
  >
>

/**
 * Last repeats win. A part that is no pair is skipped, but for one that names an id: a sub-task
 * must not pass for the root.
 */
function fieldsOf(body: string): Fields {
  const fields: Fields = {}
  for (let from = 0, end = 0; from <= body.length; from = end + 1) {
    end = body.indexOf(':', from)
    if (end === -1) end = body.length
    const split = body.indexOf('=', from)
    if (split === -1 || split >= end) continue
    const key = trimBlanks(body.slice(from, split))
    const value = trimBlanks(body.slice(split + 1, end))
    switch (key) {
      case 'id':
        fields.id = value
        break
      case 'state':
      case 'kind':
      case 'app':
      case 'progress':
      case 'title':
      case 'msg':
      case 'hook':
      case 'instead':
        if (valueForm.test(value)) fields[key] = value
        break
      default:
        break // of later versions
    }
  }
  return fields
}

/** '' when absent; null when it is no text. */
function text(encoded: string | undefined, encodedMax: number, bytesMax: number): string | null {
  if (encoded === undefined) return ''
  if (encoded.length > encodedMax) return null
  const decoded = decodeBase64Text(encoded)
  return decoded === null || hasControl(decoded) || encodeUtf8(decoded).length > bytesMax
    ? null
    : decoded
}

function carries(words: string, bytesMax: number): boolean {
  return (
    words !== '' &&
    words.length <= bytesMax &&
    !hasControl(words) &&
    !hasLoneSurrogate(words) &&
    encodeUtf8(words).length <= bytesMax
  )
}

function base64(words: string | undefined): string | undefined {
  return words === undefined ? undefined : encodeBase64(words)
}

function isReportState(word: string): word is ReportState {
  return reportStates.some((state) => state === word)
}

function isKind(word: string | undefined): word is 'permission' | 'question' | 'auth' {
  return word !== undefined && kinds.includes(word)
}
