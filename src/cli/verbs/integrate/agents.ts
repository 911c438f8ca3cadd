/**
 * Agents that can be integrated: their settings files and the format of their hooks. hook-table.ts
 * of the protocol package maps their events.
 */
import { homedir } from 'node:os'
import { isAbsolute, join } from 'node:path'
import { eventsOf, type HookAgent } from '../../../protocol/bin/hook-table.ts'
import { integrated, type IntegratedAgent } from '../../../agents/state/integration.ts'
import { baseFolder } from '../../../host/files/folders.ts'
import type { ProcessEnvironment } from '../../client/discover.ts'

export interface HookShape {
  /** `nested`: `hooks.EVENT[].hooks[]`, as in Claude Code. `flat`: `hooks.EVENT[]`. */
  readonly shape: 'nested' | 'flat'
  readonly command: 'command' | 'bash'
  /** Omits `type`: an agent may refuse a file with an unknown key. */
  readonly untyped?: true
  /** Timeout in the agent's unit, so that a hook never blocks an agent for long. */
  readonly timeout?: Readonly<Record<string, number>>
  /** Tool events, which need a matcher. */
  readonly matched?: readonly string[]
  readonly version?: number
  readonly events: readonly string[]
  /** The input does not name the event, so the command does. */
  readonly namesEvent?: true
  /** Event that a check simulates. */
  readonly sample: string
}

export interface Integration {
  readonly name: IntegratedAgent | 'claude-limits'
  readonly title: string
  readonly programs: readonly string[]
  /** Directory of its settings. `file` is the settings file or directory of scripts in it. */
  readonly folder: (environment: ProcessEnvironment) => string
  readonly file: string
  /** `plugin` and `scripts` are files of vibeflow (own-files.ts). */
  readonly hooks: HookShape | 'plugin' | 'scripts' | 'status-line'
  /** Version that reports natively: integrated only on request. */
  readonly reportsSince?: string
  /** Remaining step for the user. */
  readonly afterwards?: string
}

const tools = ['PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PermissionRequest']

const nested = (agent: HookAgent, sample: string, more: Partial<HookShape> = {}): HookShape => ({
  shape: 'nested',
  command: 'command',
  events: eventsOf(agent),
  sample,
  ...more,
})

export const integrations: readonly Integration[] = [
  {
    name: 'claude',
    title: 'Claude Code',
    programs: ['claude'],
    folder: named('CLAUDE_CONFIG_DIR', '.claude'),
    file: 'settings.json',
    hooks: nested('claude', 'UserPromptSubmit', { timeout: { timeout: 5 }, matched: tools }),
    reportsSince: '2.1.295',
  },
  {
    name: 'codex',
    title: 'Codex',
    programs: ['codex'],
    folder: named('CODEX_HOME', '.codex'),
    file: 'hooks.json',
    hooks: nested('codex', 'UserPromptSubmit'),
    reportsSince: '0.169.0',
    afterwards: 'Codex runs only trusted hooks: run /hooks in Codex and trust them.',
  },
  {
    name: 'gemini',
    title: 'Gemini CLI',
    programs: ['gemini'],
    folder: named(null, '.gemini'),
    file: 'settings.json',
    hooks: nested('gemini', 'BeforeAgent', { timeout: { timeout: 2_000 } }),
  },
  {
    name: 'qwen',
    title: 'Qwen Code',
    programs: ['qwen'],
    folder: named('QWEN_HOME', '.qwen'),
    file: 'settings.json',
    hooks: nested('qwen', 'UserPromptSubmit'),
  },
  {
    name: 'copilot',
    title: 'Copilot CLI',
    programs: ['copilot'],
    folder: named('COPILOT_HOME', '.copilot'),
    file: 'hooks/vibeflow.json',
    hooks: {
      shape: 'flat',
      command: 'bash',
      timeout: { timeoutSec: 5 },
      version: 1,
      events: eventsOf('copilot'),
      namesEvent: true,
      sample: 'userPromptSubmitted',
    },
  },
  {
    name: 'droid',
    title: 'Droid',
    programs: ['droid'],
    folder: named(null, '.factory'),
    file: 'settings.json',
    hooks: nested('droid', 'UserPromptSubmit', { timeout: { timeout: 5 }, matched: tools }),
  },
  {
    name: 'grok',
    title: 'Grok',
    programs: ['grok'],
    folder: named('GROK_HOME', '.grok'),
    file: 'hooks/vibeflow.json',
    hooks: nested('grok', 'UserPromptSubmit'),
  },
  {
    name: 'qodercli',
    title: 'Qoder',
    programs: ['qodercli'],
    folder: named(null, '.qoder'),
    file: 'settings.json',
    hooks: nested('qodercli', 'UserPromptSubmit'),
  },
  {
    name: 'auggie',
    title: 'Auggie',
    programs: ['auggie'],
    folder: named(null, '.augment'),
    file: 'settings.json',
    hooks: nested('auggie', 'PromptSubmit', { timeout: { timeout: 2_000 } }),
  },
  {
    name: 'cline',
    title: 'Cline CLI',
    programs: ['cline'],
    folder: named('CLINE_DIR', '.cline'),
    file: 'hooks',
    hooks: 'scripts',
  },
  {
    name: 'cursor-agent',
    title: 'Cursor CLI',
    programs: ['cursor-agent'],
    folder: named(null, '.cursor'),
    file: 'hooks.json',
    hooks: {
      shape: 'flat',
      command: 'command',
      untyped: true,
      version: 1,
      events: eventsOf('cursor-agent'),
      sample: 'beforeSubmitPrompt',
    },
  },
  {
    name: 'opencode',
    title: 'opencode',
    programs: ['opencode'],
    folder: configured('opencode'),
    file: 'plugins/vibeflow.js',
    hooks: 'plugin',
  },
  {
    name: 'kilo',
    title: 'Kilo',
    programs: ['kilo'],
    folder: configured('kilo'),
    file: 'plugins/vibeflow.js',
    hooks: 'plugin',
  },
]

/** Reads the limits of an account. It is set up only if it is named. */
const claudeLimits: Integration = {
  name: 'claude-limits',
  title: 'Limits of Claude Code',
  programs: ['claude'],
  folder: named('CLAUDE_CONFIG_DIR', '.claude'),
  file: 'settings.json',
  hooks: 'status-line',
}

export const allIntegrations: readonly Integration[] = [...integrations, claudeLimits]

export const agentNames: readonly string[] = [...integrated, claudeLimits.name]

const untried = 'its hooks are not tested. vibeflow reads its screen instead.'
const noNeed = 'it needs none. It reports its state itself.'
/** Agents that cannot be integrated, with the reason. */
export const unwired: Readonly<Record<string, string>> = {
  kimi: untried,
  goose: 'its hooks are not tested. vibeflow guesses its state from output and silence.',
  amp: untried,
  aider:
    'it has no hooks. Start it with --notifications-command "vibeflow-emit waiting --tool=aider".',
  continue: 'its hooks do not run. vibeflow reads its screen instead.',
  crush: noNeed,
  pi: noNeed,
}

function named(variable: string | null, folder: string): Integration['folder'] {
  return (environment) => {
    const value = variable === null ? undefined : environment[variable]
    return value !== undefined && isAbsolute(value) ? value : join(homeOf(environment), folder)
  }
}

function configured(folder: string): Integration['folder'] {
  return (environment) => join(baseFolder('CONFIG', environment, homeOf(environment)), folder)
}

export function homeOf(environment: ProcessEnvironment): string {
  const { HOME: home } = environment
  return home !== undefined && isAbsolute(home) ? home : homedir()
}
