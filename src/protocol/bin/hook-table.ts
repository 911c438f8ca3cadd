/**
 * What the events of agents' hooks say, in the words of OSC 7501: the one table behind `--hook
 * AGENT`. vibeflow-emit.sh has a copy between two marks, which a test makes anew. Claude Code's
 * events need more than a table (claude-hook.ts), but which of them are wired stands here too.
 *
 * Left out on purpose: events that come before the agent decided whether it must ask (Copilot's
 * permissionRequest), starts of a session that come with its first prompt (Copilot's sessionStart),
 * and notices that an agent waits for the next prompt, for they come after the end of a turn too
 * and would take its mark away.
 */
import type { Report } from '../osc/osc7501.ts'

export type HookMeaning = Report['state'] | `blocked:${NonNullable<Report['kind']>}`

export interface HookRow {
  readonly event: string
  /** The event says it only when this field of its JSON contains this text. */
  readonly when?: readonly [field: string, text: string]
  readonly says: HookMeaning
}

/** Names that many agents took over from Claude Code. */
const common: readonly HookRow[] = [
  { event: 'SessionStart', says: 'idle' },
  { event: 'UserPromptSubmit', says: 'working' },
  { event: 'PreToolUse', says: 'working' },
  { event: 'PermissionRequest', says: 'blocked:permission' },
  { event: 'PostToolUse', says: 'working' },
  { event: 'Stop', says: 'done' },
  { event: 'SessionEnd', says: 'clear' },
]

const commonWithout = (...events: readonly string[]) =>
  common.filter(({ event }) => !events.includes(event))

/** By the agent's name for OSC 7501's `app`; the first row that fits counts. */
export const hookTable = {
  codex: [...common, { event: 'Interrupt', says: 'idle' }],
  gemini: [
    { event: 'SessionStart', says: 'idle' },
    { event: 'BeforeAgent', says: 'working' },
    { event: 'BeforeTool', says: 'working' },
    {
      event: 'Notification',
      when: ['notification_type', 'ToolPermission'],
      says: 'blocked:permission',
    },
    { event: 'AfterTool', says: 'working' },
    { event: 'AfterAgent', says: 'done' },
    { event: 'SessionEnd', says: 'clear' },
  ],
  qwen: [
    ...common,
    { event: 'PostToolUseFailure', says: 'working' },
    { event: 'StopFailure', says: 'error' },
  ],
  qodercli: [...common, { event: 'StopFailure', says: 'error' }],
  copilot: [
    { event: 'userPromptSubmitted', says: 'working' },
    { event: 'preToolUse', says: 'working' },
    { event: 'notification', when: ['title', 'Permission'], says: 'blocked:permission' },
    {
      event: 'notification',
      when: ['notification_type', 'permission_prompt'],
      says: 'blocked:permission',
    },
    {
      event: 'notification',
      when: ['notification_type', 'elicitation_dialog'],
      says: 'blocked:question',
    },
    { event: 'postToolUse', says: 'working' },
    { event: 'errorOccurred', says: 'error' },
    { event: 'agentStop', says: 'done' },
    { event: 'sessionEnd', says: 'clear' },
  ],
  droid: [
    ...commonWithout('PermissionRequest'),
    { event: 'Notification', when: ['message', 'permission'], says: 'blocked:permission' },
  ],
  grok: [
    ...commonWithout('PermissionRequest'),
    {
      event: 'Notification',
      when: ['notificationType', 'permission_prompt'],
      says: 'blocked:permission',
    },
    {
      event: 'Notification',
      when: ['notificationType', 'elicitation_dialog'],
      says: 'blocked:question',
    },
    { event: 'StopFailure', says: 'error' },
  ],
  auggie: [
    { event: 'SessionStart', says: 'idle' },
    { event: 'PromptSubmit', says: 'working' },
    { event: 'PreToolUse', says: 'working' },
    { event: 'PostToolUse', says: 'working' },
    { event: 'Stop', when: ['agent_stop_cause', 'interrupted'], says: 'idle' },
    { event: 'Stop', when: ['agent_stop_cause', 'error'], says: 'error' },
    { event: 'Stop', says: 'done' },
    { event: 'SessionEnd', says: 'clear' },
  ],
  // SessionShutdown comes when a turn is cancelled, and not when Cline ends
  cline: [
    { event: 'TaskStart', says: 'working' },
    { event: 'PreToolUse', says: 'working' },
    { event: 'PostToolUse', says: 'working' },
    { event: 'TaskComplete', says: 'done' },
    { event: 'TaskError', says: 'error' },
    { event: 'TaskCancel', says: 'idle' },
    { event: 'SessionShutdown', says: 'idle' },
  ],
  // preToolUse and beforeShellExecution wait for what a hook says: nothing is put in their way
  'cursor-agent': [
    { event: 'sessionStart', says: 'idle' },
    { event: 'beforeSubmitPrompt', says: 'working' },
    { event: 'postToolUse', says: 'working' },
    { event: 'stop', when: ['status', 'aborted'], says: 'idle' },
    { event: 'stop', when: ['status', 'error'], says: 'error' },
    { event: 'stop', says: 'done' },
    { event: 'sessionEnd', says: 'clear' },
  ],
} as const satisfies Readonly<Record<string, readonly HookRow[]>>

/** Those of Claude Code that mean that it works, whatever else they say: the frequent ones. */
export const claudeWorks: readonly string[] = [
  'UserPromptSubmit',
  'PreToolUse',
  'PostToolUse',
  'PostToolUseFailure',
  'ElicitationResult',
]

/** All that claude-hook.ts knows. */
export const claudeEvents: readonly string[] = [
  'SessionStart',
  ...claudeWorks,
  'PermissionRequest',
  'Elicitation',
  'Notification',
  'Stop',
  'StopFailure',
  'SessionEnd',
]

export type TabledAgent = keyof typeof hookTable
export type HookAgent = TabledAgent | 'claude'

export const hookAgents: readonly HookAgent[] = [
  'claude',
  ...(Object.keys(hookTable) as TabledAgent[]),
]

export function isHookAgent(word: string): word is HookAgent {
  return (hookAgents as readonly string[]).includes(word)
}

/** The field of an event that only a sub-agent's has a text in: its state is not the tab's. */
export function subAgentField(agent: HookAgent): string {
  return agent === 'cline' ? 'parent_agent_id' : 'agent_id'
}

/** The events to wire, each once. */
export function eventsOf(agent: HookAgent): readonly string[] {
  return agent === 'claude'
    ? claudeEvents
    : [...new Set(hookTable[agent].map(({ event }) => event))]
}
