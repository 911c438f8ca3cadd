/** Closed tabs that come back, and copies of tabs. */
import { expect, it } from 'vitest'
import { closedTabsMax } from '../../../src/core/windows/workspace/closed-tabs.ts'
import { makeWindows } from '../../support/windows/make-windows.ts'
import { asPane, asSession, focuses, tabOf } from '../../support/windows/ids.ts'

const lastLine = (text: string | undefined) => text?.split('\n').at(-1)

it('opens a pane again at the size of its place', () => {
  const { open, ptys } = makeWindows()
  const workspace = open()
  workspace.newTabs.split(asPane('t1'), 'row')
  workspace.receive({ kind: 'pane/close', pane: asPane('t2'), force: true })
  workspace.receive({ kind: 'tab/reopen' })
  workspace.receive({ kind: 'pane/close', pane: asPane('t3'), force: true })
  workspace.receive({ kind: 'pane/close', pane: asPane('t1'), force: false })
  workspace.newTabs.open({ directory: '/srv/web' })
  workspace.receive({ kind: 'tab/reopen' })
  expect(ptys.map(({ launch: { size } }) => size.cols)).toEqual([80, 39, 40, 80, 80])
})

it('opens a tab again where its shell was, which nothing had reported yet', () => {
  const { open, ptys, world } = makeWindows()
  const workspace = open()
  workspace.newTabs.open({ directory: '/srv/web' })
  world.directory = '/srv/web/deep'
  workspace.receive({ kind: 'pane/close', pane: asPane('t2'), force: true })
  world.directory = null
  workspace.receive({ kind: 'tab/reopen' })
  expect(ptys.at(-1)?.launch.directory).toBe('/srv/web/deep')
})

it('brings a closed tab back with name, place and history, and answers nothing in it', () => {
  const { clock, open, pages, ptys, windows } = makeWindows()
  const first = open()
  ptys[0]?.print('\x1b]7;file:///srv/web\x07hello \x1b[c\x1b]7501;?\x07world')
  first.receive({ kind: 'session/rename', session: asSession('t1'), name: ' my\u202e name ' })
  first.receive({ kind: 'tab/open' })
  first.receive({ kind: 'pane/close', pane: asPane('t1'), force: true })
  clock.advance(100)
  expect([pages.get('w1')?.last('windows/state')?.reopenable, focuses(first)]).toEqual([1, ['t2']])
  first.receive({ kind: 'tab/reopen' })
  clock.advance(100)
  expect([
    focuses(first),
    pages.get('w1')?.active,
    ptys[2]?.launch.directory,
    ptys[2]?.written,
  ]).toEqual([['t3', 't2'], 't3', '/srv/web', ''])
  expect(pages.get('w1')?.last('window/state')?.sessions[0]).toMatchObject({
    title: 'my name',
    named: true,
  })
  expect(pages.get('w1')?.tabs.get(asSession('t3'))?.text).toMatch(
    /^hello world\n[\s\S]*── reopened ──/,
  )
  ptys[2]?.print('new\x1b]7501;?\x07')
  clock.advance(100)
  expect(ptys[2]?.written).toBe('\x1b]7501;?\x07') // its own question is answered
  expect(windows.notifications.rows()).toEqual([])
})

it('brings no tab back that shows something once', () => {
  const { open } = makeWindows()
  const first = open()
  first.receive({
    kind: 'pane/close',
    pane: asPane(first.newTabs.open({ directory: '/', once: true })!),
    force: true,
  })
  first.receive({ kind: 'tab/reopen' })
  expect(focuses(first)).toEqual(['t1'])
})

