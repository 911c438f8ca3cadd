/** `vibeflow new`: opens a tab in the running instance. Its words are start options. */
import { askApp, passedOn } from '../sessions/ask-app.ts'
import type { Verb } from '../command/verb.ts'

export const open: Verb = {
  name: 'new',
  words: '[OPTIONS] [-e COMMAND ARGS...]',
  summary: 'a tab in the running instance; prints its id',
  options: {},
  raw: true,
  notes: [
    'Takes the options of the start command, such as -d DIR and -e COMMAND. The folder is ' +
      "that of -d, else what the configuration says, else the caller's; where that is / it is " +
      'your home.',
  ],
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
