/**
 * The drop-down: shown and hidden by further starts, with a session set of its own, and on the
 * picture of a display with a window manager.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { ElectronApplication, Page } from '@playwright/test'
import type { SavedSession } from '../../src/core/windows/restore/saved-session.ts'
import { XDisplay } from '../../src/electron-shim/desktop/x-display.ts'
import { greeted, startBus } from '../support/fake/fake-desktop.ts'
import { startPortal } from '../support/fake/fake-portal.ts'
import { f12, startXScreen, superKey } from '../support/x-screen.ts'
import { desktopCalls, expect, makeHome, startAgain, test } from './app.ts'
import { cutPower, startWindow } from './processes.ts'
import { slow } from '../slow.ts'

// several starts each

const windows = (app: ElectronApplication) =>
  app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().map((window) => ({
      visible: window.isVisible(),
      ...window.getBounds(),
    })),
  )
const visible = async (app: ElectronApplication) =>
  (await windows(app)).map((window) => window.visible)
const loaded = (page: Page, tabs = 1) =>
  page.waitForFunction((count) => window.vibeflowTest?.tabs().length === count, tabs)
const titles = (page: Page) =>
  page.evaluate(() => window.vibeflowTest!.tabs().map(({ title }) => title))
const save = (home: string, text: string) =>
  writeFileSync(join(home, 'config/vibeflow/config.toml'), text)
/** Titles of the tabs of a session set that is on the disk, by window. */
const saved = (home: string, folder: string): (string | null)[][] => {
  const file = join(home, 'state/vibeflow', folder, 'session.json')
  return existsSync(file)
    ? (JSON.parse(readFileSync(file, 'utf8')) as SavedSession).windows.map(({ tabs }) =>
        tabs.map(({ title }) => title),
      )
    : []
}

/** Ends the drop-down, with its tabs. */
async function closeTabs(dropDown: Page, app: ElectronApplication): Promise<void> {
  await dropDown.evaluate(() => {
    for (const { id: tab } of window.vibeflowTest!.tabs())
      window.vibeflowTest!.post({ kind: 'pane/close', pane: tab, force: true })
  })
  await expect.poll(() => app.windows().length).toBe(1)
}

test('--drop-down shows the window, and the next start hides it', slow, async ({ configured }) => {
  const shared = await configured('[drop_down]\nheight = 40\n')
  const { app, home } = shared
  const dropDown = await startWindow(shared, ['--drop-down'])
  await expect.poll(() => visible(app)).toEqual([true, true])
  const screen = await app.evaluate(({ screen }) => screen.getPrimaryDisplay().workArea)
  expect((await windows(app))[1]).toEqual({
    visible: true,
    x: screen.x,
    y: screen.y,
    width: screen.width,
    height: Math.round(screen.height * 0.4),
  })
  await startAgain(home, ['--drop-down'])
  await expect.poll(() => visible(app)).toEqual([true, false])
  await closeTabs(dropDown, app)
})

test(
  'a hidden drop-down keeps its tabs, and a new tab of its own shows it',
  slow,
  async ({ shared }) => {
    const { app, home, page } = shared
    const dropDown = await startWindow(shared, ['--drop-down'])
    await startAgain(home, ['--drop-down'])
    await expect.poll(() => visible(app)).toEqual([true, false])
    // a tab from outside opens in an ordinary window; a tab requested for the drop-down shows it
    // again
    await startAgain(home, ['--tab', '-T', 'ordinary'])
    await loaded(page, 2)
    expect(await visible(app)).toEqual([true, false])
    await startAgain(home, ['--drop-down', '-T', 'mine', '-e', 'cat'])
    await loaded(dropDown, 2)
    expect([await titles(dropDown), await titles(page)]).toEqual([
      ['bash', 'mine'],
      ['bash', 'ordinary'],
    ])
    await expect.poll(() => visible(app)).toEqual([true, true])
    await closeTabs(dropDown, app)
  },
)

