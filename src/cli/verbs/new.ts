/** `vibeflow new`: opens a tab in the running instance. Its words are start options. */
import { askApp, passedOn } from '../sessions/ask-app.ts'
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
    'With --detached, the session has no window and no tab until `vibeflow open` shows it. If no ' +
      'vibeflow runs, a process without a window is started, which needs no display. Such a ' +
      'session ends with its program, also with --hold.',
  ],
  options: {
    detached: { type: 'boolean', text: 'Start a session without a window.' },
  },
  raw: true,
  examples: [
    ['vibeflow new', 'Open a tab with your shell.'],
    ['vibeflow new -d ~/src/api --title api -e claude', 'Start an agent in a project.'],
    ['vibeflow new --detached -- claude', 'Start an agent without a window.'],
    ['vibeflow new --background --hold -e make test', 'Run tests in a tab that stays open.'],
  ],
  exits: commonExits(),
  async run(context) {
    const { positionals, environment, directory, json, say, document } = context
    const { words, detached } = startWords(positionals)
    const request = {
      ...{ cmd: 'new-tab', words, directory, environment: passedOn(environment) },
      ...(detached ? { detached } : {}),
    }
    const answer = await (detached ? askWindowless(context, request) : askApp(environment, request))
    const id = String(answer['id'])
    if (json) document({ id })
    else say(id)
    return 0
  },
}

/** Returns the start options, and whether `--detached` was among them. */
export function startWords(given: readonly string[]): {
  readonly words: readonly string[]
  readonly detached: boolean
} {
  const at = given.findIndex((word) => word === '-e' || word === '--')
  const isOwn = (index: number) => at === -1 || index < at
  const words = given.filter((word, index) => word !== '--detached' || !isOwn(index))
  return { words, detached: words.length < given.length }
}
