/**
 * Windows and tabs on disk, and what the next start makes of them (docs/reference/config.md). Real
 * files.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { defaults, type Options } from '../../src/core/config/table.ts'
import { RecentOutput } from '../../src/core/session/flow/recent-output.ts'
import { saveIntervalMs } from '../../src/core/windows/restore/limits.ts'
import type { RestorableTab } from '../../src/core/session/session-ports.ts'
import {
  SessionKeeper,
  type LiveTab,
  type LiveWindow,
} from '../../src/host/state/restore/session-keeper.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'
import { asSession } from '../support/windows/ids.ts'

let folder: string
beforeEach(() => {
  folder = join(mkdtempSync(join(tmpdir(), 'session-')), 'session')
})
afterEach(() => rmSync(join(folder, '..'), { recursive: true, force: true }))

class FakeTab implements LiveTab {
  readonly history = new RecentOutput()
  readonly delivery = { history: this.history }
  readonly id: ReturnType<typeof asSession>
  readonly #facts: Partial<RestorableTab>

  constructor(id: string, facts: Partial<RestorableTab> = {}) {
    this.id = asSession(id)
    this.#facts = facts
  }

  print(text: string): this {
    this.history.push(new TextEncoder().encode(text))
    return this
  }
  restorable(lines: number): RestorableTab {
    return {
      command: { program: '/bin/bash', args: [] },
      isUserShell: true,
      directory: '/srv',
      name: null,
      title: null,
      muted: false,
      resume: null,
      ...this.#facts,
      ...this.history.whole(lines),
    }
  }
}

function run(session: Partial<Options['session']> = {}) {
  const clock = new FakeClock()
  const reported: string[] = []
  const state = {
    windows: [] as LiveWindow[],
    options: { ...defaults.session, ...session },
  }
  const keeper = new SessionKeeper(folder, {
    clock,
    windows: () => state.windows,
    options: () => state.options,
    failed: (problem) => reported.push(problem),
  })
  const take = (wanted = true) => {
    const { windows, problem } = keeper.take(wanted)
    const text = ({ restoredOutput }: RestorableTab) =>
      restoredOutput.map((bytes) => new TextDecoder().decode(bytes)).join('')
    return (
      problem ??
      windows.map(({ active, tabs }) => [
        active,
        ...tabs.map((tab) => [
          tab.isUserShell ? 'shell' : tab.command.program,
          tab.directory,
          tab.name,
          text(tab),
        ]),
      ])
    )
  }
  /** So much later, with what is saved then on the disk. */
  const later = async (ms: number) => {
    clock.advance(ms)
    await expect.poll(() => keeper.saving, { interval: 2 }).toBe(false)
  }
  return { clock, keeper, later, state, take, reported }
}

const kept = () => (existsSync(folder) ? readdirSync(folder).sort() : [])

test('the next start has windows, tabs, names and screens, private to the user', () => {
  const first = run()
  first.keeper.begin()
  const api = new FakeTab('a1', { name: 'api', directory: '/srv/api' }).print('one\r\ntwo\r\n$ ')
  first.state.windows = [
    {
      tabs: [
        api,
        new FakeTab('a2', {
          command: { program: 'htop', args: ['-d', '5'] },
          isUserShell: false,
          muted: true,
        }),
      ],
      active: 1,
    },
    { tabs: [new FakeTab('b1')], active: 0 },
  ]
  first.keeper.end()
  expect([
    kept(),
    statSync(folder).mode & 0o777,
    statSync(join(folder, 'session.json')).mode & 0o777,
    statSync(join(folder, 'a1.out')).mode & 0o777,
  ]).toEqual([['a1.out', 'session.json'], 0o700, 0o600, 0o600])
  expect(run().take()).toEqual([
    [1, ['shell', '/srv/api', 'api', 'one\r\ntwo\r\n$ '], ['htop', '/srv', null, '']],
    [0, ['shell', '/srv', null, '']],
  ])
  expect(first.clock.timers).toBe(0)
})

