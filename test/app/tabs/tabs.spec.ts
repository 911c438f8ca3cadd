/** Tabs by keys, mouse and menu: switching, moving, closing, finding. */
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { atPrompt, expect, picture, test } from '../app.ts'
import { active, ids, openTabs } from './open-tabs.ts'
import { slow } from '../../slow.ts'

test('keys switch tabs, and keys without a tab go to the program', async ({ shared: started }) => {
  const { page, shows, type } = started
  await openTabs(started, 3)
  await page.keyboard.press('Alt+1')
  await expect.poll(() => active(started)).toBe(0)
  await page.keyboard.press('Control+Shift+Tab')
  await expect.poll(() => active(started)).toBe(2)
  await page.keyboard.press('Control+PageDown')
  await expect.poll(() => active(started)).toBe(0)
  await page.keyboard.press('Alt+0')
  await expect.poll(() => active(started)).toBe(2)
  await type('cat -v\n')
  await page.keyboard.press('Alt+9')
  await page.keyboard.press('Shift+Enter')
  await shows('^[9')
})

test('keys typed right after a switch, a new or a closed tab go to the next active tab', async ({
  shared: started,
}) => {
  const { page, shows, screen } = started
  const type = (text: string) => page.keyboard.type(text)
  await openTabs(started, 2)
  const [one, two] = await ids(started)
  await page.keyboard.press('Control+Tab')
  await type('echo a$((1 + 1)); cat\n')
  await page.keyboard.press('Control+Tab')
  await type('echo b$((1 + 1))\n')
  await shows('b2')
  await expect.poll(async () => (await screen(one)).join('\n')).toContain('a2')
  expect(await active(started)).toBe(1)
  await page.keyboard.press('Control+Shift+T')
  await type('echo c$((1 + 1))\n')
  await page.keyboard.press('Control+Shift+T')
  await type('echo d$((1 + 1))\n')
  await expect.poll(async () => (await started.tabs()).length).toBe(4)
  const [, , three] = await ids(started)
  await shows('d2')
  await expect.poll(async () => (await screen(three)).join('\n')).toContain('c2')
  expect((await screen(two)).join('\n')).not.toMatch(/[acd]2/)
  await page.keyboard.press('Control+Tab') // over the end to the first,
  await page.keyboard.press('Control+Tab') // and on to the second
  expect(await active(started)).toBe(1)
  await page.keyboard.press('Alt+4')
  await page.keyboard.press('Control+Shift+W')
  await page.keyboard.press('Control+Shift+W')
  await type('echo e$((1 + 1))\n')
  await expect.poll(() => ids(started)).toEqual([one, two])
  await shows('e2')
  expect(await active(started)).toBe(1)
})

