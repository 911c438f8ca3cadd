/**
 * The text that the user approves is exactly the text that runs:
 * docs/contributing/internals/security.md, "The one rule".
 */
import {
  chmodSync,
  copyFileSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import type { Locator, Page } from '@playwright/test'
import { expect, picture, test, type Started } from '../app/app.ts'
import { slow } from '../slow.ts'

/** Pixels of a text that its box or the window hides, to the right and below. */
const hidden = (box: Locator) =>
  box.evaluate((one) => [
    Math.max(0, one.scrollWidth - one.clientWidth),
    Math.max(0, one.scrollHeight - one.clientHeight),
  ])

/** Horizontal places of the characters of a box, in the order of the text. */
const places = (box: Locator) =>
  box.evaluate((one) => {
    const found: number[] = []
    const walker = document.createTreeWalker(one, NodeFilter.SHOW_TEXT)
    for (let node = walker.nextNode(); node !== null; node = walker.nextNode())
      for (let at = 0; at < (node.textContent ?? '').length; at += 1) {
        const range = document.createRange()
        range.setStart(node, at)
        range.setEnd(node, at + 1)
        found.push(range.getBoundingClientRect().left)
      }
    return found
  })

/** A window with this layout, which opens in the shared app. */
async function openLayout({ app, home, page }: Started, layout: string): Promise<Page> {
  const folder = join(home, 'config/vibeflow/layouts')
  mkdirSync(folder, { recursive: true })
  writeFileSync(join(folder, 'work.toml'), layout)
  const opened = app.waitForEvent('window')
  await page.evaluate(() => window.vibeflowTest!.post({ kind: 'layout/open', name: 'work' }))
  const other = await opened
  await other.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 0)
  return other
}

/** Pages through a text until its button is enabled; each part must be seen for a moment. */
async function pageDown(page: Page, button: Locator): Promise<void> {
  for (let turn = 0; turn < 40 && (await button.isDisabled()); turn += 1) {
    await page.keyboard.press('PageDown')
    await page.waitForTimeout(150)
  }
  await expect(button).toBeEnabled()
}

/** A window with one waiting command, in its first tab or after a shell. */
const openWaiting = (started: Started, command: string, { shell = false } = {}) =>
  openLayout(
    started,
    `${shell ? '[[tabs]]\n' : ''}[[tabs]]\ncommand = ${JSON.stringify(command)}\n`,
  )

/** The files in the home that the commands leave. */
test.afterEach(async ({ shared: { app, home, page } }) => {
  for (const other of app.windows().filter((one) => one !== page)) {
    const closed = other.waitForEvent('close')
    await other.evaluate(() => {
      for (const { tab } of window.vibeflowTest!.tabs())
        window.vibeflowTest!.post({ kind: 'tab/close', tab, force: true })
    })
    await closed
  }
  for (const left of ['ran', 'ran\u2800']) rmSync(join(home, left), { force: true })
})

test('a waiting command is drawn whole, with its spaces, and Enter runs exactly it', async ({
  shared,
}) => {
  const { home } = shared
  const command = `echo  two   ${'x'.repeat(400)} > /dev/null; touch ~/ran\u2800; exec cat`
  const page = await openWaiting(shared, command)
  const text = page.getByLabel('Command', { exact: true })
  await expect(page.getByRole('button', { name: 'Start' })).toBeEnabled()
  expect(await text.evaluate((one) => one.textContent)).toBe(command.replace('\u2800', '\\u2800'))
  expect(await hidden(text)).toEqual([0, 0])
  await picture(page, 'consent-start')
  await page.keyboard.press('Enter')
  await expect(page.locator('.foot')).toHaveCount(0)
  await expect.poll(() => existsSync(join(home, 'ran\u2800'))).toBe(true)
})

/** Types a line in one turn of the page, so that no time passes between its keys. */
const typeLine = (page: Page, line: Iterable<string>) =>
  page.evaluate(
    (keys) => {
      for (const key of keys) {
        const facts = {
          key,
          code: key.length > 1 ? key : `Key${key.toUpperCase()}`,
          bubbles: true,
        }
        document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', facts))
        document.activeElement?.dispatchEvent(new KeyboardEvent('keyup', facts))
      }
    },
    [...line, 'Enter'],
  )

