/**
 * The formatters of the protocol package on values that are nearly right, hostile texts included:
 * what they let out is read as what went in.
 */
import {
  MAX_FRAME_LEN,
  format,
  format133,
  format21337,
  format26,
  format633,
  format7,
  format7501,
  format777,
  format88,
  format9,
  formatCarrier,
  parse,
  parse133,
  parse21337,
  parse26,
  parse633,
  parse7,
  parse7501,
  parse777,
  parse88,
  parse9,
  type Field26,
  type Result,
} from '../src/protocol/index.ts'
import { same } from '../src/protocol/osc/proven.ts'
import { Choices, holds, tryBytes, type FuzzRun } from './support/support.ts'

export const name = 'protocol-format'

export function run(run: FuzzRun): void {
  tryBytes(run, [], replay, 40)
}

const texts = [
  'claude',
  'a;b=c',
  'caf\u00e9',
  '',
  ' x ',
  'a\x07b',
  '\x1b]0;evil\x07',
  '\x1b\\',
  'Fix',
  'test',
  'YQ==',
  '100%',
  '\u009b2J',
  '\ud83d',
  '\u{1f600}',
  'a\nb',
  '\\;\\\\',
  'x'.repeat(300),
  'm'.repeat(2_048),
  'm'.repeat(2_049),
  'z'.repeat(4_069),
  '\u4e2d'.repeat(700),
  '-',
  '?',
  '/srv/a b',
]
const tokens = [
  'claude-code',
  'a.b_c+d',
  'x'.repeat(32),
  'x'.repeat(33),
  'a/b',
  'a/b/c',
  '',
  'a:state=done',
  'a;b',
  'x\x07',
  'a//b',
  '1/2/3/4/5/6/7/8',
  '1/2/3/4/5/6/7/8/9',
]
const numbers = [0, 1, 7, 100, 101, -1, 0.5, NaN, 4_294_967_296, -2_147_483_648]
const fields26: readonly Field26[] = [
  'app',
  'msg',
  'taskProgress',
  'progress',
  'sessionId',
  'title',
  'project',
  'taskList',
  'methodResume',
  'methodFork',
]

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const maybe = <Value>(values: readonly Value[]): Value | undefined =>
    choices.byte() % 3 === 0 ? undefined : choices.pick(values)
  // Wrong values come in where a caller without types could put them.
  const frame = {
    state: choices.pick(['active', 'working', 'waiting', 'done', 'idle', 'Done', ''] as never[]),
    tool: maybe(texts),
    project: maybe(texts),
  }
  comesBack(frame as never, format, parse)
  const carried = formatCarrier(frame as never)
  if (carried.ok)
    holds(
      same(parse777(carried.value.slice(2 + '777;'.length, -1)), { ok: true, value: { frame } }),
      'the carrier carries another',
    )
  comesBack(
    {
      state: choices.pick([
        'idle',
        'working',
        'done',
        'blocked',
        'error',
        'clear',
        'waiting',
      ] as never[]),
      id: maybe(tokens),
      kind: maybe(['permission', 'question', 'auth', 'other'] as never[]),
      progress: maybe(numbers),
      app: maybe(tokens),
      title: maybe(texts),
      msg: maybe(texts),
    } as never,
    format7501,
    parse7501,
  )
  const removed = fields26.filter(() => choices.byte() % 8 === 0).sort()
  comesBack(
    {
      state: maybe(['idle', 'working', 'waiting', 'done', 'error', 'active'] as never[]),
      kind: maybe(['permission', 'question', 'auth'] as never[]),
      app: maybe(tokens),
      msg: maybe(texts),
      taskProgress: maybe([
        { done: 1, total: 4 },
        { done: 3, total: 3 },
        { done: 4, total: 3 },
        { done: 0, total: 0 },
        { done: 0.5, total: 1 },
      ]),
      progress: maybe(numbers),
      sessionId: maybe(texts),
      title: maybe(texts),
      project: maybe(texts),
      taskList: maybe([
        ['a'],
        ['a', 'b c'],
        [' x '],
        [],
        [''],
        ['a\nb'],
        Array.from({ length: 65 }, (_, index) => `t${index}`),
      ]),
      methodResume: maybe(texts),
      methodFork: maybe(texts),
      ...(removed.length > 0 ? { removed } : {}),
    } as never,
    format26,
    parse26,
  )
  comesBack(
    choices.byte() % 4 === 0
      ? ({ op: choices.pick(['clear', 'query', 'supported'] as never[]) } as never)
      : ({
          op: 'arm',
          cmd: choices.pick(texts),
          args: maybe(texts),
          cwd: maybe(texts),
          title: maybe(texts),
          selfRepaint: choices.byte() % 2 === 0,
        } as never),
    format88,
    parse88,
  )
  comesBack(
    {
      state: maybe(['working', 'waiting', 'idle', 'done'] as never[]),
      kind: maybe(['other', 'auth'] as never[]),
      clear: maybe([true] as const),
      msg: maybe([...texts, null]),
    } as never,
    format21337,
    parse21337,
  )

  const code = choices.pick([
    null,
    ...numbers.filter((number) => Number.isInteger(number) && number < 2 ** 31),
  ])
  const mark = choices.pick([
    { kind: 'prompt_start' },
    { kind: 'prompt_end' },
    { kind: 'command_start' },
    { kind: 'command_end', exit_code: code },
  ] as const)
  holds(
    same(parse133(format133(mark)), mark) && same(parse633(format633(mark)), mark),
    'a mark is read as another',
  )
  const line = { kind: 'command_line', text: choices.pick(texts) } as const
  holds(same(parse633(format633(line)), line), 'a command line is read as another')
  const signal = choices.pick([
    { progress: 'clear' },
    { progress: 'busy' },
    { progress: 'value', percent: 7 },
    { progress: 'error' },
    { progress: 'paused', percent: 100 },
  ] as const)
  holds(same(parse9(format9(signal)), signal), 'a signal is read as another')
  const path = choices.pick(texts)
  const directory = format7(path, 'here')
  if (directory !== null)
    holds(parse7(directory, 'HERE') === path, 'a directory is read as another')
  const notice = { title: choices.pick(texts), body: choices.pick(texts) }
  const notification = format777(notice.title, notice.body)
  if (notification !== null)
    holds(
      same(parse777(notification), { ok: true, value: { notify: notice } }),
      'a notification is read as another',
    )
}

function comesBack<Value>(
  value: Value,
  write: (value: Value) => Result<string>,
  read: (frame: string) => Result<unknown>,
): void {
  const written = write(value)
  if (!written.ok) return
  holds(new TextEncoder().encode(written.value).length <= MAX_FRAME_LEN, 'a frame beyond the cap')
  holds(
    !/[^\x20-\x7e]/.test(written.value.slice(2, -2).replaceAll(/[^\0-\x7f]/g, '')),
    'a control inside a frame',
  )
  const again = read(written.value)
  holds(again.ok && same(again.value, value), 'read again, it is another')
}
