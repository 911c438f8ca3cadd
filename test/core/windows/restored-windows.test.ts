/** Windows of the last run and of layouts: what comes back, and what waits to be started. */
import { sessionIn } from '../../../src/core/ids.ts'
import { expect, it } from 'vitest'
import { renameSplit } from '../../../src/core/windows/panes/arrangement.ts'
import { startWaiting } from '../../support/tab-view.ts'
import { makeWindows } from '../../support/windows/make-windows.ts'
import { asPane, asSession, focuses, tabOf } from '../../support/windows/ids.ts'

const lastLine = (text: string | undefined) => text?.split('\n').at(-1)

it('brings back shells where they were, under their output, and a command that waits', () => {
  const { clock, pages, ptys, windows } = makeWindows()
  const shell = {
    command: { program: '/bin/bash', args: [] },
    isUserShell: true,
    directory: '/srv/api',
    name: 'api',
    title: null,
    muted: false,
    restoredOutput: [new TextEncoder().encode('make\r\n\x1b[c')],
    resume: null,
  }
  windows.restore({
    tabs: [
      shell,
      {
        ...shell,
        command: { program: 'htop', args: ['-d', '5'] },
        isUserShell: false,
        name: null,
        muted: true,
        mark: { color: 'red', note: 'later' },
      },
    ],
    active: 1,
  })
  clock.advance(100)
  const [workspace] = windows.all
  // a page reports no size for a tab whose program is not there
  workspace?.receive({ kind: 'session/resize', session: asSession('t1'), cols: 90, rows: 24 })
  const views = () =>
    focuses(workspace!)
      .map((id) => workspace?.session(id)?.view())
      .map((view) => [view?.title, view?.phase, view?.muted, view?.mark, view?.exit])
  expect([
    views(),
    workspace?.strip.focused,
    ptys.map(({ launch: { program, directory } }) => [program, directory]),
  ]).toEqual([
    [
      ['api', 'running', undefined, undefined, undefined],
      [expect.stringMatching(/^htop/), 'ended', true, { color: 'red', note: 'later' }, undefined],
    ],
    't2',
    [['/bin/bash', '/srv/api']],
  ])
  expect(pages.get('w1')?.tabs.get(asSession('t1'))?.text).toMatch(/^make\n[\s\S]* restored /)
  const deferredStart = workspace?.session(asSession('t2'))
  expect([deferredStart?.view().deferredStart, deferredStart?.why().short]).toEqual([
    { command: 'htop -d 5', directory: '/srv/api' },
    'Not started: htop -d 5. ' +
      'Restored commands and layout commands run only when you press Start.',
  ])
  expect(ptys[0]?.written).toEqual('') // a question of the last run is not answered
  startWaiting(workspace, 't2')
  expect(ptys[1]?.launch).toMatchObject({
    program: 'htop',
    args: ['-d', '5'],
    directory: '/srv/api',
    size: { cols: 90, rows: 24 },
  })
  expect([deferredStart?.view().deferredStart, deferredStart?.why().short]).toEqual([
    undefined,
    'Active: no information yet.',
  ])
  expect(views()?.[1]?.slice(0, 3)).toEqual([expect.stringMatching(/^htop/), 'running', true])
})

it('starts a command that waited at the size of its pane', () => {
  const { clock, ptys, windows } = makeWindows()
  const command = { program: 'top', args: [] }
  const tree = { axis: 'row', ratio: 0.25, first: '0', second: '1' } as const
  const workspace = windows.openLayout(
    { panes: [{ command }, {}], splits: [{ tree, zoomed: false }], active: 1 },
    { directory: '/srv/api' },
  )
  clock.advance(100)
  workspace.receive({ kind: 'session/resize', session: asSession('t2'), cols: 75, rows: 24 })
  startWaiting(workspace, 't1')
  expect(ptys.map(({ launch }) => launch.size)).toEqual([
    { cols: 75, rows: 24 },
    { cols: 25, rows: 24 },
  ])
})

