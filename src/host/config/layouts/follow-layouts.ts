/** Says when the layouts that there are may be others: saved, written or removed by anybody. */
import { join } from 'node:path'
import type { Clock } from '../../../base/clock.ts'
import { Watcher } from '../watcher.ts'

/** @returns what ends it */
export function followLayouts(folder: string, clock: Clock, changed: () => void): () => void {
  const follow = () => watcher.follow([join(folder, '*')])
  // that it cannot be watched the configuration says, in whose folder it lies
  const watcher = new Watcher(clock, () => {
    follow() // it may have been made, or be another one
    changed()
  })
  follow()
  return () => watcher.dispose()
}
