/** Starts with options: those of the command line, a second start, and the size of a window. */
import { existsSync, mkdirSync, renameSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { desktopCalls, expect, picture, showing, startAgain, startApp, test } from '../app.ts'
import { slow } from '../../slow.ts'
import { fileOf, save, style } from './saved-file.ts'

test(
  'Open configuration writes the template and opens $EDITOR; --wait exits as its tab',
  slow,
  async ({ start }) => {
    const { app, home, page, shows, tabs, type } = await start({
      env: { EDITOR: showing('head -n 3') },
      args: [
        '--wait',
        '-o',
        'window.padding_x=4',
        '-o',
        'window.padding_balance=false',
        '-o',
        'window.opacity=0.5',
        '-o',
        'window.decorations=none',
        '--geometry',
        '70x20',
        '-T',
        'my tab',
      ],
    })
    await shows('ready$')
    expect(existsSync(fileOf(home))).toBe(false) // the first start writes nothing
    await expect
      .poll(async () => {
        const { cols, rows } = await page.evaluate(() => window.vibeflowTest!.stats())
        return [cols, rows]
      })
      .toEqual([70, 20])
    expect([(await tabs())[0]?.title, await style(page, '.grid .xterm', 'padding')]).toEqual([
      'my tab',
      '8px 4px',
    ])
    // The desktop shows through the background of the grid, and not through the bar;
    // there is no frame.
    const shot = await app.evaluate(async ({ BrowserWindow }) =>
      (await BrowserWindow.getAllWindows()[0]!.capturePage()).toDataURL(),
    )
    const alphaAt = (x: number, y: number) =>
      page.evaluate(
        async ([address = '', x = 0, y = 0]) => {
          const bitmap = await createImageBitmap(
            new Blob([
              Uint8Array.from(atob(String(address).split(',')[1] ?? ''), (letter) =>
                letter.charCodeAt(0),
              ),
            ]),
          )
          const context = new OffscreenCanvas(bitmap.width, bitmap.height).getContext('2d')!
          context.drawImage(bitmap, 0, 0)
          return context.getImageData(Number(x), Number(y), 1, 1).data[3]
        },
        [shot, x, y] as const,
      )
    const framed = (await desktopCalls(app))
      .filter(({ name }) => name === 'BrowserWindow.frame')
      .map(({ args }) => args[0])
    expect([await alphaAt(300, 300), await alphaAt(300, 20), framed]).toEqual([128, 255, [false]])
    await page.keyboard.press('Control+Comma')
    await shows('# vibeflow configuration.')
    expect((await tabs()).map(({ title }) => title)).toEqual(['my tab', 'config.toml'])
    expect(readFileSync(fileOf(home), 'utf8')).toContain('\n# font_size = 13\n')
    save(home, '[ui]\nfont_size = 20\n')
    await expect.poll(() => style(page, '.bar', 'height')).toBe('68px')
    renameSync(fileOf(home), `${fileOf(home)}.away`)
    await expect(page.locator('.notice-text')).toHaveText(
      'config.toml was deleted. Current settings stay active until you reload the configuration.',
    )
    expect(await style(page, '.bar', 'height')).toBe('68px')
    await page
      .locator('.grid')
      .first()
      .click({ button: 'right', position: { x: 60, y: 60 } })
    await picture(page, 'config-grid-menu')
    await page.getByRole('menuitem', { name: /^Reload configuration/ }).click()
    await expect.poll(() => style(page, '.bar', 'height')).toBe('48px')
    await expect(page.locator('.notice-text')).toHaveText(
      'config.toml was deleted. Using defaults.',
    )
    writeFileSync(join(home, 'config/vibeflow/agent-rules.json'), '{ "agents": broken\n')
    await page
      .getByRole('alert', { name: 'Configuration' })
      .getByRole('button', { name: 'Open file' })
      .click()
    await shows('"agents": broken')
    expect(existsSync(fileOf(home))).toBe(false)

    const child = app.process()
    const ended = new Promise<unknown>((resolve) => {
      child.once('exit', (code, signal) => resolve(signal ?? code))
    })
    save(home, '[tabs]\non_exit = "hold"\n')
    await page.waitForFunction(() => window.vibeflowTest!.settings().tabs.on_exit === 'hold')
    await page.evaluate(() => {
      const [first, ...others] = window.vibeflowTest!.tabs()
      for (const { id: tab } of others)
        window.vibeflowTest!.post({ kind: 'pane/close', pane: tab, force: true })
      window.vibeflowTest!.post({ kind: 'pane/focus', pane: first!.id })
    })
    await page.waitForFunction(() => window.vibeflowTest!.tabs().length === 1)
    await shows('ready$')
    // the page may be gone before the key is acknowledged
    await type('exit 7\n').catch(() => undefined)
    expect(await ended).toBe(7)
  },
)

test(
  'a second start passes its command, folder and variables to the running vibeflow',
  slow,
  async ({ configured, shared }) => {
    const { app, home, shows, tabs } = shared
    let warned = false
    const folder = join(home, 'elsewhere')
    mkdirSync(folder, { recursive: true })
    const again = async (...args: string[]) => {
      const { code, error } = await startAgain(home, args, {
        folder,
        env: { MY_OWN: 'from the caller' },
      })
      // The engine and Node have their say there too.
      warned ||= error.includes('sandbox')
      return {
        code,
        error: error
          .split('\n')
          .filter((line) => line.startsWith('vibeflow:'))
          .join('\n'),
      }
    }
    expect(
      await again(
        '--tab',
        '-T',
        'second',
        '-e',
        'sh',
        '-c',
        'echo "[$MY_OWN] [$PWD] [$VIBEFLOW_TEST]"; read line',
      ),
    ).toEqual({ code: 0, error: '' })
    await shows(`[from the caller] [${join(home, 'elsewhere')}] []`)
    expect((await tabs()).map(({ title, active }) => [title, active])).toEqual([
      ['bash', false],
      ['second', true],
    ])
    await configured('[window]\nstartup = "maximized"\n')
    const other = app.waitForEvent('window')
    expect(await again('-e', 'sh', '-c', 'echo "$((6 * 7)) there"; read line')).toEqual({
      code: 0,
      error: '',
    })
    await (await other).waitForFunction(
      () =>
        window.vibeflowTest?.tabs().length === 1 &&
        window.vibeflowTest.screen().join(' ').includes('42 there'),
    )
    const maximized = () =>
      app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()
          .map((window) => window.isMaximized())
          .sort(),
      )
    await expect.poll(maximized).toEqual([false, true])
    expect(warned).toBe(false) // nothing of Chromium was started for these two
    await (await other).evaluate(() => window.vibeflowTest!.act('close_window'))
    await expect.poll(() => app.windows().length).toBe(1)
    expect(await again('--wait', '-e', 'no-such-program')).toEqual({
      code: 127,
      error: expect.stringMatching(/^vibeflow: .*no-such-program/),
    })
    expect(await again('-o', 'ui.zonk=1', '--geometry', '80x20')).toEqual({
      code: 3,
      error: expect.stringMatching(/^vibeflow: -o ui\.zonk: .*[.?] Nothing was started\.$/),
    })
  },
)

test(
  '--geometry sizes the window by measured cells, on Wayland too',
  slow,
  async ({ configured }) => {
    const { app, home } = await configured('[window]\nsingle_instance = false\n')
    const measured = join(home, 'state/vibeflow/window.json')
    await expect
      .poll(() => existsSync(measured) && readFileSync(measured, 'utf8'))
      .toContain('cell')
    // its own, as in the file
    const second = await startApp({ home, args: ['--geometry', '70x20', '--no-restore'] })
    try {
      await expect
        .poll(async () => {
          const { cols, rows } = await second.page.evaluate(() => window.vibeflowTest!.stats())
          return [cols, rows]
        })
        .toEqual([70, 20])
      const [width, height] = await second.page.evaluate(() => [innerWidth, innerHeight])
      expect(await desktopCalls(second.app)).toContainEqual({
        name: 'BrowserWindow.size',
        args: [{ width, height }],
      })
      expect([app.windows().length, second.app.windows().length]).toEqual([1, 1])
    } finally {
      await second.close()
    }
  },
)
