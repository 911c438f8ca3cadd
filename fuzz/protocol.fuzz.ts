/**
 * The parsers of the protocol package on bytes rich in what they look for: none throws, each keeps
 * to its bounds, bytes and text of one frame mean the same, problems are of the closed list, and
 * what was read can be written and read again.
 */
import {
  MAX_FRAME_LEN,
  clipboardBytesMax,
  format,
  format133,
  format21337,
  format26,
  format633,
  format7501,
  format88,
  format9,
  idBytesMax,
  messageBytesMax,
  parse,
  parse133,
  parse1337,
  parse1338Body,
  parse21337,
  parse21337Body,
  parse26,
  parse26Body,
  parse52,
  parse633,
  parse7,
  parse7501,
  parse7501Body,
  parse777,
  parse88,
  parse88Body,
  parse9,
  parse99,
  parsePath,
  parseWarp,
  pathBytesMax,
  percentDecode,
  percentEncode,
  problems,
  taskLabelsMax,
  titleBytesMax,
  toRecord,
  tokenCharactersMax,
  userVariableBytesMax,
  userVariableNameMax,
  type Input,
  type Result,
} from '../src/protocol/index.ts'
import { same } from '../src/protocol/osc/proven.ts'
import { holds, tryBytes, type FuzzRun } from './support/support.ts'

export const name = 'protocol'

const keys = [
  'state',
  'tool',
  'project',
  'id',
  'kind',
  'progress',
  'app',
  'title',
  'msg',
  'Status',
  'CodeAgent',
  'identity',
  'Detail',
  'prompt',
  'TaskProgress',
  'TaskList',
  'SessionId',
  'SessionTitle',
  'MethodResume',
  'cmd',
  'args',
  'cwd',
  'v',
  'self_repaint',
  'status',
  'detail',
  'Cwd',
  'CurrentDir',
  'RequestAttention',
  'SetUserVar',
  'i',
  'p',
  'd',
  'e',
]
const words = [
  'active',
  'working',
  'waiting',
  'done',
  'idle',
  'blocked',
  'error',
  'clear',
  'permission',
  'auth',
  'running',
  'awaiting-input',
  'finished',
  'arm',
  'query',
  'osc1338',
  'notify',
  'warp://cli-agent',
  '{"v":1,"event":"stop","agent":"pi"}',
  '{"event":"',
  '"}',
  'file://',
  'localhost',
  '/tmp',
  'a/b',
  '3/7',
  'YQ==',
  'YRti',
  'w6k=',
  'Rml4',
  'yes',
  '%C3%A9',
  '%1B',
  '%ZZ',
  '%',
  '\\;',
  '\\\\',
  '\\x3b',
]
/** Whole pairs, or most inputs would be no report of any dialect. */
const pairs = [
  'state=working',
  'state=waiting',
  'state=idle',
  'state=blocked',
  'state=done',
  'state=clear',
  'kind=auth',
  'id=a/b',
  'app=pi',
  'msg=YWI=',
  'title=w6k=',
  'progress=40',
  'tool=a%3Bb',
  'project=x',
  'Status=running',
  'status=awaiting-approval',
  'Status=ZXJyb3I=',
  'CodeAgent=claude',
  'prompt=a%20b',
  'Detail=x',
  'TaskProgress=3/7',
  'TaskList=YQpi',
  'SessionId=Fix',
  'SessionTitle=',
  'cmd=YQ==',
  'args=YiBj',
  'v=1',
  'cwd=L3g=',
  'self_repaint=1',
  'status=Working',
  'status=',
  'detail=a\\;b',
  'detail=',
].flatMap((pair) => [`${pair};`, `${pair}:`, `;${pair}`, `:${pair}`])
const parts = [
  ...pairs,
  ...pairs,
  '\x1b]1338;',
  '\x1b]26;',
  '\x1b]7501;',
  '\x1b]88;',
  '\x1b]21337;',
  '\x1b]',
  '\x07',
  '\x1b\\',
  '\x1b',
  '\x18',
  '\x1a',
  '\n',
  '\x7f',
  ';',
  ':',
  '=',
  ' ',
  '?',
  '#',
  '\xc3\xa9',
  '\xff',
  '\xf0\x9f\x98\x80',
  '\xed\xa0\x80',
  '\xc2\x9b',
  ...keys.map((key) => `${key}=`),
  ...words,
  'x'.repeat(33),
  'ab12'.repeat(700),
]

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay, 12)
}

const utf8 = new TextDecoder('utf-8', { fatal: true, ignoreBOM: true })
const encoder = new TextEncoder()
const bytesOf = (text: string) => encoder.encode(text).length

