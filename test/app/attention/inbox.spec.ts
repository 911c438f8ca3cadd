/** The inbox: its keys, and answers to permissions. */
import { chmodSync, copyFileSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from '../app.ts'
import { openTabs, states } from './attention-tabs.ts'

test('the inbox keeps chords working, and its keys act on the selected row', async ({ shared }) => {
  const { page, tabs, shows, type } = shared
  const list = page.locator('.attention')
  const foot = page.locator('.attention-keys')
  const open = async (): Promise<void> => {
    await page.keyboard.press('Control+Shift+I')
    await expect(list).toBeVisible()
  }
  await test.step('an empty inbox has only the keys that close it', async () => {
    for (const key of ['Enter', 'Escape', 'Control+Shift+I']) {
      await open()
      await expect(list).toContainText('Nothing needs you right now.')
      await expect(foot).toHaveText('Esc close')
      await page.keyboard.press(key)
      await expect(list).toBeHidden()
    }
  })
  await test.step('a chord closes it, then acts', async () => {
    await open()
    await page.keyboard.press('Control+Shift+T')
    await expect(list).toBeHidden()
    await expect.poll(async () => (await tabs()).length).toBe(2)
    await shows('ready$')
    await open()
    await page.keyboard.press('Alt+1')
    await expect(list).toBeHidden()
    await expect.poll(async () => (await tabs())[0]?.active).toBe(true)
    await open()
    await page.keyboard.press('Control+Shift+P')
    await expect(list).toBeHidden()
    await expect(page.locator('.palette')).toBeVisible()
    await page.keyboard.press('Escape')
    await expect(page.locator('.palette')).toBeHidden()
  })
  await test.step('a row names its own keys, and letters are not chords', async () => {
    await page.keyboard.press('Alt+2')
    await type("printf '\\033]7501;state=error:app=claude\\007'; read -r _\n")
    await page.keyboard.press('Alt+1')
    await open()
    await expect(page.locator('.attention-row')).toHaveCount(1)
    await expect(foot).not.toContainText('snooze')
    await expect(foot).toContainText('mute')
    await page.keyboard.press('s')
    await page.keyboard.press('m')
    await expect(foot).toContainText('unmute')
    await page.keyboard.press('Escape')
    await page.keyboard.press('Alt+2')
    await page.keyboard.press('Enter')
  })
})

test('a permission is read and answered in the inbox, and no other dialog is', async ({
  shared,
}) => {
  const { home, page, shows, type } = shared
  const program = join(home, 'claude')
  copyFileSync(join(import.meta.dirname, '../../support/dialogs.pl'), program)
  chmodSync(program, 0o755)
  const file = join(home, 'answers')
  const keys = () => readFileSync(file, 'utf8').match(/^key .*$/gm) ?? []
  const pid = () =>
    existsSync(file) ? Number(/^pid (\d+)$/m.exec(readFileSync(file, 'utf8'))?.[1]) : 0
  await shows('ready$')
  const long = `and every other file below /home/me/${'w'.repeat(40)}/api from now on`
  await type(`exec ${program} ${file} 0 0 '${long}'\n`)
  await expect.poll(pid).toBeGreaterThan(0)
  await expect
    .poll(async () => JSON.stringify(await page.evaluate(() => window.vibeflowTest!.why())))
    .toContain('recognized as claude by process name')
  await openTabs(shared, 2)
  await page.keyboard.press('Alt+2')
  process.kill(pid(), 'SIGUSR1') // notifications are for hidden tabs
  await expect.poll(async () => (await states(page))[0]).toBe('waiting')
  await page.keyboard.press('Control+Shift+I')
  const lines = page.locator('.attention-dialog > .consent .consent-text')
  const said = page.locator('.attention-said')

  await test.step('its lines and choices are shown, and a digit answers', async () => {
    await expect(lines).toHaveText('Bash command\nrm file 1\nDo you want to proceed?')
    await expect(page.locator('.attention-choices .button')).toHaveText([
      'Yes1',
      `No, keep file 1 ${long}2`,
    ])
    // no allowed text is next to the box, or below the digit
    const wide = (selector: string) =>
      page
        .locator(selector)
        .evaluateAll((all) => all.map((one) => one.scrollWidth - one.clientWidth))
    expect(await wide('.attention-dialog, .attention-choices .button')).toEqual([0, 0, 0])
    await picture(page, 'attention-dialog')
    await page.evaluate(() => window.vibeflowTest!.theme('Vibeflow Light'))
    await page.waitForTimeout(100)
    await picture(page, 'attention-dialog-light')
    await page.evaluate(() => window.vibeflowTest!.theme('Vibeflow Dark'))
    await page.waitForTimeout(600) // a key too soon is not meant for it
    await page.keyboard.press('2')
    await expect.poll(keys).toEqual(['key 2 1'])
    await expect(page.locator('.attention-answered')).toHaveText(
      /^Claude Code in .+: No, keep file 1 /,
    )
    await picture(page, 'attention-answered')
    await expect(lines).toContainText('rm file 2') // the next question is in the list again
  })

  await test.step('the pointer over earlier rows moves no row', async () => {
    const row = page.locator('.list-later .list-row').first()
    const before = await row.boundingBox()
    await row.hover()
    await page.mouse.move(before!.x + 20, before!.y + 5, { steps: 4 })
    await expect(row).toHaveCSS('background-color', /rgb/)
    await expect(lines).toContainText('rm file 2')
    expect(await row.boundingBox()).toEqual(before)
  })

  await test.step('a key as another comes into view is not sent', async () => {
    process.kill(pid(), 'SIGUSR1')
    await expect(lines).toContainText('rm file 3')
    await page.keyboard.press('1')
    await expect(said).toHaveText('This question just appeared. Press the key again to answer it.')
    // the inbox shows an older text than the tab: nothing was sent either
    await page.waitForTimeout(700)
    process.kill(pid(), 'SIGUSR1')
    await expect.poll(() => readFileSync(file, 'utf8')).toContain('shown 4')
    await page.keyboard.press('1')
    await expect(said).toContainText('Not sent')
    await picture(page, 'attention-dialog-stale')
    expect(keys()).toEqual(['key 2 1'])
  })

  await test.step('a click on a choice answers too', async () => {
    await expect(lines).toContainText('rm file 4')
    await page.waitForTimeout(600)
    await page.locator('.attention-choices .button').first().click()
    await expect.poll(keys).toEqual(['key 2 1', 'key 1 4'])
  })
  await page.keyboard.press('Escape')
  await expect(page.locator('.attention')).toBeHidden()
})
