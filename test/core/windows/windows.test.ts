/** The drop-down next to ordinary windows. */
import { expect, it } from 'vitest'
import { makeWindows } from '../../support/windows/make-windows.ts'
import { asSession, focuses, tabOf } from '../../support/windows/ids.ts'

it('the drop-down has its own tabs, and none opens there from outside', () => {
  const { clock, open, windows, world } = makeWindows()
  const dropDown = windows.open({ directory: '/srv' }, 'drop-down')
  clock.advance(100)
  expect([windows.latest, windows.dropDown?.workspace]).toEqual([null, dropDown])
  const first = open()
  windows.focused(dropDown.id) // as when it has the keyboard
  expect([windows.latest, windows.ofKind('ordinary'), windows.ofKind('drop-down')]).toEqual([
    first,
    [first],
    [dropDown],
  ])
  windows.goTo(asSession('t1')) // a notification of its tab
  expect(world.raised).toEqual([dropDown.id])
  first.receive({ kind: 'tab/to-window', tab: tabOf(first, 't2'), window: dropDown.id })
  clock.advance(100)
  expect([windows.ofKind('ordinary'), focuses(dropDown)]).toEqual([[], ['t1', 't2']])
  windows.closed(dropDown.id)
  expect(windows.dropDown).toBe(null)
})

it('the drop-down has a name, and the other windows are numbered', () => {
  const { clock, open, pages, windows } = makeWindows()
  windows.open({ directory: '/srv' }, 'drop-down')
  const first = open()
  clock.advance(100)
  expect(
    pages
      .get(first.id)
      ?.last('windows/state')
      ?.windows.map(({ name }) => name),
  ).toEqual(['Drop-down', 'Window 1'])
})
