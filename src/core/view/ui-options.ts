/** Options of the chrome with their defaults (behaviour/config.md [ui], [attention]). They stand here until there is a configuration file. */
import type { DisplayState } from '../ipc/contract.ts'

export interface UiOptions {
  readonly indicatorPulse: boolean
  readonly reduceMotion: 'auto' | 'on' | 'off'
  /** The state's glyph before the subtitle: colour alone tells nobody with other eyes. */
  readonly shapes: boolean
  /** Which states ask for attention: they count in the window's title and at the ends of the bar. */
  readonly attentionInclude: readonly DisplayState[]
  readonly snoozeMin: number
  /** The key that leads to the next tab in need leads to other windows too. */
  readonly attentionAcrossWindows: boolean
}

export const uiDefaults: UiOptions = { indicatorPulse: true, reduceMotion: 'auto', shapes: true, attentionInclude: ['waiting', 'error', 'done'], snoozeMin: 10, attentionAcrossWindows: true }
