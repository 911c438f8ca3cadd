/**
 * The hard cases: what the model and the user do, and the state that the tab must show after each
 * event. run.ts carries them out, and judge.ts compares.
 */
import type { Size } from '../../../src/base/sizes/size.ts'
import type { Reply, Script } from '../script.ts'

/** A state that may be shown; a case requires it after an event. */
export type Wanted =
  | 'working'
  | 'permission'
  | 'question'
  /** A dialog of either kind. */
  | 'dialog'
  /** Nothing runs, and no dialog is shown. */
  | 'rest'
  /** As rest, or the agent reports that it failed. */
  | 'stopped'
  /** The shell's prompt, without a failure. */
  | 'calm'
  /** The shell's prompt, with or without a failure. */
  | 'over'

/** Texts on the screen, by the agent's own patterns (abilities.ts). */
export type Seen =
  | 'permission'
  | 'question'
  | 'plan'
  | 'edit'
  | 'form'
  | 'link'
  | 'act'
  | 'limit'
  /** The permission for a tool of an MCP server; a case omits such steps if it has no pattern. */
  | 'server tool'
  | 'last words'
  | 'shell'

/** Abilities that not every agent has. */
export type Ability =
  | 'helper'
  | 'background'
  | 'question'
  | 'plan'
  /** Writes the file that contains its plan. */
  | 'plan file'
  | 'edit'
  /** Tools of an MCP server: mcp-server.ts. */
  | 'form'
  | 'link'
  | 'act'
  | 'limit'
  | 'compact'
  | 'suspend'

/** Abilities for which the model asks by a tool. */
export type Tooled = Exclude<Ability, 'limit' | 'compact' | 'suspend'>

/** Keys of the agent. */
export type Keys =
  | 'approve'
  | 'deny'
  | 'answer'
  /** Leaves a question. */
  | 'dismiss'
  /** Enters its plan mode. */
  | 'plan mode'
  | 'approve plan'
  | 'interrupt'
  | 'server tool'
  | 'form'
  | 'link'
  | 'act'

/** One step. All but the first two are events, from which the next `expect` is measured. */
export type Step =
  | { readonly expect: Wanted; readonly ms: number; readonly by?: Wanted }
  | { readonly wait: number }
  | { readonly send: true | string }
  | { readonly keys: Keys | { readonly raw: string } }
  | { readonly shows: Seen }
  | { readonly gone: Seen }
  | { readonly resize: Size | null }
  | { readonly kill: true }
  | { readonly mark: string }

export interface Case {
  readonly id: string
  readonly needs?: Ability
  /** Columns of the terminal; it then runs in a session of its own. */
  readonly columns?: number
  /** It ends the agent, so that the next case starts it again. */
  readonly ends?: true
  /** Answers of the model; `call`: the agent's own tool for it. */
  readonly replies?: readonly (Omit<Reply, 'call'> & { readonly call?: Tooled })[]
  readonly helper?: Script['helper']
  readonly aside?: Script['aside']
  readonly steps: readonly Step[]
}

const soon = 300
const ends = 1_000
const working: Step = { expect: 'working', ms: soon }
const sent: readonly Step[] = [{ send: true }, working]
const asked: readonly Step[] = [{ shows: 'permission' }, { expect: 'permission', ms: soon }]
const allowed: readonly Step[] = [
  { wait: 2_000 },
  { keys: 'approve' },
  { gone: 'permission' },
  working,
]
const over: readonly Step[] = [
  { shows: 'last words' },
  { expect: 'rest', ms: ends },
  { wait: 4_000 },
]

const inTool: readonly Step[] = [...sent, ...asked, ...allowed]
const answeredQuestion: readonly Step[] = [
  ...[...sent, { shows: 'question' }, { expect: 'question', ms: soon }, { wait: 5_000 }],
  ...[{ keys: 'answer' }, { gone: 'question' }, working, ...over],
] as readonly Step[]
const think = { waitMs: 3_000 } as const
const nearLimit = {
  'x-codex-primary-used-percent': '92',
  'x-codex-primary-window-minutes': '300',
  'x-codex-primary-reset-after-seconds': '9000',
}

