/** Panes within the tabs of one window: sizes, focus, closing, and which tab comes into view. */
import { expect, it, vi } from 'vitest'
import { defaults } from '../../../../src/core/config/table.ts'
import { tabWith } from '../../../../src/core/windows/panes/arrangement.ts'
import { panesMax } from '../../../../src/core/windows/panes/limits.ts'
import { Session } from '../../../../src/core/session/session.ts'
import { makeWindow, order } from '../../../support/windows/make-window.ts'
import { asPane, asSession, asTab, focuses, tabOf } from '../../../support/windows/ids.ts'

it('starts hidden tabs at their space, and panes at their measured size', () => {
  const { ptys, workspace } = makeWindow({ sized: false })
  workspace.receive({ kind: 'tab/open' })
  workspace.receive({ kind: 'pane/focus', pane: asPane('t1') })
  workspace.receive({ kind: 'pane/split', pane: asPane('t1'), axis: 'row' })
  workspace.receive({ kind: 'window/room', cols: 118, rows: 30 })
  workspace.receive({ kind: 'session/resize', session: asSession('t1'), cols: 57, rows: 30 })
  workspace.receive({ kind: 'session/resize', session: asSession('t3'), cols: 58, rows: 30 })
  workspace.receive({ kind: 'tab/open' })
  expect(ptys.map(({ launch }) => launch.size.cols)).toEqual([118, 57, 58, 118])
})

const divided = () => {
  const made = makeWindow()
  made.workspace.receive({ kind: 'pane/split', pane: asPane('t1'), axis: 'row' })
  return made
}

it('starts a pane with half of the space, in the directory of the other', () => {
  const { ptys, workspace, last, world } = makeWindow()
  world.directory = '/srv/api'
  workspace.receive({ kind: 'pane/split', pane: asPane('t1'), axis: 'row' })
  expect(ptys[1]?.launch).toMatchObject({
    size: { cols: 49, rows: 30 },
    directory: '/srv/api',
  })
  workspace.receive({ kind: 'pane/split', pane: asPane('t2'), axis: 'column' })
  expect(ptys[2]?.launch.size).toEqual({ cols: 49, rows: 14 })
  expect(order(last('window/state'))).toEqual([['t1', 't2', 't3'], 't3'])
  expect(last('window/state')?.tabs).toEqual([
    {
      id: tabOf(workspace, 't1'),
      tree: {
        axis: 'row',
        ratio: 0.5,
        first: 't1',
        second: { axis: 'column', ratio: 0.5, first: 't2', second: 't3' },
      },
      focus: 't3',
      zoomed: false,
    },
  ])
  workspace.receive({ kind: 'pane/split', pane: asPane('gone'), axis: 'row' })
  workspace.receive({ kind: 'tab/join', tab: asTab('gone'), at: asPane('t1'), side: 'left' })
  expect([ptys.length, workspace.strip.panes.ids, last('page/notice')]).toEqual([
    3,
    ['t1', 't2', 't3'],
    undefined,
  ])
})

it('gives input, size and focus to the named pane', () => {
  const { ptys, workspace, last } = divided()
  workspace.receive({ kind: 'session/resize', session: asSession('t2'), cols: 40, rows: 30 })
  workspace.receive({
    kind: 'session/input',
    session: asSession('t1'),
    bytes: new Uint8Array([120]),
  })
  expect(ptys[0]?.written).toBe('x')
  expect(ptys[1]?.written).toBe('')
  workspace.receive({ kind: 'pane/focus', pane: asPane('t1') })
  expect(last('window/state')).toMatchObject({
    active: tabOf(workspace, 't1'),
    tabs: [{ focus: 't1' }],
  })
  // the next tab begins with the size of the window, not of a pane
  workspace.receive({ kind: 'tab/open' })
  expect(ptys[2]?.launch.size).toEqual({ cols: 100, rows: 30 })
})

