/** Questions before tabs and windows close, and tabs that close when their program has ended. */
import { expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { quietWatch } from '../../support/fake/fake-watch.ts'
import { makeWindows } from '../../support/windows/make-windows.ts'
import { asPane, asSession, focuses } from '../../support/windows/ids.ts'

it('asks once before all windows close, and names the loss', () => {
  const { clock, open, pages, ptys, world } = makeWindows()
  const first = open()
  open()
  ptys[1]?.print('\x1b]7501;state=blocked:app=claude\x07')
  clock.advance(200)
  first.receive({ kind: 'app/quit', force: false })
  expect([world.quit, pages.get('w1')?.last('window/confirm-close')]).toEqual([
    0,
    {
      kind: 'window/confirm-close',
      sentences: ['claude in api is waiting for you'],
      tabs: 2,
      quit: true,
    },
  ])
  first.receive({ kind: 'app/quit', force: true })
  expect(world.quit).toBe(1)
})

/** Windows with a tab each, whose end leaves a process. */
function leaving() {
  const ended: string[] = []
  let tabs = 0
  const made = makeWindows({
    watch: () => {
      const name = `server ${(tabs += 1)}`
      const leftovers = () => ({ lines: [name], end: () => ended.push(name) })
      return quietWatch({ leftovers })
    },
  })
  return { ...made, ended, asked: () => made.pages.get('w1')?.last('window/confirm-close') }
}

it('quits after one question about processes of all windows, and ends them after all', () => {
  const { asked, ended, open, windows, world } = leaving()
  const first = open()
  open()
  world.keeps = true
  first.receive({ kind: 'app/quit', force: false })
  expect([world.quit, asked()]).toEqual([
    0,
    {
      ...{ kind: 'window/confirm-close', sentences: [], left: ['server 1', 'server 2'] },
      ...{ tabs: 2, quit: true },
    },
  ])
  first.receive({ kind: 'app/quit', force: true, end: true })
  expect([world.quit, world.stopped, ended]).toEqual([1, false, []])
  for (const workspace of windows.all) workspace.dispose()
  expect(ended).toEqual(['server 1', 'server 2'])
})

it('quits and closes the last window without naming processes if programs keep running', () => {
  const { asked, ended, open, world } = leaving()
  const first = open()
  world.keeps = world.keepsPrograms = true
  expect(first.closing.mayClose()).toBe(true)
  first.receive({ kind: 'app/quit', force: false })
  expect([world.quit, asked(), ended]).toEqual([1, undefined, []])
  open()
  expect(first.closing.mayClose()).toBe(false)
  expect(asked()).toMatchObject({ left: ['server 1'] })
})

it('names the tabs of the drop-down, which may be hidden, before all windows close', () => {
  const { open, pages, windows } = makeWindows()
  const first = open()
  windows.open({ directory: '/srv' }, 'drop-down')
  first.receive({ kind: 'app/quit', force: false })
  expect(pages.get(first.id)?.last('window/confirm-close')).toMatchObject({
    tabs: 2,
    inDropDown: 1,
  })
})

it('quits without a question if idle tabs will be restored', () => {
  const { open, pages, windows, world } = makeWindows()
  const first = open()
  const second = open()
  const asked = () => pages.get('w1')?.last('window/confirm-close')?.sentences
  first.receive({ kind: 'app/quit', force: false })
  expect([world.quit, asked()]).toEqual([0, []])
  world.keeps = true
  first.receive({ kind: 'app/quit', force: false })
  expect(world.quit).toBe(1)
  // the last window's tabs come back as well, those of another one do not
  first.receive({ kind: 'tab/open' })
  expect(first.closing.mayClose()).toBe(false)
  second.receive({ kind: 'window/close', force: true })
  expect([windows.all.length, first.closing.mayClose()]).toEqual([1, true])
  world.keeps = false
  expect(first.closing.mayClose()).toBe(false)
})

it('no longer asks when the user turned the question off', () => {
  const { open, pages, windows, world } = makeWindows()
  const first = open()
  world.foreground = 'vim'
  first.receive({ kind: 'pane/close', pane: asPane('t1'), force: false })
  expect(pages.get('w1')?.last('pane/confirm-close')?.sentence).toBe('vim is running in /srv/api')
  first.receive({ kind: 'option/never-ask' })
  // the file was changed, but not in this
  windows.setRules(defaults)
  first.receive({ kind: 'pane/close', pane: asPane('t1'), force: false })
  expect(focuses(first)).toEqual([])
})

it.each([
  ['auto', 0, null, false],
  ['auto', 3, null, true], // it failed immediately
  ['auto', 3, null, false, 2_000],
  ['auto', 0, 'SIGKILL', true, 2_000],
  ['auto', null, null, true, 2_000], // it may have been killed
  ['hold', 0, null, true],
  ['close_on_success', 0, null, false],
  ['close_on_success', 3, null, true],
  ['close_on_success', 0, 'SIGKILL', true],
  ['close_on_success', null, null, true],
  ['close', 3, null, false],
] as const)(
  'tabs.on_exit %s, exit %s, signal %s: the tab stays: %s',
  (onExit, code, signal, stays, afterMs?: number) => {
    const { clock, open, ptys, windows } = makeWindows()
    windows.setRules({ ...defaults, tabs: { ...defaults.tabs, on_exit: onExit } })
    const first = open()
    first.receive({ kind: 'tab/open' })
    clock.advance(afterMs ?? 0)
    ptys[1]?.end({ code, signal })
    expect(focuses(first).includes(asSession('t2'))).toBe(stays)
    first.newTabs.open({ directory: '/', onExit: 'hold' })
    ptys[2]?.end({ code, signal })
    expect(focuses(first).includes(asSession('t3'))).toBe(true) // --hold
  },
)
