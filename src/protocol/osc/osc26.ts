/**
 * OSC 26, the Terminal Agent Protocol, and the second dialect under the same number: one tolerant
 * parser reads both.
 */
import { decodeBase64Text } from '../base64.ts'
import { readFrame, type Input } from '../frame.ts'
import { detailCharactersMax, taskLabelsMax } from '../limits.ts'
import { percentDecode } from '../percent.ts'
import type { TaskProgress } from '../record.ts'
import { fail, ok, type Result } from '../result.ts'
import {
  hasControl,
  hasControlButLf,
  isPrintable,
  isToken,
  percentage,
  trimBlanks,
} from '../text.ts'
import { words26 } from '../words.ts'

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

export type Field26 = Exclude<keyof Update26, 'state' | 'kind' | 'removed'>

type Draft = { -readonly [Field in keyof Update26]: Update26[Field] }

/** Reads a value into the draft. False: it cannot be read, and its pair counts for nothing. */
type Reader = (value: string, draft: Draft) => boolean

/** In the order in which they are read. */
const fields: readonly (readonly [key: string, field: Field26, read: Reader])[] = [
  ['CodeAgent', 'app', readApp],
  ['TaskProgress', 'taskProgress', readTaskProgress],
  ['Progress', 'progress', readProgress],
  // Before `prompt`, which wins.
  ['Detail', 'msg', readDetail],
  ['Prompt', 'msg', readPrompt],
  ['SessionId', 'sessionId', text('sessionId')],
  ['SessionTitle', 'title', text('title')],
  ['ProjectFolder', 'project', text('project')],
  ['TaskList', 'taskList', readTaskList],
  ['MethodResume', 'methodResume', text('methodResume')],
  ['MethodFork', 'methodFork', text('methodFork')],
]

const status = fields.length

/**
 * Where each key stands in `fields`, as it is usually written and in lower case; keys of one
 * meaning are repeats of each other.
 */
const places: ReadonlyMap<string, number> = new Map(
  [...fields.map(([key]) => key), 'Status'].flatMap(
    (key, place) =>
      [
        [key, place],
        [key.toLowerCase(), place],
        ...(key === 'CodeAgent' ? [['identity', place] as const] : []),
      ] as const,
  ),
)

/** One whole frame. */
export function parse26(input: Input): Result<Update26> {
  const body = readFrame(input, 26)
  return body.ok ? parse26Body(body.value) : body
}

/**
 * The payload behind `26;`, decoded. A status that is no word of the protocol fails the frame; any
 * other bad pair is ignored alone.
 */
export function parse26Body(body: string): Result<Update26> {
  const values = valuesOf(body)
  const draft: Draft = {}
  let says = false
  const word = values[status]
  if (word !== undefined) {
    const meaning =
      words26.get(word) ?? words26.get(decodeBase64Text(word, { alphabet: 'either' }) ?? '')
    if (meaning === undefined) return fail('unknown-state')
    Object.assign(draft, meaning)
    says = true
  }
  const removed: Field26[] = []
  for (let place = 0; place < fields.length; place += 1) {
    const value = values[place]
    if (value === undefined) continue
    const [, field, read] = fields[place] as (typeof fields)[number]
    if (value === '') {
      if (!removed.includes(field)) removed.push(field)
    } else if (read(value, draft)) says = true
  }
  // A message beside an empty `Detail` is there; a task list of blank lines is not.
  const gone =
    removed.length === 0 ? removed : removed.filter((field) => draft[field] === undefined)
  if (draft.taskList?.length === 0) {
    delete draft.taskList
    gone.push('taskList')
  }
  if (gone.length > 0) draft.removed = gone.sort()
  return says || gone.length > 0 ? ok(draft) : fail('empty')
}

/** By place in `fields`, the status behind them. Last repeats win. */
function valuesOf(body: string): readonly (string | undefined)[] {
  const values = new Array<string | undefined>(status + 1).fill(undefined)
  for (let from = 0, end = 0; from < body.length; from = end + 1) {
    end = body.indexOf(';', from)
    if (end === -1) end = body.length
    const split = body.indexOf('=', from)
    if (split === -1 || split >= end) continue
    const key = trimBlanks(body.slice(from, split))
    const place = places.get(key) ?? places.get(key.toLowerCase())
    if (place !== undefined) values[place] = trimBlanks(body.slice(split + 1, end))
  }
  return values
}

/** A token: what fits its grammar, else base64 of something that does; null: neither. */
function token(value: string, fits: (word: string) => boolean): string | null {
  const word = fits(value) ? value : decodeBase64Text(value, { alphabet: 'either' })
  return word !== null && fits(word) ? word : null
}

/** base64 of characters without controls, else printable ASCII: `test` and `Fix` stay words. */
function text(field: 'sessionId' | 'title' | 'project' | 'methodResume' | 'methodFork'): Reader {
  return (value, draft) => {
    const decoded = decodeBase64Text(value, { alphabet: 'either' })
    if (decoded !== null && !hasControl(decoded)) draft[field] = decoded
    else if (isPrintable(value)) draft[field] = value
    else return false
    return true
  }
}

function readApp(value: string, draft: Draft): boolean {
  const app = token(value, isToken)
  if (app === null) return false
  draft.app = app
  return true
}

function readTaskList(value: string, draft: Draft): boolean {
  const decoded = decodeBase64Text(value, { alphabet: 'either' })
  const labels =
    decoded !== null && !hasControlButLf(decoded) ? decoded : isPrintable(value) ? value : null
  if (labels === null) return false
  draft.taskList = labels
    .split('\n')
    .filter((label) => label.trim() !== '')
    .slice(0, taskLabelsMax)
  return true
}

function readTaskProgress(value: string, draft: Draft): boolean {
  const word = token(value, (one) => /^\d{1,4}\/\d{1,4}$/.test(one))
  const [done = 0, total = 0] = (word ?? '').split('/').map(Number)
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
