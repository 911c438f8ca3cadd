/** Starts the built app for a spec, in a home of its own, and takes it away again. */
import { execFile, spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  realpathSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { promisify } from 'node:util'
import { attentionNow, type FoundItem } from '../../src/cli/attention/apps.ts'
import type {} from '../../src/renderer/page/start/test-hook.ts' // window.vibeflowTest
import { evaluateInTurn } from '../support/evaluate-in-turn.ts'
import { onElectron, sandboxStarts } from '../engine.ts'
import { removeHome } from './keeper/keeper-process.ts'
import {
  _electron,
  expect as playwrightExpect,
  test as base,
  type ElectronApplication,
  type Page,
} from '@playwright/test'

const root = resolve(import.meta.dirname, '../..')
export const executablePath =
  process.env['VIBEFLOW_TEST_ELECTRON'] ?? join(root, 'out/electron-shim/electron')
/** The `vibeflow` command of this tree. */
export const commandFile = join(root, 'src/cli/bin/vibeflow.mjs')
const appFolder = process.env['VIBEFLOW_TEST_APP'] ?? root

/**
 * Milliseconds between two looks, the last one again and again. Playwright's own grow to a second,
 * and most of what specs wait for comes within a tenth.
 */
const intervals = [20, 40, 80, 120]

/** Playwright's, but `expect.poll` looks again sooner. */
export const expect: typeof playwrightExpect = new Proxy(playwrightExpect, {
  get: (target, name, receiver): unknown =>
    name === 'poll' ? poll : Reflect.get(target, name, receiver),
})

const poll: typeof playwrightExpect.poll = (actual, options) =>
  playwrightExpect.poll(actual, {
    intervals,
    ...(typeof options === 'string' ? { message: options } : options),
  })

/** A spec calls these only once `startApp` has seen that the page offers them. */
type TestHook = Required<Window>['vibeflowTest']

export interface Started {
  readonly app: ElectronApplication
  readonly page: Page
  /** The folder that is HOME and holds the XDG folders. */
  readonly home: string
  /** Visible rows of the active tab, or of the one named. */
  screen(tab?: string): Promise<string[]>
  tabs(): Promise<ReturnType<TestHook['tabs']>>
  /** Types into the active tab's program. */
  type(text: string): Promise<void>
  /** Waits until the screen of the active tab holds the text. */
  shows(text: string | RegExp, timeoutMs?: number): Promise<void>
  close(): Promise<void>
}

export interface StartOptions {
  readonly args?: readonly string[]
  readonly switches?: readonly string[] // for Chromium
  readonly env?: Readonly<Record<string, string>>
  readonly home?: string
  /** A program that ends by becoming the app, for another environment around it. */
  readonly executable?: string
  readonly folder?: string // of another build
}

/** A renderer that Chromium starts in advance takes a sixth of the CPU time of a start. */
const noSpareRenderer = '--disable-features=SpareRendererForSitePerProcess'

/** A quiet shell with a prompt that specs can wait for, and no start-up files of this machine. */
const shellFile = 'PS1="ready$ "\nunset PROMPT_COMMAND\nHISTFILE=\n'

export async function startApp({
  args = [],
  switches = [],
  env = {},
  home = makeHome(),
  executable = executablePath,
  folder = appFolder,
}: StartOptions = {}): Promise<Started> {
  const environment: Record<string, string> = {
    ...Object.fromEntries(
      Object.entries(process.env).filter(
        (entry): entry is [string, string] => entry[1] !== undefined,
      ),
    ),
    ...homeEnvironment(home),
    PATH: `${join(home, '.desktop')}:${process.env['PATH'] ?? ''}`,
    LANG: 'C.UTF-8',
    VISUAL: '',
    EDITOR: '', // links to text would open in the editor of the person who runs the tests
    ...env,
  }
  for (const name of ['PROMPT_COMMAND', 'ELECTRON_RUN_AS_NODE']) delete environment[name]
  const sandbox = executable === executablePath && sandboxStarts(executablePath)
  const app = evaluateInTurn(
    await _electron.launch({
      executablePath: executable,
      args: [noSpareRenderer, ...switches, folder, ...args],
      env: environment,
      cwd: home,
      chromiumSandbox: sandbox,
    }),
  )
  const page = await app.firstWindow()
  await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 0)
  const started: Started = {
    ...{ app, page, home },
    // A hidden tab is drawn when it becomes visible, so its page may lag. Its text is read from the
    // core.
    screen: (tab) =>
      tab === undefined ? page.evaluate(() => window.vibeflowTest!.screen()) : textOf(app, tab),
    tabs: () => page.evaluate(() => window.vibeflowTest!.tabs()),
    type: (text) => enter(page, text),
    shows: async (text, timeoutMs = 60_000) => {
      // what it shows instead is in the error
      const shown = expect.poll(async () => (await started.screen()).join('\n'), {
        timeout: timeoutMs,
        message: `the screen shows ${String(text)}`,
      })
      await (typeof text === 'string' ? shown.toContain(text) : shown.toMatch(text))
    },
    close: () => app.close(),
  }
  return started
}

