/** Texts for a tab's state: subtitle and accessible name. Color and icon never appear alone. */
import { hasFailed } from '../../../agents/process/exit-codes.ts'
import type { TabState, TabView } from './tab-view.ts'
import { agentName } from './agent-names.ts'
import { markWords } from './tab-mark.ts'
import { sinceText, sinceWords } from '../../../base/text/since.ts'
import { fill } from '../../../base/text/template.ts'

export type Described = Pick<
  TabView,
  | 'title'
  | 'project'
  | 'state'
  | 'agent'
  | 'exit'
  | 'call'
  | 'mark'
  | 'muted'
  | 'detail'
  | 'contexts'
  | 'queue'
  | 'account'
> & {
  /** For a tab with several panes. */
  readonly panes?: { readonly of: number; readonly need: number }
}

const needs = {
  permission: 'permission',
  question: 'question',
  auth: 'login',
  other: 'your turn',
  password: 'password',
  input: 'input?',
} as const

/** Returns the text for a need: `permission`, `your turn`. */
export function needsWord(kind: NonNullable<Described['agent']>['kind']): string {
  return needs[kind ?? 'other']
}

/** Returns the text for a tab's need: `permission`; for the user's turn also `limited`. */
export function needOf(agent: Described['agent'], wallClock: (at: number) => string): string {
  const limited = (agent?.kind ?? 'other') === 'other' ? limitWords(agent, wallClock) : ''
  return limited === '' ? needsWord(agent?.kind) : limited
}

/** Returns `2 of 4` for panes. */
export function countOf({ need, of }: NonNullable<Described['panes']>): string {
  return `${need} of ${of}`
}

const words: Readonly<Record<TabState, string>> = {
  active: '',
  idle: 'idle',
  working: 'working',
  waiting: 'needs you',
  done: 'done',
  error: 'failed',
}

/** Returns `needs you: permission`, `working`; a guess has a question mark. */
export function stateWord(
  { state, agent, exit, panes }: Described,
  wallClock: (at: number) => string,
): string {
  if (exit !== undefined && (exit.code !== 0 || exit.signal !== null)) return exitWord(exit)
  const failed =
    agent?.exitCode !== undefined &&
    hasFailed(agent.exitCode) &&
    (state === 'active' || state === 'idle')
      ? `exit ${agent.exitCode}`
      : ''
  const limited = limitWords(agent, wallClock)
  const word =
    state !== 'waiting'
      ? words[state]
      : panes === undefined
        ? `needs you: ${needOf(agent, wallClock)}`
        : `${countOf(panes)} panes ${panes.need === 1 ? 'needs' : 'need'} you`
  const sure = agent?.confidence === 'guess' && word !== '' ? `${word}?` : word
  const snoozed =
    state === 'waiting' && agent?.snoozedUntil != null
      ? `snoozed until ${wallClock(agent.snoozedUntil)}`
      : ''
  const beside = word.includes(limited) ? '' : limited
  return [sure, failed, beside, snoozed].filter((part) => part !== '').join(', ')
}

/** Returns `limited until 14:20`, or `limited`; empty if no limit is reached. */
function limitWords(agent: Described['agent'], wallClock: (at: number) => string): string {
  if (agent?.limit === undefined) return ''
  const { until } = agent.limit
  const time = until === undefined ? '' : wallClock(until)
  return time === '' ? 'limited' : `limited until ${time}`
}

/** Returns `exit 3`, `SIGKILL`, `out of memory` or `exit unknown`. */
export function exitWord({
  code,
  signal,
  outOfMemory,
}: Pick<NonNullable<TabView['exit']>, 'code' | 'signal' | 'outOfMemory'>): string {
  if (outOfMemory === true) return 'out of memory'
  return signal ?? `exit ${code ?? 'unknown'}`
}

/**
 * Returns the fields of `tabs.subtitle`: `state` with `+1` for each further agent, `exit` as `exit
 * 3`. Text of the title is not repeated; the directory replaces an equal project.
 * @param twin distinguishes the tab from another with the same text (duplicate-titles.ts)
 */
