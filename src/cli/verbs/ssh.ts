/**
 * `vibeflow ssh`: ssh with prompt marks, terminfo and emitter (docs/guides/ssh-and-containers.md).
 */
import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { wrappedEnvironment } from '../../core/session/launch/environment.ts'
import { exitMeanings } from '../../core/clients/exit-codes.ts'
import { bootstrapCommand, loginLine, startMark } from './remote/bootstrap.ts'
import { become, lead, type Leading } from './remote/connect.ts'
import { offerCopies } from './remote/copies.ts'
import { payloadFor } from './remote/payload.ts'
import {
  splitOptions,
  sshGrammar,
  withoutFlag,
  type Words,
} from '../../agents/process/remote-words.ts'
import type { VerbContext, Verb } from '../command/verb.ts'

/** Options with which ssh has no terminal, does not connect, or has its own command. */
const plainLetters = ['N', 'f', 'n', 's', 'T', 'V', 'W', 'G', 'O', 'Q']

/** Time limit for `ssh -G`, which may look up names. */
const configurationMs = 5_000

/** ssh's exit code for a failed connection. */
const connectionFailed = 255

export const ssh: Verb = {
  name: 'ssh',
  words: '[SSH OPTIONS] [USER@]HOST [COMMAND...]',
  summary: 'Run ssh with shell integration, terminfo and agent states on the remote host.',
  description: [
    'All arguments are those of ssh(1). The files it needs are copied to a private directory in ' +
      '/tmp on the remote host and removed when the session ends. Nothing else is written.',
    'It runs ordinary ssh if nothing can be copied: for a COMMAND without -t, without a ' +
      'terminal, with -f, -G, -N, -n, -O, -Q, -s, -T, -V or -W, and for a host without sh.',
  ],
  options: {},
  verbatim: true,
  completedAs: 'ssh',
  examples: [
    ['vibeflow ssh me@build.example.com', 'Log in to a host.'],
    ['vibeflow ssh -t build.example.com claude', 'Run an agent there.'],
    ["alias ssh='vibeflow ssh'", "Use it always. Put this line into your shell's startup file."],
  ],
  exits: {
    done: exitMeanings.done,
    failed: exitMeanings.failed,
    program: 'Exit code of ssh: 255 if the connection failed.',
  },
  async run(context) {
    const environment = wrappedEnvironment(context.environment)
    const plain: Leading = { program: 'ssh', args: context.positionals, environment }
    const words = splitOptions(context.positionals, sshGrammar)
    const tty = wantsTerminal(words, environment)
    const command = words.command.join(' ')
    if (tty === null || command.includes('\0')) return become(plain)
    const nonce = randomBytes(12).toString('hex')
    const word = bootstrapCommand(
      payloadFor(
        { command: words.command.length === 0 ? null : command, isHost: true, id: nonce },
        context.environment,
        context.workers.scripts,
      ),
      nonce,
    )
    if (word === null) return become(plain)
    const silent = [...withoutTerminal, ...withoutFlag(words.options, sshGrammar, 't', '--tty')]
    const stop = offerCopies(environment, nonce, (remote) => ({
      ...plain,
      args: [...silent, loginLine(remote)],
    }))
    const outcome = await lead(
      { ...plain, args: [...tty, ...words.options, word] },
      startMark(nonce),
    ).finally(stop)
    if ('exit' in outcome) return outcome.exit
    if (outcome.refused === connectionFailed) {
      process.stdout.write(outcome.output)
      return outcome.refused
    }
    context.complain(
      `${words.name ?? ''} does not run the commands of vibeflow ssh. Reconnecting with ` +
        'ordinary ssh.',
    )
    return become(plain)
  },
}

/** Options of a second connection, which must not ask, forward ports or get a terminal. */
const withoutTerminal = [
  ...['-o', 'BatchMode=yes', '-o', 'ClearAllForwardings=yes', '-o', 'PermitLocalCommand=no', '-T'],
]

/** Returns the options that give ssh a terminal, or `null` if it gets none or runs no shell. */
function wantsTerminal(
  { name, letters, options, command }: Words,
  environment: VerbContext['environment'],
): readonly string[] | null {
  if (name === null || plainLetters.some((letter) => letters.has(letter))) return null
  if (!process.stdin.isTTY || !process.stdout.isTTY) return null
  const { status, stdout } = spawnSync('ssh', ['-G', ...options], {
    env: environment as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'ignore'],
    timeout: configurationMs,
    encoding: 'utf8',
  })
  if (status !== 0) return null
  const said = new Map(
    stdout.split('\n').map((line) => {
      const at = line.indexOf(' ')
      return [line.slice(0, at), line.slice(at + 1)]
    }),
  )
  const is = (key: string, usual: string) => (said.get(key) ?? usual) === usual
  if (
    !is('remotecommand', 'none') ||
    !is('sessiontype', 'default') ||
    !is('forkafterauthentication', 'no') ||
    !is('stdinnull', 'no')
  )
    return null
  switch (said.get('requesttty')) {
    case 'true':
    case 'yes':
    case 'force':
      return []
    case 'auto':
    case undefined:
      return command.length === 0 ? ['-t'] : null
    default:
      return null
  }
}
