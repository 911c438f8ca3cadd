/** Tabs and panes that go from one window to another, by command and by drag, while they print. */
import { expect, it } from 'vitest'
import { panesMax } from '../../../src/core/windows/panes/limits.ts'
import { tabsMax } from '../../../src/core/windows/workspace/limits.ts'
import type { Workspace } from '../../../src/core/windows/workspace/workspace.ts'
import { below, pick, seeded } from '../../support/random.ts'
import { slow } from '../../slow.ts'
import { makeWindows } from '../../support/windows/make-windows.ts'
import { asPane, asSession, focuses, tabOf } from '../../support/windows/ids.ts'

/** Opens tabs until there is room for none: its page is away, and draws none of them. */
function fill(workspace: Workspace): void {
  workspace.connect(() => undefined)
  while (workspace.strip.sessions.hasRoomFor(1)) workspace.newTabs.open({ directory: '/srv/api' })
}

it('moves a printing tab to a new window, where its output continues', () => {
  const { clock, open, pages, ptys, windows, world } = makeWindows()
  const first = open()
  first.receive({ kind: 'tab/open' })
  ptys[1]?.print('one ')
  first.receive({ kind: 'tab/to-window', tab: tabOf(first, 't2'), window: null })
  ptys[1]?.print('two ')
  clock.advance(100)
  ptys[1]?.print('three')
  clock.advance(100)
  expect([
    pages.get('w1')?.order,
    pages.get('w2')?.order,
    pages.get('w2')?.tabs.get(asSession('t2'))?.text,
    world.raised,
  ]).toEqual([['t1'], ['t2'], 'one two three', ['w2']])
  expect([ptys.length, ptys[1]?.closed, windows.all.length]).toEqual([2, false, 2])
  windows.all[1]?.receive({
    kind: 'session/input',
    session: asSession('t2'),
    bytes: new TextEncoder().encode('x'),
  })
  expect(ptys[1]?.written).toBe('x')
})

it('moves a tab next to a pane of another window, or explains why not', slow, () => {
  const { clock, open, windows, world } = makeWindows()
  const [first, second] = [open(), open()]
  const pane = second.newTabs.split(asPane('t2'), 'row')
  expect(
    windows.moves.pane(asPane('t1'), { act: 'join', at: asPane('t2'), side: 'left' }),
  ).toBeNull()
  clock.advance(100)
  const there = () => windows.all.map(({ id }) => id)
  expect([there(), second.strip.panes.ids, second.strip.focused]).toEqual([
    ['w2'],
    ['t1', 't2', pane],
    't1',
  ])
  expect(world.raised).toEqual(['w2'])
  expect(first.strip.panes.ids).toEqual([])

  const third = open()
  const own = third.strip.focused ?? ''
  while (third.strip.panes.ids.length < panesMax - 2) third.newTabs.split(asPane(own), 'row')
  const refused = () =>
    windows.moves.pane(asPane('t1'), { act: 'join', at: asPane(own), side: 'left' })?.problem
  expect(refused()).toMatch(/more than 32 panes/)
  expect([second.strip.panes.ids, windows.all]).toEqual([
    ['t1', 't2', pane],
    [second, third],
  ])

  third.receive({ kind: 'pane/close', pane: asPane(third.strip.panes.ids[1]), force: true })
  fill(third)
  expect(refused()).toMatch(/already has the maximum of .* tabs/)
  expect([second.strip.panes.ids, windows.all]).toEqual([
    ['t1', 't2', pane],
    [second, third],
  ])
})

it('opens nothing in a window that is about to close', () => {
  const { clock, open, ptys, windows, world } = makeWindows()
  const [first, second] = [open(), open()]
  first.receive({ kind: 'window/focus', focused: true })
  world.slowToClose = true
  windows.moves.toWindow(tabOf(windows, 't1'), second.id)
  expect([windows.all.length, windows.latest?.id]).toEqual([2, 'w2'])
  windows.openTab({ directory: '/srv/web' })
  windows.moves.toWindow(tabOf(windows, 't2'), first.id)
  clock.advance(1_000)
  const closed = ptys.filter((pty) => pty.closed)
  expect([windows.all.map(({ id }) => id), second.strip.panes.ids, closed]).toEqual([
    ['w2'],
    ['t2', 't1', 't3'],
    [],
  ])
})

