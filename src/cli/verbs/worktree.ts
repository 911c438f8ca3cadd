/** `vibeflow worktree`: lists, opens and removes git worktrees (docs/guides/worktrees.md). */
import { commonExits, failure, usageError } from '../command/exit-codes.ts'
import { isOn, noAct, type Verb, type VerbContext } from '../command/verb.ts'
import { worktreeList, worktreeRemoval } from '../../core/windows/worktrees/worktree-view.ts'
import type { WorktreeCommand, WorktreeList } from '../../core/windows/worktrees/worktree-view.ts'
import { safeText, lineCharactersMax } from '../../base/text/safe-text.ts'
import { askApp, askEveryApp, worktreeListMs, passedOn, worktreeMs } from '../sessions/ask-app.ts'
import { askWindowless } from '../sessions/windowless.ts'
import { joinTabs } from '../sessions/worktrees.ts'
import { fitOf, table } from '../terminal/table.ts'

export const worktree: Verb = {
  name: 'worktree',
  words: 'open NAME | remove NAME | list',
  summary: 'List, open and remove git worktrees.',
  description: [
    'Works on the repository of the current directory. NAME is a branch or the path of a ' +
      'worktree. `vibeflow new --worktree` creates one.',
    'A worktree is removed only if it has no changed or untracked file, no program runs in it, ' +
      'and a branch has its commits. Ignored files are deleted with it. Its branch is deleted ' +
      'if it is merged.',
    'If no vibeflow runs, `list` and `remove` start a process without a window, which ends soon.',
  ],
  subcommands: {
    open: 'Go to the tab of the worktree, or open one.',
    remove: 'Remove the worktree, and its branch if it is merged.',
    list: 'List the worktrees with their tabs and states.',
  },
  options: {
    'dry-run': {
      type: 'boolean',
      text: 'remove: Only print what would be removed.',
      of: ['remove'],
    },
  },
  examples: [
    ['vibeflow worktree list', 'Show which agents work in which worktree.'],
    ['vibeflow worktree remove fix-login', 'Remove a worktree whose branch is merged.'],
  ],
  exits: commonExits(),
  async run(context) {
    const [what, name] = context.positionals
    const act = what !== undefined && Object.hasOwn(acts, what) ? acts[what] : undefined
    if (act === undefined) throw noAct(worktree, what)
    if (name !== undefined && what === 'list')
      throw usageError(`unexpected argument "${name}". Usage: vibeflow worktree list`)
    if ((name ?? '') === '' && what !== 'list')
      throw usageError(`missing argument: NAME. Usage: vibeflow worktree ${what} NAME`)
    return act(context, name ?? '')
  },
}

const acts: Readonly<Record<string, (context: VerbContext, name: string) => Promise<number>>> = {
  list,
  open,
  remove,
}

function ask(context: VerbContext, act: WorktreeCommand) {
  const { directory, environment } = context
  const request = { cmd: 'worktrees', directory, do: act }
  const patience = { withinMs: act.act === 'list' ? worktreeListMs : worktreeMs }
  return act.act === 'open'
    ? askApp(environment, request, patience)
    : askWindowless(context, request, patience)
}

async function list(context: VerbContext): Promise<number> {
  const own = worktreeList.safeParse(await ask(context, { act: 'list' })).data
  if (own === undefined)
    throw failure('the running vibeflow has another version: run `vibeflow restart`.')
  const worktrees = await withOthers(context, own)
  context.document({ ...own, worktrees })
  const rows = worktrees.map(({ branch, head, main, current, note, tabs, path: at }) => [
    `${safeText(branch ?? head.slice(0, 12), lineCharactersMax) || '-'}${current ? ' *' : ''}`,
    note ?? (main ? 'main' : '-'),
    tabs.map(({ state }) => state).join(', ') || '-',
    tabs.map(({ title, place }) => `${title} (${place})`).join(', ') || '-',
    safeText(at, lineCharactersMax),
  ])
  const heads = ['BRANCH', 'NOTE', 'STATE', 'TAB', 'DIRECTORY']
  const fit = fitOf(
    heads,
    ['NOTE'],
    [
      ['TAB', 'end'],
      ['DIRECTORY', 'begin'],
    ],
  )
  for (const line of table([heads, ...rows], fit)) context.say(line)
  if (own.more > 0) context.say(`${own.more} more.`)
  return 0
}

/** Adds the tabs of other running apps. */
async function withOthers(
  { environment, directory }: VerbContext,
  own: WorktreeList,
): Promise<WorktreeList['worktrees']> {
  const request = { cmd: 'worktrees', directory, do: { act: 'list' } }
  const apps = await askEveryApp(environment, request)
  return joinTabs(
    own,
    apps.flatMap(({ answer }) => worktreeList.safeParse(answer).data ?? []),
  )
}

async function open(context: VerbContext, name: string): Promise<number> {
  const { path, shown } = await ask(context, { act: 'open', name })
  const { environment, directory } = context
  const words = [`--working-directory=${String(path)}`]
  const id =
    typeof shown === 'string'
      ? shown
      : (
          await askApp(environment, {
            cmd: 'new-tab',
            words,
            directory,
            environment: passedOn(environment),
          })
        )['id']
  context.document({ id: String(id), path: String(path) })
  context.say(String(id))
  return 0
}

async function remove(context: VerbContext, name: string): Promise<number> {
  if (isOn(context, 'dry-run')) {
    const answer = await ask(context, { act: 'check', name })
    const { sentences = [], path } = worktreeRemoval.safeParse(answer).data ?? {}
    context.document({ path, would: sentences })
    for (const sentence of sentences) context.say(sentence)
    return 0
  }
  const answer = await ask(context, { act: 'remove', name })
  const removed = Array.isArray(answer['removed']) ? answer['removed'].map(String) : []
  context.document({ removed })
  for (const sentence of removed) context.say(sentence)
  return 0
}
