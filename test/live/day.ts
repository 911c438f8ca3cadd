/**
 * A day with five agents in the built app, against fake models: each gets its own worktree, all get
 * one queued prompt, two permissions are answered in the inbox, one agent reaches a limit, its
 * answer is read, a change is reviewed, and three branches are merged and removed. Each step is
 * read from what a user sees: the tab bar, the inbox, `vibeflow ls` and the list of worktrees.
 * docs/contributing/testing.md describes how to run it.
 */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { makeHome, startApp, type Started } from '../app/app.ts'
import { removeHome } from '../app/keeper/keeper-process.ts'
import { agents, type Driven } from './agents.ts'
import { DayRecording } from './day-recording.ts'
import { endLeft } from './drive.ts'
import * as inApp from './in-app.ts'
import { readMs, sees, stepMs, type Say } from './in-app.ts'
import { startStandIn } from './model-server.ts'

const root = join(import.meta.dirname, '../..')
const artifacts = join(root, 'artifacts/live/day')

/** The agents' change. Each makes it in its own worktree, so the branches merge. */
const change = 'cp login.txt fast-login.txt'
const prompt = 'Make the login page faster'
/** Longer than a row, so that the agent breaks it. */
const advice =
  'I will look at the login page first, because the slowest of its three steps runs each time a ' +
  'user opens it. The other two steps run once a day, so making them faster would change little.'

/** The first two ask for a permission, and the last one reaches a limit. */
const commands: Readonly<Record<string, readonly string[]>> = {
  'claude-1': ['claude'],
  'claude-2': ['claude'],
  'claude-3': ['claude', '--allowedTools', 'Bash(cp:*)'],
  'claude-4': ['claude', '--allowedTools', 'Bash(cp:*)'],
  'codex-1': ['codex'],
}
const branches = Object.keys(commands)
const changing = branches.slice(0, 4)
const asking = branches.slice(0, 2)
const merged = branches.slice(0, 3)
const atRest = ['idle', 'waiting', 'done']

const configuration = `[tabs]
position = "left"
sidebar_width = 300
[[on]]
state = "waiting"
agent = "claude"
run = ["sh", "-c", "cat >>\\"$HOME/events\\""]
`

interface Day extends inApp.Programs {
  readonly started: Started
  readonly repository: string
  /** Sessions by branch. */
  readonly sessions: Map<string, string>
  /** `null` if the day is not recorded. */
  readonly recording: DayRecording | null
}

/**
 * @param recordIn folder of the animated picture; absent: nothing is recorded
 * @returns whether each step was seen
 */
async function day(say: Say, recordIn?: string): Promise<boolean> {
  const found = ['claude', 'codex'].map((id) => inApp.installedAgent(drivenOf(id), false, say))
  const home = makeHome(configuration)
  const resets = String(Math.floor(Date.now() / 1_000) + 2 * 3_600)
  const pace = { thinkMs: 4_000, endMs: 2_000 }
  const models = {
    claude: await startStandIn(change, pace),
    codex: await startStandIn('', pace, {
      text: advice,
      headers: {
        'x-codex-primary-used-percent': '100',
        'x-codex-primary-window-minutes': '300',
        'x-codex-primary-reset-at': resets,
      },
    }),
  }
  const repository = join(home, 'api')
  mkdirSync(repository)
  const others = branches.map((branch) => `${repository}-${branch}`)
  const env: Record<string, string> = { PATH: inApp.pathWith(found) }
  for (const [id, server] of Object.entries(models)) {
    const place = { home, project: repository, others, server, asks: null }
    Object.assign(env, drivenOf(id).environment(place))
    inApp.writeFiles(drivenOf(id), place)
  }
  const started = await startApp({ home, env })
  await started.page.setViewportSize({ width: 1_280, height: 960 })
  const recording = recordIn === undefined ? null : new DayRecording(started.page)
  const context = {
    ...{ started, repository, sessions: new Map(), recording },
    ...inApp.programs(home, repository, env),
  }
  try {
    await steps(context, say)
    if (recording !== null) say(await recording.save(recordIn ?? ''))
    return true
  } catch (error) {
    say(`not seen: ${error instanceof Error ? error.message : String(error)}`)
    say(await context.vibeflow('ls').catch(String))
    for (const session of context.sessions.values())
      for (const verb of ['queue', 'snapshot', 'log'])
        say(`${verb} ${session}:\n${await context.vibeflow(verb, session).catch(String)}`)
    await picture(context, 'problem')
    await recording?.drop()
    return false
  } finally {
    await started.close().catch(() => undefined)
    for (const { close } of Object.values(models)) close()
    endLeft(home)
    removeHome(home)
  }
}

