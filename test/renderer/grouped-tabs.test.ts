/**
 * Tests the sidebar's groups (`tabs.group_by`): the positions of tabs, and the target of a move.
 */
import { expect, test } from 'vitest'
import { tabOfOne } from '../../src/core/windows/panes/arrangement.ts'
import { moveTab } from '../../src/core/windows/panes/tab-order.ts'
import { defaults } from '../../src/core/config/table.ts'
import { movesTo } from '../../src/renderer/state/move-tab.ts'
import { WindowState } from '../../src/renderer/state/window-state.ts'
import { seeded } from '../support/random.ts'
import { tabView } from '../support/tab-view.ts'
import { asPane, asSession, asTab } from '../support/windows/ids.ts'

const bar = (grouped: boolean): WindowState => {
  const state = new WindowState()
  const tabs = {
    ...defaults.tabs,
    position: 'left',
    group_by: grouped ? 'project' : 'none',
  } as const
  state.options.set({ ...defaults, tabs })
  return state
}
const view = (id: string) => tabView({ id: asSession(id), project: id.slice(0, 1).trim() })
/** Each in a tab of one pane, which has the same id. */
const arranged = (ids: readonly string[]) => ({
  tabs: ids.map((id) => tabOfOne(asTab(id), asPane(id))),
  active: null,
})

test('a tab moves to another group with its project', () => {
  const state = bar(true)
  const all = ['a1', 'b1', 'a2', ' 1']
  state.setSessions(all.map(view), arranged(all))
  expect([state.order.value, state.groupNames.value]).toEqual([
    ['a1', 'a2', 'b1', ' 1'],
    ['a', 'a', 'b', 'Other'],
  ])
  state.changeTabs([{ ...view('a2'), project: 'b' }])
  expect(state.order.value).toEqual(['a1', 'b1', 'a2', ' 1'])
  state.options.set(defaults)
  expect([state.order.value, state.groupNames.value]).toEqual([['a1', 'b1', 'a2', ' 1'], []])
})

test.each([false, true])(
  'a tab is moved to where another is, and nothing else moves (%s)',
  (on) => {
    const random = seeded(7)
    for (let turn = 0; turn < 500; turn += 1) {
      const state = bar(on)
      const ids = Array.from({ length: 2 + Math.floor(random() * 7) }, (_, index) => {
        return `${'abc'[Math.floor(random() * 3)]}${index}`
      })
      state.setSessions(ids.map(view), arranged(ids))
      const before = state.order.value
      const [tab = asTab(''), other = asTab('')] = [0, 1].map(
        () => before[Math.floor(random() * before.length)],
      )
      const moves = movesTo(state, tab, other)
      const after = moves.reduce<typeof state.arrangement>(
        (before, move) => moveTab(before, move.tab, move.to),
        arranged(ids),
      )
      state.setSessions(ids.map(view), after)
      const wanted = before.filter((id) => id !== tab)
      const mayMove = !on || tab.at(0) === other.at(0)
      wanted.splice(before.indexOf(mayMove ? other : tab), 0, tab)
      expect(state.order.value, `${ids.join(' ')}: ${tab} to ${other}`).toEqual(wanted)
    }
  },
)
