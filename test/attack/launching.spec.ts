/**
 * Real clicks on links to files that some desktop starts, and on links whose text deceives.
 * `xdg-open` on PATH and the editor are recorders.
 */
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { desktopCalls, expect, picture, setVariable, test } from '../app/app.ts'

test('a click shows images and text, starts nothing, and asks on misleading links', async ({
  shared,
}) => {
  const { app, home, page, shows, type } = shared
  const ran = join(home, 'ran')
  const opener = join(home, '.desktop/xdg-open') // on PATH
  writeFileSync(opener, `#!/bin/sh\necho "$0 $@" >>${ran}\n`)
  const editor = join(home, 'editor')
  writeFileSync(editor, '#!/bin/sh\necho "EDITING $1"\nread line\n', { mode: 0o755 })
  const setEditor = (name: string) => setVariable(app, 'EDITOR', name)
  await setEditor(editor)
  writeFileSync(join(home, 'a.desktop'), `[Desktop Entry]\nType=Application\nExec=touch ${ran}\n`, {
    mode: 0o644,
  })
  writeFileSync(join(home, 'a.jar'), 'PK\x03\x04', { mode: 0o644 })
  writeFileSync(join(home, 'a.png'), '\x89PNG\r\n\x1a\n', 'latin1')
  writeFileSync(join(home, 'a.py'), 'print()\n')
  const link = (address: string, text: string) => `\x1b]8;;${address}\x1b\\${text}\x1b]8;;\x1b\\\n`
  const file = (name: string) => `file://${join(home, name)}`
  writeFileSync(
    join(home, 'links'),
    [
      link(file('a.desktop'), 'ENTRY'),
      link(file('a.jar'), 'ARCHIVE'),
      link(file('a.png'), 'PICTURE'),
      link(file('a.jar'), 'notes.txt'),
      link(
        `https://${'www.bank.example.'.repeat(12)}evil.example/`,
        '\u201cbank\u3002example\u201d',
      ),
      link('https://bank.example@evil.example/', 'USER'),
      link('mailto:a@b.example?attach=/etc/passwd', 'MAIL'),
      link(file('a.py'), 'TEXT'),
    ].join(''),
  )
  await type('clear; cat links\n')
  await shows('TEXT')
  const recorded = async () =>
    (await desktopCalls(app))
      .filter(({ name }) => name.startsWith('shell.'))
      .map(({ name, args }) => `${name} ${String(args[0])}`)
  const click = async (text: string, target: string) => {
    // xterm.js looks for a link when the mouse comes to another cell, and may do so before it has
    // drawn the line. A notice that appears moves the line.
    await expect(async () => {
      const { x, y, free } = await page.evaluate((wanted) => {
        const box = document.querySelector('.grid .xterm-screen')!.getBoundingClientRect()
        const grid = document.querySelector('.grid')!.getBoundingClientRect()
        const row = window.vibeflowTest!.screen().findIndex((line) => line.includes(wanted))
        return {
          // the padding and a part of a row, once the grid has its rows
          free: (grid.height - box.height) / (box.height / window.vibeflowTest!.stats().rows),
          x: box.left + 20,
          y: box.top + ((row + 0.5) * box.height) / window.vibeflowTest!.stats().rows,
        }
      }, text)
      // a press is lost when the rows are laid out for the notice before the release
      expect(Math.floor(free / 2)).toBe(0)
      await page.mouse.move(x + 300, y)
      await page.mouse.move(x, y)
      await expect(page.locator('.link-target')).toContainText(target, { timeout: 500 })
      await page.mouse.down()
    }).toPass()
    await page.mouse.up()
  }
  const notice = (text: string) => page.locator('.notice', { hasText: text })

  await page.keyboard.down('Control')
  await click('ENTRY', 'a.desktop')
  await expect(notice('a.desktop is executable')).toBeVisible()
  await click('ARCHIVE', 'a.jar')
  await notice('a.jar is executable')
    .getByRole('button', { name: 'Open containing folder' })
    .click()
  await expect(notice('a.jar is executable')).toBeHidden()
  await click('PICTURE', 'a.png')
  await click('notes.txt', 'a.jar')
  await expect(page.locator('.dialog-place')).toHaveText(join(home, 'a.jar'))
  await page.keyboard.up('Control')
  await page.keyboard.press('Escape')
  await page.keyboard.down('Control')
  await click('bank', 'evil.example')
  await page.keyboard.up('Control')
  await expect(page.locator('.dialog-place')).toHaveText(
    `${'www.bank.example.'.repeat(12)}evil.example`,
  )
  await picture(page, 'link-question-long-host')
  await page.keyboard.press('Enter') // on Cancel
  await page.keyboard.down('Control')
  await click('USER', 'evil.example')
  await expect(notice('it goes to evil.example')).toBeVisible()
  await click('MAIL', 'mailto:')
  await expect(notice('mailto links may only contain')).toBeVisible()
  await click('TEXT', 'a.py')
  await shows(`EDITING ${join(home, 'a.py')}`)
  // with Ctrl still held: the new tab is not a link
  await expect(page.locator('.link-target')).toHaveCount(0)
  await page.keyboard.up('Control')
  expect(await recorded()).toEqual([
    `shell.showItemInFolder ${join(home, 'a.jar')}`,
    `shell.openPath ${join(home, 'a.png')}`,
  ])
  // With a display the desktop opens the picture, and the folder where no file manager answers.
  const meant = [home, join(home, 'a.png')].map((path) => `${opener} ${path}`)
  const started = existsSync(ran) ? readFileSync(ran, 'utf8').split('\n') : []
  expect(started.filter((line) => line !== '' && !meant.includes(line))).toEqual([])
  await setEditor('')
  writeFileSync(opener, '#!/bin/sh\n')
})