/**
 * Enters text as an input method does, and line ends as keys. Typing every character as a key would
 * cost an echo, a frame and a picture each. Tests of keys use `page.keyboard.type`.
 */
export async function enter(page: Page, text: string): Promise<void> {
  for (const [index, line] of text.split(/[\r\n]/).entries()) {
    if (index > 0) await page.keyboard.press('Enter')
    if (line === '') continue
    // text entered just after an overlay has closed would reach no field
    await page.waitForFunction(() => document.activeElement?.matches('textarea, input'))
    await page.keyboard.insertText(line)
  }
}

const chromiumLog = /^\[\d+:\S*(?:INFO|WARNING|ERROR):\S*\].*(?:\n|$)/gm

/**
 * Another start of the app in this home, as a shell or a launcher makes one, without a display
 * unless `env` names one.
 */
export function startAgain(
  home: string,
  args: readonly string[],
  { folder = home, env = {} }: { folder?: string; env?: Readonly<Record<string, string>> } = {},
): Promise<{ readonly code: number | null; readonly error: string }> {
  const environment = homeEnvironment(home)
  return new Promise((resolve) => {
    // Electron ends before it asks the first start. Playwright passes the flag to that one.
    const flags = onElectron && !sandboxStarts(executablePath) ? ['--no-sandbox'] : []
    const child = spawn(executablePath, [...flags, appFolder, ...args], {
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { ...process.env, VIBEFLOW_HEADLESS: '1', ...environment, PWD: folder, ...env },
    })
    let error = ''
    child.stderr.on('data', (text) => {
      error += String(text)
    })
    child.on('close', (code) => resolve({ code, error: error.replace(chromiumLog, '') }))
  })
}

/** Runs a command of vibeflow in this home, in its own process, and returns what it prints. */
export async function vibeflow(home: string, ...words: readonly string[]): Promise<string> {
  const { stdout, stderr } = await promisify(execFile)(process.execPath, [commandFile, ...words], {
    cwd: home,
    // Playwright sets FORCE_COLOR. If the user has also set NO_COLOR, Node prints a warning.
    env: { ...process.env, FORCE_COLOR: undefined, ...homeEnvironment(home) },
  })
  expect(stderr).toBe('')
  return stdout.trim()
}

/** Returns the items that `vibeflow status --format json` lists, without starting a process. */
export async function needsUser(home: string): Promise<readonly FoundItem[]> {
  return (await attentionNow(homeEnvironment(home)))?.items ?? []
}

export function homeEnvironment(home: string): Record<string, string> {
  return {
    HOME: home,
    SHELL: '/bin/bash',
    VIBEFLOW_TEST: '1',
    // A spec that sets titles and states from a prompt must have them stay; those about the marks
    // turn them on.
    VIBEFLOW_SHELL_INTEGRATION: '0',
    XDG_CONFIG_HOME: join(home, 'config'),
    XDG_STATE_HOME: join(home, 'state'),
    XDG_CACHE_HOME: join(home, 'cache'),
    XDG_RUNTIME_DIR: join(home, 'run'),
    XDG_DATA_HOME: join(home, 'data'),
  }
}

interface DesktopCall {
  readonly name: string
  readonly args: readonly unknown[]
}
interface MainTestHook {
  readonly vibeflowMainTest: Record<'calls' | 'forgetCalls', () => DesktopCall[]> & {
    readonly environment: Record<string, string>
  }
}

/**
 * Returns the calls that the app made to the desktop, oldest first (`recordCall` in
 * src/main/test-hook.ts).
 */
export function desktopCalls(app: ElectronApplication): Promise<DesktopCall[]> {
  return app.evaluate(() => (globalThis as unknown as MainTestHook).vibeflowMainTest.calls())
}

/** Changes a variable of programs that the app starts from now on. */
export function setVariable(app: ElectronApplication, name: string, value: string): Promise<void> {
  return app.evaluate(
    (_, [key, text]) => {
      ;(globalThis as unknown as MainTestHook).vibeflowMainTest.environment[key] = text
    },
    [name, value] as const,
  )
}