it('reports to programs whether their pane is visible (mode 2033)', () => {
  const { ptys, workspace } = makeWindow({ shadows: true })
  const since = () =>
    ptys.map((pty) => {
      const seen = [...pty.written.matchAll(/999;(\d)/g)].map(([, value]) => value).join('')
      pty.written = ''
      return seen
    })
  const listens = (at: number) => ptys[at]?.print('\x1b[?2033h')
  listens(0)
  expect(since()).toEqual(['1'])
  workspace.receive({ kind: 'pane/split', pane: asPane('t1'), axis: 'row' })
  listens(1)
  expect(since()).toEqual(['', '1'])
  workspace.strip.act(asPane('t1'), { act: 'zoom' })
  expect(since()).toEqual(['', '2'])
  workspace.strip.act(asPane('t1'), { act: 'zoom' })
  expect(since()).toEqual(['', '1'])
  workspace.receive({ kind: 'tab/open' })
  listens(2)
  expect(since()).toEqual(['2', '2', '1'])
  workspace.strip.windowChanged(false)
  expect(since()).toEqual(['', '', '2'])
  workspace.receive({ kind: 'pane/focus', pane: asPane('t2') }) // in the hidden window
  expect(since()).toEqual(['', '', ''])
  workspace.strip.windowChanged(true)
  expect(since()).toEqual(['1', '1', ''])
  workspace.disconnect() // the page is reloaded
  workspace.connect(() => undefined)
  workspace.receive({ kind: 'page/ready' })
  expect(since()).toEqual(['', '', ''])
})

it('slows a pane that prints much next to the one in which the user types', () => {
  const { clock, ptys, workspace } = divided()
  workspace.receive({ kind: 'session/resize', session: asSession('t2'), cols: 40, rows: 30 })
  workspace.receive({ kind: 'pane/focus', pane: asPane('t1') })
  const restsAfter = (at: number) => {
    ptys[at]?.print('y'.repeat(20_000))
    const { paused } = ptys[at] ?? {}
    clock.advance(1_000)
    return paused
  }
  const quiet = restsAfter(1)
  workspace.receive({
    kind: 'session/input',
    session: asSession('t1'),
    bytes: new Uint8Array([120]),
  })
  expect([quiet, restsAfter(1)]).toEqual([false, true])
  expect(ptys[1]?.paused).toBe(false)
  workspace.receive({
    kind: 'session/input',
    session: asSession('t2'),
    bytes: new Uint8Array([120]),
  })
  expect(restsAfter(1)).toBe(false)
})

it('accepts other places only for the existing panes', () => {
  const { workspace, last } = divided()
  const [first, second] = [asPane('t2'), asPane('t1')]
  const tree = { axis: 'column', ratio: 0.2, first, second } as const
  const tab = tabOf(workspace, 't1')
  workspace.receive({ kind: 'tab/arrange', tab, tree, zoomed: true })
  expect(last('window/state')?.tabs).toMatchObject([{ tree, zoomed: true }])
  const other = { ...tree, first: asPane('other') }
  workspace.receive({ kind: 'tab/arrange', tab, tree: other, zoomed: false })
  workspace.receive({ kind: 'tab/arrange', tab: asTab('gone'), tree, zoomed: false })
  expect(last('window/state')?.tabs).toMatchObject([{ tree, zoomed: true }])
})

it('goes from a closed tab to its neighbor in the bar, where projects are grouped', () => {
  const { clock, last, ptys, workspace } = makeWindow()
  const tabs = { ...defaults.tabs, position: 'left', group_by: 'project' } as const
  workspace.configure({ ...defaults, tabs })
  for (const _ of [2, 3, 4]) workspace.receive({ kind: 'tab/open' })
  for (const [at, project] of ['web', 'api', 'web', 'api'].entries())
    ptys[at]?.print(`\x1b]7;file:///srv/${project}\x07`)
  clock.advance(1_000)
  // in the bar: t1 t3, t2 t4
  workspace.receive({ kind: 'pane/focus', pane: asPane('t3') })
  workspace.receive({ kind: 'pane/close', pane: asPane('t3'), force: true })
  expect(order(last('window/state'))).toEqual([['t1', 't2', 't4'], 't2'])
  workspace.receive({ kind: 'pane/focus', pane: asPane('t4') })
  workspace.receive({ kind: 'pane/close', pane: asPane('t4'), force: true })
  expect(order(last('window/state'))[1]).toBe('t2')
  workspace.dispose()
})