test('output has the minute of its save, or that of an unused tab', () => {
  const first = run()
  first.keeper.begin()
  first.state.windows = [
    {
      tabs: [
        new FakeTab('a1').print('new'),
        new FakeTab('a2', { savedAt: '2026-11-22 18:04' }).print('old'),
      ],
      active: 0,
    },
  ]
  first.keeper.end()
  const tabs = run()
    .keeper.take(true)
    .windows[0]?.tabs.map(({ savedAt }) => savedAt)
  expect(tabs).toEqual([expect.stringMatching(/^\d{4}-\d\d-\d\d \d\d:\d\d$/), '2026-11-22 18:04'])
})

test("the next start has each window's size and position; a damaged one is skipped", () => {
  const first = run()
  const frame = { width: 700, height: 400, at: { x: 40, y: 60 } }
  first.state.windows = [
    { tabs: [new FakeTab('a1')], active: 0, frame },
    { tabs: [new FakeTab('b1')], active: 0, frame: { width: 1e9, height: 400 } },
    { tabs: [new FakeTab('c1')], active: 0 },
  ]
  first.keeper.begin()
  first.keeper.end()
  const { windows } = run().keeper.take(true)
  expect(windows.map((window) => window.frame)).toEqual([frame, undefined, undefined])
})

test('the next start has the panes of a tab; a damaged tree costs nothing else', () => {
  const first = run()
  first.keeper.begin()
  const tree = { axis: 'row', ratio: 0.3, first: 'a1', second: 'a3' } as const
  first.state.windows = [
    {
      tabs: [new FakeTab('a1'), new FakeTab('a2'), new FakeTab('a3')],
      splits: [{ tree, zoomed: true }],
      active: 1,
    },
  ]
  first.keeper.end()
  const index = join(folder, 'session.json')
  const saved = readFileSync(index, 'utf8')
  const splits = () =>
    run()
      .keeper.take(true)
      .windows.map((window) => window.splits)
  expect(splits()).toEqual([[{ tree: { ...tree, first: '0', second: '2' }, zoomed: true }]])
  writeFileSync(index, saved.replace('"a3"},"zoomed"', '"a9"},"zoomed"'))
  expect(splits()).toEqual([[]])
  writeFileSync(index, saved.replace('"ratio":0.3', '"ratio":-1'))
  expect(splits()).toEqual([[]])
  expect(run().take()).toHaveLength(1)
})

const hint: NonNullable<RestorableTab['resume']> = {
  agent: 'claude',
  program: '/usr/bin/claude',
  directory: '/srv/api',
  session: 'a1',
  process: { pid: 7, startTime: 9 },
}

test('a resume hint is restored with its tab, unless its agent is unknown to vibeflow', () => {
  const first = run()
  first.keeper.begin()
  first.state.windows = [
    { tabs: [new FakeTab('a', { resume: hint }), new FakeTab('b')], active: 0 },
  ]
  first.keeper.end()
  const resumes = () =>
    run()
      .keeper.take(true)
      .windows.flatMap(({ tabs }) => tabs.map(({ resume }) => resume))
  expect(resumes()).toEqual([hint, null])
  const file = join(folder, 'session.json')
  const said = readFileSync(file, 'utf8')
  for (const [from, to] of [
    ['"/usr/bin/claude"', '"claude"'],
    ['"/usr/bin/claude"', '"/usr/bin/../claude"'],
    ['"a1"', '"a1\\r"'],
    ['"a1"', '"--print"'],
    ['"/srv/api"', '"api"'],
    ['"session"', '"args":["--resume","a1"],"session"'], // as older versions wrote it
  ] as const) {
    expect(said).toContain(from)
    writeFileSync(file, said.replace(from, to))
    expect(resumes()).toEqual([null, null]) // and the tabs are there all the same
  }
})

