/**
 * The pulse of a tab that needs you: an animation that is declared once (renderer/bar/pulse.ts).
 * Held steps instead of a smooth curve: between two steps nothing has to be drawn.
 */

export const pulseMs = 1_400

/** 20 a second. Where the processor draws, half of that. */
export const pulseSteps = 28
export const pulseStepsInSoftware = 14

/**
 * 40 to 100 %; `tS`: seconds since the page's time origin, so that all stripes breathe together.
 */
export function pulseAlpha(tS: number): number {
  return 0.7 + 0.3 * Math.sin((2 * Math.PI * tS * 1_000) / pulseMs)
}

export interface PulseFrame {
  readonly offset: number
  readonly opacity: number
  /** The value is held until the next frame. */
  readonly easing: 'step-end'
}

/**
 * Key frames of one cycle. A step shows the curve at its beginning or, where no beginning meets the
 * crest, at its middle: both counts reach 40 and 100 %.
 */
export function pulseFrames(steps: number): PulseFrame[] {
  const shift = steps % 4 === 0 ? 0 : 0.5
  const at = (step: number) =>
    Math.round(1_000 * pulseAlpha((((step + shift) / steps) * pulseMs) / 1_000)) / 1_000
  return Array.from({ length: steps + 1 }, (_, step) => ({
    offset: step / steps,
    opacity: at(step),
    easing: 'step-end',
  }))
}