it("closing a tab activates the next one in the sidebar's filter, if there is one", () => {
  const { clock, last, ptys, workspace } = makeWindow()
  for (const _ of [2, 3, 4, 5]) workspace.receive({ kind: 'tab/open' })
  for (const [at, title] of ['api', 'web', 'web', 'api', 'web'].entries())
    ptys[at]?.print(`\x1b]0;${title}\x07`)
  clock.advance(1_000)
  workspace.receive({ kind: 'window/filter', text: ' API' })
  const closes = (tab: string) => {
    workspace.receive({ kind: 'pane/close', pane: asPane(tab), force: true })
    return order(last('window/state'))[1]
  }
  expect(closes('t5')).toBe('t4') // it was opened from it
  workspace.receive({ kind: 'pane/focus', pane: asPane('t1') })
  expect(closes('t1')).toBe('t4')
  expect(closes('t4')).toBe('t3') // none is left
  workspace.receive({ kind: 'window/filter', text: '' })
  expect(closes('t3')).toBe('t2')
  workspace.dispose()
})

it('reads the other tabs only for the tab that becomes active', () => {
  const looks = (text: string) => {
    const { workspace } = makeWindow()
    for (const _ of Array.from({ length: 8 })) workspace.receive({ kind: 'tab/open' })
    for (const _ of [2, 3, 4, 5])
      workspace.receive({ kind: 'pane/split', pane: asPane('t9'), axis: 'row' })
    workspace.receive({ kind: 'window/filter', text })
    const view = vi.spyOn(Session.prototype, 'view')
    const counts = ['t1', 't9', 't8'].map((tab) => {
      view.mockClear()
      workspace.receive({ kind: 'tab/close', tab: tabOf(workspace, tab), force: true })
      return view.mock.calls.length
    })
    view.mockRestore()
    workspace.dispose()
    return counts
  }
  const [plain, filtered] = [looks(''), looks('bash')]
  expect(filtered.map((count, at) => count - plain[at]!)).toEqual([0, 7, 6])
})

it('has no filter of a page that is gone', () => {
  const { clock, connect, last, ptys, workspace } = makeWindow()
  for (const _ of [2, 3]) workspace.receive({ kind: 'tab/open' })
  ptys[0]?.print('\x1b]0;api\x07')
  clock.advance(1_000)
  workspace.receive({ kind: 'window/filter', text: 'api' })
  workspace.disconnect()
  connect()
  workspace.receive({ kind: 'pane/focus', pane: asPane('t2') })
  workspace.receive({ kind: 'pane/close', pane: asPane('t2'), force: true })
  expect(order(last('window/state'))[1]).toBe('t3')
  workspace.dispose()
})

it.each(['closed', 'moved'])('does so where panes of several projects are %s', (how) => {
  const { clock, last, ptys, workspace } = makeWindow()
  const tabs = { ...defaults.tabs, position: 'left', group_by: 'project' } as const
  workspace.configure({ ...defaults, tabs })
  for (const _ of [2, 3, 4]) workspace.receive({ kind: 'tab/open' })
  workspace.receive({ kind: 'pane/split', pane: asPane('t1'), axis: 'row' })
  for (const [at, project] of ['web', 'api', 'web', 'api', 'api'].entries())
    ptys[at]?.print(`\x1b]7;file:///srv/${project}\x07`)
  clock.advance(1_000)
  // in the bar, by the first pane of each: t1 with t5, t3, then t2 t4
  if (how === 'moved') workspace.strip.release(tabWith(workspace.strip.arrangement, asPane('t5'))!)
  else workspace.receive({ kind: 'tab/close', tab: tabOf(workspace, 't5'), force: true })
  expect(order(last('window/state'))).toEqual([['t2', 't3', 't4'], 't3'])
  workspace.dispose()
})

it('closes a pane that ends, and the tab with the last one', () => {
  const { ptys, workspace, world, last } = divided()
  workspace.receive({ kind: 'pane/close', pane: asPane('t1'), force: true })
  expect(order(last('window/state'))).toEqual([['t2'], 't2'])
  expect(last('window/state')?.tabs).toMatchObject([{ tree: 't2' }])
  expect([ptys[0]?.closed, ptys[1]?.closed, world.closed]).toEqual([true, false, 0])
  workspace.receive({ kind: 'pane/close', pane: asPane('t2'), force: true })
  expect(world.closed).toBe(1)
})

