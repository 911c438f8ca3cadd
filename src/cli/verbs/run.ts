/** `vibeflow run`: runs a program in any terminal and reports its state (src/host/command/run). */
import { resolve } from 'node:path'
import { exits } from '../../core/clients/exit-codes.ts'
import { commonExits, usageError } from '../command/exit-codes.ts'
import { unwritable } from '../command/file-problem.ts'
import { isOn, optionText, type VerbContext, type Verb } from '../command/verb.ts'

export const runProgramVerb: Verb = {
  name: 'run',
  words: '[--] COMMAND [ARG...]',
  summary: 'Run an agent in this terminal and report its state to the outer terminal.',
  description: [
    'Works in any terminal, in tmux and over SSH. COMMAND runs in a pty of its own. Output, ' +
      'keys, size and signals are passed on unchanged.',
    'If an agent of the option ai.tools runs in it and does not report its state itself, ' +
      'vibeflow writes OSC 7501 and OSC 1338 at each change. In tmux, they are wrapped for ' +
      'allow-passthrough. If standard output is a pipe or a file, only the output of COMMAND is ' +
      'written.',
  ],
  options: {
    log: {
      type: 'string',
      value: 'FILE',
      text: 'Append each change of the state to FILE, one JSON object per line.',
    },
    json: {
      type: 'boolean',
      text: 'Write these lines to standard error, which must be a file or a pipe.',
    },
  },
  wrapsCommand: true,
  examples: [
    ['vibeflow run -- claude', 'Run claude in this terminal.'],
    ['vibeflow run --log states.jsonl -- codex', 'Save each change of the state.'],
  ],
  exits: commonExits({
    done: 'COMMAND exited with code 0.',
    'cannot-start': 'COMMAND cannot be started.',
    signal: 'Signal n ended COMMAND.',
    program: 'Exit code of COMMAND.',
  }),
  async run(context) {
    const [program, ...args] = context.positionals
    if (program === undefined)
      throw usageError('missing argument: COMMAND. Usage: vibeflow run -- COMMAND')
    // loaded only here: other verbs need no pty
    const { runWrapper: runWrapped } = await import('../../host/command/run/wrapper.ts')
    const log = await openLog(context)
    try {
      const outcome = await runWrapped({
        command: { program, args },
        directory: context.directory,
        environment: context.environment,
        version: context.version,
        workers: context.workers,
        log,
      })
      if ('status' in outcome) return outcome.status
      context.complain(outcome.problem)
      return exits['cannot-start']
    } finally {
      log?.close()
    }
  },
}

async function openLog(context: VerbContext) {
  const file = optionText(context, 'log')
  if (file === null && !isOn(context, 'json')) return null
  if (file === null && process.stderr.isTTY)
    throw usageError(
      "--json can't write to a terminal. Use --log FILE, or redirect standard error with 2> FILE.",
    )
  const { StateLog } = await import('../../host/command/run/state-log.ts')
  const path = file === null ? null : resolve(context.directory, file)
  try {
    return new StateLog(path ?? 2)
  } catch (error) {
    throw unwritable(path ?? 'standard error', error)
  }
}
