/** Sessions without a window: how they start, show and end. */
import { expect, it } from 'vitest'
import { paneFor } from '../../../src/core/ids.ts'
import { allPaneEntries } from '../../../src/core/windows/open-window.ts'
import { makeWindows } from '../../support/windows/make-windows.ts'
import { asSession } from '../../support/windows/ids.ts'

const cat = { command: { program: 'cat', args: [] }, directory: '/srv' }

it('a session without a window becomes a tab of the latest window when it is gone to', () => {
  const { clock, open, ptys, windows, pages } = makeWindows()
  const first = open()
  const id = windows.withoutWindow.open(cat)
  clock.advance(1_000)
  expect(id).toBe(asSession('t2'))
  expect([windows.latest?.id, first.strip.tabs.length]).toEqual([first.id, 1])
  const overview = pages.get(first.id)?.last('windows/state')
  expect(overview?.windows.map((one) => one.name)).toEqual(['Window 1'])
  expect(JSON.parse(ptys[1]?.launch.keep?.facts ?? '')).toMatchObject({ detached: true })
  const pid = ptys[1]?.pid ?? 0
  expect([...windows.withoutWindow.programs]).toEqual([pid])
  expect(windows.goTo(asSession('t2'))).toBe(true)
  expect(first.strip.panes.ids).toEqual([asSession('t1'), asSession('t2')])
  expect([...windows.withoutWindow.programs]).toEqual([])
  expect(windows.session(asSession('t2'))?.program.pid).toBe(pid)
  expect(windows.all).toHaveLength(1)
})

it("a session without a window has no number of a tab, and can't be split or joined", () => {
  const { clock, open, windows } = makeWindows()
  open()
  const id = asSession(windows.withoutWindow.open(cat))
  clock.advance(1_000)
  expect(allPaneEntries(windows).map(({ window, tab, active }) => [window, tab, active])).toEqual([
    ['Window 1', 1, true],
    ['-', null, false],
  ])
  const { panes } = windows.latest?.strip ?? {}
  const before = panes?.ids.map(String)
  for (const [pane, act] of [
    [paneFor(id), { act: 'show' }],
    [paneFor(id), { act: 'own-window' }],
    [paneFor(asSession('t1')), { act: 'join', at: paneFor(id), side: 'right' }],
  ] as const)
    expect(windows.moves.pane(pane, act)).toMatchObject({ failed: true })
  expect(windows.latest?.strip.panes.ids.map(String)).toEqual(before)
  expect(windows.moves.pane(paneFor(id), { act: 'close', force: true })).toBe(null)
  expect(windows.session(id)).toBe(undefined)
})

it('a session without a window opens a window where none is open', () => {
  const { clock, windows } = makeWindows()
  windows.withoutWindow.open(cat)
  clock.advance(1_000)
  expect(windows.latest).toBe(null)
  windows.goTo(asSession('t1'))
  expect(windows.latest?.strip.focused).toBe(asSession('t1'))
})

it('a session without a window ends with its program, whatever its exit code', () => {
  const { clock, open, ptys, windows } = makeWindows()
  open()
  windows.withoutWindow.open(cat)
  windows.withoutWindow.open({ ...cat, onExit: 'hold' })
  clock.advance(1_000)
  ptys[1]?.end({ code: 3, signal: null })
  ptys[2]?.end({ code: 3, signal: null })
  expect(windows.session(asSession('t2'))).toBe(undefined)
  expect(windows.session(asSession('t3'))).toBe(undefined)
  expect(windows.all).toHaveLength(1)
})

it('the question before quitting does not name sessions without a window', () => {
  const { clock, open, pages, ptys, windows, world } = makeWindows()
  const first = open()
  windows.withoutWindow.open(cat)
  clock.advance(1_000)
  ptys[1]?.print('\x1b]7501;state=blocked:app=claude\x07')
  clock.advance(200)
  first.receive({ kind: 'app/quit', force: false })
  expect([world.quit, pages.get(first.id)?.last('window/confirm-close')]).toEqual([1, undefined])
})

it('an adopted session without a window is dropped if its program is not there', async () => {
  const { clock, windows } = makeWindows()
  const tab = {
    ...{ id: asSession('one'), command: { program: 'missing', args: [] }, isUserShell: false },
    ...{ directory: '/', name: null, title: null, muted: false, resume: null, restoredOutput: [] },
    adopts: { size: { cols: 91, rows: 23 }, startedAt: 1_000 },
  }
  windows.withoutWindow.adopt(tab)
  clock.advance(1_000)
  await expect.poll(() => windows.all).toEqual([])
  windows.withoutWindow.adopt({ ...tab, command: cat.command })
  clock.advance(1_000)
  const { program } = windows.session(asSession('one')) ?? {}
  expect([program?.phase, program?.terminal.size]).toMatchObject(['running', tab.adopts.size])
})
