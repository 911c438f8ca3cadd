/** `vibeflow run`: runs a program in any terminal and reports its state (src/host/run). */
import { resolve } from 'node:path'
import { exits, usageError } from '../command/exit-codes.ts'
import { unwritable } from '../command/file-problem.ts'
import { isOn, optionText, type VerbContext, type Verb } from '../command/verb.ts'

export const runProgramVerb: Verb = {
  name: 'run',
  words: '[--] COMMAND [ARG...]',
  summary: 'a program in this terminal; its state is reported to the terminal around it',
  options: {
    log: {
      type: 'string',
      value: 'FILE',
      text: 'append each change of the state to FILE, one JSON object a line',
    },
    json: {
      type: 'boolean',
      text: 'the same on standard error, which must be a file or a pipe then',
    },
  },
  wrapsCommand: true,
  notes: [
    'Works in any terminal, in tmux and over ssh. A pty stands in between: bytes, keys, size and ' +
      'signals pass as they are, and the exit code is that of COMMAND (128 and the number of the ' +
      'signal that ended it; 127: it cannot be started).',
    'While a listed agent (ai.tools) runs in it and does not report its state itself, OSC ' +
      '7501 and OSC 1338 are written at each change; in tmux they are wrapped for ' +
      'allow-passthrough. Into a pipe or a file only what COMMAND prints is written.',
  ],
  async run(context) {
    const [program, ...args] = context.positionals
    if (program === undefined)
      throw usageError('name a command to run. Usage: vibeflow run -- COMMAND')
    // loaded only here: other verbs need no pty
    const { runWrapper: runWrapped } = await import('../../host/run/wrapper.ts')
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
      'standard error is a terminal, where the lines of --json would stand among the output. ' +
        'Name a file: vibeflow run --log FILE -- COMMAND, or 2> FILE.',
    )
  const { StateLog } = await import('../../host/run/state-log.ts')
  const path = file === null ? null : resolve(context.directory, file)
  try {
    return new StateLog(path ?? 2)
  } catch (error) {
    throw unwritable(path ?? 'standard error', error)
  }
}
