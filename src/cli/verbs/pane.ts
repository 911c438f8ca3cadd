/** `vibeflow pane`: manages panes of the running app (docs/guides/splits-and-broadcast.md). */
import type { PaneActInput } from '../../core/windows/panes/act.ts'
import type { Direction } from '../../core/windows/panes/tree.ts'
import { resolve } from 'node:path'
import { noneOf } from '../../base/numbers/nearest.ts'
import { exitMeanings } from '../../core/clients/exit-codes.ts'
import { commonExits, usageError } from '../command/exit-codes.ts'
import { askApp, passedOn } from '../sessions/ask-app.ts'
import { listPanes } from '../sessions/panes.ts'
import { fitOf, table } from '../terminal/table.ts'
import { noneSeen, paneOf } from '../sessions/target.ts'
import { isOn, noAct, optionText, type VerbContext, type Verb } from '../command/verb.ts'

const sides: readonly Direction[] = ['left', 'right', 'up', 'down']

export const pane: Verb = {
  name: 'pane',
  words:
    'list | split [SESSION] [-- COMMAND ARGS...] | focus [SESSION] | swap [SESSION] | ' +
    'zoom [SESSION] | equalize [SESSION] | move [SESSION] | close [SESSION]',
  summary: 'Split, move and close panes.',
  description: [],
  subcommands: {
    list: 'List all panes, including panes without a running program.',
    split: 'Open a pane next to a pane, with COMMAND or your shell, and print its ID.',
    focus: 'Go to the pane, or with --side to the pane on that side of it.',
    swap: 'Exchange the pane with the pane on a side of it.',
    zoom: 'Show only this pane. Run it again to show all panes.',
    equalize: 'Make the panes of the tab the same size.',
    move: 'Move the pane to a new tab, or with --window to a new window.',
    close: 'Close the pane.',
  },
  options: {
    side: {
      type: 'string',
      short: 's',
      value: 'SIDE',
      choices: sides,
      text:
        'Left, right, up or down. For split: right (default) or down. For move --into: right by ' +
        'default. Required for swap.',
      of: ['split', 'focus', 'swap', 'move'],
    },
    into: {
      type: 'string',
      value: 'SESSION',
      text: 'move: Move the whole tab into the tab of SESSION.',
      of: ['move'],
    },
    window: {
      type: 'boolean',
      text: 'move: Move the pane to a new window.',
      of: ['move'],
    },
    force: {
      type: 'boolean',
      text: 'close: Close even if a program is running, or a process would keep running.',
      of: ['close'],
    },
    'working-directory': {
      type: 'string',
      short: 'd',
      value: 'DIR',
      text: 'split: Start in this directory.',
      of: ['split'],
    },
    profile: {
      type: 'string',
      value: 'NAME',
      text: 'split: Use [profiles.NAME] from the configuration.',
      of: ['split'],
    },
  },
  examples: [
    ['vibeflow pane split', 'Open a shell to the right of this pane.'],
    ['vibeflow pane split --side down -- make test', 'Run a command below this pane.'],
    ['vibeflow pane focus --side left', 'Go to the pane on the left.'],
    ['vibeflow pane move 3nqj --window', 'Move a pane to a new window.'],
  ],
  exits: commonExits({ 'no-session': exitMeanings['no-session'] }),
  async run(context) {
    const [what = '', ...rest] = context.positionals
    const act = Object.hasOwn(acts, what) ? acts[what] : undefined
    if (what === 'list' && rest.length === 0) return list(context)
    if (what === 'list')
      throw usageError(`unexpected argument "${rest[0]}". Usage: vibeflow pane list`)
    if (act === undefined && what !== 'split') throw noAct(pane, what)
    const isCommand = context.beforeCommand === 1
    const [word, command] = isCommand ? [undefined, rest] : [rest[0], rest.slice(1)]
    const { id } = await paneOf(context, word)
    if (act === undefined) return split(context, id, command)
    if (command.length > 0)
      throw usageError(
        `unexpected argument "${String(command[0])}". Usage: vibeflow pane ${what} [SESSION]`,
      )
    await askApp(context.environment, { cmd: 'pane', session: id, do: await act(context) })
    context.document({ id })
    return 0
  },
}

const acts: Readonly<
  Record<string, (context: VerbContext) => PaneActInput | Promise<PaneActInput>>
> = {
  focus: (context) =>
    optionText(context, 'side') === null
      ? { act: 'show' }
      : { act: 'focus', side: sideOf(context) },
  swap: (context) => ({ act: 'swap', side: sideOf(context) }),
  zoom: () => ({ act: 'zoom' }),
  equalize: () => ({ act: 'equalize' }),
  close: (context) => ({ act: 'close', force: isOn(context, 'force') }),
  move: async (context) => {
    const into = optionText(context, 'into')
    if (into === null) return { act: isOn(context, 'window') ? 'own-window' : 'own-tab' }
    const { id } = await paneOf(context, into)
    return { act: 'join', at: id, side: sideOf(context, 'right') }
  },
}

function sideOf(context: VerbContext, usual?: Direction): Direction {
  const written = optionText(context, 'side') ?? usual
  const found = sides.find((one) => one === written)
  if (found === undefined)
    throw usageError(
      written === undefined
        ? `missing option: --side SIDE. Available: ${sides.join(', ')}.`
        : noneOf(written, 'side', sides),
    )
  return found
}

async function list({ environment, document, say, complain }: VerbContext): Promise<number> {
  const panes = await listPanes(environment)
  document({ panes })
  const rows = panes.map(({ id, window, tab, active, state, directory, command, title }) => [
    ...[id, window, active ? `${tab} (active)` : String(tab ?? '-'), state],
    directory,
    command ?? title,
  ])
  if (rows.length === 0) complain(noneSeen)
  else {
    const heads = ['ID', 'WINDOW', 'TAB', 'STATE', 'DIRECTORY', 'TITLE']
    const fit = fitOf(
      heads,
      ['WINDOW', 'TAB'],
      [
        ['TITLE', 'end'],
        ['DIRECTORY', 'begin'],
      ],
    )
    for (const line of table([heads, ...rows], fit)) say(line)
  }
  return 0
}

async function split(
  context: VerbContext,
  beside: string,
  command: readonly string[],
): Promise<number> {
  const side = sideOf(context, 'right')
  if (side === 'left' || side === 'up')
    throw usageError(
      `--side ${side} can't be used with split. Use right or down, then \`vibeflow pane swap\`.`,
    )
  const { environment, directory } = context
  const [folder, profile] = [
    optionText(context, 'working-directory'),
    optionText(context, 'profile'),
  ]
  const { id } = await askApp(environment, {
    cmd: 'new-tab',
    beside,
    axis: side === 'right' ? 'row' : 'column',
    words: [
      ...(folder === null ? [] : [`--working-directory=${resolve(directory, folder)}`]),
      ...(profile === null ? [] : [`--profile=${profile}`]),
      ...(command.length === 0 ? [] : ['-e', ...command]),
    ],
    directory,
    environment: passedOn(environment),
  })
  context.say(String(id))
  context.document({ id })
  return 0
}
