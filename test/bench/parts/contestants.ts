/**
 * Starts the measured programs: the app, the two pipes for comparison, and the empty page. All run
 * on the same engine, in one window size.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type {} from '../../../src/renderer/page/start/test-hook.ts' // window.vibeflowTest
import { _electron, type ElectronApplication, type Page } from '@playwright/test'
import type { Bench } from './bench.ts'

declare global {
  interface Window {
    /** The terminal of the pipe apps. */
    benchTerminal?: import('@xterm/xterm').Terminal
  }
}

export const columns = 120
export const rows = 40

export type Kind = 'vibeflow' | 'naive' | 'batched' | 'floor'

export interface Contestant {
  readonly kind: Kind
  readonly app: ElectronApplication
  readonly page: Page
  readonly pid: number
  readonly close: () => Promise<void>
}

/** Makes a folder for a run: home of the started programs, streams, times. */
export function makeFolder(): { readonly folder: string; readonly remove: () => void } {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-bench-'))
  mkdirSync(join(folder, 'run'), { mode: 0o700 })
  mkdirSync(join(folder, 'config/vibeflow'), { recursive: true })
  writeFileSync(
    join(folder, 'config/vibeflow/config.toml'),
    '[session]\nrestore = "never"\n[ui]\nconfirm_on_close = false\n',
  ) // each start is alike, and a flood's tab closes without a question
  writeFileSync(join(folder, '.bashrc'), 'PS1="ready$ "\nunset PROMPT_COMMAND\nHISTFILE=\n')
  return {
    folder,
    remove: () => rmSync(folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 }),
  }
}

/**
 * Returns a program's environment, so that it touches none of the user's files.
 * @param more an empty value removes the variable
 */
export function environment(
  folder: string,
  more: Readonly<Record<string, string>> = {},
): Record<string, string> {
  const own = {
    HOME: folder,
    SHELL: '/bin/bash',
    LANG: 'C.UTF-8',
    XDG_RUNTIME_DIR: join(folder, 'run'),
    XDG_CONFIG_HOME: join(folder, 'config'),
    XDG_STATE_HOME: join(folder, 'state'),
    XDG_CACHE_HOME: join(folder, 'cache'),
    XDG_DATA_HOME: join(folder, 'data'),
  }
  const inherited = Object.entries(process.env).filter(
    (entry): entry is [string, string] => entry[1] !== undefined && entry[0] !== 'PROMPT_COMMAND',
  )
  return Object.fromEntries(
    Object.entries({ ...Object.fromEntries(inherited), ...own, ...more }).filter(
      ([, value]) => value !== '',
    ),
  )
}

/**
 * Starts one contestant with this command in its terminal (the floor has none) and waits until it
 * is drawn as it will be measured.
 */
export async function startContestant(
  engine: Bench['engine'],
  kind: Kind,
  {
    folder,
    command,
    options = [],
    display = {},
  }: {
    folder: string
    command: readonly string[]
    /** Options for vibeflow, each `section.key=value`. */
    options?: readonly string[]
    /** Variables that select the window's display; default: the bench's own environment. */
    display?: Readonly<Record<string, string>>
  },
): Promise<Contestant> {
  const bench = join(import.meta.dirname, '../apps')
  const ours = kind === 'vibeflow'
  const args = ours
    ? [
        engine.app,
        ...options.flatMap((option) => ['-o', option]),
        ...(command.length === 0 ? [] : ['-e', ...command]),
      ]
    : [join(bench, kind === 'floor' ? 'floor' : 'pipe')]
  const more = ours
    ? { VIBEFLOW_TEST: '1' }
    : {
        BENCH_PIPE: kind,
        BENCH_COMMAND: JSON.stringify(command),
        BENCH_WIDTH: '1000',
        BENCH_HEIGHT: '760',
      }
  const app = await _electron.launch({
    executablePath: engine.electron,
    args,
    env: environment(folder, { ...more, ...display }),
    cwd: folder,
  })
  const page = await app.firstWindow()
  if (ours) await becomeSized(app, page)
  if (kind === 'naive' || kind === 'batched')
    await page.waitForFunction(() => window.benchTerminal !== undefined)
  if (kind === 'floor')
    await page.waitForFunction(
      () => document.getElementById('spot') !== null && document.readyState === 'complete',
    )
  return { kind, app, page, pid: app.process().pid ?? 0, close: () => app.close() }
}

/** Gives the window the size at which its grid has 120x40 cells and its WebGL context. */
async function becomeSized(app: ElectronApplication, page: Page): Promise<void> {
  await page.waitForFunction(() => (window.vibeflowTest?.tabs().length ?? 0) > 0)
  for (let attempt = 0; attempt < 20; attempt += 1) {
    const now = await page.evaluate(() => {
      const { cols, rows } = window.vibeflowTest!.stats()
      const screen = document.querySelector('.xterm-screen')?.getBoundingClientRect()
      return {
        cols,
        rows,
        cellWidth: (screen?.width ?? 0) / cols,
        cellHeight: (screen?.height ?? 0) / rows,
      }
    })
    if (now.cols === columns && now.rows === rows) break
    const more = {
      width: Math.ceil((columns - now.cols) * now.cellWidth),
      height: Math.ceil((rows - now.rows) * now.cellHeight),
    }
    await app.evaluate(({ BrowserWindow }, { width, height }) => {
      const window = BrowserWindow.getAllWindows()[0]
      const bounds = window?.getBounds()
      if (bounds !== undefined)
        window?.setBounds({
          ...bounds,
          width: bounds.width + width,
          height: bounds.height + height,
        })
    }, more)
    // Asked again before it has been carried out, it would go too far.
    await page
      .waitForFunction(
        ({ cols, rows }) => {
          const stats = window.vibeflowTest!.stats()
          return stats.cols !== cols || stats.rows !== rows
        },
        now,
        { timeout: 2_000 },
      )
      .catch(() => undefined)
    await page.waitForTimeout(300)
  }
  await page.waitForFunction(
    ({ columns, rows }) => {
      const stats = window.vibeflowTest!.stats()
      return stats.cols === columns && stats.rows === rows && stats.renderer === 'webgl'
    },
    { columns, rows },
    { timeout: 30_000 },
  )
}

/** A display for programs that need one, or null where Xvfb is not installed. */
export async function startDisplay(): Promise<{
  readonly name: string
  readonly pid: number
  readonly stop: () => void
} | null> {
  const server: ChildProcess = spawn(
    'Xvfb',
    ['-displayfd', '3', '-screen', '0', '1400x900x24', '-nolisten', 'tcp'],
    { stdio: ['ignore', 'ignore', 'ignore', 'pipe'] },
  )
  const number = await new Promise<string | null>((resolve) => {
    server.once('error', () => resolve(null))
    server.once('exit', () => resolve(null))
    server.stdio[3]?.once('data', (data: Buffer) => resolve(data.toString().trim()))
  })
  return number === null
    ? null
    : { name: `:${number}`, pid: server.pid ?? 0, stop: () => server.kill() }
}
