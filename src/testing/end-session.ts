/** The end of all that runs in a pty's session, once its terminal has been hung up. */
import { livingInSession, processStat } from '../host/proc/process-facts.ts'
import { killSession } from './guardian.ts'
import { pause } from './waiting.ts'

/** Between two looks: soon at first, since most programs end at once. */
const lookMsMin = 2
const lookMsMax = 32

/**
 * Waits for the end of what was hung up, then kills it.
 * @param pid of the session's leader
 * @returns what cannot be killed
 */
export async function endSession(
  pid: number,
  { hangUpMs, killMs }: { readonly hangUpMs: number; readonly killMs: number },
): Promise<readonly number[]> {
  if (await gone(pid, hangUpMs)) return []
  killSession(pid)
  if (await gone(pid, killMs, () => killSession(pid))) return []
  return livingInSession(pid)
}

/** `again`: what may have been forking is seen to once more. */
async function gone(pid: number, withinMs: number, again?: () => void): Promise<boolean> {
  const end = performance.now() + withinMs
  for (let ms = lookMsMin; ; ms = Math.min(lookMsMax, ms * 2)) {
    // all of /proc is looked at only when the first process is gone
    const leader = processStat(pid)
    const leads = leader !== null && !leader.isDead && leader.session === pid
    if (!leads && livingInSession(pid).length === 0) return true
    if (performance.now() >= end) return false
    again?.()
    await pause(ms)
  }
}
