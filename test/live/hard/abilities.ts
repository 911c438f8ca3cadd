/** How each agent does what the hard cases need, or the reason why it can't. */
import type { Call } from '../script.ts'
import type { Ability, Keys, Seen } from './cases.ts'

/** How an agent does it; a text: why it can't. */
type Way<Value> = Value | string

export interface Able {
  /** Tools that the model asks for. */
  readonly calls: Readonly<Record<Exclude<Ability, 'compact' | 'suspend'>, Way<Call>>>
  /** The command that compacts. */
  readonly compact: Way<{ readonly typed: string }>
  readonly suspend: Way<{ readonly key: 'Ctrl+Z' }>
  readonly shown: Readonly<Partial<Record<Seen, RegExp>>>
  readonly keys: Readonly<Partial<Record<Keys, readonly string[]>>>
}

const question = {
  question: 'Which color do you want?',
  header: 'Color',
  multiSelect: false,
  options: [
    { label: 'Red', description: 'It is warm.' },
    { label: 'Blue', description: 'It is cold.' },
  ],
}
const patch = '*** Begin Patch\n*** Add File: new.txt\n+one\n*** End Patch'
const ctrlZ = { key: 'Ctrl+Z' } as const
const noCall = 'the test does not call a tool for it'
const helperPrompt = 'Count the files, and report how many there are.'

/** Agents in which only the usual cases are run. */
const usual: Able = {
  calls: {
    ...{ helper: noCall, background: noCall, question: noCall, plan: noCall, edit: noCall },
    ...{ form: noCall, link: noCall, act: noCall },
  },
  compact: 'the test does not know its command',
  suspend: 'the test does not stop it',
  shown: {},
  keys: { deny: ['\x1b'] },
}

export const abilities: Readonly<Record<string, Able>> = {
  claude: {
    calls: {
      helper: {
        tool: 'Agent',
        input: {
          description: 'Count files',
          prompt: helperPrompt,
          subagent_type: 'general-purpose',
        },
      },
      background: {
        tool: 'Bash',
        input: { command: 'touch slow; sleep 20', run_in_background: true },
      },
      question: { tool: 'AskUserQuestion', input: { questions: [question] } },
      plan: 'its plan mode is chosen by the user',
      edit: { tool: 'Write', input: { file_path: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
      form: { tool: 'mcp__asks__form', input: {} },
      link: { tool: 'mcp__asks__link', input: {} },
      act: { tool: 'mcp__asks__act', input: {} },
    },
    compact: { typed: '/compact' },
    suspend: ctrlZ,
    shown: {
      question: /Enter to select/,
      edit: /Do you want to (create|make)/,
      form: /Which color do you want\?/,
      link: /Sign in to the color service/,
      act: /Do you want to proceed\?/,
    },
    keys: {
      approve: ['1'],
      deny: ['\x1b'],
      answer: ['1'],
      form: ['\r', '\x1b[B', '\r'],
      link: ['\x1b'],
      act: ['1'],
    },
  },
  codex: {
    calls: {
      helper: {
        namespace: 'multi_agent_v1',
        tool: 'spawn_agent',
        input: { message: helperPrompt, agent_type: 'default' },
      },
      background: {
        tool: 'exec_command',
        input: {
          cmd: 'sleep 20',
          yield_time_ms: 1_000,
          sandbox_permissions: 'require_escalated',
          justification: 'May I wait?',
        },
      },
      question: {
        tool: 'request_user_input',
        input: { questions: [{ ...question, id: 'color', multiSelect: undefined }] },
      },
      plan: 'its plan mode is chosen by the user',
      edit: {
        tool: 'exec_command',
        input: {
          cmd: `apply_patch <<'EOF'\n${patch}\nEOF`,
        },
      },
      form: { namespace: 'mcp__asks', tool: 'form', input: {} },
      link: 'it declines the address of such a server',
      act: { namespace: 'mcp__asks', tool: 'act', input: {} },
    },
    compact: { typed: '/compact' },
    suspend: ctrlZ,
    shown: {
      question: /Question 1\/1/,
      edit: /Would you like to make the following edits/,
      form: /Field 1\/1/,
      act: /Field 1\/1/,
    },
    keys: {
      approve: ['y'],
      deny: ['\x1b'],
      answer: ['\r'],
      form: ['\r'],
      act: ['\r'],
    },
  },
  opencode: {
    calls: {
      helper: {
        tool: 'task',
        input: { description: 'Count files', prompt: helperPrompt, subagent_type: 'general' },
      },
      background: noCall,
      question: { tool: 'question', input: { questions: [question] } },
      plan: noCall,
      edit: { tool: 'write', input: { filePath: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
      form: noCall,
      link: noCall,
      act: noCall,
    },
    compact: { typed: '/compact' },
    suspend: ctrlZ,
    shown: { question: /esc dismiss/, edit: /Permission required/ },
    keys: { approve: ['\r'], deny: ['\x1b'], answer: ['\r'] },
  },
  gemini: {
    calls: {
      helper: noCall,
      background: {
        tool: 'run_shell_command',
        input: { command: 'sleep 20', is_background: true },
      },
      question: {
        tool: 'ask_user',
        input: { questions: [{ ...question, type: 'choice' }] },
      },
      plan: 'its plan mode is chosen by the user',
      edit: { tool: 'write_file', input: { file_path: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
      form: noCall,
      link: noCall,
      act: noCall,
    },
    compact: { typed: '/compress' },
    suspend: 'Ctrl+Z does not stop it while it works',
    shown: {
      question: /Enter to select/,
      edit: /Apply this change\?/,
    },
    keys: { approve: ['\r'], deny: ['\x1b'], answer: ['\r'] },
  },
  ...Object.fromEntries(
    ['qwen', 'copilot', 'kilo', 'cline', 'droid', 'auggie', 'continue', 'kimi', 'nanocoder'].map(
      (id) => [id, usual],
    ),
  ),
  cline: { ...usual, keys: { deny: ['n'] } },
  auggie: { ...usual, keys: { deny: ['d'] } },
  grok: { ...usual, keys: { deny: ['\x1b'], interrupt: ['\x03'] } },
}
