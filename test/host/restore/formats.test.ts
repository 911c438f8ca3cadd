/** Files of each format of the saved session so far, and those of newer versions. */
import { copyFileSync, mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { expect, test } from 'vitest'
import { folder, indexText, run } from './kept-session.ts'

const files = resolve(import.meta.dirname, '../../data/saved-sessions')

function restored(write: (index: string) => void) {
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'a1.out'), 'shown')
  write(join(folder, 'session.json'))
  return run().keeper.take(true)
}

test.each(readdirSync(files).sort())('the tabs of %s are restored', (name) => {
  const { problem, windows } = restored((index) => copyFileSync(join(files, name), index))
  const [window] = windows
  expect([problem, windows.length, window?.tabs]).toMatchObject([
    null,
    1,
    [
      { name: 'api', directory: '/srv/api', isUserShell: true, muted: false },
      { name: null, command: { program: 'htop', args: ['-d', '5'] }, muted: true },
    ],
  ])
  expect(window?.tabs[0]?.restoredOutput).toHaveLength(1)
  const has = (format: string) => name.startsWith(format)
  const sizes = ['4', '5', 'newer'].some(has) ? [{ at: 0, cols: 80, rows: 24 }] : []
  expect([
    window?.tabs[0]?.sizesBefore,
    window?.splits.map(({ zoomed }) => zoomed),
    window?.frame?.at?.x,
    window?.tabs[0]?.resume?.session,
    window?.tabs[0]?.profile,
  ]).toEqual([
    sizes,
    ['2', '3', 'newer'].some(has) ? [true] : [],
    ['4', 'newer'].some(has) ? 40 : undefined,
    has('3') ? 'a1' : undefined,
    has('3') ? 'work' : undefined,
  ])
})

test('a file of a version that broke the format is put aside, and outputs are restored', () => {
  const { problem, windows } = restored((index) => writeFileSync(index, '{"version":2,"x":[]}'))
  expect([problem, windows.map(({ tabs }) => tabs.length)]).toEqual([
    "Couldn't restore names, directories and panes of tabs, only their output: " +
      `${join(folder, 'session.json')} was written by a newer version of vibeflow. ` +
      `The saved data was moved to ${folder}.damaged.`,
    [1],
  ])
  expect(indexText()).toMatch(/^\{"version":1,"ended":false,"attempts":1,/)
})
