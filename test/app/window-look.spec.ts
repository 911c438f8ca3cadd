/**
 * Tests what an X11 desktop shows of a window, apart from its page: title, class and icon, size and
 * position.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as delay } from 'node:timers/promises'
import { startXScreen } from '../support/x-screen.ts'
import { expect, makeHome, test, type Started } from './app.ts'
import { cutPower } from './processes.ts'
import { slow } from '../slow.ts'

const missing = ['Xvfb', 'openbox', 'xprop'].filter((name) => {
  try {
    execFileSync('sh', ['-c', `command -v ${name}`], { stdio: 'ignore' })
    return false
  } catch {
    return true // not installed
  }
})

const size = { width: 1_280, height: 800 }

test(
  "a window on X11 has vibeflow's icon and class, and no address as its title",
  slow,
  async ({ start }) => {
    test.skip(missing.length > 0, `not installed: ${missing.join(', ')}`)
    const home = makeHome()
    const screen = await startXScreen(size, home)
    const xprop = (...words: string[]): string =>
      execFileSync('xprop', words, {
        env: { ...process.env, ...screen.variables },
        encoding: 'utf8',
        stdio: ['ignore', 'pipe', 'ignore'],
      })
    const seen = new Set<string>()
    /** Looks in a row that have found an address: the most of them, and those of now. */
    const addressed = { most: 0, now: 0 }
    let windows: readonly string[] = []
    let watching = true
    const watch = async () => {
      for (; watching; await delay(25)) {
        windows = xprop('-root', '_NET_CLIENT_LIST').match(/0x[0-9a-f]+/g) ?? []
        const names = windows.map((window) => xprop('-id', window, 'WM_NAME', '_NET_WM_NAME'))
        for (const one of names) seen.add(one)
        addressed.now = names.some((one) => /html|localhost|data:/.test(one))
          ? addressed.now + 1
          : 0
        addressed.most = Math.max(addressed.most, addressed.now)
      }
    }
    try {
      const watched = watch()
      const { page, shows } = await start({ home, env: screen.variables })
      await shows('ready$')
      expect(xprop('-id', windows[0]!, 'WM_CLASS')).toContain('"vibeflow", "vibeflow"')
      // The shim sets six sizes, Electron one. openbox draws the icon in the frame.
      expect(xprop('-id', windows[0]!, '-notype', '32c', '_NET_WM_ICON')).toMatch(
        /= (16|128), \1, \d/,
      )
      await expect.poll(amber, { intervals: [200] }).toBeGreaterThan(2)
      await page.reload() // Chromium gives the window the icon of each document
      await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 0)
      await shows('ready$')
      await expect.poll(amber, { intervals: [200] }).toBeGreaterThan(2)
      watching = false
      await watched
      // Chromium may set one itself, which is taken back as soon as the server tells of it
      expect(addressed.most, [...seen].join()).toBeLessThan(3)
      expect([...seen].join()).toContain('vibeflow')
    } finally {
      watching = false
      screen.stop()
    }

    /** Pixels of the icon's amber, which nothing else there has. */
    async function amber(): Promise<number> {
      const picture = await screen.look({ x: 0, y: 0, ...size })
      let count = 0
      for (let at = 0; at < picture.length; at += 4) {
        const [blue = 0, green = 0, red = 0] = picture.subarray(at)
        if (red > 0x80 && red > green && red - blue > 0x60) count += 1
      }
      return count
    }
  },
)

test('a window on another workspace is brought to the user', slow, async ({ start }) => {
  test.skip(missing.length > 0, `not installed: ${missing.join(', ')}`)
  const home = makeHome()
  const screen = await startXScreen(size, home)
  const xdotool = (...words: string[]): string =>
    execFileSync('xdotool', words, {
      env: { ...process.env, ...screen.variables },
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    }).trim()
  try {
    const { app, shows } = await start({ home, env: screen.variables })
    await shows('ready$')
    const window = xdotool('search', '--onlyvisible', '--class', '^vibeflow$').split('\n')[0]!
    xdotool('set_desktop_for_window', window, '1')
    await expect.poll(() => xdotool('get_desktop_for_window', window)).toBe('1')
    expect(xdotool('get_desktop')).toBe('0')
    // as `vibeflow next` and a click on a notification do
    await app.evaluate(({ BrowserWindow }) => {
      const [one] = BrowserWindow.getAllWindows()
      ;(one as unknown as { show(): void }).show()
    })
    await expect.poll(() => xdotool('get_desktop')).toBe('1')
    await expect.poll(() => xdotool('getactivewindow')).toBe(window)
  } finally {
    screen.stop()
  }
})

test(
  'a window returns to its position after full screen and in the next run',
  slow,
  async ({ start }) => {
    test.skip(missing.length > 0, `not installed: ${missing.join(', ')}`)
    const home = makeHome('[window]\nwidth = 500\nheight = 300\nremember_size = true\n')
    const screen = await startXScreen(size, home)
    /** Returns the visible part of each window's page. */
    const frames = ({ app }: Started) =>
      Promise.all(
        app
          .windows()
          .map((page) =>
            page
              .evaluate(() => [screenX, screenY, innerWidth, innerHeight].map(Math.round).join())
              .catch(() => 'no page yet'),
          ),
      )
    try {
      let started = await start({ home, env: screen.variables })
      await started.shows('ready$')
      await started.page.keyboard.press('Control+Shift+N')
      const second = async () => (await frames(started))[1]
      await expect.poll(second).toMatch(/,500,300$/)
      const page = started.app.windows()[1]!
      // Chromium drops keys for a page that it has not drawn yet
      await expect
        .poll(() => page.evaluate(() => window.vibeflowTest!.screen().join()).catch(() => ''))
        .toContain('ready$')
      const made = await second()
      await page.keyboard.press('F11')
      await expect.poll(second).toBe('0,0,1280,800')
      await page.keyboard.press('F11')
      await expect.poll(second).toBe(made)

      await started.app.evaluate(({ BrowserWindow }) => {
        const [one, other] = BrowserWindow.getAllWindows() as unknown as {
          setBounds(bounds: object): void
        }[]
        one!.setBounds({ x: 40, y: 60, width: 700, height: 400 })
        other!.setBounds({ x: 600, y: 300, width: 520, height: 330 })
      })
      await expect.poll(() => frames(started)).toContainEqual(expect.stringContaining(',520,330'))
      await expect.poll(() => frames(started)).toContainEqual(expect.stringContaining(',700,400'))
      const saved = join(home, 'state/vibeflow/session/session.json')
      const widths = () =>
        existsSync(saved) ? readFileSync(saved, 'utf8').match(/"width":(520|700)/g)?.length : 0
      await expect.poll(widths).toBe(2)
      // after it: the page of a window may see its new size before its new position
      const before = (await frames(started)).sort()
      await cutPower(started)
      started = await start({ home, env: screen.variables })
      await expect.poll(() => started.app.windows().length).toBe(2)
      await expect.poll(async () => (await frames(started)).sort()).toEqual(before)
    } finally {
      screen.stop()
    }
  },
)
