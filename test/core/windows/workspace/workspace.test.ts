/** One window's tabs, with fakes for everything outside. */
import { describe, expect, it, vi } from 'vitest'
import { defaults } from '../../../../src/core/config/table.ts'
import type { MainMessage } from '../../../../src/core/ipc/contract.ts'
import { panesMax } from '../../../../src/core/windows/panes/limits.ts'
import {
  clipboardWaitMs,
  firstSizeWaitMs,
  tabsMax,
} from '../../../../src/core/windows/workspace/limits.ts'
import { Session } from '../../../../src/core/session/session.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'
import { fakeStart } from '../../../support/fake/fake-pty.ts'
import { shadowsInPlace } from '../../../support/frames/shadow.ts'
import { makeWorkspace } from '../../../support/workspace.ts'

function make({ sized = true, connected = true, shadows = false } = {}) {
  const clock = new FakeClock()
  const { start, ptys } = fakeStart((path) => path !== '/gone')
  const sent: MainMessage[] = []
  const world = {
    foreground: null as string | null,
    isFirst: false,
    directory: null as string | null,
    runsIn: null as string | null,
    closed: 0,
    clipboard: 'text',
    clipboardHangs: false,
    opened: [] as string[],
    edited: [] as unknown[],
  }
  const workspace = makeWorkspace({
    clock,
    start,
    ...(shadows ? { sessions: { shadow: shadowsInPlace(clock).port } } : {}),
    clipboard: {
      write: (_selection, text) => {
        world.clipboard = text
        return Promise.resolve()
      },
      read: () =>
        world.clipboardHangs ? new Promise(() => undefined) : Promise.resolve(world.clipboard),
    },
    foreground: () => ({
      directory: world.runsIn,
      name: world.foreground ?? 'bash',
      isFirst: world.isFirst || world.foreground === null || world.foreground === 'bash',
    }),
    directoryOf: () => world.directory,
    configuration: {
      open: (...asked) => {
        world.edited.push(asked)
      },
    },
    texts: {
      themes: () =>
        Promise.resolve({
          themes: [],
          problems: [
            {
              level: 'warning',
              line: null,
              file: '/c/themes/a.toml',
              text: 'Theme a.toml: it is wrong.',
            },
          ],
        }),
    },
    links: {
      openExternal: (address) => {
        world.opened.push(address)
        return Promise.resolve()
      },
    },
    window: {
      close: () => {
        world.closed += 1
      },
    },
  })
  const page = (message: MainMessage) => sent.push(message)
  const connect = () => {
    workspace.connect(page)
    workspace.receive({ kind: 'page/ready' })
  }
  if (connected) connect()
  workspace.newTabs.open({ directory: '/home/u' })
  if (sized) workspace.receive({ kind: 'tab/resize', tab: 't1', cols: 100, rows: 30 })
  const last = <Kind extends MainMessage['kind']>(kind: Kind) =>
    sent.findLast(
      (message): message is Extract<MainMessage, { kind: Kind }> => message.kind === kind,
    )
  return { clock, ptys, sent, world, workspace, connect, last }
}

const order = (state: Extract<MainMessage, { kind: 'window/state' }> | undefined) => [
  state?.tabs.map((tab) => tab.id),
  state?.active,
]

