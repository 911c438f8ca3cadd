/**
 * Tests the timeline under a tab: it is drawn in the colors of the tab's states, and a click
 * scrolls to the event.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { svgRowHeight } from '../../../src/terminal/index.ts'
import { expect, picture, test, vibeflow, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

interface Seen {
  readonly mine: number
  readonly other: number
}

// One test follows the other.
let started: Started
test.beforeAll(({ shared }) => {
  started = shared
})

test('it shows when an agent worked and waited; a click goes there', async () => {
  const { home, page, shows, type } = started
  await shows('ready$')
  const say = (state: string) => `printf '\\033]7501;state=${state}:app=claude\\007'`
  writeFileSync(
    join(home, 'agent.sh'),
    [
      ...['echo worked from here', say('working'), 'sleep 1.5', 'seq 1 150'],
      ...['echo waited from here', say('blocked:kind=permission'), 'sleep 1.5', 'seq 151 300'],
      ...['echo all is said', 'exec cat'],
    ].join('\n'),
  )
  const line = page.locator('.tab-active .time-line')
  // a command alone, with the marks of a shell
  await type("printf '\\033]133;C\\007'; read; printf '\\033]133;D;0\\007\\033]133;A\\007'\n")
  await expect(page.locator('.tab-active[data-state=working]')).toBeVisible()
  await type('\n')
  await expect(page.locator('.tab-active[data-state=working]')).toHaveCount(0)
  await expect(line).toHaveCount(0)
  await type('sh agent.sh\n')
  await shows('all is said')
  const pieces = line.locator('rect')
  await expect
    .poll(() => pieces.evaluateAll((all) => all.map((one) => one.dataset['as'])))
    .toEqual(['worked', 'waited'])
  // in a file, without waiting, each event at its row
  const log = join(home, 'log.html')
  await vibeflow(home, 'log', '1', '--screen', '--html', log)
  const found = readFileSync(log, 'utf8').matchAll(/data-y="(\d+)"><td>.*?class="(\w+)">/g)
  const rows = [...found].map(([, y, as]) => ({ as, row: Number(y) / svgRowHeight }))
  expect(rows.map(({ as }) => as)).toEqual(['worked', 'worked', 'waited']) // the command too
  expect(rows[2]!.row - rows[1]!.row).toBe(151)
  const facts = await line.evaluate((element) => {
    const svg = element.querySelector('svg')!.getBoundingClientRect()
    const tab = element.closest('.tab')!
    const fill = (as: string) => getComputedStyle(element.querySelector(`[data-as=${as}]`)!).fill
    const stripe = getComputedStyle(tab.querySelector('.stripe')!).backgroundColor
    const below = tab.getBoundingClientRect().bottom - svg.bottom
    return { height: svg.height, below, worked: fill('worked'), waited: fill('waited'), stripe }
  })
  expect(facts).toMatchObject({ height: 2, below: 0, waited: facts.stripe })
  expect(facts.worked).not.toBe(facts.waited)
  await picture(page, 'time-line')
  const box = (await line.boundingBox())!
  const position = () => page.evaluate(() => window.vibeflowTest!.position())
  const inView = () => page.evaluate(() => window.vibeflowTest!.screen())
  // without Ctrl, a press next to the terminal's first row scrolls nothing
  const { top: end } = await position()
  await page.mouse.click(box.x + box.width * 0.1, box.y + box.height - 1)
  expect((await position()).top).toBe(end)
  await page.keyboard.down('Control')
  await page.mouse.click(box.x + box.width * 0.1, box.y + box.height - 1)
  await expect.poll(async () => JSON.stringify(await inView())).toContain('worked from here')
  const { top } = await position()
  await page.mouse.click(box.x + box.width * 0.75, box.y + box.height - 1)
  await expect.poll(async () => (await position()).top).toBeGreaterThan(top)
  await page.keyboard.up('Control')
  await page.mouse.move(box.x + box.width * 0.1, box.y + box.height - 2)
  await expect(line).toHaveAttribute('title', /^Working: \d\d:\d\d, \d+ s\. Ctrl\+click to scroll/)
})

test("an event in one tab redraws no other tab's timeline", slow, async () => {
  const { page, shows, tabs, type } = started
  const [first] = await tabs()
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await shows('ready$')
  await page.evaluate((id) => {
    const seen = { mine: 0, other: 0 }
    Object.assign(window, { seen })
    const count = (of: keyof typeof seen, selector: string) =>
      new MutationObserver((changes) => {
        seen[of] += changes.length
      }).observe(document.querySelector(selector)!, {
        subtree: true,
        childList: true,
        attributeFilter: ['x', 'width'],
      })
    count('other', `.tab[data-session="${id}"] .time-line`)
    count('mine', '.tab-active')
  }, first!.id)
  const said = (state: string) => `printf '\\033]7501;state=${state}:app=claude\\007'; sleep 1.2`
  await type(`${said('working')}; ${said('blocked')}; ${said('working')}\n`)
  await expect(page.locator('.tab-active .time-line rect')).toHaveCount(3)
  const { mine, other } = await page.evaluate(() => (window as never as { seen: Seen }).seen)
  expect(other).toBe(0)
  expect(mine).toBeGreaterThan(0)
})
