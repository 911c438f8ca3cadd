/**
 * Why a tab shows what it shows: one line for the hint, and all that is known for the panel, as a
 * value (JSON) and as text. Pure; texts are English sentences.
 */
import type { DisplayState, Source } from '../../protocol/index.ts'
import type { Millis } from '../../base/clock.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { span } from '../../base/text/span.ts'
import { reportsPerSecondMax } from './limits.ts'
import type { AgentState, RuleId, Transition } from './state.ts'
import { view, type ClaimView, type Dissent, type PartView, type AgentView } from './view.ts'

/** What the machine does not know; whoever holds it adds it. */
export interface WhyFacts extends Partial<Known> {
  /** The command line that runs at the shell's prompt; null: none does, or it is not told. */
  readonly running?: string | null
  /** Reports that came too fast, and that newer ones of the same record replaced. */
  readonly passedOver?: number
  readonly nameOf?: (tool: string) => string
  /**
   * The command, of the last run or a layout, which is started when the user wants it; null or
   * absent: it has been.
   */
  readonly deferredStart?: string | null
}

/** What Why hands on as it was given. */
interface Known {
  /** Whose reasons these are: the tab's name and its directory; null: nobody said. */
  readonly tab: { readonly title: string; readonly directory: string } | null
  /** The program in front, and how its name was found; null: nobody knows. */
  readonly foreground: { readonly name: string; readonly pid?: number; readonly how: string } | null
  /** Frames of this tab that were dropped, by reason. */
  readonly dropped: Readonly<Partial<Record<string, number>>>
  /** What would make a guess certain, such as an integration that is not installed. */
  readonly advice: string | null
  /** Entries of `ai.tools` that no program can match, in sentences. */
  readonly neverMatching: readonly string[]
  /** Rules of the user's that are not tried, in sentences. */
  readonly rules: readonly string[]
  /** Why the session has no socket, in a sentence; null: it has one. */
  readonly socket: string | null
  /**
   * Why nothing reads its screen any more, in a sentence; null: its shadow terminal has not been
   * given up, or none is wanted.
   */
  readonly shadow: string | null
  /** What is known of the tmux in front; null: it has nothing to do with the tab. */
  readonly tmux: TmuxWhy | null
}

