/** One window's tabs, with fakes for everything outside. */
import { expect, it } from 'vitest'
import { builtInDark } from '../../../../src/core/config/theme/bundled.ts'
import {
  clipboardWaitMs,
  firstSizeWaitMs,
  tabsMax,
} from '../../../../src/core/windows/workspace/limits.ts'
import { makeWindow, order } from '../../../support/windows/make-window.ts'
import { asPane, asSession, asTab, tabOf } from '../../../support/windows/ids.ts'
import { slow } from '../../../slow.ts'

it('opens the file with the problem, and no file that the page was not sent', async () => {
  const { workspace, world } = makeWindow()
  workspace.configuration.showProblems({
    file: '/c/config.toml',
    problems: [
      {
        level: 'error',
        line: 1,
        file: '/c/agent-rules.json',
        text: 'agent-rules.json line 1: it is wrong.',
      },
      { level: 'error', line: 1, file: null, text: '-o line 1: it is wrong.' },
    ],
  })
  await Promise.resolve()
  for (const file of ['/c/agent-rules.json', '/c/themes/a.toml', '/etc/passwd', '-o'])
    workspace.receive({ kind: 'config/open', file })
  workspace.receive({ kind: 'config/open', file: '/c/config.toml', inTerminal: true })
  workspace.receive({ kind: 'config/open' })
  workspace.configuration.showProblems({ file: '/c/config.toml', problems: [] })
  workspace.receive({ kind: 'config/open', file: '/c/agent-rules.json' })
  expect(world.edited).toEqual([
    ['/c/agent-rules.json', false],
    ['/c/themes/a.toml', false],
    ['/c/config.toml', true],
    [null, false],
  ])
})

it('starts the first program once a page has reported its size', () => {
  const { ptys, workspace } = makeWindow({ sized: false })
  expect(ptys.length).toBe(0)
  workspace.receive({ kind: 'session/resize', session: asSession('t1'), cols: 100, rows: 30 })
  expect(ptys[0]?.launch.size).toEqual({ cols: 100, rows: 30 })
})

it('starts the only shell of a new window in the expected size, and no other program', () => {
  const expected = { cols: 90, rows: 20 }
  const { ptys, workspace } = makeWindow({ sized: false })
  workspace.expects(expected, { width: 8, height: 16 })
  workspace.expects({ cols: 70, rows: 10 }, null)
  expect(ptys.map(({ launch, cell }) => [launch.size, cell?.width])).toEqual([[expected, 8]])
  ptys[0]?.print('$ ')
  workspace.receive({ kind: 'session/resize', session: asSession('t1'), cols: 100, rows: 30 })
  expect([ptys.length, ptys[0]?.sizes]).toEqual([1, [{ cols: 100, rows: 30 }]])
  const two = makeWindow({ sized: false })
  two.workspace.receive({ kind: 'tab/open' })
  two.workspace.expects(expected, null)
  expect(two.ptys.length).toBe(0)
})

it('notifies each tab, including later ones, of window values that programs can query', () => {
  const { ptys, workspace } = makeWindow({ shadows: true })
  const asked = (tab: number) => {
    const pty = ptys[tab]!
    pty.written = ''
    pty.print('\x1b]11;?\x07\x1b[16t')
    return pty.written
  }
  const facts = (background: number) => ({
    kind: 'window/facts' as const,
    cell: { width: 8, height: 16 },
    foreground: 0xffffff,
    background,
    cursor: 0xffffff,
    ansi: Array.from({ length: 16 }, () => 0),
  })
  const before = asked(0)
  workspace.receive(facts(0x123456))
  workspace.receive({ kind: 'tab/open' })
  const reported = [asked(0), asked(1)]
  workspace.receive(facts(0xabcdef))
  expect([before, reported, asked(0), asked(1)]).toEqual([
    '\x1b]11;rgb:0e0e/0e0e/1212\x07',
    Array.from({ length: 2 }, () => '\x1b]11;rgb:1212/3434/5656\x07\x1b[6;16;8t'),
    ...Array.from({ length: 2 }, () => '\x1b]11;rgb:abab/cdcd/efef\x07\x1b[6;16;8t'),
  ])
  workspace.dispose()
})

