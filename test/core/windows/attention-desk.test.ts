/** The tabs that need the user in all windows, for callers from outside and for each page. */
import { expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { makeWindows } from '../../support/windows/make-windows.ts'
import { asPane, asSession } from '../../support/windows/ids.ts'

const asks = (message: string) =>
  `\x1b]7501;state=blocked:kind=permission:app=codex:msg=${encodeURIComponent(message)}\x1b\\`

it('the inbox', () => {
  const { clock, open, ptys, windows, world } = makeWindows()
  const [first, second] = [open(), open()]
  second.receive({ kind: 'window/focus', focused: true })
  first.receive({ kind: 'tab/open' })
  clock.advance(100)
  const counts: string[] = []
  const stop = windows.attention.follow(() => {
    const { items, working } = windows.attention.list()
    counts.push(`${items.length} ${working}`)
  })
  ptys[0]?.print(asks('May I?'))
  clock.advance(1_000)
  ptys[2]?.print(asks('And now?'))
  clock.advance(1_000)
  ptys[1]?.print('\x1b]7501;state=working:app=pi\x1b\\')
  clock.advance(1_000)
  expect(counts).toEqual(['1 0', '2 0', '2 1'])
  const { items } = windows.attention.list()
  expect(items).toMatchObject([
    { id: 't1', window: 'Window 1', tool: 'codex', state: 'waiting', kind: 'permission' },
    { id: 't3', window: 'Window 1', seen: false, muted: false },
  ])
  expect(items[1]!.since - items[0]!.since).toBe(1_000)
  world.raised.length = 0
  expect(windows.attention.next()?.id).toBe('t1')
  expect([world.raised, first.strip.focused]).toEqual([['w1'], 't1'])
  // the desktop gives the window the keyboard: the active tab is skipped
  second.receive({ kind: 'window/focus', focused: false })
  first.receive({ kind: 'window/focus', focused: true })
  clock.advance(1_000)
  expect(windows.attention.next()?.id).toBe('t3')
  clock.advance(1_000)
  for (const act of ['mute', 'unmute', 'seen', 'acknowledge', 'go'] as const)
    expect(windows.attention.attend(asSession('t1'), { act })).toBe(true)
  expect(windows.attention.attend(asSession('t9'), { act: 'go' })).toBe(false)
  clock.advance(1_000)
  expect(windows.attention.list().items.map(({ id }) => id)).toEqual(['t3'])
  windows.attention.attend(asSession('t3'), { act: 'snooze', forMs: 60_000 })
  clock.advance(1_000)
  expect(windows.attention.list().items).toEqual([])
  clock.advance(60_000)
  expect(windows.attention.list().items.map(({ id }) => id)).toEqual(['t3'])
  stop()
  const before = counts.length
  windows.attention.attend(asSession('t3'), { act: 'acknowledge' })
  clock.advance(1_000)
  expect(counts).toHaveLength(before)
  expect(windows.attention.next()).toBeNull()
})

it('a tab whose window the desktop does not focus is marked, and not visited', async () => {
  const { clock, open, ptys, windows, world } = makeWindows()
  open()
  const second = open()
  const going = open()
  going.receive({ kind: 'window/focus', focused: true })
  for (const index of [0, 1]) {
    ptys[index]?.print(asks(`May I ${index}?`))
    clock.advance(1_000)
  }
  const next = async (meanwhile = (): void => undefined) => {
    world.flashed.length = 0
    const item = windows.attention.next()
    meanwhile()
    clock.advance(2_000)
    return [item?.id ?? null, await windows.attention.seen(), [...world.flashed]]
  }
  expect(await next()).toEqual(['t1', false, ['w1']])
  expect(await next()).toEqual(['t1', false, ['w1']])
  ptys[0]?.print('\x1b]7501;state=working:app=codex\x1b\\')
  clock.advance(1_000)
  const focuses = (): void => {
    going.receive({ kind: 'window/focus', focused: false })
    second.receive({ kind: 'window/focus', focused: true })
  }
  expect(await next(focuses)).toEqual(['t2', true, []])
  expect(await next()).toEqual([null, true, []])
})

it('goes to a tab in any window', () => {
  const { open, pages, world } = makeWindows()
  const first = open()
  open()
  first.receive({ kind: 'tab/open' })
  first.receive({ kind: 'pane/focus', pane: asPane('t1') })
  first.receive({ kind: 'attention/go', session: asSession('t3') })
  expect([pages.get('w1')?.active, world.raised]).toEqual(['t3', ['w1']])
})

it('lists on every page the tabs that need the user, in all windows', () => {
  const { clock, open, pages, ptys } = makeWindows()
  open()
  open()
  ptys[1]?.print('\x1b]7501;state=blocked:app=claude\x07')
  clock.advance(200)
  const rows = [...pages.values()].map((page) =>
    page.last('windows/state')?.rows.map(({ window, view }) => [window, view.id, view.state]),
  )
  expect(rows).toEqual([[['w2', 't2', 'waiting']], [['w2', 't2', 'waiting']]])
})

it('lists a tmux session that is in no window, and goes to it in a new tab', async () => {
  const { clock, open, pages, ptys, windows } = makeWindows()
  open()
  ptys[0]?.print('\x1b]7501;state=blocked:app=claude\x07')
  clock.advance(200)
  const view = windows.notifications.rows()[0]?.view
  if (view === undefined) throw new Error('nothing needs the user')
  windows.notifications.gone(asSession('t1'))
  windows.notifications.changed('', { ...view, id: asSession('work') })
  clock.advance(200)
  expect(
    pages
      .get('w1')
      ?.last('windows/state')
      ?.rows.map(({ window, view }) => [window, view.id]),
  ).toEqual([['', 'work']])
  windows.attention.next() // its new tab has an identifier of its own
  clock.advance(2_000)
  expect(await windows.attention.seen()).toBe(true)
})

it("applies the user's action to a tab of another window", () => {
  const { clock, open, pages, ptys } = makeWindows()
  const first = open()
  open()
  ptys[1]?.print('\x1b]7501;state=blocked:app=claude\x07')
  clock.advance(200)
  first.receive({ kind: 'session/acknowledge', session: asSession('t2') })
  first.receive({ kind: 'session/mute', session: asSession('t2'), muted: true })
  clock.advance(200)
  expect([
    pages.get('w1')?.last('windows/state')?.rows,
    pages.get('w2')?.last('session/changed')?.view,
  ]).toMatchObject([[], { state: 'active', muted: true }])
})

it('marks tabs by bells, unless the user turned that off', () => {
  const { clock, open, pages, ptys } = makeWindows()
  const workspace = open()
  const marked = () => {
    ptys[0]?.print('\x07')
    clock.advance(200)
    return pages.get('w1')?.last('windows/state')?.rows.length
  }
  workspace.configure({ ...defaults, bell: { ...defaults.bell, attention: false } })
  const before = marked()
  workspace.configure(defaults)
  expect([before, marked()]).toEqual([0, 1])
})
