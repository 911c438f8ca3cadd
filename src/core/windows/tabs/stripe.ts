/** What a stripe shows for a tab's state. Colours stand in the page's style, by state. */
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

/** The part of a tab's view that decides. */
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

/** It asks for you, and you have not looked. Nothing else in the window moves by itself. */
export function pulses({ state, agent }: StripeFacts): boolean {
  return state === 'waiting' && agent !== undefined && !agent.seen && agent.snoozedUntil === null
}

/** May anything pulse at all? `systemReduces`: the system asks for less motion. */
export function motionAllowed(
  ui: Pick<Options['ui'], 'indicator_pulse' | 'reduce_motion'>,
  systemReduces: boolean,
): boolean {
  return ui.indicator_pulse && !reducesMotion(ui, systemReduces)
}

/** Does nothing move that could stand? */
export function reducesMotion(
  { reduce_motion }: Pick<Options['ui'], 'reduce_motion'>,
  systemReduces: boolean,
): boolean {
  return reduce_motion === 'on' || (reduce_motion === 'auto' && systemReduces)
}
