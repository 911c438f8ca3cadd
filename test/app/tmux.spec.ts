/** tmux in a tab of the app: its stripe shows what panes say, and going there shows the pane. */
import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test } from './app.ts'
import { slow } from '../slow.ts'

test(
  'Shift+Enter and Ctrl+Enter reach a program in tmux with extended keys',
  slow,
  async ({ shared }) => {
    const { home, page, screen, shows, type } = shared
    const [socket, config] = [join(home, 'keys.socket'), join(home, 'tmux.conf')]
    writeFileSync(
      config,
      "set -s extended-keys on\nset -as terminal-features 'xterm-256color:extkeys'\n",
    )
    writeFileSync(join(home, 'keys'), "stty raw -echo; printf '\\033[>4;1mbegun '; exec cat -vt\n")
    await type(`tmux -S ${socket} -f ${config} new-session 'exec sh ~/keys'\n`)
    try {
      await shows('begun')
      const text = async () => (await screen()).join('')
      // until tmux has turned the mode on in the tab
      await expect
        .poll(async () => {
          await page.keyboard.press('Control+Enter')
          return await text()
        })
        .toContain('^[[13;5u')
      for (const key of ['+', 'Shift+Enter', 'Control+Enter', 'Enter', 'Control+c', '.'])
        await page.keyboard.press(key)
      await expect.poll(text).toContain('+^[[13;2u^[[13;5u^M^C.')
    } finally {
      spawnSync('tmux', ['-S', socket, 'kill-server'])
    }
  },
)

test('the stripe shows the most urgent tmux pane, and next_attention goes to it', async ({
  shared,
}) => {
  const { home, page, tabs, type } = shared
  const socket = join(home, 'tmux.socket')
  const tmux = (...words: readonly string[]) =>
    spawnSync('tmux', ['-u', '-S', socket, ...words], { encoding: 'utf8' }).stdout.trim()
  /** Returns a command that reports, and stays in the foreground. */
  const agent = (state: string) => {
    const file = join(home, `${state.split(':')[0]}.sh`)
    writeFileSync(file, `printf '\\033]7501;state=${state}\\007'; cat\n`)
    return `sh ${file}`
  }
  const stripe = (index: number) => page.locator('.stripe').nth(index)
  await type(`tmux -S ${socket} -f /dev/null new-session 'exec sh'\n`)
  try {
    await expect.poll(() => tmux('list-clients', '-F', 'there')).toMatch(/^there\nthere$/)
    tmux('new-window', '-d', 'exec sh')
    tmux('split-window', '-d', '-t', ':1', 'exec sh')
    await expect(stripe(0)).toHaveAttribute('data-state', 'active')
    await type(`${agent('working:app=claude')}\n`)
    await expect(stripe(0)).toHaveAttribute('data-state', 'working')
    await expect.poll(async () => (await tabs())[0]?.state).toBe('working')

    // a hidden pane, while the user is in another tab
    await page.keyboard.press('Control+Shift+T')
    await expect(page.locator('.stripe')).toHaveCount(2)
    tmux('send-keys', '-t', ':1.1', agent('blocked:kind=permission:app=codex'), 'Enter')
    await expect(stripe(0)).toHaveAttribute('data-state', 'waiting')
    await page.locator('.tab').first().hover()
    await expect(page.getByRole('tooltip')).toContainText('tmux 1.1: Waiting for')
    await picture(page, 'tmux-waiting')

    await page.mouse.move(600, 400)
    await page.keyboard.press('Control+Shift+J')
    await expect.poll(async () => (await tabs()).findIndex(({ active }) => active)).toBe(0)
    await expect
      .poll(() => tmux('display-message', '-p', '#{window_index}.#{pane_index}'))
      .toBe('1.1')
  } finally {
    tmux('kill-server')
  }
  await expect(stripe(0)).toHaveAttribute('data-state', 'active')
})