/** Returns the rows of a tab's screen from the core, whether the tab is visible or not. */
async function textOf(app: ElectronApplication, tab: string): Promise<string[]> {
  const taken = await app.evaluate(
    async (_, id) =>
      (
        globalThis as unknown as {
          vibeflowMainTest: {
            shadow(tab: string, form: string, lines: number): Promise<{ payload: string } | null>
          }
        }
      ).vibeflowMainTest.shadow(id, 'text', 0),
    tab,
  )
  return taken === null ? [] : taken.payload.split('\n')
}

/** @param configuration of `config.toml`; absent: there is none */
export function makeHome(configuration?: string): string {
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-home-'))
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  writeFileSync(join(home, '.bashrc'), shellFile)
  mkdirSync(join(home, '.desktop'))
  // a link that a spec clicks must not open on the desktop of the person who runs the tests
  for (const name of ['xdg-open', 'xdg-mime'])
    writeFileSync(join(home, '.desktop', name), '#!/bin/sh\n', { mode: 0o755 })
  if (configuration !== undefined) configure(home, configuration)
  return home
}

/** Removes what tests left in a home. */
function removeLeft(home: string): void {
  const ours = ['.bashrc', '.desktop', 'cache', 'config', 'data', 'run', 'state']
  for (const name of readdirSync(home))
    if (!ours.includes(name)) rmSync(join(home, name), { recursive: true, force: true })
}

/** An empty file may be a file that is being written, so the app ignores it. */
const asUsual = '# as usual\n'

function configure(home: string, toml: string): void {
  mkdirSync(join(home, 'config/vibeflow'), { recursive: true })
  writeFileSync(join(home, 'config/vibeflow/config.toml'), toml)
}

/** A native program of this name, in this home: for the kernel a copy of the shell is one. */
export function program(home: string, name: string): string {
  const path = join(home, 'bin', name)
  mkdirSync(join(home, 'bin'), { recursive: true })
  copyFileSync(realpathSync('/bin/bash'), path)
  chmodSync(path, 0o755)
  return path
}

/** Ended shells stay in their tabs. */
export const holding = '[tabs]\non_exit = "hold"\n'

/** For EDITOR: what shows a file so, until Enter. */
export const showing = (command: string): string => `sh -c '${command} "$0"; read -r line'`

/**
 * Discards the input at the shell's prompt and waits for the next prompt. Before that, Bash may add
 * new input to the discarded line.
 */
export async function giveUpLine({ page, shows }: Pick<Started, 'page' | 'shows'>): Promise<void> {
  await page.keyboard.press('Control+C')
  await shows(/\^C\nready\$/)
}

/** Waits until the prompt is empty. Input entered before that may be lost. */
export async function atPrompt({ screen }: Pick<Started, 'screen'>): Promise<void> {
  await expect
    .poll(async () => (await screen()).findLast((row) => row !== '')?.trimEnd())
    .toBe('ready$')
}

/** The app that tests share, and the test file that used it last. */
interface Slot {
  file: string
  started: Started | null
  /** Its tabs are not those of a test. */
  isAtRest: boolean
  /** Its page was loaded for the test that has it. */
  isNew: boolean
}

async function end(slot: Slot): Promise<void> {
  await slot.started?.close().catch(() => undefined) // a test may have closed it
  if (slot.started !== null) {
    removeHome(slot.started.home)
  }
  slot.started = null
}

/**
 * Closes all tabs and opens one with a prompt. Nothing of the last test remains, except its changes
 * to the window.
 */
export async function freshTab({ page, tabs, shows }: Started): Promise<void> {
  await page.mouse.move(600, 500)
  const old = (await tabs()).map(({ id }) => id)
  // not by key: the last test may have bound it to another action, or left a dialog open
  await page.evaluate(() => window.vibeflowTest!.post({ kind: 'tab/open' }))
  await expect.poll(async () => (await tabs()).length).toBe(old.length + 1)
  await page.evaluate((ids) => {
    for (const tab of ids) window.vibeflowTest!.post({ kind: 'pane/close', pane: tab, force: true })
  }, old)
  await page.waitForFunction(() => {
    // notices take rows until they close by themselves
    const notices = document.querySelectorAll<HTMLElement>('.notices [aria-label="Dismiss"]')
    for (const dismiss of notices) dismiss.click()
    return notices.length === 0 && window.vibeflowTest!.tabs().length === 1
  })
  await shows('ready$')
}

async function loadAnew({ page, shows }: Started): Promise<void> {
  await page.setViewportSize({ width: 960, height: 600 })
  await page.reload()
  await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) === 1)
  await page.locator('.xterm-helper-textarea').focus()
  await shows('ready$')
}

