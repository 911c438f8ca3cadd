/** Agents that come back after a restart: offered, never started unasked. */
import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cutPower, expect, makeHome, picture, test, type Started } from './app.ts'
import { installStandIns, standIns } from '../support/stand-in-agents.ts'

test.setTimeout(240_000)

/** Has the agents in its PATH; the app keeps its tabs often. */
function homeWithAgents(): string {
  const home = makeHome()
  installStandIns(home)
  mkdirSync(join(home, 'config/vibeflow'), { recursive: true })
  writeFileSync(join(home, 'config/vibeflow/config.toml'), '[session]\nsave_interval_s = 2\n')
  return home
}

/** Agents whose sessions are on disk. */
function kept(home: string): string[] {
  const file = join(home, 'state/vibeflow/session/session.json')
  if (!existsSync(file)) return []
  const { windows } = JSON.parse(readFileSync(file, 'utf8')) as {
    windows: { tabs: { resume?: { program: string } }[] }[]
  }
  return windows.flatMap(({ tabs }) => tabs.flatMap(({ resume }) => resume?.program ?? []))
}

const bar = ({ page }: Started) => page.locator('.resume-bar')

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
  await expect.poll(() => kept(started.home), { timeout: 20_000 }).toEqual([...names])
}

test('five agents go on after a loss of power, three times in a row', async ({ start }) => {
  const home = homeWithAgents()
  let started = await start({ home })
  await startAgents(started, standIns)
  for (const turn of [2, 3, 4]) {
    await cutPower(started)
    started = await start({ home })
    const now = started
    for (const at of standIns.keys()) {
      await now.page.keyboard.press(`Alt+${at + 1}`)
      await expect(bar(now)).toContainText(standIns[at]!)
      await now.shows(/restored[\s\S]*ready\$/)
    }
    expect(readdirSync(join(home, 'talks')).length).toBe(standIns.length)
    expect(await now.page.evaluate(() => window.vibeflowTest!.act('resume_all_agents'))).toBe(true)
    for (const [at, name] of standIns.entries()) {
      await now.page.keyboard.press(`Alt+${at + 1}`)
      await now.shows(`${name} turn ${turn}`)
      await expect(bar(now)).toHaveCount(0)
    }
    // none began anew
    expect(readdirSync(join(home, 'talks')).length).toBe(standIns.length)
    await expect.poll(() => kept(home), { timeout: 20_000 }).toEqual([...standIns])
  }
})

test('offers it in its folder by a key, once; anything that is typed declines', async ({
  start,
}) => {
  const home = homeWithAgents()
  mkdirSync(join(home, 'api'))
  const first = await start({ home })
  await first.shows('ready$')
  await first.type('cd api\n')
  await startAgents(first, ['claude'])
  const id = readdirSync(join(home, 'talks'))[0] ?? ''
  await cutPower(first)

  const second = await start({ home })
  await expect(bar(second)).toContainText(`Resume Claude Code session ${id}?`)
  await expect(bar(second)).toContainText(`claude --resume ${id} in ${join(home, 'api')}`)
  await expect(second.page.getByRole('status').filter({ hasText: 'Resume' })).toContainText(
    'typing anything else',
  )
  await second.shows(/restored[\s\S]*ready\$/)
  await picture(second.page, 'resume-bar')
  await second.page.keyboard.press('Control+Shift+Enter')
  await second.shows('claude turn 2')
  await expect(bar(second)).toHaveCount(0)
  // It was used up before it ran; what runs now has reported itself.
  await second.page.keyboard.press('Control+Shift+Enter')
  expect(readFileSync(join(home, 'talks', id), 'utf8')).toBe('turn\nturn\n')
  await expect.poll(() => kept(home), { timeout: 20_000 }).toEqual(['claude'])
  await cutPower(second)

  const third = await start({ home })
  await expect(bar(third)).toBeVisible()
  await third.shows(/restored[\s\S]*ready\$/)
  await third.type('p')
  await expect(bar(third)).toHaveCount(0)
  await third.type('wd\n')
  await third.shows(join(home, 'api'))
  await expect.poll(() => kept(home), { timeout: 20_000 }).toEqual([])
})

test('a closed tab that is opened again offers its agent, when that has ended', async ({
  start,
}) => {
  const home = homeWithAgents()
  const started = await start({ home })
  const { page, shows, tabs, type } = started
  await shows('ready$')
  await page.keyboard.press('Control+Shift+T')
  await expect.poll(async () => (await tabs()).length).toBe(2)
  await shows('ready$')
  await type('codex\n')
  await shows('codex turn 1')
  await expect.poll(() => kept(home), { timeout: 20_000 }).toEqual(['codex'])
  await page.keyboard.press('Control+Shift+W')
  await page.getByRole('button', { name: 'Close', exact: true }).last().click()
  await expect.poll(async () => (await tabs()).length).toBe(1)
  await page.keyboard.press('Control+Shift+Alt+T')
  await expect(bar(started)).toContainText('codex resume codex-', { timeout: 15_000 })
  await page.locator('.resume-bar').getByRole('button', { name: 'Resume' }).click()
  await shows('codex turn 2')
})
