/**
 * An unanswered amber state stays, whatever happens to the other tabs: they are closed, moved,
 * activated, brought to another window, or shown by a reloaded page.
 */
import { expect, test } from 'vitest'
import type { TabState, TabView } from '../../../src/core/windows/tabs/tab-view.ts'
import type { Workspace } from '../../../src/core/windows/workspace/workspace.ts'
import { below, pick, seeded } from '../../support/random.ts'
import { makeWindows } from '../../support/windows/make-windows.ts'
import { asPane, asSession, focuses, tabOf } from '../../support/windows/ids.ts'
import { slow } from '../../slow.ts'

const asks = {
  osc7501: '\x1b]7501;state=blocked:kind=permission:app=codex\x1b\\',
  osc1338: '\x1b]1338;state=waiting;tool=claude\x07',
} as const

/**
 * Makes windows whose pages behave like real ones: they take whole states and single changes, and
 * forget everything when they reload.
 */
function make() {
  const shown = new Map<string, Map<string, TabState>>()
  const reload = (id: string, workspace: Workspace) => {
    shown.set(id, new Map())
    const take = (view: TabView) => shown.get(id)?.set(view.id, view.state)
    workspace.connect((message) => {
      if (message.kind === 'window/state') {
        shown.set(id, new Map())
        message.sessions.forEach(take)
      } else if (message.kind === 'session/changed') take(message.view)
    })
    workspace.receive({ kind: 'page/ready' })
  }
  const made = makeWindows({ connect: reload, closed: (id) => shown.delete(id), shadows: false })
  made.world.foreground = 'codex'
  made.open()
  return { ...made, shown, reload }
}

test('an amber survives thirty actions next to it, a hundred times', slow, () => {
  const moved = { windows: 0, reloads: 0, closed: 0 }
  for (let seed = 1; seed <= 100; seed += 1) {
    const frame = seed % 2 === 0 ? asks.osc7501 : asks.osc1338
    const random = seeded(seed)
    const { clock, ptys, shown, windows, reload } = make()
    windows.all[0]?.receive({ kind: 'tab/open' })
    ptys[0]?.print(frame)
    clock.advance(200)
    const done: string[] = []
    for (let step = 0; step < 30; step += 1) {
      const home = windows.all.find((one) => focuses(one).includes(asSession('t1')))
      const workspace = pick(random, windows.all)
      const others = focuses(workspace).filter((tab) => tab !== 't1')
      const other = others.length === 0 ? 't1' : pick(random, others)
      const any = pick(random, focuses(workspace))
      const acts = {
        open: () => {
          if (workspace.strip.tabs.length < 6) workspace.receive({ kind: 'tab/open' })
        },
        // shows the dialog without confirming it
        ask: () => workspace.receive({ kind: 'pane/close', pane: asPane(any), force: false }),
        close: () => {
          if (other !== 't1')
            workspace.receive({ kind: 'pane/close', pane: asPane(other), force: true })
        },
        activate: () => workspace.receive({ kind: 'pane/focus', pane: asPane(any) }),
        move: () =>
          workspace.receive({
            kind: 'tab/move',
            tab: tabOf(workspace, any),
            to: below(random, workspace.strip.tabs.length),
          }),
        focus: () => workspace.receive({ kind: 'window/focus', focused: random() < 0.5 }),
        resize: () =>
          workspace.receive({
            kind: 'session/resize',
            session: any,
            cols: 60 + below(random, 60),
            rows: 10 + below(random, 30),
          }),
        escape: () =>
          home?.receive({
            kind: 'session/input',
            session: asSession('t1'),
            bytes: Uint8Array.of(0x1b),
          }),
        window: () =>
          workspace.receive({
            kind: 'tab/to-window',
            tab: tabOf(workspace, any),
            window: pick(random, [null, ...shown.keys()]),
          }),
        reload: () => {
          const id = [...shown.keys()][windows.all.indexOf(workspace)]
          if (id !== undefined) reload(id, workspace)
        },
        print: () => pick(random, ptys).print('more\r\n'),
        neighbour: () => {
          const at = below(random, ptys.length)
          if (at > 0)
            ptys[at]?.print(
              pick(random, [
                asks.osc7501,
                '\x1b]7501;state=working:app=pi\x1b\\',
                '\x1b]1338;state=done\x07',
                '\x1bc',
              ]),
            )
        },
        end: () => {
          const at = below(random, ptys.length)
          if (at > 0) ptys[at]?.end({ code: below(random, 2), signal: null })
        },
        wait: () => clock.advance(below(random, 5_000)),
      }
      const name = pick(random, Object.keys(acts) as (keyof typeof acts)[])
      acts[name]()
      moved.windows = Math.max(moved.windows, shown.size)
      if (name === 'reload') moved.reloads += 1
      if (name === 'close') moved.closed += 1
      done.push(`${name} ${any} ${other}`)
      clock.advance(100) // a window that was just made has its page
      const states = [...shown.values()].flatMap((page) => page.get('t1') ?? [])
      expect(states, `seed ${seed}: ${done.slice(-6).join(', ')}`).toEqual(['waiting'])
    }
    for (const workspace of [...windows.all])
      for (const tab of [...focuses(workspace)])
        workspace.receive({ kind: 'pane/close', pane: asPane(tab), force: true })
    clock.advance(60_000)
  }
  expect(moved.windows, 'it went from window to window').toBeGreaterThan(1)
  expect(Math.min(moved.reloads, moved.closed)).toBeGreaterThan(100)
})
