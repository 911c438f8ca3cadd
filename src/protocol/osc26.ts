/** OSC 26, the Terminal Agent Protocol, and the second dialect under the same number: one tolerant parser reads both. */
import { decodeBase64Text } from './base64.ts'
import { readFrame, type Input } from './frame.ts'
import { detailCharactersMax, taskLabelsMax } from './limits.ts'
import { percentDecode } from './percent.ts'
import type { TaskProgress } from './record.ts'
import { fail, ok, type Result } from './result.ts'
import { hasControl, hasControlButLf, isPrintable, isToken, percentage, trimBlanks } from './text.ts'
import { words26 } from './words.ts'

/** What one frame says. It declares: what is absent stays as it was. */
export interface Update26 {
  readonly state?: 'idle' | 'working' | 'waiting' | 'done' | 'error'
  /** With `waiting`, and always then. */
  readonly kind?: 'permission' | 'question'
  readonly app?: string
  readonly msg?: string
  readonly taskProgress?: TaskProgress
  /** 0-100. */
  readonly progress?: number
  readonly sessionId?: string
  readonly title?: string
  readonly project?: string
  /** At most 64 labels, none of them blank. */
  readonly taskList?: readonly string[]
  /** How to resume and to fork the session: shown, never run. */
  readonly methodResume?: string
  readonly methodFork?: string
  /** Fields that an empty value takes away, in alphabetical order. */
  readonly removed?: readonly Field26[]
}

export type Field26 = 'app' | 'msg' | 'taskProgress' | 'progress' | 'sessionId' | 'title' | 'project' | 'taskList' | 'methodResume' | 'methodFork'

type Draft = { -readonly [Field in keyof Update26]: Update26[Field] }

/** Reads a value into the draft. False: it cannot be read, and its pair counts for nothing. */
type Reader = (value: string, draft: Draft) => boolean

/** Keys in lower case; keys of one meaning are repeats of each other. */
const fields: ReadonlyMap<string, { readonly field: Field26; readonly read: Reader }> = new Map([
  ['codeagent', { field: 'app', read: token(isToken, (app, draft) => { draft.app = app; return true }) }],
  ['taskprogress', { field: 'taskProgress', read: token((word) => /^\d{1,4}\/\d{1,4}$/.test(word), readTaskProgress) }],
  ['progress', { field: 'progress', read: readProgress }],
  // Before `prompt`, which wins.
  ['detail', { field: 'msg', read: readDetail }],
  ['prompt', { field: 'msg', read: readPrompt }],
  ['sessionid', { field: 'sessionId', read: text((words, draft) => { draft.sessionId = words }) }],
  ['sessiontitle', { field: 'title', read: text((words, draft) => { draft.title = words }) }],
  ['projectfolder', { field: 'project', read: text((words, draft) => { draft.project = words }) }],
  ['tasklist', { field: 'taskList', read: readTaskList }],
  ['methodresume', { field: 'methodResume', read: text((words, draft) => { draft.methodResume = words }) }],
  ['methodfork', { field: 'methodFork', read: text((words, draft) => { draft.methodFork = words }) }],
] as const)

/** One whole frame. */
export function parse26(input: Input): Result<Update26> {
  const body = readFrame(input, 26)
  return body.ok ? parse26Body(body.value) : body
}

/** The payload behind `26;`, decoded. A status that is no word of the protocol fails the frame; any other bad pair is ignored alone. */
export function parse26Body(body: string): Result<Update26> {
  const values = pairs(body)
  const draft: Draft = {}
  const status = values.get('status')
  if (status !== undefined) {
    const meaning = words26.get(status) ?? words26.get(decodeBase64Text(status, { alphabet: 'either' }) ?? '')
    if (meaning === undefined) return fail('unknown-state')
    Object.assign(draft, meaning)
  }
  const removed = new Set<Field26>()
  for (const [key, { field, read }] of fields) {
    const value = values.get(key)
    if (value === '') removed.add(field)
    else if (value !== undefined) read(value, draft)
  }
  // An empty `Detail` beside a `prompt`: there is a message. A task list of blank lines only: there is none.
  const gone = [...removed].filter((field) => draft[field] === undefined)
  if (draft.taskList?.length === 0) { delete draft.taskList; gone.push('taskList') }
  if (gone.length > 0) draft.removed = gone.sort()
  return Object.keys(draft).length === 0 ? fail('empty') : ok(draft)
}

/** Last repeats win. */
function pairs(body: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>()
  for (const part of body.split(';')) {
    const split = part.indexOf('=')
    if (split === -1) continue
    const key = trimBlanks(part.slice(0, split)).toLowerCase()
    values.set(key === 'identity' ? 'codeagent' : key, trimBlanks(part.slice(split + 1)))
  }
  return values
}

/** A token: what fits its grammar, else base64 of something that does. */
function token(fits: (word: string) => boolean, read: Reader): Reader {
  return (value, draft) => {
    const word = fits(value) ? value : decodeBase64Text(value, { alphabet: 'either' })
    return word !== null && fits(word) && read(word, draft)
  }
}

/** A text: base64 of characters without controls, else printable ASCII as it stands. So `test` and `Fix` stay words. */
function text(keep: (words: string, draft: Draft) => void): Reader {
  return (value, draft) => {
    const decoded = decodeBase64Text(value, { alphabet: 'either' })
    if (decoded !== null && !hasControl(decoded)) keep(decoded, draft)
    else if (isPrintable(value)) keep(value, draft)
    else return false
    return true
  }
}

function readTaskList(value: string, draft: Draft): boolean {
  const decoded = decodeBase64Text(value, { alphabet: 'either' })
  const labels = decoded !== null && !hasControlButLf(decoded) ? decoded : isPrintable(value) ? value : null
  if (labels === null) return false
  draft.taskList = labels.split('\n').filter((label) => label.trim() !== '').slice(0, taskLabelsMax)
  return true
}

function readTaskProgress(value: string, draft: Draft): boolean {
  const [done = 0, total = 0] = value.split('/').map(Number)
  if (total === 0 || done > total) return false
  draft.taskProgress = { done, total }
  return true
}

function readProgress(value: string, draft: Draft): boolean {
  const progress = percentage(value)
  if (progress === undefined) return false
  draft.progress = progress
  return true
}

function readDetail(value: string, draft: Draft): boolean {
  if (value.length > detailCharactersMax || !isPrintable(value)) return false
  draft.msg = value
  return true
}

function readPrompt(value: string, draft: Draft): boolean {
  const decoded = percentDecode(value)
  if (!decoded.ok || hasControl(decoded.value)) return false
  draft.msg = decoded.value
  return true
}
