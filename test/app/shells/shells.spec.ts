/** Shells that replace the tab's shell or run in it, as a user types them at a prompt. */
import { mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, makeHome, startApp, test } from '../app.ts'

test('a shell started by exec or in another one is idle at its prompt', async () => {
  const home = makeHome()
  mkdirSync(join(home, 'config/vibeflow'), { recursive: true })
  writeFileSync(join(home, 'config/vibeflow/config.toml'), '[shell]\nprogram = "zsh"\n')
  writeFileSync(join(home, '.zshrc'), 'PS1="zsh$ "\n')
  const { close, page, shows, tabs, type } = await startApp({
    home,
    env: { VIBEFLOW_SHELL_INTEGRATION: '1' },
  })
  const state = async () => (await tabs()).find(({ active }) => active)?.state
  const title = async () => (await tabs()).find(({ active }) => active)?.title
  await shows('zsh$')
  await expect.poll(state).toBe('idle')

  // its marks are loaded again
  await type('exec zsh\n')
  await expect.poll(title).toBe('~')
  await type('sleep 3\n')
  await expect.poll(state).toBe('working')
  await expect.poll(state).toBe('idle')

  // bash has none: no command of the shell before stays open
  await type('exec bash\n')
  await shows('ready$')
  await expect.poll(state).toBe('idle')
  await expect.poll(title).toBe('~')
  await type('sleep 3\n')
  await expect.poll(state).toBe('active')
  await expect.poll(state).toBe('idle')

  // a new tab opens where the nested shell is
  await type('dash\n')
  // an Enter that precedes dash's own terminal modes would not end its line
  await shows(/dash\s+[#$]/)
  await type('cd /usr; echo in-$PWD\n')
  await shows('in-/usr')
  await expect.poll(state).toBe('idle')
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await expect.poll(title).toBe('/usr')
  await close()
})
