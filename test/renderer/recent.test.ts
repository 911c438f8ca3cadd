/** Tests the order of last use, and how actions go through the tabs. */
import { describe, expect, it } from 'vitest'
import type { TabId } from '../../src/core/ids.ts'
import { TabCommands } from '../../src/renderer/page/tab-commands.ts'
import { Observable } from '../../src/renderer/state/cell.ts'
import { Recent, type TabSwitch } from '../../src/renderer/state/recent.ts'
import { having } from '../core/config/having.ts'
import { asTab } from '../support/windows/ids.ts'

describe('recent', () => {
  it('leads back, and forgets tabs that are gone', () => {
    const recent = new Recent()
    for (const tab of ['a', 'b', null, 'c', 'b']) recent.note(tab === null ? null : asTab(tab))
    expect([
      recent.before([asTab('a'), asTab('b'), asTab('c')]),
      recent.before([asTab('a'), asTab('b')]),
      recent.before([asTab('b')]),
      new Recent().before([]),
    ]).toEqual(['c', 'a', null, null])
  })
})

/** Makes a window with the tabs a to e, in which these were active one after the other. */
function make({ used = 'abcd', order = 'recent' } = {}) {
  const active = new Observable<TabId | null>(null)
  const bar = new Observable([...'abcde'].map(asTab))
  const options = new Observable(having({ 'tabs.switch_order': order }))
  const tabSwitch = new Observable<TabSwitch | null>(null)
  const state = {
    active,
    options,
    order: bar,
    tabSwitch,
    focused: active,
    focusIn: (tab: string) => tab,
    session: (id: string) => ({ value: { id } }),
  }
  const tabs = new TabCommands({
    state,
    hold: { later: () => false },
    sync: { focusPane: (pane: TabId) => active.set(pane) },
    send: () => undefined,
  } as never) // the parts that these commands use
  const use = (names: string) => {
    for (const name of names) active.set(asTab(name))
  }
  use(used)
  const selected = () => tabSwitch.value?.tabs[tabSwitch.value.at]
  /** Returns the tabs that are selected while a modifier is held. +: next_tab, -: previous_tab */
  const walk = (steps: string) => {
    tabs.holdModifier(true)
    const before = active.value
    const shown = [...steps].map((step) => {
      tabs.step(step === '+' ? 1 : -1)
      return selected() ?? active.value
    })
    if (tabSwitch.value !== null) expect(active.value).toBe(before)
    tabs.holdModifier(false)
    expect([active.value, tabSwitch.value]).toEqual([shown.at(-1), null])
    return shown.join('')
  }
  return { active, bar, options, selected, tabs, tabSwitch, use, walk }
}

describe('tabs.switch_order', () => {
  it('goes further back while a modifier is held, and ends with its release', () => {
    const { walk } = make()
    expect([walk('++'), walk('+'), walk('+'), walk('++')]).toEqual(['cb', 'd', 'b', 'dc'])
  })

  it('wraps around, with tabs that have not been active as the oldest', () => {
    expect([make().walk('++++++'), make().walk('--')]).toEqual(['cbaedc', 'ea'])
  })

  it('turns around within a walk', () => {
    expect(make().walk('++--')).toBe('cbcd')
  })

  it('goes back and forth between two tabs without a modifier', () => {
    const { active, tabs } = make()
    const shown = [1, 1, 1].map(() => tabs.step(1) && active.value)
    expect(shown).toEqual(['c', 'd', 'c'])
  })

  it('ends a switch when another tab is activated, or the user cancels', () => {
    const clicked = make()
    clicked.tabs.holdModifier(true)
    clicked.tabs.step(1)
    clicked.use('a')
    expect([clicked.selected(), clicked.active.value]).toEqual([undefined, 'a'])
    const canceled = make()
    canceled.tabs.holdModifier(true)
    canceled.tabs.step(1)
    canceled.tabSwitch.set(null)
    canceled.tabs.holdModifier(false)
    expect([canceled.selected(), canceled.active.value]).toEqual([undefined, 'd'])
  })

  it('leaves out tabs that are closed during a walk', () => {
    const { bar, selected, tabs } = make()
    tabs.holdModifier(true)
    tabs.step(1)
    bar.set([...'acd'].map(asTab))
    tabs.step(1)
    expect(selected()).toBe('a')
  })

  it('selects the next tab when the selected one is closed', () => {
    const { bar, selected, tabs, tabSwitch } = make()
    tabs.holdModifier(true)
    tabs.step(1)
    tabs.step(1)
    bar.set([...'acd'].map(asTab))
    expect([selected(), tabSwitch.value?.tabs.join('')]).toEqual(['a', 'dca'])
    bar.set([...'cd'].map(asTab))
    expect(selected()).toBe('c')
    bar.set([asTab('d')])
    expect(tabSwitch.value).toBeNull()
  })

  it('has nothing to do with one tab', () => {
    const { bar, tabs } = make()
    bar.set([asTab('d')])
    expect(tabs.step(1)).toBe(false)
  })

  it.each([
    ['one tab leaves Alt+1 to the program', 'd', [0, 8], [false, false]],
    ['two tabs have positions 1 and 2', 'cd', [0, 1, 2], [true, true, false]],
  ])('%s', (_subject, names, indices, results) => {
    const { bar, tabs } = make()
    bar.set([...names].map(asTab))
    expect(indices.map((index) => tabs.activateAt(index))).toEqual(results)
  })

  it('changes live between the order of use and that of the bar', () => {
    const { options, walk } = make({ used: 'acb', order: 'bar' })
    const shown = [walk('++')]
    options.set(having({ 'tabs.switch_order': 'recent' }))
    shown.push(walk('+'))
    options.set(having({}))
    shown.push(walk('+'))
    expect(shown).toEqual(['cd', 'c', 'd'])
  })
})
