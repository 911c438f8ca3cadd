/** The space around the cells: balanced, and in a full-screen program's colors, by renderer. */
import { expect, picture, test } from '../app.ts'
import { slow } from '../../slow.ts'
import { decoded } from '../grid/pixels.ts'

const viewport = { width: 1003, height: 611 }
/** The first column is blue, the last row red, the rest green. */
const screen =
  '\\033[?1049h\\033[42m\\033[2J\\033[44m' +
  '$(for row in $(seq $LINES); do printf "\\033[$row;1H "; done)' +
  '\\033[$LINES;1H\\033[41m\\033[K\\033[44m\\033[1;1H'

for (const renderer of ['auto', 'webgl', 'dom'] as const)
  test(
    `a full-screen program's colors reach the edges with ${renderer}`,
    renderer === 'auto' ? {} : slow,
    async ({ fresh }) => {
      const { page, shows, type } = await fresh()
      await page.setViewportSize(viewport)
      await page.evaluate(
        (one) => window.vibeflowTest!.options({ ui: { renderer: one } }),
        renderer,
      )
      await shows('ready$')
      const place = () =>
        page.evaluate(() => {
          const grid = document.querySelector('.grid')!.getBoundingClientRect()
          const cells = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
          const { x, y, right, bottom } = grid
          return {
            grid: { x, y, right, bottom },
            left: cells.x - x,
            right: right - cells.right,
            top: cells.y - y,
            bottom: bottom - cells.bottom,
          }
        })
      await expect(async () => {
        const { left, right, top, bottom } = await place()
        expect(Math.abs(left - right)).toBeLessThan(1.5)
        expect(Math.abs(top - bottom)).toBeLessThan(1.5)
      }).toPass()
      const colors = async () => {
        const { grid, right: space } = await place()
        const { x, y, right, bottom } = grid
        const cellsEnd = right - Math.ceil(space)
        const pixels = await decoded(page, (await page.screenshot()).toString('base64'))
        const at = (left: number, top: number) =>
          pixels.at(Math.round(top) * pixels.width + Math.round(left))
        return {
          left: at(x + 2, (y + bottom) / 2),
          right: at(right - 20, (y + bottom) / 2),
          edge: at(right - 2, (y + bottom) / 2),
          corner: at(right - 2, y + 2),
          seam: at(cellsEnd, (y + bottom) / 2),
          top: at((x + right) / 2, y + 2),
          bottom: at((x + right) / 2, bottom - 2),
        }
      }
      const before = await colors()
      expect(new Set(Object.values(before).map(String)).size).toBe(1)
      await type(`clear; printf "${screen}"; sleep 100\n`)
      await expect.poll(async () => String((await colors()).left)).not.toBe(String(before.left))
      const { left, right, edge, seam, corner, top, bottom } = await colors()
      await picture(page, `padding-${renderer}`)
      expect([edge, seam, corner, top]).toEqual([right, right, right, right])
      expect(new Set([left, right, bottom].map(String)).size).toBe(3)
      await page.evaluate(() =>
        window.vibeflowTest!.options({ window: { padding_color: 'background' } }),
      )
      await expect.poll(async () => String((await colors()).left)).toBe(String(before.left))
      await page.keyboard.press('Control+c')
    },
  )

test('a line of text keeps its height at the edge, also in reverse', async ({ fresh }) => {
  const { page, shows, type } = await fresh()
  await shows('ready$')
  const below = async () => {
    const box = (await page.locator('.grid').first().boundingBox())!
    const pixels = await decoded(page, (await page.screenshot()).toString('base64'))
    const at = (x: number, y: number) => String(pixels.at(Math.round(y) * pixels.width + x))
    const x = Math.round(box.x + 40)
    return { edge: at(x, box.y + box.height - 1), top: at(x, box.y + 1) }
  }
  const { edge: plain } = await below()
  const line = '\\033[$LINES;1H\\033[7m%-${COLUMNS}s\\033[m\\033[1;1H\\033[44m\\033[K\\033[m'
  await type(`clear; printf "\\033[?1049h\\033[2J${line}" status; read\n`)
  await expect.poll(async () => (await below()).top).not.toBe(plain)
  await picture(page, 'padding-reversed')
  expect((await below()).edge).toBe(plain)
  const filled = '\\033[$LINES;1H\\033[44m\\033[K'
  await type(`\nprintf "${filled}\\033[m\\033[H"; read\n`)
  await expect.poll(async () => (await below()).edge).not.toBe(plain)
  await type(`\nprintf "${filled}\\033[46m \\ue0b0\\033[m\\033[H"; read\n`)
  await expect.poll(async () => (await below()).edge).toBe(plain)
})

test('no scrollbar of the browser shows through clear cells', async ({ fresh }) => {
  const { page, shows } = await fresh()
  await shows('ready$')
  await page.evaluate(() => window.vibeflowTest!.options({ translucent: true }))
  // Without a display, Chromium draws none.
  await expect(page.locator('.grid .xterm-viewport')).toHaveCSS('overflow-y', 'hidden')
})

test('an unfocused pane is dimmed up to its edges', async ({ fresh }) => {
  const { page, shows, type } = await fresh()
  await shows('ready$')
  await type("printf '\\033[?1049h\\033[42m\\033[2J'; read\n")
  const colors = async () => {
    const box = (await page.locator('.grid').first().boundingBox())!
    const pixels = await decoded(page, (await page.screenshot()).toString('base64'))
    // below the cells of the edge too
    return [1, 6, 9, 12, 14, 60].map((x) => {
      const [left, top] = [Math.round(box.x) + x, Math.round(box.y + box.height / 2)]
      return String(pixels.at(top * pixels.width + left))
    })
  }
  await expect.poll(async () => new Set(await colors()).size).toBe(1)
  const [focused] = await colors()
  await page.keyboard.press('Control+Shift+O')
  await expect(page.locator('.grid[data-unfocused]')).toBeVisible()
  await expect.poll(async () => (await colors()).includes(focused!)).toBe(false)
  await picture(page, 'padding-unfocused')
  expect(new Set(await colors()).size).toBe(1)
})

test('a background that a program sets reaches the edges until it is reset', async ({ fresh }) => {
  const { page, shows, type } = await fresh()
  await shows('ready$')
  const corners = async () => {
    const box = (await page.locator('.grid').first().boundingBox())!
    const pixels = await decoded(page, (await page.screenshot()).toString('base64'))
    return [
      [box.x + 2, box.y + 2],
      [box.x + box.width / 2, box.y + box.height / 2],
      [box.x + box.width - 2, box.y + box.height - 2],
    ].map(([x, y]) => String(pixels.at(Math.round(y!) * pixels.width + Math.round(x!))))
  }
  const before = await corners()
  await type("clear; printf '\\033]11;#ffeecc\\033\\\\'\n")
  await expect.poll(async () => new Set(await corners())).toEqual(new Set(['255,238,204']))
  await type("printf '\\033]111\\033\\\\'\n")
  await expect.poll(corners).toEqual(before)
})
