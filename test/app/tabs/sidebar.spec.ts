/**
 * The tab bar at each side of the window (`tabs.position`): where it and the terminals are, what a
 * row shows, and that pointer and keyboard do there what they do in a row of tabs.
 */
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { bringAxe, faults } from '../axe.ts'
import { expect, makeHome, picture, startApp, test, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

const home = makeHome()
const file = join(home, 'config/vibeflow/config.toml')
let started: Started

// Each test continues where the one before ends, so a retry repeats them all.
test.describe.configure({ mode: 'serial' })

test.beforeAll(async () => {
  mkdirSync(join(file, '..'), { recursive: true })
  writeFileSync(file, '[tabs]\nposition = "left"\n')
  started = await startApp({ home })
  await started.shows('ready$')
  // all tests have three tabs, including a test that is retried in an app of its own
  await openTab()
  await openTab()
})

test.afterAll(async () => {
  await started.close()
  rmSync(home, { recursive: true, force: true, maxRetries: 5 })
})

const box = async (selector: string) => {
  const found = await started.page.locator(selector).first().boundingBox()
  if (found === null) throw new Error(`${selector} is not there`)
  return found
}
const order = async () => (await started.tabs()).map(({ id }) => id)
const active = async () => (await started.tabs()).find((tab) => tab.active)?.id

async function openTab(): Promise<void> {
  const before = (await started.tabs()).length
  await started.page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await started.tabs()).length).toBe(before + 1)
  await started.shows('ready$')
}

test("a sidebar has a row for each tab, with its agent's question", async () => {
  const { page, type } = started
  const message = Buffer.from('run the tests?').toString('base64')
  const frame = `7501;state=blocked:kind=permission:app=claude:msg=${message}`
  await type(`printf '\\033]${frame}\\007'; cat\n`)
  await expect(page.locator('.tab-active .tab-message')).toHaveText('run the tests?')
  await expect(page.locator('.tab-active .tab-title')).toHaveText('bash')
  expect(
    await page
      .locator('.agent-sign')
      .evaluateAll((all) => all.map((one) => one.getAttribute('title'))),
  ).toEqual(['Claude Code'])
  const [bar, panes] = [await box('.bar'), await box('#panes')]
  expect(bar).toMatchObject({ x: 0, y: 0, width: 240 })
  expect(panes).toMatchObject({ x: 240, y: 0 })
  expect(bar.height).toBe(panes.height)
  const rows = await page.locator('.tab').evaluateAll((tabs) =>
    tabs.map((tab) => {
      const { left, top, width, height } = tab.getBoundingClientRect()
      return [left, top, width, height]
    }),
  )
  expect(rows).toEqual([0, 68, 136].map((top) => [0, top, 240, 68]))
  await picture(page, 'sidebar-left')
  await page.locator('.tab-active').click({ button: 'right' })
  await expect(page.getByRole('menuitem', { name: /^Move tab (up|down|left|right)/ })).toHaveText([
    /^Move tab up/,
    /^Move tab down/,
  ])
  await page.keyboard.press('Escape')
})

test('a row without a message shows its directory, and its badge precedes the title', async () => {
  const { page, type } = started
  await page.keyboard.press('Alt+1')
  await type('mkdir -p inner && cd inner\n')
  const message = page.locator('.tab-active .tab-message')
  await expect(message).toHaveText('~/inner')
  await type("printf '\\033]0;عنوان\\007\\033]7501;state=working:app=claude\\007'; head -n 1\n")
  await expect(page.locator('.tab-active .tab-title')).toHaveText('عنوان')
  await expect(message).toHaveText('~/inner')
  await expect(page.locator('.tab-active .agent-sign')).toBeVisible()
  await expect
    .poll(async () => {
      const [sign, name] = [
        await box('.tab-active .agent-sign'),
        await box('.tab-active .tab-name'),
      ]
      return name.x - (sign.x + sign.width)
    })
    .toBe(6)
  await picture(page, 'sidebar-right-to-left')
  await page.keyboard.press('Enter')
  await type("printf '\\033]0;\\007'; cd\n")
  await expect(message).toHaveText('')
  await page.keyboard.press('Alt+3')
})

