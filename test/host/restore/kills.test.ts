/** A process that is killed at any call of a save leaves the old or the new windows. */
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { afterEach, expect, test } from 'vitest'
import { goneSaveMs, saveIntervalMs } from '../../../src/core/windows/restore/limits.ts'
import { FakeTab, folder, run } from './kept-session.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const one of undo.splice(0)) one()
  syncBuiltinESMExports()
})

/** Calls `looks` before and after each call that changes the folder. */
function watchCalls(looks: () => void): void {
  let isLooking = false
  const look = (): void => {
    if (isLooking || !fs.existsSync(folder)) return
    isLooking = true
    looks()
    isLooking = false
  }
  const around = (object: object, name: string): void => {
    const of = object as Record<string, (...words: unknown[]) => unknown>
    const call = of[name] as (...words: unknown[]) => unknown
    undo.push(() => {
      of[name] = call
    })
    of[name] = function (this: unknown, ...words: unknown[]) {
      if (isLooking) return call.apply(this, words)
      look()
      const done = call.apply(this, words)
      if (!(done instanceof Promise)) {
        look()
        return done
      }
      return done.then((value: unknown) => {
        look()
        if (name === 'open')
          for (const part of ['writeFile', 'sync', 'close']) around(value as object, part)
        return value
      })
    }
  }
  for (const name of [
    'openSync',
    'writeFileSync',
    'fsyncSync',
    'closeSync',
    'renameSync',
    'rmSync',
  ])
    around(fs, name)
  for (const name of ['open', 'rm']) around(promises, name)
  syncBuiltinESMExports()
}

const before = () => [
  {
    tabs: [
      new FakeTab('one').print('ONE'),
      new FakeTab('two').print('TWO'),
      new FakeTab('gone').print('GONE'),
    ],
    active: 0,
  },
]
const after = () => [
  { tabs: [new FakeTab('two').print('TWO2'), new FakeTab('three').print('THREE')], active: 1 },
  { tabs: [new FakeTab('one', { name: 'mine' }).print('ONE')], active: 0 },
]

/** Returns the windows in which an output may be older than its tab. */
const shown = (taken: unknown) => JSON.stringify(taken).replaceAll('TWO2', 'TWO')

const row = (text: string, name: string | null = null) => ['shell', '/srv', name, text]
const newOnes = (three: string) => [
  [1, row('TWO'), row(three)],
  [0, row('ONE', 'mine')],
]
/** A new tab may have no output yet. */
const expected = [[[0, row('ONE'), row('TWO'), row('GONE')]], newOnes(''), newOnes('THREE')]

for (const [way, save] of [
  ['soon', (keeper) => keeper.tabsChange()],
  ['at regular times', () => undefined],
  ['now', (keeper) => keeper.saveNow()],
  ['at the end', (keeper) => keeper.end()],
] as readonly [string, (keeper: ReturnType<typeof run>['keeper']) => void][])
  test(`a kill during a save ${way} loses no tab`, async () => {
    const { keeper, later, state } = run()
    state.windows = before()
    keeper.begin()
    await later(saveIntervalMs)
    const found = new Set<string>()
    const copy = `${folder}.copy`
    const whole = folder
    watchCalls(() => {
      fs.cpSync(whole, copy, { recursive: true })
      fs.renameSync(whole, `${whole}.live`)
      fs.renameSync(copy, whole)
      found.add(shown(run({ restore: 'always' }).take()))
      fs.rmSync(whole, { recursive: true })
      fs.renameSync(`${whole}.live`, whole)
    })
    state.windows = after()
    save(keeper)
    await later(goneSaveMs)
    await later(saveIntervalMs)
    expect(found).toContain(shown(expected[0]))
    expect(found).toContain(shown(expected[2]))
    expect(expected.map(shown)).toEqual(expect.arrayContaining([...found]))
  })
