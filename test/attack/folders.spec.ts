/** Output names folders. One that never answers holds up nothing: docs/decisions/file-looks.md. */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { mountDead } from '../support/fake/dead-mount.ts'
import { expect, test } from '../app/app.ts'

// … a new tab begins at home, and keys arrive
test('a folder that never answers, named by output, freezes nothing', async ({ shared }) => {
  const { home, page, shows, tabs, type } = shared
  const folder = join(home, 'dead')
  mkdirSync(folder)
  const mount = await mountDead(folder)
  test.skip(mount === null, 'a file system that hangs takes root and /dev/fuse')
  try {
    await type(`printf '\\033]7;file://${folder}/src\\007'; echo na""med\n`)
    await shows('named')
    await expect
      .poll(async () => (await tabs())[0]?.subtitle, 'the folder is known')
      .toContain('src')
    const [first] = await tabs()
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await tabs()).length).toBe(2)
    await page.evaluate(
      (tab) => window.vibeflowTest!.post({ kind: 'tab/activate', tab }),
      first?.id ?? '',
    )
    // until then keys are the new tab's
    await expect.poll(async () => (await tabs())[0]?.active).toBe(true)
    await type('echo al""ive\n') // in the tab that named it, while the new one waits
    await shows('alive')
    await page.keyboard.press('Control+Shift+T')
    await expect.poll(async () => (await tabs()).length).toBe(3)
    await type('pwd\n')
    await shows(new RegExp(`^${home}$`, 'm'))
    // And again where it was: a shell that is started anew, and a copy of the tab.
    await page.evaluate((tab) => {
      window.vibeflowTest!.post({ kind: 'tab/restart', tab, force: true })
      window.vibeflowTest!.post({ kind: 'tab/duplicate', tab })
    }, first?.id ?? '')
    await expect.poll(async () => (await tabs()).length).toBe(4)
    await shows('ready$')
  } finally {
    mount?.end()
  }
})
