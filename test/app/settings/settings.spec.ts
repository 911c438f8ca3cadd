/** The settings: fields that write one line each, follow the file, and are reached by keys. */
import { chmodSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { expect, picture, shots, test } from '../app.ts'
import { slow } from '../../slow.ts'

const folder = resolve(import.meta.dirname, '../../artifacts/screenshots/help')

async function shoot(page: Page, name: string): Promise<void> {
  if (shots === '') return
  mkdirSync(folder, { recursive: true })
  for (const theme of ['Vibeflow Light', 'Vibeflow Dark']) {
    await page.evaluate((wanted) => window.vibeflowTest!.theme(wanted), theme)
    await page.screenshot({ path: join(folder, `${name}-${theme.split(' ')[1]}.png`) })
  }
}

test('a settings field previews, writes its line and follows the file', async ({ configured }) => {
  const { home, page, shows, screen } = await configured(
    '# mine\n[ui]\nfont_size = 15 # of the bar\n\n[fonts]\nsize = 14\n',
  )
  const file = join(home, 'config/vibeflow/config.toml')
  const text = () => readFileSync(file, 'utf8')
  const rows = (await screen()).length
  await page.keyboard.press('Control+Alt+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByRole('textbox', { name: 'Search settings' })).toBeFocused()
  await shoot(page, 'settings')

  const size = settings.locator('[id="setting-fonts.size"]')
  await expect(size).toHaveValue('14')
  await size.fill('22')
  await expect(settings.locator('.setting-line')).toHaveText('Will write: [fonts] size = 22')
  await page.keyboard.press('Tab')
  await expect.poll(text).toBe('# mine\n[ui]\nfont_size = 15 # of the bar\n\n[fonts]\nsize = 22\n')
  await expect.poll(async () => (await screen()).length).toBeLessThan(rows)
  await expect(settings.locator('.setting-line')).toHaveCount(0)

  await size.fill('500')
  await expect(settings.locator('.setting-problem')).toHaveText(
    'Not saved. Allowed: a number from 6 to 72.',
  )
  await shoot(page, 'settings-problem')
  writeFileSync(file, text().replace('size = 22', 'size = 16'))
  await expect(size).toHaveValue('16')
  await settings.getByRole('button', { name: 'Reset fonts.size to its default' }).click()
  await expect.poll(text).toBe('# mine\n[ui]\nfont_size = 15 # of the bar\n\n[fonts]\n')

  await settings.getByRole('textbox', { name: 'Search settings' }).fill('sidebar_collapsed')
  await page.keyboard.press('ArrowDown')
  await expect(settings.getByRole('checkbox')).toBeFocused()
  await page.keyboard.press('Space')
  await expect.poll(text).toContain('[tabs]\nsidebar_collapsed = true\n')
  await settings.getByRole('textbox', { name: 'Search settings' }).fill('tabs.position')
  await settings.getByRole('combobox').selectOption('left')
  await expect(page.locator('.bar-column')).toHaveCount(1)
  await settings.getByRole('textbox', { name: 'Search settings' }).fill('colors.')
  await shoot(page, 'settings-colors')
  await settings.locator('[id="setting-colors.background"]').fill('#102030')
  await page.keyboard.press('Enter')
  await expect.poll(text).toContain('background = "#102030"')
  await settings.getByRole('textbox', { name: 'Search settings' }).fill('fonts.priority')
  await settings.locator('textarea').fill('DejaVu Sans Mono\nNoto Color Emoji')
  await page.keyboard.press('Tab')
  await expect.poll(text).toContain('priority = ["DejaVu Sans Mono", "Noto Color Emoji"]')

  // Esc cancels the edit
  const written = text()
  for (const [name, typed] of [
    ['fonts.size', '7'],
    ['fonts.priority', 'No such font'],
    ['colors.background', '#ffffff'],
  ] as const) {
    await settings.getByRole('textbox', { name: 'Search settings' }).fill(name)
    await settings.locator(`[id="setting-${name}"]`).fill(typed)
    await page.keyboard.press('Escape')
    await expect(settings).toHaveCount(0)
    await page.keyboard.press('Control+Alt+,')
    await settings.getByRole('textbox', { name: 'Search settings' }).fill('ui.bold_is_bright')
    await page.waitForTimeout(100) // a line would be written by now
    expect([name, text()]).toEqual([name, written])
  }
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
  await page.keyboard.type('back')
  await shows('ready$ back')
})

test('a color that the theme decides is shown as in the theme', slow, async ({ configured }) => {
  const { page, shows } = await configured('[colors]\npreset = "Nord"\ncursor = "#102030"\n')
  await shows('ready$')
  await page.keyboard.press('Control+Alt+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('textbox', { name: 'Search settings' }).fill('colors.')
  const field = (key: string) => settings.locator(`[id="setting-colors.${key}"]`)
  await expect(field('background')).toHaveValue('#2E3440')
  await expect(field('cursor')).toHaveValue('#102030FF')
  await expect(field('tab_bar')).toHaveValue('')
  await expect(field('tab_bar')).toHaveAttribute('placeholder', 'from the theme')
  const bar = await page.evaluate(() =>
    document.documentElement.style.getPropertyValue('--bar').trim(),
  )
  expect(bar).toMatch(/^#[0-9a-f]{6}$/)
  await expect(settings.getByLabel('Pick colors.tab_bar')).toHaveValue(bar)
  await expect(settings.locator('.setting-problem')).toHaveCount(0)
  await picture(page, 'settings-theme')
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
})

test('a setting that cannot be written is reported, and the palette opens an option', async ({
  configured,
}) => {
  const { home, page } = await configured('ui = { font_size = 15, shapes = true }\n')
  await page.keyboard.press('Control+Shift+P')
  await page.keyboard.type('setting shapes')
  await page.keyboard.press('Enter')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await expect(settings.getByRole('checkbox')).toHaveCount(1)
  chmodSync(join(home, 'config/vibeflow'), 0o500)
  writeFileSync(join(home, 'config/vibeflow/config.toml'), 'ui = {\n')
  await settings.getByRole('checkbox').click()
  await expect(settings.getByRole('alert')).toContainText(/Couldn't save .*config\.toml/)
  await shoot(page, 'settings-alert')
  chmodSync(join(home, 'config/vibeflow'), 0o700)
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
})

test(
  'the palette explains how to enable a missing sidebar and opens that option',
  slow,
  async ({ shared }) => {
    const { page } = shared
    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.type('expand sidebar')
    await page.keyboard.press('Enter')
    const notice = page.locator('.notice', { hasText: 'There is no sidebar' })
    await notice.getByRole('button', { name: 'Settings' }).click()
    const settings = page.getByRole('dialog', { name: 'Settings' })
    await expect(settings.locator('[id="setting-tabs.position"]')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(settings).toBeHidden()
  },
)

test('a settings field is below its name in a narrow window', async ({ shared }) => {
  const { page } = shared
  await page.setViewportSize({ width: 420, height: 400 })
  await page.keyboard.press('Control+Alt+,')
  const row = page.locator('.setting').first()
  const [name, field] = [row.locator('.setting-name'), row.locator('textarea')]
  await expect(field).toBeVisible()
  const [above, below] = [await name.boundingBox(), await field.boundingBox()]
  expect(below!.y).toBeGreaterThanOrEqual(above!.y + above!.height)
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 960, height: 600 })
})