test('a used offer is removed from the disk immediately, whatever save is running', async () => {
  for (const turns of [0, 1, 2, 3, 5, 8, 13]) {
    const { clock, keeper, later, state, reported } = run()
    const tab = (resume: typeof hint | null) => new FakeTab('t', { resume }).print('shown')
    state.windows = [{ tabs: [tab(hint)], active: 0 }]
    keeper.begin()
    clock.advance(saveIntervalMs)
    expect(keeper.saving).toBe(true)
    for (let turn = 0; turn < turns; turn += 1)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    state.windows = [{ tabs: [tab(null)], active: 0 }]
    keeper.saveNow()
    const onDisk = () => readFileSync(join(folder, 'session.json'), 'utf8').includes('claude')
    expect(onDisk()).toBe(false)
    await later(1)
    expect([onDisk(), readFileSync(join(folder, 't.out'), 'utf8'), reported]).toEqual([
      false,
      'shown',
      [],
    ])
    keeper.end()
    rmSync(folder, { recursive: true })
  }
})

test('a tab that is closed on purpose is removed from the disk immediately', async () => {
  const { clock, keeper, later, state } = run()
  const [one, other] = [new FakeTab('one').print('kept\n'), new FakeTab('other').print('secret\n')]
  state.windows = [{ tabs: [one, other], active: 0 }]
  keeper.begin()
  await later(saveIntervalMs)
  state.windows = [{ tabs: [one], active: 0 }]
  keeper.tabGone()
  keeper.tabGone()
  await later(1_000)
  expect([kept(), clock.timers]).toEqual([['one.out', 'session.json'], 1])
  keeper.end()
  keeper.tabGone()
  expect(clock.timers).toBe(0)
})

// The second save also removes the closed tab's output from the disk.
test('the session is saved every 15 s', async () => {
  const { keeper, later, state } = run()
  const [one, other] = [new FakeTab('one').print('kept\n'), new FakeTab('other').print('secret\n')]
  state.windows = [{ tabs: [one, other], active: 0 }]
  keeper.begin()
  await later(saveIntervalMs - 1)
  expect(kept()).toEqual([])
  await later(1)
  expect(kept()).toEqual(['one.out', 'other.out', 'session.json'])
  one.print('more\n')
  state.windows = [{ tabs: [one], active: 0 }]
  await later(saveIntervalMs)
  expect([kept(), readFileSync(join(folder, 'one.out'), 'utf8')]).toEqual([
    ['one.out', 'session.json'],
    'kept\nmore\n',
  ])
})

// This also holds if the tab prints nothing after that. The modes stay.
test('history that the user clears is removed from the disk with the next save', async () => {
  const { keeper, later, state } = run()
  const tab = new FakeTab('t').print('\x1b[?2004hsecret\n$ ')
  state.windows = [{ tabs: [tab], active: 0 }]
  keeper.begin()
  await later(saveIntervalMs)
  tab.history.forget()
  await later(saveIntervalMs)
  const cleared = readFileSync(join(folder, 't.out'), 'utf8')
  tab.print('more\n')
  await later(saveIntervalMs)
  expect([cleared, readFileSync(join(folder, 't.out'), 'utf8')]).toEqual([
    '\x1b[?2004h',
    '\x1b[?2004hmore\n',
  ])
})

// With 0, no lines are saved.
test('scrollback_lines: the newest lines, in the modes active at their start; 0', async () => {
  const { keeper, later, state } = run({ scrollback_lines: 2 })
  state.windows = [
    { tabs: [new FakeTab('t').print('\x1b[?1049h1\n2\n').print('3\n4\n$ ')], active: 0 },
  ]
  keeper.begin()
  await later(saveIntervalMs)
  expect(readFileSync(join(folder, 't.out'), 'utf8')).toBe('\x1b[?1049h3\n4\n$ ')
  state.options = { ...state.options, scrollback_lines: 0 }
  await later(saveIntervalMs)
  expect(kept()).toEqual(['session.json'])
})

