/** Meaning of a shell's exit code for the program that it ran. */

/** Codes from this one on are 128 + the signal that ended or stopped the program. */
export const signalCodes = 128

/** Success, or ended with Ctrl+C. */
const leaving: ReadonlySet<number> = new Set([0, 130])
/** 128 + SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU: the program is stopped in the background. */
const stopped: ReadonlySet<number> = new Set([147, 148, 149, 150])

/** Returns whether the program is only suspended, as by Ctrl+Z. */
export function wasSuspended(exitCode: number): boolean {
  return stopped.has(exitCode)
}

/** Returns whether the user ended the program. Failed or killed programs have other codes. */
export function wasLeft(exitCode: number): boolean {
  return leaving.has(exitCode)
}

/** Returns whether the program failed or was killed. */
export function hasFailed(exitCode: number): boolean {
  return !leaving.has(exitCode) && !stopped.has(exitCode)
}
