/** Resuming in the app: what the user is asked is all that runs, and nothing runs unasked. */
import { existsSync, mkdirSync, readdirSync, realpathSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, makeHome, test } from '../../app/app.ts'
import { installStandIns } from '../../support/stand-in-agents.ts'
import { slow } from '../../slow.ts'

/** A home with a saved session, of which each tab has one of these hints. */
function homeWith(hints: (home: string) => readonly object[]): string {
  const home = realpathSync(makeHome())
  installStandIns(home)
  const folder = join(home, 'state/vibeflow/session')
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  const tabs = hints(home).map((resume, at) => ({
    id: `tab${at}`,
    command: null,
    directory: home,
    name: `tab ${at}`,
    title: null,
    muted: false,
    resume,
  }))
  writeFileSync(
    join(folder, 'session.json'),
    JSON.stringify({ version: 1, ended: false, attempts: 0, windows: [{ active: 0, tabs }] }),
    { mode: 0o600 },
  )
  return home
}

test(
  'resuming all agents shows every line before it runs exactly these',
  slow,
  async ({ start }) => {
    const process = { pid: 2 ** 22 + 1, startTime: 1 }
    const home = homeWith((home) => {
      const of = (agent: string, session: string) => ({
        agent,
        program: join(home, '.desktop', agent),
        session,
        directory: home,
        process,
      })
      const git = {
        agent: 'git',
        program: '/usr/bin/git',
        args: ['-c', 'alias.x=!touch owned', 'x'],
      }
      return [
        of('claude', 'a1'),
        { ...git, session: null, directory: home, process }, // as an older version saved it
        { ...of('claude', 'a2'), program: '/bin/sh' },
        of('codex', `b${'2'.repeat(120)}`),
      ]
    })
    const talks = () => readdirSync(join(home, 'talks')).toSorted()
    const started = await start({ home })
    const { page, shows, tabs } = started
    const ids = (await tabs()).map(({ id }) => id)
    expect(ids.length).toBe(4)
    for (const at of ids.keys()) {
      await page.keyboard.press(`Alt+${at + 1}`)
      await shows('ready$')
    }
    const act = () => page.evaluate(() => window.vibeflowTest!.act('resume_all_agents'))
    const question = page.getByRole('dialog')
    const lines = [
      `${join(home, '.desktop/claude')} --resume a1`,
      `${join(home, '.desktop/codex')} resume b${'2'.repeat(120)}`,
    ]
    await test.step('nothing is sent before the answer, nor by Cancel', async () => {
      expect(await act()).toBe(true)
      await expect(question.getByLabel('Command')).toHaveText(lines)
      await expect(question.getByLabel('Directory')).toHaveText([home, home])
      await expect(question.getByRole('listitem')).toContainText(['tab 0', 'tab 3'])
      await page.keyboard.press('Enter') // Cancel has the focus
      await expect(question).toHaveCount(0)
      expect(talks()).toEqual([])
    })
    await test.step('another line or directory than the offered one is refused', async () => {
      for (const accept of [
        { command: `${lines[0]} --print`, directory: home },
        { command: 'touch owned', directory: home },
        { command: lines[0]!, directory: '/' },
      ])
        await page.evaluate(
          ([tab, approved]) =>
            window.vibeflowTest!.post({ kind: 'session/resume', session: tab, accept: approved }),
          [ids[0]!, accept] as const,
        )
      await expect(
        page.getByText('the command has changed since you approved it').first(),
      ).toBeVisible()
      expect(talks()).toEqual([])
    })
    await test.step('the bar has shown too little: its key asks first', async () => {
      await page.keyboard.press('Alt+1') // what was seen of a bar counts while it is there
      await expect(page.locator('.resume-bar')).toContainText('claude')
      await page.setViewportSize({ width: 400, height: 130 })
      await page.keyboard.press('Alt+4')
      await expect(page.locator('.resume-bar')).toContainText('codex')
      await expect(page.locator('.resume-bar')).toBeVisible()
      await page.keyboard.press('Control+Shift+Enter')
      await expect(question.getByLabel('Command')).toHaveText(lines.slice(1))
      await page.keyboard.press('Escape')
      await expect(question).toHaveCount(0)
      await page.setViewportSize({ width: 960, height: 600 })
      expect(talks()).toEqual([])
    })
    await test.step('a bar that has just moved under the pointer takes no click', async () => {
      await page.keyboard.press('Alt+1')
      const notice = page.locator('.notice').first()
      await expect(notice).toBeVisible()
      await expect(page.locator('.resume-bar .button').first()).toBeEnabled()
      await page.waitForTimeout(700)
      await page.evaluate(
        () =>
          new Promise<void>((resolve) => {
            const bar = document.querySelector('.resume-bar')!
            const { top } = bar.getBoundingClientRect()
            const look = (): void => {
              if (bar.getBoundingClientRect().top === top) return void requestAnimationFrame(look)
              bar
                .querySelector('button')!
                .dispatchEvent(new MouseEvent('click', { bubbles: true, detail: 1 }))
              resolve()
            }
            for (const button of document.querySelectorAll<HTMLElement>(
              '.notice-button:last-child',
            ))
              button.click()
            look()
          }),
      )
      await page.waitForTimeout(700)
      await expect(page.locator('.resume-bar')).toContainText('a1')
      expect(talks()).toEqual([])
      await page.keyboard.press('Alt+4')
    })
    await test.step('the approved lines run, once', async () => {
      expect(await act()).toBe(true)
      await question.getByRole('button', { name: 'Resume all' }).click()
      await shows('codex turn 1')
      await page.keyboard.press('Alt+1')
      await shows('claude turn 1')
      expect(talks()).toEqual(['a1', `b${'2'.repeat(120)}`])
      expect(await act()).toBe(false)
      expect(existsSync(join(home, 'owned'))).toBe(false)
    })
  },
)