/** Parser of one dialect, and what writes its values. */
const frames: readonly {
  readonly number: number
  readonly whole: (input: Input) => Result<unknown>
  readonly body: (body: string) => Result<unknown>
  readonly write: (value: never) => Result<string>
}[] = [
  { number: 1338, whole: parse, body: parse1338Body, write: format },
  { number: 26, whole: parse26, body: parse26Body, write: format26 },
  { number: 7501, whole: parse7501, body: parse7501Body, write: format7501 },
  { number: 88, whole: parse88, body: parse88Body, write: format88 },
  { number: 21337, whole: parse21337, body: parse21337Body, write: format21337 },
]

export function replay(input: Uint8Array): void {
  const text = readable(input)
  const given = text ?? String.fromCharCode(...input.subarray(0, 8_192))
  for (const { number, whole, body, write } of frames) {
    const raw = number === 88 && !given.startsWith('\x1b') ? `arm;${given}` : given
    const result = whole(input)
    if (result.ok) holds(input.includes(0x07) || input.includes(0x5c), 'a frame without an end')
    if (text !== null) holds(same(whole(text), result), `${number}: bytes and text differ`)
    const framed = `\x1b]${number};${raw}\x07`
    checked(number, whole(framed))
    const read = checked(number, body(raw))
    if (!read.ok) continue
    if (!/[\0-\x1f\x7f]/.test(raw) && bytesOf(framed) <= MAX_FRAME_LEN)
      holds(same(whole(framed), read), `${number}: the body is read in two ways`)
    if (typeof read.value === 'object' && read.value !== null && 'query' in read.value) continue
    const written = write(read.value as never) // of the same row
    if (written.ok)
      holds(same(whole(written.value), read), `${number}: written and read again, it is another`)
    else
      holds(
        written.problem === 'too-long' ||
          bytesOf(raw) > MAX_FRAME_LEN ||
          number === 26 ||
          number === 88 ||
          /[\0-\x1f\x7f-\x9f]/.test(raw),
        `${number}: cannot be written: ${written.problem}`,
      )
  }
  bodies(given)
}

function bodies(raw: string): void {
  const shell = parse133(raw)
  if (shell !== null) holds(same(parse133(format133(shell)), shell), 'a mark does not come back')
  const mark = parse633(raw)
  if (mark !== null)
    holds(same(parse633(format633(mark)), mark), 'a mark of 633 does not come back')
  const signal = parse9(raw)
  if (signal !== null && 'progress' in signal)
    holds(same(parse9(format9(signal)), signal), 'a signal does not come back')
  for (const path of [
    parse7(raw, 'localhost'),
    parse7(`file://${raw}`, 'localhost'),
    parsePath(raw),
  ]) {
    if (path !== null)
      holds(
        path.startsWith('/') && bytesOf(path) <= pathBytesMax && !/[\0-\x1f\x7f-\x9f]/.test(path),
        'a path that is none',
      )
  }
  const clip = parse52(raw)
  if (clip.outcome === 'write')
    holds(clip.text.length <= clipboardBytesMax, 'too much for a clipboard')
  for (const result of [parse99(raw), parse777(raw), parseWarp(raw), parse777(`osc1338;${raw}`)])
    if (result !== null) checked(0, result)
  for (const result of [parse1337(raw), parse1337(`SetUserVar=${raw}`)])
    if (result !== null) checked(1337, result)
  const encoded = percentEncode(raw)
  holds(/^[\x20-\x7e]*$/.test(encoded) && !/[;=]/.test(encoded), 'an escape is missing')
  const decoded = percentDecode(encoded)
  holds(
    decoded.ok && decoded.value === raw.replace(/\p{Surrogate}/gu, '\ufffd'),
    'an escape does not come back',
  )
}

function checked(number: number, result: Result<unknown>): Result<unknown> {
  if (!result.ok) {
    holds(problems.includes(result.problem), `an unknown problem: ${result.problem}`)
    return result
  }
  const value = result.value as Readonly<Record<string, unknown>>
  if (number === 7501) {
    const { id = '', app = '', title = '', msg = '' } = value as Readonly<Record<string, string>>
    holds(
      id.length <= idBytesMax &&
        app.length <= tokenCharactersMax &&
        bytesOf(title) <= titleBytesMax &&
        bytesOf(msg) <= messageBytesMax,
      'a report beyond its bounds',
    )
    if (!('query' in value)) toRecord('osc7501', value as never) // a report
  }
  if (number === 1337 && 'variable' in value) {
    const { variable, value: text } = value as { variable: string; value: string | null }
    holds(
      /^[\w.-]+$/.test(variable) &&
        variable.length <= userVariableNameMax &&
        bytesOf(text ?? '') <= userVariableBytesMax &&
        !/[\0-\x1f\x7f-\x9f]/.test(text ?? ''),
      'a variable beyond its bounds',
    )
  }
  if (number === 26) {
    holds(
      ((value['taskList'] as unknown[] | undefined)?.length ?? 0) <= taskLabelsMax,
      'too many labels',
    )
    toRecord('osc26', value as never)
  }
  return result
}

function readable(input: Uint8Array): string | null {
  try {
    return utf8.decode(input)
  } catch {
    return null // no UTF-8: there is no such text
  }
}
