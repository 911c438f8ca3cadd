/**
 * Output can name folders. A folder that never answers blocks nothing:
 * docs/contributing/decisions/file-looks.md.
 */
import { existsSync, mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { mountDead } from '../support/fake/dead-mount.ts'
import { expect, test } from '../app/app.ts'
import { slow } from '../slow.ts'

test(
  'a directory that never answers freezes nothing; a new tab starts at home',
  slow,
  async ({ shared }) => {
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
        (tab) => window.vibeflowTest!.post({ kind: 'pane/focus', pane: tab }),
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
      // Again in the same folder: a restarted shell, and a copy of the tab.
      await page.evaluate((tab) => {
        window.vibeflowTest!.post({ kind: 'session/restart', session: tab, force: true })
        window.vibeflowTest!.post({ kind: 'session/duplicate', session: tab })
      }, first?.id ?? '')
      await expect.poll(async () => (await tabs()).length).toBe(4)
      await shows('ready$')
    } finally {
      mount?.end()
    }
  },
)

test(
  'an image file named over ssh is neither read, deleted nor tested for',
  slow,
  async ({ shared }) => {
    const { home, shows, type } = shared
    const file = join(tmpdir(), `${basename(home)}-image`)
    const inMemory = join('/dev/shm', `${basename(home)}-image`)
    for (const path of [file, inMemory]) writeFileSync(path, Buffer.alloc(4), { mode: 0o600 })
    mkdirSync(join(home, 'bin'))
    const ask = (medium: string, name: string) =>
      `printf '\\033_Ga=q,i=1,s=1,v=1,t=${medium};${btoa(name)}\\033\\\\'\n` +
      'IFS= read -rsd \'\\\' -t 5 answer; echo "answer ${answer#*;}"\n'
    writeFileSync(
      join(home, 'bin/ssh'),
      `#!/bin/bash\nsleep 2\n${ask('f', file)}${ask('s', basename(inMemory))}`,
      { mode: 0o755 },
    )
    // it is a moment before it is known that ssh has gone
    const asked = (medium: string, name: string) =>
      `for turn in {1..40}; do\n${ask(medium, name)}[[ $answer == *OK* ]] && break\n` +
      'sleep 0.2\nclear\ndone\n'
    writeFileSync(join(home, 'here'), `${asked('f', file)}${asked('s', basename(inMemory))}`)
    try {
      await type('PATH=~/bin:$PATH; ssh build\n')
      await shows(/answer EBADF[^]*answer EBADF/)
      expect(existsSync(inMemory)).toBe(true)
      await type('clear; . ./here\n')
      await shows(/answer OK[^]*answer OK/)
      expect(existsSync(inMemory)).toBe(false)
    } finally {
      for (const path of [file, inMemory]) rmSync(path, { force: true })
    }
  },
)
