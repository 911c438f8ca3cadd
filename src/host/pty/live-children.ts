/**
 * Programs in ptys that have not been waited for. When Electron exits it frees node-pty's
 * environment, which joins a thread for each of them, so they must have ended by then.
 */
import { endMaxMs } from './limits.ts'

interface LivingProgram {
  /** Sends SIGHUP to the program, and SIGKILL if it ignores that. */
  readonly close: () => void
  /** Whether it is in the keeper. */
  readonly isKept: boolean
  /** Releases the program, which keeps running in the keeper. Returns false if it isn't there. */
  readonly leave: () => boolean
}

/** By process id. */
const living = new Map<number, LivingProgram>()
let onAllExited: (() => void) | null = null

export function programStarted(pid: number, program: LivingProgram): void {
  living.set(pid, program)
}

/**
 * Releases programs of the keeper. Closing their tabs later does not reach them.
 * @param pids their first processes; all without it
 */
export function leavePrograms(pids?: ReadonlySet<number>): void {
  for (const [pid, program] of [...living])
    if (pids?.has(pid) !== false && program.leave()) programEnded(pid)
}

/** Whether all programs can outlive this process. */
export function areAllKept(): boolean {
  return [...living.values()].every(({ isKept }) => isKept)
}

export function programEnded(pid: number): void {
  living.delete(pid)
  if (living.size === 0) onAllExited?.()
}

/**
 * Sends SIGHUP to all programs and resolves when they have ended. A program that ignores SIGHUP is
 * killed after `killDelayMs`. The wait ends after `endMaxMs`, since another user's process or a
 * process stuck on a device cannot be killed.
 */
export async function endPrograms(): Promise<void> {
  if (living.size === 0) return
  const none = new Promise<void>((resolve) => {
    onAllExited = resolve
  })
  for (const { close } of [...living.values()]) close()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, endMaxMs)
  })
  await Promise.race([none, late])
  clearTimeout(timer)
}
