/** Leads one agent through the scenario in a tab, and notes what happened when. */
import { spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { ProcessEnvironment } from '../../src/cli/client/discover.ts'
import { integrations } from '../../src/cli/verbs/integrate/agents.ts'
import { wiringChange } from '../../src/cli/verbs/integrate/change.ts'
import { emitterWord } from '../../src/cli/verbs/integrate/emitter.ts'
import type { Driven } from './agents.ts'
import type { Installed } from './install.ts'
import { nodeFirst } from './install.ts'
import { lookMs, seconds, stateName, type Marks, type Shown } from './measure.ts'
import { lastWords, secondTask, startStandIn, type Pace, type StandIn } from './model-server.ts'
import { openTab, type Printed, type Tab } from './terminal.ts'

/**
 * Time for which the model is silent before it requests the command, and time that its last words
 * take.
 */
const thinkMs = 6_000
const endMs = 2_500

/**
 * Time between keys, as a quick typist; and before Enter: keys that arrive together count as a
 * paste.
 */
const keyMs = 40
const beforeEnterMs = 600

/** Agents that ask for the same key again wait for it about a second. */
const againMs = 600

/** The terminal's echo of keys may precede it. */
const shellPrompt = /live\$$/m

interface Screen {
  readonly mark: string
  readonly text: string
  readonly why: unknown
}

/** The results of a run. */
export interface Run {
  readonly marks: Partial<Marks>
  readonly shown: readonly Shown[]
  readonly printed: Printed
  /** The screen at each mark, and the reason for the tab's state. */
  readonly screens: readonly Screen[]
  /** null: it went through to the end. */
  readonly problem: string | null
  readonly home: string
}

export const wait = (ms: number) =>
  new Promise<void>((go) => {
    setTimeout(go, ms)
  })

/**
 * A tmux as people have it, but for the status line, which would be the last row of each screen,
 * and Esc, which tmux 3.3 holds back for 500 ms.
 */
const tmuxConfiguration = `set -g status off
set -sg escape-time 10
set -g default-command bash
`

export interface Scene {
  /** The agent runs in a tmux in the tab. */
  readonly inTmux: boolean
  /** Its hooks are installed before it is started. */
  readonly withHooks: boolean
  /** Each step, as it comes. */
  readonly log: (line: string) => void
  readonly size?: { readonly cols: number; readonly rows: number }
  /** Command of an MCP server that asks the user. */
  readonly asks?: readonly string[]
  /** The model's answer, without a tool. */
  readonly text?: string
}

/** An agent's home, its model and its tab. */
export interface Stage {
  readonly home: string
  /** The directory in which it is started. */
  readonly project: string
  readonly server: StandIn
  readonly tab: Tab
  readonly close: () => Promise<void>
}

export async function staged(
  driven: Driven,
  { bin }: Installed,
  { inTmux, withHooks, log, size, asks, text }: Scene,
  pace: Pace,
): Promise<Stage> {
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-live-'))
  const server = await startStandIn('touch made-by-agent', pace, text === undefined ? {} : { text })
  const place = { home, project: join(home, 'api'), server, asks: asks ?? null }
  mkdirSync(place.project)
  const files = {
    [join(home, '.bashrc')]: "PS1='live$ '\n",
    [join(home, '.tmux.conf')]: tmuxConfiguration,
    ...driven.files(place),
  }
  for (const [file, text] of Object.entries(files)) {
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
  }
  const environment = {
    PATH: `${bin}:${nodeFirst('/usr/local/bin:/usr/bin:/bin')}`,
    ...driven.environment(place),
  }
  if (withHooks) wireHooks(driven.id, { HOME: home, ...environment }, log)
  const tab = openTab({
    ...{ home, directory: place.project, environment },
    ...(size === undefined ? {} : { size }),
  })
  const close = async () => {
    tab.close()
    server.close()
    if (inTmux) spawnSync('tmux', ['-S', join(home, 'tmux'), 'kill-server'])
    await wait(300)
    endLeft(home)
    rmSync(home, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
  }
  return { ...place, tab, close }
}

/** Codex and Cline leave a server running without a terminal. */
export function endLeft(home: string): void {
  for (const pid of readdirSync('/proc').filter((name) => /^\d+$/.test(name)))
    try {
      const environment = readFileSync(`/proc/${pid}/environ`, 'latin1').split('\0')
      if (environment.includes(`HOME=${home}`)) process.kill(Number(pid), 'SIGKILL')
    } catch {
      // another user's, or gone
    }
}

export async function drive(driven: Driven, installed: Installed, scene: Scene): Promise<Run> {
  const { inTmux, log } = scene
  const { home, server, tab, close } = await staged(driven, installed, scene, { thinkMs, endMs })
  const marks: { -readonly [Name in keyof Marks]?: number } = {}
  const screens: Screen[] = []
  let problem: string | null = null
  try {
    if (inTmux) await startTmux(tab, join(home, 'tmux'))
    await scenario(driven, tab, (name) => {
      marks[name] = tab.now()
      screens.push({ mark: name, text: tab.screen(), why: tab.why() })
      const last = tab.shown.at(-1)
      const shows = last === undefined ? 'nothing' : `${stateName(last)} by ${last.source}`
      log(`${seconds(tab.now()).padStart(6)} s  ${name}: ${shows}`)
    })
  } catch (error) {
    problem = error instanceof Error ? error.message : String(error)
    const text = `${tab.screen()}\n${server.log.join('\n')}`
    screens.push({ mark: 'problem', text, why: tab.why() })
  } finally {
    await close()
  }
  return { marks, shown: tab.shown, printed: tab.printed, screens, problem, home }
}

/** Asks once, and returns the output up to the end of the answer `text` of the scene. */
export async function recordReply(
  driven: Driven,
  installed: Installed,
  scene: Scene,
): Promise<Pick<Run, 'printed' | 'home'>> {
  const stage = await staged(driven, installed, scene, { thinkMs: 500, endMs: 500 })
  const { tab, home } = stage
  const end = scene.text?.split(/\s/).at(-1) ?? ''
  try {
    await start(driven, tab, () => undefined)
    await wait(3_000)
    await letters(tab, 'how')
    tab.type('\r')
    await until(() => tab.screen().includes(end), 60_000)
    await wait(4_000)
    return { printed: tab.printed, home }
  } finally {
    await stage.close()
  }
}

/**
 * Answers each choice of its dialog as from the list, each in a run of its own, a second after it
 * was read: what came of it, a line each.
 */
export async function answerEach(
  driven: Driven,
  installed: Installed,
  scene: Scene,
): Promise<readonly string[]> {
  const said: string[] = []
  let count = 1
  for (let at = 0; at < count; at += 1) {
    const stage = await staged(driven, installed, scene, { thinkMs: 500, endMs: 500 })
    try {
      count = await answerOne(driven, stage, at, (line) => said.push(line))
    } catch (error) {
      said.push(error instanceof Error ? error.message : String(error))
    } finally {
      await stage.close()
    }
  }
  return said
}

/**
 * @param at index of the choice among the offered ones
 * @returns the number of choices
 */
async function answerOne(
  driven: Driven,
  { tab, project }: Stage,
  at: number,
  say: (line: string) => void,
): Promise<number> {
  await start(driven, tab, () => undefined)
  await wait(3_000)
  await letters(tab, 'make a file')
  tab.type('\r')
  await shows(tab, driven.dialog, 90_000)
  await wait(1_500)
  const { token, choices, why } = await tab.dialog()
  const choice = choices[at]
  if (token === null || choice === undefined) {
    say(`no keys: ${why ?? 'there is no such choice'}`)
    return 0
  }
  await wait(1_000)
  const answered = await tab.answer(token, choice.number)
  await wait(3_000)
  const ran = existsSync(join(project, 'made-by-agent')) ? 'the command ran' : 'it did not run'
  const stands = driven.dialog.test(tab.screen()) ? ', and the dialog still stands' : ''
  say(`${choice.number} ${choice.label}: ${answered.sent ? `${ran}${stands}` : answered.why}`)
  return choices.length
}

/** @throws where `vibeflow integrate` does not know it, or would leave its settings alone */
function wireHooks(id: string, environment: ProcessEnvironment, log: Scene['log']): void {
  const agent = integrations.find(({ name }) => name === id.replace(/-[0-9.]+$/, ''))
  if (agent === undefined) throw new Error(`${id} has no hooks that could be wired`)
  const change = wiringChange(agent, {
    environment,
    directory: environment['HOME'] ?? '/',
    emitter: emitterWord(environment),
  })
  change.make()
  log(`wired in ${change.path}`)
}

/** The shell in tmux clears the screen, so that its prompt is the only one. */
async function startTmux(tab: Tab, socket: string): Promise<void> {
  await shows(tab, shellPrompt, 10_000)
  tab.type(`echo starts; tmux -S ${socket}\r`)
  await until(() => !tab.screen().includes('starts') && shellPrompt.test(tab.screen()), 10_000)
  await wait(2_000) // panes are known
}

async function scenario(
  driven: Driven,
  tab: Tab,
  mark: (name: keyof Marks) => void,
): Promise<void> {
  const { dialog, approve, interrupt = ['\x1b'] } = driven
  await start(driven, tab, mark)
  await wait(6_000)
  mark('typing')
  await letters(tab, 'make a file')
  mark('submit')
  tab.type('\r')
  await shows(tab, dialog, 90_000)
  mark('dialog')
  await wait(5_000)
  mark('approve')
  for (const [at, text] of approve.entries()) {
    if (at > 0) await wait(300)
    tab.type(text)
  }
  await until(() => !dialog.test(tab.screen()), 10_000)
  mark('approved')
  await shows(tab, new RegExp(lastWords), 60_000)
  mark('end')
  await wait(5_000)
  mark('typingAgain')
  await letters(tab, secondTask)
  mark('submitAgain')
  tab.type('\r')
  await wait(6_000)
  for (const text of interrupt) {
    await wait(300)
    mark('interrupt')
    tab.type(text)
  }
  await wait(6_000)
  await quit(driven, tab, mark)
}

export async function start(
  { command, begin = [], prompt }: Driven,
  tab: Tab,
  mark: (name: keyof Marks) => void,
): Promise<void> {
  await shows(tab, shellPrompt, 10_000)
  await wait(300)
  mark('command')
  tab.type(`clear; ${command}\r`)
  for (const [shown, text] of begin) {
    await shows(tab, shown, 60_000)
    await wait(700)
    tab.type(text)
    await wait(500)
  }
  await shows(tab, prompt, 240_000) // on a busy machine, opencode needs minutes
  mark('prompt')
}

export async function quit(
  { quit: keys = ['\x03', '\x03', '\x03'] }: Driven,
  tab: Tab,
  mark: (name: keyof Marks) => void,
): Promise<void> {
  mark('quit')
  for (const text of keys) {
    if (isBack(tab.screen())) break
    tab.type(text)
    await until(() => isBack(tab.screen()), againMs)
  }
  await until(() => isBack(tab.screen()), 10_000)
  if (!isBack(tab.screen())) throw new Error('it did not end')
  mark('left')
  await wait(1_500)
}

async function shows(tab: Tab, what: RegExp, withinMs: number): Promise<void> {
  await until(() => tab.ended() || what.test(tab.screen()), withinMs)
  if (!what.test(tab.screen())) throw new Error(`${what} did not come`)
}

export async function letters(tab: Tab, text: string): Promise<void> {
  for (const letter of text) {
    tab.type(letter)
    await wait(keyMs)
  }
  await wait(beforeEnterMs)
}

/** The shell's prompt is the last row that holds something. */
function isBack(screen: string): boolean {
  return shellPrompt.test(screen.split('\n').at(-1) ?? '')
}

export async function until(so: () => boolean, withinMs: number): Promise<void> {
  const end = performance.now() + withinMs
  while (!so() && performance.now() < end) await wait(lookMs)
}
