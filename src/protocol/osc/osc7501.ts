/** OSC 7501, Program Status Protocol: `ESC ] 7501 ; key=value [ : ... ] ST`; query `7501;?`. */
import { decodeBase64Text, encodeBase64 } from '../text/base64.ts'
import { readFrame, type Input } from './frame.ts'
import {
  idBytesMax,
  idSegmentsMax,
  messageBytesMax,
  messageEncodedMax,
  titleBytesMax,
  titleEncodedMax,
} from '../limits.ts'
import { proven } from './proven.ts'
import { fail, ok, type Result } from '../result.ts'
import {
  fitsFrame,
  hasControl,
  hasLoneSurrogate,
  isToken,
  percentage,
  readTicks,
  trimBlanks,
} from '../text/text.ts'
import { encodeUtf8 } from '../text/utf8.ts'

const reportStates = ['idle', 'working', 'done', 'blocked', 'error', 'clear'] as const

export type ReportState = (typeof reportStates)[number]

const kinds = ['permission', 'question', 'auth'] as const

export interface Report {
  /** Subtask: 1 to 8 segments separated by `/`; absent for the root, or with `clear` for all. */
  readonly id?: string
  readonly state: ReportState
  /** Present with `blocked` only. */
  readonly kind?: (typeof kinds)[number]
  /** 0 to 100, with `working` and `blocked` only. */
  readonly progress?: number
  /** With `clear`, only a hook sends it: then only this app's reports are cleared. */
  readonly app?: string
  readonly title?: string
  readonly msg?: string
  /** As in OSC 1338. A vibeflow extension that readers may ignore. */
  readonly hook?: number
  /** Sent for OSC 1338, which has no message; the tool's next such frame replaces it. Extension. */
  readonly instead?: '1338'
}

export interface Query {
  readonly query: true
}

const valueForm = /^[A-Za-z0-9_.,+/=-]*$/

/** Parses one complete frame. */
export function parse7501(input: Input): Result<Report | Query> {
  const body = readFrame(input, 7501)
  return body.ok ? parse7501Body(body.value) : body
}

/** Parses the decoded payload after `7501;`. Checks state, id, title and msg in this order. */
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
  // the constant is faster to compare later
  const state = reportStates.find((one) => one === word)
  if (state === undefined) return fail('unknown-state')
  if (id !== undefined && !isId(id)) return fail('bad-id')
  // Spreading would double the cost, and programs report thousands of times a second.
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
  const known = state === 'blocked' ? kinds.find((one) => one === kind) : undefined
  if (known !== undefined) report.kind = known
  if (progress !== undefined) report.progress = progress
  if (app !== undefined && isToken(app)) report.app = app
  if (title !== '') report.title = title
  if (msg !== '') report.msg = msg
  if (hook !== undefined) report.hook = hook
  if (instead === '1338') report.instead = instead
  return ok(report)
}

/** Formats with ST and base64. Rejects an empty text, which would read as a missing one. */
export function format7501(report: Report): Result<string> {
  const { state, id, kind, progress, app, title, msg, hook, instead } = report
  if (!reportStates.includes(state)) return fail('unknown-state')
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
    title: encodeBase64(title),
    msg: encodeBase64(msg),
    hook,
    instead,
  })
  const frame = `\x1b]7501;${values
    .filter(([, value]) => value !== undefined)
    .map(([key, value]) => `${key}=${value}`)
    .join(':')}\x1b\\`
  return fitsFrame(frame) ? proven(frame, report, parse7501) : fail('too-long')
}

/** Returns whether this is a path of 1 to 8 segments. */
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

/** The last repeat wins. Bad pairs are skipped, except an id: a subtask is not the root. */
function fieldsOf(body: string): Fields {
  const fields: Fields = {}
  for (let from = 0, end = 0; from <= body.length; from = end + 1) {
    end = body.indexOf(':', from)
    if (end === -1) end = body.length
    const split = body.indexOf('=', from)
    if (split === -1 || split >= end) continue
    const key = trimBlanks(body.slice(from, split))
    const value = trimBlanks(body.slice(split + 1, end))
    // biome-ignore format: a table, read by its columns
    switch (key) {
      case 'id': fields.id = value; break
      case 'state': case 'kind': case 'app': case 'progress': case 'title': case 'msg':
      case 'hook': case 'instead':
        if (valueForm.test(value)) fields[key] = value
        break
      default:
        break // keys of later versions
    }
  }
  return fields
}

/** Returns '' if absent, `null` if invalid. */
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