test('two quick close requests ask one question and do not answer it', async ({
  shared: started,
}) => {
  const { page, shows, type } = started
  await openTabs(started, 2)
  await type('echo $((6 * 7)); cat\n')
  await shows(/^42$/m)
  // In one task: pressed one after the other, the second could meet the question of the first, and
  // would answer it.
  await page.evaluate(() => {
    for (let time = 0; time < 2; time += 1) {
      document.activeElement?.dispatchEvent(
        new KeyboardEvent('keydown', {
          key: 'W',
          code: 'KeyW',
          ctrlKey: true,
          shiftKey: true,
          bubbles: true,
          cancelable: true,
        }),
      )
    }
  })
  await expect(page.getByRole('dialog')).toContainText('cat')
  await page.waitForTimeout(200)
  await expect(page.getByRole('dialog')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await type('end\n')
  await shows(/end\nend/)
  expect((await started.tabs()).length).toBe(2)
})

test(
  'a key held down answers no question and closes no tab that just ended',
  slow,
  async ({ shared: started }) => {
    const { page, shows, type } = started
    await openTabs(started, 3)
    await type('echo $((6 * 7)); cat\n')
    await shows(/^42$/m)
    const hold = async (keys: readonly string[], times: number) => {
      for (const key of keys.slice(0, -1)) await page.keyboard.down(key)
      for (let time = 0; time < times; time += 1) {
        await page.keyboard.down(keys.at(-1)!)
        await page.waitForTimeout(30)
      }
      for (const key of keys.toReversed()) await page.keyboard.up(key)
    }
    for (const letter of ['W', 'R', 'Q']) {
      await hold(['Control', 'Shift', letter], 12)
      await expect(page.getByRole('dialog')).toBeVisible()
      await page.keyboard.press('Escape')
      await expect(page.getByRole('dialog')).toBeHidden()
    }
    await page.keyboard.press('Control+c')
    await shows(/\^C[^]*ready\$/) // what comes while the shell takes the terminal back may be lost
    await type('kill -9 $$')
    await hold(['Enter'], 20)
    await expect(page.getByText('Process was killed (SIGKILL)')).toBeVisible()
    expect((await started.tabs()).length).toBe(3)
    await page.keyboard.press('Enter')
    await expect.poll(async () => (await started.tabs()).length).toBe(2)
  },
)

test('tabs move by keys and by dragging, and Esc cancels a drag', async ({ shared: started }) => {
  const { page } = started
  await openTabs(started, 3)
  const [one, two, three] = await ids(started)
  await page.keyboard.press('Control+Shift+PageUp')
  await expect.poll(() => ids(started)).toEqual([one, three, two])
  const width = (await page.getByRole('tab').first().boundingBox())?.width ?? 0
  await page.mouse.move(60, 24)
  await page.mouse.down()
  await page.mouse.move(60 + width * 1.8, 24, { steps: 6 })
  await expect(page.locator('.drop-mark')).toBeVisible()
  await picture(page, 'drag')
  await page.mouse.up()
  await expect.poll(() => ids(started)).toEqual([three, two, one])
  await page.mouse.move(60, 24)
  await page.mouse.down()
  await page.mouse.move(60 + width, 24, { steps: 6 })
  await page.keyboard.press('Escape')
  await page.mouse.up()
  await expect(page.locator('.drop-mark')).toBeHidden()
  expect(await ids(started)).toEqual([three, two, one])
})

test(
  "counts among the bar's buttons do not move the buttons",
  slow,
  async ({ shared: started }) => {
    const { page, type } = started
    await openTabs(started, 2)
    const buttons = ['New tab', 'Menu'].map((name) =>
      page.locator('.bar-buttons').getByRole('button', { name, exact: true }),
    )
    const places = () => Promise.all(buttons.map((one) => one.boundingBox()))
    const counts = ['1 needs you', 'Broadcasting to 2 terminals. Click to stop.'].map((name) =>
      page.getByRole('button', { name }),
    )
    const usual = await page.evaluate(() => window.vibeflowTest!.settings().tabs)
    const use = (tabs: Partial<typeof usual>) =>
      page.evaluate((wanted) => window.vibeflowTest!.options({ tabs: wanted }), {
        ...usual,
        ...tabs,
      })
    for (const [place, tabs] of [
      ['above', {}],
      ['beside', { position: 'left' }],
      ['narrow', { position: 'left', sidebar_width: 120 }],
      ['collapsed', { position: 'left', sidebar_collapsed: true }],
    ] as const)
      await test.step(place, async () => {
        await use(tabs)
        await expect(page.locator('.bar')).toBeVisible()
        await page.evaluate(() => new Promise(requestAnimationFrame))
        const before = await places()
        await type('printf "\\033]7501;state=blocked:kind=permission:app=codex\\007"; read\n')
        await page.evaluate(() => window.vibeflowTest!.act('broadcast_to_all_tabs'))
        for (const count of counts) await expect(count).toBeVisible()
        await picture(page, `count-${place}`)
        expect(await places()).toEqual(before)
        await page.evaluate(() => window.vibeflowTest!.act('toggle_broadcast'))
        await type('\n')
        await atPrompt(started)
        await type('printf "\\033]7501;state=idle:app=codex\\007"\n')
        for (const count of counts) await expect(count).toBeHidden()
      })
    await use({})
  },
)

test('a tab closes by middle-click, button and menu', async ({ shared: started }) => {
  const { page } = started
  await openTabs(started, 4)
  await page.getByRole('tab').nth(1).click({ button: 'middle' })
  await expect.poll(async () => (await started.tabs()).length).toBe(3)
  await page.getByRole('tab').nth(0).hover()
  await page.locator('.tab-close').first().click()
  await expect.poll(async () => (await started.tabs()).length).toBe(2)
  await page.getByRole('tab').nth(1).click({ button: 'right' })
  await picture(page, 'tab-menu')
  await page.getByRole('menuitem', { name: 'Close other tabs' }).click()
  await expect.poll(async () => (await started.tabs()).length).toBe(1)
})

test('closing a running program asks; Esc cancels, and asking twice confirms', async ({
  shared: started,
}) => {
  const { page, shows, type } = started
  await openTabs(started, 2)
  await type('cat <(echo re""ady) -\n')
  await shows(/^ready$/m) // cat has read its first file, and now reads the terminal
  await type('running\n')
  await shows(/running\nrunning/)
  await page.keyboard.press('Control+Shift+W')
  await expect(page.getByRole('dialog')).toContainText('cat')
  await picture(page, 'close-dialog')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toBeHidden()
  await type('still here\n')
  await shows('still here\nstill here')
  await page.keyboard.press('Control+Shift+W')
  await expect(page.getByRole('dialog')).toBeVisible()
  await page.keyboard.press('Control+Shift+W')
  await expect.poll(async () => (await started.tabs()).length).toBe(1)
})

test('closing other tabs asks once, Esc closes none, and tabs to the right close', async ({
  shared: started,
}) => {
  const { page, shows, type, tabs } = started
  await openTabs(started, 3)
  for (const key of ['Alt+2', 'Alt+3']) {
    await page.keyboard.press(key)
    await type('sh -c "echo re""ady; exec cat"\n')
    await shows(/^ready$/m)
  }
  await page.keyboard.press('Alt+1')
  await expect.poll(() => active(started)).toBe(0)
  const act = (name: 'close_other_tabs' | 'close_tabs_to_the_right') =>
    page.evaluate((action) => window.vibeflowTest!.act(action), name)
  const dialog = page.getByRole('dialog')
  await act('close_other_tabs')
  await expect(dialog.getByRole('listitem')).toHaveCount(2)
  await picture(page, 'close-tabs-dialog')
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  expect(await tabs()).toHaveLength(3)
  await page.keyboard.press('Alt+2')
  await expect.poll(() => active(started)).toBe(1)
  await act('close_tabs_to_the_right')
  await expect(dialog.getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect.poll(async () => (await tabs()).length).toBe(2)
})

test('the tab list finds a tab by typing', async ({ shared: started }) => {
  const { page, type } = started
  await openTabs(started, 3)
  await page.keyboard.press('Alt+2')
  await expect.poll(() => active(started)).toBe(1)
  await type('printf "\\033]0;needle\\007"\n')
  await expect.poll(async () => (await started.tabs())[1]?.title).toBe('needle')
  await page.keyboard.press('Alt+1')
  await page.keyboard.press('Control+Shift+L')
  await page.getByRole('combobox').fill('needle')
  await picture(page, 'tab-list')
  await page.keyboard.press('Enter')
  await expect.poll(() => active(started)).toBe(1)
  await expect.poll(() => page.title()).toBe('needle - vibeflow') // the window is named at a pace
})

test(
  "a tab's tooltip never covers the typed row, and a key hides it",
  slow,
  async ({ shared: started }) => {
    const { home, page, type } = started
    const go = join(home, 'go')
    rmSync(go, { force: true })
    await type(
      `(until [ -e ${go} ]; do sleep 0.1; done; printf '\\033]1338;state=waiting\\007') &\n`,
    )
    await page.keyboard.press('Control+L')
    await page.getByRole('tab').first().hover()
    const tip = page.locator('.tip')
    await expect(tip).toBeVisible()
    const { rows, row, top, height } = await page.evaluate(() => {
      const { top, height } = document.querySelector('.xterm-screen')!.getBoundingClientRect()
      const { row } = window.vibeflowTest!.cursor()
      return { rows: window.vibeflowTest!.screen().length, row, top, height }
    })
    await expect(tip).toContainText(/\d process(es)?, (about )?\d+ MB/)
    const box = await tip.boundingBox()
    const overlap =
      Math.min(box!.y + box!.height, top + ((row + 1) * height) / rows) -
      Math.max(box!.y, top + (row * height) / rows)
    expect(overlap).toBeLessThanOrEqual(0)
    await expect(tip).not.toContainText('Waiting')
    writeFileSync(go, '')
    await expect(tip).toContainText('Waiting') // it follows the state
    const earlier = await tip.textContent()
    await expect.poll(() => tip.textContent(), 'its ages follow the time').not.toBe(earlier)
    const close = page.locator('.tab-close').first()
    await close.hover() // which has a tooltip of its own
    await expect(tip).toBeHidden()
    await page.getByRole('tab').first().hover()
    await expect(tip).toBeVisible()
    await page.keyboard.press('Shift')
    await expect(tip).toBeHidden()
    await close.hover()
    await page.mouse.move(600, 400)
    await page.getByRole('tab').first().hover()
    await expect(tip).toBeVisible()
    await page.mouse.down() // a drag begins so
    await expect(tip).toBeHidden()
    await page.mouse.up()
  },
)

test('keys move through the tab bar', async ({ shared: started }) => {
  const { page, type, shows } = started
  await openTabs(started, 3)
  await page.keyboard.press('Control+Shift+F6')
  await expect(page.getByRole('tab', { selected: true })).toBeFocused()
  await picture(page, 'bar-focus')
  await page.keyboard.press('Home')
  await expect(page.getByRole('tab').first()).toBeFocused()
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Enter')
  await expect.poll(() => active(started)).toBe(1)
  await type('echo in the $((1 + 1))nd\n')
  await shows('in the 2nd')
})

test('a mark of the user or of a rule is in the bar, the tab list and the tooltip', async ({
  configured,
}) => {
  const started = await configured('[[mark]]\ndirectory = "~"\nsign = "🏠"\n')
  const { page, shows } = started
  const flags = page.locator('.tab .flag')
  const look = () =>
    flags.evaluateAll((all) =>
      all.map((flag) => [flag.getAttribute('data-sign'), getComputedStyle(flag).backgroundColor]),
    )
  const transparent = 'rgba(0, 0, 0, 0)'
  await openTabs(started, 2)
  await expect.poll(look).toEqual([
    ['🏠', transparent],
    ['🏠', transparent],
  ])
  await page.evaluate(() => window.vibeflowTest!.act('mark_tab'))
  await page.keyboard.press('ArrowRight')
  await page.keyboard.press('Tab')
  await page.keyboard.type('🔥 hot')
  await page.keyboard.press('Tab')
  await page.keyboard.type('waits for the review')
  await picture(page, 'mark-dialog')
  await page.keyboard.press('Enter')
  await expect.poll(look).toEqual([
    ['🏠', transparent],
    ['🔥', 'rgb(217, 58, 63)'],
  ])
  await page.getByRole('tab').nth(1).hover()
  await expect(page.locator('.tip')).toContainText('waits for the review')
  await page.mouse.move(600, 400)
  await page.keyboard.press('Control+Shift+L')
  await page.keyboard.type('review')
  await expect(page.locator('.list-row')).toHaveCount(1)
  await expect(page.locator('.list-row .flag')).toHaveAttribute('data-sign', '🔥')
  await picture(page, 'mark-list')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Control+Shift+W')
  await expect.poll(async () => (await started.tabs()).length).toBe(1)
  await page.keyboard.press('Control+Shift+Alt+T')
  await expect.poll(async () => (await look())[1]).toEqual(['🔥', 'rgb(217, 58, 63)'])
  await shows('ready$')
  await page.evaluate(() => window.vibeflowTest!.act('mark_tab'))
  await page.getByRole('button', { name: 'Remove mark' }).click()
  await expect.poll(async () => (await look())[1]).toEqual(['🏠', transparent])
})
