/**
 * How stripes look: one tab in each state, a dozen mixed, and sixty with marks at the ends.
 * Pictures for people to look at.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

let started: Started

// One test follows the other. In a shell without marks nothing but the frames speaks.
test.beforeAll(({ shared }) => {
  started = shared
})

const frames = {
  active: '2;plain shell',
  working: '7501;state=working:app=claude',
  waiting: '7501;state=blocked:kind=permission:app=codex',
  done: '7501;state=done:app=pi',
  idle: '7501;state=idle:app=claude',
  error: '7501;state=error:app=gemini',
} as const
type State = keyof typeof frames
const states = Object.keys(frames) as State[]

/** The active tab reports this state, and its program keeps running. */
async function speak(state: State): Promise<void> {
  const { home, type, shows, tabs } = started
  writeFileSync(
    join(home, `${state}.sh`),
    `clear; printf '\\033]2;${state} tab\\007\\033]${frames[state]}\\007'; echo said; exec cat\n`,
  )
  await shows('ready$')
  await type(`sh ${join(home, state)}.sh\n`)
  await shows('said')
  await expect.poll(async () => (await tabs()).find(({ active }) => active)?.state).toBe(state)
}

async function openTab(): Promise<void> {
  const { page, tabs } = started
  const before = (await tabs()).length
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs()).length).toBe(before + 1)
}

const atCrest = () =>
  started.page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      animation.pause()
      animation.currentTime = 351
    }
  })

test('a state indicator inside another one keeps its own color', async () => {
  const borrowed = await started.page.evaluate((all) => {
    const colours = (state: string, outer?: string) => {
      const [place, inner] = [document.createElement('div'), document.createElement('i')]
      if (outer !== undefined) place.dataset['state'] = outer
      inner.dataset['state'] = state
      place.append(inner)
      document.body.append(place)
      const style = getComputedStyle(inner)
      const names = ['--state', '--state-text', '--state-word']
      const found = names.map((name) => style.getPropertyValue(name)).join()
      place.remove()
      return found
    }
    return all.flatMap((outer) =>
      all.flatMap((state) =>
        colours(state, outer) === colours(state) ? [] : [`${state} in ${outer}`],
      ),
    )
  }, states)
  expect(borrowed).toEqual([])
})

test('each state has its own color, icon and label', async () => {
  const { page } = started
  await page.setViewportSize({ width: 1_200, height: 400 })
  for (const [index, state] of states.entries()) {
    if (index > 0) await openTab()
    await speak(state)
  }
  const looksOf = () =>
    page
      .locator('.tab')
      .evaluateAll((tabs) =>
        tabs.map((tab) => [
          getComputedStyle(tab.querySelector('.stripe')!).backgroundColor,
          tab.querySelector('.glyph')?.getAttribute('data-glyph') ?? 'none',
          tab.querySelector('.sub-state')?.textContent ?? '',
        ]),
      )
  const looks = await looksOf()
  expect(looks).toEqual([
    ['rgba(0, 0, 0, 0)', 'none', ''],
    ['rgb(51, 153, 255)', 'dot', ' · working'],
    ['rgb(255, 170, 0)', 'triangle', 'needs you: permission'],
    ['rgb(34, 204, 102)', 'check', ' · done'],
    ['rgba(0, 0, 0, 0)', 'ring', ' · idle'],
    ['rgb(229, 72, 77)', 'cross', ' · failed'],
  ])
  const widths = () =>
    page
      .locator('.tab .stripe')
      .evaluateAll((stripes) => stripes.map((stripe) => stripe.getBoundingClientRect().width))
  expect((await widths()).slice(1)).toEqual([3, 6, 3, 6, 3])
  // A desktop that forces its own colors keeps the colors of states.
  await page.emulateMedia({ forcedColors: 'active' })
  expect(await looksOf()).toEqual(looks)
  await picture(page, 'states-forced-colours')
  await page.emulateMedia({ forcedColors: null })
  await expect(page.locator('[role=tab]').nth(2)).toHaveAccessibleName(
    /^waiting tab, .*, Codex, needs you: permission$/,
  )
  await atCrest()
  await picture(page, 'states')
  // the close button of the tab under the pointer is next to its title, and covers no state
  await page.locator('.tab').nth(2).hover()
  const [close, line] = [
    (await page.locator('.tab').nth(2).locator('.tab-close').boundingBox())!,
    (await page.locator('.tab').nth(2).locator('.tab-subtitle').boundingBox())!,
  ]
  expect(close.y + close.height).toBeLessThanOrEqual(line.y)
  await page.mouse.move(600, 300)
  // However narrow, no state is cut: a shorter word, or the shape with the age.
  await page.setViewportSize({ width: 600, height: 400 })
  const lines = () =>
    page.locator('.tab').evaluateAll((tabs) =>
      tabs.map((tab) => {
        const line = tab.querySelector('.tab-subtitle')!
        return [
          line.querySelector('.sub-state')?.textContent ?? line.querySelector('.glyph')?.nodeName,
          tab.getAttribute('data-state') !== 'active' && line.scrollWidth > line.clientWidth
            ? 'cut'
            : 'whole',
        ]
      }),
    )
  await expect.poll(lines).toEqual([
    [undefined, 'whole'],
    ['working', 'whole'],
    ['svg', 'whole'],
    ['done', 'whole'],
    ['idle', 'whole'],
    ['failed', 'whole'],
  ])
  await picture(page, 'narrow')
  await page.setViewportSize({ width: 1_200, height: 400 })
})

test('the tab list truncates no state in the smallest window', async () => {
  const { page } = started
  await page.setViewportSize({ width: 320, height: 200 })
  await page.keyboard.press('Control+Shift+L')
  const subtitles = page.locator('.list-subtitle')
  await expect(subtitles).toHaveCount(states.length)
  const cut = await subtitles.evaluateAll((all) =>
    all.flatMap((one) => (one.scrollWidth > one.clientWidth ? [one.textContent] : [])),
  )
  await picture(page, 'list-of-tabs-tiny')
  await page.keyboard.press('Escape')
  await page.setViewportSize({ width: 1_200, height: 400 })
  expect(cut).toEqual([])
})

test('the bar ends show which of sixty tabs ask, and go there', slow, async () => {
  const { page, tabs } = started
  for (let more = 6; more < 12; more += 1) {
    await openTab()
    await speak(states[more % 6] ?? 'working')
  }
  await atCrest()
  await picture(page, 'twelve')
  for (let count = (await tabs()).length; count < 60; count += 1)
    await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs()).length).toBe(60)
  const mark = page.locator('.edge-mark[data-side=left]')
  await expect(mark).toHaveAttribute('data-state', 'waiting')
  await expect(mark).toHaveText('6') // two each of waiting, done, failed
  await picture(page, 'sixty')
  await mark.click()
  await expect
    .poll(async () => (await tabs()).find(({ active }) => active)?.title)
    .toBe('waiting tab')
  expect((await tabs()).findIndex(({ active }) => active)).toBe(2) // the older of the two
  await expect(page.locator('.stripe[data-pulse]')).not.toHaveCount(0)
  await page.locator('.strip').evaluate((strip) => {
    strip.scrollLeft = strip.scrollWidth
  })
  // hidden tabs do not pulse
  await expect(page.locator('.stripe[data-pulse]')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+L')
  await page.keyboard.type('needs you')
  await picture(page, 'list-of-waiting')
  await page.keyboard.press('Escape')
})
