/**
 * A file that is edited while vibeflow runs: what the page shows of it, and that nothing needs a
 * restart.
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { desktopCalls, expect, picture, test } from '../app.ts'
import { slow } from '../../slow.ts'
import { fileOf, save, style } from './saved-file.ts'

/** A short tone, as a file of samples. */
function wave(): Buffer {
  const samples = Buffer.alloc(1_600)
  for (let index = 0; index < samples.length; index += 2)
    samples.writeInt16LE(Math.round(8_000 * Math.sin(index / 5)), index)
  const head = Buffer.alloc(44)
  head.write('RIFF', 0)
  head.writeUInt32LE(36 + samples.length, 4)
  head.write('WAVEfmt ', 8)
  for (const [at, value] of [
    [16, 16],
    [24, 8_000],
    [28, 16_000],
    [40, samples.length],
  ] as const)
    head.writeUInt32LE(value, at)
  for (const [at, value] of [
    [20, 1],
    [22, 1],
    [32, 2],
    [34, 16],
  ] as const)
    head.writeUInt16LE(value, at)
  head.write('data', 36)
  return Buffer.concat([head, samples])
}

test(
  'bar, bell, clipboard, wheel, history, links and search obey their options',
  slow,
  async ({ configured, fresh }) => {
    const { app, home, page, shows, type } = await fresh()
    const recorded = async () => JSON.stringify((await desktopCalls(app)).map(({ name }) => name))
    const asks = (state: string) => type(`printf '\\033]7501;state=${state}:app=x\\007'\n`)
    mkdirSync(join(home, 'config/vibeflow'), { recursive: true })
    writeFileSync(join(home, 'config/vibeflow/ding.wav'), wave())
    writeFileSync(join(home, 'a.ts'), '')
    writeFileSync(
      join(home, 's'),
      'clear; seq 200; echo "alpha beta-gamma"; echo "apple Apple apples"; echo "apple ' +
        'https://example.org/x a.ts:1:1 apple"; echo do""ne',
    )
    await configured(
      `
[tabs]
show_bar = "multiple"
[ui]
menu_bar = "visible"
screen_reader = "on"
tray = "off"
[bell]
mode = "audible"
sound = "ding.wav"
[clipboard]
copy_on_select = true
primary = false
[mouse]
word_separators = "-"
[links]
modifier = "none"
paths = false
[scrollback]
wheel_lines_per_detent = 7
scrollbar_fade_ms = 200
snap_on_esc = false
snap_on_input = false
snap_on_output = true
[search]
wrap = false
`,
    )
    await expect(page.locator('.bar')).toBeHidden()
    expect([
      await app.evaluate(({ BrowserWindow }) =>
        BrowserWindow.getAllWindows()[0]?.isMenuBarVisible(),
      ),
      await page.locator('.xterm-accessibility').count(),
      await page
        .locator('#panes')
        .evaluate((panes) => panes.style.getPropertyValue('--scrollbar-fade')),
    ]).toEqual([true, 1, '200ms'])
    await page.keyboard.press('Control+Shift+E') // a bar that is hidden is there for the name
    await expect(page.locator('.rename')).toBeFocused()
    await page.keyboard.press('Escape')
    await expect(page.locator('.bar')).toBeHidden()
    await type("printf '\\a'\n")
    await expect.poll(() => page.evaluate(() => window.vibeflowTest!.soundsPlayed())).toBe(1)
    await asks('blocked')
    await expect
      .poll(async () => (await page.evaluate(() => window.vibeflowTest!.tabs()))[0]?.state)
      .toBe('waiting')
    await asks('clear')
    await type('. ./s\n')
    await shows(/^done$/m)
    expect(await recorded()).not.toMatch(/"Tray"|shell\.beep/)

    const at = (row: number, column: number) =>
      page.evaluate(
        ([row = 0, column = 0]) => {
          const screen = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
          const { cols, rows } = window.vibeflowTest!.stats()
          return [
            screen.left + ((column + 0.5) * screen.width) / cols,
            screen.top + ((row + 0.5) * screen.height) / rows,
          ] as const
        },
        [row, column],
      )
    const rowOf = async (text: string) =>
      (await page.evaluate(() => window.vibeflowTest!.screen())).findIndex((line) =>
        line.startsWith(text),
      )
    // Chromium itself has put the selected name of the tab there, where there is a screen.
    await app.evaluate(({ clipboard }) => clipboard.selection.writeText('before'))
    await page.mouse.dblclick(...(await at(await rowOf('alpha'), 2)))
    await expect
      .poll(() =>
        app.evaluate(async ({ clipboard }) => [
          await clipboard.readText(),
          await clipboard.selection.readText(),
        ]),
      )
      .toEqual(['alpha beta', 'before'])
    const links = await rowOf('apple https')
    await page.mouse.move(...(await at(links, 10)))
    await expect(page.locator('.link-target')).toHaveText('https://example.org/x')
    await page.mouse.move(...(await at(links, 28)))
    await expect(page.locator('.link-held')).toBeHidden()

    const away = () =>
      page.evaluate(() => {
        const { top, bottom } = window.vibeflowTest!.position()
        return bottom - top
      })
    await page.mouse.wheel(0, -120)
    await expect.poll(away).toBe(7)
    await page.keyboard.press('Escape')
    await page.waitForTimeout(100)
    expect(await away()).toBe(7)
    await type('x') // its echo is output
    await expect.poll(away).toBe(0)

    await page.keyboard.press('Control+Shift+F')
    await type('apple')
    await expect(page.locator('.find-count')).toHaveText('5 of 5')
    await page.keyboard.press('Shift+Enter')
    await page.waitForTimeout(100)
    await expect(page.locator('.find-count')).toHaveText('5 of 5')
    await page.keyboard.press('Escape')

    // A file that is not a sound is reported, and the desktop's bell is used. The default options
    // apply again.
    writeFileSync(join(home, 'config/vibeflow/noise.wav'), 'no sound')
    save(home, '[bell]\nmode = "audible"\nsound = "noise.wav"\n')
    await expect(page.getByText(/noise\.wav cannot be played/)).toBeVisible()
    await expect(page.locator('.bar')).toBeVisible()
    expect(await page.locator('.xterm-accessibility').count()).toBe(0)
    await page.keyboard.press('Control+U')
    await type("printf '\\a'\n")
    await asks('blocked')
    for (const call of [/shell\.beep/, /"Tray"/, /setBadgeCount/])
      await expect.poll(recorded).toMatch(call) // in whichever order
  },
)

