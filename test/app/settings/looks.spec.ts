/**
 * Fonts and themes: what comes along is used, the user's folder is read, and the desktop is
 * followed (docs/reference/config.md).
 */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, shots, test } from '../app.ts'
import { pixelsOf } from '../grid/pixels.ts'
import { slow } from '../../slow.ts'

const glyphs = [
  'box \u250c\u2500\u252c\u2500\u2510 \u2554\u2550\u2557 \u2591\u2592\u2593\u2588',
  '    \u2502 \u2502 \u2502 \u2551 \u2551 \u2580\u2584',
  '    \u2514\u2500\u2534\u2500\u2518 \u255a\u2550\u255d',
  'powerline \ue0b0 \ue0b2 \ue0b4 \ue0b6 nerd \uf015 \uf07b \ue718 \uf121 \uf113',
  'emoji \u{1f680} \u2705 wide \u65e5\u672c\u8a9e \ud55c\uad6d\uc5b4| marks e\u0301 n\u0303 ' +
    'a\u0308|',
  '\x1b[1mbold\x1b[0m \x1b[3mitalic\x1b[0m \x1b[1;3mboth\x1b[0m -> => != === 0O1lI',
  ...[3, 9].map((row) =>
    Array.from({ length: 8 }, (_, index) => `\x1b[${row}${index}mcolour${index}\x1b[0m`).join(' '),
  ),
]

test('bundled fonts are drawn, and every theme is applied', slow, async ({ shared }) => {
  const { home, page, shows, type } = shared
  const themes = join(home, 'config/vibeflow/themes')
  mkdirSync(themes, { recursive: true })
  writeFileSync(
    join(themes, 'mine.toml'),
    'foreground = "#102030"\nbackground = "#F0F0E0"\nansi = [' +
      `${Array.from({ length: 16 }, () => '"#404040"').join(', ')}]\n`,
  )
  writeFileSync(join(themes, 'broken.toml'), 'foreground = "red"\n')
  writeFileSync(join(home, 'glyphs'), `${glyphs.join('\n')}\n`)
  const css = (name: string) =>
    page.evaluate(
      (variable) => getComputedStyle(document.documentElement).getPropertyValue(variable).trim(),
      `--${name}`,
    )
  await expect(page.getByText('Theme broken.toml: foreground: "red" is no colour')).toBeVisible()
  await page.getByRole('button', { name: 'Dismiss' }).click()
  await type('clear; cat ~/glyphs\n')
  await shows('colour7')
  const loaded = () =>
    page.evaluate(() =>
      [...document.fonts]
        .filter(({ status }) => status === 'loaded')
        .map(({ family, weight, style }) => `${family.replace(/"/g, '')} ${weight} ${style}`)
        .sort(),
    )
  await expect
    .poll(loaded)
    .toEqual([
      ...['JetBrains Mono 400 italic', 'JetBrains Mono 400 normal', 'JetBrains Mono 700 italic'],
      ...['JetBrains Mono 700 normal', 'Symbols Nerd Font normal normal'],
    ])
  if (shots !== '') await page.waitForTimeout(700) // until WebGL draws
  await picture(page, 'fonts')

  const names = await page.evaluate(() => window.vibeflowTest!.theme())
  expect([names.length >= 11, names[0]]).toEqual([true, 'mine'])
  for (const name of ['Vibeflow Light', 'High Contrast Dark', 'Solarized Light']) {
    await page.evaluate((theme) => window.vibeflowTest!.theme(theme), name)
    await picture(page, `theme-${name.toLowerCase().replaceAll(' ', '-')}`)
  }
  await page.evaluate(() => window.vibeflowTest!.theme('mine'))
  expect(await css('window')).toBe('#f0f0e0')
  // Its file is edited while the theme is applied, then broken, then fixed. The colors follow the
  // edit, stay, and follow the fix.
  const mine = (background: string) =>
    `foreground = "#102030"\nbackground = "${background}"\nansi = [` +
    `${Array.from({ length: 16 }, () => '"#404040"').join(', ')}]\n`
  writeFileSync(join(themes, 'mine.toml'), mine('#E0E0FF'))
  await expect.poll(() => css('window')).toBe('#e0e0ff')
  writeFileSync(join(themes, 'mine.toml'), 'background = ')
  await expect(page.getByText('Theme mine.toml: line 1, column 14')).toBeVisible()
  expect(await css('window')).toBe('#e0e0ff')
  writeFileSync(join(themes, 'mine.toml'), mine('#FFE0E0'))
  await expect.poll(() => css('window')).toBe('#ffe0e0')
  await expect(page.getByRole('alert', { name: 'Configuration' })).toHaveCount(0)
  await page.evaluate(() => window.vibeflowTest!.act('next_theme'))
  expect(await css('window')).toBe('#0e0e12')

  await page.emulateMedia({ colorScheme: 'light' })
  await page.evaluate(() =>
    window.vibeflowTest!.options({
      colors: { preset_light: 'solarized-light', preset_dark: 'Nord', tab_bar: '#ffffff' },
      ownColors: ['tab_bar'],
    }),
  )
  expect([await css('window'), await css('bar')]).toEqual(['#fdf6e3', '#ffffff'])
  await page.emulateMedia({ colorScheme: 'dark' })
  await expect.poll(() => css('window')).toBe('#2e3440')
  await page.evaluate(() =>
    window.vibeflowTest!.options({
      colors: { preset: 'none such', preset_light: '', preset_dark: '' },
    }),
  )
  expect(await css('window')).toBe('#2e3440')
  // A previewed theme is not kept, even while the configured theme is missing.
  await page.keyboard.press('Control+Shift+P')
  await page.keyboard.type('#Solarized Light')
  await expect.poll(() => css('window')).toBe('#fdf6e3')
  await page.keyboard.press('Escape')
  await expect.poll(() => css('window')).toBe('#2e3440')

  // Zoom stops at its ends, and a size of the configuration is where it begins.
  await page.evaluate(() => window.vibeflowTest!.options({ fonts: { size: 7 } }))
  await page.keyboard.press('Control+Minus')
  await expect
    .poll(() => page.evaluate(() => window.vibeflowTest!.stats().cols))
    .toBeGreaterThan(200)
  const small = await page.evaluate(() => window.vibeflowTest!.stats().cols)
  await page.keyboard.press('Control+Minus')
  expect(await page.evaluate(() => window.vibeflowTest!.stats().cols)).toBe(small)
  await page.keyboard.press('Control+0')
  await page.evaluate(() =>
    window.vibeflowTest!.options({ fonts: { size: 20, line_height: 1.2, ligatures: true } }),
  )
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().cols)).toBeLessThan(85)
  await picture(page, 'font-20-ligatures')
  await page.emulateMedia({ colorScheme: null })
  rmSync(themes, { recursive: true })
})

