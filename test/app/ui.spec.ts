/** Tests the visible interface: tabs, menus, questions, paste, selection, zoom. */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contextHiddenMs } from '../../src/renderer/grid/limits.ts'
import { atPrompt, expect, picture, test, type Started } from './app.ts'
import { onElectron } from '../engine.ts'
import { holdTimers } from './grid/held-timers.ts'

const ids = async ({ tabs }: Started) => (await tabs()).map(({ id }) => id)
const active = async ({ tabs }: Started) => (await tabs()).findIndex((tab) => tab.active)

async function openTabs(started: Started, count: number): Promise<void> {
  await started.shows('ready$')
  for (let have = 1; have < count; have += 1) await started.page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await started.tabs()).length).toBe(count)
  await started.shows('ready$')
}

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

test('a key held down answers no question and closes no tab that just ended', async ({
  shared: started,
}) => {
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
})

test('an ended tab hides its cursor although its last bytes show it', async ({ shared }) => {
  const { page, shows, type } = shared
  await type('exec sh -c \'seq 60000; printf "\\033[?25hla""st"; kill -9 $$\'\n')
  await shows('last')
  await expect(page.getByText('Process was killed (SIGKILL)')).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.vibeflowTest?.stats().cursorHidden)).toBe(true)
  await picture(page, 'dead-tab')
})

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

test("counts among the bar's buttons do not move the buttons", async ({ shared: started }) => {
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
    page.evaluate((wanted) => window.vibeflowTest!.options({ tabs: wanted }), { ...usual, ...tabs })
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
})

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

test("a tab's tooltip never covers the typed row, and a key hides it", async ({
  shared: started,
}) => {
  const { home, page, type } = started
  const go = join(home, 'go')
  rmSync(go, { force: true })
  await type(`(until [ -e ${go} ]; do sleep 0.1; done; printf '\\033]1338;state=waiting\\007') &\n`)
  await page.keyboard.press('Control+L')
  await page.getByRole('tab').first().hover()
  const tip = page.locator('.tip')
  await expect(tip).toBeVisible()
  const { rows, row, top, height } = await page.evaluate(() => {
    const { top, height } = document.querySelector('.xterm-screen')!.getBoundingClientRect()
    const { row } = window.vibeflowTest!.cursor()
    return { rows: window.vibeflowTest!.screen().length, row, top, height }
  })
  const box = await tip.boundingBox()
  const overlap =
    Math.min(box!.y + box!.height, top + ((row + 1) * height) / rows) -
    Math.max(box!.y, top + (row * height) / rows)
  expect(overlap).toBeLessThanOrEqual(0)
  await expect(tip).not.toContainText('Waiting')
  writeFileSync(go, '')
  await expect(tip).toContainText('Waiting') // it follows the state
  await page.keyboard.press('Shift')
  await expect(tip).toBeHidden()
  await page.mouse.move(600, 400)
  await page.getByRole('tab').first().hover()
  await expect(tip).toBeVisible()
  await page.mouse.down() // a drag begins so
  await expect(tip).toBeHidden()
  await page.mouse.up()
})

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

test('pasting several lines asks, and pastes the approved text', async ({ shared }) => {
  const { app, page, shows, type } = shared
  await type('exec sh -c \'stty -echo -icanon; echo he""re; exec cat -v\'\n')
  await shows('here')
  await app.evaluate(({ clipboard }) => clipboard.writeText('one\ntwo\u001b[201~\nthree'))
  await page.keyboard.press('Control+Shift+V')
  await expect(page.getByRole('dialog')).toContainText('Paste 3 lines?')
  await expect(page.getByRole('dialog')).toContainText(
    'Sequences that would end the paste were removed',
  )
  await expect(page.locator('.consent-text')).toHaveText('one↵\ntwo↵\nthree')
  await picture(page, 'paste-dialog')
  await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
  await page.keyboard.press('Escape')
  await page.keyboard.press('Shift+Insert')
  await page.getByRole('button', { name: 'Join lines' }).click()
  await expect(page.locator('.consent-text')).toHaveText('one two three')
  await page.getByRole('button', { name: 'Paste' }).click()
  await shows('one two three')
})

