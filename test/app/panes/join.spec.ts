/** A tab becomes a pane of another one: dropped onto it, or by the palette. */
import { expect, picture, test } from '../app.ts'
import { slow } from '../../slow.ts'

test(
  'a tab joins a pane by drop or palette, and Esc cancels the drag',
  slow,
  async ({ shared }) => {
    const { page, tabs } = shared
    const bars = page.locator('.tab')
    await page.keyboard.press('Control+Shift+T')
    await expect(bars).toHaveCount(2)
    await page.keyboard.press('Control+Shift+T')
    await expect(bars).toHaveCount(3)
    await expect.poll(async () => (await tabs()).length).toBe(3)
    const [first, second, third] = (await tabs()).map(({ id }) => id)

    // drags the active tab onto the tab before it
    const from = (await bars.nth(2).boundingBox())!
    await page.mouse.move(from.x + 40, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.x + 40, from.y + 200, { steps: 4 })
    await page.mouse.move(800, 300, { steps: 4 })
    await expect(page.locator('.drop-zone')).toHaveAttribute('data-side', 'right')
    await picture(page, 'drop-zone')
    await page.keyboard.press('Escape')
    await expect(page.locator('.drop-zone')).toHaveCount(0)
    await page.mouse.up()
    await expect(bars).toHaveCount(3)
    expect((await tabs()).find(({ active }) => active)?.id).toBe(third)

    await page.mouse.move(from.x + 40, from.y + 20)
    await page.mouse.down()
    await page.mouse.move(from.x + 40, from.y + 200, { steps: 4 })
    await page.mouse.move(480, 570, { steps: 4 })
    await expect(page.locator('.drop-zone')).toHaveAttribute('data-side', 'down')
    await page.mouse.up()
    await expect(bars).toHaveCount(2)
    await expect(page.locator('.grid')).toHaveCount(2)
    const boxOf = async (id: string | undefined) =>
      (await page.locator(`#grid-${id}`).boundingBox())!
    expect((await boxOf(third)).y).toBeGreaterThan((await boxOf(second)).y)

    await page.keyboard.press('Control+Shift+P')
    await page.keyboard.type('merge this tab')
    await page.keyboard.press('Enter')
    await expect(bars).toHaveCount(1)
    await expect(page.locator('.grid')).toHaveCount(3)
    expect((await boxOf(third)).x).toBeGreaterThan((await boxOf(first)).x)
  },
)
