/** Real shells in real tabs, driven by keys. */
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import {
  atPrompt,
  enter,
  expect,
  holding,
  picture,
  startAgain,
  startApp,
  test,
  vibeflow,
  type Started,
} from './app.ts'
import { processesOf, startWindow } from './processes.ts'
import { slow } from '../slow.ts'

test('a shell receives typed text and its output is shown', async ({ shared }) => {
  const { page, shows } = shared
  await page.keyboard.type('echo $((6 * 7)) "$TERM $COLORTERM $TERM_PROGRAM"\n')
  await shows('42 xterm-256color truecolor vibeflow')
  await picture(page, 'first-start')
})

test('a program that ended shows how, and is started again', async ({ shared }) => {
  const { app, home, page, shows, tabs } = shared
  await vibeflow(home, 'new', '-e', 'sh', '-c', 'echo one; exit 3')
  await shows('one')
  await expect(page.getByText('Process exited with code 3')).toBeVisible()
  expect((await tabs())[1]?.state).toBe('error')
  await picture(page, 'dead-tab-exit-3')
  await app.evaluate(({ clipboard }) => clipboard.writeText('one\ntwo\n'))
  await page.keyboard.press('Control+Shift+V')
  await expect(page.getByText("Can't paste: the program in this tab has exited.")).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await page.keyboard.press('Control+Shift+R')
  await shows(/one[\s\S]*restarted[\s\S]*one/)
})

test(
  'a second start reports the running one, and --new-window opens a window',
  slow,
  async ({ shared }) => {
    const { app, home } = shared
    const windows = () => app.windows()
    const env = { VIBEFLOW_CALLED_AS: 'npm start --' }
    const again = await startAgain(home, [], { env })
    expect([again.code, again.error]).toEqual([0, expect.stringContaining('already running')])
    expect(windows().length).toBe(1)
    expect((await startAgain(home, ['--new-window'], { env })).code).toBe(0)
    await expect.poll(() => windows().length).toBe(2)
    const other = windows()[1]!
    await other.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 0)
    const rows = () => other.evaluate(() => window.vibeflowTest!.screen().join('\n'))
    await expect.poll(rows).toContain('ready$') // else it may ask: what a shell starts with runs
    await other.evaluate(() => window.vibeflowTest!.act('close_window'))
    await expect.poll(() => windows().length).toBe(1)
  },
)

test('five tabs open and close and leave no program running', slow, async ({ restart, shared }) => {
  const { app, home, page, shows, tabs, type } = shared
  const inTabs = () => processesOf(home).length
  const before = inTabs()
  const haveBecome = (count: number) =>
    page.waitForFunction((tabs) => window.vibeflowTest!.tabs().length === tabs, count)
  for (let count = 2; count <= 5; count += 1) {
    await page.keyboard.press('Control+Shift+T')
    await haveBecome(count)
  }
  await expect.poll(inTabs).toBe(before + 4)
  await shows('ready$')
  for (let count = 4; count >= 1; count -= 1) {
    await page.keyboard.press('Control+Shift+W')
    await haveBecome(count)
  }
  await expect.poll(inTabs).toBe(before)

  // The next start has the tab again, with its name, in its folder, under what it showed; a command
  // waits for the user.
  mkdirSync(join(home, 'api'))
  await type('cd api; clear; echo "ke"pt\n')
  await shows(/^kept$/m)
  await page.keyboard.press('Control+Shift+E')
  await type('my api\n')
  await expect.poll(async () => (await tabs())[0]?.title).toBe('my api')
  await page.evaluate(() => window.vibeflowTest!.act('page_scrollback')) // is there once
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await app.close()
  await expect.poll(() => processesOf(home)).toEqual([])
  const next = await restart()
  await next.shows(/^kept$[\s\S]*── restored \(saved [-0-9]{10} [:0-9]{5}\) ──[\s\S]*ready\$/m)
  await next.type('pwd\n')
  await next.shows(join(home, 'api'))
  expect((await next.tabs()).map(({ title }) => title)).toEqual(['my api'])
})

test('every session survives a reload with its screen', async ({ shared }) => {
  const { page, screen, shows, tabs, type } = shared
  await type('printf "\\033]0;kept title\\007\\033[31mred\\033[m 中 é 👩\\n"; export KEPT=yes\n')
  await shows('red 中 é 👩')
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await shows('ready$')
  await type('cat\n')
  await page.keyboard.press('Control+PageUp')
  await shows('red 中')
  const before = await screen()
  await page.reload()
  await page.waitForFunction(() => window.vibeflowTest?.tabs().length === 2)
  await expect.poll(screen).toEqual(before)
  expect((await tabs()).map((tab) => [tab.title, tab.active])).toEqual([
    ['kept title', true],
    [expect.any(String), false],
  ])
  await type('echo $KEPT\n')
  await shows('yes')
})

