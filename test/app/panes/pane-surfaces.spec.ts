/**
 * A tab of several panes at each place of the tab bar: axe-core finds no serious fault, and what
 * opens over a pane stays within the window, however narrow the pane is.
 */
import { expect, holding, picture, test } from '../app.ts'
import { bringAxe, faults, stickingOut } from '../axe.ts'
import { slow } from '../../slow.ts'

/** The first is the widest, and the last, narrow and low, is in a corner with its foot. */
const [all, ends] = [
  [0, 1, 2, 3],
  [0, 3],
]
/**
 * Positions of the panes' area. It has the same size on both sides, so if only the side differs,
 * the two ends are enough. Next to a sidebar the smallest window leaves 20 px for a pane: no words
 * fit.
 */
const places = [
  [
    'top',
    [
      [960, 600, ends],
      [640, 480, all],
      [320, 200, all],
    ],
  ],
  [
    'bottom',
    [
      [640, 480, [3]],
      [320, 200, ends],
    ],
  ],
  ['right', [[640, 480, ends]]],
  [
    'left',
    [
      [960, 600, ends],
      [640, 480, all],
    ],
  ],
] as const

test(
  'panes and their overlays are accessible at each tab bar position',
  slow,
  async ({ configured }) => {
    const started = await configured(holding)
    const { page, shows, tabs, type } = started
    await shows('ready$')
    await bringAxe(page)
    await type("printf '\\033]7501;state=blocked:kind=question:app=claude\\007'; sleep 99\n")
    for (const chord of ['Control+Shift+O', 'Control+Shift+D', 'Control+Shift+O']) {
      const before = (await tabs()).length
      await page.keyboard.press(chord)
      await expect.poll(async () => (await tabs()).length).toBe(before + 1)
      await shows('ready$')
    }
    await type('exit 3\n')
    await expect(page.locator('.foot')).toBeVisible()
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await tabs()).length).toBe(5)
    await page.keyboard.press('Alt+1')
    await expect(page.locator('.grid')).toHaveCount(4)

    const found: Record<string, string> = {}
    for (const [position, sizes] of places) {
      await page.evaluate(
        (at) => window.vibeflowTest!.options({ tabs: { position: at } }),
        position,
      )
      await expect(page.locator('body')).toHaveAttribute('data-tabs', position)
      await expect
        .poll(async () => await page.locator('.pane-frames').boundingBox(), position)
        .toEqual(await page.locator('#panes').boundingBox())
      for (const [width, height, panes] of sizes) {
        await page.setViewportSize({ width, height })
        // what the observers of sizes do comes with a frame
        await expect.poll(() => stickingOut(page)).toEqual([])
        const note = async (what: string, within?: string) => {
          const all = [
            ...(await stickingOut(page)),
            ...(within === undefined || width !== 640 ? [] : await faults(page, within, 'dark')),
          ]
          for (const fault of all) found[fault] ??= `${what}, ${position}, ${width}`
        }
        await note('panes', 'body')
        for (const place of panes) {
          await page.locator('.grid').nth(place).dispatchEvent('focusin')
          await page.keyboard.press('Control+Shift+F')
          await page.locator('.find-field').fill('ready')
          await expect(page.locator('.find-field')).toBeInViewport({ ratio: 1 })
          await note('find')
          await page.getByRole('button', { name: 'Search all tabs' }).click()
          await note('find in all tabs')
          await page.getByRole('button', { name: 'Search all tabs' }).click()
          if (width === 640 && place === 3) await picture(page, `panes-find-${position}`)
          await page.locator('.find-field').press('Escape')
        }
      }
    }
    expect(found).toEqual({})
  },
)