test('a theme of the collection is drawn, previewed and listed', async ({ configured }) => {
  const { page, shows } = await configured('[colors]\npreset = "zenburn"\n')
  await shows('ready$')
  const ground = async () => (await pixelsOf(page, { row: 20, column: 1, columns: 1 })).at(0)
  await expect.poll(ground).toEqual([63, 63, 63])
  await expect(page.getByRole('alert', { name: 'Configuration' })).toHaveCount(0)
  await page.keyboard.press('Control+Shift+P')
  await page.keyboard.type('#catppuccin frap')
  await expect.poll(ground).toEqual([48, 52, 70])
  await picture(page, 'theme-collection')
  await page.keyboard.press('Escape')
  await expect.poll(ground).toEqual([63, 63, 63])
  await page.keyboard.press('Control+Shift+P')
  await page.keyboard.type('#flexoki light')
  await page.keyboard.press('Enter')
  await expect.poll(ground).toEqual([255, 252, 240])
  await expect(page.getByText('applies to this window')).toContainText('Flexoki Light')
  await page.keyboard.press('Control+Alt+,')
  await page.getByRole('textbox', { name: 'Search settings' }).fill('colors.preset')
  const options = page.locator('[id="setting-colors.preset"] option')
  await expect(options.filter({ hasText: /^Monokai Soda$/ })).toHaveCount(1)
  expect(await options.count()).toBeGreaterThan(250)
})
