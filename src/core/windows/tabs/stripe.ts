/** A stripe's icon and motion by state. The page's stylesheet has the colors. */
import type { TabView } from './tab-view.ts'
import type { Options } from '../../config/table.ts'

export type StripeGlyph =
  | 'none'
  | 'dot'
  | 'triangle'
  | 'triangle-hollow'
  | 'check'
  | 'ring'
  | 'cross'

/** The part of a view that matters. */
export type StripeFacts = Pick<TabView, 'state' | 'agent'>

export function glyphOf({ state, agent }: StripeFacts): StripeGlyph {
  switch (state) {
    case 'active':
      return 'none'
    case 'working':
      return 'dot'
    case 'waiting':
      return agent?.snoozedUntil == null ? 'triangle' : 'triangle-hollow'
    case 'done':
      return 'check'
    case 'idle':
      return 'ring'
    case 'error':
      return 'cross'
  }
}

/** Whether the stripe pulses: the tab needs the user, who has not looked. */
export function pulses({ state, agent }: StripeFacts): boolean {
  return state === 'waiting' && agent !== undefined && !agent.seen && agent.snoozedUntil === null
}

/** Whether stripes may pulse. `systemReduces`: the system requests reduced motion. */
export function motionAllowed(
  ui: Pick<Options['ui'], 'indicator_pulse' | 'reduce_motion'>,
  systemReduces: boolean,
): boolean {
  return ui.indicator_pulse && !reducesMotion(ui, systemReduces)
}

/** Whether motion is reduced. */
export function reducesMotion(
  { reduce_motion }: Pick<Options['ui'], 'reduce_motion'>,
  systemReduces: boolean,
): boolean {
  return reduce_motion === 'on' || (reduce_motion === 'auto' && systemReduces)
}
