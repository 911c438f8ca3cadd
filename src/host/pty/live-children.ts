/**
 * Which programs in ptys have not been waited for yet. node-pty joins a thread for each of them
 * when its environment is freed, which Electron does at exit: none may be left by then.
 */
import { endMaxMs } from './limits.ts'

/** By process id: what hangs the program up and, after a while, kills it. */
const living = new Map<number, () => void>()
let onAllExited: (() => void) | null = null

export function programStarted(pid: number, close: () => void): void {
  living.set(pid, close)
}

export function programEnded(pid: number): void {
  living.delete(pid)
  if (living.size === 0) onAllExited?.()
}

/**
 * Hangs all programs up and resolves when each has ended; those that ignore it are killed after
 * `killDelayMs`. What cannot even be killed (another user's, a stuck device's) is given up.
 */
export async function endPrograms(): Promise<void> {
  if (living.size === 0) return
  const none = new Promise<void>((resolve) => {
    onAllExited = resolve
  })
  for (const close of [...living.values()]) close()
  let timer: NodeJS.Timeout | undefined
  const late = new Promise<void>((resolve) => {
    timer = setTimeout(resolve, endMaxMs)
  })
  await Promise.race([none, late])
  clearTimeout(timer)
}