test('a program that asks endlessly blocks neither keys nor output', slow, async ({ shared }) => {
  const { home, page, shows, type } = shared
  writeFileSync(join(home, 'ask'), '\x1b[c'.repeat(20_000))
  await shows('ready$')
  await type(
    'stty -echo; cat ask; sleep 1; stty sane; echo still"" here; exec cat -v > /dev/null\n',
  ) // the answers are typed at cat
  await shows('still here')
  await page.keyboard.press('Control+C')
  await expect(page.getByText('killed (SIGINT)')).toBeVisible()
  await page.keyboard.press('Control+Shift+R')
  await shows(/restarted[\s\S]*ready\$/)
  await type('echo and"" quick\n')
  await shows('and quick')
  const stats = await page.evaluate(() => window.vibeflowTest!.stats())
  expect(stats.idle).toBe(true)
})

test('every session survives a page crash, which is reported', slow, async ({ shared }) => {
  const { app } = shared
  const page = await startWindow(shared, ['--new-window'])
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.screen()[0])).toMatch(/^ready\$/)
  await enter(page, 'echo bef""ore\n')
  const rows = () => page.evaluate(() => window.vibeflowTest!.screen())
  await expect.poll(rows).toContain('before')
  // the driver's way to crash a page; its own page object is dead from then on
  await page.goto('chrome://crash').catch(() => undefined)
  const shown = () =>
    app
      .evaluate(
        ({ BrowserWindow }) =>
          BrowserWindow.getAllWindows()[1]?.webContents.executeJavaScript(
            'document.body.innerText + (window.vibeflowTest?.screen().join("\\n") ?? "")',
          ) as Promise<string>,
      )
      .catch(() => '')
  await expect.poll(shown).toContain('before')
  await expect.poll(shown).toContain('The window crashed and was reloaded.')
  await app.evaluate(({ BrowserWindow }) => BrowserWindow.getAllWindows()[1]?.close())
  await expect.poll(() => app.windows().length).toBe(1)
})

