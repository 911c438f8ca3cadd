/** Ends all processes of a pty's session after its terminal was hung up. */
import { livingInSession, processStat } from '../../host/proc/process-facts.ts'
import { killSession } from './guardian.ts'
import { pause } from '../waiting.ts'

/** Interval of checks, short at first since most programs end immediately. */
const lookMsMin = 2
const lookMsMax = 32

/** Waits until the leader's session ends, then kills it. Returns surviving processes. */
export async function endSession(
  pid: number,
  { hangUpMs, killMs }: { readonly hangUpMs: number; readonly killMs: number },
): Promise<readonly number[]> {
  if (await gone(pid, hangUpMs)) return []
  killSession(pid)
  if (await gone(pid, killMs, () => killSession(pid))) return []
  return livingInSession(pid)
}

/** @param again called before each further check, to kill processes that were forked meanwhile */
async function gone(pid: number, withinMs: number, again?: () => void): Promise<boolean> {
  const end = performance.now() + withinMs
  for (let ms = lookMsMin; ; ms = Math.min(lookMsMax, ms * 2)) {
    // Reading all of /proc is needed only after the first process has ended.
    const leader = processStat(pid)
    const leads = leader !== null && !leader.isDead && leader.session === pid
    if (!leads && livingInSession(pid).length === 0) return true
    if (performance.now() >= end) return false
    again?.()
    await pause(ms)
  }
}
