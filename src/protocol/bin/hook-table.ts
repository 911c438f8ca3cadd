/**
 * Maps the hook events of agents to states of OSC 7501: the table for `--hook AGENT`.
 * vibeflow-emit.sh has a copy between two marks, which a test generates. claude-hook.ts handles
 * Claude Code's events; this file lists which ones are installed.
 *
 * Three kinds of events are omitted on purpose: events before the agent decides whether to ask
 * (Copilot's permissionRequest), session starts that come with the first prompt (Copilot's
 * sessionStart), and notices that an agent waits for a prompt. These also follow the end of a turn
 * and would hide its state.
 */
import type { Report } from '../osc/osc7501.ts'

type HookMeaning = Report['state'] | `blocked:${NonNullable<Report['kind']>}`

export interface HookRow {
  readonly event: string
  /** Applies only if this field of the event contains this text. */
  readonly when?: readonly [field: string, text: string]
  readonly says: HookMeaning
}

/** Event names that many agents share with Claude Code. */
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

const on = (
  event: string,
  says: HookMeaning,
  when: readonly [field: string, text: string],
): HookRow => ({ event, when, says })

/** By the agent's `app` name in OSC 7501. The first matching row applies. */
export const hookTable = {
  codex: [...common, { event: 'Interrupt', says: 'idle' }],
  gemini: [
    { event: 'SessionStart', says: 'idle' },
    { event: 'BeforeAgent', says: 'working' },
    { event: 'BeforeTool', says: 'working' },
    on('Notification', 'blocked:permission', ['notification_type', 'ToolPermission']),
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
    on('notification', 'blocked:permission', ['notification_type', 'permission_prompt']),
    on('notification', 'blocked:question', ['notification_type', 'elicitation_dialog']),
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
    on('Notification', 'blocked:permission', ['notificationType', 'permission_prompt']),
    on('Notification', 'blocked:question', ['notificationType', 'elicitation_dialog']),
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
  // Cline sends SessionShutdown when a turn is canceled, and not when it exits
  cline: [
    { event: 'TaskStart', says: 'working' },
    { event: 'PreToolUse', says: 'working' },
    { event: 'PostToolUse', says: 'working' },
    { event: 'TaskComplete', says: 'done' },
    { event: 'TaskError', says: 'error' },
    { event: 'TaskCancel', says: 'idle' },
    { event: 'SessionShutdown', says: 'idle' },
  ],
  // preToolUse and beforeShellExecution would make the agent wait for the hook
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

/** Claude Code events that always mean that it works; the frequent ones. */
export const claudeWorks: readonly string[] = [
  ...['UserPromptSubmit', 'PreToolUse', 'PostToolUse', 'PostToolUseFailure', 'PostToolBatch'],
  'ElicitationResult',
]

/** All events that claude-hook.ts handles. */
const claudeEvents: readonly string[] = [
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

/** Returns the field that has text only in a subagent's events, whose state is not the tab's. */
export function subAgentField(agent: HookAgent): string {
  return agent === 'cline' ? 'parent_agent_id' : 'agent_id'
}

export function eventsOf(agent: HookAgent): readonly string[] {
  return agent === 'claude'
    ? claudeEvents
    : [...new Set(hookTable[agent].map(({ event }) => event))]
}
