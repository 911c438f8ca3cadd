/** Reports for testing emitters: writable vectors, and texts that need escaping. */
import { readFrame } from '../osc/frame.ts'
import { ok, type Result } from '../result.ts'
import { same } from '../osc/proven.ts'
import {
  format,
  format133,
  format21337,
  format26,
  format633,
  format7501,
  format88,
  format9,
  parse,
  parse133,
  parse21337,
  parse26,
  parse633,
  parse7501,
  parse88,
  parse9,
  type Frame,
  type Report,
} from '../index.ts'
import { frameOf, type Vectors } from './vectors.ts'

export interface EmitterCase {
  readonly id: string
  readonly dialect: EmitterDialect
  /** The value, as the dialect's parser returns it. */
  readonly report: unknown
  readonly wrap: 'none' | 'tmux'
  /** Arguments of the command, or `null` if this report has no such form. */
  readonly words: readonly string[] | null
  /** Shell text after the command, instead of arguments. */
  readonly shellText?: string
  readonly environment?: Readonly<Record<string, string>>
  /** `either`: refused, or any frame that its parser reads. */
  readonly expect: 'written' | 'refused' | 'either'
}

interface Writing {
  readonly group: string
  readonly read: (frame: Uint8Array) => Result<unknown>
  readonly write: (value: never) => Result<string>
}

/** Turns a parser of payloads into a parser of complete frames. */
const bodies =
  (number: number, parser: (body: string) => unknown) =>
  (frame: Uint8Array): Result<unknown> => {
    const body = readFrame(frame, number)
    return body.ok ? ok(parser(body.value)) : body
  }
const framed =
  <Value>(number: number, write: (value: Value) => string) =>
  (value: Value): Result<string> =>
    ok(`\x1b]${number};${write(value)}\x07`)

export const emitterDialects = {
  '1338': { group: 'parse', read: parse, write: format },
  '7501': { group: 'osc7501_parse', read: parse7501, write: format7501 },
  '26': { group: 'osc26_parse', read: parse26, write: format26 },
  '88': { group: 'osc88_parse', read: parse88, write: format88 },
  '21337': { group: 'osc21337_parse', read: parse21337, write: format21337 },
  '9': { group: 'osc9_body', read: bodies(9, parse9), write: framed(9, format9) },
  '133': { group: 'osc133_body', read: bodies(133, parse133), write: framed(133, format133) },
  '633': { group: 'osc633_body', read: bodies(633, parse633), write: framed(633, format633) },
} as const satisfies Readonly<Record<string, Writing>>

export type EmitterDialect = keyof typeof emitterDialects

export function isEmitterDialect(word: string): word is EmitterDialect {
  return Object.hasOwn(emitterDialects, word)
}

/** Texts that break an emitter or its shell if they are not escaped. */
const hostile: Readonly<Record<string, string>> = {
  newline: 'a\nb\rc',
  escape: 'a\x1b]0;title\x07b',
  bell: 'a\x07b',
  cancel: 'a\x18b\x1ac',
  'c1-controls': 'a\u009c\u009d\u009bb',
  unicode: 'é 😀 你好',
  direction: 'a\u202eb\u200b',
  percent: '%41%1B%',
  delimiters: 'a;b=c:d',
  shell: '$(exit 7)`exit 7`\'"\\$HOME * ~',
  dashes: '--tool=x',
  blanks: '  a  b  ',
}

const hasControl = (text: string) => /[\0-\x1f\x7f-\x9f]/.test(text)

export function emitterCases(
  vectors: Vectors,
  dialects: readonly EmitterDialect[],
): readonly EmitterCase[] {
  return dialects.flatMap((dialect) => [
    ...(dialect === '1338' ? cases1338(vectors) : fromVectors(vectors, dialect)),
    ...(dialect === '7501' ? cases7501() : []),
  ])
}