test('arrow keys move through the sidebar, and the pointer moves a tab', async () => {
  const { page } = started
  const before = await order()
  await page.keyboard.press('Control+Shift+F6')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('ArrowUp')
  await page.keyboard.press('Enter')
  expect(await active()).toBe(before[0])
  await page.mouse.move(100, 30)
  await page.mouse.down()
  await page.mouse.move(100, 60)
  await page.mouse.move(100, 180, { steps: 4 })
  await expect(page.locator('.drop-mark')).toBeVisible()
  await page.mouse.up()
  await expect.poll(order).toEqual([before[1], before[2], before[0]])
})

test('a sidebar row names the branch, also after a switch', slow, async () => {
  const { page, type } = started
  await page.keyboard.press('Alt+1')
  await type('git init -q -b trunk shop && cd shop\n')
  const branch = page.locator('.tab-active .sub-branch')
  await expect(branch).toHaveText(' · trunk')
  await picture(page, 'sidebar-branch')
  await type('git switch -q -c fix/login\n')
  await expect(branch).toHaveText(' · fix/login')
  await type('cd\n')
  await expect(branch).toBeHidden()
  await page.keyboard.press('Alt+0')
})

test('the tooltip of a tab is next to the sidebar', async () => {
  const { page } = started
  await page.mouse.move(100, 100)
  await expect(page.locator('.tip')).toBeVisible()
  expect((await box('.tip')).x).toBeGreaterThanOrEqual(240)
  await page.mouse.move(600, 300)
})

test("dragging the sidebar's edge saves its width", async () => {
  const { page } = started
  await page.mouse.move(240, 300)
  await page.mouse.down()
  await page.mouse.move(300, 300, { steps: 3 })
  expect((await box('.bar')).width).toBe(300)
  await page.mouse.up()
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('sidebar_width = 300')
  await expect.poll(async () => (await box('#panes')).x).toBe(300)
  // The saved file is read again: that must not undo the next option.
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(window.vibeflowTest!.settings())))
    .toContain('"sidebar_width":300')
  await page.evaluate(() => window.vibeflowTest!.options({ tabs: { sidebar_width: 120 } }))
  const places = () =>
    page
      .locator('.bar-buttons > button:visible')
      .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left))
  await expect.poll(async () => Math.max(...(await places()))).toBeLessThan(120)
  expect(Math.min(...(await places()))).toBeGreaterThanOrEqual(0) // none is cut
  await page.evaluate(() => window.vibeflowTest!.options({ tabs: { sidebar_width: 300 } }))
  await expect.poll(async () => (await box('.bar')).width).toBe(300)
  await page.locator('.sidebar-edge').focus()
  await page.keyboard.press('ArrowLeft')
  await expect.poll(() => readFileSync(file, 'utf8')).toContain('sidebar_width = 290')
  await page.keyboard.press('Escape')
})

test('a collapsed sidebar shows stripes and state icons', async () => {
  const { page } = started
  await page.keyboard.press('Control+Shift+P')
  await page.keyboard.type('sidebar')
  await page.keyboard.press('Enter')
  await expect.poll(async () => (await box('.bar')).width).toBe(34)
  await expect(page.locator('.tab-title').first()).toBeHidden()
  await expect(page.locator('.tab .glyph').first()).toBeVisible()
  // none of its buttons is cut off or covers the terminal
  const buttons = await page
    .locator('.bar-buttons > button')
    .evaluateAll((all) => all.map((one) => one.getBoundingClientRect().toJSON()))
  expect(buttons.map(({ x, width, height }) => [x, width, height])).toEqual(
    Array.from({ length: 3 }, () => [0, 34, 32]),
  )
  const strip = await box('.strip')
  expect(strip.height).toBe((await box('.bar')).height - 3 * 32)
  await picture(page, 'sidebar-collapsed')
  writeFileSync(file, '[tabs]\nposition = "right"\nsidebar_lines = 2\n')
  await expect.poll(async () => (await box('#panes')).x).toBe(0)
})

