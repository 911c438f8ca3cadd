/** Shells that replace the tab's shell or run in it, as a user types them at a prompt. */
import { execFileSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { expect, test } from '../app.ts'
import { slow } from '../../slow.ts'

test('a shell started by exec or in another one is idle at its prompt', async ({
  configured,
  integrated,
}) => {
  const { home, page, shows, tabs, type } = integrated
  writeFileSync(join(home, '.zshrc'), 'PS1="zsh$ "\n')
  await configured('[shell]\nprogram = "zsh"\n')
  await page.evaluate(() => window.vibeflowTest!.act('new_tab'))
  const state = async () => (await tabs()).find(({ active }) => active)?.state
  const title = async () => (await tabs()).find(({ active }) => active)?.title
  const gate = join(home, 'gate')
  execFileSync('mkfifo', [gate])
  /** Runs a program until the tab shows this state. */
  const runUntil = async (shown: string) => {
    await type('cat gate\n')
    await expect.poll(state).toBe(shown)
    await writeFile(gate, '')
    await expect.poll(state).toBe('idle')
  }
  await shows('zsh$')
  await expect.poll(state).toBe('idle')

  // its marks are loaded again
  await type('exec zsh\n')
  await expect.poll(title).toBe('~')
  await runUntil('working')

  // bash has none: no command of the shell before stays open
  await type('exec bash\n')
  await shows('ready$')
  await expect.poll(state).toBe('idle')
  await expect.poll(title).toBe('~')
  await runUntil('active')

  // a new tab opens where the nested shell is
  await type('dash\n')
  // an Enter that precedes dash's own terminal modes would not end its line
  await shows(/dash\s+[#$]/)
  await type('cd /usr; echo in-$PWD\n')
  await shows('in-/usr')
  await expect.poll(state).toBe('idle')
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs()).length).toBe(3)
  await expect.poll(title).toBe('/usr')
})

test(
  'a shell whose hooks a command has removed is idle at its prompt',
  slow,
  async ({ configured, integrated }) => {
    const { home, page, shows, tabs, type } = integrated
    const state = async () => (await tabs()).find(({ active }) => active)?.state
    const becomes = (shown: string) => expect.poll(state).toBe(shown)
    const gate = join(home, 'bare-gate')
    execFileSync('mkfifo', [gate])
    const runs = async () => {
      await type(`cat ${gate}\n`)
      await becomes('working')
      await writeFile(gate, '')
      await becomes('idle')
    }
    await becomes('idle')
    writeFileSync(join(home, 'bare.bash'), "PROMPT_COMMAND=(true)\nPS1='sourced$ '\n")
    await type('. ~/bare.bash\n')
    await shows('sourced$')
    await becomes('idle')
    await runs()
    await type("bare() { PROMPT_COMMAND=(true); PS1='bare$ '; }; bare\n")
    await shows('bare$')
    await becomes('idle')
    await runs()

    writeFileSync(join(home, '.zshrc'), 'PS1="zsh$ "\n')
    writeFileSync(
      join(home, 'bare.zsh'),
      'precmd_functions=()\npreexec_functions=()\nPS1="bare-zsh$ "\n',
    )
    await configured('[shell]\nprogram = "zsh"\n')
    await page.evaluate(() => window.vibeflowTest!.act('new_tab'))
    await shows('zsh$')
    await becomes('idle')
    await type('source ~/bare.zsh\n')
    await shows('bare-zsh$')
    await becomes('idle')
    await runs()
  },
)
