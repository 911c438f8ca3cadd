/** [ai]: how agents are found, and how their states come about (docs/agent-state.md). */
import { defaultTools, shippedAgents } from '../../agent-rules/shipped.ts'
import { neverMatchingText, Tools } from '../../process/match.ts'
import { bool, choice, choices, int, names, pairs, section } from '../option.ts'

/** Everything that may speak of a tab's state. */
export const protocols = [
  'osc7501',
  'osc1338',
  'osc26',
  'osc21337',
  'osc777',
  'osc9_4',
  'title',
  'socket',
] as const
export type Protocol = (typeof protocols)[number]

export const ai = section('Agents: how they are found, and how their states come about', {
  tools: names({
    default: defaultTools,
    original: true,
    of: 'names of programs',
    doubts: (listed) => new Tools(listed, shippedAgents).neverMatching().map(neverMatchingText),
    text:
      'Programs that are agents: the whole list, so keep those of it that you use. An agent ' +
      'that reports nothing itself is judged by its output and silence. An empty list turns ' +
      'that off.',
  }),
  aliases: pairs({
    default: { 'claude-code': 'claude' },
    of: 'names',
    text: 'The name that a program reports, and the name under which it is shown and merged.',
  }),
  protocols: choices({ default: protocols, of: protocols, text: 'Which reports are listened to.' }),
  heuristic: bool({
    default: true,
    text: 'Guess from output and silence what a listed agent does that reports nothing.',
  }),
  screen_rules: bool({
    default: true,
    text:
      'Read from the screen what a listed agent does that reports nothing: rules know the ' +
      'looks of many, and yours stand in agent-rules.json beside this file.',
  }),
  tmux: bool({
    default: true,
    text:
      'Look into the panes of a tmux in front, by a read-only control-mode client: each has a ' +
      'state as a tab has.',
  }),
  debounce_ms: int({
    default: 100,
    least: 50,
    most: 10_000,
    original: true,
    text: 'A state that lasts shorter is not shown.',
  }),
  heuristic_silence_ms: int({
    default: 4_000,
    least: 100,
    most: 60_000,
    original: true,
    text: 'An agent that has printed nothing for so long may wait for you: a guess.',
  }),
  heuristic_busy_s: int({
    default: 120,
    least: 0,
    most: 3_600,
    text:
      'How long a silent agent that uses the processor still counts as working. 0: no matter ' +
      'how long it is silent, only silence counts.',
  }),
  stale_state_timeout_s: int({
    default: 30,
    least: 5,
    most: 3_600,
    original: true,
    text: 'A guess of which nothing more was heard for so long goes.',
  }),
  explicit_stale_state_s: int({
    default: 300,
    least: 10,
    most: 3_600,
    off: true,
    text: 'A report "working" of which nothing more was heard for so long goes. 0: never.',
  }),
  foreground_check_interval_ms: int({
    default: 250,
    least: 100,
    most: 30_000,
    original: true,
    text: 'How often the program in front of a tab is looked at while an agent is there.',
  }),
  done_hold_ms: int({
    default: 3_000,
    least: 0,
    most: 600_000,
    text: '"Done" stays at least so long.',
  }),
  acknowledge: choice({
    default: 'never',
    of: ['never', 'focus', 'input'],
    text:
      'What counts as taking note of a tab that asks: nothing but your word, looking at it, ' +
      'or typing into it.',
  }),
  explicit_scope: choice({
    default: 'protocol',
    of: ['protocol', 'session', 'tool'],
    text:
      'How long a program that reports for itself is believed: as its protocol says, for the ' +
      'whole session, or while it is in front.',
  }),
  turn_end: choice({
    default: 'done',
    of: ['done', 'waiting'],
    text: "What the end of an agent's turn shows.",
  }),
  commands: choice({
    default: 'working',
    of: ['working', 'neutral'],
    text: 'What an ordinary command shows while it runs in a shell with marks.',
  }),
  keep_awake: bool({
    default: false,
    text: 'The computer does not go to sleep while a tab is working. Its screen may.',
  }),
})
