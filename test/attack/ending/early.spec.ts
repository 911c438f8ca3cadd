/** Starts that end, are asked for more, or fail before windows and tabs are loaded. */
import { spawn, type ChildProcess } from 'node:child_process'
import { cpSync, existsSync, lstatSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import {
  executablePath,
  expect,
  homeEnvironment,
  makeHome,
  startAgain,
  test,
} from '../../app/app.ts'
import { onElectron, sandboxStarts } from '../../engine.ts'

const root = resolve(import.meta.dirname, '../../..')
const held = '[session]\nrestore = "never"\n[tabs]\non_exit = "close"\n'

/** A copy of the app in this home, whose files can be changed. */
function copyApp(home: string): string {
  const folder = join(home, 'app')
  for (const part of ['package.json', 'out/main', 'out/preload', 'out/renderer'])
    cpSync(join(root, part), join(folder, part), { recursive: true })
  for (const part of ['node_modules', 'out/integrations'])
    symlinkSync(join(root, part), join(folder, part))
  return folder
}

/** Changes a file of the copy. */
function change(folder: string, name: string, by: (text: string) => string): void {
  const file = join(folder, 'out/main', name)
  const before = readFileSync(file, 'utf8')
  const after = by(before)
  expect(after).not.toBe(before)
  writeFileSync(file, after)
}

/** Makes the start wait for `go` before windows and tabs are loaded, as on a slow disk. */
function slow(home: string, folder: string) {
  const [go, waits] = [join(home, 'go'), join(home, 'waits')]
  const code = `
    const { existsSync: isThere, writeFileSync: note } = await import('node:fs')
    note(${JSON.stringify(waits)}, '')
    while (!isThere(${JSON.stringify(go)})) await new Promise((next) => setTimeout(next, 20))\n`
  change(folder, 'run.js', (text) => `{${code}}\n${text}`)
  return {
    go: () => writeFileSync(go, ''),
    waits: () => expect.poll(() => existsSync(waits)).toBe(true),
  }
}

interface First {
  readonly child: ChildProcess
  readonly ended: Promise<{ readonly code: number | null; readonly error: string }>
}

function startFirst(home: string, folder: string, args: readonly string[]): First {
  const flags = onElectron && !sandboxStarts(executablePath) ? ['--no-sandbox'] : []
  const child = spawn(executablePath, [...flags, folder, ...args], {
    cwd: home,
    stdio: ['ignore', 'ignore', 'pipe'],
    env: { ...process.env, VIBEFLOW_HEADLESS: '1', ...homeEnvironment(home), PWD: home },
  })
  let error = ''
  child.stderr.on('data', (text) => {
    error += String(text)
  })
  const ended = new Promise<{ code: number | null; error: string }>((done) => {
    child.on('close', (code) => done({ code, error }))
  })
  return { child, ended }
}

function hasLock(home: string): boolean {
  try {
    return lstatSync(join(home, 'state/vibeflow/chromium/SingletonLock')).isSymbolicLink()
  } catch {
    return false
  }
}

for (const [what, name, by] of [
  ['is missing a binding', 'run.js', (text) => `import { noSuch } from './start.js'\n${text}`],
  ['cannot be parsed', 'run.js', (text) => text.slice(0, text.length / 2)],
  ['throws', 'run.js', (text) => `${text}\nthrow new Error('at the end')\n`],
  [
    'cannot lock the pages',
    'chunks/settings.js',
    (text) => text.replace('setSpellCheckerEnabled(', 'noSuchMethod('),
  ],
] as const satisfies readonly [string, string, (text: string) => string][])
  test(`a start whose code ${what} reports it, ends, and frees the lock`, async () => {
    const home = makeHome(held)
    const folder = copyApp(home)
    change(folder, name, by)
    const ran = join(home, 'ran')
    const { ended } = startFirst(home, folder, ['-e', 'sh', '-c', `: > ${ran}`])
    const { code, error } = await ended
    expect([code, hasLock(home), existsSync(ran)]).toEqual([1, false, false])
    expect(error).toContain("vibeflow can't start: ")
    expect(error).toContain('If the start fails again, reinstall vibeflow.')
    expect(error).not.toContain('unhandled')
  })

test('a start without window whose code is missing reports it and ends', async () => {
  const home = makeHome(held)
  const folder = copyApp(home)
  change(folder, 'start.js', (text) =>
    text.replace(/import\("\.\/[^"]*windowless[^"]*"\)/, 'import("./none.js")'),
  )
  const { ended } = startFirst(home, folder, ['--check-config'])
  const { code, error } = await ended
  expect([code, error.match(/can't start: Cannot find module/)?.length]).toEqual([1, 1])
})

for (const [signal, args, code] of [
  ['SIGTERM', [], 0],
  ['SIGINT', ['--wait'], 129],
  ['SIGHUP', ['--wait'], 129],
] as const)
  test(`${signal} ends a start ${args.join()} that has loaded no window`, async () => {
    const home = makeHome(held)
    const folder = copyApp(home)
    const { go, waits } = slow(home, folder)
    const ran = join(home, 'ran')
    const { child, ended } = startFirst(home, folder, [...args, '-e', 'touch', ran])
    await waits()
    child.kill(signal)
    await expect.poll(() => hasLock(home)).toBe(false)
    go() // while Chromium ends
    const end = await ended
    expect([end.code, existsSync(ran)]).toEqual([code, false])
    expect(end.error).not.toContain('unhandled')
  })

test('requests of later starts wait until windows are loaded', async () => {
  const home = makeHome(held)
  const folder = copyApp(home)
  const { go, waits } = slow(home, folder)
  const ran = (name: string) => join(home, name)
  const of = (name: string) => ['-e', 'sh', '-c', `: > ${ran(name)}; exec sleep 1000`]
  const { child, ended } = startFirst(home, folder, of('first'))
  await waits()
  const later = await Promise.all(['second', 'third'].map((name) => startAgain(home, of(name))))
  expect(later).toEqual([
    { code: 0, error: '' },
    { code: 0, error: '' },
  ])
  expect(existsSync(ran('second'))).toBe(false)
  go()
  for (const name of ['first', 'second', 'third'])
    await expect.poll(() => existsSync(ran(name))).toBe(true)
  child.kill('SIGTERM')
  expect((await ended).code).toBe(0)
})
