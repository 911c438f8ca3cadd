/**
 * The window's X button in daily use: with a display and without a driver. One app, steered by a
 * file of `-r` that evaluates what it reads, opens a window for each test; the last one ends it.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { electronFile, fixtureFolder, testEnvironment, until } from './launch.ts'
import { pressCloseButton } from './x-close.ts'
import { missingOf, startXServer, type XServer } from './x-server.ts'
import { slow } from '../slow.ts'

const missing = missingOf('Xvfb', 'xdotool')
test.skip(missing.length > 0, `not installed: ${missing.join(', ')}`)

const CONTROL = `const lines = require('node:readline').createInterface({ input: process.stdin })
lines.on('line', async (line) => {
  const { id, code } = JSON.parse(line)
  const electron = await import('electron')
  const run = new Function('electron', 'fixture', 'return (async () => (' + code + '))()')
  const answer = await run(electron, globalThis.fixture).then(
    (value) => ({ id, value }), (error) => ({ id, error: String(error) }))
  process.stdout.write(JSON.stringify(answer) + '\\n')
})`

let server: XServer
let folder = ''
let child: ChildProcess
const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()

test.beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shim-close-'))
  writeFileSync(path.join(folder, 'control.cjs'), CONTROL)
  server = await startXServer()
  const environment = testEnvironment({
    DISPLAY: server.display,
    WAYLAND_DISPLAY: '',
    VIBEFLOW_HEADLESS: '',
    XDG_STATE_HOME: folder,
  })
  child = spawn(electronFile, ['-r', path.join(folder, 'control.cjs'), fixtureFolder], {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  createInterface({ input: child.stdout! }).on('line', (line) => {
    const { id, value, error } = JSON.parse(line) as { id: number; value?: unknown; error?: string }
    if (error === undefined) waiting.get(id)?.resolve(value)
    else waiting.get(id)?.reject(new Error(error))
  })
  expect(await until(() => main('fixture?.window !== undefined'), Boolean)).toBe(true)
  // the app outlives its windows
  await main(
    'electron.app.removeAllListeners("window-all-closed"), void ' +
      'electron.app.on("window-all-closed", () => fixture.events.push("all closed"))',
  )
})
test.afterAll(async () => {
  if (child.exitCode === null) {
    void main('fixture.hold = false') // otherwise it stays, and the error is not shown
    child.kill('SIGTERM')
    await once(child, 'exit')
  }
  await server.end()
  rmSync(folder, { recursive: true, force: true })
})

let last = 0
/** Evaluated in the main process. */
function main(source: string): Promise<unknown> {
  return new Promise((resolve, reject) => {
    waiting.set(++last, { resolve, reject })
    child.stdin!.write(`${JSON.stringify({ id: last, code: source })}\n`)
  })
}

/** Evaluated in the page of the window. */
const page = (source: string): Promise<unknown> =>
  main(`fixture.window.webContents.executeJavaScript(${JSON.stringify(source)})`)

/**
 * Once more after a moment: a window that has just been made may not be there for the server yet.
 */
const x = (...args: string[]): string => {
  const run = () =>
    execFileSync('xdotool', args, {
      env: { ...process.env, DISPLAY: server.display },
      encoding: 'utf8',
      timeout: 5_000,
      stdio: 'pipe',
    })
  try {
    return run()
  } catch {
    execFileSync('sleep', ['1']) // not there yet
    return run()
  }
}
const HOLD =
  'void fixture.window.on("close", (event) => { if (fixture.hold) event.preventDefault() ' +
  '}), fixture.hold = true'
const CLOSES = 'fixture.events.filter((event) => event === "close").length'
const LOADS = 'fixture.ports.length'
const pressAgainMs = 3_000

/** A window with its page loaded, as xdotool prints it, that holds on when it is asked to close. */
async function openWindow(): Promise<string> {
  await main('void (fixture.window.isDestroyed() && (fixture.window = fixture.open()))')
  const ready = 'fixture.window.webContents.executeJavaScript("Boolean(globalThis.page?.port)")'
  expect(await until(() => main(ready), Boolean)).toBe(true)
  const window = await until(() => {
    try {
      return x('search', '--onlyvisible', '--name', '^Fixture$').trim().split('\n').at(-1) ?? ''
    } catch {
      return '' // not yet named
    }
  }, Boolean)
  await main(HOLD)
  await main('void fixture.events.splice(0)')
  return window
}

