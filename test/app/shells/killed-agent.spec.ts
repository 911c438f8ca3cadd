/** A full-screen program that is killed leaves its modes; the end of its command returns them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, picture, test, type Started } from '../app.ts'
import { slow } from '../../slow.ts'

/** As agents set them, then the end that no program can handle. */
const killed = 'printf "\\033[?1049h\\033[?1003h\\033[?1006h\\033[>7u\\033[?25l"; kill -9 $$\n'

let started: Started

test.beforeEach(({ integrated }) => {
  started = integrated
  writeFileSync(join(started.home, 'agent.sh'), killed)
})

const text = async () => (await started.screen()).join('\n')

/** Moves the pointer and types a command by single keys: the shell receives nothing else. */
async function worksAgain(): Promise<void> {
  const { page, shows } = started
  for (const x of [200, 300, 400]) await page.mouse.move(x, 250, { steps: 4 })
  await page.keyboard.type('echo a""live')
  await page.keyboard.press('Enter')
  await shows(/^alive$/m)
  expect(await text()).not.toMatch(/\[<|\d;\d+[uM]|not found/)
}

const fishPrompt = 'function fish_prompt\n  echo -n "ready> "\nend\nset -g fish_greeting\n'

for (const [shell, prompt, files] of [
  ['bash', 'ready$', {}],
  ['zsh', 'ready%', { '.zshrc': 'PS1="ready%% "\n' }],
  ['fish', 'ready>', { 'config/fish/config.fish': fishPrompt }],
] as const)
  test(
    `${shell} takes keys after a program is killed, and the pointer sends nothing`,
    slow,
    async ({ configured }) => {
      const { home, page, shows, type } = started
      for (const [name, content] of Object.entries(files)) {
        mkdirSync(dirname(join(home, name)), { recursive: true })
        writeFileSync(join(home, name), content)
      }
      if (shell !== 'bash') {
        await configured(`[shell]\nprogram = "${shell}"\n`)
        await page.evaluate(() => window.vibeflowTest!.act('new_tab'))
      }
      await shows(prompt)
      for (const run of ['bash agent.sh', 'bash agent.sh; true']) {
        await type(`${run}\n`)
        await expect.poll(async () => (await text()).split(prompt).length).toBeGreaterThan(2)
        await worksAgain()
        await picture(page, `killed-agent-${shell}`)
        await type('clear\n')
        await expect.poll(async () => (await text()).trim()).toBe(prompt)
      }
      for (const name of Object.keys(files)) rmSync(join(home, name))
    },
  )

test('a running program keeps its modes whatever marks it prints', async () => {
  const { page, home, shows, type } = started
  const marks = '\\033]133;D;0\\a\\033]133;A\\a$ \\033]133;B\\a\\033]133;C\\a\\033]633;D\\a'
  writeFileSync(
    join(home, 'forger.sh'),
    `printf '\\033[?1049h\\033[?1000;1006h'; stty raw -echo; printf '${marks}full'; exec cat -v\n`,
  )
  await shows('ready$')
  await type('bash forger.sh\n')
  await shows('full')
  await page.mouse.click(300, 200)
  await shows(/full.*\^\[\[<0;\d+;\d+M.*\^\[\[<0;\d+;\d+m/)
  await page.evaluate(() => window.vibeflowTest!.act('reset_terminal'))
  await shows('bash forger.sh')
  await page.mouse.click(300, 200)
  await type('x')
  await shows(/^x/m)
  expect(await text()).not.toContain('[<')
})

test('tmux that is killed leaves a shell that accepts keys', slow, async () => {
  const { shows, type } = started
  await type(
    `tmux -L killed -f /dev/null new 'tmux -L killed set -g mouse on; sleep 1; ` +
      'until kill -9 $(tmux -L killed list-clients -F "#{client_pid}"); do sleep 1; done; ' +
      "sleep 9'; " +
      'tmux -L killed kill-server\n',
  )
  // bash reports the signal on the alternate screen if it precedes the server's reset
  await shows(/kill-server\s+(?:Killed[^]*)?ready\$/)
  await worksAgain()
})

test('a stopped vim leaves the prompt as it was, and returns', slow, async () => {
  const { page, shows, type } = started
  // Without t_RV vim sends no queries. It would leave replies that come after Ctrl+Z to the shell.
  await type('vim -u NONE --cmd "set t_RV=" -c "set mouse=a nocp" notes.txt\n')
  await shows('~')
  await page.keyboard.press('Control+Z')
  await shows(/Stopped[^]*ready\$/)
  await worksAgain()
  await type('fg\n')
  await shows('~')
  await type('ihello')
  await shows('hello')
  await page.keyboard.press('Escape')
  await type(':q!\n')
  await shows(/fg[^]*ready\$/)
})