async function steps(context: Day, say: Say): Promise<void> {
  for (const [at, step] of [
    fiveWorktrees,
    onePromptForAll,
    twoPermissions,
    oneLimit,
    cleanCopy,
    review,
    mergeAndRemove,
  ].entries()) {
    const began = performance.now()
    const seen = await step(context)
    await picture(context, `${at + 1}-${step.name}`)
    say(`${at + 1}. ${seen} (${Math.round((performance.now() - began) / 1_000)} s)`)
  }
}

async function fiveWorktrees(context: Day): Promise<string> {
  const { started, repository, vibeflow, git, sessions } = context
  git('init', '-q', '-b', 'main')
  writeFileSync(join(repository, 'login.txt'), 'slow\nslower\nslowest\n')
  git('add', '.')
  git('commit', '-qm', 'first')
  for (const [branch, command] of Object.entries(commands)) {
    const words = [`--worktree=${branch}`, '--background', '--', ...command]
    sessions.set(branch, await vibeflow('new', ...words))
  }
  await sees('six tabs', async () => (await started.tabs()).length === 1 + branches.length)
  for (const branch of branches) await reaches(context, branch, ['idle', 'waiting'])
  const rows = (await vibeflow('worktree', 'list')).split('\n')
  for (const branch of branches)
    if (!rows.some((row) => row.includes(branch))) throw new Error(`no row for ${branch}`)
  return 'five worktrees, each with an agent at its prompt'
}

async function onePromptForAll(context: Day): Promise<string> {
  const { vibeflow, repository, sessions } = context
  await tabOf(context, 'claude-3').click() // it asks nothing, so its work is visible
  const all = [...sessions.values()].join(',')
  await vibeflow('send', '--when', 'idle', '--to', all, prompt)
  for (const branch of changing) await reaches(context, branch, ['working', 'waiting'])
  for (const branch of branches.slice(2, 4))
    await sees(`a change in ${branch}`, () => existsSync(fileIn(repository, branch)))
  return 'one prompt, queued to all five and sent to each when it was idle'
}

async function twoPermissions(context: Day): Promise<string> {
  const { started, repository } = context
  const { page } = started
  for (const branch of asking) await reaches(context, branch, ['waiting'], /permission/)
  await page.keyboard.press('Control+Shift+I')
  const dialog = page.locator('.attention-dialog')
  for (let count = 0; count < asking.length; count += 1) {
    await sees('the question in the inbox', async () => {
      if ((await dialog.allInnerTexts()).join('\n').includes(change)) return true
      await page.keyboard.press('ArrowDown') // Codex's question may have come first
      return false
    })
    if (count === 0) await picture(context, '3-inbox')
    const before = asking.filter((branch) => existsSync(fileIn(repository, branch))).length
    const isLong = (await page.getByText('Scroll to the end').count()) > 0
    if (isLong) await page.keyboard.press('PageDown')
    await page.waitForTimeout(readMs)
    await page.keyboard.press('1')
    await sees('the answer of the inbox', async () => {
      const said = await page.locator('.attention-answered').allInnerTexts()
      return said.join('\n').includes('Yes')
    })
    await sees(
      'the change after the answer',
      () => asking.filter((branch) => existsSync(fileIn(repository, branch))).length > before,
    )
  }
  await page.keyboard.press('Escape')
  const events = readFileSync(join(started.home, 'events'), 'utf8').trim().split('\n')
  const asked = events.filter((line) => line.includes('"permission"') && line.includes(change))
  if (asked.length < asking.length) throw new Error(`commands on events got ${events.join()}`)
  return 'two permissions, passed to a command, and answered in the inbox'
}

async function oneLimit(context: Day): Promise<string> {
  const { vibeflow, sessions } = context
  await reaches(context, 'codex-1', atRest, /limited until \d\d:\d\d/)
  const limits = await vibeflow('status', '--limits')
  if (!/5 h 100 % used/.test(limits)) throw new Error(`status --limits printed ${limits}`)
  await vibeflow('send', sessions.get('codex-1')!, '--when', 'idle', 'And the logout page')
  await reaches(context, 'codex-1', atRest, /1 queued/)
  return 'Codex has reached a limit, and its next prompt waits in the queue'
}

async function cleanCopy({ vibeflow, sessions }: Day): Promise<string> {
  const answer = await vibeflow('snapshot', sessions.get('codex-1')!, '--clean')
  if (!answer.split('\n').includes(advice)) throw new Error(`a clean copy is ${answer}`)
  return "an agent's answer, without its line breaks"
}

