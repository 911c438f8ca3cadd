/**
 * A window that moves to a screen of another scale: the grid fits its window again. Emulated scales
 * cause no event, so the size changes as well.
 */
import { expect, picture, test } from '../app.ts'
import { slow } from '../../slow.ts'

const size = { width: 1003, height: 611 }

for (const renderer of ['auto', 'dom'] as const)
  test(
    `the grid fits after a change of the scale with ${renderer}`,
    renderer === 'auto' ? {} : slow,
    async ({ fresh }) => {
      const { page, shows } = await fresh()
      await page.setViewportSize(size)
      await page.evaluate(
        (one) => window.vibeflowTest!.options({ ui: { renderer: one }, fonts: { size: 16 } }),
        renderer,
      )
      await shows('ready$')
      const devtools = await page.context().newCDPSession(page)
      const setScale = (deviceScaleFactor: number) =>
        devtools.send('Emulation.setDeviceMetricsOverride', {
          width: size.width + 16 * (deviceScaleFactor - 1),
          height: size.height,
          deviceScaleFactor,
          mobile: false,
        })
      /** Returns how many cells there are, and how many more would fit. */
      const fit = () =>
        page.evaluate(() => {
          const grid = document.querySelector('.grid')!.getBoundingClientRect()
          const cells = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
          const { cols, rows } = window.vibeflowTest!.stats()
          return {
            scale: devicePixelRatio,
            cols,
            rows,
            cellPx: (cells.width / cols) * devicePixelRatio,
            freeColumns: (grid.width - cells.width) / (cells.width / cols),
            freeRows: (grid.height - cells.height) / (cells.height / rows),
          }
        })
      // Both the larger font and the size of the window.
      await expect(async () => {
        const { cols, freeColumns } = await fit()
        expect(cols).toBeLessThan(110)
        expect(freeColumns).toBeLessThan(3.5)
      }).toPass()
      const first = await fit()
      for (const scale of [1.25, 2, 1]) {
        await setScale(scale)
        await expect(async () => {
          const now = await fit()
          expect(now.scale).toBe(scale)
          expect(Math.abs(now.cellPx - Math.round(now.cellPx))).toBeLessThan(0.01)
          // The padding takes two columns and one row.
          for (const free of [now.freeColumns, now.freeRows]) {
            expect(free).toBeGreaterThanOrEqual(0)
            expect(free).toBeLessThan(3.5)
          }
        }).toPass({ timeout: 20_000 })
        if (scale === 1.25) await picture(page, `scale-change-${renderer}`)
      }
      const { cols, rows } = await fit()
      expect({ cols, rows }).toEqual({ cols: first.cols, rows: first.rows })
      await devtools.send('Emulation.clearDeviceMetricsOverride')
    },
  )