it('starts it at the usual size when no page comes', () => {
  const { clock, ptys } = makeWindow({ sized: false, connected: false })
  clock.advance(firstSizeWaitMs)
  expect(ptys[0]?.launch.size).toEqual({ cols: 80, rows: 24 })
})

it('opens further tabs at the known size, next to the active one, in its directory', () => {
  const { last, ptys, workspace, world } = makeWindow()
  world.directory = '/srv/api'
  workspace.receive({ kind: 'tab/open' })
  expect(ptys[1]?.launch).toMatchObject({ directory: '/srv/api', size: { cols: 100, rows: 30 } })
  workspace.receive({ kind: 'pane/focus', pane: asPane('t1') })
  workspace.receive({ kind: 'tab/open' })
  expect(order(last('window/state'))).toEqual([['t1', 't3', 't2'], 't3'])
})

it('opens further tabs in the directory that the shell reports, if it exists', () => {
  const { ptys, workspace, world } = makeWindow()
  world.directory = '/srv/api'
  ptys[0]?.print('\x1b]7;file:///srv/web\x07')
  workspace.receive({ kind: 'tab/open' })
  expect(ptys[1]?.launch.directory).toBe('/srv/api') // the kernel's word was new
  workspace.receive({ kind: 'pane/focus', pane: asPane('t1') })
  ptys[0]?.print('\x1b]7;file:///srv/web\x07')
  workspace.receive({ kind: 'tab/open' })
  expect(ptys[2]?.launch.directory).toBe('/srv/web')
  workspace.receive({ kind: 'pane/focus', pane: asPane('t1') })
  ptys[0]?.print('\x1b]7;file:///gone\x07')
  workspace.receive({ kind: 'tab/open' })
  expect(ptys[3]?.launch.directory).toBe('/home/u')
})

it('opens a tab where the shell has just reported to be, before any kernel query', () => {
  const { ptys, workspace, world } = makeWindow()
  world.directory = '/home/u'
  ptys[0]?.print('\x1b]7;file:///srv/web\x07')
  workspace.receive({ kind: 'tab/open' })
  expect(ptys[1]?.launch.directory).toBe('/srv/web')
})

it('opens links of the closed list of schemes, and reports others', () => {
  const { last, workspace, world } = makeWindow()
  workspace.receive({
    kind: 'link/open',
    session: asSession('t1'),
    address: 'https://example.org/a b',
  })
  expect(last('page/notice')?.level).toBe('warning')
  workspace.receive({
    kind: 'link/open',
    session: asSession('t1'),
    address: 'https://example.org/a',
  })
  expect(world.opened).toEqual(['https://example.org/a'])
})

it('copies text of a program to the clipboard and names the tab', async () => {
  const { last, ptys, world } = makeWindow()
  ptys[0]?.print('\x1b]2;agent\x07\x1b]52;c;SGVsbG8=\x07\x1b]52;c;?\x07')
  await new Promise((resolve) => {
    setTimeout(resolve)
  })
  expect(world.clipboard).toBe('Hello')
  expect(last('page/toast')?.text).toBe('“agent” copied text to the clipboard')
  expect(ptys[0]?.written).toBe('')
})

it('moves and activates tabs as the page asks', () => {
  const { last, workspace } = makeWindow()
  workspace.receive({ kind: 'tab/open' })
  workspace.receive({ kind: 'tab/move', tab: tabOf(workspace, 't2'), to: 0 })
  expect(order(last('window/state'))).toEqual([['t2', 't1'], 't2'])
})