async function review(context: Day): Promise<string> {
  const { started } = context
  const { page, shows } = started
  for (const branch of changing) await reaches(context, branch, atRest, /^(?!.*permission)/s)
  const tab = tabOf(context, 'claude-1')
  await tab.hover()
  await sees('the changes in the tooltip', async () =>
    (await page.getByRole('tooltip').allInnerTexts()).join().includes('+3 -0 in 1 file'),
  )
  await picture(context, '5-tooltip')
  await tab.click()
  await page.keyboard.press('Control+Shift+P')
  await page.locator('.palette').waitFor()
  await page.keyboard.type('Show changes')
  await page.keyboard.press('Enter')
  await shows('+slowest', stepMs)
  await picture(context, '5-pager')
  await page.keyboard.press('q')
  return "one agent's changes, in its tooltip and in the pager"
}

async function mergeAndRemove(context: Day): Promise<string> {
  const { started, vibeflow, git, repository } = context
  const { page } = started
  const refused = await vibeflow('worktree', 'remove', 'claude-4').catch(String)
  if (!refused.includes('claude-4')) throw new Error(`not refused: ${refused}`)
  for (const branch of merged) {
    await selects(context, branch)
    await page.keyboard.type('/exit', { delay: 40 })
    await page.waitForTimeout(readMs)
    await page.keyboard.press('Enter')
    const tab = tabOf(context, branch)
    const isThere = async () => (await tab.count()) > 0
    await sees(`the end of ${branch}`, async () =>
      (await isThere()) ? (await tab.getAttribute('data-phase')) !== 'running' : true,
    )
    // a tab whose program has failed stays
    if (await isThere()) await page.keyboard.press('Control+Shift+W')
    await sees(`the end of the tab of ${branch}`, async () => !(await isThere()))
    git('-C', `${repository}-${branch}`, 'add', '.')
    git('-C', `${repository}-${branch}`, 'commit', '-qm', 'Faster login')
    git('merge', '-q', '--no-edit', branch)
    await vibeflow('worktree', 'remove', branch)
  }
  const left = await vibeflow('worktree', 'list')
  const wrong = branches.filter((branch) => left.includes(branch) === merged.includes(branch))
  if (wrong.length > 0) throw new Error(`worktrees ${wrong.join(', ')} in:\n${left}`)
  if (git('branch', '--format=%(refname:short)').split('\n').includes('claude-1'))
    throw new Error('the merged branch is there')
  await page.keyboard.press('Control+Shift+P')
  await page.locator('.palette').waitFor()
  await page.keyboard.type('Show worktrees')
  await page.keyboard.press('Enter')
  await sees('three worktrees in the list', async () => {
    const list = page.getByRole('dialog', { name: 'Worktrees' }).getByRole('option')
    const rows = await list.allInnerTexts()
    return rows.filter((row) => /claude-4|codex-1|main/.test(row)).length === 3
  })
  return 'three branches merged, and their worktrees removed. One with a change was refused'
}

function tabOf({ started, sessions }: Day, branch: string) {
  return started.page.locator(`.tab[data-session="${sessions.get(branch)}"]`)
}

async function selects(context: Day, branch: string): Promise<void> {
  const { started, sessions } = context
  await tabOf(context, branch).click()
  await sees(`the tab of ${branch}`, async () =>
    (await started.tabs()).some(({ id, active }) => active && id === sessions.get(branch)),
  )
}

/** Waits until a tab shows one of these states, and `words`. */
async function reaches(
  context: Day,
  branch: string,
  states: readonly string[],
  words = /(?:)/,
): Promise<void> {
  const tab = tabOf(context, branch)
  await sees(`${branch} ${states.join(' or ')} ${String(words)}`, async () => {
    const state = await tab.first().getAttribute('data-state')
    return states.includes(state ?? '') && words.test(await tab.first().innerText())
  })
}

async function picture({ started, recording }: Day, name: string): Promise<void> {
  mkdirSync(artifacts, { recursive: true })
  const image = await started.page.screenshot({ path: join(artifacts, `${name}.png`) })
  recording?.hold(image)
}

const fileIn = (repository: string, branch: string): string =>
  join(`${repository}-${branch}`, 'fast-login.txt')

function drivenOf(id: string): Driven {
  return agents.find((one) => one.id === id)!
}

const [folder] = process.argv.slice(2)
process.exit((await day((line) => process.stdout.write(`${line}\n`), folder)) ? 0 : 1)