/** Returns each value that the vectors contain and the formatter can write, once. */
function fromVectors(vectors: Vectors, dialect: EmitterDialect): readonly EmitterCase[] {
  const { group, read, write }: Writing = emitterDialects[dialect]
  const seen: unknown[] = []
  return (vectors[group] ?? []).flatMap(({ id, expect }) => {
    const report = valueOf(expect)
    if (report === null || seen.some((one) => same(one, report))) return []
    const written = write(report as never)
    if (!written.ok) return []
    const again = read(new TextEncoder().encode(written.value))
    if (!again.ok || !same(again.value, report)) return []
    seen.push(report)
    return [
      { id: `${dialect}/${id}`, dialect, report, wrap: 'none', words: null, expect: 'written' },
    ]
  })
}

/** Returns a vector's expected value, or `null` if it cannot be written. */
function valueOf(expected: unknown): unknown {
  if (typeof expected !== 'object' || expected === null || 'error' in expected) return null
  const value: unknown = 'ok' in expected ? expected.ok : expected
  const fields = typeof value === 'object' && value !== null ? Object.keys(value) : []
  // texts given only by length, and notifications, which have no formatter here
  return fields.some((field) => /_len$|^notify$|^cwd$|^query$/.test(field)) ? null : value
}

function cases1338(vectors: Vectors): readonly EmitterCase[] {
  const one = (name: string, frame: Frame, more: Partial<EmitterCase> = {}): EmitterCase => ({
    id: `1338/${name}`,
    dialect: '1338',
    report: frame,
    wrap: 'none',
    words: words1338(frame, more.wrap ?? 'none'),
    expect: 'written',
    ...more,
  })
  const waiting: Frame = { state: 'waiting', tool: 'a' }
  const shellText = `waiting --tool="$(printf 'a\\377\\233b')"`
  return [
    ...(vectors['serialise'] ?? []).map((vector) => {
      const refused = 'error' in (vector['expect'] as object)
      return one(vector.id, frameOf(vector), { expect: refused ? 'refused' : 'written' })
    }),
    ...Object.entries(hostile).flatMap(([name, text]) => [
      one(`tool-${name}`, { state: 'working', tool: text }),
      one(`project-${name}`, { state: 'done', project: text }),
    ]),
    one('half-a-surrogate', { ...waiting, tool: '\ud800' }, { words: null, expect: 'refused' }),
    one('no-utf8', waiting, { shellText, expect: 'either' }),
    one('through-tmux', waiting, { wrap: 'tmux' }),
    one('not-through-tmux', waiting, { environment: { TMUX: '/tmp/tmux-0/default,1,0' } }),
  ]
}

/** Returns `null` for a NUL, which arguments cannot contain. */
function words1338({ state, tool, project }: Frame, wrap: string): readonly string[] | null {
  const words = [
    state,
    ...(tool === undefined ? [] : [`--tool=${tool}`]),
    ...(project === undefined ? [] : [`--project=${project}`]),
    ...(wrap === 'none' ? [] : [`--wrap=${wrap}`]),
  ]
  return words.some((word) => word.includes('\0')) ? null : words
}

/** Returns reports with a message, which OSC 1338 cannot carry. */
function cases7501(): readonly EmitterCase[] {
  const one = (name: string, msg: string, expect: EmitterCase['expect']): EmitterCase => {
    const report: Report = { state: 'blocked', app: 'a', title: 'b', msg }
    const words = ['waiting', '--tool=a', '--project=b', `--message=${msg}`]
    return { id: `7501/${name}`, dialect: '7501', report, wrap: 'none', words, expect }
  }
  return [
    one('message', 'Which one?', 'written'),
    one('message-of-2048', 'm'.repeat(2_048), 'written'),
    one('message-of-2049', 'm'.repeat(2_049), 'refused'),
    ...Object.entries(hostile).map(([name, text]) =>
      one(`message-${name}`, text, hasControl(text) ? 'refused' : 'written'),
    ),
  ]
}
