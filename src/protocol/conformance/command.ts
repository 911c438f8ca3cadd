/** Runs a tested command in a process group without a terminal, within limits. */
import { spawn, type ChildProcess } from 'node:child_process'
import { caseMs, outputBytesMax } from './limits.ts'

export interface Ran {
  /** `null`: ended by a signal, or by the runner. */
  readonly code: number | null
  readonly output: Uint8Array
  readonly complaint: string
  readonly problem?: string
}

interface RunOptions {
  /** Extra arguments, passed literally. */
  readonly args?: readonly string[]
  readonly input?: string
  /** Changes to the environment; `undefined` removes a variable. */
  readonly environment?: Readonly<Record<string, string | undefined>>
  readonly ms?: number
}

/** @param command shell text */
export function runCommand(
  command: string,
  { args = [], input = '', environment = {}, ms = caseMs }: RunOptions = {},
): Promise<Ran> {
  return new Promise((resolve) => {
    const child = startGroup(`${command} "$@"`, args, environment)
    const output: Buffer[] = []
    const complaint: Buffer[] = []
    let [size, complained] = [0, 0]
    let problem: string | undefined
    const end = (code: number | null) => {
      clearTimeout(timer)
      endGroup(child)
      child.stdout?.destroy()
      child.stderr?.destroy()
      resolve({
        code,
        output: Uint8Array.from(Buffer.concat(output)),
        complaint: Buffer.concat(complaint).toString('latin1'),
        ...(problem === undefined ? {} : { problem }),
      })
    }
    const timer = setTimeout(() => {
      problem = `did not end within ${ms / 1_000} s`
      end(null)
    }, ms)
    child.stdout?.on('data', (chunk: Buffer) => {
      size += chunk.length
      if (size <= outputBytesMax) output.push(chunk)
      else if (problem === undefined) {
        problem = `printed more than ${outputBytesMax} bytes`
        end(null)
      }
    })
    child.stderr?.on('data', (chunk: Buffer) => {
      complained += chunk.length
      if (complained <= outputBytesMax) complaint.push(chunk)
    })
    child.stdin?.on('error', () => undefined) // it need not read its input
    child.stdin?.end(input)
    child.once('error', (error) => {
      problem = `cannot be started: ${error.message}`
      end(null)
    })
    child.once('close', (code) => end(code))
  })
}

/** Starts a shell with this text as the leader of a process group. */
export function startGroup(
  text: string,
  args: readonly string[] = [],
  environment: RunOptions['environment'] = {},
): ChildProcess {
  return spawn('/bin/sh', ['-c', text, 'sh', ...args], {
    detached: true,
    env: { ...process.env, ...environment },
    stdio: ['pipe', 'pipe', 'pipe'],
  })
}

export function endGroup({ pid }: ChildProcess): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // the group has already ended
  }
}
