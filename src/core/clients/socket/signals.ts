/** Linux signals by name and number. */

/** Signals that a client may send (docs/reference/session-socket.md). */
export const sendableSignals = {
  SIGHUP: 1,
  SIGINT: 2,
  SIGQUIT: 3,
  SIGKILL: 9,
  SIGUSR1: 10,
  SIGUSR2: 12,
  SIGTERM: 15,
  SIGCONT: 18,
  SIGWINCH: 28,
} as const

export type SendableSignal = (typeof sendableSignals)[keyof typeof sendableSignals]

const { SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM } = sendableSignals

/** Signals that end a program. */
export const endingSignals: ReadonlySet<number> = new Set([
  ...[SIGHUP, SIGINT, SIGQUIT, SIGKILL, SIGTERM],
])

/** Numbered from 1. */
const order =
  'HUP INT QUIT ILL TRAP ABRT BUS FPE KILL USR1 SEGV USR2 PIPE ALRM TERM STKFLT CHLD ' +
  'CONT STOP TSTP TTIN TTOU URG XCPU XFSZ VTALRM PROF WINCH IO PWR SYS'
const names = order.split(' ').map((name) => `SIG${name}`)

/** Returns 0 for `null` or an unknown name. `signal 40` is 40. */
export function signalNumber(name: string | null): number {
  if (name === null) return 0
  const at = names.indexOf(name)
  return at === -1 ? Number(/^signal (\d+)$/.exec(name)?.[1] ?? 0) : at + 1
}

export function signalName(number: number): string {
  return names[number - 1] ?? `signal ${number}`
}
