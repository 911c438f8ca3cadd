/**
 * The pulse of a tab that needs the user, declared once as an animation (renderer/bar/pulse.ts). It
 * has discrete steps, so that nothing is drawn between them.
 */

export const pulseMs = 1_400

/** 20 steps per second; half with software rendering. */
export const pulseSteps = 28
export const pulseStepsInSoftware = 14

/** Returns 40 to 100 %. `tS`: seconds since the page's time origin, the same for all stripes. */
export function pulseAlpha(tS: number): number {
  return 0.7 + 0.3 * Math.sin((2 * Math.PI * tS * 1_000) / pulseMs)
}

interface PulseFrame {
  readonly offset: number
  readonly opacity: number
  /** The value holds until the next frame. */
  readonly easing: 'step-end'
}

/**
 * Returns the key frames of one cycle. A step shows the curve at its start, or at its middle if no
 * start meets the peak: both step counts reach 40 and 100 %.
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