/** The tmux in front of a tab, whose panes have states of their own. */
export interface TmuxWhy {
  /** The pane that speaks for the tab, `2.1`; null: none does. */
  readonly place: string | null
  /** In a sentence: by which means its panes are known, or why they are not. */
  readonly how: string
  readonly panes: readonly {
    readonly place: string
    readonly state: DisplayState
    /** '': nobody said. */
    readonly tool: string
    /** What is not looked at; '': nothing. */
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
  /** What the program says of it; absent: nothing. */
  readonly message?: string
  readonly confidence: AgentView['confidence']
  /** Ages and times to come, in milliseconds from `now`. */
  readonly ageMs: Millis
  readonly seen: boolean
  readonly snoozedForMs: Millis | null
  readonly parts: readonly (PartView & { readonly ageMs: Millis; readonly saidAgoMs: Millis })[]
  readonly dissent: readonly (Dissent & { readonly agoMs: Millis })[]
  readonly claims: readonly ClaimView[]
  readonly nextTimerInMs: Millis | null
  /** A sentence of the reports that came too fast; null: none did. */
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
        ? `Waits for Start: ${deferredStart}. ` +
          'A command of the last run, or of a layout, waits until you start it.'
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

/** A state that is a running command's says which, where the shell tells it. */
function naming(seen: AgentView, running: string | null): AgentView {
  return running === null || seen.rule !== 'M2'
    ? seen
    : { ...seen, reason: `running: ${safeText(running, nameCharactersMax)}` }
}

function tooFast(reports: number): string | null {
  if (reports === 0) return null
  return (
    `${reports} ${reports === 1 ? 'report' : 'reports'} of this tab came faster than ` +
    `${reportsPerSecondMax} a second and ${reports === 1 ? 'was' : 'were'} skipped; the ` +
    'newest counts.'
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

/** Where reports and guesses come from. */
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
  silence: 'output and silence',
  shell: 'shell marks',
  exit: 'end of the program',
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
      : `Probably ${head.toLowerCase()}: ${reason.replace(/^silence: /, '')}.`
  const what = shown === 'waiting' && kind !== undefined && kind !== 'other' ? `: ${kind}` : ''
  if (source === 'shell' || source === 'exit' || !/^X[1237]$/.test(rule))
    return `${head}${what}: ${reason}.`
  return (
    `${head}${what}. Reported by ${tool === undefined ? 'a program' : nameOf(tool)} (` +
    `${places[source]}), ${span(now - saidAt)} ago.`
  )
}

/** Words of the panel, and of its text. */
export const claimedText = 'Reported, so nothing is guessed'
export const unread = 'Reports that could not be read'
export const certainty: Readonly<Record<AgentView['confidence'], string>> = {
  fact: 'certain',
  likely: 'likely',
  guess: 'a guess',
}

export function ruleIdText(rule: RuleId): string {
  return rule === 'start' ? 'no rule yet' : `rule ${rule} in docs/agent-state.md`
}

/** The panel as text, for copying and for the command line. */
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
    ...(answer.message === undefined ? [] : [`Message: ${answer.message}`]),
    `From ${places[answer.source]}, ${certainty[answer.confidence]} ` +
      `(${ruleIdText(answer.rule)}), ` +
      `${answer.seen ? 'seen' : 'not seen'}` +
      `${answer.snoozedForMs === null ? '' : `, snoozed for ${span(answer.snoozedForMs)}`}`,
    ...(answer.advice === null ? [] : [answer.advice]),
    ...rows(
      'Sources',
      answer.parts.map(
        (part) =>
          `${named(part)}: ${stateOf(part)} for ${span(part.ageMs)}, reported ` +
          `${span(part.saidAgoMs)} ago (${places[part.source]}, ${part.rule}): ` +
          `${part.reason}`,
      ),
    ),
    ...rows(
      'Overruled',
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
          `${tool || 'a program'} (${places[dialect]}${hook ? ', by its hooks' : ''}), ` +
          `until ${ends}`,
      ),
    ),
    `Foreground: ${foregroundText(foreground)}`,
    `Next timer: ${answer.nextTimerInMs === null ? 'none' : `in ${span(answer.nextTimerInMs)}`}`,
    `${unread}: ${drops === '' ? 'none' : drops}`,
    ...(answer.passedOver === null ? [] : [answer.passedOver]),
    ...answer.neverMatching,
    ...answer.rules,
    ...(answer.socket === null ? [] : [`Session socket: none. ${answer.socket}`]),
    ...(answer.shadow === null ? [] : [`Screen: not read. ${answer.shadow}`]),
    ...(answer.tmux === null
      ? []
      : [answer.tmux.how, ...rows('Panes of tmux', answer.tmux.panes.map(paneText))]),
    ...rows(
      'Recent changes',
      answer.history.map(
        (row) =>
          `${span(row.agoMs)} ago: ${row.from} to ${row.to} (${row.rule}, ` +
          `${places[row.source]}): ${row.reason}`,
      ),
    ),
  ].join('\n')
}

function named({ tool, id, source }: PartView): string {
  return `${tool || (source === 'shell' ? 'shell' : 'unnamed')}${id === '' ? '' : ` ${id}`}`
}

/** `1.0: waiting, claude` */
function paneText({ place, state, tool, note }: TmuxWhy['panes'][number]): string {
  return `${place}: ${[state, tool, note].filter((part) => part !== '').join(', ')}`
}

/** `waiting (permission)` */
export function stateOf({ state, kind }: Pick<Dissent, 'state' | 'kind'>): string {
  return kind === undefined || kind === 'other' ? state : `${state} (${kind})`
}

function foregroundText(foreground: WhyState['foreground']): string {
  if (foreground === null) return 'not known'
  const { name, pid, how } = foreground
  return `${name}${pid === undefined ? '' : ` (${pid})`}, ${how}`
}
