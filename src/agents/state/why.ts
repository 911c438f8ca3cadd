/** Explains a tab's state in one line, as a value (JSON) and as text. */
import type { DisplayState, Source } from '../../protocol/index.ts'
import type { Millis } from '../../base/clock.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { biggestText, usageText, type Usage } from '../process/usage.ts'
import { span } from '../../base/text/span.ts'
import { reportsPerSecondMax } from './limits.ts'
import type { AgentState, RuleId, Transition } from './state.ts'
import { view, type ClaimView, type Dissent, type PartView, type AgentView } from './view.ts'

/** Facts that the state machine does not know. */
export interface WhyFacts extends Partial<Known> {
  /** Command line that runs at the shell's prompt, if known. */
  readonly running?: string | null
  /** Reports that newer ones of the same record replaced. */
  readonly passedOver?: number
  readonly nameOf?: (tool: string) => string
  /** Command that waits for the user (last run, layout); `null` or absent after its start. */
  readonly deferredStart?: string | null
}

/** Facts that are passed through. */
interface Known {
  readonly tab: { readonly title: string; readonly directory: string } | null
  /** Foreground program, and how its name was found. */
  readonly foreground: { readonly name: string; readonly pid?: number; readonly how: string } | null
  /** Dropped frames of this tab by reason. */
  readonly dropped: Readonly<Partial<Record<string, number>>>
  /** An action that would make a guess certain, such as installing an integration. */
  readonly advice: string | null
  /** Sentences about entries of `ai.tools` that no program can match. */
  readonly neverMatching: readonly string[]
  /** Sentences about the user's rules that are not tried. */
  readonly rules: readonly string[]
  /** Why the session has no socket, as a sentence; `null` if it has one. */
  readonly socket: string | null
  /** Why the screen is not read any more, as a sentence; `null` if it is, or is not requested. */
  readonly shadow: string | null
  readonly tmux: TmuxWhy | null
  /** Contexts that output reports, as `container web › root`; `null` if it reports none. */
  readonly contexts: string | null
  /** Memory, processor time and ports of its programs; `null` if not read. */
  readonly usage: Usage | null
  /** Changes of its repository since the agent's turn started; `null` if unknown. */
  readonly changes: string | null
  /** Name of its agent's account; `null` without one. */
  readonly account: string | null
  /** Usage limits of its agent's account; `null` if unknown. */
  readonly limits: string | null
  /** Context that the agent's session has left; `null` if unknown. */
  readonly context: string | null
  /** The tab that uses a port which the last command needed; `null` if none was in use. */
  readonly portUse: PortUse | null
}

/** A tab whose programs listen on a port that a failed command named as in use. */
export interface PortUse {
  readonly port: number
  readonly session: string
  /** Its title and place, such as `api (Window 1, tab 3)`. */
  readonly tab: string
}

/** The tmux in the foreground of a tab, whose panes have their own states. */
export interface TmuxWhy {
  /** The pane that represents the tab, `2.1`, or `null`. */
  readonly place: string | null
  /** How its panes are known, or why not, as a sentence. */
  readonly how: string
  readonly panes: readonly {
    readonly place: string
    readonly state: DisplayState
    /** '' if unknown. */
    readonly tool: string
    /** Describes the part that is not read, or ''. */
    readonly note: string
  }[]
}

export interface WhyState extends Known {
  /** One line. */
  readonly short: string
  readonly state: DisplayState
  readonly kind?: string
  readonly source: Source
  readonly rule: RuleId
  readonly reason: string
  /** The program's own message, if any. */
  readonly message?: string
  readonly confidence: AgentView['confidence']
  /** Ages and remaining times in milliseconds. */
  readonly ageMs: Millis
  readonly seen: boolean
  readonly snoozedForMs: Millis | null
  readonly parts: readonly (PartView & { readonly ageMs: Millis; readonly saidAgoMs: Millis })[]
  readonly dissent: readonly (Dissent & { readonly agoMs: Millis })[]
  readonly claims: readonly ClaimView[]
  readonly nextTimerInMs: Millis | null
  /** A sentence about replaced reports, or `null`. */
  readonly passedOver: string | null
  /** Newest first. */
  readonly history: readonly (Transition & { readonly agoMs: Millis })[]
}

const unknown: Known = {
  tab: null,
  foreground: null,
  dropped: {},
  advice: null,
  neverMatching: [],
  rules: [],
  socket: null,
  shadow: null,
  tmux: null,
  contexts: null,
  usage: null,
  changes: null,
  account: null,
  limits: null,
  context: null,
  portUse: null,
}