it('starts a waiting command only if the user approved exactly that command', () => {
  const { clock, pages, ptys, windows } = makeWindows()
  const command = { program: 'make', args: ['clean; rm -rf ~', '\u2800'] }
  const workspace = windows.openLayout(
    { panes: [{ command }], splits: [], active: 0 },
    { directory: '/srv/api' },
  )
  clock.advance(100)
  workspace.receive({ kind: 'session/resize', session: asSession('t1'), cols: 80, rows: 24 })
  const shown = workspace.session(asSession('t1'))?.view().deferredStart
  expect(shown).toEqual({
    command: "make 'clean; rm -rf ~' '\u2800'",
    directory: '/srv/api',
  })
  const start = (change: object) =>
    workspace.receive({
      kind: 'session/start',
      session: asSession('t1'),
      command: '',
      directory: '',
      ...change,
    })
  workspace.receive({ kind: 'session/restart', session: asSession('t1'), force: true })
  start({ ...shown, command: 'make clean' })
  start({ ...shown, directory: '/tmp' })
  clock.advance(100)
  expect(ptys).toEqual([])
  expect(pages.get('w1')?.last('page/notice')?.text).toContain('a different command')
  start({ ...shown })
  expect(ptys[0]?.launch).toMatchObject({ ...command, directory: '/srv/api' })
})

it('keeps a command waiting in its copy, and when it is closed and opened again', () => {
  const { clock, ptys, windows } = makeWindows()
  const command = { program: 'make', args: ['clean'] }
  const workspace = windows.openLayout(
    { panes: [{}, { command }], splits: [], active: 1 },
    { directory: '/srv/api' },
  )
  clock.advance(100)
  workspace.receive({ kind: 'session/resize', session: asSession('t1'), cols: 80, rows: 24 })
  const waiting = () =>
    focuses(workspace).flatMap((tab) => workspace.session(tab)?.view().deferredStart?.command ?? [])
  workspace.receive({ kind: 'pane/close', pane: asPane('t2'), force: false })
  workspace.receive({ kind: 'tab/reopen' })
  expect(waiting()).toEqual(['make clean'])
  workspace.receive({ kind: 'session/duplicate', session: asSession(workspace.strip.focused) })
  expect(waiting()).toEqual(['make clean', 'make clean'])
  const started = workspace.strip.focused ?? ''
  startWaiting(workspace, started)
  workspace.receive({ kind: 'pane/close', pane: asPane(started), force: true })
  workspace.receive({ kind: 'tab/reopen' })
  expect([waiting(), ptys.map(({ launch: { program } }) => program)]).toEqual([
    ['make clean'],
    ['/bin/bash', 'make', 'make'],
  ])
})

it('runs no command unasked where an agent was resumed instead of a waiting command', () => {
  const { clock, pages, ptys, windows } = makeWindows()
  windows.restore({
    tabs: [
      {
        command: { program: 'make', args: ['clean'] },
        isUserShell: false,
        directory: '/srv/api',
        name: null,
        title: null,
        muted: false,
        restoredOutput: [],
        resume: {
          agent: 'claude',
          program: '/bin/claude',
          session: 'a1',
          directory: '/srv/api',
          process: { pid: 1, startTime: 1 },
        },
      },
    ],
    active: 0,
    splits: [],
  })
  const workspace = windows.all[0]!
  const [tab = ''] = focuses(workspace)
  clock.advance(100)
  workspace.receive({ kind: 'session/resize', session: asSession(tab), cols: 80, rows: 24 })
  const { command = '', directory = '' } = workspace.session(asSession(tab))?.view().resume ?? {}
  workspace.receive({
    kind: 'session/resume',
    session: asSession(tab),
    accept: { command, directory },
  })
  workspace.receive({ kind: 'session/restart', session: asSession(tab), force: true })
  workspace.receive({ kind: 'session/duplicate', session: asSession(tab) })
  workspace.receive({ kind: 'pane/close', pane: asPane(tab), force: true })
  workspace.receive({ kind: 'tab/reopen' })
  clock.advance(100)
  expect(ptys.map(({ launch: { program } }) => program)).toEqual(['/bin/claude'])
  expect(pages.get('w1')?.last('page/notice')?.text).toContain("Can't restart")
})

it('starts a command that is alone in its window before a page has reported a size', () => {
  const { clock, ptys, windows } = makeWindows()
  windows.restore({
    tabs: [
      {
        command: { program: 'mytool', args: ['two words'] },
        isUserShell: false,
        directory: '/srv/api',
        name: null,
        title: 'Mine',
        muted: false,
        restoredOutput: [],
        resume: null,
      },
    ],
    active: 0,
  })
  clock.advance(100)
  const [workspace] = windows.all
  startWaiting(workspace, 't1')
  // by the page, when it hears that the program is there
  workspace?.receive({ kind: 'session/resize', session: asSession('t1'), cols: 100, rows: 30 })
  expect([
    ptys.map(({ launch: { program, args, directory, size } }) => [program, args, directory, size]),
    ptys[0]?.sizes,
    workspace?.session(asSession('t1'))?.view().phase,
  ]).toEqual([[['mytool', ['two words'], '/srv/api', { cols: 80, rows: 24 }]], [], 'running'])
  clock.advance(100)
  expect(ptys[0]?.sizes).toEqual([{ cols: 100, rows: 30 }])
})

