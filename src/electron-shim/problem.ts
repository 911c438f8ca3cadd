/** How the shim speaks: one line on standard error, and the end of the process with a sentence. */
import { writeSync } from 'node:fs'

/** Nothing is lost when the process ends right after. */
export function say(line: string): void {
  try {
    writeSync(2, `electron-shim: ${line}\n`)
  } catch (error) {
    // Standard error is a closed pipe: its reader is gone, and there is nowhere to report to.
    if (
      (error as NodeJS.ErrnoException).code !== 'EPIPE' &&
      (error as NodeJS.ErrnoException).code !== 'EAGAIN'
    )
      throw error
  }
}

/** The world is not as it must be, and the message says so in a sentence. */
export class Stop extends Error {}

/**
 * An error that the caller expected and has dealt with by what it does next; with VIBEFLOW_SHIM_LOG
 * it is shown.
 */
export function expected(error: unknown): void {
  if (process.env['VIBEFLOW_SHIM_LOG'])
    say(`expected: ${error instanceof Error ? error.message : String(error)}`)
}
