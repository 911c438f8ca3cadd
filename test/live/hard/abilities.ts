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
const ctrlZ = { key: 'Ctrl+Z' } as const
const noCall = 'the test does not call a tool for it'
const helperPrompt = 'Count the files, and report how many there are.'

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
      background: { tool: 'Bash', input: { command: 'sleep 20', run_in_background: true } },
      question: { tool: 'AskUserQuestion', input: { questions: [question] } },
      plan: 'its plan mode is chosen by the user',
      edit: { tool: 'Write', input: { file_path: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
    },
    compact: { typed: '/compact' },
    suspend: ctrlZ,
    shown: { question: /Enter to select/, edit: /Do you want to (create|make)/ },
    keys: { approve: ['1'], deny: ['\x1b'], answer: ['1'] },
  },
  codex: {
    calls: {
      helper: noCall,
      background: noCall,
      question: noCall,
      plan: noCall,
      edit: 'it edits with a tool of another form',
    },
    compact: { typed: '/compact' },
    suspend: ctrlZ,
    shown: {},
    keys: { approve: ['y'], deny: ['\x1b'] },
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
    },
    compact: { typed: '/compress' },
    suspend: 'Ctrl+Z does not stop it while it works',
    shown: {
      question: /Enter to select/,
      edit: /Apply this change\?/,
    },
    keys: { approve: ['\r'], deny: ['\x1b'], answer: ['\r'] },
  },
}
