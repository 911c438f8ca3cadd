/**
 * Files of our own, for agents that load what lies in a folder: the plugin of opencode and Kilo,
 * and a script for each event of Cline. They are written and removed as a whole.
 */
import { eventsOf } from '../../protocol/bin/hook-table.ts'
import { CommandError } from '../exit-codes.ts'
import type { Integration, HookShape } from './agents.ts'
import { pluginText } from './plugin.ts'

export interface OwnFile {
  readonly name: string
  readonly text: string
  readonly mode: number
}

/** What a check of the scripts runs. */
export const scriptShape = {
  shape: 'flat',
  command: 'command',
  events: eventsOf('cline'),
  namesEvent: true,
  sample: 'TaskStart',
} as const satisfies HookShape

/**
 * Below the agent's path, which for a plugin is the file itself: then the name is empty.
 * @param emitter a word of a shell
 */
export function ownFiles(
  { name: agent, title, hooks }: Integration,
  emitter: string,
): readonly OwnFile[] {
  if (hooks === 'plugin') return [{ name: '', text: pluginText(agent), mode: 0o600 }]
  return scriptShape.events.map((event) => ({
    name: scriptName(event),
    text: `#!/bin/sh
# Of vibeflow: reports to the terminal what ${title} is doing.
# \`vibeflow integrate --remove ${agent}\` takes it out.
exec ${emitter} --hook ${agent} --event ${event}
`,
    mode: 0o700,
  }))
}

/** Cline runs `EVENT` and `EVENT.sh`: the plain name is left to the user. */
export function scriptName(event: string): string {
  return `${event}.sh`
}

/** Whether vibeflow made a file with this text, in whatever version. */
export function isOwn(text: string): boolean {
  return /^(?:#![^\n]*\n# |\/\/ )Of vibeflow: /.test(text)
}

/**
 * What is done with one of them, named in what it throws.
 * @throws CommandError a part of a sentence that goes on with the agent's path
 */
export function naming<T>({ name }: OwnFile, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (name === '' || !(error instanceof CommandError)) throw error
    throw new CommandError(error.word, `has a ${name} that ${error.message}`)
  }
}