test('the tab bar works at the right and at the bottom', async () => {
  const { page } = started
  const { width } = await box('body')
  await expect.poll(() => box('.bar')).toMatchObject({ x: width - 240, y: 0, width: 240 })
  expect(await page.locator('.tab-message').count()).toBe(0)
  await picture(page, 'sidebar-right')
  await page.keyboard.press('Control+Shift+F')
  const find = await box('.find')
  expect(find.x + find.width).toBeLessThan(width - 240)
  await page.keyboard.press('Escape')
  writeFileSync(file, '[tabs]\nposition = "bottom"\n')
  await expect.poll(async () => (await box('.bar')).height).toBe(48)
  const [bar, panes] = [await box('.bar'), await box('#panes')]
  expect(bar.y).toBe(panes.y + panes.height)
  expect(bar).toMatchObject({ x: 0, height: 48 })
  await picture(page, 'tabs-bottom')
  writeFileSync(file, '[tabs]\nposition = "left"\n')
  await expect.poll(async () => (await box('#panes')).x).toBe(240)
})

test('panes next to a sidebar split and show how they ended', async () => {
  const { page, type } = started
  await page.keyboard.press('Control+Shift+O')
  await started.shows('ready$')
  const [bar, divider] = [await box('.bar'), await box('.divider')]
  const panes = await box('#panes')
  expect(divider.x).toBeGreaterThan(bar.width + 100)
  expect(Math.abs(divider.x + divider.width / 2 - (panes.x + panes.width / 2))).toBeLessThan(4)
  await type('kill -9 $$\n')
  await expect(page.locator('.foot-words')).toHaveText('Process was killed (SIGKILL)')
  const foot = await box('.foot')
  expect(foot.x).toBeGreaterThan(divider.x)
  for (const button of await page.locator('.foot button').all()) {
    const { x, width } = (await button.boundingBox())!
    expect(x + width).toBeLessThanOrEqual(foot.x + foot.width)
  }
  await picture(page, 'sidebar-panes')
  await page.keyboard.press('Enter')
  await expect(page.locator('.divider')).toHaveCount(0)
})

test('a full sidebar scrolls and counts hidden tabs that need the user', slow, async () => {
  const { page, type } = started
  for (let tab = 0; tab < 10; tab += 1) await openTab()
  const strip = page.locator('.strip')
  await strip.evaluate((element) => (element.scrollTop = 0))
  await page.keyboard.press('Alt+1')
  await expect.poll(() => strip.evaluate((element) => element.scrollTop)).toBe(0)
  await page.keyboard.press('Alt+0')
  await expect.poll(() => strip.evaluate((element) => element.scrollTop)).toBeGreaterThan(0)
  await type("sleep 1; printf '\\033]7501;state=blocked:kind=question:app=pi\\007'; cat\n")
  await page.keyboard.press('Alt+1')
  const mark = page.getByRole('button', { name: /^1 tab below needs you/ })
  await expect(mark).toBeVisible()
  await picture(page, 'sidebar-many')
  await page.keyboard.press('Alt+5')
  await page.keyboard.press('Alt+3')
  const covers = async () => (await box('.tab-active')).y - (await box('.strip')).y
  expect(await covers()).toBeGreaterThanOrEqual(24) // a mark of what is above
  await page.evaluate(() => window.vibeflowTest!.options({ tabs: { sidebar_collapsed: true } }))
  await page.setViewportSize({ width: 960, height: 300 })
  await expect(page.locator('.edge-mark')).toBeVisible()
  const count = await box('.edge-mark')
  expect(count.x + count.width).toBeLessThanOrEqual(34)
  await picture(page, 'sidebar-many-collapsed')
  await page.setViewportSize({ width: 960, height: 600 })
  await page.evaluate(() => window.vibeflowTest!.options({ tabs: { sidebar_collapsed: false } }))
  await expect(page.locator('.sidebar-edge')).toBeVisible()
  await mark.click()
  await expect.poll(active).toBe((await order()).at(-1))
})

