/** A full-screen program that is killed leaves its modes; the end of its command returns them. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { expect, picture, startApp, test, type Started } from '../app.ts'

/** As agents set them, then the end that no program can handle. */
const killed = 'printf "\\033[?1049h\\033[?1003h\\033[?1006h\\033[>7u\\033[?25l"; kill -9 $$\n'

let started: Started

test.beforeAll(async () => {
  started = await startApp({ env: { VIBEFLOW_SHELL_INTEGRATION: '1' } })
  await started.shows('ready$')
  writeFileSync(join(started.home, 'agent.sh'), killed)
})

test.afterAll(async () => {
  await started.close()
  rmSync(started.home, { recursive: true, force: true, maxRetries: 5 })
})

const text = async () => (await started.screen()).join('\n')

/** Opens a tab with this shell. */
async function openTab(shell: string, files: Readonly<Record<string, string>>): Promise<void> {
  const { home, page, tabs } = started
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(home, name)), { recursive: true })
    writeFileSync(join(home, name), content)
  }
  mkdirSync(join(home, 'config/vibeflow'), { recursive: true })
  writeFileSync(join(home, 'config/vibeflow/config.toml'), `[shell]\nprogram = "${shell}"\n`)
  const count = (await tabs()).length
  await expect
    .poll(() => page.evaluate(() => JSON.stringify(window.vibeflowTest!.settings())))
    .toContain(`"program":"${shell}"`)
  await page.evaluate(() => window.vibeflowTest!.act('new_tab'))
  await expect.poll(async () => (await tabs()).length).toBe(count + 1)
}

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
  test(`${shell} takes keys after a program is killed, and the pointer sends nothing`, async () => {
    const { page, shows, type } = started
    if (shell !== 'bash') await openTab(shell, files)
    await shows(prompt)
    for (const run of ['bash agent.sh', 'bash agent.sh; true']) {
      await type(`${run}\n`)
      await expect.poll(async () => (await text()).split(prompt).length).toBeGreaterThan(2)
      await worksAgain()
      await picture(page, `killed-agent-${shell}`)
      await type('clear\n')
      await expect.poll(async () => (await text()).trim()).toBe(prompt)
    }
  })

test('a running program keeps its modes whatever marks it prints', async () => {
  const { page, home, shows, type } = started
  await openTab('bash', {})
  const marks = '\\033]133;D;0\\a\\033]133;A\\a$ \\033]133;B\\a\\033]133;C\\a\\033]633;D\\a'
  writeFileSync(
    join(home, 'forger.sh'),
    `printf '\\033[?1049h\\033[?1000;1006h'; printf '${marks}full'; stty raw -echo; exec cat -v\n`,
  )
  await shows('ready$')
  await type('bash forger.sh\n')
  await shows('full')
  await page.mouse.click(300, 200)
  await shows(/full.*\^\[\[<0;\d+;\d+M/)
  await page.evaluate(() => window.vibeflowTest!.act('reset_terminal'))
  await shows('bash forger.sh')
  await page.mouse.click(300, 200)
  await type('x')
  await shows(/^x/m)
  expect(await text()).not.toContain('[<')
})

test('tmux that is killed leaves a shell that accepts keys', async () => {
  const { shows, type } = started
  await openTab('bash', {})
  await shows('ready$')
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

test('a stopped vim leaves the prompt as it was, and returns', async () => {
  const { page, shows, type } = started
  await openTab('bash', {})
  await shows('ready$')
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