test('a copy key copies a selection, and Ctrl+C bound to it interrupts without one', async ({
  configured,
  shared,
}) => {
  const { app, page, shows, type } = shared
  await type('exec sh -c \'clear; printf "alpha be""ta\\n"; exec cat -v\'\n')
  await shows('alpha beta')
  await app.evaluate(({ clipboard }) => clipboard.writeText('before'))
  await page.keyboard.press('Control+Shift+C')
  await type('x')
  await shows('x')
  expect(await app.evaluate(({ clipboard }) => clipboard.readText())).toBe('before')
  await page.mouse.dblclick(20, 60)
  await page.keyboard.press('Control+Shift+C')
  await expect(page.getByText('Copied')).toBeVisible()
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('alpha')
  await expect
    .poll(() => app.evaluate(({ clipboard }) => clipboard.selection.readText()))
    .toBe('alpha')
  // `[shortcuts] copy = ["ctrl+c"]`: it copies while something is selected, and interrupts when
  // nothing is.
  await configured('[shortcuts]\ncopy = ["ctrl+c"]\n')
  await app.evaluate(({ clipboard }) => clipboard.writeText('before'))
  await page.keyboard.press('Control+C')
  await expect.poll(() => app.evaluate(({ clipboard }) => clipboard.readText())).toBe('alpha')
  await page.mouse.click(400, 300) // nothing is selected
  await page.keyboard.press('Control+C')
  await expect(page.getByText('killed (SIGINT)')).toBeVisible()
})

test('the middle button pastes the selection once', async ({ shared }) => {
  const { app, page, shows, screen, type } = shared
  await type('exec sh -c \'echo he""re; exec cat -v\'\n')
  await shows('here')
  await app.evaluate(({ clipboard }) => clipboard.selection.writeText('MIDDLE'))
  await page.mouse.click(300, 300, { button: 'middle' })
  await shows('MIDDLE')
  await page.keyboard.type('.')
  await shows('MIDDLE.')
  expect((await screen()).join('').match(/MIDDLE/g)).toHaveLength(1)
})

test('the history position stays while output comes, and a key goes back to the end', async ({
  shared,
}) => {
  const { home, page, shows, type, screen } = shared
  const more = join(home, 'more')
  rmSync(more, { force: true })
  await type(`seq 200; until [ -e ${more} ]; do sleep 0.1; done; seq 201 400\n`)
  await shows(/^200$/m)
  await page.mouse.move(300, 300)
  await page.mouse.wheel(0, -120 * 10)
  // lines of the history come a moment after they are scrolled to
  await expect.poll(async () => (await screen()).includes('')).toBe(false)
  const place = await screen()
  writeFileSync(more, '')
  await expect
    .poll(() => page.evaluate(() => window.vibeflowTest?.scrollback().includes('400')))
    .toBe(true)
  expect(await screen()).toEqual(place)
  await page.keyboard.press('Enter')
  await shows(/^400$/m)
})

test('a larger font applies to all tabs of the window', async ({ shared: started }) => {
  const { page, screen } = started
  await openTabs(started, 2)
  const rows = (await screen()).length
  for (let step = 0; step < 6; step += 1) await page.keyboard.press('Control+=')
  let fewer = 0
  const same = async () => {
    const before = fewer
    fewer = (await screen()).length
    return fewer === before && fewer < rows * 0.75
  }
  await expect.poll(same, { intervals: [400] }).toBe(true) // the last of several sizes
  await page.keyboard.press('Alt+1')
  await expect.poll(async () => (await screen()).length).toBe(fewer)
  await page.keyboard.press('Control+0')
  await expect.poll(async () => (await screen()).length).toBe(rows)
})

test('all of 16 tabs are reached by keys and mouse in a narrow window', async ({
  shared: started,
}) => {
  const { page, shows, type } = started
  await openTabs(started, 16)
  await page.keyboard.press('Alt+1')
  await expect.poll(() => active(started)).toBe(0)
  await page.keyboard.press('Control+Shift+Tab')
  await expect.poll(() => active(started)).toBe(15)
  await type('echo last"" one\n')
  await shows('last one')
  await page.getByRole('tab').last().click()
  await expect.poll(() => active(started)).toBe(15)
  expect((await started.screen()).join('\n')).toContain('last one')
  await expect(page.getByRole('button', { name: 'Scroll tabs left' })).toBeEnabled()
  await page.keyboard.press('Alt+1')
  await expect.poll(() => active(started)).toBe(0)
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 })
  await shows('ready$')
  await picture(page, 'tabs-16')
  await page.setViewportSize({ width: 640, height: 480 })
  await expect.poll(() => page.evaluate(() => innerWidth)).toBe(640)
  await page.keyboard.press('Alt+0')
  await expect.poll(() => active(started)).toBe(15)
  await expect(page.getByRole('tab', { selected: true })).toBeInViewport({ ratio: 1 })
  await picture(page, 'tabs-16-narrow')
  await page.setViewportSize({ width: 960, height: 600 })
})

