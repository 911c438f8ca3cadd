/** The sidebar's groups (`tabs.group_by`): where tabs stand, and where a move takes them. */
import { expect, test } from 'vitest'
import { movePaneTab } from '../../src/core/windows/panes/arrangement.ts'
import { defaults } from '../../src/core/config/table.ts'
import { movesTo } from '../../src/renderer/state/move-tab.ts'
import { WindowState } from '../../src/renderer/state/window-state.ts'
import { seeded } from '../support/random.ts'
import { tabView } from '../support/tab-view.ts'

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
const view = (id: string) => tabView({ id, project: id.slice(0, 1).trim() })

test('a tab goes to another group with its project', () => {
  const state = bar(true)
  state.setTabs(['a1', 'b1', 'a2', ' 1'].map(view))
  expect([state.order.value, state.groupNames.value]).toEqual([
    ['a1', 'a2', 'b1', ' 1'],
    ['a', 'a', 'b', 'No project'],
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
    for (let turn = 0; turn < 2_000; turn += 1) {
      const state = bar(on)
      const ids = Array.from({ length: 2 + Math.floor(random() * 7) }, (_, index) => {
        return `${'abc'[Math.floor(random() * 3)]}${index}`
      })
      state.setTabs(ids.map(view))
      const before = state.order.value
      const [tab = '', other = ''] = [0, 1].map(() => before[Math.floor(random() * before.length)])
      const moves = movesTo(state, tab, other)
      let arrangement = { order: ids, active: null, splits: [] } as typeof state.arrangement
      for (const move of moves) arrangement = movePaneTab(arrangement, move.tab, move.to)
      state.setTabs(ids.map(view), arrangement)
      const wanted = before.filter((id) => id !== tab)
      const mayMove = !on || tab.at(0) === other.at(0)
      wanted.splice(before.indexOf(mayMove ? other : tab), 0, tab)
      expect(state.order.value, `${ids.join(' ')}: ${tab} to ${other}`).toEqual(wanted)
    }
  },
)
