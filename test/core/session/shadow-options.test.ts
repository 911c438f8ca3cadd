/** `shadow.scrollback_lines`: how much history a session's shadow keeps. */
import { expect, test } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import type { TabView } from '../../../src/core/ipc/contract.ts'
import { Delivery } from '../../../src/core/session/delivery.ts'
import { FakeClock } from '../../support/fake-clock.ts'
import { shadowsInPlace } from '../../support/shadow.ts'

test('scrollback_lines bounds the history of the shadow; -1 keeps as much as the page', async () => {
  const kept = await Promise.all([3, -1].map(async (scrollback_lines) => {
    const clock = new FakeClock()
    const nothing = () => undefined
    const delivery = new Delivery({ ...defaults, shadow: { enabled: true, scrollback_lines } }, {
      clock, tab: 't', send: nothing, view: () => ({}) as TabView, shadow: shadowsInPlace(clock).port, before: [], pause: nothing, resume: nothing, // no view is asked for
      size: () => ({ cols: 20, rows: 5 }), heldSize: () => null, answer: nothing, screenChanged: nothing, screenRead: nothing,
    })
    delivery.output(new TextEncoder().encode('line\r\n'.repeat(50)))
    const taken = await delivery.shadow.snapshot({ form: 'json', scrollback: 1_000 })
    delivery.dispose()
    return (JSON.parse(new TextDecoder().decode(taken?.payload)) as { readonly baseY: number }).baseY
  }))
  expect(kept).toEqual([3, 46])
})
