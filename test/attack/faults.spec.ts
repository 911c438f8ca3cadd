/**
 * Tests faults of the machine: the app reports each in a sentence, and sessions continue without
 * any loss.
 */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { executablePath, expect, makeHome, test, type Started } from '../app/app.ts'
import { onElectron } from '../engine.ts'
import { startWindow } from '../app/processes.ts'
import { slow } from '../slow.ts'

/**
 * The app with mounts and limits of its own, which another user namespace gives it. `$HOME` is the
 * test's.
 */
function withSystem(home: string, commands: string): string {
  const file = join(home, 'wrapped')
  writeFileSync(
    file,
    `#!/bin/sh\nexec unshare -Urm /bin/sh -c '${commands} && exec "$@"' sh ${executablePath}` +
      ' "$@"\n',
  )
  chmodSync(file, 0o755)
  return file
}

const namespaces = spawnSync('unshare', ['-Urm', 'true']).status === 0

const alert = ({ page }: Started, words: RegExp) =>
  expect(page.getByText(words).first()).toBeVisible() // a save may come 15 s later

/** Types a command, and expects its output. */
async function answers({ type, shows }: Started, word: string): Promise<void> {
  await type(`echo ${word.slice(0, 2)}""${word.slice(2)}\n`)
  await shows(new RegExp(`^${word}$`, 'm'))
}

