/**
 * Old conversations of real agents in the built app, against fake models. Each agent talks in a
 * directory with a space, twice in one directory, in a worktree, with an account of its own, and in
 * a directory that is then removed. Each conversation is searched with `%` and with the command,
 * and resumed with Enter. docs/contributing/testing.md describes how to run it.
 */
import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { transcriptPlaces } from '../../src/agents/conversations/transcripts.ts'
import { makeHome, startApp, type Started } from '../app/app.ts'
import { removeHome } from '../app/keeper/keeper-process.ts'
import { agents, pi, type Driven } from './agents.ts'
import { endLeft, wait } from './drive.ts'
import * as inApp from './in-app.ts'
import { readMs, type Say } from './in-app.ts'
import { startStandIn, type StandIn } from './model-server.ts'
import { conversationsPlace, conversationTable, withTable, type Tried } from './report.ts'

const root = join(import.meta.dirname, '../..')
const artifacts = join(root, 'artifacts/live/conversations')

/** An agent starts in this time, ms. */
const stepMs = 60_000
const sees = (what: string, so: () => boolean | Promise<boolean>) => inApp.sees(what, so, stepMs)

/** The model answers so soon, ms. */
const pace = { thinkMs: 300, endMs: 300 }

const keys: Readonly<Record<string, string>> = { '\x03': 'Control+C', '\x1b': 'Escape' }

interface Scene extends inApp.Programs {
  readonly started: Started
  readonly home: string
  readonly driven: Driven
  readonly server: StandIn
}

/** Words that only this conversation has. */
interface Talk {
  readonly directory: string
  /** Profile of its account; empty: the usual account. */
  readonly account: string
  readonly turns: readonly (readonly [prompt: string, answer: string])[]
}

/** @param first a word of the conversation's own */
const turnOf = (first: string) => [`please ${first}ask`, `Fine, ${first}said`] as const

/** Returns a sentence for each agent, and writes the table if that is wanted. */
async function all(ids: readonly string[], how: ReadonlySet<string>, say: Say): Promise<boolean> {
  const known = [...agents, pi].filter(({ id }) => transcriptPlaces.some((one) => one.agent === id))
  const isPart = ids.length > 0 || [...how].some((word) => word.startsWith('--case='))
  if (isPart && how.has('--write')) throw new Error('the table needs all agents and cases')
  const rows: Tried[] = []
  for (const driven of known)
    if (ids.length === 0 || ids.includes(driven.id)) rows.push(await tried(driven, how, say))
  const table = conversationTable(rows, new Date().toISOString().slice(0, 10))
  say(table)
  if (how.has('--write')) {
    const file = join(root, 'docs/contributing/reports/agent-measurements.md')
    writeFileSync(file, withTable(readFileSync(file, 'utf8'), table, conversationsPlace))
  }
  return rows.every(({ cells }) => Object.values(cells).every((text) => /^(?:yes|-)/.test(text)))
}

async function tried(driven: Driven, how: ReadonlySet<string>, say: Say): Promise<Tried> {
  mkdirSync(artifacts, { recursive: true })
  const found = inApp.installedAgent(driven, how.has('--fresh'), say)
  const { variable } = transcriptPlaces.find(({ agent }) => agent === driven.id)!
  const server = await startStandIn('', pace)
  const home = makeHome()
  const project = join(home, 'my api')
  const others = [`${project}-side`, join(home, 'gone')]
  const place = { home, project, others, server, asks: null }
  const account = join(home, 'other account')
  for (const folder of [project, others[1]!, account]) mkdirSync(folder)
  inApp.writeFiles(driven, place)
  inApp.writeFiles(driven, { ...place, home: account })
  if (variable !== null) {
    const below = transcriptPlaces.find(({ agent }) => agent === driven.id)!.usual
    const path = driven.id === 'claude' ? account : join(account, below)
    const shell = `shell.env = { ${variable} = ${JSON.stringify(path)} }`
    mkdirSync(join(home, 'config/vibeflow'), { recursive: true })
    writeFileSync(join(home, 'config/vibeflow/config.toml'), `[profiles.work]\n${shell}\n`)
  }
  const env = { PATH: inApp.pathWith([found]), ...driven.environment(place) }
  const started = await startApp({ home, env })
  const scene = { started, home, driven, server, ...inApp.programs(home, project, env) }
  const cells: Record<string, string> = {}
  const hasSome = [...how].some((word) => word.startsWith('--case='))
  try {
    for (const [name, run] of Object.entries(cases)) {
      if (hasSome && !how.has(`--case=${name}`)) continue
      if (name === 'account' && variable === null) cells[name] = '-'
      else cells[name] = await run(scene, project).catch((error: unknown) => failed(scene, error))
      say(`  ${name}: ${cells[name]}`)
      await started.page.screenshot({ path: join(artifacts, `${driven.id} ${name}.png`) })
      if (!cells[name].startsWith('yes')) await closeAll(scene)
    }
  } finally {
    await started.close().catch(() => undefined)
    server.close()
    endLeft(home)
    if (process.env['VIBEFLOW_LIVE_KEEP'] === undefined) removeHome(home)
    else say(home)
  }
  return { name: driven.name, version: found.version, cells }
}

