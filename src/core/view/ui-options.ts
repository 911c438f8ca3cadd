/**
 * What the chrome wants of the configuration, in its own words (behaviour/config.md [ui],
 * [attention]).
 */
import { defaults, type Options } from '../config/table.ts'
import type { DisplayState } from '../ipc/contract.ts'

export interface UiOptions {
  readonly indicatorPulse: boolean
  readonly reduceMotion: 'auto' | 'on' | 'off'
  /** The state's glyph before the subtitle: colour alone tells nobody with other eyes. */
  readonly shapes: boolean
  /**
   * Which states ask for attention: they count in the window's title and at the ends of the bar.
   */
  readonly attentionInclude: readonly DisplayState[]
  readonly snoozeMin: number
  /** The key that leads to the next tab in need leads to other windows too. */
  readonly attentionAcrossWindows: boolean
}

export function uiOptions({ ui, attention }: Options): UiOptions {
  return {
    indicatorPulse: ui.indicator_pulse,
    reduceMotion: ui.reduce_motion,
    shapes: ui.shapes,
    attentionInclude: attention.include,
    snoozeMin: attention.snooze_min,
    attentionAcrossWindows: attention.across_windows,
  }
}

export const uiDefaults: UiOptions = uiOptions(defaults)