test.each([
  ['always', true, 1],
  ['always', false, 1],
  ['crash', true, 0],
  ['crash', false, 1],
  ['never', true, 0],
  ['never', false, 0],
] as const)('restore = %j, ended in order: %j', async (restore, ordered, windows) => {
  const first = run({ restore: 'always' })
  first.state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  first.keeper.begin()
  await first.later(15_000)
  if (ordered) first.keeper.end()
  expect(run({ restore }).take()).toHaveLength(windows)
  expect(run({ restore }).take(false)).toHaveLength(0) // --no-restore
  const second = run({ restore })
  second.state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  second.keeper.end()
  // what is never restored is not kept either
  expect(kept()).toEqual(restore === 'always' ? ['session.json'] : [])
})

test('a session that ends the app is skipped the third time', () => {
  const first = run()
  first.state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  first.keeper.end()
  const takes = [run().take(), run().take(), run().take()]
  expect([takes[0], takes[1]?.length, takes[2]]).toEqual([
    [[0, ['shell', '/srv', null, '']]],
    1,
    "Tabs weren't restored because vibeflow quit 2 times right after restoring them.",
  ])
})

const refused = (reason: string, aside = `${folder}.damaged`) =>
  `Couldn't restore tabs: ${join(folder, 'session.json')} is ${reason}` +
  `. The saved data was moved to ${aside}.`

test.each<[string, (file: string) => unknown]>([
  ['damaged', (file) => writeFileSync(file, '{"version": 1, "windows": [{}]}')],
  ['larger than 64 MiB', (file) => truncateSync(file, 65 * 1_048_576)],
  [
    'a directory, not a file',
    (file) => {
      rmSync(file)
      mkdirSync(file)
    },
  ],
  [
    'a pipe, not a file',
    (file) => {
      rmSync(file)
      execFileSync('mkfifo', [file])
    },
  ],
  [
    'a device, not a file',
    (file) => {
      rmSync(file)
      symlinkSync('/dev/zero', file)
    },
  ],
])(
  'an unreadable session (%s) is reported and put aside, and this run is saved',
  (reason, spoil) => {
    const first = run()
    first.state.windows = [{ tabs: [new FakeTab('t').print('shown')], active: 0 }]
    first.keeper.end()
    spoil(join(folder, 'session.json'))
    const next = run()
    expect(next.take()).toBe(refused(reason))
    next.state.windows = [{ tabs: [new FakeTab('u').print('newer')], active: 0 }]
    next.keeper.end()
    expect([
      next.reported,
      readdirSync(`${folder}.damaged`).sort(),
      readFileSync(join(`${folder}.damaged`, 't.out'), 'utf8'),
      run().take(),
    ]).toEqual([[], ['session.json', 't.out'], 'shown', [[0, ['shell', '/srv', null, 'newer']]]])
    writeFileSync(join(folder, 'session.json'), '')
    expect(run().take()).toBe(refused('damaged', `${folder}.damaged.2`))
  },
)

test('a tab whose saved output is not a file is restored without it', () => {
  const first = run()
  first.state.windows = [
    { tabs: [new FakeTab('one').print('shown'), new FakeTab('two').print('shown')], active: 0 },
  ]
  first.keeper.end()
  rmSync(join(folder, 'one.out'))
  execFileSync('mkfifo', [join(folder, 'one.out')])
  expect(run().take()).toEqual([[0, ['shell', '/srv', null, ''], ['shell', '/srv', null, 'shown']]])
})

test('saves run during other work, and none overwrites a newer one at the end', async () => {
  for (const turns of [0, 1, 2, 3, 5, 8, 13]) {
    const { clock, keeper, later, state, reported } = run()
    const tab = new FakeTab('t').print('older')
    state.windows = [{ tabs: [tab, new FakeTab('gone').print('x')], active: 0 }]
    keeper.begin()
    clock.advance(saveIntervalMs)
    expect(keeper.saving).toBe(true)
    for (let turn = 0; turn < turns; turn += 1)
      await new Promise((resolve) => {
        setImmediate(resolve)
      })
    tab.print(' newest')
    state.windows = [{ tabs: [tab], active: 0 }]
    keeper.end()
    await new Promise((resolve) => {
      setTimeout(resolve, 20)
    })
    await later(60_000)
    expect([
      kept().filter((name) => !name.endsWith('.new')),
      readFileSync(join(folder, 't.out'), 'utf8'),
      reported,
      run().take(),
    ]).toEqual([
      ['session.json', 't.out'],
      'older newest',
      [],
      [[0, ['shell', '/srv', null, 'older newest']]],
    ])
    rmSync(folder, { recursive: true })
  }
})