test(
  'ai.tools = ["mytool"] makes the running tab show working, then waiting',
  slow,
  async ({ configured, shared }) => {
    const { app, home, shows, tabs, type } = shared
    const tool = join(home, 'mytool')
    // Prints for a while, and then waits.
    writeFileSync(
      tool,
      '#!/bin/bash\nfor i in $(seq 15); do echo "line $i"; sleep 0.1; done\necho "sh""all ' +
        'I?"\nread answer\n',
      { mode: 0o755 },
    )
    await configured('[ai]\ntools = ["mytool"]\nheuristic_silence_ms = 500\nkeep_awake = true\n')
    await type(`${tool}\n`)
    await expect.poll(async () => (await tabs())[0]?.state).toBe('working')
    const awake = () =>
      app.evaluate(({ powerSaveBlocker }) =>
        [0, 1, 2, 3].some((id) => powerSaveBlocker.isStarted(id)),
      )
    await expect.poll(awake).toBe(true)
    await expect.poll(async () => (await tabs())[0]?.state).toBe('waiting')
    await shows('shall I?')
    await expect.poll(awake).toBe(false)
  },
)

test('a saved option applies immediately, and mistakes are reported and change nothing', async ({
  configured,
  fresh,
}) => {
  const { home, page, shows, type } = await fresh()
  const before = await page.evaluate(() => window.vibeflowTest!.stats())
  await configured(
    `
[ui]
font_size = 18
renderer = "dom"
[tabs]
subtitle = "{directory} · {state}"
[window]
title = "{title} at {directory}"
padding_balance = false
padding_x = 30
padding_y = 6
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
`,
  )
  await expect
    .poll(async () => (await page.evaluate(() => window.vibeflowTest!.stats())).cols)
    .toBeLessThan(before.cols * 0.75)
  await expect.poll(() => page.title()).toMatch(/ at ~$/)
  expect({
    barHeight: await style(page, '.bar', 'height'),
    barColour: await style(page, '.bar', 'background-color'),
    grid: await style(page, '#panes', 'background-color'),
    subtitle: await page.locator('.tab-subtitle').first().textContent(),
    padding: await style(page, '.grid .xterm', 'padding'),
    renderer: (await page.evaluate(() => window.vibeflowTest!.stats())).renderer,
    scrollbar: await style(page, '.scrollbar.vertical', 'display'),
  }).toEqual({
    barHeight: '62px',
    barColour: 'rgb(32, 48, 64)',
    grid: 'rgb(16, 32, 48)',
    subtitle: '~',
    padding: '6px 30px',
    renderer: 'dom',
    scrollbar: 'none',
  })
  await type('seq 300\n')
  await shows('299')
  expect((await page.evaluate(() => window.vibeflowTest!.position())).bottom).toBe(50)
  expect(await style(page, '#panes', 'cursor')).toBe('none')
  await picture(page, 'config-changed')

  save(
    home,
    '[ui]\nfont_size = "big"\nindicator_puls = true\n' +
      '[window]\npadding_balance = false\npadding_y = 4\n' +
      '[bell]\nmode = "loud"\n',
  )
  const banner = page.getByRole('alert', { name: 'Configuration' })
  await expect(banner.locator('.notice-text')).toHaveText(
    'config.toml line 2: invalid value for ui.font_size: "big". Allowed: a whole number from 10 ' +
      'to 24. Keeping 18.',
  )
  expect([
    await style(page, '.bar', 'height'),
    await style(page, '.grid .xterm', 'padding'),
  ]).toEqual(['62px', '4px 8px'])
  await picture(page, 'config-banner')
  await banner.getByRole('button', { name: 'Show all 3 problems' }).click()
  await expect(banner.locator('.notice-text')).toHaveText([
    /ui\.font_size/,
    /line 8: invalid value for bell\.mode: "loud"/,
    'config.toml line 3: unknown key ui.indicator_puls. Did you mean ui.indicator_pulse?',
  ]) // mistakes before warnings
  await picture(page, 'config-banner-all')
  await banner.getByRole('button', { name: 'Dismiss' }).click()
  await expect(banner).toHaveCount(0)
  save(home, '[ui\n')
  await expect(banner.locator('.notice-text')).toHaveText(
    'config.toml line 1, column 4: unexpected end of line, expected whitespace, . or ]. Current ' +
      'settings stay active.',
  )
  expect(await style(page, '.bar', 'height')).toBe('62px')
  // While the file cannot be parsed, vibeflow cannot know whether the earlier problem still exists.
  const misnamed = '[colors]\npreset = "Nrod"\n'
  save(home, misnamed)
  await expect(banner.locator('.notice-text')).toHaveText(/unknown theme "Nrod"/)
  save(home, `${misnamed}x = [1,\n`)
  await expect(banner.locator('.notice-text')).toHaveText(
    'config.toml line 3, column 1: unterminated list. Current settings stay active.',
  )
  await picture(page, 'config-banner-refused')
  await expect(banner.getByRole('button', { name: 'Show all' })).toHaveCount(0)
  save(home, '[bell]\nmode = "silent"\n')
  await expect(banner).toHaveCount(0)
  await expect.poll(() => style(page, '.bar', 'height')).toBe('48px')

  // A theme with one custom color over it, and keys.
  save(
    home,
    '[colors]\npreset = "Nord"\ntab_bar = "#203040"\n[shortcuts]\nnew_tab = ' +
      '["alt+n"]\nnext_tab = ["ctrl+blorp"]\n',
  )
  await expect.poll(() => style(page, '#panes', 'background-color')).toBe('rgb(46, 52, 64)')
  expect(await style(page, '.bar', 'background-color')).toBe('rgb(32, 48, 64)')
  await expect(banner.locator('.notice-text')).toHaveText(
    /^config\.toml line 6: shortcuts\.next_tab: "ctrl\+blorp" is not a valid shortcut/,
  )
  await page.keyboard.press('Alt+n')
  await expect(page.getByRole('tab')).toHaveCount(2)
  save(home, '[colors]\npreset = "none such"\n')
  await expect(banner.locator('.notice-text')).toHaveText(
    new RegExp(
      String.raw`^config\.toml line 2: unknown theme "none such" \(colors\.preset\)\. ` +
        String.raw`.+ Keeping the current colors\.$`,
    ),
  )
  expect(await style(page, '#panes', 'background-color')).toBe('rgb(46, 52, 64)')
  // the same problem on another line
  save(home, '# a line more\n\n[colors]\npreset = "none such"\n')
  await expect(banner.locator('.notice-text')).toHaveText(
    /^config\.toml line 4: unknown theme "none such"/,
  )
  rmSync(fileOf(home))
  await expect(banner).toHaveCount(0)
})