test(
  'the tabs of the drop-down are restored with it, and ordinary windows without it',
  slow,
  async ({ restart, shared: first }) => {
    const { home } = first
    await startAgain(home, ['--tab', '-T', 'ordinary'])
    const above = await startWindow(first, ['--drop-down', '-T', 'above'])
    await above.evaluate(() => window.vibeflowTest!.post({ kind: 'tab/open' }))
    await loaded(first.page, 2)
    await loaded(above, 2)
    for (const [page, place] of [
      [first.page, 0],
      [above, 1],
    ] as const)
      await page.evaluate((at) => {
        const tab = window.vibeflowTest!.tabs()[at]!.id
        // the window is saved soon after
        window.vibeflowTest!.post({ kind: 'pane/close', pane: tab, force: true })
      }, place)
    await expect.poll(() => saved(home, 'session-drop-down')).toEqual([['above']])
    await expect.poll(() => saved(home, 'session')).toEqual([['ordinary']])
    await cutPower(first)

    // a login that starts the drop-down alone: ordinary windows wait for the first that is opened
    const second = await restart({ args: ['--drop-down'] })
    expect([await titles(second.page), second.app.windows().length]).toEqual([['above'], 1])
    expect(saved(home, 'session')).toEqual([['ordinary']])
    const ordinary = await startWindow(second, [])
    expect([await titles(ordinary), second.app.windows().length]).toEqual([['ordinary'], 2])

    // the last ordinary window goes, and the app stays for the drop-down; both sets are kept
    await ordinary.evaluate(() => window.vibeflowTest!.act('close_window'))
    await expect.poll(() => second.app.windows().length).toBe(1)
    await second.close()
    expect([saved(home, 'session'), saved(home, 'session-drop-down')]).toEqual([
      [['ordinary']],
      [['above']],
    ])
    const third = await restart()
    expect([await titles(third.page), third.app.windows().length]).toEqual([['ordinary'], 1])
  },
)

test(
  'the global shortcut of the portal toggles the drop-down; refusal is explained',
  slow,
  async ({ start }) => {
    const bus = await startBus()
    const behaviour = { bind: 0 }
    const portal = await startPortal(bus.address, behaviour)
    try {
      const { app, page, home, shows } = await start({
        home: makeHome('[drop_down]\nkey = "super+f12"\n'),
        env: { DBUS_SESSION_BUS_ADDRESS: bus.address },
      })
      await shows('ready$')
      await expect
        .poll(async () => (await desktopCalls(app)).filter(({ name }) => name === 'drop_down.key'))
        .toEqual([{ name: 'drop_down.key', args: ['Super+F12'] }])
      const stranger = await greeted(bus.address)
      portal.activate(stranger)
      const opened = app.waitForEvent('window')
      portal.activate()
      await loaded(await opened)
      expect(app.windows().length).toBe(2) // one signal counted
      await expect.poll(() => visible(app)).toEqual([true, true])
      portal.activate()
      await expect.poll(() => visible(app)).toEqual([true, false])
      portal.activate(stranger)
      // a key that is held down is pressed once
      await new Promise((resolve) => setTimeout(resolve, 200))
      for (let count = 0; count < 6; count += 1) portal.activate()
      await expect.poll(() => visible(app)).toEqual([true, true])
      await new Promise((resolve) => setTimeout(resolve, 200))
      expect(await visible(app)).toEqual([true, true])

      // another key is requested from the portal; an invalid key is reported with its line, and
      // nothing is lost
      const calls = () => portal.calls.filter(([member]) => member === 'BindShortcuts')
      save(home, '[drop_down]\nkey = "ctrl+alt+space"\n')
      await expect.poll(() => calls().length).toBe(2)
      expect(JSON.stringify(calls()[1])).toContain('"preferred_trigger":"CTRL+ALT+space"')
      save(home, '[drop_down]\nkey = "hyper+x"\n')
      await expect(page.locator('body')).toContainText('drop_down.key')
      expect(calls().length).toBe(2)
      portal.closeSession(stranger)
      portal.activate()
      await expect.poll(() => visible(app)).toEqual([true, false])

      behaviour.bind = 1
      save(home, '[drop_down]\nkey = "super+f12"\n')
      await expect(page.locator('body')).toContainText(
        "drop_down.key: couldn't register Super+F12 as a global shortcut: you declined it. Bind " +
          '"vibeflow --drop-down" in your desktop\'s keyboard settings instead.',
      )
    } finally {
      await bus.close()
    }
  },
)

