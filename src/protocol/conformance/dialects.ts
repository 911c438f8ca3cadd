/** Dialects for testing terminals: examples, replies, effects, and words that report states. */
import { hostname } from 'node:os'
import {
  parse1338Body,
  parse21337Body,
  parse26Body,
  parse7501Body,
  parse777,
  parse9,
  toRecord,
  type AgentRecord,
} from '../index.ts'
import type { OutsideView } from './outside.ts'

export interface TerminalDialect {
  readonly id: string
  /** Payloads of harmless frames, with the number. `token` consists of letters, digits and `-`. */
  readonly examples: (token: string, folder: string) => readonly string[]
  /** `late`: a terminal may reply out of order. */
  readonly query?: { readonly payload: string; readonly answer: RegExp; readonly late: boolean }
  /** Effect of the last example in the outside view; absent if it has none. */
  readonly effect?: {
    readonly field: keyof OutsideView
    readonly text: (token: string, folder: string) => string
  }
  /** Payloads that report a state. */
  readonly words?: readonly string[]
  readonly record?: (payload: string) => AgentRecord | null
}

const body = (payload: string) => payload.slice(payload.indexOf(';') + 1)

/** Dialects with the longest-lasting reports come last, because they override guesses. */
export const terminalDialects: readonly TerminalDialect[] = [
  {
    id: 'title',
    examples: (token) => [`0;${token}-0`, `2;${token}`],
    effect: { field: 'title', text: (token) => token },
  },
  {
    id: '7',
    examples: (_, folder) => [`7;file://${hostname()}${folder}`],
    effect: { field: 'directory', text: (_, folder) => folder },
  },
  { id: '9', examples: (token) => [`9;${token}`] },
  {
    id: '9;4',
    examples: () => ['9;4;1;50', '9;4;2;50', '9;4;3', '9;4;4;50', '9;4;0'],
    words: ['9;4;1;50', '9;4;2', '9;4;3', '9;4;4'],
    record: (payload) => {
      const read = parse9(body(payload))
      return read !== null && 'progress' in read ? toRecord('osc9_4', read) : null
    },
  },
  {
    id: '99',
    examples: (token) => [`99;i=7:d=0;${token}`, '99;i=7:p=close;'],
    query: { payload: '99;i=31:p=?;', answer: /\x1b\]99;i=31:p=\?;/, late: true },
  },
  {
    id: '133',
    examples: (token) => ['133;A', '133;B', '133;C', '133;D;0', `133;A;aid=${token}`],
  },
  {
    id: '633',
    examples: (token) => ['633;A', '633;B', '633;C', '633;D;0', `633;E;${token};nonce`],
  },
  {
    id: '777',
    examples: (token) => [
      `777;notify;warp://cli-agent;{"v":1,"event":"tool_complete","agent":"${token}"}`,
      `777;notify;${token};body`,
    ],
    words: ['prompt_submit', 'permission_request', 'question_asked', 'stop', 'stop_failure'].map(
      (event) => `777;notify;warp://cli-agent;{"v":1,"event":"${event}","agent":"conformance"}`,
    ),
    record: (payload) => {
      const read = parse777(body(payload))
      return read?.ok === true && 'warp' in read.value ? toRecord('osc777', read.value.warp) : null
    },
  },
  { id: '88', examples: (token) => ['88;clear', `88;arm;cmd=bnZpbQ==;x=${token}`] },
  {
    id: '21337',
    examples: (token) => ['21337;status=', `21337;status=working;detail=${token}`],
    words: ['working', 'waiting', 'idle'].map((word) => `21337;status=${word}`),
    record: (payload) => {
      const read = parse21337Body(body(payload))
      return read.ok ? toRecord('osc21337', read.value) : null
    },
  },
  {
    id: '26',
    examples: (token) => [`26;CodeAgent=${token};Status=running`],
    words: ['running', 'awaiting-approval', 'awaiting-input', 'error', 'finished', 'idle'].map(
      (word) => `26;CodeAgent=conformance;Status=${word}`,
    ),
    record: (payload) => {
      const read = parse26Body(body(payload))
      return read.ok ? toRecord('osc26', read.value) : null
    },
  },
  {
    id: '7501',
    examples: (token) => ['7501;state=clear', `7501;state=working:app=${token}`],
    query: { payload: '7501;?', answer: /\x1b\]7501;\?(?:\x07|\x1b\\)/, late: false },
    words: [
      ...['working', 'blocked', 'done', 'error', 'idle'],
      ...['permission', 'question', 'auth'].map((kind) => `blocked:kind=${kind}`),
    ].map((word) => `7501;state=${word}:app=conformance`),
    record: (payload) => {
      const read = parse7501Body(body(payload))
      return read.ok && !('query' in read.value) ? toRecord('osc7501', read.value) : null
    },
  },
  {
    id: '1338',
    // active last: another tool's report would remain next to the words below
    examples: (token) => [`1338;state=working;tool=${token}`, `1338;state=active;tool=${token}`],
    words: ['working', 'waiting', 'done', 'active'].map(
      (word) => `1338;state=${word};tool=conformance`,
    ),
    record: (payload) => {
      const read = parse1338Body(body(payload))
      return read.ok ? toRecord('osc1338', read.value) : null
    },
  },
]
