/** Says when the layouts that there are may be others: saved, written or removed by anybody. */
import { join } from 'node:path'
import type { Clock } from '../../core/clock.ts'
import { Debouncer } from '../../core/config/debouncer.ts'
import { Watcher } from '../config/watcher.ts'

/** @returns what ends it */
export function followLayouts(folder: string, clock: Clock, changed: () => void): () => void {
  const follow = () => watcher.follow([join(folder, '*')])
  const settle = new Debouncer(clock, () => {
    follow() // it may have been made, or be another one
    changed()
  })
  // without a watch it looks every 5 s, as the configuration says of its own folder
  const watcher = new Watcher(clock, {
    changed: () => settle.changed(),
    polling: () => undefined,
  })
  follow()
  return () => {
    settle.dispose()
    watcher.dispose()
  }
}