const failed = async ({ started }: Scene, error: unknown): Promise<string> => {
  const text = error instanceof Error ? error.message : String(error)
  const screen = (await started.screen()).filter((row) => row.trim() !== '').join('\n')
  mkdirSync(artifacts, { recursive: true })
  writeFileSync(join(artifacts, 'problem.txt'), `${text}\n${screen}\n`)
  return `no: ${text.split('\n')[0]}`
}

/** Each returns `yes`, or throws what was not seen. */
const cases: Readonly<Record<string, (scene: Scene, project: string) => Promise<string>>> = {
  'a path with a space': async (scene, project) => {
    const talk = { directory: project, account: '', turns: [turnOf('apple'), turnOf('pear')] }
    await hold(scene, talk)
    return await findAndResume(scene, talk)
  },
  'two in one directory': async (scene, project) => {
    const talk = { directory: project, account: '', turns: [turnOf('plum')] }
    await hold(scene, talk)
    return await findAndResume(scene, talk)
  },
  worktree: async (scene, project) => {
    scene.git('init', '-q', '-b', 'main')
    scene.git('commit', '-qm', 'first', '--allow-empty')
    scene.git('worktree', 'add', '-q', '-b', 'side', `${project}-side`)
    const talk = { directory: `${project}-side`, account: '', turns: [turnOf('fig')] }
    await hold(scene, talk)
    return await findAndResume(scene, talk)
  },
  account: async (scene, project) => {
    const talk = { directory: project, account: 'work', turns: [turnOf('kiwi')] }
    await hold(scene, talk)
    return await findAndResume(scene, talk)
  },
  'a removed directory': async (scene) => {
    const { home, started } = scene
    const directory = join(home, 'gone')
    const talk = { directory, account: '', turns: [turnOf('lime')] }
    await hold(scene, talk)
    renameSync(directory, `${directory}-away`)
    await search(scene, 'limesaid')
    await started.page.keyboard.press('Enter')
    await sees('the notice', async () => (await noticesOf(started)).includes('no longer exists'))
    renameSync(`${directory}-away`, directory)
    return await findAndResume(scene, talk)
  },
  'Shift+Enter': async (scene, project) => {
    const talk = { directory: project, account: '', turns: [turnOf('plum')] }
    const { started } = scene
    await search(scene, 'plumsaid')
    const before = await idsOf(started)
    await started.page.keyboard.press('Shift+Enter')
    if (['gemini', 'copilot'].includes(scene.driven.id)) {
      await sees('a notice', async () => (await noticesOf(started)).includes('no command'))
      return '-'
    }
    await goesOn(scene, await newTab(started, before), talk, 'grape')
    const [copy, ...others] = await foundBy(scene, 'grape')
    const originals = (await foundBy(scene, 'plumsaid')).filter((one) => one['id'] !== copy?.['id'])
    if (copy === undefined || others.length > 0 || originals.length !== 1)
      throw new Error('the copy is not apart from the conversation')
    return 'yes'
  },
}

/** Starts the agent in a tab, talks, and quits it. */
async function hold(scene: Scene, { directory, account, turns }: Talk): Promise<void> {
  const { driven, vibeflow, started } = scene
  const profile = account === '' ? [] : ['--profile', account]
  const words = driven.command.split(' ')
  const session = await vibeflow('new', '-d', directory, ...profile, '--', ...words)
  await sees('its prompt', async () => driven.prompt.test(await textOf(started, session)))
  await wait(3 * readMs)
  for (const [prompt, answer] of turns) await says(scene, session, prompt, answer)
  await quit(scene, session)
}

/** Returns the request that had the prompt. */
async function says(
  { server, vibeflow, started }: Scene,
  session: string,
  prompt: string,
  lastWords: string,
): Promise<string> {
  let request = ''
  const requested = (text: string) => {
    if (text.includes(prompt)) request = text
  }
  server.play({ prompt, replies: [], lastWords, requested })
  await vibeflow('send', session, prompt)
  await sees('the typed prompt', async () => (await textOf(started, session)).includes(prompt))
  await wait(readMs)
  await vibeflow('send', session, '--hex', '0d')
  await sees('the answer', async () => (await textOf(started, session)).includes(lastWords))
  await wait(2 * readMs) // the agent writes its file
  return request
}

