/**
 * The window's X button in daily use: with a display and without a driver. The app is steered by a
 * file of `-r` that evaluates what it reads.
 */
import { execFileSync, spawn, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { electronFile, fixtureFolder, testEnvironment, until } from './launch.ts'
import { pressCloseButton } from './x-close.ts'

const missing = ['Xvfb', 'xdotool'].filter((name) => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
    return false
  } catch {
    return true // not installed
  }
})
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

let server: ChildProcess
let display = ''
let folder = ''
test.beforeAll(async () => {
  folder = mkdtempSync(path.join(os.tmpdir(), 'shim-close-'))
  writeFileSync(path.join(folder, 'control.cjs'), CONTROL)
  server = spawn('Xvfb', ['-displayfd', '3', '-screen', '0', '1280x800x24', '-nolisten', 'tcp'], {
    stdio: ['ignore', 'ignore', 'ignore', 'pipe'],
  })
  const number = await new Promise<Buffer>((resolve) => server.stdio[3]?.once('data', resolve))
  display = `:${number.toString('utf8').trim()}`
})
test.afterAll(() => {
  server.kill()
  rmSync(folder, { recursive: true, force: true })
})

/**
 * Once more after a moment: a window that has just been made may not be there for the server yet.
 */
const x = (...args: string[]): string => {
  const run = () =>
    execFileSync('xdotool', args, {
      env: { ...process.env, DISPLAY: display },
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

interface Daily {
  main(code: string): Promise<unknown>
  page(code: string): Promise<unknown>
  pressX(): Promise<void>
  readonly window: string
  readonly child: ChildProcess
  /** The exit code; undefined while it runs. */
  code(): number | null | undefined
}

async function withDailyRun(work: (daily: Daily) => Promise<void>): Promise<void> {
  const environment = testEnvironment({
    DISPLAY: display,
    WAYLAND_DISPLAY: '',
    VIBEFLOW_HEADLESS: '',
    XDG_STATE_HOME: folder,
  })
  const child = spawn(electronFile, ['-r', path.join(folder, 'control.cjs'), fixtureFolder], {
    env: environment,
    stdio: ['pipe', 'pipe', 'inherit'],
  })
  let code: number | null | undefined
  const waiting = new Map<number, { resolve(value: unknown): void; reject(error: Error): void }>()
  const ended = new Promise<void>((resolve) =>
    child.once('exit', (is) => {
      code = is
      resolve()
    }),
  )
  createInterface({ input: child.stdout }).on('line', (line) => {
    const { id, value, error } = JSON.parse(line) as { id: number; value?: unknown; error?: string }
    if (error === undefined) waiting.get(id)?.resolve(value)
    else waiting.get(id)?.reject(new Error(error))
  })
  let last = 0
  const main = (source: string): Promise<unknown> =>
    new Promise((resolve, reject) => {
      waiting.set(++last, { resolve, reject })
      child.stdin.write(`${JSON.stringify({ id: last, code: source })}\n`)
    })
  const page = (source: string): Promise<unknown> =>
    main(`fixture.window.webContents.executeJavaScript(${JSON.stringify(source)})`)
  try {
    expect(
      await until(
        () => main('fixture.ports.length > 0 && !fixture.window.webContents.isLoading()'),
        Boolean,
      ),
    ).toBe(true)
    const window = await until(() => {
      try {
        return x('search', '--onlyvisible', '--name', '^Fixture$').trim().split('\n').at(-1) ?? ''
      } catch {
        return '' // not yet named
      }
    }, Boolean)
    await work({
      main,
      page,
      window,
      child,
      pressX: () => pressCloseButton(display, Number(window)),
      code: () => code,
    })
  } finally {
    if (code === undefined) {
      void main('fixture.hold = false') // else it stays, and what went wrong is not said
      child.kill('SIGTERM')
    }
    await ended
  }
}

/**
 * Chromium takes no press while its question of the one before is still being put away: after a
 * while the button is pressed again.
 */
async function pressCounted({ main, pressX }: Daily): Promise<void> {
  const before = Number(await main(CLOSES))
  let dueAt = 0
  const count = await until(
    async () => {
      if (performance.now() >= dueAt) {
        await pressX()
        dueAt = performance.now() + pressAgainMs
      }
      return Number(await main(CLOSES))
    },
    (now) => now > before,
  )
  expect(count).toBe(before + 1)
}

// … and otherwise it goes and says close once
test('the X button asks the app: prevented it stays, typed or not', async () => {
  await withDailyRun(async (daily) => {
    const { main, page, pressX, window, code } = daily
    await main(HOLD)
    await pressCounted(daily)
    x('windowfocus', '--sync', window)
    x('type', 'still here')
    expect(
      await until(
        () => page('document.getElementById("input").value'),
        (value) => value === 'still here',
      ),
    ).toBe('still here')
    await pressCounted(daily)
    await main('fixture.hold = false')
    await main(
      'electron.app.removeAllListeners("window-all-closed"), void ' +
        'electron.app.on("window-all-closed", () => electron.app.exit(40 + ' +
        'fixture.events.filter((event) => event === "close").length))',
    )
    expect(
      await until(
        async () => {
          await pressX().catch(() => undefined)
          await delay(300)
          return code()
        },
        (is) => is !== undefined,
      ),
    ).toBe(43)
  })
})

test("reload, load and the app's own end are not held up", async () => {
  await withDailyRun(async ({ main, page, pressX, window, code }) => {
    await main(HOLD)
    x('windowfocus', '--sync', window)
    x('type', 'used')
    const loads = Number(await main(LOADS))
    await main('fixture.window.webContents.reload()')
    expect(
      await until(
        () => main(LOADS),
        (count) => count === loads + 1,
      ),
    ).toBe(loads + 1)
    x('type', 'used')
    await page('void setTimeout(() => location.reload(), 0)')
    expect(
      await until(
        () => main(LOADS),
        (count) => count === loads + 2,
      ),
    ).toBe(loads + 2)
    x('type', 'used')
    await main('fixture.window.loadURL("fixture://app/index.html?again")')
    expect(
      await until(
        () => main(LOADS),
        (count) => count === loads + 3,
      ),
    ).toBe(loads + 3)
    expect(await main(CLOSES)).toBe(0)
    await pressX()
    expect(
      await until(
        () => main(CLOSES),
        (count) => count === 1,
      ),
    ).toBe(1)
    await main('fixture.hold = false, void setTimeout(() => electron.app.quit(), 10)')
    expect(await until(code, (is) => is !== undefined)).toBe(0)
  })
})

test('a page that crashed does not hold its window', async () => {
  await withDailyRun(async ({ main, pressX, code }) => {
    await main(HOLD)
    const browser = String(await main('fixture.window.webContents.getOSProcessId()'))
    for (const pid of execFileSync('pgrep', ['-g', browser, '-f', 'type=renderer'], {
      encoding: 'utf8',
    })
      .trim()
      .split('\n'))
      process.kill(Number(pid), 'SIGKILL')
    expect(
      await until(() => main('fixture.events.some((event) => event.startsWith("gone"))'), Boolean),
    ).toBe(true)
    await pressX()
    expect(await until(code, (is) => is !== undefined)).toBe(0)
  })
})

test('a main process that hangs leaves the answer to the user', async () => {
  await withDailyRun(async ({ main, pressX, window, child }) => {
    await main(HOLD)
    child.kill('SIGSTOP')
    try {
      await pressX()
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
  })
})