test(
  'a lack of terminals, inotify or disk space is reported, and tabs keep running',
  slow,
  async ({ start }) => {
    test.skip(!namespaces, 'this system gives no user namespaces')
    const home = makeHome()
    mkdirSync(join(home, 'state'))
    const app = await start({
      home,
      executable: withSystem(
        home,
        [
          'mount -t tmpfs -o size=8m,mode=700 tmpfs "$HOME/state"',
          'mount -t devpts -o newinstance,max=1,ptmxmode=0666 devpts /dev/pts',
          'mount --bind /dev/pts/ptmx /dev/ptmx',
          'echo 0 > /proc/sys/user/max_inotify_instances',
        ].join(' && '),
      ),
    })
    await app.shows('ready$')
    await alert(
      app,
      /Can't watch the configuration directory \(no inotify instance is free.*Checking for/,
    )
    await app.page.evaluate(() => window.vibeflowTest!.post({ kind: 'tab/open' }))
    await alert(
      app,
      new RegExp(
        String.raw`Can't start /bin/bash: all terminals of the system are in use\. Close some ` +
          String.raw`or raise the limit`,
      ),
    )
    await app.page.keyboard.press('Control+Shift+W')
    await answers(app, 'still')
    await app.type('head -c 9000000 /dev/zero > state/fill; seq 3000\n')
    await app.shows(/^3000$/m)
    await alert(app, /Couldn't save tabs for the next start: ENOSPC: no space left on device/)
    await answers(app, 'going on')
    await app.type(
      'rm state/fill; until grep -q "going on" state/vibeflow/session/*.out; do sleep .3; ' +
        'done; echo kept""now\n',
    )
    await app.shows(/^keptnow$/m)
  },
)

test(
  'with no free file descriptors tabs keep running and a new tab explains its failure',
  slow,
  async ({ shared: app }) => {
    test.skip(onElectron, 'main is Chromium as well, which ends; test/attack/no-files.test.ts runs')
    const pid = await app.app.evaluate(() => process.pid)
    const used = new Set(readdirSync(`/proc/${pid}/fd`).map(Number))
    let free = 3
    while (used.has(free)) free += 1
    const limit = (count: string) =>
      expect(spawnSync('prlimit', ['--pid', String(pid), `--nofile=${count}:`]).status).toBe(0)
    const before = /open files +(\d+)/.exec(readFileSync(`/proc/${pid}/limits`, 'utf8'))?.[1] ?? ''
    limit(String(free))
    await answers(app, 'still')
    // Some that were open for a moment are closed again: a few tabs may still find room.
    const words = app.page.getByText(
      /Can't start \/bin\/bash: too many open files\. Close some tabs/,
    )
    for (let tab = 2; tab < 12 && !(await words.isVisible()); tab += 1) {
      await app.page.evaluate(() => window.vibeflowTest!.post({ kind: 'tab/open' }))
      await expect.poll(async () => (await app.tabs()).length).toBe(tab)
      await expect
        .poll(
          async () => (await words.isVisible()) || (await app.screen()).join('').includes('ready$'),
        )
        .toBe(true)
    }
    await alert(app, /Can't start \/bin\/bash: too many open files\. Close some tabs/)
    limit(before)
    await app.page.keyboard.press('Control+Shift+R')
    await app.shows('ready$')
    await answers(app, 'again')
  },
)

test(
  'a dead graphics process and a lost context are redrawn the same',
  slow,
  async ({ shared }) => {
    const drawn = () => shared.page.locator('.xterm-screen').first().screenshot()
    await shared.type('clear; printf "\\033[41m%500s\\033[m\\n" x; PS1="$ "; tput civis\n')
    await shared.shows(/x\s+\$/)
    await shared.page.evaluate(() => window.vibeflowTest!.options({ ui: { renderer: 'webgl' } }))
    await expect
      .poll(() => shared.page.evaluate(() => window.vibeflowTest!.stats().renderer))
      .toBe('webgl')
    await expect.poll(async () => (await drawn()).equals(await drawn())).toBe(true)
    const before = await drawn()
    const drawsAgain = () =>
      expect.poll(async () => (await drawn()).equals(before), { intervals: [200] }).toBe(true)
    await shared.page.evaluate(() => {
      for (const canvas of document.querySelectorAll('canvas'))
        canvas.getContext('webgl2')?.getExtension('WEBGL_lose_context')?.loseContext()
    })
    await drawsAgain()
    const { page } = shared
    await page
      .context()
      .newCDPSession(page)
      .then((session) => session.send('Browser.crashGpuProcess' as never))
      .catch(() => undefined) // the answer dies with it
    await drawsAgain()
    await answers(shared, 'still')
    await page.evaluate(() => window.vibeflowTest!.options({ ui: { renderer: 'auto' } }))
  },
)

test('a stopped app continues with no key, byte or state lost', async ({ shared }) => {
  const pid = await shared.app.evaluate(() => process.pid)
  await shared.type(
    'clear; printf "\\033]1338;state=working;tool=x\\007"; for i in $(seq 40); do echo ' +
      'line$i; sleep .03; done; printf "\\033]1338;state=waiting;tool=x\\007"; read x; echo ' +
      'got$x\n',
  )
  await shared.shows('line3')
  process.kill(pid, 'SIGSTOP')
  await new Promise((resolve) => {
    setTimeout(resolve, 2_500)
  })
  process.kill(pid, 'SIGCONT')
  await shared.shows('line40')
  await expect
    .poll(async () =>
      (await shared.page.evaluate(() => window.vibeflowTest!.scrollback())).join('\n'),
    )
    .toContain(Array.from({ length: 40 }, (_, index) => `line${index + 1}`).join('\n'))
  await expect.poll(async () => (await shared.tabs())[0]?.state).toBe('waiting')
  await shared.type('yes\n')
  await shared.shows('gotyes')
})

test(
  'the app starts, reports it and works with a home it cannot write',
  slow,
  async ({ start }) => {
    test.skip(!namespaces, 'this system gives no user namespaces')
    const home = makeHome()
    const app = await start({
      home,
      executable: withSystem(
        home,
        'mount --bind "$HOME" "$HOME" && mount -t tmpfs -o mode=700 tmpfs "$HOME/run" && ' +
          'mount -o remount,bind,ro "$HOME"',
      ),
    })
    await app.shows('ready$')
    await answers(app, 'still')
    await alert(app, /the lock in .* can't be taken .* No tabs are saved/)
    await answers(app, 'again')
  },
)

test(
  'windows that the engine closes without asking are restored by the next start',
  slow,
  async ({ start }) => {
    const home = makeHome()
    const first = await start({ home })
    await first.shows('ready$')
    await startWindow(first, ['--new-window'])
    // Electron does this when the session bus or the display is lost.
    const closed = first.app.waitForEvent('close')
    await first.app
      .evaluate(({ app, BrowserWindow }) => {
        for (const window of BrowserWindow.getAllWindows()) window.destroy()
        app.exit(0)
      })
      .catch(() => undefined)
    await closed
    const { app } = await start({ home })
    await expect.poll(() => app.windows().length).toBe(2)
  },
)
