/**
 * Several windows: tabs that go from one to another while they print, closed tabs that come back,
 * the last window, the registry's questions.
 */
import { describe, expect, it } from 'vitest'
import { defaults } from '../../../src/core/config/table.ts'
import { kindOf } from '../../../src/terminal/frames/decode.ts'
import type { MainMessage, PageMessage } from '../../../src/core/ipc/contract.ts'
import { mainGate } from '../../../src/core/ipc/gate.ts'
import { renameSplit } from '../../../src/core/windows/panes/arrangement.ts'
import { panesMax } from '../../../src/core/windows/panes/limits.ts'
import { closedTabsMax } from '../../../src/core/windows/workspace/closed-tabs.ts'
import { tabsMax } from '../../../src/core/windows/workspace/limits.ts'
import { Windows } from '../../../src/core/windows/windows.ts'
import type { Workspace } from '../../../src/core/windows/workspace/workspace.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { fakeStart } from '../../support/fake/fake-pty.ts'
import { FramePage } from '../../support/frames/frame-page.ts'
import { below, pick, seeded } from '../../support/random.ts'
import { startWaiting } from '../../support/tab-view.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'
import { makeWorkspace } from '../../support/workspace.ts'

/** A page that draws all its tabs. */
class FakePage {
  readonly tabs = new Map<string, FramePage>()
  readonly sent: MainMessage[] = []
  order: readonly string[] = []
  active: string | null = null
  answer: (message: PageMessage) => void = () => undefined
  readonly #gate = mainGate()

