/**
 * The `[ai]` section: finding agents and their states (docs/contributing/internals/agent-state.md).
 */
import { defaultTools, shippedAgents } from '../../../agents/rules/shipped.ts'
import { neverMatchingText, Tools } from '../../../agents/process/match.ts'
import { bool, choice, choices, int, names, pairs, section } from '../option.ts'

/** Sources of a tab's state. */
const protocols = [
  'osc7501',
  'osc1338',
  'osc26',
  'osc21337',
  'osc777',
  'osc9_4',
  'title',
  'socket',
] as const
export type AgentProtocol = (typeof protocols)[number]

export const ai = section('Agents: detection and states', {
  tools: names({
    default: defaultTools,
    original: true,
    of: 'names of programs',
    example: ['claude', 'mytool'],
    doubts: (listed) => new Tools(listed, shippedAgents).neverMatching().map(neverMatchingText),
    text:
      'Programs that are agents. This replaces the whole list, so keep those that you use. The ' +
      'state of an agent that reports nothing is guessed from its output and silence; an empty ' +
      'list turns that off.',
  }),
  aliases: pairs({
    default: { 'claude-code': 'claude' },
    of: 'names',
    text: 'Names that programs report, and the names under which they are shown and merged.',
  }),
  protocols: choices({
    default: protocols,
    of: protocols,
    text: 'Kinds of reports that are used.',
  }),
  heuristic: bool({
    default: true,
    text: 'Guess the state of listed agents that report nothing from output and silence.',
  }),
  screen_rules: bool({
    default: true,
    text:
      'Read the state of listed agents that report nothing from the screen, by rules for many ' +
      'agents and by your own in agent-rules.json beside this file.',
  }),
  tmux: bool({
    default: true,
    text:
      'Look into the panes of a tmux in front, by a read-only control-mode client: each has a ' +
      'state as a tab has.',
  }),
  tmux_detached: bool({
    default: true,
    text:
      'Sessions of tmux that a tab has shown stay among what needs you after they are detached, ' +
      'as long as their server lives. A read-only client stays attached to each.',
  }),
  debounce_ms: int({
    default: 100,
    least: 50,
    most: 10_000,
    original: true,
    text: 'States that last for less time are not shown.',
  }),
  heuristic_silence_ms: int({
    default: 4_000,
    least: 100,
    most: 60_000,
    original: true,
    text: 'An agent without output for this long is taken to wait for you: a guess.',
  }),
  heuristic_busy_s: int({
    default: 120,
    least: 0,
    most: 3_600,
    text:
      'How long a silent agent that uses the processor still counts as working. 0: its use of ' +
      'the processor is ignored.',
  }),
  stale_state_timeout_s: int({
    default: 30,
    least: 5,
    most: 3_600,
    original: true,
    text: 'A guess without new evidence for this long ends.',
  }),
  explicit_stale_state_s: int({
    default: 300,
    least: 10,
    most: 3_600,
    off: true,
    text: 'A reported "working" without news for this long ends. 0: never.',
  }),
  foreground_check_interval_ms: int({
    default: 250,
    least: 100,
    most: 30_000,
    original: true,
    text: 'How often the foreground program of a tab with an agent is checked.',
  }),
  explicit_scope: choice({
    default: 'protocol',
    of: ['protocol', 'session', 'tool'],
    text:
      'How long the reports of a program override guesses: until its command or it has ended, ' +
      'for the whole session, or while it is in the foreground.',
  }),
  commands: choice({
    default: 'working',
    of: ['working', 'neutral'],
    text: 'State of an ordinary command that runs in a shell with prompt marks.',
  }),
  keep_awake: bool({
    default: false,
    text: 'Keep the computer awake while a tab is working. The screen may still turn off.',
  }),
})