/** Programs of a display that can be looked at. */
const missing = ['Xvfb', 'openbox'].filter((name) => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
    return false
  } catch {
    return true // not installed
  }
})

test(
  'a first start as the drop-down is as wide as a display of any size',
  slow,
  async ({ start }) => {
    test.skip(missing.length > 0, `not installed: ${missing.join(', ')}`)
    const home = makeHome('[drop_down]\nheight = 40\n')
    const screen = await startXScreen({ width: 1_000, height: 700 }, home)
    try {
      const { app } = await start({ home, env: screen.variables, args: ['--drop-down'] })
      await expect
        .poll(() => windows(app))
        .toEqual([{ visible: true, x: 0, y: 0, width: 1_000, height: 280 }])
    } finally {
      screen.stop()
    }
  },
)

test(
  'a key grabbed from the X11 server shows the drop-down over other windows',
  slow,
  async ({ start }) => {
    test.skip(missing.length > 0, `not installed: ${missing.join(', ')}`)
    const home = makeHome('[drop_down]\nkey = "super+f12"\nheight = 40\n[cursor]\nblink_ms = 0\n')
    const size = { width: 1_280, height: 800 }
    const screen = await startXScreen(size, home)
    const toggle = async () => {
      await new Promise((resolve) => setTimeout(resolve, 200)) // sooner, it counts as held down
      await screen.press(superKey, f12)
    }
    // its lower edge, and what is beneath it; the upper right corner, where no other window is
    const column = { x: 1_270, y: 0, width: 1, height: size.height }
    const picture = async () => {
      const rows = await screen.look(column)
      return Array.from({ length: size.height }, (_, y) => rows.readUInt32LE(4 * y) & 0xff_ff_ff)
    }
    const drawn = async () => (await picture()).filter((colour) => colour !== 0).length
    try {
      const { app, page, shows } = await start({
        home,
        // without a bus, no service offers global shortcuts
        env: { ...screen.variables, DBUS_SESSION_BUS_ADDRESS: 'unix:path=/nowhere' },
      })
      await shows('ready$')
      await expect.poll(drawn).toBe(0)
      const grabbed = async () =>
        (await desktopCalls(app)).filter(({ name }) => name === 'drop_down.key grabbed')
      await expect.poll(grabbed).toEqual([{ name: 'drop_down.key grabbed', args: [true] }])
      const opened = app.waitForEvent('window')
      await toggle()
      await loaded(await opened)
      // without a frame, at the upper edge and as wide as the display: 40 percent of 800 px
      await expect.poll(drawn).toBe(320)
      expect((await picture()).slice(0, 320)).not.toContain(0)
      await toggle()
      await expect.poll(drawn).toBe(0)
      await toggle()
      await expect.poll(drawn).toBe(320)
      // an ordinary window in the foreground does not cover it
      await page.bringToFront()
      expect(await drawn()).toBe(320)
      // a key that another program uses is reported, with advice
      const other = await XDisplay.open(screen.variables['DISPLAY'] ?? '')
      const f11 = { keysym: f12 - 1, modifiers: 0 }
      expect(await other.grab('other', f11, () => undefined)).toBe(true)
      save(home, '[drop_down]\nkey = "f11"\n')
      await expect(page.locator('body')).toContainText(
        "drop_down.key: couldn't register F11 as a global shortcut: another program may be using " +
          'it. ' +
          'Bind "vibeflow --drop-down"',
      )
      other.close()
    } finally {
      screen.stop()
    }
  },
)
