/** Converts a Claude Code hook event to a frame (docs/reference/vibeflow-emit.md). */
import { formatCarrier, type Frame } from '../osc/osc1338.ts'
import { claudeWorks } from './hook-table.ts'
import { readEvent } from './read-event.ts'
import { format88, type Op88 } from '../osc/osc88.ts'

interface HookReport {
  readonly frame: Frame
  readonly kind?: 'permission' | 'question' | 'other'
  /** Whether Claude accepts a `terminalSequence` from this event's hook: not without its screen. */
  readonly mayAnswer: boolean
  /** How to resume the session, as an OSC 88 frame; absent if unchanged. */
  readonly resume?: string
}

/** `null`: nothing to report. `problem` never contains input. */
type ClaudeHookReading = { readonly report: HookReport | null } | { readonly problem: string }

export function readClaudeHook(json: string, onStop: 'waiting' | 'done'): ClaudeHookReading {
  const read = readEvent(json)
  return 'problem' in read ? read : { report: report(read.fields, onStop) }
}

function report(
  event: Readonly<Record<string, unknown>>,
  onStop: 'waiting' | 'done',
): HookReport | null {
  const { hook_event_name: name, agent_id: agent, cwd } = event
  // from a subagent, not the tab
  if (agent !== undefined && agent !== null && agent !== '') return null
  const said = meaning(name, event, onStop)
  if (said === null) return null
  const [state, kind] = said
  const project =
    typeof cwd === 'string' ? cwd.split('/').findLast((part) => part !== '') : undefined
  const named: Frame = { state, tool: 'claude', ...(project === undefined ? {} : { project }) }
  return {
    // a directory name must not prevent the report
    frame: formatCarrier(named).ok ? named : { state, tool: 'claude' },
    ...(kind === undefined ? {} : { kind }),
    mayAnswer: name !== 'SessionStart' && name !== 'SessionEnd',
    ...resumeOf(event),
  }
}

/** SessionEnd reasons that show that the user left. A shutdown gives another reason. */
const leavings: readonly unknown[] = ['prompt_input_exit', 'logout']

/** Events at which a session starts or may have changed. */
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
  // biome-ignore format: a table, read by its columns
  switch (name) {
    case 'SessionEnd': return ['active']
    // after a compaction, which may be in the middle of a task
    case 'SessionStart': return event['source'] === 'compact' ? null : ['active']
    case 'PermissionRequest':
      return event['permission_mode'] === 'auto' || event['permission_mode'] === 'bypassPermissions'
        ? null
        : ['waiting', 'permission']
    case 'Elicitation': return ['waiting', 'question']
    case 'Notification': return notification(event['notification_type'])
    case 'Stop': {
      const tasks = event['background_tasks']
      if (Array.isArray(tasks) && tasks.length > 0) return ['working']
      return onStop === 'done' ? ['done'] : ['waiting', 'other']
    }
    case 'StopFailure': return ['waiting', 'other']
    default: return null
  }
}

function notification(type: unknown): readonly ['waiting', HookReport['kind']] | null {
  // biome-ignore format: a table, read by its columns
  switch (type) {
    case 'permission_prompt': return ['waiting', 'permission']
    case 'elicitation_dialog': case 'elicitation_url_dialog': case 'agent_needs_input':
      return ['waiting', 'question']
    case 'idle_prompt': return ['waiting', 'other']
    default: return null
  }
}