test('one bad tab (no name, too many or too long words) does not stop the others', () => {
  const commands = [
    { program: '', args: [] },
    { program: 'vi', args: Array.from({ length: 5_000 }, (_, index) => `${index}`) },
    { program: 'sh', args: ['-c', 'x'.repeat(200_000)] },
  ]
  const first = run()
  first.state.windows = [
    {
      tabs: [
        new FakeTab('shell'),
        ...commands.map(
          (command, index) => new FakeTab(`c${index}`, { command, isUserShell: false }),
        ),
      ],
      active: 0,
    },
  ]
  first.keeper.end()
  expect(
    run()
      .keeper.take(true)
      .windows[0]?.tabs.map(({ isUserShell, command }) => (isUserShell ? 'shell' : command)),
  ).toEqual(['shell', ...commands])
})

test('windows beyond the limit are dropped, and the others are restored', () => {
  const first = run()
  first.state.windows = Array.from({ length: 101 }, (_, index) => ({
    tabs: [new FakeTab(`t${index}`)],
    active: 0,
  }))
  first.keeper.end()
  expect(run().keeper.take(true).windows).toHaveLength(100)
})

test('foreign files and directories stay in the folder', () => {
  const { keeper, state, reported } = run()
  mkdirSync(join(folder, 'own.folder'), { recursive: true })
  for (const name of ['letter.txt', 'gone.out', 'gone.out.new'])
    writeFileSync(join(folder, name), 'x')
  state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  keeper.end()
  expect([kept(), reported]).toEqual([['letter.txt', 'own.folder', 'session.json'], []])
})

