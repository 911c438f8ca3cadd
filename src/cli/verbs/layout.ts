/**
 * `vibeflow layout`: saves the tabs of a window to a file and opens such files
 * (docs/guides/layouts-and-profiles.md). `list`, `show` and `remove` need no running app.
 */
import { homedir } from 'node:os'
import { badLayoutName, isLayoutName, type SavedLayout } from '../../core/windows/layouts/layout.ts'
import { panesOf } from '../../core/windows/panes/tree.ts'
import { LayoutFiles, type LayoutProblem } from '../../host/config/layouts/layout-files.ts'
import { askApp, passedOn } from '../sessions/ask-app.ts'
import { exitMeanings } from '../../core/clients/exit-codes.ts'
import { commonExits, usageError, failure } from '../command/exit-codes.ts'
import { ownTarget } from '../sessions/target.ts'
import { isOn, noAct, type VerbContext, type Verb } from '../command/verb.ts'

export const layout: Verb = {
  name: 'layout',
  words: 'save NAME | open NAME | list | show NAME | remove NAME',
  summary: 'Save, open and manage window layouts.',
  description: [
    'A layout contains the tabs and panes of a window, with their directories and commands. To ' +
      'start vibeflow with a layout, run `vibeflow --layout NAME`.',
  ],
  subcommands: {
    save: 'Save the window of the session that you are in, else the window used last.',
    open: 'Open a window in the running vibeflow. Commands run when you start them in their panes.',
    list: 'List the saved layouts. Works without a running vibeflow, like show and remove.',
    show: 'Print a layout.',
    remove: 'Delete a layout.',
  },
  options: {
    overwrite: { type: 'boolean', text: 'save: Replace an existing layout.', of: ['save'] },
  },
  examples: [
    ['vibeflow layout save work', 'Save the current window.'],
    ['vibeflow layout save work --overwrite', 'Save it again under the same name.'],
    ['vibeflow layout open work', 'Open a window with these tabs and panes.'],
  ],
  exits: commonExits({ 'no-session': exitMeanings['no-session'] }),
  async run(context) {
    const [what, name] = context.positionals
    const act = what !== undefined && Object.hasOwn(acts, what) ? acts[what] : undefined
    if (act === undefined) throw noAct(layout, what)
    if (name !== undefined && what === 'list')
      throw usageError(`unexpected argument "${name}". Usage: vibeflow layout list`)
    if (name === undefined && what !== 'list')
      throw usageError(`missing argument: NAME. Usage: vibeflow layout ${what} NAME`)
    if (name !== undefined && !isLayoutName(name))
      throw usageError(`invalid layout name "${name}". ${badLayoutName}`)
    const { environment } = context
    const home = environment['HOME'] ?? homedir()
    return act(context, name ?? '', new LayoutFiles({ environment, home }))
  },
}

type Act = (context: VerbContext, name: string, files: LayoutFiles) => Promise<number> | number

const acts: Readonly<Record<string, Act>> = {
  save: async (context, name) => {
    const { environment } = context
    const answer = await askApp(environment, {
      cmd: 'save-layout',
      name,
      overwrite: isOn(context, 'overwrite'),
      session: ownTarget(environment)?.id ?? null,
    })
    const notes = Array.isArray(answer['notes']) ? answer['notes'].map(String) : []
    for (const note of notes) context.complain(note)
    context.say(`Saved as ${String(answer['file'])}.`)
    context.document({ name, file: String(answer['file']), notes })
    return 0
  },
  open: async (context, name, files) => {
    reached(files.read(name)) // reports errors without an app
    const { environment, directory } = context
    const { tabs, panes } = await askApp(environment, {
      cmd: 'open-layout',
      name,
      directory,
      environment: passedOn(environment),
    })
    context.document({ name, tabs, panes })
    return 0
  },
  list: (context, _name, files) => {
    const layouts = files.names().map((name) => {
      const read = files.read(name)
      return 'problem' in read
        ? { name, problem: read.problem.split('\n')[0] ?? '' }
        : { name, ...countsOf(read.layout) }
    })
    for (const one of layouts)
      context.say(
        'problem' in one
          ? `${one.name}  can't be read: ${one.problem}`
          : `${one.name}  ${counted(one.tabs, 'tab')}, ${counted(one.panes, 'pane')}`,
      )
    if (layouts.length === 0)
      context.say('No layouts yet. To save the open window, run `vibeflow layout save NAME`.')
    context.document({ layouts })
    return 0
  },
  show: (context, name, files) => {
    const { layout: found, text } = reached(files.read(name))
    for (const line of text.trimEnd().split('\n')) context.say(line)
    context.document({ name, file: files.fileOf(name), ...countsOf(found), text })
    return 0
  },
  remove: (context, name, files) => {
    const { file } = reached(files.remove(name))
    context.say(`Removed ${file}.`)
    context.document({ name, file })
    return 0
  },
}

function reached<Found extends object>(found: Found | LayoutProblem): Found {
  if ('problem' in found) throw failure(found.problem)
  return found
}

function countsOf({ panes, splits }: SavedLayout): {
  readonly tabs: number
  readonly panes: number
} {
  const within = splits.reduce((sum, { tree }) => sum + panesOf(tree).length - 1, 0)
  return { tabs: panes.length - within, panes: panes.length }
}

function counted(count: number, what: string): string {
  return `${count} ${what}${count === 1 ? '' : 's'}`
}
