/** `vibeflow pane`: manages panes of the running app (docs/guides/splits-and-broadcast.md). */
import type { PaneActInput } from '../../core/windows/panes/act.ts'
import type { Direction } from '../../core/windows/panes/tree.ts'
import { resolve } from 'node:path'
import { noneOf } from '../../base/numbers/nearest.ts'
import { usageError } from '../command/exit-codes.ts'
import { askApp, passedOn } from '../sessions/ask-app.ts'
import { listPanes } from '../sessions/panes.ts'
import { fitOf, table } from '../terminal/table.ts'
import { noneSeen, paneOf } from '../sessions/target.ts'
import { isOn, noAct, optionText, type VerbContext, type Verb } from '../command/verb.ts'

const sides: readonly Direction[] = ['left', 'right', 'up', 'down']

export const pane: Verb = {
  name: 'pane',
  words:
    'list | split | focus | swap | zoom | equalize | move | close [SESSION] [-- COMMAND ARGS...]',
  summary: 'divide a tab into panes, and arrange them',
  among: ['list', 'split', 'focus', 'swap', 'zoom', 'equalize', 'move', 'close'],
  options: {
    side: {
      type: 'string',
      short: 's',
      value: 'SIDE',
      choices: sides,
      text: 'split (right or down), focus and swap (towards), move --into (on which side)',
      of: ['split', 'focus', 'swap', 'move'],
    },
    into: {
      type: 'string',
      value: 'SESSION',
      text: 'move: the whole tab into the one of SESSION',
      of: ['move'],
    },
    window: {
      type: 'boolean',
      text: 'move: to a window of its own; without it, to a tab',
      of: ['move'],
    },
    force: { type: 'boolean', text: 'close: also when something runs in it', of: ['close'] },
    'working-directory': {
      type: 'string',
      short: 'd',
      value: 'DIR',
      text: 'split: begin in this folder',
      of: ['split'],
    },
    profile: { type: 'string', value: 'NAME', text: 'split: with this profile', of: ['split'] },
  },
  notes: [
    'Without SESSION, and with . in its place, it is the pane that this runs in. list names ' +
      'every pane, also those whose program has ended, could not be started, or waits to be ' +
      'started. ' +
      'split prints the id of the new pane, which runs the command behind --, or your shell. ' +
      'focus without --side is of the pane itself.',
  ],
  async run(context) {
    const [what = '', ...rest] = context.positionals
    const act = Object.hasOwn(acts, what) ? acts[what] : undefined
    if (what === 'list' && rest.length === 0) return list(context)
    if (what === 'list')
      throw usageError(`${rest[0]} is a word too many. Usage: vibeflow pane list`)
    if (act === undefined && what !== 'split') throw noAct(pane, what)
    const [word, ...command] = rest
    const { id } = await paneOf(context, word)
    if (act === undefined) return split(context, id, command)
    if (command.length > 0)
      throw usageError(
        `${String(command[0])} is a word too many. Usage: vibeflow pane ${what} [SESSION]`,
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
        ? `name a side: --side ${sides.join(', ')}.`
        : `--side: ${noneOf(written, 'side', sides)}`,
    )
  return found
}

async function list({ environment, document, say, complain }: VerbContext): Promise<number> {
  const panes = await listPanes(environment)
  document({ panes })
  const rows = panes.map(({ id, window, tab, active, state, directory, command, title }) => [
    ...[id, window, active ? `${tab} (active)` : String(tab), state],
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
    throw usageError('split makes a pane to the right or down; swap turns them.')
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