it('closes a window whose last tab has gone to another', () => {
  const { clock, open, pages, windows } = makeWindows()
  open()
  const second = open()
  second.receive({ kind: 'tab/to-window', tab: tabOf(second, 't2'), window: 'w1' })
  clock.advance(100)
  expect([
    [...pages.keys()],
    pages.get('w1')?.order,
    pages.get('w1')?.active,
    windows.all.length,
  ]).toEqual([['w1'], ['t1', 't2'], 't2', 1])
})

it('ignores a page that moves a tab of another window', () => {
  const { open, pages, windows } = makeWindows()
  const first = open()
  const foreign = tabOf(open(), 't2')
  first.receive({ kind: 'tab/to-window', tab: foreign, window: first.id })
  first.receive({ kind: 'tab/drag', tab: foreign, at: { x: 20, y: 20 }, drop: true })
  expect([windows.all.length, pages.get('w1')?.order, pages.get('w2')?.order]).toEqual([
    2,
    ['t1'],
    ['t2'],
  ])
})

it('makes no new window for the only tab', () => {
  const { open, windows } = makeWindows()
  const only = open()
  only.receive({ kind: 'tab/to-window', tab: tabOf(only, 't1'), window: null })
  expect(windows.all.length).toBe(1)
})

it("drops a tab in the slot of another window's bar, or in a window of its own", () => {
  const { clock, open, pages, windows, world } = makeWindows()
  const first = open()
  const second = open()
  second.receive({ kind: 'tab/open' })
  second.receive({ kind: 'tab/open' })
  const drag = (at: { x: number; y: number } | null, drop = false) => {
    second.receive({ kind: 'tab/drag', tab: tabOf(second, 't4'), at, drop })
    clock.advance(100)
    return pages.get('w1')?.last('bar/drop-mark')?.place
  }
  // Window 2 is 1,000 px to the right of window 1.
  expect([
    drag({ x: -900, y: 20 }),
    drag({ x: -700, y: 55 }),
    drag({ x: -700, y: 300 }),
    drag({ x: -990, y: 5 }),
    drag(null),
  ]).toEqual([0, 1, null, 0, null])
  drag({ x: -990, y: 5 })
  expect([
    drag({ x: -700, y: 20 }, true),
    focuses(first),
    focuses(second),
    first.strip.focused,
  ]).toEqual([null, ['t1', 't4'], ['t2', 't3'], 't4'])
  second.receive({
    kind: 'tab/drag',
    tab: tabOf(second, 't3'),
    at: { x: -700, y: 300 },
    drop: true,
  })
  clock.advance(100)
  expect(windows.all.map(focuses)).toEqual([['t1', 't4'], ['t2'], ['t3']])
  const size = { width: 960, height: 620 }
  const at = { x: 1_000, y: 30 }
  expect(world.frames).toEqual([
    undefined,
    { ...size, at, opens: 'over', taken: [at] }, // next to the first
    { ...size, at: { x: 1_300, y: 350 }, opens: 'at' }, // at the pointer
  ])
  // the only one has a window of its own
  second.receive({ kind: 'tab/drag', tab: tabOf(second, 't2'), at: { x: 0, y: 300 }, drop: true })
  second.receive({ kind: 'tab/drag', tab: tabOf(second, 't2'), at: { x: -990, y: 5 }, drop: true })
  clock.advance(100)
  expect(windows.all.map(focuses)).toEqual([['t2', 't1', 't4'], ['t3']])
})