/** Some agents ask for a permission before each tool of an MCP server. */
const askedFirst: readonly Step[] = [
  { shows: 'server tool' },
  { wait: 1_500 },
  { keys: 'server tool' },
]

function asksByMcp(id: string, tool: 'form' | 'link' | 'act', expect: Wanted): Case {
  return {
    id,
    needs: tool,
    replies: [{ ...think, call: tool }, { waitMs: 3_000 }],
    steps: [
      ...(tool === 'act' ? sent : [...sent, ...askedFirst]),
      ...[{ shows: tool }, { expect, ms: soon }, { wait: 3_000 }, { keys: tool }],
      ...[{ gone: tool }, working, ...over],
    ] as readonly Step[],
  }
}

export const cases: readonly Case[] = [
  {
    id: 'permission allowed',
    replies: [{ ...think, run: 'touch made-by-agent' }],
    steps: [...inTool, ...over],
  },
  {
    id: 'permission denied',
    replies: [{ ...think, run: 'touch denied' }],
    steps: [
      ...[...sent, ...asked, { wait: 2_000 }, { keys: 'deny' }, { gone: 'permission' }],
      ...[{ expect: 'rest', ms: 2_500, by: 'working' }, { wait: 5_000 }],
    ] as readonly Step[],
  },
  {
    id: 'tool of 45 s',
    replies: [{ ...think, run: 'touch slow; sleep 45' }],
    steps: [...inTool, ...over],
  },
  { id: 'thinking for 45 s', replies: [{ waitMs: 45_000 }], steps: [...sent, ...over] },
  {
    id: 'Esc in a tool',
    replies: [{ ...think, run: 'touch slow; sleep 50' }],
    steps: [
      ...inTool,
      { wait: 3_000 },
      { keys: 'interrupt' },
      { expect: 'rest', ms: ends, by: 'working' },
      { wait: 4_000 },
    ],
  },
  {
    id: 'edit',
    needs: 'edit',
    replies: [{ ...think, call: 'edit' }],
    steps: [
      ...sent,
      { shows: 'edit' },
      { expect: 'permission', ms: soon },
      { wait: 2_000 },
      { keys: 'approve' },
      { gone: 'edit' },
      { expect: 'working', ms: soon, by: 'rest' },
      ...over,
    ],
  },
  {
    id: 'question answered',
    needs: 'question',
    replies: [{ ...think, call: 'question' }, { waitMs: 3_000 }],
    steps: answeredQuestion,
  },
  {
    id: 'question, then Esc',
    needs: 'question',
    replies: [{ ...think, call: 'question' }],
    steps: [
      ...sent,
      { shows: 'question' },
      { expect: 'question', ms: soon },
      { wait: 3_000 },
      { keys: 'dismiss' },
      { gone: 'question' },
      { expect: 'rest', ms: 2_500, by: 'working' },
      { wait: 5_000 },
    ],
  },
  asksByMcp('form of an MCP server', 'form', 'question'),
  asksByMcp('link of an MCP server', 'link', 'question'),
  asksByMcp('tool of an MCP server', 'act', 'permission'),
  {
    // the agent asks by itself, at the end of its work
    id: 'question about a limit',
    needs: 'limit',
    replies: [{ ...think, headers: nearLimit }],
    steps: [
      ...[...sent, { shows: 'limit' }, { expect: 'question', ms: soon }, { wait: 4_000 }],
      ...[{ keys: 'dismiss' }, { gone: 'limit' }, { expect: 'rest', ms: 2_500 }, { wait: 3_000 }],
    ] as readonly Step[],
  },
  {
    id: 'helper agent of 15 s',
    needs: 'helper',
    replies: [{ ...think, call: 'helper' }, { waitMs: 2_000 }],
    helper: { waitMs: 15_000, text: 'The helper is ready.' },
    steps: [
      ...sent,
      { shows: 'last words' },
      // a helper in the background continues
      { expect: 'rest', ms: 25_000, by: 'working' },
      { wait: 25_000 },
    ],
  },
  {
    id: 'shell in the background',
    needs: 'background',
    replies: [{ ...think, call: 'background' }, { waitMs: 4_000 }],
    steps: [
      ...[...inTool, { shows: 'last words' }, { expect: 'rest', ms: 25_000, by: 'working' }],
      { wait: 25_000 },
    ] as readonly Step[],
  },
  {
    id: 'plan',
    needs: 'plan',
    ends: true, // it continues in another mode
    replies: [{ ...think, call: 'plan file' }, { ...think, call: 'plan' }, { waitMs: 3_000 }],
    steps: [
      { keys: 'plan mode' },
      { wait: 2_000 },
      ...sent,
      { shows: 'plan' },
      { expect: 'dialog', ms: soon },
      { wait: 3_000 },
      { keys: 'approve plan' },
      { gone: 'plan' },
      working,
      ...over,
    ],
  },
  {
    id: 'compaction of 8 s',
    needs: 'compact',
    replies: [{}, { waitMs: 8_000, text: '<summary>Files were made.</summary>' }],
    aside: { waitMs: 8_000, text: '<summary>Files were made.</summary>' },
    steps: [
      // an agent that has just been started has nothing to compact
      ...[...sent, ...over, { send: 'compact' }],
      ...[{ expect: 'working', ms: 1_000 }, { wait: 6_000 }, { mark: 'the end' }],
      // Gemini asks its model twice
      ...[{ expect: 'rest', ms: 14_000, by: 'working' }, { wait: 20_000 }],
    ] as readonly Step[],
  },
  {
    id: 'API error',
    replies: [{ waitMs: 2_000, status: 400 }],
    steps: [
      ...sent,
      { wait: 1_500 },
      { mark: 'the error' },
      { expect: 'stopped', ms: 3_000, by: 'working' },
      { wait: 5_000 },
    ],
  },
  {
    id: 'overload, then an answer',
    replies: [
      { waitMs: 1_000, status: 529 },
      { waitMs: 1_000, status: 529 },
    ],
    steps: [...sent, ...over],
  },
  {
    id: 'network lost for some requests',
    replies: [{ waitMs: 1_000, cut: true }, { cut: true }, { cut: true }, { waitMs: 3_000 }],
    steps: [...sent, ...over],
  },
  {
    id: 'resized while it works',
    replies: [{ waitMs: 10_000 }],
    steps: [
      ...[...sent, { wait: 2_000 }, { resize: { cols: 80, rows: 24 } }, working],
      ...[{ wait: 3_000 }, { resize: null }, working, ...over],
    ] as readonly Step[],
  },
  ...[50, 40].map((columns) => ({
    id: `narrow: ${columns} columns`,
    columns,
    replies: [{ ...think, run: 'touch narrow' }],
    steps: [...inTool, ...over],
  })),
  {
    id: 'question at 40 columns',
    needs: 'question',
    columns: 40,
    replies: [{ ...think, call: 'question' }, { waitMs: 3_000 }],
    steps: answeredQuestion,
  },
  {
    id: 'suspended and resumed',
    needs: 'suspend',
    replies: [{ waitMs: 14_000 }],
    steps: [
      ...[...sent, { wait: 3_000 }, { keys: { raw: '\x1a' } }, { shows: 'shell' }],
      ...[{ expect: 'calm', ms: 1_000 }, { wait: 3_000 }, { send: 'fg' }],
      ...[{ expect: 'working', ms: 2_000 }, ...over],
    ] as readonly Step[],
  },
  {
    id: 'quit while it works',
    ends: true,
    replies: [{ waitMs: 60_000 }],
    steps: [
      ...[...sent, { wait: 3_000 }, { send: 'quit' }, { shows: 'shell' }],
      ...[{ expect: 'calm', ms: soon }, { wait: 2_000 }],
    ] as readonly Step[],
  },
  {
    id: 'killed while it works',
    ends: true,
    replies: [{ waitMs: 60_000 }],
    steps: [
      ...[...sent, { wait: 3_000 }, { kill: true }, { shows: 'shell' }],
      ...[{ expect: 'over', ms: soon }, { wait: 2_000 }],
    ] as readonly Step[],
  },
]
