/** Runs desktop programs (xclip, xdg-open) from PATH with a time limit. */
import { spawn } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import path from 'node:path'
import { expected } from '../process/problem.ts'

export function findProgram(name: string): string | undefined {
  return (process.env['PATH'] ?? '')
    .split(':')
    .filter(path.isAbsolute)
    .map((folder) => path.join(folder, name))
    .find(isExecutable)
}

export function isExecutable(file: string): boolean {
  try {
    accessSync(file, constants.X_OK)
    return true
  } catch (error) {
    expected(error) // missing or not executable
    return false
  }
}

/** @throws Error on failure, timeout or too much output */
export function output(
  file: string,
  args: readonly string[],
  limits: { readonly timeMs: number; readonly bytesMax: number },
): Promise<Buffer> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      stdio: ['ignore', 'pipe', 'ignore'],
      timeout: limits.timeMs,
      killSignal: 'SIGKILL',
    })
    child.on('error', reject)
    if (child.pid === undefined) return // no file can be opened, so there are no pipes
    const chunks: Buffer[] = []
    let length = 0
    child.stdout.on('data', (chunk: Buffer) => {
      chunks.push(chunk)
      length += chunk.length
      if (length > limits.bytesMax) child.kill('SIGKILL')
    })
    child.on('close', (code, signal) => {
      if (code === 0) resolve(Buffer.concat(chunks))
      else reject(new Error(`${path.basename(file)} ended with ${code ?? signal}`))
    })
  })
}

/**
 * Starts a program that outlives this one. Settles when it has ended or has run for this time.
 * @throws Error if it fails within the time
 */
export function launch(file: string, args: readonly string[], timeMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, { stdio: 'ignore', detached: true })
    const timer = setTimeout(resolve, timeMs)
    timer.unref()
    child.unref()
    child.on('error', reject)
    child.on('exit', (code, signal) => {
      clearTimeout(timer)
      if (code === 0) resolve()
      else reject(new Error(`${path.basename(file)} ended with ${code ?? signal}`))
    })
  })
}
