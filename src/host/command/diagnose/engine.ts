/** Gets facts from the engine, which prints one line and exits (src/main/engine-facts.ts). */
import { spawn } from 'node:child_process'
import { openSync, readSync, closeSync } from 'node:fs'
import { engineAnswerMax } from '../../../core/config/diagnose/limits.ts'
import {
  engineFacts,
  type EngineFacts,
  type DiagnosticReport,
} from '../../../core/config/diagnose/report.ts'

/** Chromium takes 3 s to start on a slow machine, and a driver may hang. */
const answerMs = 20_000

/** Makes that process print its facts instead of the report. */
export const probeVariable = 'VIBEFLOW_DIAGNOSE_ENGINE'

type Environment = Readonly<Record<string, string | undefined>>

/** Runs VIBEFLOW_ENGINE_PROGRAM with VIBEFLOW_ENGINE_APP, set by the launcher. Never throws. */
export async function askEngine(environment: Environment): Promise<DiagnosticReport['engine']> {
  const program = environment['VIBEFLOW_ENGINE_PROGRAM']
  const app = environment['VIBEFLOW_ENGINE_APP']
  if (program === undefined || app === undefined)
    return {
      kind: 'not known',
      facts: null,
      problem: 'no engine was found; the message above explains why',
    }
  const kind = kindOf(program)
  if (
    !environment['DISPLAY'] &&
    !environment['WAYLAND_DISPLAY'] &&
    environment['VIBEFLOW_HEADLESS'] !== '1'
  )
    return { kind, facts: null, problem: 'not started, because there is no display' }
  const words = ['--', app, '--diagnose', '--json']
  const isRoot = process.getuid?.() === 0
  let answered = await ask(program, isRoot ? ['--no-sandbox', ...words] : words, environment)
  // Ubuntu 24.04 gives programs no user namespaces, and the launcher starts without the sandbox.
  if ('problem' in answered && !isRoot && /sandbox/i.test(answered.problem))
    answered = await ask(program, ['--no-sandbox', ...words], environment)
  return 'problem' in answered
    ? { kind, facts: null, problem: answered.problem }
    : { kind, facts: answered, problem: null }
}

/** The Chromium build's program is a script, Electron's is not. */
function kindOf(program: string): DiagnosticReport['engine']['kind'] {
  try {
    const file = openSync(program, 'r')
    const bytes = Buffer.alloc(2)
    readSync(file, bytes, 0, 2, 0)
    closeSync(file)
    return bytes.toString('latin1') === '#!'
      ? 'Chromium build, with the Chromium of the system'
      : 'Electron'
  } catch {
    return 'not known' // starting the program will report why it cannot be read
  }
}

function ask(
  program: string,
  words: readonly string[],
  environment: Environment,
): Promise<EngineFacts | { readonly problem: string }> {
  return new Promise((resolve) => {
    const child = spawn(program, words, {
      env: { ...environment, [probeVariable]: '1' },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: answerMs,
      killSignal: 'SIGTERM',
    })
    let output = ''
    let errors = ''
    child.stdout.on('data', (chunk: Buffer) => {
      if (output.length < engineAnswerMax) output += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      if (errors.length < engineAnswerMax) errors += chunk.toString()
    })
    child.on('error', (error) => resolve({ problem: `it cannot be started: ${error.message}` }))
    child.on('close', (code, signal) => {
      const facts = parse(output)
      if (facts !== null) resolve(facts)
      else if (signal !== null)
        resolve({ problem: `it did not answer within ${answerMs / 1000} s` })
      else
        resolve({
          problem:
            `it exited with ${code} and printed: ` +
            `${errors.trim().split('\n').slice(-2).join(' | ') || 'nothing'}`,
        })
    })
  })
}

function parse(output: string): EngineFacts | null {
  try {
    const read = engineFacts.safeParse(JSON.parse(output.trim().split('\n').at(-1) ?? ''))
    return read.success ? read.data : null
  } catch {
    return null // not JSON: the caller shows the output instead
  }
}