/** Ends the agent and its tab. A tab whose program ran for some seconds only stays. */
async function quit({ driven, started }: Scene, session: string): Promise<void> {
  const { page } = started
  const tab = page.locator(`.tab[data-session="${session}"]`)
  const isThere = async () => (await tab.count()) > 0
  const isOver = async () =>
    !(await isThere()) ||
    (await tab.getAttribute('data-phase')) !== 'running' ||
    /ready\$\s*$/.test(await textOf(started, session))
  if (await isThere()) await tab.click()
  for (const key of driven.quit ?? ['\x03', '\x03', '\x03']) {
    if (await isOver()) break
    await page.keyboard.press(keys[key]!)
    await wait(readMs / 2)
  }
  await sees('the end of the agent', isOver)
  if (!(await isThere())) return
  await tab.click()
  await page.keyboard.press('Control+Shift+W')
  await sees('the end of the tab', async () => !(await isThere()))
}

async function closeAll(scene: Scene): Promise<void> {
  const { page } = scene.started
  await page.keyboard.press('Escape')
  for (const session of (await idsOf(scene.started)).slice(1))
    await quit(scene, session).catch(() => undefined)
}

/** Finds a conversation by each of its words, resumes it with Enter, and adds a turn. */
async function findAndResume(scene: Scene, talk: Talk): Promise<string> {
  const { driven, started } = scene
  for (const word of talk.turns.flat().map((text) => text.split(' ')[1]!)) {
    const found = await foundBy(scene, word)
    const { directory, account } = talk
    const wanted = { agent: driven.id, account, directory, prompt: talk.turns[0]![0] }
    const [only] = found
    for (const [name, value] of Object.entries(wanted))
      if (only?.[name] !== value)
        throw new Error(`${word}: its ${name} is ${String(only?.[name])}, not ${value}`)
    if (found.length !== 1) throw new Error(`${word} is in ${found.length} conversations`)
  }
  await search(scene, talk.turns[0]![0].split(' ')[1]!)
  await started.page.keyboard.press('Escape')
  await search(scene, talk.turns.at(-1)![1].split(' ')[1]!)
  const before = await idsOf(started)
  await started.page.keyboard.press('Enter')
  await goesOn(scene, await newTab(started, before), talk, 'more')
  return 'yes'
}

type Found = Readonly<Record<string, unknown>>

async function foundBy({ vibeflow }: Scene, word: string): Promise<readonly Found[]> {
  const document = JSON.parse(await vibeflow('conversations', '--json', word)) as {
    readonly conversations: readonly Found[]
  }
  return document.conversations
}

/** Searches with the palette, which then has the conversation as its only row. */
async function search({ started }: Scene, word: string): Promise<void> {
  const { page } = started
  await page.keyboard.press('Control+Shift+P')
  await page.locator('.palette').waitFor()
  await page.keyboard.type(`%${word}`)
  await sees(`a row for ${word}`, async () => {
    const rows = await page.getByRole('option').allInnerTexts()
    return rows.length === 1 && rows[0]!.includes(word)
  })
  await wait(readMs)
}

/** Checks directory and text of the resumed conversation, adds a turn, and quits. */
async function goesOn(scene: Scene, session: string, talk: Talk, word: string): Promise<void> {
  const { started, driven, vibeflow } = scene
  const [prompt, answer] = talk.turns.at(-1)!
  await sees('its prompt', async () => driven.prompt.test(await textOf(started, session)))
  await sees('its earlier text', async () => {
    const shown = await textOf(started, session)
    return [prompt, answer].every((text) => shown.includes(text))
  })
  await wait(3 * readMs)
  const { sessions } = JSON.parse(await vibeflow('ls', '--json')) as {
    readonly sessions: readonly { readonly id: string; readonly cwd: string }[]
  }
  const at = sessions.find(({ id }) => id === session)
  if (at?.cwd !== talk.directory) throw new Error(`it runs in ${JSON.stringify(at)}`)
  const request = await says(scene, session, `and ${word}`, `Good, ${word}`)
  const missing = talk.turns.flat().filter((text) => !request.includes(text))
  if (missing.length > 0) throw new Error(`the model was not sent ${missing.join(', ')}`)
  await quit(scene, session)
}

async function newTab(started: Started, before: readonly string[]): Promise<string> {
  let added: string | undefined
  await sees('a new tab', async () => {
    added = (await idsOf(started)).find((id) => !before.includes(id))
    return added !== undefined
  })
  return added!
}

const idsOf = async (started: Started): Promise<readonly string[]> =>
  (await started.tabs()).map(({ id }) => id)
const textOf = async (started: Started, session: string) =>
  (await started.screen(session).catch(() => [])).join('\n').trimEnd()
const noticesOf = async ({ page }: Started) =>
  (await page.locator('.notices').allInnerTexts()).join('\n')

const words = process.argv.slice(2)
const ids = words.filter((word) => !word.startsWith('--'))
process.exit((await all(ids, new Set(words), (line) => process.stdout.write(`${line}\n`))) ? 0 : 1)
