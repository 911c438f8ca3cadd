/** A full-screen program that is killed leaves its modes; the shell's next prompt ends them. */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, picture, test, type Started } from './app.ts'

/** As agents set them, then the end that no program can handle. */
const killed = 'printf "\\033[?1049h\\033[?1003h\\033[?1006h\\033[>7u\\033[?25l"; kill -9 $$'

const text = async ({ screen }: Started) => (await screen()).join('\n')

/** Moves the pointer and types a command by single keys; the program receives nothing else. */
async function worksAgain(started: Started): Promise<void> {
  const { page, shows } = started
  for (const x of [200, 300, 400]) await page.mouse.move(x, 250, { steps: 4 })
  await page.keyboard.type('echo a""live')
  await page.keyboard.press('Enter')
  await shows(/^alive$/m)
  expect(await text(started)).not.toMatch(/\[<|\d;\d+[uM]|not found/)
}

test.describe('after a program is killed', () => {
  for (const [shell, rc, prompt] of [
    ['bash', null, 'ready$'],
    ['zsh', '.zshrc', 'ready%'],
    ['fish', 'config/fish/config.fish', 'ready>'],
  ] as const)
    test(`${shell} takes keys, and the pointer sends nothing`, async ({ start }) => {
      const started = await start({
        args: ['--option', `shell.program="${shell}"`, '--option', 'session.restore="never"'],
      })
      const { page, home, shows, type } = started
      if (rc !== null) {
        const { mkdirSync } = await import('node:fs')
        mkdirSync(join(home, rc, '..'), { recursive: true })
        writeFileSync(
          join(home, rc),
          shell === 'zsh'
            ? 'PS1="ready%% "\n'
            : 'function fish_prompt\n  echo -n "ready> "\nend\nset -g fish_greeting\n',
        )
        await page.evaluate(() => window.vibeflowTest!.act('new_tab'))
      }
      await shows(prompt)
      writeFileSync(join(home, 'agent.sh'), `${killed}\n`)
      for (const run of ['bash agent.sh', 'bash agent.sh; true']) {
        await type(`${run}\n`)
        await expect.poll(async () => (await text(started)).split(prompt).length).toBeGreaterThan(2)
        await worksAgain(started)
        await type('clear\n')
        await expect.poll(async () => (await text(started)).trim()).toBe(prompt)
      }
      await type('bash agent.sh\n')
      await shows(/agent\.sh[^]*ready/)
      await picture(page, `killed-agent-${shell}`)
    })
})

test('a running program keeps its modes whatever marks it prints', async ({ shared }) => {
  const { page, home, shows, type } = shared
  const marks = '\\033]133;D;0\\a\\033]133;A\\a$ \\033]133;B\\a\\033]133;C\\a\\033]633;D\\a'
  writeFileSync(
    join(home, 'agent.sh'),
    `printf '\\033[?1049h\\033[?1000;1006h'; printf '${marks}full'; stty raw -echo; exec cat -v\n`,
  )
  await shows('ready$')
  await type('bash agent.sh\n')
  await shows('full')
  await page.mouse.click(300, 200)
  await shows(/full.*\^\[\[<0;\d+;\d+M/)
  await page.evaluate(() => window.vibeflowTest!.act('reset_terminal'))
  await expect.poll(() => text(shared)).toMatch(/bash agent\.sh/)
  await page.mouse.click(300, 200)
  await type('x')
  await expect.poll(() => text(shared)).toMatch(/^x/m)
  expect(await text(shared)).not.toContain('[<')
})

test('tmux that is killed leaves a shell that takes keys', async ({ shared }) => {
  const { shows, type } = shared
  await shows('ready$')
  await type(
    `tmux -L killed -f /dev/null new 'tmux -L killed set -g mouse on; ` +
      `kill -9 $(tmux -L killed display -p "#{client_pid}"); sleep 9'; tmux -L killed kill-server\n`,
  )
  await shows('Killed')
  await worksAgain(shared)
})

test('a stopped vim leaves the prompt as it was, and comes back', async ({ shared }) => {
  const { page, shows, type } = shared
  await shows('ready$')
  await type('vim -u NONE -c "set mouse=a nocp" notes.txt\n')
  await shows('~')
  await page.keyboard.press('Control+Z')
  await shows('Stopped')
  await worksAgain(shared)
  await type('fg\n')
  await shows('~')
  await type('ihello')
  await shows('hello')
  await page.keyboard.press('Escape')
  await type(':q!\n')
  await shows(/fg[^]*ready\$/)
})
