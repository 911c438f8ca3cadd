/**
 * The `[ai]` section: finding agents and their states (docs/contributing/internals/agent-state.md).
 */
import { defaultTools } from '../../../agents/rules/default-tools.ts'
import { bool, choice, choices, int, names, pairs, section, text } from '../option.ts'

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

export const ai = section('Agents', {
  tools: names({
    label: 'Agents',
    default: defaultTools,
    of: 'program names',
    example: ['claude', 'mytool'],
    text:
      'Programs that are treated as agents. This replaces the default list, so include all that ' +
      "you use. If an agent doesn't report its state, vibeflow guesses it from its output and " +
      'silence. Leave empty to detect no agents.',
  }),
  aliases: pairs({
    label: 'Agent aliases',
    default: { 'claude-code': 'claude' },
    of: 'names',
    text: 'Map names that programs report to the name that is shown. Equal names are merged.',
  }),
  protocols: choices({
    label: 'State sources',
    default: protocols,
    of: protocols,
    text: 'Sources from which states are read.',
  }),
  heuristic: bool({
    label: 'Guess states from output',
    default: true,
    text: "Guess the state of an agent from its output and silence if the agent doesn't report it.",
  }),
  screen_rules: bool({
    label: 'Read states from the screen',
    default: true,
    text:
      "Detect the state of agents that don't report it by matching their screen against rules: " +
      'built-in ones, and yours in agent-rules.json in the configuration directory.',
  }),
  tmux: bool({
    label: 'Inspect tmux panes',
    default: true,
    text:
      'Show the state of each pane when tmux is in the foreground. Uses a control-mode client ' +
      'that changes nothing.',
  }),
  tmux_detached: bool({
    label: 'Follow detached tmux sessions',
    default: true,
    text:
      'Keep detached tmux sessions in the inbox while their server runs, if a tab has shown ' +
      'them. A client that changes nothing stays attached to each.',
  }),
  conversations: bool({
    label: 'Search old conversations',
    default: true,
    text:
      "Let the command palette and `vibeflow conversations` search the agents' own transcripts " +
      'on this computer. They are only read, and no copy is made.',
  }),
  debounce_ms: int({
    label: 'Minimum state duration (ms)',
    default: 100,
    least: 50,
    most: 10_000,
    text: "Don't show states that last less than this.",
  }),
  heuristic_silence_ms: int({
    label: 'Silence before “needs you?” (ms)',
    default: 4_000,
    least: 100,
    most: 60_000,
    text:
      'If an agent prints nothing for this long, assume that it is waiting for you. The state ' +
      'gets a question mark.',
  }),
  heuristic_busy_s: int({
    label: 'Busy time without output (s)',
    default: 120,
    least: 0,
    most: 3_600,
    text:
      'How long an agent that uses the CPU but prints nothing still counts as working. 0: ignore ' +
      'CPU use.',
  }),
  stale_state_timeout_s: int({
    label: 'Forget guesses after (s)',
    default: 30,
    least: 5,
    most: 3_600,
    text: 'Drop a guessed state after this time without a new signal.',
  }),
  explicit_stale_state_s: int({
    label: 'Forget reports after (s)',
    default: 300,
    least: 10,
    most: 3_600,
    off: true,
    text: 'Drop a reported "working" state after this time without an update. 0: never.',
  }),
  foreground_check_interval_ms: int({
    label: 'Foreground check interval (ms)',
    default: 250,
    least: 100,
    most: 30_000,
    text: 'How often the foreground process of a tab with an agent is checked.',
  }),
  explicit_scope: choice({
    label: 'Reports override guesses',
    default: 'protocol',
    of: ['protocol', 'session', 'tool'],
    text:
      'How long a report overrides guesses. "protocol": until the command or the program ends. ' +
      '"session": for the whole session. "tool": while the program is in the foreground.',
  }),
  commands: choice({
    label: 'State of ordinary commands',
    default: 'working',
    of: ['working', 'neutral'],
    text: 'Show "working" for ordinary commands, or nothing. Requires shell integration.',
  }),
  program_questions: bool({
    label: 'Questions of ordinary programs',
    default: true,
    text:
      'Show "needs you" while an ordinary program in the foreground waits for a password or an ' +
      'answer. Requires at least one agent in `ai.tools`.',
  }),
  changes: bool({
    label: 'Count changes of a turn',
    default: true,
    text:
      "Note the files of the tab's git repository when an agent starts to work. The tooltip, the " +
      'inbox and `vibeflow ls --json` then count what changed since.',
  }),
  diff: text({
    label: 'Diff program',
    default: 'git diff',
    text:
      'Draws the changes for *Show changes of this turn*: "git diff", "difft", or a program that ' +
      'reads a diff, such as "delta". The result opens in `scrollback.pager`.',
  }),
  keep_awake: bool({
    label: 'Prevent sleep while working',
    default: false,
    text:
      'Prevent the computer from sleeping while a tab is working. The screen may still turn ' +
      'off.',
  }),
})
