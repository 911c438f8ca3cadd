/**
 * Agents in tabs and windows that need the user: the key, the list, notifications, names, windows.
 * The steps of a test follow each other.
 */
import { appendFileSync, existsSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import {
  commandFile,
  expect,
  freshTab,
  holding,
  makeHome,
  needsUser,
  picture,
  startApp,
  type Started,
  test,
  vibeflow,
} from '../app.ts'
import { slow } from '../../slow.ts'
import { openTabs, states } from './attention-tabs.ts'

interface Shown {
  readonly session: string | null
  readonly title: string
  readonly body: string
  readonly open: boolean
}

/** Returns the notifications that the desktop was asked to show (docs/contributing/testing.md). */
const notifications = ({ app }: Started) =>
  app.evaluate(() =>
    (
      globalThis as unknown as { vibeflowMainTest: { notifications(): unknown } }
    ).vibeflowMainTest.notifications(),
  ) as Promise<Shown[]>
const clickNotification = ({ app }: Started, tab: string | null) =>
  app.evaluate(
    (_electron, of) =>
      (
        globalThis as unknown as {
          vibeflowMainTest: { clickNotification(tab: string | null): void }
        }
      ).vibeflowMainTest.clickNotification(of),
    tab,
  )

const activeTitle = (page: Page) =>
  page.evaluate(() => window.vibeflowTest!.tabs().find(({ active }) => active)?.title)

async function show({ page, shows }: Started, tab: string | undefined): Promise<void> {
  await page.evaluate((id) => window.vibeflowTest!.post({ kind: 'pane/focus', pane: id }), tab)
  await page.waitForFunction(
    (id) => window.vibeflowTest!.tabs().find(({ active }) => active)?.id === id,
    tab,
  )
  await shows('ready$')
}

/**
 * Programs that call themselves so, and report each line that their pipe is given: they wait
 * without costing anything.
 */
function agents(home: string): { say: (name: string, frame: string) => void } {
  writeFileSync(
    join(home, 'agent.sh'),
    'mkfifo "$HOME/$1.pipe"; exec 3<>"$HOME/$1.pipe"; printf "\\033]2;%s\\007" "$1"; while ' +
      'read -r frame <&3; do printf "\\033]%s\\007" "$frame"; done\n',
  )
  return { say: (name, frame) => appendFileSync(join(home, `${name}.pipe`), `${frame}\n`) }
}

/**
 * Checks the newest lines of the counting program: none is missing or printed twice, up to the last
 * line that it reports.
 */
async function inOrder(page: Page): Promise<void> {
  await expect.poll(() => page.evaluate(() => window.vibeflowTest!.stats().idle)).toBe(true)
  const rows = await page.evaluate(() => window.vibeflowTest!.scrollback())
  const lines = rows.flatMap((row) => /^line (\d+)$/.exec(row)?.[1] ?? []).map(Number)
  const last = Number(rows.flatMap((row) => /^end-(\d+)$/.exec(row)?.[1] ?? []).at(-1))
  expect(lines.length).toBeGreaterThan(200)
  expect(lines).toEqual(Array.from(lines, (_, index) => last - lines.length + 1 + index))
}

const waits = (message: string) =>
  `7501;state=blocked:kind=permission:app=claude:msg=${Buffer.from(message).toString('base64')}`

/**
 * Drags the second window's first tab into the first window. Held over the bar there, it shows its
 * slot; released, it lands in it. The windows are side by side on a screen of 1920 columns.
 */
async function dragToFirst({ app, page }: Started, other: Page): Promise<void> {
  await app.evaluate(({ BrowserWindow }) =>
    BrowserWindow.getAllWindows().forEach((window, index) => {
      window.setBounds({ x: 10 + 900 * index, y: 100, width: 860, height: 400 })
    }),
  )
  for (const one of [page, other]) await one.waitForFunction(() => window.innerWidth === 860)
  await other.mouse.move(60, 24)
  await other.mouse.down()
  await other.mouse.move(40, 20)
  await other.mouse.move(-640, 30, { steps: 4 })
  await expect(page.locator('.drop-mark')).toBeVisible()
  await picture(page, 'drop-mark-of-another-window')
  await other.mouse.up()
}

// The list shows what was notified since the start, and the second window that they open is left.
test.describe('attention', () => {
  let started: Started

  test.beforeAll(async () => {
    started = await startApp({ home: makeHome(holding) })
    await started.shows('ready$')
  })

  test.afterAll(async () => {
    await started.close()
    rmSync(started.home, { recursive: true, force: true, maxRetries: 5 })
  })

  test('next_attention goes to the longest waiting agent, notified once', slow, async () => {
    const { page, shows, type } = started
    const { say } = agents(started.home)
    await openTabs(started, 8)
    const ids = (await started.tabs()).map(({ id }) => id)

    await test.step('three agents in eight tabs', async () => {
      for (const [place, name] of [
        [2, 'api'],
        [4, 'web'],
        [7, 'docs'],
      ] as const) {
        await show(started, ids[place])
        await type(`sh ~/agent.sh ${name}\n`)
        await expect.poll(() => activeTitle(page)).toBe(name)
      }
      await page.keyboard.press('Alt+1')
      for (const name of ['web', 'api', 'docs']) {
        say(name, waits(`May I change ${name}?`))
        await expect
          .poll(async () => (await notifications(started)).some(({ title }) => title === name))
          .toBe(true)
      }
      expect(
        (await notifications(started)).map(({ title, body, open }) => [title, body, open]),
      ).toEqual([
        ['web', 'Claude Code needs you: permission. May I change web?', true],
        ['api', 'Claude Code needs you: permission. May I change api?', true],
        ['docs', 'Claude Code needs you: permission. May I change docs?', true],
      ])
      await expect.poll(() => page.title()).toMatch(/^\(3\) /)
    })

    await test.step('the list names them, the oldest first', async () => {
      await page.keyboard.press('Control+Shift+I')
      await expect(page.locator('.attention-row .list-title')).toHaveText(['web', 'api', 'docs'])
      await expect(page.locator('.notification-row')).toHaveCount(3)
      await picture(page, 'attention-list')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('m')
      await expect(page.locator('.attention-row').nth(2).locator('.tab-mark')).toHaveCount(1)
      await page.keyboard.press('s')
      await expect(page.locator('.attention-foot .button').first()).toBeFocused()
      await picture(page, 'attention-snooze')
      await page.keyboard.press('2')
      await expect(page.locator('.attention-row .list-title')).toHaveText(['web', 'api'])
      await page.keyboard.press('Escape')
      await expect.poll(() => page.title()).toMatch(/^\(2\) /)
    })

    await test.step('the key goes to the oldest, then on', async () => {
      await page.keyboard.press('Control+Shift+J')
      await expect.poll(() => activeTitle(page)).toBe('web')
      await page.keyboard.press('Control+Shift+J')
      await expect.poll(() => activeTitle(page)).toBe('api')
      await page.keyboard.press('Control+Shift+J')
      await expect.poll(() => activeTitle(page)).toBe('web')
      // A notification that the user has seen is closed, and not shown again.
      await expect
        .poll(async () =>
          (await notifications(started)).map(({ title, open }) => `${title} ${open}`),
        )
        .toEqual(['web false', 'api false', 'docs false'])
      await page.keyboard.press('Alt+1')
    })

    await test.step('a click on a notification lands in its tab', async () => {
      say('api', '7501;state=working:app=claude')
      await expect.poll(async () => (await states(page))[2]).toBe('working')
      say('api', waits('And now?'))
      await expect
        .poll(async () => (await notifications(started)).at(-1))
        .toEqual({
          session: ids[2],
          title: 'api',
          body: 'Claude Code needs you: permission. And now?',
          urgency: 'normal',
          open: true,
        })
      await clickNotification(started, ids[2] ?? null)
      await expect.poll(() => activeTitle(page)).toBe('api')
      expect((await notifications(started)).length).toBe(4)
    })

    await test.step('a muted tab reports nothing, and is crossed out', async () => {
      say('docs', '7501;state=error:app=claude')
      await expect.poll(async () => (await states(page))[7]).toBe('error')
      await page.evaluate(
        (id) => document.querySelector(`.tab[data-session="${id}"]`)?.scrollIntoView(),
        ids[7],
      )
      await expect(page.locator(`.tab[data-session="${ids[7]}"] .tab-mark`)).toHaveAttribute(
        'title',
        'Muted',
      )
      await picture(page, 'muted-tab')
      expect((await notifications(started)).length).toBe(4)
    })

    await test.step("a program's notification is cleaned, marks its tab, is closed", async () => {
      await page.keyboard.press('Control+Shift+T')
      await shows('ready$')
      writeFileSync(
        join(started.home, 'call.sh'),
        "sleep 0.3; printf '\\033]99;i=7:d=0;Build\\007\\033]99;i=7:p=body;<b>ok</b>\\033]0;" +
          "x\\007\\033\\\\'; sleep 0.3; printf '\\033]99;i=8:d=0;Build\\007\\033]99;i=8:p=body;" +
          "<b>ok</b> \\033\\\\'; sleep 2; printf '\\033]99;i=8:p=close;\\007'; sleep 30\n",
      )
      await type('sh ~/call.sh\n')
      await page.keyboard.press('Alt+1')
      await expect
        .poll(async () => (await notifications(started)).at(-1)?.body)
        .toBe('Message: Build: ‹b›ok‹/b› ')
      await expect(page.locator('.tab-called')).toHaveCount(1)
      await expect(page.locator('.tab-called')).toHaveCount(0)
      expect((await notifications(started)).at(-1)?.open).toBe(false)
    })

    await test.step('from outside: a line for a bar, the next one, the list', async () => {
      await page.keyboard.press('Alt+1')
      const asking = async () => (await needsUser(started.home)).map(({ title }) => title)
      for (const name of ['web', 'api']) say(name, '7501;state=working:app=claude')
      await expect.poll(asking).toEqual(['docs'])
      for (const name of ['web', 'api']) {
        say(name, waits(`May I build ${name}?`))
        await expect.poll(asking).toContain(name)
      }
      expect(await vibeflow(started.home, 'status', '--format', 'tmux')).toBe(
        '#[fg=#ffaa00]3 need you: web (Claude Code), api (Claude Code), ' +
          'docs (Claude Code)#[default]',
      )
      const next = () => vibeflow(started.home, 'next')
      expect(await next()).toBe('web (Claude Code) needs you: permission.')
      await expect.poll(() => activeTitle(page)).toBe('web')
      expect(await next()).toBe('api (Claude Code) needs you: permission.')
      await expect.poll(() => activeTitle(page)).toBe('api')
      await page.keyboard.press('Control+Shift+T')
      await shows('ready$')
      await type(`'${process.execPath}' '${commandFile}' inbox\n`)
      await shows('May I build web?')
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('ArrowDown')
      await picture(page, 'inbox')
      await page.keyboard.press('a')
      await expect.poll(async () => (await asking()).length).toBe(2)
      await page.keyboard.press('Home')
      await page.keyboard.press('Enter')
      await expect.poll(() => activeTitle(page)).not.toContain('inbox')
    })
  })

  test(
    'tabs are renamed, muted, duplicated, reopened and moved to other windows',
    slow,
    async () => {
      await freshTab(started)
      const { app, page, shows, type } = started

      await test.step('a name that stays, and the automatic one again', async () => {
        await type("printf '\\033]2;automatic\\007'\n")
        await expect.poll(() => activeTitle(page)).toBe('automatic')
        await page.keyboard.press('Control+Shift+E')
        await expect(page.locator('.rename')).toBeFocused()
        expect(await page.evaluate(() => window.getSelection()?.toString())).toBe('automatic')
        await picture(page, 'rename')
        await page.keyboard.type('my api')
        await page.keyboard.press('Enter')
        await expect.poll(() => activeTitle(page)).toBe('my api')
        await type("printf '\\033]2;other\\007'; echo $((40 + 2))\n")
        await shows('42')
        expect(await activeTitle(page)).toBe('my api')
        await page.locator('.tab-title').dblclick()
        await page.keyboard.type('never')
        await page.keyboard.press('Escape')
        expect(await activeTitle(page)).toBe('my api')
        await page.keyboard.press('Control+Shift+F6')
        await page.keyboard.press('F2')
        await page.keyboard.press('Delete')
        await page.keyboard.press('Enter')
        await expect.poll(() => activeTitle(page)).toBe('other')
      })

      await test.step('a closed tab comes back with its name, directory and screen', async () => {
        await page.keyboard.press('Control+Shift+T')
        await page.waitForFunction(() => window.vibeflowTest!.tabs().length === 2)
        await shows('ready$')
        await type('mkdir -p deep && cd deep && echo mark-$((6 * 7))\n')
        await shows('mark-42')
        await page.keyboard.press('Control+Shift+E')
        await page.keyboard.type('closed one')
        await page.keyboard.press('Enter')
        await page.keyboard.press('Control+Shift+PageUp')
        await page.waitForFunction(() => window.vibeflowTest!.tabs()[0]?.title === 'closed one')
        await page.keyboard.press('Control+Shift+W')
        await page.waitForFunction(() => window.vibeflowTest!.tabs().length === 1)
        await page.keyboard.press('Control+Alt+Shift+T')
        await page.waitForFunction(() => window.vibeflowTest!.tabs()[0]?.title === 'closed one')
        await shows('reopened')
        await type('pwd\n')
        await shows('/deep')
        await expect
          .poll(async () =>
            (await page.evaluate(() => window.vibeflowTest!.scrollback())).join('\n'),
          )
          .toMatch(/mark-42[\s\S]*── reopened ──[\s\S]*\/deep/)
        await picture(page, 'reopened-tab')
      })

      await test.step('a tab moves to a window of its own, and loses nothing', async () => {
        // A steady stream and no flood: it prints before, while and after the tab moves.
        await type(
          'i=0; until [ -e ~/stop ]; do for n in 1 2 3 4 5 6 7 8 9 10; do i=$((i + 1)); echo ' +
            '"line $i"; done; sleep 0.02; done; echo end-$i\n',
        )
        await shows(/line \d/)
        const opened = app.waitForEvent('window')
        await page.locator('.tab-active').click({ button: 'right' })
        await picture(page, 'tab-menu')
        await page.getByRole('menuitem', { name: 'Move tab to new window' }).click()
        const other = await opened
        await other.waitForFunction(() => window.vibeflowTest?.tabs()[0]?.title === 'closed one')
        await page.waitForFunction(() => window.vibeflowTest!.tabs().length === 1)
        await expect
          .poll(() => other.evaluate(() => window.vibeflowTest!.stats().parsed))
          .toBeGreaterThan(3_000)
        writeFileSync(join(started.home, 'stop'), '')
        await other.waitForFunction(
          () => /end-\d/.test(window.vibeflowTest!.screen().join('\n')),
          undefined,
          { timeout: 20_000 },
        )
        await inOrder(other)
        await other.keyboard.press('Control+Shift+T')
        await other.waitForFunction(() => window.vibeflowTest!.tabs().length === 2)
        await other.locator('.tab').first().click({ button: 'right' })
        await expect(other.getByRole('menuitem', { name: 'Move tab to Window 1' })).toBeVisible()
        // On Wayland a window does not know its place, so nothing can be dropped on another.
        if ((process.env['WAYLAND_DISPLAY'] ?? '') === '') {
          await other.keyboard.press('Escape')
          await dragToFirst(started, other)
        } else await other.getByRole('menuitem', { name: 'Move tab to Window 1' }).click()
        await page.waitForFunction(() => window.vibeflowTest!.tabs().length === 2)
        await expect(page.locator('.drop-mark')).toHaveCount(0)
        expect(
          await page.evaluate(() => window.vibeflowTest!.tabs().map(({ active }) => active)),
        ).toEqual([false, true])
        await shows(/end-\d/)
        await inOrder(page)
        await page.bringToFront()
        await page.keyboard.type('echo back-$((3 * 3))\n')
        await shows('back-9')
      })

      await test.step('closing an agent asks by name, until the user ends that', async () => {
        await page.keyboard.press('Control+Shift+T')
        await shows('ready$')
        await type(`printf '\\033]7501;state=blocked:app=claude\\007'; cat\n`)
        await expect.poll(async () => (await states(page)).at(-1)).toBe('waiting')
        await page.keyboard.press('Control+Shift+W')
        await expect(page.locator('.dialog p').first()).toContainText(
          'is waiting for you. Closing stops it.',
        )
        await expect(page.getByRole('button', { name: 'Cancel' })).toBeFocused()
        await picture(page, 'close-dialog')
        // Permanently: the change is shown first, and goes into the user's file.
        await page.getByRole('button', { name: "Don't ask again" }).click()
        const file = join(started.home, 'config/vibeflow/config.toml')
        await expect(page.getByRole('group', { name: "Don't ask again" })).toContainText(
          `This setting will be saved in ${file}`,
        )
        await picture(page, 'close-dialog-never-ask')
        expect(readFileSync(file, 'utf8')).not.toContain('confirm_on_close')
        await page.getByRole('button', { name: 'Save', exact: true }).click()
        await expect
          .poll(() => (existsSync(file) ? readFileSync(file, 'utf8') : ''))
          .toContain('[ui]\nconfirm_on_close = false\n')
        await expect(page.getByText("You won't be asked again.")).toBeVisible()
        await page.keyboard.press('Escape')
        await page.keyboard.press('Control+Shift+W')
        await page.waitForFunction(() => window.vibeflowTest!.tabs().length === 2)
        await page.waitForFunction(() => !window.vibeflowTest!.settings().ui.confirm_on_close)
      })

      await test.step('the end of a program in a background tab shows a toast', async () => {
        writeFileSync(
          join(started.home, 'config/vibeflow/config.toml'),
          `${holding}[ui]\nconfirm_on_close = false\n` +
            '[notifications]\ncontent = "none"\nexit = ["toast", "desktop"]\n',
        )
        await page.waitForFunction(
          () => window.vibeflowTest!.settings().notifications.content === 'none',
        )
        await page.keyboard.press('Alt+1')
        await type('sleep 0.4; exit\n')
        await page.keyboard.press('Alt+2')
        await expect(page.locator('.toast-notification')).toContainText(
          'Process exited with code 0',
        )
        await picture(page, 'toast')
        expect((await notifications(started)).at(-1)).toMatchObject({
          title: 'vibeflow',
          body: 'A program exited.',
        })
        await page.locator('.toast-go').click()
        await expect(page.locator('.foot-words')).toHaveText('Process exited with code 0')
      })
    },
  )
})
