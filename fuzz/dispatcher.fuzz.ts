/**
 * The dispatcher: nothing throws, every cut gives the same evidence, drops, questions and frames,
 * and what is written is one of two forms.
 */
import { Dispatcher } from '../src/agents/dispatch/dispatcher.ts'
import { frameLine } from '../src/agents/dispatch/frame-line.ts'
import { reply } from '../src/terminal/replies/replies.ts'
import { cuts, holds, tryBytes, type FuzzRun } from './support/support.ts'

export const name = 'dispatcher'

const parts = [
  ...[
    '0',
    '2',
    '7',
    '9',
    '26',
    '52',
    '88',
    '99',
    '133',
    '633',
    '777',
    '1337',
    '1338',
    '7501',
    '21337',
    '8',
    '01338',
    '13380',
  ].map((number) => `\x1b]${number};`),
  '\x07',
  '\x1b\\',
  '\x1b',
  ']',
  '\x18',
  '\x1a',
  '\0',
  '\x7f',
  ';',
  ':',
  '=',
  '/',
  '%',
  '%41',
  '%c3',
  '\\',
  '\\x3b',
  '"',
  '\xff',
  '\xc3\xa9',
  '\xf0\x9f\x98\x80',
  '?',
  ' ',
  'p=?',
  'p=body',
  'p=close',
  'i=12',
  'd=0',
  'e=1',
  'state=waiting',
  'state=working',
  'state=blocked',
  'state=clear',
  'id=a/b',
  'app=x',
  'msg=SGk=',
  'kind=question',
  'progress=50',
  'tool=a',
  'project=b',
  'Status=idle',
  'Status=awaiting-input',
  'CodeAgent=claude',
  'TaskProgress=1/2',
  'TaskList=YQpi',
  'A',
  'B',
  'C',
  'D;1',
  'E;ls',
  'P;Cwd=/a',
  '4;1;50',
  '9;/a',
  'c;SGk=',
  'p;?',
  'notify;',
  'osc1338;',
  'warp://cli-agent;',
  '{"event":"stop","summary":"s"}',
  '{"v":2}',
  'file:///a',
  'file://thishost/b',
  'arm',
  'clear',
  'query',
  'cmd=bHM=',
  'v=1',
  'status=working',
  'detail=x',
  'RequestAttention=yes',
  'CurrentDir=/a',
  'SetUserVar=',
  'SetUserVar=a=SGk=',
  '\x1b[?1049h',
  '\x1b[31m',
  '\x1bc',
  '\x1bP',
  '\x1b_',
  'x'.repeat(200),
]
const written = new RegExp(
  '^(?:\\x1b\\]7501;\\?|\\x1b\\]99;i=' +
    '(?:[0-9]{1,9}|opentui-notifications|crush-osc99-query)' +
    ':p=\\?;p=title,body)(?:\\x07|\\x1b\\\\)$',
)

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay, 20)
}

export function replay(input: Uint8Array): void {
  const whole = outcome([input])
  holds(
    whole === outcome(Array.from(input, (_, index) => input.subarray(index, index + 1))),
    'byte by byte gives another result',
  )
  holds(whole === outcome(cuts(input, 23)), 'other cuts give another result')
}

function outcome(chunks: Iterable<Uint8Array>): string {
  const reported: string[] = []
  const lines: string[] = []
  const dispatcher = new Dispatcher('thishost', {
    evidence: (evidence) => reported.push(JSON.stringify(evidence)),
    query: (query, end) => {
      const answer = reply(query, { version: '1', clipboardWrite: true })
      holds(
        answer === null || written.test(answer),
        `this would be written: ${JSON.stringify(answer)}`,
      )
      reported.push(`${end} ${answer}`)
    },
    frame: (frame) => lines.push(frameLine('t', frame)),
  })
  for (const chunk of chunks) dispatcher.feed(chunk)
  for (const line of lines)
    holds(!/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/.test(line), 'a control is left in a line')
  return [...reported, JSON.stringify(dispatcher.dropped), ...lines].join('\n')
}
