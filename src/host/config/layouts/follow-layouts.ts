import { join } from 'node:path'
import type { Clock } from '../../../base/clock.ts'
import { Watcher } from '../watcher.ts'

/** Calls `changed` when saved layouts may have changed. Returns a function that stops this. */
export function followLayouts(folder: string, clock: Clock, changed: () => void): () => void {
  const follow = () => watcher.follow([join(folder, '*')])
  // The configuration's watcher reports that the directory cannot be watched.
  const watcher = new Watcher(clock, () => {
    follow() // it may be new or replaced
    changed()
  })
  follow()
  return () => watcher.dispose()
}
