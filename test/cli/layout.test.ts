/** `vibeflow layout` against a running instance: real programs, files and sockets. */
import { startWaiting } from '../support/tab-view.ts'
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { panesOf } from '../../src/core/windows/panes/tree.ts'
import { startInstance, type Instance } from '../support/instance.ts'
import { runVerb } from '../support/run-verb.ts'
import { asPane } from '../support/windows/ids.ts'

let instance: Instance
let folder: string
beforeAll(() => {
  instance = startInstance()
  folder = join(instance.home, '.config/vibeflow/layouts')
})
afterAll(() => instance.close(), 60_000)

function vibeflow(...words: string[]) {
  const { environment, home } = instance
  return runVerb(words, { environment, directory: home })
}

test('a window is saved, listed, shown, opened and removed, and its commands wait', async () => {
  const { workspace } = instance
  const ran = join(instance.home, 'ran')
  const { id } = instance.open('/bin/sh', '-c', `echo x >> ${ran}; exec sleep 1000`)
  const pane = workspace.newTabs.split(asPane(id), 'row')
  expect(pane).not.toBeNull()
  instance.open('/bin/sleep', '2000')
  await expect.poll(() => readFileSync(ran, 'utf8')).toBe('x\n')

  expect(await vibeflow('layout', 'list')).toMatchObject({
    exit: 0,
    out: 'No layouts yet. To save the open window, run `vibeflow layout save NAME`.\n',
  })
  const file = join(folder, 'work.toml')
  expect(await vibeflow('layout', 'save', 'work')).toEqual({
    exit: 0,
    out: `Saved as ${file}.\n`,
    err: '',
  })
  expect((await vibeflow('layout', 'save', 'work')).err).toMatch(/already.*--overwrite/)
  expect((await vibeflow('layout', 'save', 'work', '--overwrite')).exit).toBe(0)
  expect((await vibeflow('layout', 'list')).out).toBe('work  2 tabs, 3 panes\n')
  expect((await vibeflow('layout', 'show', 'work')).out).toBe(readFileSync(file, 'utf8'))

  const before = new Set(workspace.strip.panes.ids)
  expect(JSON.parse((await vibeflow('layout', 'open', 'work', '--json')).out)).toMatchObject({
    name: 'work',
  })
  const opened = workspace.strip.panes.ids.filter((one) => !before.has(one))
  expect(opened.map((one) => workspace.session(one)?.view().deferredStart?.command)).toEqual([
    `echo x >> ${ran}; exec sleep 1000`, // without the shell that runs it
    undefined,
    '/bin/sleep 2000',
  ])
  expect(workspace.strip.panes.splits.map(({ tree }) => panesOf(tree))).toContainEqual(
    opened.slice(0, 2),
  )
  expect(readFileSync(ran, 'utf8')).toBe('x\n') // not run unasked

  startWaiting(workspace, opened[0] ?? '')
  await expect.poll(() => readFileSync(ran, 'utf8')).toBe('x\nx\n')

  expect((await vibeflow('layout', 'remove', 'work')).out).toBe(`Removed ${file}.\n`)
  expect(await vibeflow('layout', 'open', 'work')).toMatchObject({
    exit: 1,
    err: expect.stringContaining('Unknown layout "work" in'),
  })
})

test('a damaged or hostile file opens nothing, and its error has a position', async () => {
  const { workspace } = instance
  const before = workspace.strip.panes.ids.length
  mkdirSync(folder, { recursive: true })
  const bad: Readonly<Record<string, [string | Uint8Array, RegExp]>> = {
    syntax: ['[[tabs]]\ncommand = "', /syntax\.toml line 2, column \d+: /],
    half: [
      '[[tabs]]\n[[tabs]]\nfolder = 3\n',
      /half\.toml line 3: invalid value for folder of tabs\[2\]: 3/,
    ],
    huge: ['#'.repeat(300_000), /300000 bytes; the maximum for a layout is 262144/],
    nested: [`tabs = ${'['.repeat(50_000)}`, /nested\.toml line 1/],
    tables: [`tabs = [${'{ panes = ['.repeat(20_000)}`, /tables\.toml line 1/],
    dots: [`${'a.'.repeat(50_000)}b = 1`, /dots\.toml line 1/],
    binary: [Uint8Array.of(0xff, 0xfe, 0x00), /UTF-8/],
    control: ['[[tabs]]\ntitle = "\\u001b[31mred"\n', /control\.toml line 2: .*title/],
    proto: ['[[tabs]]\n__proto__ = 1\n', /proto\.toml line 2/],
    empty: ['', /is empty/],
  }
  for (const [name, [text, problem]] of Object.entries(bad)) {
    writeFileSync(join(folder, `${name}.toml`), text)
    const { exit, err } = await vibeflow('layout', 'open', name)
    expect([name, exit], err).toEqual([name, 1])
    expect(err, name).toMatch(problem)
    expect(err.length).toBeLessThan(10_000)
    // eslint-disable-next-line no-control-regex
    expect(/[\u0000-\u0009\u000b-\u001f\u007f-\u009f]/u.test(err), name).toBe(false)
  }
  symlinkSync('/dev/zero', join(folder, 'device.toml'))
  expect((await vibeflow('layout', 'show', 'device')).err).toMatch(/it is a device, not a file/)
  expect((await vibeflow('layout', 'list')).out).toMatch(
    /^half {2}can't be read: half\.toml line 3/m,
  )
  expect(workspace.strip.panes.ids.length).toBe(before)
})

test.each([
  [['layout', 'show', '../config'], /up to 64 letters, digits/i],
  [['layout', 'save', '-x'], /unknown option "-x"/],
])('an error in the arguments is reported: %j', async (words, problem) => {
  const { exit, err } = await vibeflow(...words)
  expect(exit).toBe(2)
  expect(err).toMatch(problem)
})
