/** Agents that come back after a restart: offered, never started unasked. */
import { existsSync, mkdirSync, readdirSync, readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { expect, makeHome, picture, test, type Started } from './app.ts'
import { cutPower } from './processes.ts'
import { installStandIns, standIns } from '../support/stand-in-agents.ts'
import { slow } from '../slow.ts'

/** Has the agents in its PATH. */
function homeWithAgents(): string {
  const home = makeHome()
  installStandIns(home)
  return home
}

/** Agents whose sessions are on disk. */
function kept(home: string): string[] {
  const file = join(home, 'state/vibeflow/session/session.json')
  if (!existsSync(file)) return []
  const { windows } = JSON.parse(readFileSync(file, 'utf8')) as {
    windows: { tabs: { resume?: { program: string } }[] }[]
  }
  return windows.flatMap(({ tabs }) =>
    tabs.flatMap(({ resume }) => (resume === undefined ? [] : basename(resume.program))),
  )
}

const bar = ({ page }: Started) => page.locator('.resume-bar')
const question = ({ page }: Started) => page.getByRole('dialog')
/** Returns the folder of the agents. */
const bin = (home: string) => join(home, '.desktop')

async function startAgents(started: Started, names: readonly string[]): Promise<void> {
  for (const [at, name] of names.entries()) {
    if (at > 0) {
      await started.page.keyboard.press('Control+Shift+T')
      await expect.poll(async () => (await started.tabs()).length).toBe(at + 1)
    }
    await started.shows('ready$')
    await started.type(`${name}\n`)
    await started.shows(`${name} turn 1`)
  }
  await expect.poll(() => kept(started.home)).toEqual([...names])
}

/** Each tab's agent is offered, and none has begun unasked. */
async function offersAll(started: Started): Promise<void> {
  for (const at of standIns.keys()) {
    await started.page.keyboard.press(`Alt+${at + 1}`)
    await expect(bar(started)).toContainText(`${join(bin(started.home), standIns[at]!)} `)
    await started.shows(/restored[\s\S]*ready\$/)
  }
}

/** Resumes all that are offered: these, which are in the tabs from `first` on. Asks first. */
async function resumeAll(
  started: Started,
  { names, first, turn }: { names: readonly string[]; first: number; turn: number },
): Promise<void> {
  const { page } = started
  expect(await page.evaluate(() => window.vibeflowTest!.act('resume_all_agents'))).toBe(true)
  const lines = question(started).getByLabel('Command')
  await expect(lines).toHaveCount(names.length)
  for (const [at, name] of names.entries())
    await expect(lines.nth(at)).toContainText(`${join(bin(started.home), name)} `)
  await expect(question(started).getByLabel('Directory')).toHaveText(
    names.map(() => join(started.home, 'api')),
  )
  await picture(page, 'resume-question')
  const button = question(started).getByRole('button', { name: 'Resume all' })
  await expect(async () => {
    // the list is longer than the window, and each part of it must be seen for a moment
    for (const key of ['Home', 'PageDown', 'PageDown']) {
      await page.keyboard.press(key)
      await page.waitForTimeout(200)
    }
    await expect(button).toBeEnabled({ timeout: 1_000 })
  }).toPass()
  await button.click()
  for (const [at, name] of names.entries()) {
    await page.keyboard.press(`Alt+${first + at + 1}`)
    await started.shows(`${name} turn ${turn}`)
    await expect(bar(started)).toHaveCount(0)
  }
}

test(
  'four agents resume after a power loss and after another one, if the user agrees',
  slow,
  async ({ start }) => {
    const home = homeWithAgents()
    const talks = () => readdirSync(join(home, 'talks'))
    const keeps = (names: readonly string[]) => expect.poll(() => kept(home)).toEqual(names)
    mkdirSync(join(home, 'api'))
    const first = await start({ home })
    await first.shows('ready$')
    await first.type('cd api\n')
    await startAgents(first, standIns)
    expect(talks().length).toBe(standIns.length)
    const [claude = '', ...others] = standIns
    const id = talks().find((name) => name.startsWith(claude)) ?? ''
    await cutPower(first)

    const second = await start({ home })
    await test.step('one in its folder by a key, once', async () => {
      await offersAll(second)
      const { page } = second
      await page.keyboard.press('Alt+1')
      await expect(bar(second)).toContainText(`Resume Claude Code session ${id}?`)
      await expect(bar(second)).toContainText(
        `${join(bin(home), 'claude')} --resume ${id} in ${join(home, 'api')}`,
      )
      await expect(bar(second).getByRole('button', { name: 'Resume' })).toBeEnabled()
      await expect(page.getByRole('status').filter({ hasText: 'Resume' })).toContainText(
        'Typing dismisses this',
      )
      await picture(page, 'resume-bar')
      await page.keyboard.press('Control+Shift+Enter')
      await second.shows('claude turn 2')
      await expect(bar(second)).toHaveCount(0)
      // It was used up before it ran; what runs now has reported itself.
      await page.keyboard.press('Control+Shift+Enter')
    })
    await test.step('the others immediately', async () => {
      await resumeAll(second, { names: others, first: 1, turn: 2 })
      expect(readFileSync(join(home, 'talks', id), 'utf8')).toBe('turn\nturn\n')
      expect(talks().length).toBe(standIns.length) // no agent started a new conversation
      await keeps(standIns)
    })
    await cutPower(second)

    const third = await start({ home })
    const { page, shows, tabs } = third
    const again = standIns.slice(0, -1)
    await test.step('any typed text declines', async () => {
      await offersAll(third)
      await third.type('p')
      await expect(bar(third)).toHaveCount(0)
      await third.type('wd\n')
      await shows(join(home, 'api'))
      await resumeAll(third, { names: again, first: 0, turn: 3 })
      expect(talks().length).toBe(standIns.length)
      await keeps(again)
    })
    await test.step('a closed tab that is opened again offers its agent', async () => {
      await page.keyboard.press('Alt+2')
      await page.keyboard.press('Control+Shift+W')
      await page.getByRole('button', { name: 'Close', exact: true }).last().click()
      await expect.poll(async () => (await tabs()).length).toBe(standIns.length - 1)
      await page.keyboard.press('Control+Shift+Alt+T')
      await expect(bar(third)).toContainText('codex resume codex-')
      await bar(third).getByRole('button', { name: 'Resume' }).click()
      await shows('codex turn 4')
    })
  },
)
