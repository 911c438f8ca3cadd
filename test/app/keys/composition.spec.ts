/** Tests how text that an input method composes is drawn, at the engine's own compositions. */
import { expect, picture, test } from '../app.ts'

test('composed text wraps in cells of a grown grid, in its colors, and scrolls nothing', async ({
  fresh,
}) => {
  const { page, screen, shows, type } = await fresh()
  await page.setViewportSize({ width: 900, height: 980 })
  await expect.poll(async () => (await screen()).length).toBeGreaterThan(30)
  const { cols, rows } = await page.evaluate(() => window.vibeflowTest!.stats())
  await type(`clear; printf '\\033[41;97m\\033[${rows};1H%${cols - 6}s' begun; read -r answer\n`)
  await shows(/begun$/m)
  const before = await page.evaluate(() => window.vibeflowTest!.cursor())
  expect(before).toEqual({ row: rows - 1, col: cols - 6 })
  const devtools = await page.context().newCDPSession(page)
  const compose = (text: string, start = text.length, end = start) =>
    devtools.send('Input.imeSetComposition', { text, selectionStart: start, selectionEnd: end })
  /** Rows of the composition, its caret and the field, in cells. */
  const placed = () =>
    page.evaluate(() => {
      const { cols: columns, rows: height } = window.vibeflowTest!.stats()
      const grid = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
      const cells = (element: Element) => {
        const { left, top, right } = element.getBoundingClientRect()
        const x = (px: number) => Math.max(0, Math.round(((px - grid.left) * columns) / grid.width))
        return [Math.round(((top - grid.top) * height) / grid.height), x(left), x(right)]
      }
      const all = (selector: string) => [...document.querySelectorAll(`.grid ${selector}`)]
      return {
        lines: all('.preedit-row').map((line) => [line.textContent, ...cells(line)]),
        caret: all('.preedit-caret').map((caret) => cells(caret).slice(0, 2)),
        field: all('.xterm-helper-textarea').map((field) => cells(field)),
        scrolled: all('*').some((one) => one.scrollLeft > 0 && one.tagName !== 'TEXTAREA'),
        marked: all('.preedit-cell[data-marked]').map((cell) => cell.textContent),
      }
    })
  await compose('にほんごの', 1, 3)
  const [last, end] = [rows - 1, cols - 6]
  await expect.poll(placed).toEqual({
    lines: [
      ['にほん', last - 1, end, cols],
      ['ごの', last, 0, 4],
    ],
    caret: [[last, 0]],
    field: [[last, 0, 4]],
    scrolled: false,
    marked: ['ほ', 'ん'],
  })
  await picture(page, 'composition-wrapped')
  await compose('にほん')
  await expect.poll(async () => (await placed()).lines).toEqual([['にほん', last, end, cols]])
  const colors = await page.evaluate(() => {
    const { color, backgroundColor } = getComputedStyle(document.querySelector('.preedit-row')!)
    const ground = getComputedStyle(document.querySelector('.grid')!).backgroundColor
    return { color, isGround: backgroundColor === ground, differs: color !== backgroundColor }
  })
  expect(colors).toMatchObject({ isGround: true, differs: true })
  await devtools.send('Input.insertText', { text: 'にほん' })
  await shows(/begunにほん/)
  await expect(page.locator('.composition-view')).not.toHaveClass(/active/)
  await devtools.detach()
})
