/**
 * STATUS_UPDATE from a client (docs/reference/session-socket.md), for the other clients and the
 * state machine. A status of any form is kept; only words of the table are states. Text is never
 * pattern-matched.
 */
import { isId, type DisplayState, type WaitingKind } from '../../../protocol/index.ts'
import { fromSocket, type FrameEvidence } from '../../../agents/state/evidence.ts'
import { safeText } from '../../../base/text/safe-text.ts'
import { accept, badField, type Validated } from './errors.ts'
import { isCount } from './control.ts'
import { appCharactersMax, projectCharactersMax, statusCharactersMax } from './limits.ts'
import { own, type JsonObject } from './payload.ts'

export interface Status {
  readonly app: string
  /** Empty if the app has nothing to report any longer. */
  readonly text: string
  /** For the other clients: sanitized app and status, all other keys unchanged. */
  readonly forward: JsonObject
  /** `null` if no state is reported. */
  readonly evidence: FrameEvidence | null
  /** The text is not a state and is shown as it is. */
  readonly opaque: boolean
}

const words: Readonly<Record<string, DisplayState>> = {
  active: 'active',
  working: 'working',
  waiting: 'waiting',
  done: 'done',
  idle: 'idle',
  error: 'error',
  running: 'working',
  blocked: 'waiting',
  'awaiting-approval': 'waiting',
  'awaiting-input': 'waiting',
  finished: 'done',
  failed: 'error',
}

/** Origin of a terminal's own broadcasts, so that two bridged terminals do not loop. */
export const ownOrigin = 'vibeflow'

export function readStatus(object: JsonObject): Validated<Status> {
  const [saidApp, saidText] = [own(object, 'app'), own(object, 'status')]
  const app = typeof saidApp === 'string' ? safeText(saidApp, appCharactersMax) : ''
  if (app === '') return badField('app')
  if (typeof saidText !== 'string') return badField('status')
  const text = safeText(saidText, statusCharactersMax)
  const forward = { ...object, app, status: text }
  const claim = own(object, 'origin') === ownOrigin ? null : read(object, app, text)
  return accept({
    app,
    text,
    forward,
    evidence: claim,
    opaque: text !== '' && claim === null && own(object, 'origin') !== ownOrigin,
  })
}

/** Returns the reported state; `null` if there is none. */
function read(object: JsonObject, app: string, text: string): FrameEvidence | null {
  const id = own(object, 'id')
  const named = { app, ...(typeof id === 'string' && isId(id) ? { id } : {}) }
  if (text === '') return fromSocket(named, null)
  const inText = wordOf(text)
  const said = own(object, 'state')
  const state =
    typeof said === 'string' ? (Object.hasOwn(words, said) ? words[said] : undefined) : inText
  if (state === undefined) return null
  const kind = state === 'waiting' ? kindOf(own(object, 'kind')) : undefined
  const [project, progress] = [own(object, 'project'), own(object, 'progress')]
  const hook = own(object, 'hook')
  const safeProject = typeof project === 'string' ? safeText(project, projectCharactersMax) : ''
  return fromSocket(named, {
    state,
    ...(kind === undefined ? {} : { kind }),
    ...(safeProject === '' ? {} : { project: safeProject }),
    ...((state === 'working' || state === 'waiting') && isCount(progress, 0, 100)
      ? { progress }
      : {}),
    ...(inText === undefined ? { msg: text } : {}),
    ...(isCount(hook, 0, Number.MAX_SAFE_INTEGER) ? { hook } : {}),
  })
}

function wordOf(text: string): DisplayState | undefined {
  const word = text.trim().toLowerCase()
  return Object.hasOwn(words, word) ? words[word] : undefined
}

/** Other values mean the user's turn, as a missing kind does. */
function kindOf(value: unknown): WaitingKind | undefined {
  return value === 'permission' || value === 'question' || value === 'auth' ? value : undefined
}
