/** A file that is edited while vibeflow runs: what the page shows of it, and that nothing needs a restart. */
import { spawn } from 'node:child_process'
import { existsSync, mkdirSync, renameSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, picture, test } from './app.ts'

const fileOf = (home: string) => join(home, 'config/vibeflow/config.toml')

/** As editors do: a new file in the old one's place. */
function save(home: string, text: string): void {
  const file = fileOf(home)
  mkdirSync(dirname(file), { recursive: true })
  writeFileSync(`${file}.new`, text)
  renameSync(`${file}.new`, file)
}

const style = (page: Page, selector: string, name: string) => page.locator(selector).first().evaluate((element, property) => getComputedStyle(element).getPropertyValue(property), name)

test('[ai] tools = ["mytool"] in the running terminal makes its tab show working and then needs you', async ({ start }) => {
  const { home, page, shows, tabs, type } = await start()
  const tool = join(home, 'mytool')
  // Prints for a while, and then waits.
  writeFileSync(tool, '#!/bin/bash\nfor i in $(seq 15); do echo "line $i"; sleep 0.1; done\necho "sh""all I?"\nread answer\n', { mode: 0o755 })
  await shows('ready$')
  expect(existsSync(fileOf(home))).toBe(false) // the first start writes nothing
  save(home, '[ai]\ntools = ["mytool"]\nheuristic_silence_ms = 500\n')
  await page.waitForFunction(() => window.vibeflowTest!.settings().ai.tools[0] === 'mytool')
  await type(`${tool}\n`)
  await expect.poll(async () => (await tabs())[0]?.state, { timeout: 5_000 }).toBe('working')
  await expect.poll(async () => (await tabs())[0]?.state, { timeout: 15_000 }).toBe('waiting')
  await shows('shall I?')
})

test('what is saved is seen at once; mistakes are told and cost nothing', async ({ start }) => {
  const { home, page, shows, type } = await start()
  await shows('ready$')
  const before = await page.evaluate(() => window.vibeflowTest!.stats())
  save(home, `
[ui]
stripe_width = 10
font_size = 18
renderer = "dom"
[tabs]
subtitle = "{directory} · {state}"
width_max = 300
[window]
title = "{title} at {directory}"
padding_x = 30
[fonts]
size = 20
[colors]
background = "#102030"
tab_bar = "#203040"
indicator_working = "#FF00FF"
[scrollback]
scrollbar = "never"
history_lines = 50
[mouse]
right_click = "paste"
hide_when_typing = true
[cursor]
style = "bar"
blink_ms = 0
`)
  await expect.poll(() => style(page, '.stripe', 'width')).toBe('10px')
  await expect.poll(async () => (await page.evaluate(() => window.vibeflowTest!.stats())).cols).toBeLessThan(before.cols * 0.75)
  await expect.poll(() => page.title()).toMatch(/ at ~$/)
  expect({
    barHeight: await style(page, '.bar', 'height'), barColour: await style(page, '.bar', 'background-color'), grid: await style(page, '#panes', 'background-color'),
    tab: await style(page, '.tab', 'width'), subtitle: await page.locator('.tab-subtitle').first().textContent(), padding: await style(page, '.grid', 'padding'),
    renderer: (await page.evaluate(() => window.vibeflowTest!.stats())).renderer, scrollbar: await style(page, '.scrollbar.vertical', 'display'),
  }).toEqual({
    barHeight: '62px', barColour: 'rgb(32, 48, 64)', grid: 'rgb(16, 32, 48)', tab: '300px', subtitle: '~', padding: '4px 30px', renderer: 'dom', scrollbar: 'none',
  })
  await type('seq 300\n')
  await shows('299')
  expect((await page.evaluate(() => window.vibeflowTest!.position())).bottom).toBe(50)
  expect(await style(page, '#panes', 'cursor')).toBe('none')
  await picture(page, 'config-changed')

  save(home, '[ui]\nstripe_width = "wide"\nindicator_puls = true\nfont_size = 14\n[bell]\nmode = "loud"\n')
  const banner = page.getByRole('alert', { name: 'Configuration' })
  await expect(banner.locator('.notice-text')).toHaveText('config.toml line 2: ui.stripe_width is "wide". Allowed: a whole number from 2 to 12. It stays 10.')
  expect([await style(page, '.stripe', 'width'), await style(page, '.bar', 'height')]).toEqual(['10px', '50px'])
  await picture(page, 'config-banner')
  await banner.getByRole('button', { name: 'Show all (3)' }).click()
  await expect(banner.locator('.notice-text')).toHaveText([/stripe_width/, 'config.toml line 3: unknown key ui.indicator_puls. Did you mean ui.indicator_pulse?', /line 6: bell\.mode is "loud"/])
  await picture(page, 'config-banner-all')
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toHaveCount(0)
  save(home, '[ui\n')
  await expect(banner.locator('.notice-text')).toHaveText('config.toml line 1, column 4: the line ends here, expected whitespace, . or ]. The running settings stay.')
  expect(await style(page, '.stripe', 'width')).toBe('10px')
  save(home, '[bell]\nmode = "silent"\n')
  await expect(banner).toHaveCount(0)
  await expect.poll(() => style(page, '.stripe', 'width')).toBe('6px')

  // A theme, with one colour of the user's own over it, and keys.
  save(home, '[colors]\npreset = "Nord"\ntab_bar = "#203040"\n[shortcuts]\nnew_tab = ["alt+n"]\nnext_tab = ["ctrl+blorp"]\n')
  await expect.poll(() => style(page, '#panes', 'background-color')).toBe('rgb(46, 52, 64)')
  expect(await style(page, '.bar', 'background-color')).toBe('rgb(32, 48, 64)')
  await expect(banner.locator('.notice-text')).toHaveText(/^config\.toml line 6: shortcuts\.next_tab: "ctrl\+blorp" is no chord/)
  await page.keyboard.press('Alt+n')
  await expect(page.getByRole('tab')).toHaveCount(2)
  save(home, '[colors]\npreset = "none such"\n')
  await expect(page.getByText('There is no theme none such.')).toBeVisible()
  expect(await style(page, '#panes', 'background-color')).toBe('rgb(46, 52, 64)')
})

