/**
 * The shared timelines: what is shown after every step, whether it changed, and what else the step
 * names.
 */
import { describe, expect, test } from 'vitest'
import { vectors } from '../../support/vectors.ts'
import { configurationOf, Timeline, type Step } from '../../support/timeline.ts'

for (const group of ['tracker', 'tracker_divergences', 'arbitration']) {
  describe(group, () => {
    for (const vector of vectors(group)) {
      test(vector.id, () => {
        const timeline = new Timeline(configurationOf(vector['config'] as Record<string, unknown>))
        const steps = vector['steps'] as readonly Step[]
        const reported = steps.map((step) => {
          const before = timeline.shown
          timeline.step(step)
          const { shown, kind, seen, source } = timeline.view
          return {
            ...step,
            changed: shown !== before,
            state: shown,
            ...('kind' in step ? { kind } : {}),
            ...('seen' in step ? { seen } : {}),
            ...('source' in step ? { source } : {}),
          }
        })
        expect(reported).toEqual(steps)
      })
    }
  })
}
