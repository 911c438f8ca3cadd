/** A damaged or missing index of the saved session, and files that other versions wrote. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { saveIntervalMs } from '../../../src/core/windows/restore/limits.ts'
import { FakeTab, folder, hint, indexText, kept, run } from './kept-session.ts'

const newest = () => join(folder, 'session.json')
const older = () => join(folder, 'session.before.json')

/** Returns windows as tabs with name, directory and output, of a start that is cut off. */
function taken() {
  const { windows, problem } = run().keeper.take(true)
  const text = (parts: readonly Uint8Array[]) =>
    parts.map((bytes) => new TextDecoder().decode(bytes)).join('')
  return {
    problem,
    windows: windows.map(({ tabs }) =>
      tabs.map((tab) => [tab.name, tab.directory, text(tab.restoredOutput)].join(' ')),
    ),
  }
}

/** Saves a tab, and a second one in a later save. */
async function saveTwice(): Promise<void> {
  const { keeper, later, state } = run()
  const first = new FakeTab('a1', { name: 'api', directory: '/srv/api' }).print('one')
  state.windows = [{ tabs: [first], active: 0 }]
  keeper.begin()
  await later(saveIntervalMs)
  state.windows = [{ tabs: [first, new FakeTab('a2', { name: 'web' }).print('two')], active: 0 }]
  await later(saveIntervalMs)
}

function flip(file: string, at: number): void {
  const bytes = readFileSync(file)
  bytes[at]! ^= 1 << (at % 8)
  writeFileSync(file, bytes)
}

test('a flipped bit in the index loses no tab and no output', async () => {
  await saveTwice()
  const files = readdirSync(folder).map((name) => [name, readFileSync(join(folder, name))] as const)
  const size = readFileSync(newest()).length
  for (let at = 0; at < size; at += 3) {
    rmSync(`${folder}.damaged`, { recursive: true, force: true })
    for (const [name, bytes] of files) writeFileSync(join(folder, name), bytes)
    flip(newest(), at)
    const { problem, windows } = taken()
    const all = windows.flat()
    expect(all[0], `${at}`).toBe('api /srv/api one')
    // the second tab is not in the older index
    expect(['web /srv two', ` ${homedir()} two`]).toContain(all[1])
    expect(all).toHaveLength(2)
    // a bit in the checksum's own field makes the file one without a checksum
    if (problem === null) expect(all[1], `${at}`).toBe('web /srv two')
    else
      expect(problem).toBe(
        `Tabs may be missing or out of date: ${newest()} is damaged. ` +
          `The saved data was moved to ${folder}.damaged.`,
      )
  }
})

test('a start that is cut off after it restored a damaged session loses nothing', async () => {
  await saveTwice()
  writeFileSync(newest(), '')
  const { windows } = taken()
  expect(taken()).toEqual({ problem: null, windows })
})

test('without a readable index, each output becomes a tab', async () => {
  await saveTwice()
  writeFileSync(newest(), '')
  writeFileSync(older(), '{"version":1')
  expect(taken()).toEqual({
    problem:
      "Couldn't restore names, directories and panes of tabs, only their output: " +
      `${newest()} is damaged. The saved data was moved to ${folder}.damaged.`,
    windows: [[` ${homedir()} one`, ` ${homedir()} two`]],
  })
})

test('without any index, each output becomes a tab, and foreign files do not', async () => {
  await saveTwice()
  rmSync(newest())
  rmSync(older())
  for (const name of ['a b.out', '.out', `${'x'.repeat(65)}.out`, 'draft.out.new', 'letter.txt'])
    writeFileSync(join(folder, name), 'foreign')
  expect(taken()).toEqual({
    problem:
      "Couldn't restore names, directories and panes of tabs, only their output: " +
      `${newest()} is missing.`,
    windows: [[` ${homedir()} one`, ` ${homedir()} two`]],
  })
})

test('outputs beyond the limit of tabs are not restored', () => {
  const { keeper, state } = run()
  state.windows = [{ tabs: [new FakeTab('t')], active: 0 }]
  keeper.end()
  rmSync(newest())
  rmSync(older())
  for (let at = 0; at < 1_200; at += 1) writeFileSync(join(folder, `x${at}.out`), 'x')
  expect(taken().windows.flat()).toHaveLength(1_000)
})

test('a save that was cut off between the two indexes restores the older one', async () => {
  await saveTwice()
  rmSync(newest())
  expect(taken()).toEqual({
    problem: null,
    windows: [['api /srv/api one'], [` ${homedir()} two`]],
  })
})

test('the older index contains no closed tab and no used offer', async () => {
  const { keeper, later, state } = run()
  const one = (resume: typeof hint | null) => new FakeTab('one', { resume }).print('kept')
  state.windows = [{ tabs: [one(hint), new FakeTab('other').print('secret')], active: 0 }]
  keeper.begin()
  await later(saveIntervalMs)
  state.windows = [{ tabs: [one(hint)], active: 0 }]
  keeper.tabsChange()
  await later(1_000)
  const closed = [kept(), indexText('session.before.json').includes('"other"')]
  state.windows = [{ tabs: [one(null)], active: 0 }]
  keeper.saveNow()
  expect([closed, indexText('session.before.json').includes('claude')]).toEqual([
    [['one.out', 'session.json'], false],
    false,
  ])
})