test('drawing resumes when the graphics context is lost', async ({ configured }) => {
  const { page, shows, type } = await configured('[ui]\nrenderer = "webgl"\n')
  await page.setViewportSize({ width: 500, height: 300 }) // WebGL on the CPU is slow
  const renderer = () => page.evaluate(() => window.vibeflowTest?.stats().renderer)
  await expect.poll(renderer).toBe('webgl')
  await page.evaluate(() => window.vibeflowTest?.loseContext())
  await expect.poll(renderer).toBe('dom')
  await type('echo $((40 + 2))\n')
  await shows('42')
  await expect.poll(renderer).toBe('webgl')
  await page.setViewportSize({ width: 960, height: 600 })
})

test('the graphics context of a hidden or closed tab is freed', async ({ fresh, configured }) => {
  await fresh()
  const started = await configured('[ui]\nrenderer = "webgl"\n')
  const { page, shows, type } = started
  const renderer = () => page.evaluate(() => window.vibeflowTest?.stats().renderer)
  const context = () =>
    page.evaluateHandle(
      () =>
        document
          .querySelector<HTMLCanvasElement>('.xterm-screen > canvas:last-of-type')!
          .getContext('webgl2')!,
    )
  await shows('ready$')
  await expect.poll(renderer).toBe('webgl')
  const timers = await holdTimers(page)
  const first = await context()
  await page.evaluate(() => window.vibeflowTest!.act('new_tab'))
  await expect.poll(() => active(started)).toBe(1)
  await expect.poll(renderer).toBe('webgl')
  // Twice this time is longer than a hidden grid keeps its context, because showing it restarts the
  // time. The time to create a context on a busy machine also counts.
  const most = 0.6 * contextHiddenMs
  await timers.pass(most)
  await page.evaluate(() => window.vibeflowTest!.act('previous_tab')) // it has it still
  expect(await renderer()).toBe('webgl')
  await page.evaluate(() => window.vibeflowTest!.act('next_tab'))
  await timers.pass(most)
  expect(await first.evaluate((gl) => gl.isContextLost())).toBe(false)
  await timers.pass(contextHiddenMs)
  await expect.poll(() => first.evaluate((gl) => gl.isContextLost())).toBe(true)
  const closed = await context()
  await page.evaluate(() => window.vibeflowTest!.act('close_tab'))
  await expect.poll(() => closed.evaluate((gl) => gl.isContextLost())).toBe(true)
  await type('echo $((40 + 2))\n')
  await shows('42')
  await expect.poll(renderer).toBe('webgl')
  expect(await page.evaluate(() => window.vibeflowTest!.stats().contextFailures)).toBe(0)
  await timers.release()
})

test('Chromium uses software WebGL where there is no graphics card', async ({ shared }) => {
  const { app } = shared
  const asked = 'enable-unsafe-swiftshader'
  expect(
    await app.evaluate((electron, name) => electron.app.commandLine.hasSwitch(name), asked),
  ).toBe(true)
  // In Electron, Chromium is this process. With the shim, it is the child process with the pipe.
  test.skip(onElectron, 'Chromium is no child process')
  const commands = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map((pid) => {
      try {
        const [, parent] = /\) \S (\d+)/.exec(readFileSync(`/proc/${pid}/stat`, 'latin1')) ?? []
        return Number(parent) === app.process().pid
          ? readFileSync(`/proc/${pid}/cmdline`, 'latin1').split('\0')
          : []
      } catch {
        return [] // it has ended
      }
    })
  const chromium = commands.find((words) => words.includes('--remote-debugging-pipe'))
  expect(chromium).toContain(`--${asked}`)
})