it('asks before it closes a tab whose program is not a shell', () => {
  const { last, ptys, workspace, world } = makeWindow()
  world.foreground = 'vim'
  workspace.receive({ kind: 'pane/close', pane: asPane('t1'), force: false })
  expect(last('pane/confirm-close')).toEqual({
    kind: 'pane/confirm-close',
    pane: 't1',
    running: 'vim',
    sentence: 'vim is running in ~',
  })
  expect(ptys[0]?.closed).toBe(false)
  workspace.receive({ kind: 'pane/close', pane: asPane('t1'), force: true })
  expect([ptys[0]?.closed, world.closed]).toEqual([true, 1])
})

it('asks before it closes a shell that has suspended a program', () => {
  const { last, ptys, workspace, world } = makeWindow()
  world.stopped = 'vim'
  workspace.receive({ kind: 'pane/close', pane: asPane('t1'), force: false })
  expect(last('pane/confirm-close')?.sentence).toBe('vim is suspended in ~')
  expect(ptys[0]?.closed).toBe(false)
})

it("shows the folder of the running program and no old title, or the user's name", () => {
  const { last, ptys, workspace, world } = makeWindow()
  const asked = () => {
    workspace.receive({ kind: 'pane/close', pane: asPane('t1'), force: false })
    return last('pane/confirm-close')?.sentence
  }
  world.foreground = 'vim'
  ptys[0]?.print('\x1b]2;~/beta\x07\x1b]7;file:///home/u/gamma\x07')
  const reported = asked()
  world.runsIn = '/home/u/gamma/src'
  const known = asked()
  workspace.receive({ kind: 'session/rename', session: asSession('t1'), name: 'notes' })
  expect([reported, known, asked()]).toEqual([
    'vim is running in ~/gamma',
    'vim is running in ~/gamma/src',
    'vim is running in notes',
  ])
})

it('closes a shell, or an ended tab, without asking; the last tab takes the window along', () => {
  const { ptys, workspace, world } = makeWindow()
  workspace.receive({ kind: 'tab/open' })
  world.foreground = 'bash'
  workspace.receive({ kind: 'pane/close', pane: asPane('t1'), force: false })
  world.foreground = 'vim'
  ptys[1]?.end({ code: 0, signal: null })
  workspace.receive({ kind: 'pane/close', pane: asPane('t2'), force: false })
  expect(world.closed).toBe(1)
})

it('counts a foreground script or job without a leader as a program, not a shell', () => {
  const { last, workspace, world } = makeWindow()
  world.foreground = 'bash'
  world.isFirst = true
  expect(workspace.closing.mayClose()).toBe(true)
  const job = makeWindow()
  job.world.foreground = 'sh'
  job.workspace.receive({ kind: 'pane/close', pane: asPane('t1'), force: false })
  expect(job.last('pane/confirm-close')?.running).toBe('sh')
  expect(last('pane/confirm-close')).toBeUndefined()
})

it('asks before a living tab is restarted', () => {
  const { last, ptys, workspace } = makeWindow()
  workspace.receive({ kind: 'session/restart', session: asSession('t1'), force: false })
  expect(last('session/confirm-restart')).toMatchObject({ session: 't1' })
  expect(ptys.length).toBe(1)
  workspace.receive({ kind: 'session/restart', session: asSession('t1'), force: true })
  expect(ptys.length).toBe(2)
})

it('lets the window go with one idle shell, and asks with more', () => {
  const { last, workspace, world } = makeWindow()
  expect(workspace.closing.mayClose()).toBe(true)
  world.foreground = 'make'
  expect(workspace.closing.mayClose()).toBe(false)
  expect(last('window/confirm-close')).toEqual({
    kind: 'window/confirm-close',
    sentences: ['make is running in ~'],
    tabs: 1,
    quit: false,
  })
  workspace.disconnect()
  expect(workspace.closing.mayClose()).toBe(true)
})

it('gives a page that reloads the greeting and the bar', () => {
  const { connect, sent, workspace } = makeWindow()
  workspace.receive({ kind: 'tab/open' })
  workspace.disconnect()
  sent.length = 0
  connect()
  expect(sent.map(({ kind }) => kind)).toEqual([
    ...['page/hello', 'page/options', 'page/layouts', 'page/mcp', 'window/state'],
    'windows/state',
  ])
  workspace.dispose()
})