it('asks once for a whole tab, and closes it with all its panes', () => {
  const { workspace, world, last } = divided()
  workspace.receive({ kind: 'tab/open' })
  world.foreground = 'make'
  workspace.receive({ kind: 'tab/close', tab: tabOf(workspace, 't2'), force: false })
  const asked = last('tab/confirm-close')
  expect(asked).toMatchObject({ tab: tabOf(workspace, 't2') })
  expect(asked?.sentence.match(/make is running/g)).toHaveLength(2)
  workspace.receive({ kind: 'tab/close', tab: tabOf(workspace, 't2'), force: true })
  expect(order(last('window/state'))).toEqual([['t3'], 't3'])
})

it('asks once for several tabs, and closes all or none of them', () => {
  const { workspace, world, last, sent } = divided()
  for (let more = 0; more < 3; more += 1) workspace.receive({ kind: 'tab/open' })
  const tabs = [tabOf(workspace, 't2'), tabOf(workspace, 't3'), asTab('gone')]
  world.foreground = 'make'
  workspace.receive({ kind: 'tabs/close', tabs, force: false })
  const asked = last('tabs/confirm-close')
  expect([asked?.tabs, asked?.sentences.length]).toEqual([tabs, 3])
  expect(sent.filter(({ kind }) => kind.endsWith('confirm-close'))).toHaveLength(1)
  expect(order(last('window/state'))[0]).toHaveLength(5)
  workspace.receive({ kind: 'tabs/close', tabs: [...tabs, ...tabs], force: true })
  expect(order(last('window/state'))).toEqual([['t4', 't5'], 't5'])
  world.foreground = 'bash'
})

it('counts tabs, not panes, when the window is closed', () => {
  const { workspace, last } = divided()
  expect(workspace.closing.mayClose()).toBe(true)
  workspace.receive({ kind: 'tab/open' })
  expect(workspace.closing.mayClose()).toBe(false)
  expect(last('window/confirm-close')?.tabs).toBe(2)
})

it('closing a tab activates its opener, whichever pane has its focus', () => {
  const { last, ptys, workspace } = divided()
  workspace.receive({ kind: 'tab/open' })
  workspace.receive({ kind: 'pane/focus', pane: asPane('t2') })
  workspace.receive({ kind: 'tab/open' }) // between the tab of t1 and t2, and that of t3
  ptys[1]?.end({ code: 0, signal: null })
  workspace.receive({ kind: 'pane/close', pane: asPane('t4'), force: true })
  expect(order(last('window/state'))).toEqual([['t1', 't3'], 't1'])
})

it('keeps the id of a tab while panes come, go and get the focus', () => {
  const { workspace, last } = makeWindow()
  const tab = tabOf(workspace, 't1')
  workspace.receive({ kind: 'pane/split', pane: asPane('t1'), axis: 'row' })
  workspace.receive({ kind: 'pane/focus', pane: asPane('t1') })
  workspace.receive({ kind: 'pane/close', pane: asPane('t1'), force: true })
  expect(last('window/state')).toMatchObject({ active: tab, tabs: [{ id: tab, focus: 't2' }] })
})

it('gives a pane a tab of its own', () => {
  const { workspace, last } = divided()
  workspace.receive({ kind: 'pane/own-tab', pane: asPane('t1') })
  expect(order(last('window/state'))).toEqual([['t2', 't1'], 't1'])
  expect(focuses(workspace)).toEqual(['t2', 't1'])
})

it('refuses more than there may be with a sentence', () => {
  const { workspace, sent, ptys } = divided()
  for (let made = 2; made < panesMax + 3; made += 1)
    workspace.receive({ kind: 'pane/split', pane: asPane('t1'), axis: 'row' })
  expect(ptys).toHaveLength(panesMax)
  expect(sent).toContainEqual(
    expect.objectContaining({
      kind: 'page/notice',
      text: `This tab already has the maximum of ${panesMax} panes. Close one first.`,
    }),
  )
})
