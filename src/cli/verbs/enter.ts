/** `vibeflow enter`: does for containers what `vibeflow ssh` does for hosts (docs/remote.md). */
import { randomBytes } from 'node:crypto'
import { wrappedEnvironment } from '../../core/session/launch/environment.ts'
import { CommandError } from '../exit-codes.ts'
import { bootstrapWords, startMark } from '../remote/bootstrap.ts'
import { become, lead } from '../remote/connect.ts'
import { luggageFor } from '../remote/luggage.ts'
import {
  execGrammar,
  splitWords,
  type Grammar,
  type Words,
} from '../../core/process/remote-words.ts'
import type { Verb } from '../verb.ts'

interface Tool {
  readonly grammar: Grammar
  /** Its words for a command in the container; `tty`: in a terminal. */
  readonly words: (found: Words, command: readonly string[], tty: boolean) => readonly string[]
}

const exec: Tool = {
  grammar: execGrammar,
  words: ({ options }, command, tty) => [
    'exec',
    tty ? '-it' : '-i',
    // docker hands no TERM over
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
  summary: 'a shell or command in a container, with prompt marks and agent reports',
  among: Object.keys(tools),
  options: {},
  verbatim: true,
  notes: [
    'OPTIONS are those of docker exec, podman exec or distrobox enter. Without COMMAND it is the ' +
      "login shell of the container's user. What is brought lies in a private folder of /tmp in " +
      'the container, which goes with the session.',
  ],
  async run(context) {
    const [name = '', ...rest] = context.positionals
    const tool = Object.hasOwn(tools, name) ? tools[name] : undefined
    if (tool === undefined)
      throw new CommandError(
        'usage',
        `name what it is in: ${Object.keys(tools).join(', ')}. ` +
          `Usage: vibeflow enter ${enter.words}`,
      )
    const found = splitWords(rest, tool.grammar)
    if (found.name === null)
      throw new CommandError('usage', `name a container: vibeflow enter ${name} CONTAINER`)
    const environment = wrappedEnvironment(context.environment)
    const isTerminal = process.stdin.isTTY && process.stdout.isTTY
    const leading = (command: readonly string[], tty: boolean) => ({
      program: name,
      args: tool.words(found, command, tty),
      environment,
    })
    if (!isTerminal) {
      if (found.command.length === 0)
        throw new CommandError(
          'usage',
          'a shell in a container needs a terminal; name a command to run without one.',
        )
      return become(leading(found.command, false))
    }
    const nonce = randomBytes(12).toString('hex')
    const command =
      found.command.length === 0 ? null : `exec ${found.command.map(quotedWord).join(' ')}`
    const words = bootstrapWords(
      luggageFor({ command, isHost: false }, context.environment, context.workers.scripts),
      nonce,
    )
    if (words === null) return become(leading(found.command, true))
    const outcome = await lead(leading(words, true), startMark(nonce))
    if ('exit' in outcome) return outcome.exit
    process.stdout.write(outcome.output)
    if (found.command.length === 0) return outcome.refused
    return become(leading(found.command, true)) // a container without sh has its command yet
  },
}

function quotedWord(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