test('the sidebar filter matches words, counts tabs and goes to the first', slow, async () => {
  const { page, type } = started
  for (const [tab, name] of [
    [4, 'needle two'],
    [3, 'needle one'],
  ] as const) {
    await page.keyboard.press(`Alt+${tab}`)
    await type(`printf '\\033]0;${name}\\007'; cat\n`)
    await expect(page.locator('.tab-active .tab-title')).toHaveText(name)
  }
  await page.keyboard.press('Alt+1')
  const all = await order()
  await page.keyboard.press('Control+Shift+Alt+L')
  const field = page.getByRole('textbox', { name: 'Filter tabs' })
  await expect(field).toBeFocused()
  await page.keyboard.type('needle')
  // the actions on text are the field's
  for (const chord of ['Control+Shift+A', 'Control+Shift+C', 'End', 'Control+Shift+V'])
    await page.keyboard.press(chord)
  await expect(field).toHaveValue('needleneedle')
  await field.fill('needle')
  const count = page.locator('.bar-filter-count')
  await expect(page.locator('.tab')).toHaveCount(2)
  await expect(count).toHaveText(`2 of ${all.length}`)
  await page.keyboard.type(' two')
  await expect(count).toHaveText(`1 of ${all.length}`)
  await bringAxe(page)
  for (const preset of ['Vibeflow Dark', 'Vibeflow Light']) {
    await page.evaluate((name) => void window.vibeflowTest!.theme(name), preset)
    await expect
      .poll(() => page.evaluate(() => document.documentElement.style.colorScheme))
      .toBe(preset.endsWith('Light') ? 'light' : 'dark')
    expect(await faults(page, '.bar', 'dark')).toEqual([])
    await picture(page, `sidebar-filter-${preset.slice(9).toLowerCase()}`)
  }
  await page.keyboard.press('Escape')
  await expect(page.locator('.tab')).toHaveCount(all.length)
  await page.keyboard.type('needle')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await expect(page.locator(`.tab[data-session="${all[3]}"] [role=tab]`)).toBeFocused()
  await page.keyboard.press('Enter')
  await expect.poll(active).toBe(all[3])
  await page.keyboard.press('Control+Shift+Alt+L')
  await page.keyboard.type('question') // the former text was selected
  await page.keyboard.press('Enter')
  await expect.poll(active).toBe(all.at(-1))
  await expect(page.locator('.tab')).toHaveCount(all.length)
  expect(await order()).toEqual(all)
  // closing a tab activates another tab of the group
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('Control+Shift+T')
  await expect(page.locator('.tab')).toHaveCount(all.length + 1)
  await page.keyboard.press('Control+Shift+Alt+L')
  await field.fill('needle')
  await expect(page.locator('.tab')).toHaveCount(2)
  await page.evaluate(() => window.vibeflowTest!.act('close_tab'))
  await expect.poll(active).toBe(all[2])
  await field.fill('')
  await expect(page.locator('.tab')).toHaveCount(all.length)
  expect(await order()).toEqual(all)
})

test('tabs of one project are grouped, and keys visit them in that order', slow, async () => {
  const { page, type } = started
  writeFileSync(file, '[tabs]\nposition = "left"\ngroup_by = "project"\n')
  for (const name of ['shop', 'shop', 'api']) {
    mkdirSync(join(home, name), { recursive: true })
    await openTab()
    await type(`cd ~/${name}\n`)
    await expect(page.locator('.tab-active .tab-subtitle')).toContainText(name)
  }
  const groups = () =>
    page
      .locator('.tab-group')
      .evaluateAll((all) =>
        all.map((one) => [...one.children].map(({ textContent }) => textContent)),
      )
  const count = (await started.tabs()).length - 3
  await page.keyboard.press('Alt+1')
  await type('cd ~/api\n')
  await expect.poll(groups).toEqual([
    ['api', '2'],
    [expect.any(String), String(count - 1)],
    ['shop', '2'],
  ])
  await picture(page, 'sidebar-groups')
  // In the bar, the tabs of a group are next to each other. Keys visit them in the same order.
  const tabs = page.locator('.tab')
  const shown = async () =>
    (
      await tabs.evaluateAll((all) =>
        all.map(
          (one) => [one.getBoundingClientRect().top, one.getAttribute('data-session')] as const,
        ),
      )
    )
      .sort(([one], [other]) => one - other)
      .map(([, id]) => id)
  const stand = await shown()
  await page.keyboard.press('Alt+2')
  await expect.poll(active).toBe(stand[1])
  // A tab is moved within its group only.
  await page.keyboard.press('Control+Shift+PageUp')
  await expect.poll(shown).toEqual([stand[1], stand[0], ...stand.slice(2)])
  await page.keyboard.press('Control+Shift+PageUp')
  await page.mouse.move(100, 50)
  await page.mouse.down()
  await page.mouse.move(100, 80)
  await page.mouse.move(100, 560, { steps: 5 })
  await page.mouse.up()
  await expect.poll(shown).toEqual(stand)
  await page.keyboard.press('Alt+0')
})