test('Open configuration makes the commented template and opens it in $EDITOR, in a tab; reload applies the defaults of a file that is gone', async ({ start }) => {
  const { home, page, shows, tabs } = await start({ env: { EDITOR: 'head -n 3' }, args: ['-o', 'ui.stripe_width=4', '--geometry', '70x20', '-T', 'my tab'] })
  await shows('ready$')
  await expect.poll(async () => { const { cols, rows } = await page.evaluate(() => window.vibeflowTest!.stats()); return [cols, rows] }).toEqual([70, 20])
  expect([(await tabs())[0]?.title, await style(page, '.stripe', 'width')]).toEqual(['my tab', '4px'])
  await page.keyboard.press('Control+Comma')
  await shows('# Configuration of vibeflow.')
  expect(readFileSync(fileOf(home), 'utf8')).toContain('\n# stripe_width = 6\n')
  save(home, '[ui]\nfont_size = 20\n')
  await expect.poll(() => style(page, '.bar', 'height')).toBe('68px')
  renameSync(fileOf(home), `${fileOf(home)}.away`)
  await expect(page.locator('.notice-text')).toHaveText('config.toml is gone now. The running settings stay; Reload configuration applies the defaults.')
  expect(await style(page, '.bar', 'height')).toBe('68px')
  await page.locator('.grid').first().click({ button: 'right', position: { x: 60, y: 60 } })
  await picture(page, 'config-grid-menu')
  await page.getByRole('menuitem', { name: /^Reload configuration/ }).click()
  await expect.poll(() => style(page, '.bar', 'height')).toBe('48px')
})

test('a second start hands its command, folder and variables to the running vibeflow', async ({ start }) => {
  const { app, home, shows, tabs } = await start()
  await shows('ready$')
  const again = (...args: string[]) => new Promise<{ readonly code: number | null; readonly error: string }>((resolve) => {
    const folder = join(home, 'elsewhere')
    mkdirSync(folder, { recursive: true })
    const child = spawn(process.env['VIBEFLOW_TEST_ELECTRON'] ?? '', [process.env['VIBEFLOW_TEST_APP'] ?? '', ...args], {
      cwd: folder, stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, HOME: home, PWD: folder, SHELL: '/bin/bash', VIBEFLOW_TEST: '1', MY_OWN: 'from the caller', VIBEFLOW_HEADLESS: '1', VIBEFLOW_SHELL_INTEGRATION: '0',
        XDG_CONFIG_HOME: join(home, 'config'), XDG_STATE_HOME: join(home, 'state'), XDG_CACHE_HOME: join(home, 'cache'), XDG_RUNTIME_DIR: join(home, 'run'), XDG_DATA_HOME: join(home, 'data') },
    })
    let error = ''
    child.stderr.on('data', (text) => { error += String(text) })
    // The engine and Node have their say there too.
    child.on('close', (code) => resolve({ code, error: error.split('\n').filter((line) => line.startsWith('vibeflow:')).join('\n') }))
  })
  expect(await again('--tab', '-T', 'second', '-e', 'sh', '-c', 'echo "[$MY_OWN] [$PWD] [$VIBEFLOW_TEST]"; read line')).toEqual({ code: 0, error: '' })
  await shows(`[from the caller] [${join(home, 'elsewhere')}] []`)
  expect((await tabs()).map(({ title, active }) => [title, active])).toEqual([['bash', false], ['second', true]])
  const other = app.waitForEvent('window')
  expect(await again('-e', 'sh', '-c', 'echo "$((6 * 7)) there"; read line')).toEqual({ code: 0, error: '' })
  await (await other).waitForFunction(() => window.vibeflowTest?.tabs().length === 1 && window.vibeflowTest.screen().join(' ').includes('42 there'))
  expect(await again('--wait', '-o', 'tabs.on_exit=close', '-e', 'sh', '-c', 'exit 7')).toEqual({ code: 7, error: '' })
  expect(await again('--tab', '--geometry', '1x1')).toEqual({ code: 2, error: 'vibeflow: --geometry is 1x1: it wants columns and rows, such as 120x40, from 2x1 to 1000x1000. vibeflow --help lists all options.' })
})