test('a line that was meant for another window starts nothing, and closes nothing', async ({
  shared,
}) => {
  const { home } = shared
  const page = await openWaiting(shared, 'touch ~/ran')
  await expect(page.getByRole('button', { name: 'Start' })).toBeEnabled()
  await page.waitForTimeout(600) // the pane has the keyboard for longer than the pause it needs
  await typeLine(page, 'ls')
  await expect(page.locator('.foot-waiting')).toHaveCount(1)
  expect(existsSync(join(home, 'ran'))).toBe(false)
  // Arrow Up shows a line of the history, and Tab completes one
  for (const key of ['ArrowUp', 'Tab', 'Backspace']) {
    await page.waitForTimeout(600)
    await typeLine(page, [key])
    await expect(page.locator('.foot-waiting')).toHaveCount(1)
  }
  await page.waitForTimeout(600)
  await page.keyboard.insertText('ls') // by an input method
  await typeLine(page, '')
  await expect(page.locator('.foot-waiting')).toHaveCount(1)
  expect(existsSync(join(home, 'ran'))).toBe(false)
  await page.waitForTimeout(600)
  await typeLine(page, '')
  await expect.poll(() => existsSync(join(home, 'ran'))).toBe(true)
  await expect(page.locator('.foot')).toContainText('Process exited')
  await typeLine(page, 'ls')
  await page.evaluate(() => new Promise(requestAnimationFrame))
  await expect(page.locator('.foot')).toContainText('Process exited')
})

test('a command taller than its pane starts only after it was read', slow, async ({ shared }) => {
  const page = await openWaiting(shared, `true ${'a b '.repeat(115)}; touch ~/ran; exec cat`)
  const ran = () => existsSync(join(shared.home, 'ran'))
  const start = page.getByRole('button', { name: 'Start' })
  await page.setViewportSize({ width: 330, height: 320 })
  await page.reload()
  await expect(page.locator('.consent-hint')).toContainText('Scroll to the end')
  await expect(start).toBeDisabled()
  await page.keyboard.press('Enter')
  await expect(page.locator('.notice').last()).toContainText('you have not seen the whole command')
  await page.evaluate(() => window.vibeflowTest!.act('restart_tab'))
  await picture(page, 'consent-start-tall')
  expect(ran()).toBe(false)
  await pageDown(page, start)
  await start.click()
  await expect.poll(ran).toBe(true)
})

test('a key that waited while the page was busy starts no command', slow, async ({ shared }) => {
  const { home } = shared
  const page = await openWaiting(shared, 'touch ~/ran; exec cat', { shell: true })
  const [, waiting] = await page.evaluate(() => window.vibeflowTest!.tabs())
  const handled = page.evaluate(
    (tab) =>
      new Promise<number>((resolve) => {
        window.addEventListener(
          'keydown',
          ({ timeStamp }) => resolve(performance.now() - timeStamp),
          { capture: true, once: true },
        )
        // The page has no time to draw the command that it has just laid out.
        new MutationObserver((_, observer) => {
          if (document.querySelector('.foot-waiting') === null) return
          observer.disconnect()
          for (const until = performance.now() + 2_500; performance.now() < until; );
        }).observe(document.body, { childList: true, subtree: true })
        window.vibeflowTest!.post({ kind: 'pane/focus', pane: tab })
      }),
    waiting!.id,
  )
  await page.waitForTimeout(1_200)
  void page.keyboard.press('Enter')
  expect(await handled).toBeGreaterThan(200)
  const start = page.getByRole('button', { name: 'Start' })
  await expect(start).toBeEnabled()
  expect(existsSync(join(home, 'ran'))).toBe(false)
  await start.click()
  await expect.poll(() => existsSync(join(home, 'ran'))).toBe(true)
})

