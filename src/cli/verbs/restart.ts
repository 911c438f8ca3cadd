/** `vibeflow restart`: starts the running vibeflow again, for example as a new version. */
import { commonExits } from '../command/exit-codes.ts'
import type { Verb } from '../command/verb.ts'
import { restartApps } from '../sessions/restart.ts'

export const restartVerb: Verb = {
  name: 'restart',
  words: '',
  summary: 'Restart vibeflow while its programs keep running.',
  description: [
    'Ends the running vibeflow and starts it again. Windows, tabs and splits come back with ' +
      'their running programs, and no output is lost. Use it after an update.',
    'Sessions without a window stay without one. An instance that does not save its tabs refuses.',
  ],
  options: {},
  examples: [
    ['vibeflow restart', 'Use a new version of vibeflow.'],
    ['vibeflow restart --json', 'The same in a script.'],
  ],
  exits: commonExits({ failed: "vibeflow is not running, or can't restart now." }),
  async run({ environment, say, document }) {
    const restarted = await restartApps(environment)
    say('Restarted vibeflow. Its programs kept running.')
    document({ restarted })
    return 0
  },
}
