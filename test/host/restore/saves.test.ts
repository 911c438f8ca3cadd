/**
 * When windows and tabs are saved, and what is on the disk after a save that fails or meets another
 * one.
 */
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import {
  goneSaveMs,
  restoredLivesMs,
  saveIntervalMs,
} from '../../../src/core/windows/restore/limits.ts'
import { FakeTab, folder, hint, indexText, kept, run } from './kept-session.ts'

const nextTurn = () =>
  new Promise((resolve) => {
    setImmediate(resolve)
  })

test('a used offer is gone from the disk immediately, whatever save is running', async () => {
  for (const turns of [0, 1, 2, 3, 5, 8, 13]) {
    const { clock, keeper, later, state, reported } = run()
    const tab = (resume: typeof hint | null) => new FakeTab('t', { resume }).print('shown')
    state.windows = [{ tabs: [tab(hint)], active: 0 }]
    keeper.begin()
    clock.advance(saveIntervalMs)
    expect(keeper.saving).toBe(true)
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
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

test('a tab that is closed on purpose is gone from the disk immediately', async () => {
  const { clock, keeper, later, state } = run()
  const [one, other] = [new FakeTab('one').print('kept\n'), new FakeTab('other').print('secret\n')]
  state.windows = [{ tabs: [one, other], active: 0 }]
  keeper.begin()
  await later(saveIntervalMs)
  state.windows = [{ tabs: [one], active: 0 }]
  keeper.tabsChange()
  keeper.tabsChange()
  await later(1_000)
  expect([kept(), clock.timers]).toEqual([['one.out', 'session.json'], 1])
  keeper.end()
  keeper.tabsChange()
  expect(clock.timers).toBe(0)
})

test('another active tab is saved soon, without output', async () => {
  const { keeper, later, state } = run()
  const [one, other] = [new FakeTab('one').print('kept\n'), new FakeTab('other').print('kept\n')]
  state.windows = [{ tabs: [one, other], active: 0 }]
  keeper.begin()
  await later(saveIntervalMs)
  one.print('more\n')
  state.windows = [{ tabs: [one, other], active: 1 }]
  keeper.tabsMove()
  await later(goneSaveMs)
  const output = () => readFileSync(join(folder, 'one.out'), 'utf8')
  const active = () => JSON.parse(indexText()).windows[0].active
  expect([active(), output()]).toEqual([1, 'kept\n'])
  state.windows = [{ tabs: [one, other], active: 0 }]
  keeper.tabsMove()
  keeper.tabsChange() // saves all
  await later(goneSaveMs)
  expect([active(), output()]).toEqual([0, 'kept\nmore\n'])
})

const tabsOnDisk = () =>
  (JSON.parse(indexText()) as { windows: { tabs: { id: string }[] }[] }).windows.map(({ tabs }) =>
    tabs.map(({ id }) => id),
  )

test('an arrangement is on the disk in the same turn, whatever save is running', async () => {
  for (const turns of [0, 1, 2, 3, 5, 8, 13]) {
    const { clock, keeper, later, state, reported } = run()
    const [one, other, last] = ['one', 'other', 'last'].map((id) => new FakeTab(id).print(id)) as [
      FakeTab,
      FakeTab,
      FakeTab,
    ]
    state.windows = [{ tabs: [one, other], active: 0 }]
    keeper.begin()
    clock.advance(saveIntervalMs)
    expect(keeper.saving).toBe(true)
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
    state.windows = [
      { tabs: [other], active: 0 },
      { tabs: [one, last], active: 1 },
    ]
    keeper.tabsMove()
    clock.advance(0)
    expect(tabsOnDisk()).toEqual([['other'], ['one', 'last']])
    await later(1)
    expect(tabsOnDisk()).toEqual([['other'], ['one', 'last']])
    await later(goneSaveMs)
    expect([kept(), reported]).toEqual([['last.out', 'one.out', 'other.out', 'session.json'], []])
    keeper.end()
    rmSync(folder, { recursive: true })
  }
})

test('an arrangement outlives an older save that waits for the disk', async () => {
  const { clock, keeper, later, state } = run()
  const [one, other] = [new FakeTab('one'), new FakeTab('other')]
  state.windows = [{ tabs: [one], active: 0 }]
  keeper.begin()
  clock.advance(saveIntervalMs)
  const draft = join(folder, 'session.json.new')
  while (keeper.saving && !existsSync(draft)) await nextTurn()
  expect(existsSync(draft)).toBe(true)
  state.windows = [{ tabs: [other, one], active: 0 }]
  keeper.tabsMove()
  clock.advance(0)
  await later(1)
  expect(tabsOnDisk()).toEqual([['other', 'one']])
  keeper.end()
})

test('a restored session does not replace a newer arrangement once it has lived', async () => {
  const first = run()
  first.state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  first.keeper.end()
  const { clock, keeper, state, later } = run()
  keeper.take(true)
  keeper.begin()
  keeper.pageReady()
  state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  keeper.tabsChange()
  await later(restoredLivesMs - 1)
  state.windows = [{ tabs: [new FakeTab('t'), new FakeTab('new')], active: 1 }]
  keeper.tabsMove()
  clock.advance(1)
  expect(tabsOnDisk()).toEqual([['t', 'new']])
  keeper.end()
})

test('an offer that only an arrangement names is gone from both indexes once used', async () => {
  const { clock, keeper, later, state } = run()
  state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  keeper.begin()
  await later(saveIntervalMs)
  state.windows = [{ tabs: [new FakeTab('t', { resume: hint })], active: 0 }]
  keeper.tabsMove()
  clock.advance(0)
  expect(indexText()).toContain('claude')
  state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  keeper.saveNow()
  expect([indexText(), indexText('session.before.json')].join()).not.toContain('claude')
  keeper.end()
})

test('a restored session that ends the app is counted, whatever moves before a save', async () => {
  const first = run()
  first.state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  first.keeper.end()
  const { clock, keeper, state, later } = run()
  expect(keeper.take(true).windows).toHaveLength(1)
  keeper.begin()
  state.windows = [{ tabs: [new FakeTab('t'), new FakeTab('new')], active: 1 }]
  keeper.tabsMove()
  clock.advance(0)
  expect([JSON.parse(indexText()).attempts, tabsOnDisk()]).toEqual([1, [['t']]])
  await later(goneSaveMs)
  expect([JSON.parse(indexText()).attempts, tabsOnDisk()]).toEqual([0, [['t', 'new']]])
  keeper.end()
})

// … and what a closed tab showed is gone from the disk then
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

test('saves run during other work, and none overwrites a newer one at the end', async () => {
  for (const turns of [0, 1, 2, 3, 5, 8, 13]) {
    const { clock, keeper, later, state, reported } = run()
    const tab = new FakeTab('t').print('older')
    state.windows = [{ tabs: [tab, new FakeTab('gone').print('x')], active: 0 }]
    keeper.begin()
    clock.advance(saveIntervalMs)
    expect(keeper.saving).toBe(true)
    for (let turn = 0; turn < turns; turn += 1) await nextTurn()
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

test('a full disk is reported once, and tabs continue', async () => {
  const { keeper, later, state, reported } = run()
  mkdirSync(join(folder, '..'), { recursive: true })
  writeFileSync(folder, 'a file where the folder should be')
  state.windows = [{ tabs: [new FakeTab('t').print('x')], active: 0 }]
  keeper.begin()
  await later(2 * saveIntervalMs)
  expect(reported).toEqual([expect.stringMatching(/^Couldn't save tabs for the next start: E/)])
})

// … each once, whichever comes again
test('another cause for which nothing is saved is reported too', async () => {
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

test('a save that fails leaves no half of it behind: a full disk would stay full', async () => {
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

// … and is reported again when it fails after a save that was whole
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
