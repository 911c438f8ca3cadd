/** Starts a finished AppImage for a spec, as a user would, in a home of its own. */
import { spawn } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  linkSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {} from '../../src/renderer/page/start/test-hook.ts' // window.vibeflowTest
import {
  _electron,
  expect,
  test as base,
  type ElectronApplication,
  type Page,
} from '@playwright/test'

/** The file that `npm run package` made. */
export const appImage = process.env['VIBEFLOW_TEST_APPIMAGE'] ?? ''

/** Start of messages of the AppImage runtime, as opposed to the app. */
export const runtimeSays = 'vibeflow AppImage: '

/** FUSE as this user of this machine has it. */
export function canMount(): boolean {
  try {
    return process.getuid?.() === 0
      ? lstatSync('/dev/fuse').isCharacterDevice()
      : (lstatSync('/dev/fuse').mode & 0o006) === 0o006
  } catch {
    return false // no device: nothing can be mounted
  }
}

export interface Home {
  readonly path: string
  readonly environment: Readonly<Record<string, string>>
  readonly temporary: string
}

export interface Driven {
  readonly app: ElectronApplication
  readonly page: Page
  readonly type: (text: string) => Promise<void>
  readonly shows: (text: string) => Promise<void>
  readonly screen: () => Promise<string>
}

/** A home with a quiet shell, a temporary folder and a runtime folder. */
function makeHome(): Home {
  const path = mkdtempSync(join(tmpdir(), 'vibeflow-package-'))
  const temporary = join(path, 'tmp')
  mkdirSync(temporary)
  mkdirSync(join(path, 'run'), { mode: 0o700 })
  writeFileSync(join(path, '.bashrc'), 'PS1="ready$ "\nunset PROMPT_COMMAND\nHISTFILE=\n')
  const { PATH = '/usr/bin:/bin' } = process.env
  return {
    path,
    temporary,
    environment: {
      PATH: PATH.split(':')
        .filter((folder) => !folder.includes('node_modules'))
        .join(':'),
      HOME: path,
      SHELL: '/bin/bash',
      LANG: 'C.UTF-8',
      TMPDIR: temporary,
      XDG_RUNTIME_DIR: join(path, 'run'),
      VIBEFLOW_TEST: '1',
      VIBEFLOW_SHELL_INTEGRATION: '0',
    },
  }
}

/** Offers specs a `Home` that is removed afterwards, and a start within it. */
export const test = base.extend<{ home: Home; drive: (options?: DriveOptions) => Promise<Driven> }>(
  {
    home: async ({}, use) => {
      const home = makeHome()
      await use(home)
      // The mount goes a moment after the app.
      for (
        const end = performance.now() + 10_000;
        leftovers(home).length > 0 && performance.now() < end;
      )
        await new Promise((resolve) => setTimeout(resolve, 50))
      rmSync(home.path, { recursive: true, force: true, maxRetries: 10, retryDelay: 200 })
    },
    drive: async ({ home }, use) => {
      const all: Driven[] = []
      await use(async (options) => {
        const driven = await start(home, options)
        all.push(driven)
        return driven
      })
      // the spec may have closed it
      for (const { app } of all) await app.close().catch(() => undefined)
    },
  },
)

interface DriveOptions {
  readonly file?: string
  readonly args?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
}

async function start(
  home: Home,
  { file = appImage, args = [], env = {}, cwd = home.path }: DriveOptions = {},
): Promise<Driven> {
  const app = await _electron.launch({
    executablePath: file,
    args: [...args],
    env: { ...home.environment, ...env },
    cwd,
    chromiumSandbox: process.getuid?.() !== 0,
    timeout: 90_000,
  })
  const page = await app.firstWindow({ timeout: 60_000 })
  await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 0, undefined, {
    timeout: 60_000,
  })
  const screen = () => page.evaluate(() => window.vibeflowTest!.screen().join('\n'))
  return {
    app,
    page,
    screen,
    type: (text) => page.keyboard.type(text),
    shows: (text) => expect.poll(screen, { message: `the screen shows ${text}` }).toContain(text),
  }
}

export { expect }

export interface Ran {
  readonly code: number | null
  readonly signal: NodeJS.Signals | null
  readonly out: string
  readonly err: string
}

/** Runs a file to its end without a driver. */
export function run(
  file: string,
  args: readonly string[],
  {
    env,
    cwd,
    uid,
    ms = 90_000,
    during,
  }: {
    env: Readonly<Record<string, string>>
    cwd?: string
    uid?: number
    ms?: number
    during?: (pid: number) => Promise<void>
  },
): Promise<Ran> {
  return new Promise((resolve, reject) => {
    const child = spawn(file, args, {
      env: { ...env },
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: ms,
      ...(cwd === undefined ? {} : { cwd }),
      ...(uid === undefined ? {} : { uid, gid: uid }),
    })
    const texts = { out: '', err: '' }
    child.stdout.on('data', (chunk: Buffer) => {
      texts.out += chunk.toString()
    })
    child.stderr.on('data', (chunk: Buffer) => {
      texts.err += chunk.toString()
    })
    child.on('error', reject)
    child.on('close', (code, signal) => resolve({ code, signal, ...texts }))
    if (during !== undefined && child.pid !== undefined) during(child.pid).catch(reject)
  })
}

/** Another name for the same content, where the disk allows it. */
export function placeFile(target: string, from = appImage): void {
  try {
    linkSync(from, target)
  } catch {
    copyFileSync(from, target) // another disk
    chmodSync(target, 0o755)
  }
}

/** Every file, link and folder below, with mode and content or target. */
export function treeOf(folder: string): Map<string, string> {
  return new Map(
    readdirSync(folder, { recursive: true, encoding: 'utf8' }).map((name) => {
      const facts = lstatSync(join(folder, name))
      return [
        name,
        `${(facts.mode & 0o777).toString(8)} ` +
          `${facts.isDirectory() ? 'folder' : facts.isSymbolicLink() ? 'link' : facts.size}`,
      ]
    }),
  )
}

/** Mounts and folders of AppImages that are still there, by what this home's environment names. */
export function leftovers({ temporary }: Home): string[] {
  const mounts = readFileSync('/proc/mounts', 'utf8')
    .split('\n')
    .filter((line) => line.includes(temporary))
  return [
    ...mounts,
    ...readdirSync(temporary).filter((name) =>
      /^(?:\.mount_|vibeflow-appimage-|electron-shim-profile-)/.test(name),
    ),
  ]
}
