/**
 * Text under an image is not seen, and neither is what has scrolled out of view: no address is
 * opened by a part of it without a question. `xdg-open` is not reached: Electron's calls are
 * recorded.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { desktopCalls, expect, picture, test, type Started } from '../app/app.ts'
import {
  coloursAt,
  filled,
  green,
  kitty,
  placeholders,
  red,
  show,
} from '../app/grid/image-pixels.ts'
import { screenshotOf } from '../app/grid/pixels.ts'
import { slow } from '../slow.ts'

const openedOf = async (app: Started['app']) =>
  (await desktopCalls(app))
    .filter(({ name }) => name === 'shell.openExternal')
    .map(({ args }) => String(args[0]))

/** The host that is seen has this many cells; the rest of the address follows. */
const seen = 'https://github.com'
const address = `${seen}.evil.example/`
const at = (row: number, column: number) => `\x1b[${row};${column}H`
/** An image of one color over so many cells, at the cursor. */
const over = (cells: number, colour: readonly number[], more = '') =>
  kitty(`a=T,s=1,v=1,C=1,c=${cells},r=1${more}`, filled(1, 1, colour))
const rest = address.length - seen.length

/** Has the first label of quick select opened, and returns the place that is asked about. */
async function quickSelected({ page }: Started): Promise<string | null> {
  await page.keyboard.press('Control+Shift+Space')
  await expect(page.locator('.quick-label').first()).toBeVisible()
  await page.keyboard.press('Shift+A')
  await expect(page.locator('.quick-label')).toHaveCount(0)
  return asked({ page })
}

/** Clicks a cell with Ctrl held, and returns the place that is asked about. */
async function clicked({ page }: Started, row: number, column: number): Promise<string | null> {
  const [x, y] = await page.evaluate(
    ([down, across]) => {
      const box = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
      const { cols, rows } = window.vibeflowTest!.stats()
      return [
        box.left + ((across + 0.5) * box.width) / cols,
        box.top + ((down + 0.5) * box.height) / rows,
      ] as const
    },
    [row, column] as const,
  )
  await page.keyboard.down('Control')
  await expect(async () => {
    await page.mouse.move(x, y + 200)
    await page.mouse.move(x, y)
    await expect(page.locator('.link-target')).toBeVisible({ timeout: 500 })
  }).toPass()
  await page.mouse.click(x, y)
  await page.keyboard.up('Control')
  return asked({ page })
}

/** The place of the question, which is canceled then; null: none is asked. */
async function asked({ page }: Pick<Started, 'page'>): Promise<string | null> {
  const place = page.locator('.dialog-place')
  const isAsked = await place.waitFor({ timeout: 2_000 }).then(
    () => true,
    () => false,
  )
  if (!isAsked) return null
  const text = await place.textContent()
  await page.keyboard.press('Escape')
  await expect(place).toHaveCount(0)
  return text
}

test(
  'an address under an image is not opened by what is left of it',
  slow,
  async ({ shared: app }) => {
    const { page } = app
    const before = (await openedOf(app.app)).length
    const opened = async () => (await openedOf(app.app)).slice(before)

    await show(app, `${at(3, 1)}${address}`, 'bare')
    expect([await quickSelected(app), await clicked(app, 2, 2)]).toEqual([null, null])
    await expect.poll(opened).toEqual([address, address])

    const covered = { row: 2, column: seen.length, columns: rest }
    for (const [name, drawn, isSeenThrough] of [
      ['image', at(3, 1) + address + at(3, seen.length + 1) + over(rest, green), false],
      [
        'glass',
        `${at(3, 1) + address + at(3, seen.length + 1)}${kitty(
          `a=T,s=1,v=1,C=1,c=${rest},r=1`,
          Uint8Array.of(0, 255, 0, 40),
        )}`,
        true,
      ],
      [
        'relative',
        at(3, 1) +
          address +
          at(5, 1) +
          kitty('a=T,i=7,p=7,s=1,v=1,C=1,c=1,r=1', filled(1, 1, red)) +
          kitty('a=t,i=8,s=1,v=1', filled(1, 1, green)) +
          kitty(`a=p,i=8,P=7,Q=7,H=${seen.length},V=-2,c=${rest},r=1,C=1`),
        false,
      ],
      [
        'anchored',
        at(3, 1) +
          address +
          kitty('a=t,i=9,s=1,v=1', filled(1, 1, red)) +
          kitty('a=p,i=9,U=1,p=5,c=1,r=1') +
          kitty('a=t,i=10,s=1,v=1', filled(1, 1, green)) +
          kitty(`a=p,i=10,P=9,Q=5,H=${seen.length},V=-2,c=${rest},r=1,C=1`) +
          `${at(5, 1)}\x1b[38;5;9;58;5;5m${placeholders(0, 1)}\x1b[m`,
        false,
      ],
    ] as const) {
      await show(app, drawn, name)
      const colours = () => coloursAt(page, [[2, seen.length + 2]])
      if (!isSeenThrough) await expect.poll(colours, name).toEqual([green])
      if (name === 'image') {
        await picture(page, 'covered-text')
        const withText = await screenshotOf(page, covered)
        await show(app, drawn.replace(address, seen), 'without')
        await expect.poll(colours).toEqual([green])
        // the user sees the image alone
        expect(withText.equals(await screenshotOf(page, covered))).toBe(true)
        await show(app, drawn, 'again')
        await expect.poll(colours).toEqual([green])
      }
      expect([await quickSelected(app), await clicked(app, 2, 2)], name).toEqual([
        'github.com',
        'github.com',
      ])
    }
    expect(await opened()).toHaveLength(2)
  },
)

