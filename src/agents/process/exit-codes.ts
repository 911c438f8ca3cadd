/** What a shell's exit code says of the program that it ran. */

/** Done, or left by Ctrl+C. */
const leaving: ReadonlySet<number> = new Set([0, 130])
/** 128 + SIGSTOP, SIGTSTP, SIGTTIN, SIGTTOU: the program waits in the background. */
const stopped: ReadonlySet<number> = new Set([147, 148, 149, 150])

/** The program was left by its user. One that failed or was killed has another code. */
export function wasLeft(exitCode: number): boolean {
  return leaving.has(exitCode)
}

/** The program has ended, and not as its user wanted. */
export function hasFailed(exitCode: number): boolean {
  return !leaving.has(exitCode) && !stopped.has(exitCode)
}