test('a full disk is reported once, and tabs keep running', async () => {
  const { keeper, later, state, reported } = run()
  mkdirSync(join(folder, '..'), { recursive: true })
  writeFileSync(folder, 'a file where the folder should be')
  state.windows = [{ tabs: [new FakeTab('t').print('x')], active: 0 }]
  keeper.begin()
  await later(2 * saveIntervalMs)
  expect(reported).toEqual([expect.stringMatching(/^Couldn't save tabs for the next start: E/)])
})

// Each cause is reported once, even if both occur again.
test('another cause for a failed save is reported as well', async () => {
  const { keeper, later, state, reported } = run()
  mkdirSync(join(folder, '..'), { recursive: true })
  state.windows = [{ tabs: [new FakeTab('t').print('x')], active: 0 }]
  keeper.begin()
  for (const full of [false, true, false, true]) {
    rmSync(folder, { recursive: true, force: true })
    // as a full disk: the file cannot be replaced
    if (full) mkdirSync(join(folder, 't.out', 'in the way'), { recursive: true })
    else writeFileSync(folder, 'a file where the folder should be')
    await later(saveIntervalMs)
  }
  keeper.end()
  expect(reported.map((text) => text.replace(/^.*start: (E\w+).*$/, '$1'))).toEqual([
    'EEXIST',
    'EISDIR',
  ])
})

test('a failed save leaves no partial files behind: a full disk would stay full', async () => {
  const { keeper, later, state, reported } = run()
  mkdirSync(join(folder, 't.out', 'in the way'), { recursive: true })
  state.windows = [{ tabs: [new FakeTab('t').print('x')], active: 0 }]
  keeper.begin()
  await later(2 * saveIntervalMs)
  const drafts = () => kept().filter((name) => name.endsWith('.new'))
  const during = drafts()
  keeper.end()
  expect([reported.length, during, drafts()]).toEqual([1, [], []])
})

// It is reported again if a save fails after a successful one.
test('an output that cannot be written keeps no other from the disk, is tried again', async () => {
  const { keeper, later, state, reported } = run()
  const tabs = [
    new FakeTab('a').print('a'),
    new FakeTab('b').print('b'),
    new FakeTab('c').print('c'),
  ]
  state.windows = [{ tabs, active: 0 }]
  keeper.begin()
  // as a full disk: this one cannot be replaced
  mkdirSync(join(folder, 'a.out/in the way'), { recursive: true })
  await later(saveIntervalMs)
  const meanwhile = [...kept()]
  await later(saveIntervalMs)
  const once = reported.length
  rmSync(join(folder, 'a.out'), { recursive: true })
  await later(saveIntervalMs)
  const after = readFileSync(join(folder, 'a.out'), 'utf8')
  rmSync(join(folder, 'b.out'))
  mkdirSync(join(folder, 'b.out/in the way'), { recursive: true })
  tabs[1]?.print('more')
  await later(saveIntervalMs)
  keeper.end()
  expect([meanwhile, once, after, reported.length]).toEqual([
    ['a.out', 'b.out', 'c.out', 'session.json'],
    1,
    'a',
    2,
  ])
})

// Output is laid out again at each of them.
test('the sizes of output come back with it, whatever else is saved', async () => {
  const first = run()
  first.keeper.begin()
  const cellBefore = { width: 8.4, height: 18 }
  const tab = new FakeTab('a1', { cellBefore })
  tab.history.resized({ cols: 60, rows: 20 })
  tab.print('one\r\n')
  tab.history.resized({ cols: 100, rows: 30 })
  tab.print('two')
  first.state.windows = [{ tabs: [tab, new FakeTab('a2').print('other')], active: 0 }]
  await first.later(saveIntervalMs)
  tab.history.resized({ cols: 40, rows: 10 }) // nothing was printed at it
  const sizes = [
    { at: 0, cols: 60, rows: 20 },
    { at: 5, cols: 100, rows: 30 },
  ]
  await first.later(saveIntervalMs)
  first.keeper.end()
  const restored = () =>
    run()
      .keeper.take(true)
      .windows[0]!.tabs.map((one) => one.sizesBefore)
  const [one, other] = run().keeper.take(true).windows[0]!.tabs
  expect([one?.sizesBefore, other?.sizesBefore]).toEqual([sizes, []])
  expect([one?.cellBefore, other?.cellBefore]).toEqual([cellBefore, undefined])

  const file = join(folder, 'session.json')
  const saved = JSON.parse(readFileSync(file, 'utf8')) as { windows: { tabs: object[] }[] }
  const size = { cols: 80, rows: 24 }
  for (const [said, found] of [
    [{ size }, [{ at: 0, ...size }]], // as older versions have it
    [{ size: { cols: 0, rows: 24 } }, []],
    [{ sizes: 'none' }, []],
    [{ sizes: [{ at: -1, ...size }] }, []],
    [{ sizes: [{ at: 0.5, ...size }] }, []],
    [{ sizes: [{ at: 0, cols: 1e9, rows: 24 }] }, []],
    [{ sizes: [{ at: 9, ...size }, sizes[0]] }, []],
    [{ sizes: Array.from({ length: 5_000 }, (_, at) => ({ at, ...size })) }, []],
    [{ sizes: [{ at: 1e15, ...size }] }, [{ at: 1e15, ...size }]],
  ] as const) {
    const [kept, ...others] = saved.windows[0]!.tabs as { sizes?: unknown }[]
    const { sizes: _sizes, ...tabFacts } = kept!
    const windows = [{ ...saved.windows[0], tabs: [{ ...tabFacts, ...said }, ...others] }]
    writeFileSync(file, JSON.stringify({ ...saved, windows }))
    expect(restored(), JSON.stringify(said).slice(0, 80)).toEqual([found, []])
  }
})