export function explainState(state: AgentState, now: Millis, around: WhyFacts = {}): WhyState {
  const {
    running = null,
    passedOver = 0,
    nameOf = (tool) => tool,
    deferredStart,
    ...known
  } = around
  const seen = naming(view(state), running)
  const time = Math.max(now, state.now)
  const ago = (at: Millis) => Math.max(0, time - at)
  return {
    ...unknown,
    ...known,
    short:
      deferredStart != null
        ? `Not started: ${deferredStart}. ` +
          'Restored commands and layout commands run only when you press Start.'
        : (known.tmux?.place == null ? '' : `tmux ${known.tmux.place}: `) +
          short(seen, state.shown.part.at, time, nameOf),
    state: seen.shown,
    ...(seen.kind === undefined ? {} : { kind: seen.kind }),
    source: seen.source,
    rule: seen.rule,
    reason: seen.reason,
    ...(seen.message === undefined ? {} : { message: seen.message }),
    confidence: seen.confidence,
    ageMs: ago(seen.since),
    seen: seen.seen,
    snoozedForMs: seen.snoozedUntil === null ? null : Math.max(0, seen.snoozedUntil - time),
    parts: seen.parts.map((part) => ({ ...part, ageMs: ago(part.since), saidAgoMs: ago(part.at) })),
    dissent: seen.dissent.map((one) => ({ ...one, agoMs: ago(one.at) })),
    claims: seen.claims,
    nextTimerInMs: seen.nextWakeAt === null ? null : Math.max(0, seen.nextWakeAt - time),
    passedOver: tooFast(passedOver),
    history: seen.history.map((row) => ({ ...row, agoMs: ago(row.at) })).reverse(),
  }
}

/** Names the running command in its state, if the shell reports it. */
function naming(seen: AgentView, running: string | null): AgentView {
  return running === null || seen.rule !== 'M2'
    ? seen
    : { ...seen, reason: `running: ${safeText(running, nameCharactersMax)}` }
}

function tooFast(reports: number): string | null {
  if (reports === 0) return null
  return (
    `Skipped ${reports} ${reports === 1 ? 'report' : 'reports'} ` +
    `(more than ${reportsPerSecondMax} per second). The latest one applies.`
  )
}

const words: Readonly<Record<DisplayState, string>> = {
  active: 'Active',
  working: 'Working',
  waiting: 'Waiting',
  done: 'Done',
  idle: 'Idle',
  error: 'Failed',
}

export const places: Readonly<Record<Source, string>> = {
  osc7501: 'OSC 7501',
  osc1338: 'OSC 1338',
  osc26: 'OSC 26',
  osc21337: 'OSC 21337',
  osc777: 'OSC 777',
  socket: 'session socket',
  title: 'title',
  osc9_4: 'progress report',
  screen: 'screen',
  silence: 'output activity',
  shell: 'shell prompt marks',
  exit: 'program exit',
  terminal: 'terminal input',
}

/** `Waiting for 3 min: permission. Reported by Claude Code (OSC 7501), 12 s ago.` */
function short(
  { shown, kind, since, source, confidence, tool, reason, rule }: AgentView,
  saidAt: Millis,
  now: Millis,
  nameOf: (tool: string) => string,
): string {
  const head = `${words[shown]} for ${span(now - since)}`
  if (confidence !== 'fact')
    return rule === 'start'
      ? `${words[shown]}: ${reason}.`
      : `Probably ${head.toLowerCase()}: ${reason}.`
  const what = shown === 'waiting' && kind !== undefined && kind !== 'other' ? `: ${kind}` : ''
  if (source === 'shell' || source === 'exit' || !/^X[1237]$/.test(rule))
    return `${head}${what}: ${reason}.`
  return (
    `${head}${what}. Reported by ${tool === undefined ? 'a program' : nameOf(tool)} (` +
    `${places[source]}), ${span(now - saidAt)} ago.`
  )
}

/** Texts of the panel and of its text form. */
export const claimedText = 'Reported by the program (no guessing)'
export const unread = 'Invalid reports'
export const contextsTitle = 'Reported context'
/** Row of the ports, which the panel shows as links. */
export const portsTitle = 'Listening ports'
/** Row of the port that is in use, which the panel shows as a link to its tab. */
export const portUseTitle = 'Port in use'
export const ignored = 'Ignored signals'
export const certainty: Readonly<Record<AgentView['confidence'], string>> = {
  fact: 'certain',
  likely: 'likely',
  guess: 'a guess',
}

