/** `vibeflow new`: opens a tab in the running instance. Its words are start options. */
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { askApp, passedOn, worktreeMs } from '../sessions/ask-app.ts'
import { askWindowless } from '../sessions/windowless.ts'
import { commonExits } from '../command/exit-codes.ts'
import type { Verb } from '../command/verb.ts'

export const open: Verb = {
  name: 'new',
  words: '[OPTIONS] [-e COMMAND ARGS...]',
  summary: 'Open a new tab and print its session ID.',
  description: [
    'Opens the tab in the running vibeflow. It starts in the directory of -d, else in the ' +
      "configured directory, else in the caller's directory. If that is /, it starts in your " +
      'home directory.',
    'With --worktree, it starts in a new git worktree of the repository of that directory. ' +
      'BRANCH is checked out, or created from the current commit. Without BRANCH, vibeflow ' +
      'chooses a free name. Hooks of the repository do not run. `worktrees.directory` sets the ' +
      'place.',
    'With --detached, the session has no window and no tab until `vibeflow open` shows it. If no ' +
      'vibeflow runs, a process without a window is started, which needs no display. Such a ' +
      'session ends with its program, also with --hold.',
  ],
  options: {
    worktree: {
      type: 'string',
      value: '[BRANCH]',
      text: 'Create a git worktree for BRANCH or a free name, and start there.',
    },
    detached: { type: 'boolean', text: 'Start a session without a window.' },
  },
  raw: true,
  examples: [
    ['vibeflow new', 'Open a tab with your shell.'],
    ['vibeflow new -d ~/src/api --title api -e claude', 'Start an agent in a project.'],
    ['vibeflow new --detached -- claude', 'Start an agent without a window.'],
    ['vibeflow new --worktree fix-login -- claude', 'Start an agent in a new worktree.'],
    ['vibeflow new --background --hold -e make test', 'Run tests in a tab that stays open.'],
  ],
  exits: commonExits(),
  async run(context) {
    const { positionals, environment, directory, json, say, document } = context
    const { words, detached, worktree } = startWords(positionals)
    const request = {
      ...{ cmd: 'new-tab', words, directory, environment: passedOn(environment) },
      ...(detached ? { detached } : {}),
      ...(worktree === undefined ? {} : { worktree: { branch: worktree } }),
    }
    const patience = worktree === undefined ? {} : { withinMs: worktreeMs }
    const slow =
      worktree === undefined
        ? undefined
        : setTimeout(() => context.complain('git is creating the worktree…'), slowMs)
    const answer = await (detached
      ? askWindowless(context, request, patience)
      : askApp(environment, request, patience)
    ).finally(() => clearTimeout(slow))
    const id = String(answer['id'])
    const { notes, ...made } = madeWorktree(answer)
    for (const note of notes) context.complain(safeText(note, lineCharactersMax))
    if (json) document({ id, ...made })
    else say(id)
    return 0
  },
}

/** A worktree that takes longer, ms, is announced. */
const slowMs = 1_000

/** Returns the worktree of an answer, and sentences about it. */
function madeWorktree(answer: Readonly<Record<string, unknown>>): {
  readonly worktree?: object
  readonly notes: readonly string[]
} {
  const { worktree } = answer
  if (typeof worktree !== 'object' || worktree === null) return { notes: [] }
  const notes = 'notes' in worktree && Array.isArray(worktree.notes) ? worktree.notes : []
  return { worktree, notes: notes.map(String) }
}

/**
 * Returns the start options, whether `--detached` was among them, and the branch of `--worktree`:
 * `null` for a free name.
 */
export function startWords(given: readonly string[]): {
  readonly words: readonly string[]
  readonly detached: boolean
  readonly worktree?: string | null
} {
  const at = given.findIndex((word) => word === '-e' || word === '--')
  const own = at === -1 ? given : given.slice(0, at)
  const words: string[] = []
  let [detached, worktree]: [boolean, string | null | undefined] = [false, undefined]
  for (let index = 0; index < own.length; index += 1) {
    const word = own[index] ?? ''
    const next = own[index + 1]
    if (word === '--detached') detached = true
    else if (word.startsWith('--worktree=')) worktree = word.slice('--worktree='.length)
    else if (word !== '--worktree') words.push(word)
    else if (next === undefined || next.startsWith('-')) worktree = null
    else {
      worktree = next
      index += 1
    }
  }
  return {
    ...{ words: [...words, ...given.slice(own.length)], detached },
    ...(worktree === undefined ? {} : { worktree }),
  }
}
