/** Paste, selection, zoom, and the graphics context (lost ones: drawing/lost.spec.ts). */
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { contextHiddenMs } from '../../src/renderer/grid/limits.ts'
import { expect, picture, test } from './app.ts'
import { onElectron } from '../engine.ts'
import { holdTimers } from './grid/held-timers.ts'
import { active, openTabs } from './tabs/open-tabs.ts'
import { slow } from '../slow.ts'

test('an ended tab hides its cursor although its last bytes show it', slow, async ({ shared }) => {
  const { page, shows, type } = shared
  await type('exec sh -c \'seq 60000; printf "\\033[?25hla""st"; kill -9 $$\'\n')
  await shows('last')
  await expect(page.getByText('Process was killed (SIGKILL)')).toBeVisible()
  await expect.poll(() => page.evaluate(() => window.vibeflowTest?.stats().cursorHidden)).toBe(true)
  await picture(page, 'dead-tab')
})

test('Ctrl with the wheel zooms nothing outside the terminal', async ({ shared }) => {
  const { page } = shared
  await page.keyboard.press('Control+Shift+P')
  await expect(page.getByRole('dialog')).toBeVisible()
  const turned = await page.evaluate(() =>
    ['[role=dialog]', '.tab', '.grid', 'body'].map((name) => {
      const facts = { bubbles: true, cancelable: true, ctrlKey: true, deltaY: -100 }
      const event = new WheelEvent('wheel', facts)
      document.querySelector(name)!.dispatchEvent(event)
      return event.defaultPrevented
    }),
  )
  expect(turned).toEqual([true, true, true, true])
  await page.keyboard.press('Escape')
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

test(
  'all of 16 tabs are reached by keys and mouse in a narrow window',
  slow,
  async ({ shared: started }) => {
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
  },
)

test(
  'the graphics context of a hidden or closed tab is freed',
  slow,
  async ({ fresh, configured }) => {
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
    // Twice this time is longer than a hidden grid keeps its context, because showing it restarts
    // the time. The time to create a context on a busy machine also counts.
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
  },
)

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
