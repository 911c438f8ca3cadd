/** `vibeflow enter`: `vibeflow ssh` for containers (docs/guides/ssh-and-containers.md). */
import { randomBytes } from 'node:crypto'
import { wrappedEnvironment } from '../../core/session/launch/environment.ts'
import { noneOf } from '../../base/numbers/nearest.ts'
import { exitMeanings } from '../../core/clients/exit-codes.ts'
import { usageError } from '../command/exit-codes.ts'
import { bootstrapWords } from './remote/bootstrap.ts'
import { accompany, become } from './remote/connect.ts'
import { offerCopies } from './remote/copies.ts'
import { payloadFor } from './remote/payload.ts'
import {
  execGrammar,
  splitOptions,
  withoutFlag,
  type Grammar,
  type Words,
} from '../../agents/process/remote-words.ts'
import type { Verb } from '../command/verb.ts'

interface Tool {
  readonly grammar: Grammar
  /** Returns the arguments for a command in the container, with or without a terminal. */
  readonly words: (found: Words, command: readonly string[], tty: boolean) => readonly string[]
}

const exec: Tool = {
  grammar: execGrammar,
  words: ({ options }, command, tty) => [
    'exec',
    tty ? '-it' : '-i',
    // docker does not pass TERM on
    ...(tty && process.env['TERM'] !== undefined ? ['-e', `TERM=${process.env['TERM']}`] : []),
    ...options,
    ...command,
  ],
}

const tools: Readonly<Record<string, Tool>> = {
  docker: exec,
  podman: exec,
  distrobox: {
    grammar: { valued: 'na', long: ['--name', '--additional-flags'] },
    words: ({ options }, command, tty) => [
      'enter',
      ...(tty ? [] : ['--no-tty']),
      ...options,
      ...(command.length === 0 ? [] : ['--', ...command]),
    ],
  },
}

export const enter: Verb = {
  name: 'enter',
  words: `${Object.keys(tools).join('|')} [OPTIONS] CONTAINER [COMMAND...]`,
  summary: 'Open a shell or run a command in a container, with shell integration and agent states.',
  description: [
    'OPTIONS are those of `docker exec`, `podman exec` or `distrobox enter`. Without COMMAND, it ' +
      "opens the login shell of the container's user.",
    'The files it needs are copied to a private directory in /tmp in the container and removed ' +
      'when the session ends.',
  ],
  among: Object.keys(tools),
  options: {},
  verbatim: true,
  examples: [
    ['vibeflow enter docker web', 'Open a shell in a container.'],
    ['vibeflow enter podman --user root web claude', 'Run an agent as root.'],
  ],
  exits: {
    done: exitMeanings.done,
    failed: exitMeanings.failed,
    usage: exitMeanings.usage,
    program: 'Exit code of docker, podman or distrobox.',
  },
  async run(context) {
    const [name = '', ...rest] = context.positionals
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
    if (tool === undefined)
      throw usageError(
        name === ''
          ? `missing argument: ${Object.keys(tools).join(', ')}.`
          : noneOf(name, 'container tool', Object.keys(tools)),
      )
    const split = splitOptions(rest, tool.grammar)
    // distrobox separates the command with it, and sh would run it
    const found = split.command[0] === '--' ? { ...split, command: split.command.slice(1) } : split
    if (found.name === null)
      throw usageError(`missing argument: CONTAINER. Usage: vibeflow enter ${name} CONTAINER`)
    const environment = wrappedEnvironment(context.environment)
    const isTerminal = process.stdin.isTTY && process.stdout.isTTY
    const leading = (command: readonly string[], tty: boolean, own = found) => ({
      program: name,
      args: tool.words(own, command, tty),
      environment,
    })
    if (!isTerminal) {
      if (found.command.length === 0)
        throw usageError(
          'a shell in a container requires a terminal. Without one, pass a COMMAND to run.',
        )
      return become(leading(found.command, false))
    }
    const command = found.command.length === 0 ? null : found.command
    const id = randomBytes(12).toString('hex')
    const words = bootstrapWords(
      payloadFor({ command, isHost: false, id }, context.environment, context.workers.scripts),
      // docker needs standard output for the terminal's size, so vibeflow does not read it.
      '',
    )
    if (words === null) return become(leading(found.command, true))
    const silent = { ...found, options: withoutFlag(found.options, tool.grammar, 't', '--tty') }
    const stop = offerCopies(environment, id, (remote) => leading(remote, false, silent))
    return accompany(leading(words, true)).finally(stop)
  },
}