describe('workspace', () => {
  // … and none that the page was not sent
  it('opens the file that a problem is in', async () => {
    const { workspace, world } = make()
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
    const { ptys, workspace } = make({ sized: false })
    expect(ptys.length).toBe(0)
    workspace.receive({ kind: 'tab/resize', tab: 't1', cols: 100, rows: 30 })
    expect(ptys[0]?.launch.size).toEqual({ cols: 100, rows: 30 })
  })

  it('notifies each tab, those that come too, of what programs can ask for of the window', () => {
    const { ptys, workspace } = make({ shadows: true })
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
    const { clock, ptys } = make({ sized: false, connected: false })
    clock.advance(firstSizeWaitMs)
    expect(ptys[0]?.launch.size).toEqual({ cols: 80, rows: 24 })
  })

  it('opens further tabs at the known size, beside the active one, in its directory', () => {
    const { last, ptys, workspace, world } = make()
    world.directory = '/srv/api'
    workspace.receive({ kind: 'tab/open' })
    expect(ptys[1]?.launch).toMatchObject({ directory: '/srv/api', size: { cols: 100, rows: 30 } })
    workspace.receive({ kind: 'tab/activate', tab: 't1' })
    workspace.receive({ kind: 'tab/open' })
    expect(order(last('window/state'))).toEqual([['t1', 't3', 't2'], 't3'])
  })

  it('opens further tabs where the shell says it is, if that is there', () => {
    const { ptys, workspace, world } = make()
    world.directory = '/srv/api'
    ptys[0]?.print('\x1b]7;file:///srv/web\x07')
    workspace.receive({ kind: 'tab/open' })
    expect(ptys[1]?.launch.directory).toBe('/srv/api') // the kernel's word was new
    workspace.receive({ kind: 'tab/activate', tab: 't1' })
    ptys[0]?.print('\x1b]7;file:///srv/web\x07')
    workspace.receive({ kind: 'tab/open' })
    expect(ptys[2]?.launch.directory).toBe('/srv/web')
    workspace.receive({ kind: 'tab/activate', tab: 't1' })
    ptys[0]?.print('\x1b]7;file:///gone\x07')
    workspace.receive({ kind: 'tab/open' })
    expect(ptys[3]?.launch.directory).toBe('/home/u')
  })

  // … before the kernel was asked at all: it has not gone anywhere
  it('opens a tab where the shell has said it is right after its start', () => {
    const { ptys, workspace, world } = make()
    world.directory = '/home/u'
    ptys[0]?.print('\x1b]7;file:///srv/web\x07')
    workspace.receive({ kind: 'tab/open' })
    expect(ptys[1]?.launch.directory).toBe('/srv/web')
  })

  it('opens links of the closed list of schemes, and says so of others', () => {
    const { last, workspace, world } = make()
    workspace.receive({ kind: 'link/open', tab: 't1', address: 'https://example.org/a b' })
    expect(last('page/notice')?.level).toBe('warning')
    workspace.receive({ kind: 'link/open', tab: 't1', address: 'https://example.org/a' })
    expect(world.opened).toEqual(['https://example.org/a'])
  })

  it('puts text of a program on the clipboard and names the tab', async () => {
    const { last, ptys, world } = make()
    ptys[0]?.print('\x1b]2;agent\x07\x1b]52;c;SGVsbG8=\x07\x1b]52;c;?\x07')
    await new Promise((resolve) => {
      setTimeout(resolve)
    })
    expect(world.clipboard).toBe('Hello')
    expect(last('page/toast')?.text).toBe('“agent” wrote to the clipboard')
    expect(ptys[0]?.written).toBe('')
  })

  it('moves and activates tabs as the page asks', () => {
    const { last, workspace } = make()
    workspace.receive({ kind: 'tab/open' })
    workspace.receive({ kind: 'tab/move', tab: 't2', to: 0 })
    expect(order(last('window/state'))).toEqual([['t2', 't1'], 't2'])
  })

  it('asks before it closes a tab whose program is no shell', () => {
    const { last, ptys, workspace, world } = make()
    world.foreground = 'vim'
    workspace.receive({ kind: 'tab/close', tab: 't1', force: false })
    expect(last('tab/confirm-close')).toEqual({
      kind: 'tab/confirm-close',
      tab: 't1',
      running: 'vim',
      restart: false,
      sentence: 'vim is running in ~',
    })
    expect(ptys[0]?.closed).toBe(false)
    workspace.receive({ kind: 'tab/close', tab: 't1', force: true })
    expect([ptys[0]?.closed, world.closed]).toEqual([true, 1])
  })

  it('names the folder of what runs and no old title, or the name that the user gave', () => {
    const { last, ptys, workspace, world } = make()
    const asked = () => {
      workspace.receive({ kind: 'tab/close', tab: 't1', force: false })
      return last('tab/confirm-close')?.sentence
    }
    world.foreground = 'vim'
    ptys[0]?.print('\x1b]2;~/beta\x07\x1b]7;file:///home/u/gamma\x07')
    const reported = asked()
    world.runsIn = '/home/u/gamma/src'
    const known = asked()
    workspace.receive({ kind: 'tab/rename', tab: 't1', name: 'notes' })
    expect([reported, known, asked()]).toEqual([
      'vim is running in ~/gamma',
      'vim is running in ~/gamma/src',
      'vim is running in notes',
    ])
  })

  it('closes a shell, or an ended tab, without asking; the last tab takes the window along', () => {
    const { ptys, workspace, world } = make()
    workspace.receive({ kind: 'tab/open' })
    world.foreground = 'bash'
    workspace.receive({ kind: 'tab/close', tab: 't1', force: false })
    world.foreground = 'vim'
    ptys[1]?.end({ code: 0, signal: null })
    workspace.receive({ kind: 'tab/close', tab: 't2', force: false })
    expect(world.closed).toBe(1)
  })

  // … and a job without a leader too
  it("takes a script in the foreground for a program, though its name is a shell's", () => {
    const { last, workspace, world } = make()
    world.foreground = 'bash'
    world.isFirst = true
    expect(workspace.closing.mayClose()).toBe(true)
    const job = make()
    job.world.foreground = 'sh'
    job.workspace.receive({ kind: 'tab/close', tab: 't1', force: false })
    expect(job.last('tab/confirm-close')?.running).toBe('sh')
    expect(last('tab/confirm-close')).toBeUndefined()
  })

  it('asks before a living tab is restarted', () => {
    const { last, ptys, workspace } = make()
    workspace.receive({ kind: 'tab/restart', tab: 't1', force: false })
    expect(last('tab/confirm-close')).toMatchObject({ tab: 't1', restart: true })
    expect(ptys.length).toBe(1)
    workspace.receive({ kind: 'tab/restart', tab: 't1', force: true })
    expect(ptys.length).toBe(2)
  })

  it('lets the window go with one idle shell, and asks with more', () => {
    const { last, workspace, world } = make()
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

  it('gives a page that comes again the greeting and the bar', () => {
    const { connect, sent, workspace } = make()
    workspace.receive({ kind: 'tab/open' })
    workspace.disconnect()
    sent.length = 0
    connect()
    expect(sent.map(({ kind }) => kind)).toEqual([
      'page/hello',
      'page/options',
      'page/layouts',
      'page/mcp',
      'window/state',
      'windows/state',
    ])
    workspace.dispose()
  })

  it('sends nothing but a greeting to a page that is not ready', () => {
    const { ptys, sent, workspace } = make()
    workspace.disconnect()
    sent.length = 0
    workspace.connect((message) => sent.push(message))
    ptys[0]?.print('x')
    expect(sent.map((message) => message.kind)).toEqual(['page/hello'])
    workspace.dispose()
  })

  it('refuses more tabs than it can hold, in a sentence', () => {
    const { last, workspace } = make()
    for (let count = 1; count <= tabsMax; count += 1) workspace.receive({ kind: 'tab/open' })
    expect(last('window/state')?.tabs.length).toBe(tabsMax)
    expect(last('page/notice')?.text).toContain(`${tabsMax} tabs`)
  })

  it('answers a clipboard request, and says when the clipboard does not', async () => {
    const { clock, last, workspace, world } = make()
    workspace.receive({ kind: 'clipboard/read', tab: 't1', selection: 'clipboard', request: 1 })
    await Promise.resolve().then(() => undefined)
    await new Promise((resolve) => setTimeout(resolve))
    expect(last('clipboard/text')).toEqual({
      kind: 'clipboard/text',
      request: 1,
      text: 'text',
      heeded: false,
    })
    world.clipboardHangs = true
    workspace.receive({ kind: 'clipboard/read', tab: 't1', selection: 'clipboard', request: 2 })
    clock.advance(clipboardWaitMs)
    await new Promise((resolve) => setTimeout(resolve))
    expect(last('clipboard/text')).toEqual({
      kind: 'clipboard/text',
      request: 2,
      text: '',
      heeded: false,
    })
    expect(last('page/notice')?.text).toBe(
      'Nothing was pasted: the clipboard did not answer within 2 s.',
    )
  })

  it('passes over tabs that are gone', () => {
    const { workspace } = make()
    for (const message of [
      { kind: 'tab/close', tab: 'x', force: true },
      { kind: 'tab/drawn', tab: 'x' },
      { kind: 'tab/paste-cancel', tab: 'x' },
    ] as const)
      workspace.receive(message)
  })

  it('sends the page where a shell has gone', () => {
    const { clock, last, ptys, workspace, world } = make()
    world.directory = '/home/u/api'
    ptys[0]?.print('$ ')
    clock.advance(1_000)
    expect(last('tab/changed')?.tab.place).toBe('~/api')
    workspace.dispose()
    expect(clock.timers).toBe(0)
  })
})

describe('panes', () => {
  // … which panes do not tell: columns are lost between them
  it('begins tabs out of view at their room, and panes at what is measured', () => {
    const { ptys, workspace } = make({ sized: false })
    workspace.receive({ kind: 'tab/open' })
    workspace.receive({ kind: 'tab/activate', tab: 't1' })
    workspace.receive({ kind: 'pane/split', tab: 't1', axis: 'row' })
    workspace.receive({ kind: 'window/room', cols: 118, rows: 30 })
    workspace.receive({ kind: 'tab/resize', tab: 't1', cols: 57, rows: 30 })
    workspace.receive({ kind: 'tab/resize', tab: 't3', cols: 58, rows: 30 })
    workspace.receive({ kind: 'tab/open' })
    expect(ptys.map(({ launch }) => launch.size.cols)).toEqual([118, 57, 58, 118])
  })

  const divided = () => {
    const made = make()
    made.workspace.receive({ kind: 'pane/split', tab: 't1', axis: 'row' })
    return made
  }

  it('begins a pane with half of the room, in the directory of the other', () => {
    const { ptys, workspace, last, world } = make()
    world.directory = '/srv/api'
    workspace.receive({ kind: 'pane/split', tab: 't1', axis: 'row' })
    expect(ptys[1]?.launch).toMatchObject({
      size: { cols: 49, rows: 30 },
      directory: '/srv/api',
    })
    workspace.receive({ kind: 'pane/split', tab: 't2', axis: 'column' })
    expect(ptys[2]?.launch.size).toEqual({ cols: 49, rows: 14 })
    expect(order(last('window/state'))).toEqual([['t1', 't2', 't3'], 't3'])
    expect(last('window/state')?.split).toEqual({
      order: ['t3'],
      splits: [
        {
          tree: {
            axis: 'row',
            ratio: 0.5,
            first: 't1',
            second: { axis: 'column', ratio: 0.5, first: 't2', second: 't3' },
          },
          zoomed: false,
        },
      ],
    })
    workspace.receive({ kind: 'pane/split', tab: 'gone', axis: 'row' })
    workspace.receive({ kind: 'pane/join', tab: 'gone', at: 't1', side: 'left' })
    expect([ptys.length, workspace.strip.panes.ids, last('page/notice')]).toEqual([
      3,
      ['t1', 't2', 't3'],
      undefined,
    ])
  })

  it('gives input, size and focus to the pane that is named', () => {
    const { ptys, workspace, last } = divided()
    workspace.receive({ kind: 'tab/resize', tab: 't2', cols: 40, rows: 30 })
    workspace.receive({ kind: 'tab/input', tab: 't1', bytes: new Uint8Array([120]) })
    expect(ptys[0]?.written).toBe('x')
    expect(ptys[1]?.written).toBe('')
    workspace.receive({ kind: 'tab/activate', tab: 't1' })
    expect(last('window/state')).toMatchObject({ active: 't1', split: { order: ['t1'] } })
    // the next tab begins with the size of the window, not of a pane
    workspace.receive({ kind: 'tab/open' })
    expect(ptys[2]?.launch.size).toEqual({ cols: 100, rows: 30 })
  })

  it('slows what prints much beside the pane in which the user types', () => {
    const { clock, ptys, workspace } = divided()
    workspace.receive({ kind: 'tab/resize', tab: 't2', cols: 40, rows: 30 })
    workspace.receive({ kind: 'tab/activate', tab: 't1' })
    const restsAfter = (at: number) => {
      ptys[at]?.print('y'.repeat(20_000))
      const { paused } = ptys[at] ?? {}
      clock.advance(1_000)
      return paused
    }
    const quiet = restsAfter(1)
    workspace.receive({ kind: 'tab/input', tab: 't1', bytes: new Uint8Array([120]) })
    expect([quiet, restsAfter(1)]).toEqual([false, true])
    expect(ptys[1]?.paused).toBe(false)
    workspace.receive({ kind: 'tab/input', tab: 't2', bytes: new Uint8Array([120]) })
    expect(restsAfter(1)).toBe(false)
  })

  it('takes other places only of the panes that are there', () => {
    const { workspace, last } = divided()
    const tree = { axis: 'column', ratio: 0.2, first: 't2', second: 't1' } as const
    workspace.receive({ kind: 'pane/arrange', split: { tree, zoomed: true } })
    expect(last('window/state')?.split?.splits).toEqual([{ tree, zoomed: true }])
    workspace.receive({
      kind: 'pane/arrange',
      split: { tree: { ...tree, first: 'other' }, zoomed: false },
    })
    expect(last('window/state')?.split?.splits).toEqual([{ tree, zoomed: true }])
  })

  it('goes from a closed tab to its neighbour in the bar, where projects stand together', () => {
    const { clock, last, ptys, workspace } = make()
    const tabs = { ...defaults.tabs, position: 'left', group_by: 'project' } as const
    workspace.configure({ ...defaults, tabs })
    for (const _ of [2, 3, 4]) workspace.receive({ kind: 'tab/open' })
    for (const [at, project] of ['web', 'api', 'web', 'api'].entries())
      ptys[at]?.print(`\x1b]7;file:///srv/${project}\x07`)
    clock.advance(1_000)
    // in the bar: t1 t3, t2 t4
    workspace.receive({ kind: 'tab/activate', tab: 't3' })
    workspace.receive({ kind: 'tab/close', tab: 't3', force: true })
    expect(order(last('window/state'))).toEqual([['t1', 't2', 't4'], 't2'])
    workspace.receive({ kind: 'tab/activate', tab: 't4' })
    workspace.receive({ kind: 'tab/close', tab: 't4', force: true })
    expect(last('window/state')?.active).toBe('t2')
    workspace.dispose()
  })

  it('goes to the next one that the filter of the sidebar leaves, if it leaves one', () => {
    const { clock, last, ptys, workspace } = make()
    for (const _ of [2, 3, 4, 5]) workspace.receive({ kind: 'tab/open' })
    for (const [at, title] of ['api', 'web', 'web', 'api', 'web'].entries())
      ptys[at]?.print(`\x1b]0;${title}\x07`)
    clock.advance(1_000)
    workspace.receive({ kind: 'window/filter', text: ' API' })
    const closes = (tab: string) => {
      workspace.receive({ kind: 'tab/close', tab, force: true })
      return last('window/state')?.active
    }
    expect(closes('t5')).toBe('t4') // it was opened from it
    workspace.receive({ kind: 'tab/activate', tab: 't1' })
    expect(closes('t1')).toBe('t4')
    expect(closes('t4')).toBe('t3') // none is left
    workspace.receive({ kind: 'window/filter', text: '' })
    expect(closes('t3')).toBe('t2')
    workspace.dispose()
  })

  it('looks at the other tabs only for the one that comes into view', () => {
    const looks = (text: string) => {
      const { workspace } = make()
      for (const _ of Array.from({ length: 8 })) workspace.receive({ kind: 'tab/open' })
      for (const _ of [2, 3, 4, 5])
        workspace.receive({ kind: 'pane/split', tab: 't9', axis: 'row' })
      workspace.receive({ kind: 'window/filter', text })
      const view = vi.spyOn(Session.prototype, 'view')
      const counts = ['t1', 't9', 't8'].map((tab) => {
        view.mockClear()
        workspace.receive({ kind: 'tab/close', tab, force: true, whole: true })
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
    const { clock, connect, last, ptys, workspace } = make()
    for (const _ of [2, 3]) workspace.receive({ kind: 'tab/open' })
    ptys[0]?.print('\x1b]0;api\x07')
    clock.advance(1_000)
    workspace.receive({ kind: 'window/filter', text: 'api' })
    workspace.disconnect()
    connect()
    workspace.receive({ kind: 'tab/activate', tab: 't2' })
    workspace.receive({ kind: 'tab/close', tab: 't2', force: true })
    expect(last('window/state')?.active).toBe('t3')
    workspace.dispose()
  })

  it.each(['closed', 'moved'])('does so where panes of several projects are %s', (how) => {
    const { clock, last, ptys, workspace } = make()
    const tabs = { ...defaults.tabs, position: 'left', group_by: 'project' } as const
    workspace.configure({ ...defaults, tabs })
    for (const _ of [2, 3, 4]) workspace.receive({ kind: 'tab/open' })
    workspace.receive({ kind: 'pane/split', tab: 't1', axis: 'row' })
    for (const [at, project] of ['web', 'api', 'web', 'api', 'api'].entries())
      ptys[at]?.print(`\x1b]7;file:///srv/${project}\x07`)
    clock.advance(1_000)
    // in the bar, by the first pane of each: t1 with t5, t3, then t2 t4
    if (how === 'moved') workspace.strip.release('t5')
    else workspace.receive({ kind: 'tab/close', tab: 't5', force: true, whole: true })
    expect(order(last('window/state'))).toEqual([['t2', 't3', 't4'], 't3'])
    workspace.dispose()
  })

  it('closes a pane that ends, and the tab with the last one', () => {
    const { ptys, workspace, world, last } = divided()
    workspace.receive({ kind: 'tab/close', tab: 't1', force: true })
    expect(order(last('window/state'))).toEqual([['t2'], 't2'])
    expect(last('window/state')?.split).toBeUndefined()
    expect([ptys[0]?.closed, ptys[1]?.closed, world.closed]).toEqual([true, false, 0])
    workspace.receive({ kind: 'tab/close', tab: 't2', force: true })
    expect(world.closed).toBe(1)
  })

  it('asks once for a whole tab, and closes it with all its panes', () => {
    const { workspace, world, last } = divided()
    workspace.receive({ kind: 'tab/open' })
    world.foreground = 'make'
    workspace.receive({ kind: 'tab/close', tab: 't2', force: false, whole: true })
    const asked = last('tab/confirm-close')
    expect(asked).toMatchObject({ tab: 't2', whole: true })
    expect(asked?.sentence.match(/make is running/g)).toHaveLength(2)
    workspace.receive({ kind: 'tab/close', tab: 't2', force: true, whole: true })
    expect(order(last('window/state'))).toEqual([['t3'], 't3'])
  })

  it('counts tabs, not panes, when the window is closed', () => {
    const { workspace, last } = divided()
    expect(workspace.closing.mayClose()).toBe(true)
    workspace.receive({ kind: 'tab/open' })
    expect(workspace.closing.mayClose()).toBe(false)
    expect(last('window/confirm-close')?.tabs).toBe(2)
  })

  it('gives a pane a tab of its own', () => {
    const { workspace, last } = divided()
    workspace.receive({ kind: 'pane/own-tab', tab: 't1' })
    expect(order(last('window/state'))).toEqual([['t2', 't1'], 't1'])
    expect(workspace.strip.order).toEqual(['t2', 't1'])
  })

  it('refuses more than there may be with a sentence', () => {
    const { workspace, sent, ptys } = divided()
    for (let made = 2; made < panesMax + 3; made += 1)
      workspace.receive({ kind: 'pane/split', tab: 't1', axis: 'row' })
    expect(ptys).toHaveLength(panesMax)
    expect(sent).toContainEqual(
      expect.objectContaining({
        kind: 'page/notice',
        text: `This tab has ${panesMax} panes, which is as many as it can hold. Close one first.`,
      }),
    )
  })
})
