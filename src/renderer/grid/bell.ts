/** The bell of a tab. Bells in quick succession count as one. */
import type { Clock } from '../../base/clock.ts'
import type { Options } from '../../core/config/table.ts'
import { bellTintMs } from './limits.ts'

/**
 * @param host element of the tab's grid
 * @returns a function that rings
 */
export function ringBell(
  host: () => HTMLElement | undefined,
  clock: Pick<Clock, 'now'>,
  options: () => Options['bell'],
  sound: () => void,
): () => void {
  let rungAt = Number.NEGATIVE_INFINITY
  let tint: number | undefined
  const show = (): void => {
    const shown = host()
    window.clearTimeout(tint)
    shown?.classList.add('bell')
    tint = window.setTimeout(() => shown?.classList.remove('bell'), bellTintMs)
  }
  return () => {
    const now = clock.now()
    const { mode, debounce_ms: debounceMs } = options()
    const soon = now - rungAt < debounceMs
    rungAt = now
    if (soon) return
    if (mode === 'visual' || mode === 'both') show()
    if (mode === 'audible' || mode === 'both') sound()
  }
}
