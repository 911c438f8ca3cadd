/** Windows on a display: one app for all tests, the last of which ends it. */
import { execFileSync } from 'node:child_process'
import { setTimeout as delay } from 'node:timers/promises'
import { expect, test } from '@playwright/test'
import { connected, inMain, inPage, launchFixture, until, type Fixture } from './launch.ts'
import { missingOf, startXServer, type XServer } from './x-server.ts'
import { slow } from '../slow.ts'

/** Programs of section 10 of electron-offline.md; a machine without them cannot run these. */
const missing = missingOf('Xvfb', 'xdotool', 'xclip')
test.skip(missing.length > 0, `not installed: ${missing.join(', ')}`)

let server: XServer
let app: Fixture['app']
let page: Fixture['page']
test.beforeAll(async () => {
  server = await startXServer()
  ;({ app, page } = await launchFixture({
    DISPLAY: server.display,
    WAYLAND_DISPLAY: '',
    VIBEFLOW_HEADLESS: '',
  }))
})
test.afterAll(async () => {
  await app.close().catch(() => undefined) // a test ended it
  await server.end()
})

const x = (program: string, ...args: string[]): string =>
  execFileSync(program, args, {
    env: { ...process.env, DISPLAY: server.display },
    encoding: 'utf8',
    timeout: 5_000,
  })

/** Returns the last window found this way. It may not exist, or have its name, yet. */
const windowOf = (...by: string[]): Promise<string> =>
  until(() => {
    try {
      return (
        x('xdotool', 'search', '--onlyvisible', ...by)
          .trim()
          .split('\n')
          .at(-1) ?? ''
      )
    } catch {
      return ''
    }
  }, Boolean)

test('a standalone window fills its page, reserves no key, and follows title changes', async () => {
  expect(
    await until(
      () => inPage<number[]>(page, '[innerWidth, innerHeight]'),
      ([, height]) => height === 640,
    ),
  ).toEqual([900, 640])
  const window = await windowOf('--name', '^Fixture$')
  expect(window).not.toBe('')
  expect(x('xdotool', 'search', '--onlyvisible', '--class', '^Shim Fixture$')).toContain(window)
  x('xdotool', 'windowfocus', '--sync', window)
  // As a terminal does: what the page does not take, Chromium may (Ctrl+W closes the window then).
  await inPage(page, 'addEventListener("keydown", (event) => event.preventDefault())')
  for (const key of [
    ...['ctrl+t', 'ctrl+w', 'ctrl+n', 'ctrl+Tab', 'ctrl+shift+t', 'ctrl+shift+w', 'F11', 'F1'],
  ]) {
    x('xdotool', 'key', '--clearmodifiers', key)
    await delay(50)
  }
  const wanted = ['C-t', 'C-w', 'C-n', 'C-Tab', 'C-S-T', 'C-S-W', 'F1']
  const keys = await until(
    () => inPage<string[]>(page, 'page.keys'),
    (all) => all.includes('F1'),
  )
  expect(wanted.filter((key) => !keys.includes(key))).toEqual([])
  expect(await inMain(app, 'electron.BrowserWindow.getAllWindows().length')).toBe(1)
  await inPage(page, 'document.title = "Another"')
  expect(
    await until(
      () => x('xdotool', 'getwindowname', window).trim(),
      (name) => name === 'Another',
    ),
  ).toBe('Another')
})

test("both clipboards are the desktop's, and page code may not read them", async () => {
  await inMain(app, 'electron.clipboard.writeText("from the app äöü")')
  await inMain(app, 'electron.clipboard.selection.writeText("selected")')
  // xclip fails while no client owns the selection
  const taken = (which: string) =>
    expect.poll(() => {
      try {
        return x('xclip', '-o', '-selection', which)
      } catch (error) {
        return String(error)
      }
    })
  await taken('clipboard').toBe('from the app äöü')
  await taken('primary').toBe('selected')
  for (const which of ['clipboard', 'primary'])
    execFileSync('xclip', ['-i', '-selection', which], {
      input: `other ${which}`,
      env: { ...process.env, DISPLAY: server.display },
      stdio: ['pipe', 'ignore', 'ignore'],
    })
  const read = () =>
    inMain<string[]>(
      app,
      'Promise.all([electron.clipboard.readText(), electron.clipboard.selection.readText()])',
    )
  expect(await until(read, (both) => both.every((text) => text.startsWith('other')))).toEqual([
    'other clipboard',
    'other primary',
  ])
  expect(
    await inPage(page, 'navigator.clipboard.readText().then(() => "read", (error) => error.name)'),
  ).toBe('NotAllowedError')
})

test('a page reloaded after a crash has the keyboard once it is focused', async () => {
  const window = await windowOf('--class', '^Shim Fixture$')
  x('xdotool', 'windowfocus', '--sync', window)
  const crash = page.waitForEvent('crash')
  // never answered: its page is gone
  void page.goto('chrome://crash').catch((error: unknown) => String(error))
  await crash
  await delay(500) // Chromium shows a page of its own instead
  await inMain(
    app,
    'void (fixture.loaded = false, fixture.window.webContents.once("did-finish-load", () => ' +
      '{ fixture.window.webContents.focus(); fixture.loaded = true }))',
  )
  await inMain(app, 'fixture.window.webContents.reload()')
  expect(
    await until(
      () => inMain<boolean>(app, 'fixture.loaded'),
      (loaded) => loaded,
    ),
  ).toBe(true)
  await expect
    .poll(() => {
      x('xdotool', 'key', '--clearmodifiers', 'w')
      return inMain<string[]>(app, 'fixture.window.webContents.executeJavaScript("page.keys")')
    })
    .toContain('w')
})

test("a second window opens and closes, and the last one's end is the app's", slow, async () => {
  const [second] = await Promise.all([
    app.waitForEvent('window'),
    inMain(app, 'void (fixture.second = fixture.open({ width: 500, height: 300 }))'),
  ])
  await connected(second)
  expect(
    await until(
      () => inPage<number[]>(second, '[innerWidth, innerHeight]'),
      ([width]) => width === 500,
    ),
  ).toEqual([500, 300])
  await inMain(app, 'fixture.second.close()')
  expect(
    await until(
      () => app.windows().length,
      (count) => count === 1,
    ),
  ).toBe(1)
  const ended = new Promise((resolve) => app.process().once('exit', resolve))
  await inMain(app, 'void setTimeout(() => fixture.window.close(), 10)')
  expect(await ended).toBe(0)
})