test(
  'an image next to an address, or in its spaces, makes opening it ask',
  slow,
  async ({ shared: app }) => {
    const before = (await openedOf(app.app)).length
    for (const [name, drawn] of [
      ['beside', at(3, 1) + seen + over(6, green)],
      ['below', `${at(3, 1)}${over(40, green, ',z=-1')}${seen}`],
      [
        'placeholders',
        kitty('a=t,i=3,s=2,v=1', filled(2, 1, green)) +
          kitty('a=p,i=3,U=1,c=4,r=1') +
          `${at(3, 1)}${seen}\x1b[38;5;3m${placeholders(0, 4)}\x1b[m`,
      ],
      ['sixel', `${at(3, 1)}${seen}\x1bPq"1;1;40;18#1;2;0;100;0${'#1!40~-'.repeat(3)}\x1b\\`],
    ] as const) {
      await show(app, drawn, name)
      await expect.poll(() => coloursAt(app.page, [[2, seen.length]]), name).toEqual([[0, 255, 0]])
      expect([await quickSelected(app), await clicked(app, 2, 2)], name).toEqual([
        'github.com',
        'github.com',
      ])
    }
    // text over an image is drawn on its own background
    await show(app, `${at(3, 1)}${over(60, green, ',z=-1')}${seen}`, 'text')
    const cells = { row: 2, columns: seen.length }
    const withImage = await screenshotOf(app.page, cells)
    await show(app, `${at(3, 1)}${seen}`, 'bare')
    await expect.poll(() => coloursAt(app.page, [[2, 50]])).not.toEqual([green])
    expect(withImage.equals(await screenshotOf(app.page, cells))).toBe(true)
    expect((await openedOf(app.app)).slice(before)).toEqual([])
  },
)

test('an address with a row scrolled out of view makes opening it ask', async ({ shared: app }) => {
  const { home, page, shows, type } = app
  const before = (await openedOf(app.app)).length
  const opened = async () => (await openedOf(app.app)).slice(before)
  const { cols } = await page.evaluate(() => window.vibeflowTest!.stats())
  const start = 'https://evil.example/?'.padEnd(cols, 'a')
  const end = `${seen}/${'b'.repeat(20)}`
  await show(app, `${at(1, 1)}${start}${end}`, 'whole')
  expect(await quickSelected(app)).toBeNull()
  await expect.poll(opened).toEqual([start + end])
  const drawn = `\x1b[2J\x1b[H${start}${end}${at(999, 1)}\n`
  writeFileSync(join(home, 'drawn.txt'), drawn)
  await type('cat drawn.txt; read -r line\n')
  await shows(new RegExp(`^${end}`))
  expect([await quickSelected(app), await clicked(app, 0, 2)]).toEqual([
    'github.com',
    'evil.example',
  ])
  expect(await opened()).toHaveLength(1)
  await page.keyboard.press('Enter')
})