interface Fixtures {
  /**
   * Returns the shared app with this `config.toml`, until the end of the test. The text should
   * change an option, because the fixture waits for that change.
   */
  readonly configured: (toml: string) => Promise<Started>
  /** The shared app with shell integration in new tabs, until the end of the test. */
  readonly integrated: Started
  /** An app of the test's own, closed at its end. */
  readonly start: (options?: StartOptions) => Promise<Started>
  /**
   * An app for all tests that need no other: starting one costs as much as most tests. Each test
   * starts with one fresh tab at its prompt. The first test of a file also gets a reloaded page.
   */
  readonly shared: Started
  /**
   * Returns the shared app after reloading its page at the usual size. The page forgets options,
   * themes and chords that tests set.
   */
  readonly fresh: () => Promise<Started>
  /**
   * Ends the shared app and starts it again in its home. If arguments or an environment are given,
   * no other test uses it afterwards.
   */
  readonly restart: (options?: Omit<StartOptions, 'home'>) => Promise<Started>
}

/**
 * `test` with apps that are closed, with everything that they left, at the end. A failed test takes
 * the shared one along.
 */
export const test = base.extend<Fixtures, { readonly slot: Slot }>({
  slot: [
    async ({}, use) => {
      const slot: Slot = { file: '', started: null, isAtRest: true, isNew: false }
      await use(slot)
      await end(slot)
    },
    { scope: 'worker' },
  ],
  shared: async ({ slot }, use, { file }) => {
    const isOther = slot.file !== file
    slot.file = file
    slot.isAtRest = false
    // the app is gone, or a test left it with the wrong number of windows
    if (isOther && slot.started?.app.windows().length !== 1) await end(slot)
    slot.isNew = isOther || slot.started === null
    if (slot.started === null) {
      slot.started = await startApp()
      await slot.started.shows('ready$')
    } else {
      if (isOther) configure(slot.started.home, asUsual)
      await freshTab(slot.started)
      if (isOther) {
        await slot.started.app.evaluate(() =>
          (globalThis as unknown as MainTestHook).vibeflowMainTest.forgetCalls(),
        )
        // A tab begins in the folder of the one before it. Keys could reach what a file left open.
        await slot.started.page.evaluate(() => {
          const [tab] = window.vibeflowTest!.tabs()
          const bytes = new TextEncoder().encode('cd; clear\r')
          window.vibeflowTest!.post({ kind: 'session/input', session: tab!.id, bytes })
        })
        await expect.poll(async () => (await slot.started?.tabs())?.[0]?.subtitle).toBe('~')
        removeLeft(slot.started.home)
        await loadAnew(slot.started)
      }
    }
    await use(slot.started)
  },
  fresh: async ({ shared, slot }, use) => {
    if (slot.isNew) await shared.page.setViewportSize({ width: 960, height: 600 })
    else await loadAnew(shared)
    await use(() => Promise.resolve(shared))
  },
  restart: async ({ shared, slot }, use) => {
    let isSpecial = false
    await use(async (options = {}) => {
      await slot.started?.close().catch(() => undefined) // it may have been killed
      isSpecial = Object.keys(options).length > 0
      slot.started = await startApp({ ...options, home: shared.home })
      return slot.started
    })
    if (isSpecial) await end(slot)
  },
  configured: async ({ shared, slot }, use) => {
    const { home } = shared
    const settings = () =>
      (slot.started ?? shared).page.evaluate(() => JSON.stringify(window.vibeflowTest!.settings()))
    const usual = await settings()
    await use(async (toml) => {
      const before = await settings()
      configure(home, toml)
      await expect.poll(async () => (await settings()) === before).toBe(false)
      return shared
    })
    configure(home, asUsual)
    await expect.poll(async () => (await settings()) === usual).toBe(true)
  },
  integrated: async ({ shared }, use) => {
    const integrate = (value: string) =>
      setVariable(shared.app, 'VIBEFLOW_SHELL_INTEGRATION', value)
    await integrate('1')
    await freshTab(shared)
    await use(shared)
    await integrate('0')
  },
  start: async ({ slot }, use, { file }) => {
    if (slot.started !== null && slot.file !== file && !slot.isAtRest) {
      // programs of the last test must not keep running during this one
      await freshTab(slot.started).catch(() => end(slot))
      slot.isAtRest = true
    }
    const all: Started[] = []
    await use(async (options) => {
      const started = await startApp(options)
      all.push(started)
      return started
    })
    for (const started of all) {
      await started.close().catch(() => undefined) // the spec may have closed it
      removeHome(started.home)
    }
  },
})

export const shots = process.env['VIBEFLOW_SHOTS'] ?? ''

/** With VIBEFLOW_SHOTS a picture for people to look at. */
export async function picture(page: Page, name: string): Promise<void> {
  if (shots === '') return
  await page.screenshot({ path: join(root, 'artifacts/screenshots', `${name}.png`) })
}