test(
  'a missing font is named with its replacement, unless the list has an installed one',
  slow,
  async ({ configured, shared: { home, page } }) => {
    const warned = page.locator('.config-banner .notice-text')
    const instead = /\. Using (Noto Sans Mono|the system's fixed-width font)\.$/
    await configured('[fonts]\npriority = ["No Such Mono", "OpenMoji", "Weather Icons"]\n')
    await expect(warned).toHaveText(instead)
    await expect(warned).toContainText(
      '"No Such Mono" (fonts.priority) is not installed or is a bitmap font.',
    )
    await picture(page, 'font-missing')
    // a list with at least one installed font causes no report
    const there = ['JetBrains Mono', 'monospace', 'sans-serif', 'DejaVu Sans Mono']
    const lists = there.map(
      (name, index) => `[profiles.p${index}]\nfonts.priority = ["No Such Mono", "${name}"]\n`,
    )
    save(home, `${lists.join('')}[profiles.big]\nfonts.priority = ["Nor This", "Nor That"]\n`)
    await expect(warned).toHaveText(
      /^"Nor This", "Nor That" \(profiles\.big\.fonts\.priority\) are not installed or are bitmap /,
    )
    save(home, '[fonts]\npriority = ["No Such Mono", "monospace"]\n')
    await expect(warned).toHaveCount(0)
  },
)