it('keeps every byte in order, whatever moves when', slow, () => {
  const random = seeded(5)
  const { clock, open, pages, ptys, windows } = makeWindows()
  const first = open()
  first.receive({ kind: 'tab/open' })
  open()
  const printed = ['', '', '']
  for (let step = 0; step < 300; step += 1) {
    const tab = below(random, 3)
    const text = `${step} `.repeat(below(random, 40))
    ptys[tab]?.print(text)
    printed[tab] += text
    if (below(random, 6) === 0) {
      const owner = windows.all.find((one) => focuses(one).includes(asSession(`t${tab + 1}`)))
      if (below(random, 2) === 0)
        owner?.receive({
          kind: 'tab/to-window',
          tab: tabOf(owner, `t${tab + 1}`),
          window: below(random, 4) === 0 ? null : pick(random, windows.all).id,
        })
      else
        owner?.receive({
          kind: 'tab/drag',
          tab: tabOf(owner, `t${tab + 1}`),
          at: { x: 1_000 * (below(random, 7) - 3) + below(random, 1_000), y: 20 },
          drop: below(random, 3) > 0,
        })
    }
    if (below(random, 3) === 0) clock.advance(below(random, 80))
  }
  clock.advance(10_000)
  const shown = printed.map((_, tab) =>
    [...pages.values()]
      .map((page) => page.tabs.get(asSession(`t${tab + 1}`)))
      .find((seen) => seen !== undefined),
  )
  expect(shown.map((seen) => seen?.text)).toEqual(printed.map((text) => text.trimEnd()))
})

it('lets no tab go to a window that has no room for it', slow, () => {
  const { open, pages } = makeWindows()
  const [first, second] = [open(), open()]
  fill(second)
  const tabs = [...focuses(first)]
  first.receive({ kind: 'tab/to-window', tab: tabOf(first, tabs[0] ?? ''), window: second.id })
  expect([focuses(first), second.strip.tabs.length]).toEqual([tabs, tabsMax])
  expect(pages.get(first.id)?.last('page/notice')?.text).toMatch(
    /already has the maximum of .* tabs/,
  )
})

it('reports which session of two it does not know', () => {
  const { open, windows } = makeWindows()
  open()
  for (const [id, at] of [
    ['gone', 't1'],
    ['t1', 'gone'],
  ] as const)
    expect(
      windows.moves.pane(asPane(id), { act: 'join', at: asPane(at), side: 'left' }),
    ).toMatchObject({
      problem: expect.stringMatching(/^No window .+ the session gone\./) as unknown,
      unknown: true,
    })
})

it('moves a tab whole, with all its panes', () => {
  const { clock, open, windows } = makeWindows()
  const from = open()
  from.receive({ kind: 'tab/open' })
  const [first = '', second = ''] = focuses(from)
  const added = from.newTabs.split(asPane(second), 'row') ?? ''
  from.receive({ kind: 'pane/focus', pane: asPane(second) })
  windows.moves.toWindow(tabOf(windows, second), null)
  clock.advance(100)
  const to = windows.all[1]!
  expect([from.strip.panes.ids, focuses(to), to.strip.panes.ids, to.strip.focused]).toEqual([
    [first],
    [second],
    [second, added],
    second,
  ])
  windows.moves.toWindow(tabOf(windows, second), from.id, 0)
  expect([focuses(from), from.strip.panes.ids]).toEqual([
    [second, first],
    [second, added, first],
  ])
  expect(windows.all).toHaveLength(1)
})

it('keeps the call of a pane without the focus when its tab moves', () => {
  const { clock, open, ptys, windows } = makeWindows()
  const from = open()
  from.receive({ kind: 'window/focus', focused: true })
  from.receive({ kind: 'tab/open' })
  const [, second = ''] = focuses(from)
  const added = from.newTabs.split(asPane(second), 'row') ?? ''
  from.receive({ kind: 'pane/focus', pane: asPane(second) })
  ptys[2]?.print('\x1b]9;look here\x07')
  clock.advance(1_000)
  const call = () => windows.all.map((one) => one.session(asSession(added))?.view().call?.body)
  expect(call()).toEqual(['look here'])
  const other = open()
  other.receive({ kind: 'window/focus', focused: true })
  windows.moves.toWindow(tabOf(windows, second), other.id)
  clock.advance(100)
  expect([other.strip.focused, call()]).toEqual([second, [undefined, 'look here']])
})
