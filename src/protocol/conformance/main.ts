/** `vibeflow-protocol`: tests emitters, parsers and terminals (docs/reference/conformance.md). */
import { testEmitter } from './emitter.ts'
import { conformanceHelp, conformanceUsage } from './help.ts'
import { readConformanceOptions, type ConformanceTask } from './options.ts'
import { outsideByCommand } from './outside.ts'
import { testParser } from './parser.ts'
import { probe } from './probe.ts'
import { reportLines, type ConformanceReport } from './report.ts'
import { testTerminal } from './terminal.ts'
import { readVectors } from './vectors.ts'

interface Package {
  readonly version: string
  /** Location of the package's `vectors.json`. */
  readonly vectors: URL
  /** The file that starts this program. */
  readonly program: string
}

export async function runConformance(words: readonly string[], own: Package): Promise<number> {
  const task = readConformanceOptions(words)
  // biome-ignore format: a table, read by its columns
  switch (task.does) {
    case 'help': return print(conformanceHelp, 0)
    case 'version': return print(`vibeflow-protocol ${own.version}\n`, 0)
    case 'refuse': return say(`vibeflow-protocol: ${task.problem}\n${conformanceUsage}`, 2)
    case 'probe': return probe(task.path)
    default: {
      const report = await reportOf(task, own)
      if (typeof report === 'string')
        return say(
          `vibeflow-protocol: --terminal ${task.command}: ${report}\n` +
            'Pass a command that starts a terminal with a program. {} stands for the program. ' +
            'Run `vibeflow-protocol --help`.',
          3,
        )
      const code = report.checks.some(({ outcome }) => outcome === 'fail') ? 1 : 0
      return print(task.json ? `${JSON.stringify(report, null, 2)}\n` : reportLines(report), code)
    }
  }
}

type Run = ConformanceTask & { readonly does: 'emitter' | 'parser' | 'terminal' }

async function reportOf(task: Run, own: Package): Promise<ConformanceReport | string> {
  const { command } = task
  switch (task.does) {
    case 'emitter':
      return { kind: task.does, command, checks: await testEmitter(task, readVectors(own.vectors)) }
    case 'parser':
      return {
        kind: task.does,
        command,
        checks: await testParser(command, readVectors(own.vectors)),
      }
    case 'terminal':
      return testTerminal({
        ...{ command, pty: task.pty, program: own.program, answerMs: task.answerMs },
        ...(task.outside === undefined ? {} : { outside: outsideByCommand(task.outside) }),
      })
  }
}

/** Resolves after the text is written, however full the pipe is, because the program exits then. */
function print(text: string, code: number): Promise<number> {
  return put(process.stdout, text, code)
}

function say(text: string, code: number): Promise<number> {
  return put(process.stderr, `${text}\n`, code)
}

function put(stream: NodeJS.WriteStream, text: string, code: number): Promise<number> {
  return new Promise((resolve) => {
    stream.on('error', () => resolve(3)) // no reader
    stream.write(text, (error) => resolve(error === null || error === undefined ? code : 3))
  })
}
