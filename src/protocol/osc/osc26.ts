/** OSC 26, the Terminal Agent Protocol, and the second dialect with that number, in one parser. */
import { decodeBase64Text } from '../text/base64.ts'
import { readFrame, type Input } from './frame.ts'
import { detailCharactersMax, taskLabelsMax } from '../limits.ts'
import { percentDecode } from '../text/percent.ts'
import type { TaskProgress } from '../record/record.ts'
import { fail, ok, type Result } from '../result.ts'
import {
  hasControl,
  hasControlButLf,
  isPrintable,
  isToken,
  percentage,
  trimBlanks,
} from '../text/text.ts'
import { words26 } from '../record/words.ts'

/** Contents of one frame. Absent fields keep their values. */
export interface Update26 {
  readonly state?: 'idle' | 'working' | 'waiting' | 'done' | 'error'
  /** Present with `waiting` only, and always then. */
  readonly kind?: 'permission' | 'question'
  readonly app?: string
  readonly msg?: string
  readonly taskProgress?: TaskProgress
  /** 0-100. */
  readonly progress?: number
  readonly sessionId?: string
  readonly title?: string
  readonly project?: string
  /** Up to 64 labels, none of them blank. */
  readonly taskList?: readonly string[]
  /** How to resume and fork the session: shown, never run. */
  readonly methodResume?: string
  readonly methodFork?: string
  /** Fields that an empty value removes, in alphabetical order. */
  readonly removed?: readonly Field26[]
}

export type Field26 = Exclude<keyof Update26, 'state' | 'kind' | 'removed'>

type Draft = { -readonly [Field in keyof Update26]: Update26[Field] }

/** Returns the value, or `undefined` if it is invalid and the pair is ignored. */
type Reader<Field extends Field26> = (value: string) => Update26[Field]

type FieldReader = { [Field in Field26]: readonly [string, Field, Reader<Field>] }[Field26]

/** Keys, fields and readers in reading order. */
const fields: readonly FieldReader[] = [
  ['CodeAgent', 'app', (value) => token(value, isToken)],
  ['TaskProgress', 'taskProgress', readTaskProgress],
  ['Progress', 'progress', percentage],
  // before `prompt`, which takes precedence
  ['Detail', 'msg', readDetail],
  ['Prompt', 'msg', readPrompt],
  ['SessionId', 'sessionId', readText],
  ['SessionTitle', 'title', readText],
  ['ProjectFolder', 'project', readText],
  ['TaskList', 'taskList', readTaskList],
  ['MethodResume', 'methodResume', readText],
  ['MethodFork', 'methodFork', readText],
]

const status = fields.length

/** Index of each key in `fields`, also in lower case. Synonyms share one. */
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

/** Parses one complete frame. */
export function parse26(input: Input): Result<Update26> {
  const body = readFrame(input, 26)
  return body.ok ? parse26Body(body.value) : body
}

/** Parses the payload after `26;`. An unknown status fails; other bad pairs are ignored. */
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
      continue
    }
    const found = read(value)
    if (found === undefined) continue
    ;(draft as Record<string, unknown>)[field] = found
    says = true
  }
  // A message takes precedence over an empty `Detail`; a task list of blank lines counts as
  // removed.
  const gone =
    removed.length === 0 ? removed : removed.filter((field) => draft[field] === undefined)
  if (draft.taskList?.length === 0) {
    delete draft.taskList
    gone.push('taskList')
  }
  if (gone.length > 0) draft.removed = gone.sort()
  return says || gone.length > 0 ? ok(draft) : fail('empty')
}

/** Returns values by index in `fields`, then the status. The last repeat wins. */
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

/** Returns the value if it fits the grammar, else its base64 decoding if that does. */
function token(value: string, fits: (word: string) => boolean): string | undefined {
  const word = fits(value) ? value : decodeBase64Text(value, { alphabet: 'either' })
  return word !== null && fits(word) ? word : undefined
}

/** Reads base64 without controls, else printable ASCII: `test` and `Fix` stay words. */
function readText(value: string): string | undefined {
  const decoded = decodeBase64Text(value, { alphabet: 'either' })
  if (decoded !== null && !hasControl(decoded)) return decoded
  return isPrintable(value) ? value : undefined
}

function readTaskList(value: string): string[] | undefined {
  const decoded = decodeBase64Text(value, { alphabet: 'either' })
  const labels = decoded !== null && !hasControlButLf(decoded) ? decoded : value
  if (labels === value && !isPrintable(value)) return undefined
  const lines = labels.split('\n').filter((label) => label.trim() !== '')
  return lines.slice(0, taskLabelsMax)
}

function readTaskProgress(value: string): TaskProgress | undefined {
  const word = token(value, (one) => /^\d{1,4}\/\d{1,4}$/.test(one))
  const [done = 0, total = 0] = (word ?? '').split('/').map(Number)
  return total === 0 || done > total ? undefined : { done, total }
}

function readDetail(value: string): string | undefined {
  return value.length <= detailCharactersMax && isPrintable(value) ? value : undefined
}

function readPrompt(value: string): string | undefined {
  const decoded = percentDecode(value)
  return decoded.ok && !hasControl(decoded.value) ? decoded.value : undefined
}
