import { describe, expect, it } from 'vitest'
import { LiveOptions } from '../../../src/core/config/settings.ts'
import { defaults, type Options } from '../../../src/core/config/table.ts'

const withDone = (done: Options['notifications']['done']): Options => ({
  ...defaults,
  notifications: { ...defaults.notifications, done },
})

describe('Settings', () => {
  it('calls a listener only when its selection has another value, however deep', () => {
    const settings = new LiveOptions(withDone(['sound']))
    const received: unknown[] = []
    settings.subscribe(
      ({ notifications }) => notifications.done,
      (done) => received.push(done),
    )
    settings.set(withDone(['sound']))
    settings.set({ ...withDone(['sound']), ui: { ...defaults.ui, shapes: false } })
    settings.set(withDone(['sound', 'toast']))
    expect(received).toEqual([['sound', 'toast']])
  })

  it('has the new options active when it calls, and no longer calls an ended subscriber', () => {
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
