/**
 * Files for agents that load a directory: the plugin of opencode and Kilo, and a script per event
 * of Cline. Written and removed as a whole.
 */
import { eventsOf } from '../../../protocol/bin/hook-table.ts'
import { CommandError } from '../../command/exit-codes.ts'
import type { Integration, HookShape } from './agents.ts'
import { pluginText } from './plugin.ts'

interface OwnFile {
  readonly name: string
  readonly text: string
  readonly mode: number
}

/** Format for checks of the scripts. */
export const scriptShape = {
  shape: 'flat',
  command: 'command',
  events: eventsOf('cline'),
  namesEvent: true,
  sample: 'TaskStart',
} as const satisfies HookShape

/**
 * Returns the files below the agent's path. For a plugin the path is the file, so its name is
 * empty.
 * @param emitter shell word
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
# To remove it, run \`vibeflow integrate --remove ${agent}\`.
exec ${emitter} --hook ${agent} --event ${event}
`,
    mode: 0o700,
  }))
}

/** Cline runs `EVENT` and `EVENT.sh`: the former is left to the user. */
export function scriptName(event: string): string {
  return `${event}.sh`
}

/** Whether any version of vibeflow wrote a file with this text. */
export function isOwn(text: string): boolean {
  return /^(?:#![^\n]*\n# |\/\/ )Of vibeflow: /.test(text)
}

/**
 * Calls `act`, and adds the file's name to its errors.
 * @throws CommandError with the end of a sentence that starts with the agent's path
 */
export function naming<T>({ name }: OwnFile, act: () => T): T {
  try {
    return act()
  } catch (error) {
    if (name === '' || !(error instanceof CommandError)) throw error
    throw new CommandError(error.word, `has a ${name} that ${error.message}`)
  }
}