export function subtitleFields(
  view: Described & Partial<Pick<TabView, 'place' | 'branch'>>,
  now: number,
  wallClock: (at: number) => string,
  twin?: string,
): Readonly<
  Record<
    | 'project'
    | 'branch'
    | 'account'
    | 'state'
    | 'since'
    | 'tool'
    | 'message'
    | 'directory'
    | 'exit',
    string
  >
> {
  const { agent, exit, place = '' } = view
  // a detail replaces the location for half a minute
  const where = [view.project, place].find((name) => name !== view.title) ?? ''
  const project = view.detail ?? (twin === undefined ? where : `${where} (${twin})`.trim())
  const more = agent !== undefined && agent.more > 0 ? ` +${agent.more}` : ''
  const code = agent?.exitCode
  return {
    project,
    branch: view.detail === undefined ? (view.branch ?? '') : '',
    account: view.account ?? '',
    state: [`${stateWord(view, wallClock)}${more}`, queueWords(view)]
      .filter((part) => part !== '')
      .join(', '),
    since: lasts(view) ? sinceText(now - view.agent.since) : '',
    tool: agent === undefined || view.state === 'active' ? '' : agentName(agent.tool),
    message: agent?.message ?? '',
    directory: place,
    exit: exit !== undefined ? exitWord(exit) : code === undefined ? '' : `exit ${code}`,
  }
}

/** Returns the sidebar's third line: message, else directory, else agent, if not above. */
export function thirdLine(
  view: Pick<TabView, 'agent' | 'title' | 'project' | 'place' | 'state'>,
): string {
  const { agent, title, project, place, state } = view
  const tool = agent === undefined || state === 'active' ? '' : agentName(agent.tool)
  const above = [title, project, '']
  return [agent?.message ?? '', place, tool].find((line) => !above.includes(line)) ?? ''
}

export const usualSubtitle = '{project} · {branch} · {state} · {since}'

/** The second line in lists, which have more room than a tab. */
const listSubtitle = '{project} · {branch} · {account} · {state} · {since}'

/** Returns the second line. `now` is on the clock of `agent.since`. */
export function subtitleOf(
  view: Described & Partial<Pick<TabView, 'place' | 'branch'>>,
  now: number,
  wallClock: (at: number) => string,
  template = listSubtitle,
  twin?: string,
): string {
  return fill(template, subtitleFields(view, now, wallClock, twin))
}

/** Returns `api, Claude Code, needs you: permission, 3 minutes`. */
export function tabDescription(
  view: Described,
  now: number,
  wallClock: (at: number) => string,
  twin?: string,
): string {
  const { title, project, agent } = view
  const tool = twin ?? (agent === undefined || view.state === 'active' ? '' : agentName(agent.tool))
  const ageMs = lasts(view) ? now - view.agent.since : 0
  // Seconds would change the name of a tab while it is being read.
  const called = view.call === undefined ? '' : view.call.kind === 'bell' ? 'bell' : 'notification'
  const parts = [
    title,
    project,
    tool,
    view.account ?? '',
    stateWord(view, wallClock),
    ageMs >= 60_000 ? sinceWords(ageMs) : '',
    queueWords(view),
    called,
    view.mark === undefined ? '' : markWords(view.mark),
    view.muted === true ? 'muted' : '',
    view.contexts?.trail ?? '',
  ]
  return [...new Set(parts)].filter((part) => part !== '').join(', ')
}

/** Returns `2 queued`, or `2 queued (paused)`; empty without queued prompts. */
export function queueWords({ queue }: Pick<Described, 'queue'>): string {
  if (queue === undefined) return ''
  return `${queue.count} queued${queue.paused === undefined ? '' : ' (paused)'}`
}

/** Whether the age of its state is shown. */
export function lasts<View extends Described>(
  view: View,
): view is View & { readonly agent: NonNullable<View['agent']> } {
  return view.agent !== undefined && view.state !== 'active' && view.exit === undefined
}
