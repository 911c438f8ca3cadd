/** A process that is killed at any call of a save leaves the old or the new windows. */
import fs from 'node:fs'
import promises from 'node:fs/promises'
import { syncBuiltinESMExports } from 'node:module'
import { join } from 'node:path'
import { afterEach, expect, test } from 'vitest'
import { goneSaveMs, saveIntervalMs } from '../../../src/core/windows/restore/limits.ts'
import { FakeTab, folder, run } from './kept-session.ts'

const undo: (() => void)[] = []
afterEach(() => {
  for (const one of undo.splice(0)) one()
  syncBuiltinESMExports()
})

/** Calls `looks` around each call that changes the folder, and in the middle of each write. */
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
  for (const name of ['openSync', 'writeFileSync', 'fsyncSync', 'closeSync', 'renameSync', 'rmSync'])
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

const row = (name: string | null, text: string) => ['shell', '/srv', name, text]
const oldOnes = (...[one, two, gone]: string[]) => [
  [0, row(null, one ?? ''), row(null, two ?? ''), row(null, gone ?? '')],
]
const newOnes = (...[two, three, one]: string[]) => [
  [1, row(null, two ?? ''), row(null, three ?? '')],
  [0, row('mine', one ?? '')],
]

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
      found.add(JSON.stringify(run({ restore: 'always' }).take()))
      fs.rmSync(whole, { recursive: true })
      fs.renameSync(`${whole}.live`, whole)
    })
    state.windows = after()
    save(keeper)
    await later(goneSaveMs)
    await later(saveIntervalMs)
    console.log(way, [...found].join('\n'))
    void join, oldOnes, newOnes
    expect(found.size).toBeGreaterThan(1)
  })