test('full-screen programs get their queries answered', async ({ shared }) => {
  const { home, screen, shows, type } = shared
  const script = join(home, 'ask.sh')
  writeFileSync(
    script,
    `
ask() {
  stty raw -echo min 0 time 10; printf "$1"
  answer=$(dd bs=64 count=1 2>/dev/null | od -An -c | tr -d ' \\n'); stty sane; echo "$2 $answer"
}
ask '\\033[c' da1; ask '\\033[>c' da2; ask '\\033[>q' version
ask '\\033[5n' status; ask '\\033[6n' cursor; ask '\\033[?2026$p' mode
ask '\\033[18t' size; ask '\\033[16t' cell
ask '\\033[?2048h' report; printf '\\033[?2048l'; ask '\\033[20$p' newline
ask '\\033]11;?\\007' background; ask '\\033[?u' keyboard
ask '\\033[21t\\033[c' title; ask '\\033]52;c;?\\007\\033[c' clipboard
ask '\\033P$qm\\033\\\\' setting; ask '\\005\\033[c' enq; echo over
`,
  )
  await type(`clear; sh ${script}\n`)
  await shows('over')
  const rows = (await screen()).join('\n')
  expect(rows).toContain('da1 033[?62;4;22;52c')
  expect(rows).toContain('da2 033[>0;276;0c')
  expect(rows).toMatch(/version 033P>\|vibeflow\([\d.]+\)033/)
  expect(rows).toContain('status 033[0n')
  expect(rows).toMatch(/cursor 033\[\d+;\d+R/)
  expect(rows).toContain('mode 033[?2026;2$y')
  expect(rows).toMatch(/size 033\[8;\d+;\d+t/)
  expect(rows).toMatch(/cell 033\[6;[1-9]\d*;[1-9]\d*t/) // the page has reported
  expect(rows).toMatch(/report 033\[48;\d+;\d+;[1-9]\d*;[1-9]\d*t/)
  expect(rows).toContain('newline 033[20;2$y')
  expect(rows).toContain('background 033]11;rgb:0e0e/0e0e/1212')
  expect(rows).toContain('keyboard 033[?0u') // kitty's protocol is there, and nothing of it is on
  expect(rows).toContain('setting 033P1$r0m033')
  // the query after it gets the first reply
  for (const silent of ['title', 'clipboard', 'enq'])
    expect(rows).toMatch(new RegExp(`^${silent} 033\\[\\?62;4;22;52c\\s*$`, 'm'))
})

// With a shell that is not there, from within another terminal, and with a configuration to come.
test.describe('an app of its own', () => {
  test.describe.configure({ mode: 'serial' })
  let own: Started

  test.beforeAll(async () => {
    own = await startApp({
      args: ['--config', 'no-such.toml', '--single-instance'],
      env: {
        SHELL: '/no/such/shell',
        TMUX: '/tmp/tmux',
        KITTY_WINDOW_ID: '3',
        CLAUDECODE: '1',
        WINDOWID: '7',
      },
    })
  })

  test.afterAll(async () => {
    await own.close().catch(() => undefined) // the last test has closed it
    rmSync(own.home, { recursive: true, force: true, maxRetries: 5 })
  })

  test('a missing file named with --config is reported', async () => {
    await expect(own.page.locator('.notice')).toContainText("doesn't exist. Using defaults.")
  })

  test('a tab shows why its program could not start', async () => {
    const { home, page } = own
    await expect(page.getByText("Can't start /no/such/shell: no such file.")).toBeVisible()
    await expect(page.getByRole('button', { name: 'Open configuration file' })).toBeVisible()
    await startAgain(home, ['--tab', '-d', '/no/such/folder'])
    await expect(page.getByText("Can't start in /no/such/folder: no such directory.")).toBeVisible()
    await startAgain(home, ['--tab', '-e', 'no-such-program'])
    await expect(
      page.getByText("Can't start no-such-program: command not found in PATH."),
    ).toBeVisible()
    await expect(page.locator('.failed:visible')).toContainText("Couldn't start this tab")
    await picture(page, 'failed-start')
  })

  test('-e runs a command with its arguments unchanged in the given folder', async () => {
    const { home, shows } = own
    const script = 'printf "<%s>" "$@"; pwd; exec sh'
    const words = ['-e', 'sh', '-c', script, 'sh', 'a b', '$HOME', '']
    await startAgain(home, ['--tab', '-d', '/usr', ...words])
    await shows('<a b><$HOME><>/usr')
  })

  test("programs do not get another terminal's stale environment", async () => {
    const { home, page, shows, type } = own
    const shell = '[shell]\nprogram = "bash"\n'
    writeFileSync(join(home, 'no-such.toml'), shell) // it is followed once it is there
    await page.waitForFunction(() => window.vibeflowTest!.settings().shell.program === 'bash')
    await page.keyboard.press('Control+Shift+T')
    await shows('ready$')
    await type(
      'echo "[$TMUX$KITTY_WINDOW_ID$CLAUDECODE$WINDOWID$VIBEFLOW_TEST]" ; [ "$VIBEFLOW_TTY" = ' +
        '"$(tty)" ] && echo $SHELL\n',
    )
    await shows('[]\n/no/such/shell') // what the app itself was started with
  })

  test('programs get the new size when the window is resized', async () => {
    const { app, page, screen, shows, type } = own
    await app.evaluate(({ BrowserWindow }) =>
      BrowserWindow.getAllWindows()[0]?.setBounds({ x: 0, y: 0, width: 700, height: 400 }),
    )
    await expect.poll(() => page.evaluate(() => innerWidth)).toBe(700)
    await expect(async () => {
      const rows = (await screen()).length
      expect(rows).toBeLessThan(25)
      await type('clear; stty size\n')
      await shows(new RegExp(`^${rows} \\d+$`, 'm'), 500)
    }).toPass()
  })

  test('the tab closes when its shell exits; a held tab closes with Enter', async () => {
    const { app, home, page, tabs, type } = own
    const count = (await tabs()).length
    await type('exit\n')
    await expect.poll(async () => (await tabs()).length).toBe(count - 1)
    await page.keyboard.press('Control+Shift+T')
    await page.waitForFunction((tabs) => window.vibeflowTest!.tabs().length === tabs, count)
    await page.evaluate(() => {
      for (const { id, active } of window.vibeflowTest!.tabs())
        if (!active) window.vibeflowTest!.post({ kind: 'pane/close', pane: id, force: true })
    })
    await atPrompt(own)
    writeFileSync(join(home, 'no-such.toml'), holding)
    const onExit = () => page.evaluate(() => window.vibeflowTest!.settings().tabs.on_exit)
    await expect.poll(onExit).toBe('hold')
    await type('exit\n')
    await expect(page.getByText('Process exited with code 0')).toBeVisible()
    await picture(page, 'dead-tab-exit-0')
    const closed = app.waitForEvent('close')
    // the page may be gone before the key is acknowledged
    await page.keyboard.press('Enter').catch(() => undefined)
    await closed
  })
})
