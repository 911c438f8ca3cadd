/** How each agent does what the hard cases need, or the reason why it can't. */
import type { Call } from '../script.ts'
import type { Keys, Seen, Tooled } from './cases.ts'

/** How an agent does it; a text: why it can't. */
type Way<Value> = Value | string

export interface Able {
  /** Tools that the model asks for; a plan may be an answer instead. */
  readonly calls: Readonly<Record<Exclude<Tooled, 'plan file'>, Way<Call | { text: string }>>> & {
    readonly 'plan file'?: Call
  }
  /** The command that compacts. */
  readonly compact: Way<{
    readonly typed: string
    /** Key that confirms it. */
    readonly confirm?: string
  }>
  readonly suspend: Way<{ readonly key: 'Ctrl+Z' }>
  /** It asks a question when its account is near a limit. */
  readonly limit?: true
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
const shiftTab = '\x1b[Z'
const plan = '# Plan\n\n1. Make a file.\n2. Count the files.\n'
const noCall = 'the test does not call a tool for it'
const notStopped = 'Ctrl+Z does not stop it'
const asksFirst = 'it asks for a permission first'
const noForms = 'it tells the server that it can show none'
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

/** opencode, and Kilo, which is built on it. */
const likeOpencode: Able = {
  calls: {
    helper: {
      tool: 'task',
      input: { description: 'Count files', prompt: helperPrompt, subagent_type: 'general' },
    },
    background: noCall,
    question: { tool: 'question', input: { questions: [question] } },
    plan: { tool: 'plan_exit', input: {} },
    edit: { tool: 'write', input: { filePath: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
    link: noCall,
    form: noForms,
    act: { tool: 'asks_act', input: {} },
  },
  compact: { typed: '/compact' },
  suspend: ctrlZ,
  shown: {
    question: /esc dismiss|select +submit +dismiss/,
    plan: /esc dismiss/,
    edit: /Permission required/,
  },
  keys: {
    ...{ approve: ['\r'], deny: ['\x1b'], answer: ['\r'] },
    ...{ 'plan mode': ['\t'], 'approve plan': ['\r'] },
  },
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
      'plan file': { tool: 'Write', input: { file_path: 'PLAN_FILE', content: plan } },
      plan: { tool: 'ExitPlanMode', input: { plan } },
      edit: { tool: 'Write', input: { file_path: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
      form: { tool: 'mcp__asks__form', input: {} },
      link: { tool: 'mcp__asks__link', input: {} },
      act: { tool: 'mcp__asks__act', input: {} },
    },
    compact: { typed: '/compact' },
    suspend: ctrlZ,
    shown: {
      question: /Enter to select/,
      plan: /ready to execute\. Would you like to proceed\?/,
      edit: /Do you want to (create|make)/,
      form: /Which color do you want\?/,
      link: /Sign in to the color service/,
      act: /Do you want to proceed\?/,
    },
    keys: {
      approve: ['1'],
      deny: ['\x1b'],
      answer: ['1'],
      'plan mode': [shiftTab, shiftTab],
      'approve plan': ['1'],
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
      plan: { text: `<proposed_plan>\n${plan}</proposed_plan>` },
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
    limit: true,
    shown: {
      question: /Question 1\/1/,
      plan: /Implement this plan\?/,
      limit: /Approaching rate limits/,
      edit: /Would you like to make the following edits/,
      form: /Field 1\/1/,
      act: /Field 1\/1/,
    },
    keys: {
      approve: ['y'],
      deny: ['\x1b'],
      answer: ['\r'],
      'plan mode': [shiftTab],
      'approve plan': ['\r'],
      form: ['\r'],
      act: ['\r'],
    },
  },
  opencode: likeOpencode,
  kilo: { ...likeOpencode, keys: { ...likeOpencode.keys, deny: ['\x1b', '\r'] } },
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
      'plan file': { tool: 'write_file', input: { file_path: 'PLAN_FILE', content: plan } },
      plan: { tool: 'exit_plan_mode', input: { plan_filename: 'plan.md' } },
      edit: { tool: 'write_file', input: { file_path: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
      link: noCall,
      form: noForms,
      act: { tool: 'mcp_asks_act', input: {} },
    },
    compact: { typed: '/compress' },
    suspend: 'Ctrl+Z does not stop it while it works',
    shown: {
      question: /Enter to select/,
      plan: /Ready to start implementation\?/,
      edit: /Apply this change\?/,
    },
    keys: {
      ...{ approve: ['\r'], deny: ['\x1b'], answer: ['\r'] },
      ...{ 'plan mode': [shiftTab, shiftTab], 'approve plan': ['\r'] },
    },
  },
  continue: {
    ...usual,
    calls: {
      ...usual.calls,
      form: asksFirst,
      act: { tool: 'act', input: {} },
      question: {
        tool: 'AskQuestion',
        input: { question: question.question, options: ['Red', 'Blue'] },
      },
      edit: { tool: 'Write', input: { filepath: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
    },
    compact: { typed: '/compact' },
    suspend: notStopped,
    shown: { question: /^.*Blue\s*│?\s*$/m, edit: /Would you like to continue/ },
    keys: { deny: ['\x1b'], answer: ['\r'] },
  },
  nanocoder: {
    ...usual,
    calls: {
      ...usual.calls,
      form: asksFirst,
      act: { tool: 'act', input: {} },
      question: {
        tool: 'ask_user',
        input: { question: question.question, options: ['Red', 'Blue'] },
      },
      edit: { tool: 'write_file', input: { path: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
    },
    compact: { typed: '/compact' },
    suspend: notStopped,
    shown: { question: /↑\/↓\s+to\s+move/, edit: /Yes, execute this tool/ },
    keys: { deny: ['\x1b'], answer: ['\r'] },
  },
  qwen: {
    ...usual,
    calls: {
      ...usual.calls,
      form: noForms,
      act: { tool: 'mcp__asks__act', input: {} },
      helper: {
        tool: 'agent',
        input: {
          ...{ description: 'Count files', prompt: helperPrompt },
          subagent_type: 'general-purpose',
        },
      },
      background: {
        tool: 'run_shell_command',
        input: { command: 'touch slow; sleep 20', is_background: true },
      },
      question: { tool: 'ask_user_question', input: { questions: [question] } },
      plan: { tool: 'exit_plan_mode', input: { plan } },
      edit: { tool: 'write_file', input: { file_path: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
    },
    compact: { typed: '/compress' },
    suspend: ctrlZ,
    shown: {
      plan: /Would you like to proceed\?/,
      question: /Which color do you want\?[^]*1\. Red/,
      edit: /Apply this change\?/,
    },
    keys: {
      ...{ deny: ['\x1b'], answer: ['\r'] },
      ...{ 'plan mode': ['/plan', '\r'], 'approve plan': ['\r'] },
    },
  },
  copilot: {
    calls: {
      ...usual.calls,
      helper: {
        tool: 'task',
        input: {
          ...{ name: 'counter', description: 'Count files', prompt: helperPrompt },
          agent_type: 'general-purpose',
        },
      },
      background: {
        tool: 'bash',
        input: { command: 'touch slow; sleep 20', description: 'Wait', mode: 'async' },
      },
      question: {
        tool: 'ask_user',
        input: {
          message: question.question,
          requestedSchema: {
            properties: { color: { type: 'string', title: 'Color', enum: ['Red', 'Blue'] } },
            required: ['color'],
          },
        },
      },
      plan: { tool: 'exit_plan_mode', input: { summary: plan } },
      edit: { tool: 'create', input: { path: 'PROJECT/new.txt', file_text: 'one\ntwo\n' } },
      form: { tool: 'asks-form', input: {} },
      link: { tool: 'asks-link', input: {} },
      act: { tool: 'asks-act', input: {} },
    },
    compact: { typed: '/compact' },
    suspend: ctrlZ,
    shown: {
      plan: /Plan Ready for Review/,
      question: /enter (to )?(select|accept|confirm|submit)/i,
      edit: /Do you want to (create|edit)/i,
      form: /enter (to )?(select|accept|confirm|submit)/i,
      link: /Sign in to the color service/,
      act: /Do you want to/,
    },
    keys: {
      ...{ deny: ['\x1b'], answer: ['\r'], form: ['\r'], link: ['\x1b'], act: ['\r'] },
      ...{ 'plan mode': [shiftTab], 'approve plan': ['\x1b[B', '\r'] },
    },
  },
  cline: {
    ...usual,
    calls: {
      ...usual.calls,
      form: noForms,
      act: { tool: 'asks__act', input: {} },
      helper: asksFirst,
      question: {
        tool: 'ask_question',
        input: { question: question.question, options: ['Red', 'Blue'] },
      },
      plan: { tool: 'switch_to_act_mode', input: {} },
      edit: { tool: 'editor', input: { path: 'PROJECT/new.txt', new_text: 'one\ntwo\n' } },
    },
    compact: { typed: '/compact' },
    suspend: notStopped,
    shown: {
      plan: /act mode/i,
      question: /Cline is asking a question/,
      edit: /Approve tool call\?/,
    },
    keys: {
      ...{ deny: ['n'], answer: ['1', '\r'] },
      'plan mode': ['\t'],
      'approve plan': ['y'],
    },
  },
  droid: {
    ...usual,
    calls: {
      ...usual.calls,
      form: noForms,
      act: { tool: 'asks___act', input: {} },
      helper: {
        tool: 'Task',
        input: {
          ...{ description: 'Count files', prompt: helperPrompt, await: true },
          subagent_type: 'worker',
        },
      },
      question: {
        tool: 'AskUser',
        input: {
          questionnaire:
            `1. [question] ${question.question}\n[topic] Color\n` + '[option] Red\n[option] Blue',
        },
      },
      plan: { tool: 'ExitSpecMode', input: { plan, title: 'A file' } },
      edit: { tool: 'Create', input: { file_path: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
    },
    compact: { typed: '/compress', confirm: '\r' },
    suspend: ctrlZ,
    shown: {
      plan: /Proceed with (the proposal|Manual Approvals)/,
      question: /ESC stop agent/,
      edit: /Yes, allow|to approve/i,
    },
    keys: {
      ...{ deny: ['\x1b'], answer: ['\r'] },
      ...{ 'plan mode': [shiftTab], 'approve plan': ['\r', '\r'] },
    },
  },
  kimi: {
    ...usual,
    calls: {
      ...usual.calls,
      form: noForms,
      act: { tool: 'mcp__asks__act', input: {} },
      helper: { tool: 'Agent', input: { description: 'Count files', prompt: helperPrompt } },
      background: {
        tool: 'Bash',
        input: { command: 'touch slow; sleep 20', description: 'Wait', run_in_background: true },
      },
      question: {
        tool: 'AskUserQuestion',
        input: { questions: [{ ...question, multiSelect: undefined }] },
      },
      'plan file': { tool: 'Write', input: { path: 'PLAN_FILE', content: plan } },
      plan: { tool: 'ExitPlanMode', input: {} },
      edit: { tool: 'Write', input: { path: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
    },
    compact: { typed: '/compact' },
    suspend: notStopped,
    shown: {
      plan: /Ready to build with this plan\?/,
      act: /Approve mcp__asks__act\?/,
      question: /↵ (choose|toggle|save|confirm)/,
      edit: /Write this file\?|Apply these edits\?/i,
    },
    keys: {
      ...{ deny: ['\x1b'], answer: ['\r', '\r'] },
      ...{ 'plan mode': ['/plan', '\r'], 'approve plan': ['\r'] },
    },
  },
  letta: {
    ...usual,
    calls: {
      ...usual.calls,
      question: { tool: 'AskUserQuestion', input: { questions: [question] } },
      plan: 'its settings disable its plan mode',
      edit: { tool: 'Write', input: { file_path: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
    },
    compact: { typed: '/compact' },
    suspend: ctrlZ,
    shown: {
      question: /1\. Red/,
      edit: /No, and tell Letta/,
    },
    keys: { deny: ['\x1b'], answer: ['\r'] },
  },
  auggie: {
    ...usual,
    calls: { ...usual.calls, act: 'it asks for no permission for such a tool' },
    suspend: ctrlZ,
    keys: { deny: ['d'] },
  },
  grok: {
    calls: {
      ...usual.calls,
      form: { tool: 'asks__form', input: {} },
      link: { tool: 'asks__link', input: {} },
      act: { tool: 'asks__act', input: {} },
      helper: asksFirst,
      background: {
        tool: 'run_terminal_command',
        input: { command: 'touch slow; sleep 20', description: 'Wait', background: true },
      },
      question: { tool: 'ask_user_question', input: { questions: [question] } },
      'plan file': { tool: 'write', input: { file_path: 'PLAN_FILE', content: plan } },
      plan: { tool: 'exit_plan_mode', input: {} },
      edit: { tool: 'write', input: { file_path: 'PROJECT/new.txt', content: 'one\ntwo\n' } },
    },
    compact: { typed: '/compact' },
    suspend: notStopped,
    shown: {
      act: /Allow \(Asks\) Act\?/,
      'server tool': /Allow \(Asks\)/,
      form: /requests your input/,
      link: /Sign in to the color service/,
      plan: /a:approve|approve or request changes/,
      question: /\([●○]\) Red/,
      edit: /\([●○]\) No, reject/,
    },
    keys: {
      'plan mode': ['/plan', '\r'],
      'approve plan': ['a'],
      ...{ 'server tool': ['3'], form: ['\r', '\t', '\r'], link: ['d'] },
      deny: ['4', '\r'],
      answer: ['1'],
      dismiss: ['\x03'],
      interrupt: ['\x03'],
    },
  },
}
