/** Messages of the shim: lines on standard error, and fatal errors. */
import { writeSync } from 'node:fs'

/** Synchronous, so that nothing is lost when the process ends. */
export function say(line: string): void {
  try {
    writeSync(2, `electron-shim: ${line}\n`)
  } catch (error) {
    // Standard error is a closed pipe without a reader.
    if (
      (error as NodeJS.ErrnoException).code !== 'EPIPE' &&
      (error as NodeJS.ErrnoException).code !== 'EAGAIN'
    )
      throw error
  }
}

/** A fatal problem of the environment, with a message for the user. */
export class Stop extends Error {}

/** Marks an error as expected and handled; shown with VIBEFLOW_SHIM_LOG. */
export function expected(error: unknown): void {
  if (process.env['VIBEFLOW_SHIM_LOG'])
    say(`expected: ${error instanceof Error ? error.message : String(error)}`)
}