it('starts a shell whose directory is gone in the nearest one above, with a report', () => {
  const { clock, pages, ptys, windows, world } = makeWindows()
  const shell = {
    command: { program: '/bin/bash', args: [] },
    isUserShell: true,
    directory: '/srv/\x1b[31mapi/web',
    name: null,
    title: null,
    muted: false,
    restoredOutput: [],
    resume: null,
  }
  world.gone.add('/srv/\x1b[31mapi/web').add('/srv/\x1b[31mapi').add('/gone')
  windows.restore({
    tabs: [
      shell,
      { ...shell, directory: '/gone', restoredOutput: [new TextEncoder().encode('make')] },
      {
        ...shell,
        directory: '/gone',
        command: { program: 'make', args: ['clean'] },
        isUserShell: false,
      },
    ],
    active: 0,
  })
  clock.advance(100)
  const [workspace] = windows.all
  workspace?.receive({ kind: 'session/resize', session: asSession('t1'), cols: 80, rows: 24 })
  startWaiting(workspace, 't3')
  clock.advance(100)
  const rule = (tab: string) => lastLine(pages.get('w1')?.tabs.get(asSession(tab))?.text)
  expect([
    ptys.map(({ launch: { program, directory } }) => [program, directory]),
    rule('t1'),
    rule('t2'),
  ]).toEqual([
    [
      ['/bin/bash', '/srv'],
      ['/bin/bash', '/home/u'],
      ['make', '/gone'],
    ],
    '── restored ── /srv/[31mapi/web no longer exists. Started in /srv instead.',
    '── restored ── /gone no longer exists. Started in /home/u instead.',
  ])
})

/** A tab with a shell, as it is saved. */
const shell = {
  command: { program: '/bin/bash', args: [] },
  isUserShell: true,
  directory: '/srv',
  name: null,
  title: null,
  muted: false,
  restoredOutput: [],
  resume: null,
}

it('brings back panes as in the index of a saved window', () => {
  const { clock, windows } = makeWindows()
  windows.restore({
    tabs: [shell, shell, shell],
    active: 2,
    splits: [
      { tree: { axis: 'column', ratio: 0.3, first: '1', second: '2' }, zoomed: false },
      { tree: { axis: 'row', ratio: 0.3, first: '0', second: '9' }, zoomed: false },
    ],
  })
  clock.advance(100)
  const [workspace] = windows.all
  expect([focuses(workspace!), workspace?.strip.focused, workspace?.strip.panes.splits]).toEqual([
    ['t1', 't3'],
    't3',
    [
      {
        tree: { axis: 'column', ratio: 0.3, first: 't2', second: 't3' },
        zoomed: false,
        focus: 't3',
      },
    ],
  ])
})

it('starts panes with their share of the space, and other tabs with all of it', () => {
  const { clock, ptys, windows } = makeWindows()
  windows.restore({
    tabs: [shell, shell, shell],
    active: 1,
    splits: [{ tree: { axis: 'row', ratio: 0.25, first: '0', second: '1' }, zoomed: false }],
  })
  clock.advance(100)
  windows.all[0]?.receive({ kind: 'session/resize', session: asSession('t2'), cols: 75, rows: 30 })
  const sizes = ptys.map(({ launch }) => launch.size)
  expect(sizes.map(({ cols, rows }) => `${cols}x${rows}`).sort()).toEqual([
    '100x30',
    '25x30',
    '75x30',
  ])
})

it('brings back the pane that had the focus, which alone is seen where it is zoomed', () => {
  const { open, windows } = makeWindows()
  const before = open()
  const [first = ''] = focuses(before)
  const second = before.newTabs.split(asPane(first), 'row') ?? ''
  before.receive({
    kind: 'tab/arrange',
    tab: tabOf(before, second),
    tree: before.strip.panes.splits[0]!.tree,
    zoomed: true,
  })
  before.receive({ kind: 'tab/open' })
  const { ids, splits } = before.strip.panes
  expect(splits).toMatchObject([{ zoomed: true, focus: second }])
  const tabs = ids.map((id) => before.session(id)!.restorable(10))
  windows.restore({
    tabs,
    active: 2,
    splits: splits.flatMap((split) =>
      renameSplit(split, (pane) => String(ids.indexOf(sessionIn(pane)))),
    ),
  })
  const after = windows.all[1]!
  expect([focuses(after), after.strip.focused]).toEqual([['t5', 't6'], 't6'])
  expect(after.strip.panes.splits).toMatchObject([{ zoomed: true, focus: 't5' }])
})
