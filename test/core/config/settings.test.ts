import { describe, expect, it } from 'vitest'
import { LiveOptions } from '../../../src/core/config/settings.ts'
import { defaults, type Options } from '../../../src/core/config/table.ts'

const withInclude = (include: Options['attention']['include']): Options => ({
  ...defaults,
  attention: { ...defaults.attention, include },
})

describe('Settings', () => {
  it('calls a listener only when what it selects is another value, however deep', () => {
    const settings = new LiveOptions(withInclude(['error']))
    const received: unknown[] = []
    settings.subscribe(
      ({ attention }) => attention.include,
      (include) => received.push(include),
    )
    settings.set(withInclude(['error']))
    settings.set({ ...withInclude(['error']), ui: { ...defaults.ui, shapes: false } })
    settings.set(withInclude(['error', 'done']))
    expect(received).toEqual([['error', 'done']])
  })

  it('has the new options in force when it calls, and no longer calls who has ended it', () => {
    const settings = new LiveOptions(defaults)
    const received: boolean[] = []
    const end = settings.subscribe(
      ({ ui }) => ui.shapes,
      () => received.push(settings.options.ui.shapes),
    )
    settings.set({ ...defaults, ui: { ...defaults.ui, shapes: false } })
    end()
    settings.set(defaults)
    expect(received).toEqual([false])
  })
})