test('Enter that was meant for another pane starts no command', slow, async ({ shared }) => {
  const { home } = shared
  const page = await openLayout(
    shared,
    `[[tabs]]
split = "right"
panes = [{ command = "exit 3", focus = true }, { command = "touch ~/ran; exec cat" }]
`,
  )
  const start = page.getByRole('button', { name: 'Start' })
  await expect(start).toHaveCount(2)
  await expect(start.first()).toBeEnabled()
  await expect(start.last()).toBeEnabled()
  await page.keyboard.press('Enter')
  await expect(page.locator('.foot-words').first()).toContainText('code 3')
  const second = page.evaluate(
    () =>
      new Promise<void>((resolve) => {
        // The second Enter of a double one comes as soon as the first has closed its pane.
        new MutationObserver((_, observer) => {
          if (document.querySelector('.foot-waiting kbd') === null) return
          observer.disconnect()
          document.activeElement!.dispatchEvent(
            new KeyboardEvent('keydown', { key: 'Enter', code: 'Enter', bubbles: true }),
          )
          resolve()
        }).observe(document.body, { childList: true, subtree: true })
      }),
  )
  await page.keyboard.press('Enter')
  await second
  await page.waitForTimeout(700)
  expect(existsSync(join(home, 'ran'))).toBe(false)
  await page.keyboard.press('Enter')
  await expect.poll(() => existsSync(join(home, 'ran'))).toBe(true)
})

test('a command in a minimized window does not count as seen', slow, async ({ shared }) => {
  const { app } = shared
  const page = await openWaiting(shared, 'touch ~/ran; exec cat', { shell: true })
  const [, waiting] = await page.evaluate(() => window.vibeflowTest!.tabs())
  const newest = async (act: 'minimize' | 'restore') =>
    app.evaluate(({ BrowserWindow }, name) => {
      const all = BrowserWindow.getAllWindows().toSorted((one, other) => other.id - one.id)
      all[0]![name]()
    }, act)
  await newest('minimize')
  await page.evaluate((tab) => {
    window.vibeflowTest!.post({ kind: 'pane/focus', pane: tab })
  }, waiting!.id)
  const start = page.getByRole('button', { name: 'Start' })
  await expect(page.locator('.consent-hint')).toContainText('Scroll to the end')
  await page.waitForTimeout(700)
  await expect(start).toBeDisabled()
  await newest('restore')
  await expect(start).toBeEnabled()
})

test("a command covered by a link's address does not count as seen", slow, async ({ shared }) => {
  const page = await openWaiting(shared, `echo ${'word '.repeat(40)}; exec cat`)
  const start = page.getByRole('button', { name: 'Start' })
  await page.setViewportSize({ width: 700, height: 400 })
  await page.addInitScript(() => {
    document.addEventListener('DOMContentLoaded', () => {
      const address = document.createElement('div')
      address.className = 'link-target'
      address.textContent = `https://example.org/${'x'.repeat(400)}`
      document.body.append(address)
    })
  })
  await page.reload()
  await expect(page.locator('.consent-hint')).toContainText('Scroll to the end')
  await picture(page, 'consent-under-link')
  await expect(start).toBeDisabled()
  await page.locator('.link-target').evaluate((one) => one.remove())
  await expect(start).toBeEnabled()
})

/** Scrolls a box with the wheel as a user does, so that each part of it is visible once. */
async function scrollThrough(page: Page, box: Locator): Promise<void> {
  await box.hover()
  for (let turn = 0; turn < 400; turn += 1) {
    const rest = await box.evaluate((one) => one.scrollHeight - one.clientHeight - one.scrollTop)
    if (rest < 1) return
    await page.mouse.wheel(0, 60)
    // A busy page makes one step of two.
    await box.evaluate(() => new Promise((done) => requestAnimationFrame(done)))
    await page.waitForTimeout(20)
  }
  throw new Error('The box never came to its end.')
}