it('sends the installed fonts when the settings request them', async () => {
  const { sent, workspace } = makeWindow()
  workspace.receive({ kind: 'fonts/list' })
  await Promise.resolve()
  expect(sent.at(-1)).toEqual({ kind: 'page/fonts', families: ['Some Mono'] })
  workspace.dispose()
})

it('sends the theme collection when the page requests it', async () => {
  const { sent, workspace } = makeWindow()
  workspace.receive({ kind: 'themes/list' })
  await Promise.resolve()
  expect(sent.at(-1)).toEqual({ kind: 'page/theme-collection', themes: [builtInDark] })
  workspace.dispose()
})

it('sends nothing but a greeting to a page that is not ready', () => {
  const { ptys, sent, workspace } = makeWindow()
  workspace.disconnect()
  sent.length = 0
  workspace.connect((message) => sent.push(message))
  ptys[0]?.print('x')
  expect(sent.map((message) => message.kind)).toEqual(['page/hello'])
  workspace.dispose()
})

it('refuses more tabs than it can hold, in a sentence', slow, () => {
  const { last, workspace } = makeWindow()
  for (let count = 1; count <= tabsMax; count += 1) workspace.receive({ kind: 'tab/open' })
  expect(last('window/state')?.tabs.length).toBe(tabsMax)
  expect(last('page/notice')?.text).toContain(`${tabsMax} tabs`)
})

it('answers a clipboard request, and reports when the clipboard does not', async () => {
  const { clock, last, workspace, world } = makeWindow()
  workspace.receive({
    kind: 'clipboard/read',
    session: asSession('t1'),
    selection: 'clipboard',
    request: 1,
  })
  await Promise.resolve().then(() => undefined)
  await new Promise((resolve) => setTimeout(resolve))
  expect(last('clipboard/text')).toEqual({
    kind: 'clipboard/text',
    request: 1,
    text: 'text',
    heeded: false,
  })
  world.clipboardHangs = true
  workspace.receive({
    kind: 'clipboard/read',
    session: asSession('t1'),
    selection: 'clipboard',
    request: 2,
  })
  clock.advance(clipboardWaitMs)
  await new Promise((resolve) => setTimeout(resolve))
  expect(last('clipboard/text')).toEqual({
    kind: 'clipboard/text',
    request: 2,
    text: '',
    heeded: false,
  })
  expect(last('page/notice')).toMatchObject({
    level: 'notice', // goes by itself
    text: "Couldn't paste: the clipboard didn't respond within 2 s.",
  })
})

it('ignores tabs that are gone', () => {
  const { workspace } = makeWindow()
  for (const message of [
    { kind: 'pane/close', pane: asPane('x'), force: true },
    { kind: 'tab/close', tab: asTab('x'), force: true },
    { kind: 'session/drawn', session: asSession('x') },
    { kind: 'session/paste-cancel', session: asSession('x') },
  ] as const)
    workspace.receive(message)
})

it('sends the page where a shell has gone', () => {
  const { clock, last, ptys, workspace, world } = makeWindow()
  world.directory = '/home/u/api'
  ptys[0]?.print('$ ')
  clock.advance(1_000)
  expect(last('session/changed')?.view.place).toBe('~/api')
  workspace.dispose()
  expect(clock.timers).toBe(0)
})

it('keeps the order of tabs that are opened in the background, after the active one', () => {
  const { workspace } = makeWindow()
  const { newTabs, strip } = workspace
  const tab = newTabs.place()
  const open = () => newTabs.openInBackground(tab)
  const first = strip.focused!
  const end = newTabs.open(tab)
  strip.focusPane(asPane(first))
  const opened = [open(), open(), open()]
  expect(strip.focused).toBe(first)
  expect(strip.panes.ids).toEqual([first, ...opened, end])
  strip.focusPane(asPane(opened[0]!))
  const next = open()
  expect(strip.panes.ids).toEqual([first, opened[0], next, ...opened.slice(1), end])
})
