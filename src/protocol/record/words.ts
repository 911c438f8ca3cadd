/**
 * The words of the dialects and their meanings: the table in docs/reference/protocols.md, "The
 * record".
 */
import type { DisplayState, WaitingKind } from './record.ts'
import type { ReportState } from '../osc/osc7501.ts'

export interface Meaning {
  readonly state: DisplayState
  /** Present with `waiting` only. */
  readonly kind?: WaitingKind
}

const idle: Meaning = { state: 'idle' }
const working: Meaning = { state: 'working' }
const done: Meaning = { state: 'done' }
const error: Meaning = { state: 'error' }
const permission: Meaning = { state: 'waiting', kind: 'permission' }
const question: Meaning = { state: 'waiting', kind: 'question' }
const yourTurn: Meaning = { state: 'waiting', kind: 'other' }

/** `null` removes the record. A `blocked` report with a kind gets that kind. */
export const words7501: Readonly<Record<ReportState, Meaning | null>> = {
  idle,
  working,
  blocked: yourTurn,
  done,
  error,
  clear: null,
}

/** Words of both OSC 26 dialects. */
export const words26: ReadonlyMap<string, Meaning> = new Map([
  ['idle', idle],
  ['running', working],
  ['working', working],
  ['awaiting-approval', permission],
  ['awaiting-input', question],
  ['waiting_input', question],
  ['error', error],
  ['finished', done],
])

/** In lower case; `null` removes the record. */
export const words21337: ReadonlyMap<string, Meaning | null> = new Map([
  ['working', working],
  ['waiting', yourTurn],
  ['idle', idle],
  ['', null],
])

export const wordsWarp: ReadonlyMap<string, Meaning> = new Map([
  ['session_start', idle],
  ['prompt_submit', working],
  ['tool_complete', working],
  ['permission_replied', working],
  ['permission_request', permission],
  ['question_asked', question],
  ['idle_prompt', yourTurn],
  ['stop', done],
  ['stop_failure', error],
])

/** OSC 9;4: a signal, not a report. `null` ends the signal. */
export const wordsProgress: Readonly<
  Record<'clear' | 'value' | 'error' | 'busy' | 'paused', Meaning | null>
> = {
  clear: null,
  value: working,
  error,
  busy: working,
  paused: working,
}