it('keeps of a window what does not show something once, and its copies neither', () => {
  const { open } = makeWindows()
  const first = open()
  first.newTabs.open({ directory: '/srv' })
  first.receive({ kind: 'pane/split', pane: asPane('t2'), axis: 'row' })
  const once = first.newTabs.open({
    directory: '/',
    once: true,
    command: { program: 'a', args: [] },
  })!
  first.receive({ kind: 'session/duplicate', session: once })
  first.receive({ kind: 'tab/join', tab: tabOf(first, once), at: asPane('t2'), side: 'left' })
  first.receive({ kind: 'pane/focus', pane: asPane(once) })
  expect(first.strip.panes.ids).toHaveLength(5)
  const { splits, ...kept } = first.strip.lasting
  expect([kept, splits[0]?.tree]).toMatchObject([
    { ids: ['t1', 't2', 't3'], active: 1 },
    { first: 't2', second: 't3' },
  ])
  expect(first.layouts.current.panes).toEqual(
    ['/srv/api', '/srv', '/srv'].map((folder) => ({ folder })),
  )
})

it('closes a window with tabs that show something once, and others come back', () => {
  const { open } = makeWindows()
  const [first, other] = [open(), open()]
  for (let at = 0; at < closedTabsMax; at += 1) first.newTabs.open({ directory: '/', once: true })
  first.dispose()
  other.receive({ kind: 'tab/reopen' })
  expect(focuses(other)).toHaveLength(2)
})

it('brings closed panes back into their tab, one after the other', () => {
  const { clock, open, pages } = makeWindows()
  const first = open()
  first.receive({ kind: 'pane/split', pane: asPane('t1'), axis: 'row' })
  first.receive({ kind: 'pane/split', pane: asPane('t2'), axis: 'column' })
  first.receive({ kind: 'tab/open' })
  const shape = () => JSON.stringify(first.strip.panes.splits.map(({ tree }) => tree))
  const before = shape()
  first.receive({ kind: 'pane/close', pane: asPane('t2'), force: true })
  clock.advance(100)
  first.receive({ kind: 'tab/reopen' })
  clock.advance(100)
  expect(shape()).toBe(before.replace('t2', 't5'))
  expect([first.strip.tabs.length, pages.get('w1')?.active]).toEqual([2, 't5'])
  // all of the tab, by its panes
  first.receive({ kind: 'tab/close', tab: tabOf(first, 't5'), force: true })
  clock.advance(100)
  expect([focuses(first), shape()]).toEqual([['t4'], '[]'])
  for (let pane = 0; pane < 3; pane += 1) first.receive({ kind: 'tab/reopen' })
  clock.advance(100)
  expect(shape().replaceAll(/t\d+/g, 't')).toBe(before.replaceAll(/t\d+/g, 't'))
  expect(focuses(first)).toHaveLength(2)
})

it('keeps the last ten, and starts in the nearest existing folder, else at home', () => {
  const { clock, open, pages, ptys, world } = makeWindows()
  const first = open()
  for (let count = 0; count < 12; count += 1) {
    first.receive({ kind: 'tab/open' })
    first.receive({ kind: 'pane/close', pane: asPane(first.strip.focused), force: true })
  }
  clock.advance(100)
  expect(pages.get('w1')?.last('windows/state')?.reopenable).toBe(10)
  world.gone.add('/srv/api')
  first.receive({ kind: 'tab/reopen' })
  const rule = () => {
    clock.advance(100)
    return lastLine([...(pages.get('w1')?.tabs.values() ?? [])].at(-1)?.text)
  }
  expect([ptys.at(-1)?.launch.directory, rule()]).toEqual([
    '/srv',
    '── reopened ── /srv/api no longer exists. Started in /srv instead.',
  ])
  world.gone.add('/srv')
  first.receive({ kind: 'session/duplicate', session: asSession(focuses(first)[0]) })
  expect([ptys.at(-1)?.launch.directory, rule()]).toEqual([
    '/home/u',
    '── duplicated ── /srv/api no longer exists. Started in /home/u instead.',
  ])
})

it('duplicates a tab after it, in its directory', () => {
  const { open, ptys } = makeWindows()
  const first = open()
  ptys[0]?.print('\x1b]7;file:///srv/web\x07')
  first.receive({ kind: 'tab/open' })
  first.receive({ kind: 'session/duplicate', session: asSession('t1') })
  expect([focuses(first), first.strip.focused, ptys[2]?.launch.directory]).toEqual([
    ['t1', 't3', 't2'],
    't3',
    '/srv/web',
  ])
})
