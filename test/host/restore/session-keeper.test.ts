/**
 * Windows and tabs on disk, and what the next start makes of them (docs/reference/config.md). Real
 * files.
 */
import { execFileSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  symlinkSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saveIntervalMs } from '../../../src/core/windows/restore/limits.ts'
import { FakeTab, folder, indexText, kept, refused, run, hint } from './kept-session.ts'

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
          mark: { sign: '🔥' },
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
  expect(
    run()
      .keeper.take(true)
      .windows.flatMap(({ tabs }) => tabs.map(({ mark }) => mark)),
  ).toEqual([undefined, { sign: '🔥' }, undefined])
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
  const saved = indexText()
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

test('an agent without a resume hint comes back with its tab, unless it is damaged', () => {
  const unresumed = { agent: 'claude', name: 'Claude Code', hasCommand: true }
  const first = run()
  first.keeper.begin()
  first.state.windows = [{ tabs: [new FakeTab('a', { unresumed }), new FakeTab('b')], active: 0 }]
  first.keeper.end()
  const back = () =>
    run()
      .keeper.take(true)
      .windows.flatMap(({ tabs }) => tabs.map((tab) => tab.unresumed))
  expect(back()).toEqual([unresumed, null])
  const damaged = indexText().replace('"Claude Code"', '7')
  writeFileSync(join(folder, 'session.json'), damaged)
  expect(back()).toEqual([null, null])
})

test('a resume hint comes back with its tab, unless vibeflow did not write it', () => {
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
  const said = indexText()
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

test('what the user clears is gone from the disk with the next save', async () => {
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

// … none on disk
test('scrollback_lines: the newest lines, in the modes where they start; 0', async () => {
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

test('a session that ends the app is given up at the third start, and can be restored', () => {
  const first = run()
  first.state.windows = [{ tabs: [new FakeTab('t').print('shown')], active: 0 }]
  first.keeper.end()
  const takes = [run().take(), run().take(), run().take()]
  const windows = [[0, ['shell', '/srv', null, 'shown']]]
  expect(takes).toEqual([windows, windows, givenUp('.given-up')])
  const fourth = run()
  expect(fourth.take()).toEqual([])
  fourth.state.windows = [{ tabs: [new FakeTab('u').print('newer')], active: 0 }]
  fourth.keeper.end()
  const outputs = ({ keeper }: ReturnType<typeof run>) =>
    keeper
      .givenUp()
      .windows.flatMap(({ tabs }) => tabs.flatMap(({ restoredOutput }) => restoredOutput))
      .map((bytes) => new TextDecoder().decode(bytes))
  // as often as the user wants
  expect([outputs(run()), outputs(run())]).toEqual([['shown'], ['shown']])
  // a second one does not replace it, and is restored
  expect([run().take(), run().take(), run().take()][2]).toBe(givenUp('.given-up.2'))
  expect([outputs(run()), existsSync(`${folder}.given-up/t.out`)]).toEqual([['newer'], true])
  rmSync(`${folder}.given-up.2`, { recursive: true })
  expect(outputs(run())).toEqual(['shown'])
  rmSync(`${folder}.given-up`, { recursive: true })
  expect(run().keeper.givenUp()).toEqual({ windows: [], problem: null })
})

const givenUp = (ending: string) =>
  "Tabs weren't restored because vibeflow quit 2 times right after restoring them. " +
  'To try again, run "Restore the session before" from the command palette. ' +
  `The saved data was moved to ${folder}${ending}.`

test('a restored window that lives for 2 s starts the count of attempts again', () => {
  const first = run()
  first.state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  first.keeper.end()
  for (let start = 0; start < 5; start += 1) {
    const { clock, keeper, take } = run()
    expect(take()).toHaveLength(1)
    keeper.pageReady()
    clock.advance(2_000)
  }
  // a start counts if it ends before that, or if its page is never ready
  const { clock, keeper, take } = run()
  expect(take()).toHaveLength(1)
  keeper.pageReady()
  clock.advance(1_999)
  const second = run()
  expect(second.take()).toHaveLength(1)
  second.clock.advance(60_000)
  expect(run().take()).toBe(givenUp('.given-up'))
})

test('a save has no attempts, and is not replaced after the 2 s', async () => {
  const first = run()
  first.state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  first.keeper.end()
  const { clock, keeper, later, state, take } = run()
  take()
  keeper.begin()
  await later(saveIntervalMs - 1_000)
  keeper.pageReady()
  state.windows = [{ tabs: [new FakeTab('newer')], active: 0 }]
  await later(1_000)
  clock.advance(1_000)
  expect(indexText()).toMatch(/"attempts":0,.*"newer"/)
  keeper.end()
  expect(clock.timers).toBe(0)
})

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
    ]).toEqual([
      [],
      ['session.before.json', 'session.json', 't.out'],
      'shown',
      [[0, ['shell', '/srv', null, 'newer']]],
    ])
    writeFileSync(join(folder, 'session.json'), '')
    expect(run().take()).toBe(refused('damaged', `${folder}.damaged.2`))
  },
)

test('a tab whose saved output is not a file comes back without it', () => {
  const first = run()
  first.state.windows = [
    { tabs: [new FakeTab('one').print('shown'), new FakeTab('two').print('shown')], active: 0 },
  ]
  first.keeper.end()
  rmSync(join(folder, 'one.out'))
  execFileSync('mkfifo', [join(folder, 'one.out')])
  expect(run().take()).toEqual([[0, ['shell', '/srv', null, ''], ['shell', '/srv', null, 'shown']]])
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

test('windows beyond the limit are dropped, and the others come back', () => {
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
  const saved = JSON.parse(indexText()) as { windows: { tabs: object[] }[] }
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
