/**
 * What an event of Claude Code's hooks says about its tab. Pure: JSON text in, frame out. The table
 * is that of docs/emit.md.
 */
import { formatCarrier, type Frame } from '../osc/osc1338.ts'
import { claudeWorks } from './hook-table.ts'
import { readEvent } from './read-event.ts'
import { format88, type Op88 } from '../osc/osc88.ts'

export interface HookReport {
  readonly frame: Frame
  readonly kind?: 'permission' | 'question' | 'other'
  /** Claude takes a `terminalSequence` from this event's hook: not while its screen is not up. */
  readonly mayAnswer: boolean
  /** How the session is resumed, as a frame of OSC 88; absent: nothing new of that. */
  readonly resume?: string
}

/** null: nothing is to be said. `problem` never holds a part of the input. */
export type ClaudeHookReading =
  | { readonly report: HookReport | null }
  | { readonly problem: string }

export function readClaudeHook(json: string, onStop: 'waiting' | 'done'): ClaudeHookReading {
  const read = readEvent(json)
  return 'problem' in read ? read : { report: report(read.fields, onStop) }
}

function report(
  event: Readonly<Record<string, unknown>>,
  onStop: 'waiting' | 'done',
): HookReport | null {
  const { hook_event_name: name, agent_id: agent, cwd } = event
  // a sub-agent's, not the tab's
  if (agent !== undefined && agent !== null && agent !== '') return null
  const said = meaning(name, event, onStop)
  if (said === null) return null
  const [state, kind] = said
  const project =
    typeof cwd === 'string' ? cwd.split('/').findLast((part) => part !== '') : undefined
  const named: Frame = { state, tool: 'claude', ...(project === undefined ? {} : { project }) }
  return {
    // no name of a folder may cost the state
    frame: formatCarrier(named).ok ? named : { state, tool: 'claude' },
    ...(kind === undefined ? {} : { kind }),
    mayAnswer: name !== 'SessionStart' && name !== 'SessionEnd',
    ...resumeOf(event),
  }
}

/** Reasons of SessionEnd by which the user leaves; a machine that goes down gives another one. */
const leavings: readonly unknown[] = ['prompt_input_exit', 'logout']

/** Where a session begins, and where it can be another one than before. */
const renewals: readonly unknown[] = ['SessionStart', 'UserPromptSubmit', 'Stop']

function resumeOf(event: Readonly<Record<string, unknown>>): Pick<HookReport, 'resume'> {
  const { hook_event_name: name, session_id: id, cwd, reason } = event
  let op: Op88
  if (name === 'SessionEnd' && leavings.includes(reason)) op = { op: 'clear' }
  else if (renewals.includes(name) && typeof id === 'string' && /^\w[\w-]{0,127}$/.test(id))
    op = {
      op: 'arm',
      cmd: 'claude',
      args: `--resume ${id}`,
      selfRepaint: false,
      ...(typeof cwd === 'string' && cwd.startsWith('/') ? { cwd } : {}),
    }
  else return {}
  const frame = format88(op)
  return frame.ok ? { resume: frame.value } : {}
}

function meaning(
  name: unknown,
  event: Readonly<Record<string, unknown>>,
  onStop: 'waiting' | 'done',
): readonly [Frame['state'], HookReport['kind']?] | null {
  if (typeof name === 'string' && claudeWorks.includes(name)) return ['working']
  switch (name) {
    case 'SessionStart':
    case 'SessionEnd':
      return ['active']
    case 'PermissionRequest':
      return event['permission_mode'] === 'auto' || event['permission_mode'] === 'bypassPermissions'
        ? null
        : ['waiting', 'permission']
    case 'Elicitation':
      return ['waiting', 'question']
    case 'Notification':
      return notification(event['notification_type'])
    case 'Stop': {
      const tasks = event['background_tasks']
      if (Array.isArray(tasks) && tasks.length > 0) return ['working']
      return onStop === 'done' ? ['done'] : ['waiting', 'other']
    }
    case 'StopFailure':
      return ['waiting', 'other']
    default:
      return null
  }
}

function notification(type: unknown): readonly ['waiting', HookReport['kind']] | null {
  switch (type) {
    case 'permission_prompt':
      return ['waiting', 'permission']
    case 'elicitation_dialog':
    case 'elicitation_url_dialog':
    case 'agent_needs_input':
      return ['waiting', 'question']
    case 'idle_prompt':
      return ['waiting', 'other']
    default:
      return null
  }
}