const pressX = (window: string): Promise<void> => pressCloseButton(server.display, Number(window))

/** The last window has closed, and the app has received the event. */
const allClosed = () => until(() => main('fixture.events.includes("all closed")'), Boolean)

/**
 * Chromium takes no press while its question of the one before is still being put away: after a
 * while the button is pressed again.
 */
async function pressCounted(window: string): Promise<void> {
  const before = Number(await main(CLOSES))
  let dueAt = 0
  const count = await until(
    async () => {
      if (performance.now() >= dueAt) {
        await pressX(window)
        dueAt = performance.now() + pressAgainMs
      }
      return Number(await main(CLOSES))
    },
    (now) => now > before,
  )
  expect(count).toBe(before + 1)
}

test('the X button asks the app, which may prevent closing; close fires once', async () => {
  const window = await openWindow()
  await pressCounted(window)
  x('windowfocus', '--sync', window)
  x('type', 'still here')
  expect(
    await until(
      () => page('document.getElementById("input").value'),
      (value) => value === 'still here',
    ),
  ).toBe('still here')
  await pressCounted(window)
  await main('fixture.hold = false')
  expect(
    await until(async () => {
      await pressX(window).catch(() => undefined)
      await delay(300)
      return main('fixture.events.includes("all closed")')
    }, Boolean),
  ).toBe(true)
  expect(await main(CLOSES)).toBe(3)
})

/** Returns the renderer processes below a process. */
function renderersOf(ancestor: number): number[] {
  const rows = execFileSync('ps', ['-eo', 'pid=,ppid=,args='], { encoding: 'utf8' })
    .split('\n')
    .map((row) => /^ *(\d+) +(\d+) (.*)$/.exec(row) ?? [])
    .map(([, pid, parent, words = '']) => ({ pid: Number(pid), parent: Number(parent), words }))
  const parents = new Map(rows.map(({ pid, parent }) => [pid, parent]))
  const isBelow = (pid: number): boolean => {
    const parent = parents.get(pid) ?? 0
    return parent === ancestor || (parent > 1 && isBelow(parent))
  }
  return rows
    .filter(({ pid, words }) => words.includes('type=renderer') && isBelow(pid))
    .map(({ pid }) => pid)
}

test('a crashed page does not block its window', slow, async () => {
  const window = await openWindow()
  for (const pid of renderersOf(child.pid ?? 0)) process.kill(pid, 'SIGKILL')
  expect(
    await until(() => main('fixture.events.some((event) => event.startsWith("gone"))'), Boolean),
  ).toBe(true)
  await pressX(window)
  expect(await allClosed()).toBe(true)
})

test('a main process that hangs leaves the decision to the user', slow, async () => {
  const window = await openWindow()
  child.kill('SIGSTOP')
  try {
    await pressX(window)
    x('windowfocus', '--sync', window)
    // Chromium's own question; Leave is its first choice.
    const gone = await until(() => {
      try {
        x('key', 'Return')
        return x('search', '--onlyvisible', '--name', '^Fixture$').trim() === ''
      } catch {
        return true // no such window
      }
    }, Boolean)
    expect(gone).toBe(true)
  } finally {
    child.kill('SIGCONT')
  }
  expect(await allClosed()).toBe(true)
})

test("reload, load and the app's own end are not delayed", slow, async () => {
  const window = await openWindow()
  x('windowfocus', '--sync', window)
  x('type', 'used')
  const loads = Number(await main(LOADS))
  const loaded = async (more: number) =>
    expect(
      await until(
        () => main(LOADS),
        (count) => count === loads + more,
      ),
    ).toBe(loads + more)
  await main('fixture.window.webContents.reload()')
  await loaded(1)
  x('type', 'used')
  await page('void setTimeout(() => location.reload(), 0)')
  await loaded(2)
  x('type', 'used')
  await main('fixture.window.loadURL("fixture://app/index.html?again")')
  await loaded(3)
  expect(await main(CLOSES)).toBe(0)
  await pressX(window)
  expect(
    await until(
      () => main(CLOSES),
      (count) => count === 1,
    ),
  ).toBe(1)
  const ended = once(child, 'exit')
  await main('fixture.hold = false, void setTimeout(() => electron.app.quit(), 10)')
  expect(await ended).toEqual([0, null])
})
