/** `vibeflow new`: opens a tab in the running instance. Its words are start options. */
import { askApp, passedOn } from '../sessions/ask-app.ts'
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
  ],
  options: {},
  raw: true,
  examples: [
    ['vibeflow new', 'Open a tab with your shell.'],
    ['vibeflow new -d ~/src/api --title api -e claude', 'Start an agent in a project.'],
    ['vibeflow new --background --hold -e make test', 'Run tests in a tab that stays open.'],
  ],
  exits: commonExits(),
  async run({ positionals, environment, directory, json, say, document }) {
    const request = {
      cmd: 'new-tab',
      words: positionals,
      directory,
      environment: passedOn(environment),
    }
    const id = String((await askApp(environment, request))['id'])
    if (json) document({ id })
    else say(id)
    return 0
  },
}
