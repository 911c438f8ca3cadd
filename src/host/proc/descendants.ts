/** Finds the processes below another one. */
import type { Stat } from '../../agents/process/stat.ts'
import type { ProcReader } from './reader.ts'

/**
 * Returns descendants, the nearest first.
 * @param visits processes whose children are read
 * @param most processes that are returned
 */
export function descendants(
  reader: Pick<ProcReader, 'children' | 'stat'>,
  root: number,
  visits: number,
  most: number,
): { pid: number; stat: Stat }[] {
  const found: { pid: number; stat: Stat }[] = []
  const waiting = [root]
  for (let at = 0; at < waiting.length && at < visits; at += 1) {
    for (const pid of reader.children(waiting[at] ?? 0)) {
      if (found.length >= most) return found
      const stat = reader.stat(pid)
      if (stat === null) continue
      found.push({ pid, stat })
      waiting.push(pid)
    }
  }
  return found
}
