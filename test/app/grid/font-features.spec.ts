/** Features of fonts (`fonts.features`), looked at in pixels with each renderer, and their list. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'
import { drawnBy, pixelsOf, type Pixels } from './pixels.ts'
import { slow } from '../../slow.ts'

const engines = { auto: /processor|WebGL/, webgl: /WebGL/, dom: /DOM/ }

test('the settings list the features of the font, and a click writes one', async ({
  configured,
}) => {
  const { home, page } = await configured('[fonts]\nfeatures = ["cv02=3"]\n')
  const file = join(home, 'config/vibeflow/config.toml')
  await page.keyboard.press('Control+Alt+,')
  const settings = page.getByRole('dialog', { name: 'Settings' })
  await settings.getByRole('textbox', { name: 'Search settings' }).fill('fonts.features')
  const list = settings.getByRole('group', { name: 'Features of the font' })
  const zero = list.getByRole('button', { name: 'zero' })
  await expect(zero).toHaveAttribute('aria-pressed', 'false')
  await expect(zero).toContainText('0 → 0')
  await expect(list.getByRole('button', { name: 'onum' }), 'not in this font').toHaveCount(0)
  await picture(page, 'font-features-list')
  await zero.click()
  await expect(zero).toHaveAttribute('aria-pressed', 'true')
  await expect
    .poll(() => readFileSync(file, 'utf8'))
    .toBe('[fonts]\nfeatures = ["cv02=3", "zero"]\n')
  await zero.click()
  await expect.poll(() => readFileSync(file, 'utf8')).toBe('[fonts]\nfeatures = ["cv02=3"]\n')
  await page.keyboard.press('Escape')
  await expect(settings).toHaveCount(0)
})

for (const renderer of ['auto', 'webgl', 'dom'] as const)
  test(
    `${renderer} draws a variant of a character with fonts.features`,
    renderer === 'auto' ? {} : slow,
    async ({ shared: { page, shows, type } }) => {
      const use = (features: readonly string[]) =>
        page.evaluate(
          ([name, list]) =>
            window.vibeflowTest!.options({
              cursor: { blink_ms: 0 },
              fonts: { features: list, size: 20, priority: ['JetBrains Mono'] },
              ui: { renderer: name },
            }),
          [renderer, features] as const,
        )
      await use([])
      await expect.poll(() => drawnBy(page)).toMatch(engines[renderer])
      await type(`clear; printf '\\033[?25l0 8 A\\n\\033#60 8\\n=> -> !='; exec cat -v\n`)
      await shows(/^0 8 A/m)
      const cell = (row: number, column: number): Promise<Pixels> =>
        pixelsOf(page, { row, column, columns: row === 1 ? 2 : 1 })
      const all = async () => ({
        zero: await cell(0, 0),
        eight: await cell(0, 2),
        wide: await cell(1, 0),
        arrow: await pixelsOf(page, { row: 2, columns: 2 }),
      })
      await expect
        .poll(async () => Math.max(...(await cell(2, 6)).brightnesses))
        .toBeGreaterThan(99)
      const plain = await all()
      await use(['zero', '-calt'])
      await expect.poll(async () => plain.zero.furthestFrom(await cell(0, 0))).toBeGreaterThan(99)
      await expect.poll(async () => plain.wide.furthestFrom(await cell(1, 0))).toBeGreaterThan(99)
      const changed = await all()
      await picture(page, `font-features-${renderer}`)
      expect(plain.eight.furthestFrom(changed.eight), 'a character without variant').toBe(0)
      if (renderer !== 'dom')
        expect(plain.arrow.furthestFrom(changed.arrow), 'no ligature').toBeGreaterThan(99)
      await use([])
      await expect.poll(async () => plain.zero.furthestFrom(await cell(0, 0))).toBe(0)
    },
  )