test('a long paste shows that it is unread, and shows its end', slow, async ({ shared }) => {
  const { app, page, shows, type } = shared
  await type('exec sh -c \'stty -echo -icanon; echo he""re; exec cat -v\'\n')
  await shows('here')
  const lines = Array.from({ length: 80 }, (_, at) => `line ${at}`).join('\n')
  await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), `${lines}\nrm -rf ~\n`)
  await page.keyboard.press('Control+Shift+V')
  const dialog = page.getByRole('dialog')
  await expect(dialog).toContainText('Paste 81 lines?')
  await expect(dialog.locator('.consent-end')).toContainText('rm -rf ~')
  await expect(dialog.getByRole('button', { name: 'Paste without reading it all' })).toBeEnabled()
  await expect(dialog.getByRole('button', { name: 'Paste', exact: true })).toHaveCount(0)
  await picture(page, 'consent-paste-long')
  await page.keyboard.press('End') // its end alone is not all of it
  await page.waitForTimeout(700)
  await expect(dialog.getByRole('button', { name: 'Paste', exact: true })).toHaveCount(0)
  await page.keyboard.press('Home')
  await scrollThrough(page, page.getByLabel('Text to paste', { exact: true }))
  await expect(dialog.getByRole('button', { name: 'Paste', exact: true })).toBeEnabled()
  await page.keyboard.press('Escape')
})

test('a paste hides nothing with spaces and line ends', async ({ shared }) => {
  const { app, page, shows, type } = shared
  await type('exec sh -c \'stty -echo -icanon; echo he""re; exec cat -v\'\n')
  await shows('here')
  for (const push of ['\n'.repeat(300), ' \r\n'.repeat(300), ' '.repeat(9_000)]) {
    await app.evaluate(({ clipboard }, text) => clipboard.writeText(text), `ls${push}\nrm -rf ~\n`)
    await page.keyboard.press('Control+Shift+V')
    const dialog = page.getByRole('dialog')
    const text = page.getByLabel('Text to paste', { exact: true })
    expect(await hidden(text)).toEqual([0, 0])
    await expect(text).toContainText('rm -rf ~')
    await page.keyboard.press('Escape')
    await expect(dialog).toHaveCount(0)
  }
})

test('a dialog is answered only after all of it was seen in order', async ({ shared }) => {
  const { home, page, shows, type } = shared
  const program = join(home, 'claude')
  copyFileSync(join(import.meta.dirname, '../support/dialogs.pl'), program)
  chmodSync(program, 0o755)
  const file = join(home, 'answers')
  const log = () => (existsSync(file) ? readFileSync(file, 'utf8') : '')
  const pid = () => Number(/^pid (\d+)$/m.exec(log())?.[1] ?? 0)
  await shows('ready$')
  const long = `\u05e9\u05dc\u05d5\u05dd || ${'wide words '.repeat(3)}`
  await type(`exec ${program} ${file} 0 0 '${long}'\n`)
  await expect.poll(pid).toBeGreaterThan(0)
  await expect
    .poll(async () => JSON.stringify(await page.evaluate(() => window.vibeflowTest!.why())))
    .toContain('recognized as claude by process name')
  await page.setViewportSize({ width: 640, height: 260 })
  await page.waitForTimeout(300) // the program draws at this size
  process.kill(pid(), 'SIGUSR1')
  await shows('Do you want to proceed?')
  await page.evaluate(() => window.vibeflowTest!.post({ kind: 'tab/open' }))
  await expect
    .poll(() => page.evaluate(() => window.vibeflowTest!.tabs().map(({ state }) => state)))
    .toContain('waiting')
  await page.keyboard.press('Control+Shift+I')
  const choices = page.locator('.attention-choices .button')
  await expect(choices).toHaveCount(2)
  await page.waitForTimeout(700)
  await expect(choices.first()).toBeDisabled()
  await page.keyboard.down('2') // and it stays down
  await expect(page.locator('.attention-said')).toContainText(
    'you have not seen the whole question',
  )
  await picture(page, 'consent-dialog-tall')
  expect(log()).not.toContain('key')
  await pageDown(page, choices.first())
  const [left] = [await places(choices.nth(1).locator('.consent-text'))]
  const row = left.slice(0, 20)
  expect(row).toEqual(row.toSorted((one, other) => one - other))
  await page.keyboard.down('2') // a repeat
  await page.waitForTimeout(1_000)
  expect(log()).not.toContain('key')
  await page.keyboard.up('2')
  await page.keyboard.press('2')
  await expect.poll(log).toContain('key 2')
  await page.keyboard.press('Escape')
})