/** Returns the panel as text, for copying and for the command line. */
export function whyText(answer: WhyState): string {
  const { foreground, dropped, claims } = answer
  const drops = Object.entries(dropped)
    .map(([problem, count]) => `${problem} ${count}`)
    .join(', ')
  const rows = (title: string, lines: readonly string[]) =>
    lines.length === 0 ? [] : [title, ...lines.map((line) => `  ${line}`)]
  return [
    ...(answer.tab === null ? [] : [`${answer.tab.title} (${answer.tab.directory})`]),
    answer.short,
    ...(answer.contexts === null ? [] : [`${contextsTitle}: ${answer.contexts}`]),
    ...usageRows(answer).map(([name, text]) => `${name}: ${text}`),
    ...(answer.message === undefined ? [] : [`Message: ${answer.message}`]),
    `Source: ${places[answer.source]}, ${certainty[answer.confidence]}`,
    `Seen by you: ${answer.seen ? 'yes' : 'no'}`,
    ...(answer.snoozedForMs === null ? [] : [`Snoozed, ends in ${span(answer.snoozedForMs)}`]),
    ...(answer.advice === null ? [] : [answer.advice]),
    ...rows(
      'Sources',
      answer.parts.map((part) => `${named(part)}: ${partText(part)}`),
    ),
    ...rows(
      ignored,
      answer.dissent.map(
        (one) =>
          `${one.tool || 'unnamed'}: ${stateOf(one)} ${span(one.agoMs)} ago (` +
          `${places[one.source]}): ${one.why}`,
      ),
    ),
    ...rows(
      claimedText,
      claims.map(
        ({ dialect, tool, hook, ends }) =>
          `${tool || 'a program'} (${places[dialect]}${hook ? ', from its hooks' : ''}), ` +
          `until ${ends}`,
      ),
    ),
    `Foreground: ${foregroundText(foreground)}`,
    `Next check: ${answer.nextTimerInMs === null ? 'none' : `in ${span(answer.nextTimerInMs)}`}`,
    `${unread}: ${drops === '' ? 'none' : drops}`,
    ...(answer.passedOver === null ? [] : [answer.passedOver]),
    ...answer.neverMatching,
    ...answer.rules,
    ...(answer.socket === null ? [] : [`Session socket: off. ${answer.socket}`]),
    ...(answer.shadow === null ? [] : [`Screen: not readable. ${answer.shadow}`]),
    ...(answer.tmux === null
      ? []
      : [answer.tmux.how, ...rows('tmux panes', answer.tmux.panes.map(paneText))]),
    ...rows(
      'Recent changes',
      answer.history.map((row) => `${span(row.agoMs)} ago: ${changeText(row)}`),
    ),
  ].join('\n')
}

/** Returns `Port 3000 is used by api (Window 1, tab 3)`. */
export function portUseText({ port, tab }: PortUse): string {
  return `Port ${port} is used by ${tab}`
}

/** Returns what the tab's programs use and have changed, as labeled rows. */
export function usageRows({
  account,
  changes,
  context,
  limits,
  portUse,
  usage,
}: Pick<WhyState, 'account' | 'changes' | 'context' | 'limits' | 'portUse' | 'usage'>): (readonly [
  string,
  string,
])[] {
  const known: (readonly [string, string])[] = [
    ...(portUse === null ? [] : [[portUseTitle, portUseText(portUse)] as const]),
    ...(changes === null ? [] : [['Changed this turn', changes] as const]),
    ...(account === null ? [] : [['Account', account] as const]),
    ...(limits === null ? [] : [['Limits', limits] as const]),
    ...(context === null ? [] : [['Context', context] as const]),
  ]
  if (usage === null) return known
  return [
    ...known,
    ['Resources', usageText(usage)],
    ...(usage.processes < 2 ? [] : [['Most memory', biggestText(usage)] as const]),
    ...(usage.ports.length === 0 ? [] : [[portsTitle, usage.ports.join(', ')] as const]),
  ]
}

function named({ tool, id, source }: PartView): string {
  return `${tool || (source === 'shell' ? 'shell' : 'unnamed')}${id === '' ? '' : ` ${id}`}`
}

/** `1.0: waiting, claude` */
function paneText({ place, state, tool, note }: TmuxWhy['panes'][number]): string {
  return `${place}: ${[state, tool, note].filter((part) => part !== '').join(', ')}`
}

/** `waiting for 3 min, reported 12 s ago via OSC 7501: claude (osc7501) reported waiting` */
export function partText(part: WhyState['parts'][number]): string {
  return (
    `${stateOf(part)} for ${span(part.ageMs)}, reported ${span(part.saidAgoMs)} ago via ` +
    `${places[part.source]}: ${part.reason}`
  )
}

/** `working to waiting (OSC 7501): claude (osc7501) reported waiting` */
export function changeText({ from, to, source, reason }: Transition): string {
  return `${from} to ${to} (${places[source]}): ${reason}`
}

/** `waiting (permission)` */
export function stateOf({ state, kind }: Pick<Dissent, 'state' | 'kind'>): string {
  return kind === undefined || kind === 'other' ? state : `${state} (${kind})`
}

function foregroundText(foreground: WhyState['foreground']): string {
  if (foreground === null) return 'unknown'
  const { name, pid, how } = foreground
  return `${name}${pid === undefined ? '' : ` (${pid})`}, ${how}`
}