  receive(message: MainMessage): void {
    // a real page drops what its guards refuse
    if (this.#gate.admit(message) === null) throw new Error(`a page refuses ${message.kind}`)
    this.sent.push(message)
    if (message.kind === 'window/state') {
      this.order = message.tabs.map(({ id }) => id)
      this.active = message.active
      for (const id of this.tabs.keys()) if (!this.order.includes(id)) this.tabs.delete(id)
      for (const id of this.order)
        if (!this.tabs.has(id)) {
          this.tabs.set(id, new FramePage())
          this.answer({ kind: 'tab/frames', tab: id, on: true })
        }
    } else if (message.kind === 'tab/cells') {
      this.tabs.get(message.tab)?.take(message.bytes)
      this.answer({
        kind: kindOf(message.bytes) === 'frame' ? 'tab/drawn' : 'tab/rows-taken',
        tab: message.tab,
      })
    }
  }

  last<Kind extends MainMessage['kind']>(kind: Kind) {
    return this.sent.findLast(
      (message): message is Extract<MainMessage, { kind: Kind }> => message.kind === kind,
    )
  }
}

function make() {
  const clock = new FakeClock()
  const pages = new Map<string, FakePage>()
  const world = {
    quit: 0,
    raised: [] as string[],
    foreground: 'bash',
    keeps: false,
    slowToClose: false,
    gone: new Set<string>(),
    directory: null as string | null,
  }
  const { start, ptys } = fakeStart((path) => !world.gone.has(path))
  let [ids, made] = [0, 0]
  const windows: Windows = new Windows({
    clock,
    newId: () => `w${++made}`,
    sinceEpoch: (at) => at,
    minuteOfDay: () => 600,
    doNotDisturb: () => false,
    show: () => undefined,
    withdraw: () => undefined,
    sound: () => undefined,
    badge: () => undefined,
    working: () => undefined,
    quit: () => {
      world.quit += 1
    },
    keeps: () => world.keeps,
    detached: { find: () => undefined, attach: () => null },
    tabGone: () => undefined,
    make: (registry, id) => {
      const page = new FakePage()
      pages.set(id, page)
      const workspace = makeWorkspace({
        clock,
        start,
        sessions: { shadow: shadowsInPlace(clock).port },
        newId: () => `t${++ids}`,
        foreground: () => ({ name: world.foreground, isFirst: world.foreground === 'bash' }),
        directoryOf: () => world.directory,
        registry,
        window: {
          id,
          close: () => {
            const gone = () => {
              pages.delete(id)
              workspace.dispose()
              windows.closed(id)
            }
            if (world.slowToClose) clock.after(500, gone)
            else gone()
          },
        },
      })
      const connect = () => {
        page.answer = (message) => {
          clock.after(1, () => workspace.receive(message))
        } // a page is another process
        workspace.connect((message) => page.receive(message))
        workspace.receive({ kind: 'page/ready' })
      }
      clock.after(50, connect) // a new page loads for a while
      // Side by side, 1 000 px each.
      const x = 1_000 * made
      return {
        workspace,
        raise: () => world.raised.push(id),
        flash: () => undefined,
        frame: () => ({ x, y: 50, width: 960, height: 600 }),
      }
    },
  })
  const open = () => {
    const workspace = windows.open({ directory: '/srv/api' })
    clock.advance(100)
    workspace.receive({
      kind: 'tab/resize',
      tab: workspace.strip.order[0] ?? '',
      cols: 80,
      rows: 24,
    })
    return workspace
  }
  return { clock, open, pages, ptys, windows, world }
}

/** Opens tabs until there is room for none: its page is away, and draws none of them. */
function fill(workspace: Workspace): void {
  workspace.connect(() => undefined)
  while (workspace.strip.hasRoomFor(1)) workspace.newTabs.open({ directory: '/srv/api' })
}

const lastLine = (text: string | undefined) => text?.split('\n').at(-1)

describe('what needs the user, for those outside of the windows', () => {
  const asks = (message: string) =>
    `\x1b]7501;state=blocked:kind=permission:app=codex:msg=${encodeURIComponent(message)}\x1b\\`

  it('is listed and followed, gone through in its order, and acted on', () => {
    const { clock, open, ptys, windows, world } = make()
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
    expect([world.raised, first.strip.active]).toEqual([['w1'], 't1'])
    // the desktop gives the window the keyboard: what is in front is passed over
    second.receive({ kind: 'window/focus', focused: false })
    first.receive({ kind: 'window/focus', focused: true })
    clock.advance(1_000)
    expect(windows.attention.next()?.id).toBe('t3')
    clock.advance(1_000)
    for (const act of ['mute', 'unmute', 'seen', 'acknowledge', 'go'] as const)
      expect(windows.attention.attend('t1', { act })).toBe(true)
    expect(windows.attention.attend('t9', { act: 'go' })).toBe(false)
    clock.advance(1_000)
    expect(windows.attention.list().items.map(({ id }) => id)).toEqual(['t3'])
    windows.attention.attend('t3', { act: 'snooze', forMs: 60_000 })
    clock.advance(1_000)
    expect(windows.attention.list().items).toEqual([])
    clock.advance(60_000)
    expect(windows.attention.list().items.map(({ id }) => id)).toEqual(['t3'])
    stop()
    const before = counts.length
    windows.attention.attend('t3', { act: 'acknowledge' })
    clock.advance(1_000)
    expect(counts).toHaveLength(before)
    expect(windows.attention.next()).toBeNull()
  })
})

describe('windows', () => {
  // … under what they showed; a command waits for the user
  it('brings back a window of the last run: its shells run where they were', () => {
    const { clock, pages, ptys, windows } = make()
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
        },
      ],
      active: 1,
    })
    clock.advance(100)
    const [workspace] = windows.all
    // a page reports no size for a tab whose program is not there
    workspace?.receive({ kind: 'tab/resize', tab: 't1', cols: 90, rows: 24 })
    const views = () =>
      workspace?.strip.order
        .map((tab) => workspace.session(tab)?.view())
        .map((view) => [view?.title, view?.phase, view?.muted, view?.exit])
    expect([
      views(),
      workspace?.strip.active,
      ptys.map(({ launch: { program, directory } }) => [program, directory]),
    ]).toEqual([
      [
        ['api', 'running', undefined, undefined],
        [expect.stringMatching(/^htop/), 'ended', true, undefined],
      ],
      't2',
      [['/bin/bash', '/srv/api']],
    ])
    expect(pages.get('w1')?.tabs.get('t1')?.text).toMatch(/^make\n[\s\S]* restored /)
    const deferredStart = workspace?.session('t2')
    expect([deferredStart?.view().deferredStart, deferredStart?.why().short]).toEqual([
      { command: 'htop -d 5', directory: '/srv/api' },
      'Waits for Start: htop -d 5. ' +
        'A command of the last run, or of a layout, waits until you start it.',
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
      'Active: nothing is known yet.',
    ])
    expect(views()?.[1]).toEqual([expect.stringMatching(/^htop/), 'running', true, undefined])
  })

  it('opens a pane again at the size of its place', () => {
    const { open, ptys } = make()
    const workspace = open()
    workspace.newTabs.split('t1', 'row')
    workspace.receive({ kind: 'tab/close', tab: 't2', force: true })
    workspace.receive({ kind: 'tab/reopen' })
    workspace.receive({ kind: 'tab/close', tab: 't3', force: true })
    workspace.receive({ kind: 'tab/close', tab: 't1', force: false })
    workspace.newTabs.open({ directory: '/srv/web' })
    workspace.receive({ kind: 'tab/reopen' })
    expect(ptys.map(({ launch: { size } }) => size.cols)).toEqual([80, 39, 40, 80, 80])
  })

  // … which nothing has reported yet
  it('opens a tab again where its shell was when it was closed', () => {
    const { open, ptys, world } = make()
    const workspace = open()
    workspace.newTabs.open({ directory: '/srv/web' })
    world.directory = '/srv/web/deep'
    workspace.receive({ kind: 'tab/close', tab: 't2', force: true })
    world.directory = null
    workspace.receive({ kind: 'tab/reopen' })
    expect(ptys.at(-1)?.launch.directory).toBe('/srv/web/deep')
  })

  it('starts a command that waited at the size of its pane', () => {
    const { clock, ptys, windows } = make()
    const command = { program: 'top', args: [] }
    const tree = { axis: 'row', ratio: 0.25, first: '0', second: '1' } as const
    const workspace = windows.openLayout(
      { panes: [{ command }, {}], splits: [{ tree, zoomed: false }], active: 1 },
      { directory: '/srv/api' },
    )
    clock.advance(100)
    workspace.receive({ kind: 'tab/resize', tab: 't2', cols: 75, rows: 24 })
    startWaiting(workspace, 't1')
    expect(ptys.map(({ launch }) => launch.size)).toEqual([
      { cols: 75, rows: 24 },
      { cols: 25, rows: 24 },
    ])
  })

  it('starts a waiting command only if it is the one that the user approved', () => {
    const { clock, pages, ptys, windows } = make()
    const command = { program: 'make', args: ['clean; rm -rf ~', '\u2800'] }
    const workspace = windows.openLayout(
      { panes: [{ command }], splits: [], active: 0 },
      { directory: '/srv/api' },
    )
    clock.advance(100)
    workspace.receive({ kind: 'tab/resize', tab: 't1', cols: 80, rows: 24 })
    const shown = workspace.session('t1')?.view().deferredStart
    expect(shown).toEqual({
      command: "make 'clean; rm -rf ~' '\u2800'",
      directory: '/srv/api',
    })
    const start = (change: object) =>
      workspace.receive({ kind: 'tab/start', tab: 't1', command: '', directory: '', ...change })
    workspace.receive({ kind: 'tab/restart', tab: 't1', force: true })
    start({ ...shown, command: 'make clean' })
    start({ ...shown, directory: '/tmp' })
    clock.advance(100)
    expect(ptys).toEqual([])
    expect(pages.get('w1')?.last('page/notice')?.text).toContain('another command waits')
    start({ ...shown })
    expect(ptys[0]?.launch).toMatchObject({ ...command, directory: '/srv/api' })
  })

  // … closed before it was started, and brought back, or copied: nothing of a file is run unasked
  it('has a command that waits wait on in its copy, and where it is opened again', () => {
    const { clock, ptys, windows } = make()
    const command = { program: 'make', args: ['clean'] }
    const workspace = windows.openLayout(
      { panes: [{}, { command }], splits: [], active: 1 },
      { directory: '/srv/api' },
    )
    clock.advance(100)
    workspace.receive({ kind: 'tab/resize', tab: 't1', cols: 80, rows: 24 })
    const waiting = () =>
      workspace.strip.order.flatMap(
        (tab) => workspace.session(tab)?.view().deferredStart?.command ?? [],
      )
    workspace.receive({ kind: 'tab/close', tab: 't2', force: false })
    workspace.receive({ kind: 'tab/reopen' })
    expect(waiting()).toEqual(['make clean'])
    workspace.receive({ kind: 'tab/duplicate', tab: workspace.strip.active ?? '' })
    expect(waiting()).toEqual(['make clean', 'make clean'])
    const started = workspace.strip.active ?? ''
    startWaiting(workspace, started)
    workspace.receive({ kind: 'tab/close', tab: started, force: true })
    workspace.receive({ kind: 'tab/reopen' })
    expect([waiting(), ptys.map(({ launch: { program } }) => program)]).toEqual([
      ['make clean'],
      ['/bin/bash', 'make', 'make'],
    ])
  })

  it('runs no command unasked where an agent was resumed in place of one that waits', () => {
    const { clock, pages, ptys, windows } = make()
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
    const [tab = ''] = workspace.strip.order
    clock.advance(100)
    workspace.receive({ kind: 'tab/resize', tab, cols: 80, rows: 24 })
    const { command = '', directory = '' } = workspace.session(tab)?.view().resume ?? {}
    workspace.receive({ kind: 'tab/resume', tab, accept: { command, directory } })
    workspace.receive({ kind: 'tab/restart', tab, force: true })
    workspace.receive({ kind: 'tab/duplicate', tab })
    workspace.receive({ kind: 'tab/close', tab, force: true })
    workspace.receive({ kind: 'tab/reopen' })
    clock.advance(100)
    expect(ptys.map(({ launch: { program } }) => program)).toEqual(['/bin/claude'])
    expect(pages.get('w1')?.last('page/notice')?.text).toContain('Nothing was restarted')
  })

  // … of which no page has reported a size
  it('starts a command of the last run that is alone in its window', () => {
    const { clock, ptys, windows } = make()
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
    workspace?.receive({ kind: 'tab/resize', tab: 't1', cols: 100, rows: 30 })
    expect([
      ptys.map(({ launch: { program, args, directory, size } }) => [
        program,
        args,
        directory,
        size,
      ]),
      ptys[0]?.sizes,
      workspace?.session('t1')?.view().phase,
    ]).toEqual([[['mytool', ['two words'], '/srv/api', { cols: 80, rows: 24 }]], [], 'running'])
    clock.advance(100)
    expect(ptys[0]?.sizes).toEqual([{ cols: 100, rows: 30 }])
  })

  // … a command stays where it was, and says so when it is started
  it('brings back a shell whose folder has gone in the nearest one above it, and says so', () => {
    const { clock, pages, ptys, windows, world } = make()
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
    workspace?.receive({ kind: 'tab/resize', tab: 't1', cols: 80, rows: 24 })
    startWaiting(workspace, 't3')
    clock.advance(100)
    const rule = (tab: string) => lastLine(pages.get('w1')?.tabs.get(tab)?.text)
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
      '── restored ── /srv/[31mapi/web is not there: this shell begins in /srv.',
      '── restored ── /gone is not there: this shell begins in /home/u.',
    ])
  })

  // … its output goes on where it was
  it('moves a tab that prints to a new window: its program does not notice', () => {
    const { clock, open, pages, ptys, windows, world } = make()
    const first = open()
    first.receive({ kind: 'tab/open' })
    ptys[1]?.print('one ')
    first.receive({ kind: 'tab/to-window', tab: 't2', window: null })
    ptys[1]?.print('two ')
    clock.advance(100)
    ptys[1]?.print('three')
    clock.advance(100)
    expect([
      pages.get('w1')?.order,
      pages.get('w2')?.order,
      pages.get('w2')?.tabs.get('t2')?.text,
      world.raised,
    ]).toEqual([['t1'], ['t2'], 'one two three', ['w2']])
    expect([ptys.length, ptys[1]?.closed, windows.all.length]).toEqual([2, false, 2])
    windows.all[1]?.receive({ kind: 'tab/input', tab: 't2', bytes: new TextEncoder().encode('x') })
    expect(ptys[1]?.written).toBe('x')
  })

  it('moves a tab beside a pane of another window, or says why not and moves nothing', () => {
    const { clock, open, windows, world } = make()
    const [first, second] = [open(), open()]
    const pane = second.newTabs.split('t2', 'row')
    expect(windows.moves.pane('t1', { act: 'join', at: 't2', side: 'left' })).toBeNull()
    clock.advance(100)
    const there = () => windows.all.map(({ id }) => id)
    expect([there(), second.strip.panes.ids, second.strip.active]).toEqual([
      ['w2'],
      ['t1', 't2', pane],
      't1',
    ])
    expect(world.raised).toEqual(['w2'])
    expect(first.strip.panes.ids).toEqual([])

    const third = open()
    const own = third.strip.active ?? ''
    while (third.strip.panes.ids.length < panesMax - 2) third.newTabs.split(own, 'row')
    const refused = () => windows.moves.pane('t1', { act: 'join', at: own, side: 'left' })?.problem
    expect(refused()).toMatch(/more than 32 panes/)
    expect([second.strip.panes.ids, windows.all]).toEqual([
      ['t1', 't2', pane],
      [second, third],
    ])

    third.receive({ kind: 'tab/close', tab: third.strip.panes.ids[1] ?? '', force: true })
    fill(third)
    expect(refused()).toMatch(/as many tabs/)
    expect([second.strip.panes.ids, windows.all]).toEqual([
      ['t1', 't2', pane],
      [second, third],
    ])
  })

  // … as a desktop has it: a window that closes is there for a moment
  it('opens nothing in a window that is about to close', () => {
    const { clock, open, ptys, windows, world } = make()
    const [first, second] = [open(), open()]
    first.receive({ kind: 'window/focus', focused: true })
    world.slowToClose = true
    windows.moves.toWindow('t1', second.id)
    expect([windows.all.length, windows.latest?.id]).toEqual([2, 'w2'])
    windows.openTab({ directory: '/srv/web' })
    windows.moves.toWindow('t2', first.id)
    clock.advance(1_000)
    const closed = ptys.filter((pty) => pty.closed)
    expect([windows.all.map(({ id }) => id), second.strip.panes.ids, closed]).toEqual([
      ['w2'],
      ['t2', 't1', 't3'],
      [],
    ])
  })

  it('closes a window whose last tab has gone to another', () => {
    const { clock, open, pages, windows } = make()
    open()
    const second = open()
    second.receive({ kind: 'tab/to-window', tab: 't2', window: 'w1' })
    clock.advance(100)
    expect([
      [...pages.keys()],
      pages.get('w1')?.order,
      pages.get('w1')?.active,
      windows.all.length,
    ]).toEqual([['w1'], ['t1', 't2'], 't2', 1])
  })

  it('the drop-down has a set of its own, and is no window for tabs from outside', () => {
    const { clock, open, windows, world } = make()
    const dropDown = windows.open({ directory: '/srv' }, 'drop-down')
    clock.advance(100)
    expect([windows.latest, windows.dropDown?.workspace]).toEqual([null, dropDown])
    const first = open()
    windows.focused(dropDown.id) // as when it has the keyboard
    expect([windows.latest, windows.ofKind('ordinary'), windows.ofKind('drop-down')]).toEqual([
      first,
      [first],
      [dropDown],
    ])
    windows.goTo('t1') // a notification of its tab
    expect(world.raised).toEqual([dropDown.id])
    first.receive({ kind: 'tab/to-window', tab: 't2', window: dropDown.id })
    clock.advance(100)
    expect([windows.ofKind('ordinary'), dropDown.strip.order]).toEqual([[], ['t1', 't2']])
    windows.closed(dropDown.id)
    expect(windows.dropDown).toBe(null)
  })

  it('names the drop-down, and numbers the others without it', () => {
    const { clock, open, pages, windows } = make()
    windows.open({ directory: '/srv' }, 'drop-down')
    const first = open()
    clock.advance(100)
    expect(
      pages
        .get(first.id)
        ?.last('windows/state')
        ?.windows.map(({ name }) => name),
    ).toEqual(['Drop-down', 'Window 1'])
  })

  it('makes no new window for the only tab', () => {
    const { open, windows } = make()
    open().receive({ kind: 'tab/to-window', tab: 't1', window: null })
    expect(windows.all.length).toBe(1)
  })

  // … beside all bars it gets a window
  it("a tab that is let go over another window's bar lands in its slot", () => {
    const { clock, open, pages, windows } = make()
    const first = open()
    const second = open()
    second.receive({ kind: 'tab/open' })
    second.receive({ kind: 'tab/open' })
    const drag = (at: { x: number; y: number } | null, drop = false) => {
      second.receive({ kind: 'tab/drag', tab: 't4', at, drop })
      clock.advance(100)
      return pages.get('w1')?.last('bar/drop-mark')?.place
    }
    // Window 2 stands 1 000 px to the right of window 1.
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
      first.strip.order,
      second.strip.order,
      first.strip.active,
    ]).toEqual([null, ['t1', 't4'], ['t2', 't3'], 't4'])
    second.receive({ kind: 'tab/drag', tab: 't3', at: { x: -700, y: 300 }, drop: true })
    clock.advance(100)
    expect(windows.all.map(({ strip }) => strip.order)).toEqual([['t1', 't4'], ['t2'], ['t3']])
    // the only one has a window of its own
    second.receive({ kind: 'tab/drag', tab: 't2', at: { x: 0, y: 300 }, drop: true })
    second.receive({ kind: 'tab/drag', tab: 't2', at: { x: -990, y: 5 }, drop: true })
    clock.advance(100)
    expect(windows.all.map(({ strip }) => strip.order)).toEqual([['t2', 't1', 't4'], ['t3']])
  })

  it('keeps every byte in order, whatever moves when', () => {
    const random = seeded(5)
    const { clock, open, pages, ptys, windows } = make()
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
        const owner = windows.all.find((one) => one.strip.order.includes(`t${tab + 1}`))
        if (below(random, 2) === 0)
          owner?.receive({
            kind: 'tab/to-window',
            tab: `t${tab + 1}`,
            window: below(random, 4) === 0 ? null : pick(random, windows.all).id,
          })
        else
          owner?.receive({
            kind: 'tab/drag',
            tab: `t${tab + 1}`,
            at: { x: 1_000 * (below(random, 7) - 3) + below(random, 1_000), y: 20 },
            drop: below(random, 3) > 0,
          })
      }
      if (below(random, 3) === 0) clock.advance(below(random, 80))
    }
    clock.advance(10_000)
    const shown = printed.map((_, tab) =>
      [...pages.values()]
        .map((page) => page.tabs.get(`t${tab + 1}`))
        .find((seen) => seen !== undefined),
    )
    expect(shown.map((seen) => seen?.text)).toEqual(printed.map((text) => text.trimEnd()))
  })

  // … and answers nothing in it
  it('brings a closed tab back with name, place, directory and history', () => {
    const { clock, open, pages, ptys, windows } = make()
    const first = open()
    ptys[0]?.print('\x1b]7;file:///srv/web\x07hello \x1b[c\x1b]7501;?\x07world')
    first.receive({ kind: 'tab/rename', tab: 't1', name: ' my\u202e name ' })
    first.receive({ kind: 'tab/open' })
    first.receive({ kind: 'tab/close', tab: 't1', force: true })
    clock.advance(100)
    expect([pages.get('w1')?.last('windows/state')?.reopenable, first.strip.order]).toEqual([
      1,
      ['t2'],
    ])
    first.receive({ kind: 'tab/reopen' })
    clock.advance(100)
    expect([
      first.strip.order,
      pages.get('w1')?.active,
      ptys[2]?.launch.directory,
      ptys[2]?.written,
    ]).toEqual([['t3', 't2'], 't3', '/srv/web', ''])
    expect(pages.get('w1')?.last('window/state')?.tabs[0]).toMatchObject({
      title: 'my name',
      named: true,
    })
    expect(pages.get('w1')?.tabs.get('t3')?.text).toMatch(/^hello world\n[\s\S]*── reopened ──/)
    ptys[2]?.print('new\x1b]7501;?\x07')
    clock.advance(100)
    expect(ptys[2]?.written).toBe('\x1b]7501;?\x07') // its own question is answered
    expect(windows.notifications.rows()).toEqual([])
  })

  it('brings no tab back that shows something once', () => {
    const { open } = make()
    const first = open()
    first.receive({
      kind: 'tab/close',
      tab: first.newTabs.open({ directory: '/', once: true })!,
      force: true,
    })
    first.receive({ kind: 'tab/reopen' })
    expect(first.strip.order).toEqual(['t1'])
  })

  it('keeps of a window what does not show something once, and its copies neither', () => {
    const { open } = make()
    const first = open()
    first.newTabs.open({ directory: '/srv' })
    first.receive({ kind: 'pane/split', tab: 't2', axis: 'row' })
    const once = first.newTabs.open({
      directory: '/',
      once: true,
      command: { program: 'a', args: [] },
    })!
    first.receive({ kind: 'tab/duplicate', tab: once })
    first.receive({ kind: 'pane/join', tab: once, at: 't2', side: 'left' })
    first.receive({ kind: 'tab/activate', tab: once })
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
    const { open } = make()
    const [first, other] = [open(), open()]
    for (let at = 0; at < closedTabsMax; at += 1) first.newTabs.open({ directory: '/', once: true })
    first.dispose()
    other.receive({ kind: 'tab/reopen' })
    expect(other.strip.order).toHaveLength(2)
  })

  it('brings closed panes back into their tab, one after the other', () => {
    const { clock, open, pages } = make()
    const first = open()
    first.receive({ kind: 'pane/split', tab: 't1', axis: 'row' })
    first.receive({ kind: 'pane/split', tab: 't2', axis: 'column' })
    first.receive({ kind: 'tab/open' })
    const shape = () => JSON.stringify(first.strip.panes.splits.map(({ tree }) => tree))
    const before = shape()
    first.receive({ kind: 'tab/close', tab: 't2', force: true })
    clock.advance(100)
    first.receive({ kind: 'tab/reopen' })
    clock.advance(100)
    expect(shape()).toBe(before.replace('t2', 't5'))
    expect([first.strip.order.length, pages.get('w1')?.active]).toEqual([2, 't5'])
    // all of the tab, by its panes
    first.receive({ kind: 'tab/close', tab: 't5', force: true, whole: true })
    clock.advance(100)
    expect([first.strip.order, shape()]).toEqual([['t4'], '[]'])
    for (let pane = 0; pane < 3; pane += 1) first.receive({ kind: 'tab/reopen' })
    clock.advance(100)
    expect(shape().replaceAll(/t\d+/g, 't')).toBe(before.replaceAll(/t\d+/g, 't'))
    expect(first.strip.order).toHaveLength(2)
  })

  it('lets no tab go to a window that has no room for it', () => {
    const { open, pages } = make()
    const [first, second] = [open(), open()]
    fill(second)
    const tabs = [...first.strip.order]
    first.receive({ kind: 'tab/to-window', tab: tabs[0] ?? '', window: second.id })
    expect([first.strip.order, second.strip.order.length]).toEqual([tabs, tabsMax])
    expect(pages.get(first.id)?.last('page/notice')?.text).toMatch(/as many tabs as it can hold/)
  })

  // … and says so
  it('keeps the last ten, and begins in the nearest folder that is there, else at home', () => {
    const { clock, open, pages, ptys, world } = make()
    const first = open()
    for (let count = 0; count < 12; count += 1) {
      first.receive({ kind: 'tab/open' })
      first.receive({ kind: 'tab/close', tab: first.strip.active ?? '', force: true })
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
      '── reopened ── /srv/api is not there: this shell begins in /srv.',
    ])
    world.gone.add('/srv')
    first.receive({ kind: 'tab/duplicate', tab: first.strip.order[0] ?? '' })
    expect([ptys.at(-1)?.launch.directory, rule()]).toEqual([
      '/home/u',
      '── duplicated ── /srv/api is not there: this shell begins in /home/u.',
    ])
  })

  it('duplicates a tab behind it, in its directory', () => {
    const { open, ptys } = make()
    const first = open()
    ptys[0]?.print('\x1b]7;file:///srv/web\x07')
    first.receive({ kind: 'tab/open' })
    first.receive({ kind: 'tab/duplicate', tab: 't1' })
    expect([first.strip.order, first.strip.active, ptys[2]?.launch.directory]).toEqual([
      ['t1', 't3', 't2'],
      't3',
      '/srv/web',
    ])
  })

  it('says which session of two it does not know', () => {
    const { open, windows } = make()
    open()
    for (const [id, at] of [
      ['gone', 't1'],
      ['t1', 'gone'],
    ] as const)
      expect(windows.moves.pane(id, { act: 'join', at, side: 'left' })).toMatchObject({
        problem: expect.stringMatching(/^No window .+ the session gone\./) as unknown,
        unknown: true,
      })
  })

  it('goes to a tab in whichever window it is', () => {
    const { open, pages, world } = make()
    const first = open()
    open()
    first.receive({ kind: 'tab/open' })
    first.receive({ kind: 'tab/activate', tab: 't1' })
    first.receive({ kind: 'attention/go', tab: 't3' })
    expect([pages.get('w1')?.active, world.raised]).toEqual(['t3', ['w1']])
  })

  it('lists on every page who needs the user, in all windows', () => {
    const { clock, open, pages, ptys } = make()
    open()
    open()
    ptys[1]?.print('\x1b]7501;state=blocked:app=claude\x07')
    clock.advance(200)
    const rows = [...pages.values()].map((page) =>
      page.last('windows/state')?.rows.map(({ window, view }) => [window, view.id, view.state]),
    )
    expect(rows).toEqual([[['w2', 't2', 'waiting']], [['w2', 't2', 'waiting']]])
  })

  it('lists a session of tmux that is in no window', () => {
    const { clock, open, pages, ptys, windows } = make()
    open()
    ptys[0]?.print('\x1b]7501;state=blocked:app=claude\x07')
    clock.advance(200)
    const view = windows.notifications.rows()[0]?.view
    if (view === undefined) throw new Error('nothing needs the user')
    windows.notifications.gone('t1')
    windows.notifications.tab('', { ...view, id: 'work' })
    clock.advance(200)
    expect(
      pages
        .get('w1')
        ?.last('windows/state')
        ?.rows.map(({ window, view }) => [window, view.id]),
    ).toEqual([['', 'work']])
  })

  it('carries out the user word for a tab of another window', () => {
    const { clock, open, pages, ptys } = make()
    const first = open()
    open()
    ptys[1]?.print('\x1b]7501;state=blocked:app=claude\x07')
    clock.advance(200)
    first.receive({ kind: 'tab/acknowledge', tab: 't2' })
    first.receive({ kind: 'tab/mute', tab: 't2', muted: true })
    clock.advance(200)
    expect([
      pages.get('w1')?.last('windows/state')?.rows,
      pages.get('w2')?.last('tab/changed')?.tab,
    ]).toMatchObject([[], { state: 'active', muted: true }])
  })

  it('asks once before all windows close, naming what would be lost', () => {
    const { clock, open, pages, ptys, world } = make()
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

  it('names the tabs of the drop-down, which may be hidden, before all windows close', () => {
    const { open, pages, windows } = make()
    const first = open()
    windows.open({ directory: '/srv' }, 'drop-down')
    first.receive({ kind: 'app/quit', force: false })
    expect(pages.get(first.id)?.last('window/confirm-close')).toMatchObject({
      tabs: 2,
      inDropDown: 1,
    })
  })

  it('quits without a question where idle tabs come back', () => {
    const { open, pages, windows, world } = make()
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

  it('marks tabs by bells, unless the user wants none', () => {
    const { clock, open, pages, ptys, windows } = make()
    open()
    const marked = () => {
      ptys[0]?.print('\x07')
      clock.advance(200)
      return pages.get('w1')?.last('windows/state')?.rows.length
    }
    windows.setRules({ ...defaults, bell: { ...defaults.bell, attention: false } })
    const before = marked()
    windows.setRules(defaults)
    expect([before, marked()]).toEqual([0, 1])
  })

  it('asks no more when the user said so', () => {
    const { open, pages, windows, world } = make()
    const first = open()
    world.foreground = 'vim'
    first.receive({ kind: 'tab/close', tab: 't1', force: false })
    expect(pages.get('w1')?.last('tab/confirm-close')?.sentence).toBe('vim is running in /srv/api')
    first.receive({ kind: 'option/never-ask' })
    // the file was changed, but not in this
    windows.setRules(defaults)
    first.receive({ kind: 'tab/close', tab: 't1', force: false })
    expect(first.strip.order).toEqual([])
  })

  it.each([
    ['auto', 0, null, false],
    ['auto', 3, null, true], // it failed at once
    ['auto', 3, null, false, 2_000],
    ['auto', 0, 'SIGKILL', true, 2_000],
    ['hold', 0, null, true],
    ['close_on_success', 0, null, false],
    ['close_on_success', 3, null, true],
    ['close_on_success', 0, 'SIGKILL', true],
    ['close', 3, null, false],
  ] as const)(
    'tabs.on_exit %s, exit %s, signal %s: the tab stays: %s',
    (onExit, code, signal, stays, afterMs?: number) => {
      const { clock, open, ptys, windows } = make()
      windows.setRules({ ...defaults, tabs: { ...defaults.tabs, on_exit: onExit } })
      const first = open()
      first.receive({ kind: 'tab/open' })
      clock.advance(afterMs ?? 0)
      ptys[1]?.end({ code, signal })
      expect(first.strip.order.includes('t2')).toBe(stays)
      first.newTabs.open({ directory: '/', onExit: 'hold' })
      ptys[2]?.end({ code, signal })
      expect(first.strip.order.includes('t3')).toBe(true) // --hold
    },
  )
})

describe('tabs of several panes', () => {
  it('go to another window whole, and come back at the next start', () => {
    const { clock, open, windows } = make()
    const from = open()
    from.receive({ kind: 'tab/open' })
    const [first = '', second = ''] = from.strip.order
    const added = from.newTabs.split(second, 'row') ?? ''
    from.receive({ kind: 'tab/activate', tab: second })
    windows.moves.toWindow(second, null)
    clock.advance(100)
    const to = windows.all[1]!
    expect([from.strip.panes.ids, to.strip.order, to.strip.panes.ids, to.strip.active]).toEqual([
      [first],
      [second],
      [second, added],
      second,
    ])
    windows.moves.toWindow(second, from.id, 0)
    expect([from.strip.order, from.strip.panes.ids]).toEqual([
      [second, first],
      [second, added, first],
    ])
    expect(windows.all).toHaveLength(1)
  })

  it('are not looked at by being moved: the call of a pane without the focus stays', () => {
    const { clock, open, ptys, windows } = make()
    const from = open()
    from.receive({ kind: 'window/focus', focused: true })
    from.receive({ kind: 'tab/open' })
    const [, second = ''] = from.strip.order
    const added = from.newTabs.split(second, 'row') ?? ''
    from.receive({ kind: 'tab/activate', tab: second })
    ptys[2]?.print('\x1b]9;look here\x07')
    clock.advance(1_000)
    const call = () => windows.all.map((one) => one.session(added)?.view().call?.body)
    expect(call()).toEqual(['look here'])
    const other = open()
    other.receive({ kind: 'window/focus', focused: true })
    windows.moves.toWindow(second, other.id)
    clock.advance(100)
    expect([other.strip.active, call()]).toEqual([second, [undefined, 'look here']])
  })

  it('come back as the index of a saved window says', () => {
    const { clock, windows } = make()
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
    expect([
      workspace?.strip.order,
      workspace?.strip.active,
      workspace?.strip.panes.splits,
    ]).toEqual([
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

  it('begin with their share of the room, and other tabs with all of it', () => {
    const { clock, ptys, windows } = make()
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
    windows.restore({
      tabs: [shell, shell, shell],
      active: 1,
      splits: [{ tree: { axis: 'row', ratio: 0.25, first: '0', second: '1' }, zoomed: false }],
    })
    clock.advance(100)
    windows.all[0]?.receive({ kind: 'tab/resize', tab: 't2', cols: 75, rows: 30 })
    const sizes = ptys.map(({ launch }) => launch.size)
    expect(sizes.map(({ cols, rows }) => `${cols}x${rows}`).sort()).toEqual([
      '100x30',
      '25x30',
      '75x30',
    ])
  })

  it('come back with the pane that had the focus, which alone is seen where it is zoomed', () => {
    const { open, windows } = make()
    const before = open()
    const [first = ''] = before.strip.order
    const second = before.newTabs.split(first, 'row') ?? ''
    before.receive({
      kind: 'pane/arrange',
      split: { tree: before.strip.panes.splits[0]!.tree, zoomed: true },
    })
    before.receive({ kind: 'tab/open' })
    const { ids, splits } = before.strip.panes
    expect(splits).toMatchObject([{ zoomed: true, focus: second }])
    const tabs = ids.map((id) => before.session(id)!.restorable(10))
    windows.restore({
      tabs,
      active: 2,
      splits: splits.flatMap((split) => renameSplit(split, (id) => String(ids.indexOf(id)))),
    })
    const after = windows.all[1]!
    expect([after.strip.order, after.strip.active]).toEqual([['t5', 't6'], 't6'])
    expect(after.strip.panes.splits).toMatchObject([{ zoomed: true, focus: 't5' }])
  })
})
