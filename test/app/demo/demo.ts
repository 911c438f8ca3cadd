/**
 * `npm run demo`: one window with five tabs, in which agents act their parts. On a display it stays
 * until it is closed; without one it is played through once, unseen, and leaves pictures in
 * docs/images (README.md and docs/guides/tabs-windows-sidebar.md show them). The moving one,
 * demo.gif, is made where ImageMagick is installed.
 */
import { execFileSync } from 'node:child_process'
import {
  copyFileSync,
  readFileSync,
  realpathSync,
  writeFileSync,
  mkdirSync,
  chmodSync,
  rmSync,
} from 'node:fs'
import { join, resolve } from 'node:path'
import type { Page } from '@playwright/test'
import { pulseMs } from '../../../src/core/windows/tabs/pulse.ts'
import { makeHome, startApp, type Started } from '../app.ts'

const root = resolve(import.meta.dirname, '../../..')
const agentScript = join(import.meta.dirname, 'agent.sh')

/** The five tabs: what is typed into each. The last one stays a plain shell. */
const roles = [
  { command: 'claude', dialect: '7501', title: 'Fix the login test' },
  { command: 'pi', dialect: '1338', title: 'Add a migration' },
  { command: 'gemini', dialect: '26', title: 'Build the site' },
  { command: 'codex', dialect: 'none', title: 'Clean up imports' },
] as const

/**
 * A folder of programs that are named like agents. A copy of the shell under another name is, for
 * the kernel, a program of that name.
 */
export function makeAgents(home: string): string {
  const bin = join(home, 'bin')
  mkdirSync(bin, { recursive: true })
  const shell = realpathSync('/bin/bash')
  for (const { command, dialect, title } of roles) {
    const script = join(bin, command)
    if (dialect === 'none') {
      copyFileSync(shell, script)
      writeFileSync(join(home, 'imports'), `. '${agentScript}'\nact ${dialect} '${title}'\n`)
    } else writeFileSync(script, `#!/bin/bash\n. '${agentScript}'\nact ${dialect} '${title}'\n`)
    chmodSync(script, 0o755)
  }
  return bin
}

/** Opens the tabs and starts the agents. Ids in the order of the bar. */
async function openTabs({ page, type, tabs, shows }: Started): Promise<string[]> {
  for (const [index, { command }] of roles.entries()) {
    await shows('$ ')
    await type(command === 'codex' ? 'codex imports\n' : `${command}\n`)
    await page.keyboard.press('Control+Shift+T')
    await page.waitForFunction((count) => window.vibeflowTest!.tabs().length === count, index + 2)
  }
  await shows('$ ')
  return (await tabs()).map(({ id }) => id)
}

async function reaches(page: Page, states: readonly (string | undefined)[]): Promise<void> {
  await page.waitForFunction(
    (wanted) =>
      window
        .vibeflowTest!.tabs()
        .every(({ state }, index) => wanted[index] == null || state === wanted[index]),
    states,
    { timeout: 30_000 },
  )
}

/**
 * When the pulse is brightest, in its cycle. In a still picture the trough looks like another
 * colour.
 */
const crestMs = pulseMs / 4 + 1

/** A screenshot with all animations held at this time. */
async function screenshotAt(page: Page, path: string, timeMs: number): Promise<void> {
  await page.evaluate((currentTime) => {
    for (const animation of document.getAnimations()) {
      animation.pause()
      animation.currentTime = currentTime
    }
  }, timeMs)
  await page.screenshot({ path })
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) animation.play()
  })
}

/** Collects scenes, each of some pulse cycles in eight steps, and joins them to one GIF. */
class Film {
  readonly #page: Page
  readonly #folder: string
  readonly #frames: string[] = []

  constructor(page: Page, folder: string) {
    this.#page = page
    this.#folder = folder
    mkdirSync(folder, { recursive: true })
  }

  async scene(cycles = 2): Promise<void> {
    await this.#page.waitForTimeout(400)
    const steps = 8
    const scene: string[] = []
    for (let step = 0; step < steps; step += 1) {
      const path = join(this.#folder, `${String(this.#frames.length + step).padStart(3, '0')}.png`)
      await screenshotAt(this.#page, path, crestMs + (step * pulseMs) / steps)
      scene.push(path)
    }
    for (let cycle = 0; cycle < cycles; cycle += 1) this.#frames.push(...scene)
  }

  /** Writes the GIF; false where ImageMagick's `convert` is not installed. */
  save(path: string): boolean {
    const delay = ['-delay', String(Math.round(pulseMs / 8 / 10))] // hundredths of a second
    try {
      execFileSync('convert', [
        ...delay,
        ...['-loop', '0', ...this.#frames, '+dither', '-colors', '64'],
        ...['-layers', 'OptimizePlus', '-layers', 'OptimizeTransparency', path],
      ])
      return true
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code === 'ENOENT') return false
      throw error
    }
  }
}

/** One play, picture by picture. */
async function play(started: Started, folder: string, frames: string): Promise<void> {
  const { page } = started
  const film = new Film(page, frames)
  /** Enter in this tab, and what it shows then. */
  const next = async (tab: number, state: string) => {
    await page.keyboard.press(`Alt+${tab}`)
    await page.waitForFunction((index) => window.vibeflowTest!.tabs()[index]?.active, tab - 1)
    await page.keyboard.press('Enter')
    await page.waitForFunction(
      ({ index, wanted }) => window.vibeflowTest!.tabs()[index]?.state === wanted,
      { index: tab - 1, wanted: state },
    )
  }
  /** With steady stripes: drawn in software they pulse by a timer, which holds for nobody. */
  const picture = async (name: string) => {
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.waitForTimeout(400)
    await page.screenshot({ path: join(folder, `${name}.png`) })
    await page.emulateMedia({ reducedMotion: null })
  }
  await reaches(page, ['working', 'working', 'working'])
  await page.keyboard.press('Alt+2')
  await film.scene(1)
  await next(1, 'waiting')
  await next(3, 'error')
  await page.keyboard.press('Alt+2') // pi works in view
  await reaches(page, ['waiting', 'working', 'error', 'waiting'])
  await picture('agents')
  await film.scene(3)
  await page.keyboard.press('Control+Shift+J') // to the tab that has waited longest
  await film.scene()
  await next(1, 'working')
  await film.scene(1)
  await next(1, 'done')
  await film.scene(1)
  await next(2, 'waiting')
  await page.keyboard.press('Alt+1')
  await reaches(page, [undefined, 'waiting', 'error'])
  await page.keyboard.press('Alt+2')
  await page.keyboard.press('Control+Shift+Y')
  await page.waitForSelector('.why-body section')
  await picture('why')
  await film.scene(3)
  await page.keyboard.press('Escape')
  if (!film.save(join(folder, 'demo.gif')))
    process.stderr.write('vibeflow: no moving picture: ImageMagick is not installed\n')
}

async function main(): Promise<void> {
  const shown = Boolean(process.env['DISPLAY'] || process.env['WAYLAND_DISPLAY'])
  const home = makeHome()
  const bin = makeAgents(home)
  const rc = join(home, '.bashrc')
  writeFileSync(rc, `${readFileSync(rc, 'utf8')}PS1='\\[\\e[32m\\]\\w\\[\\e[0m\\] $ '\n`)
  const started = await startApp({
    home,
    env: {
      PATH: `${bin}:${process.env['PATH'] ?? ''}`,
      ...(shown ? {} : { DEMO_PACE: '100000', DEMO_QUIET: '100000' }),
    },
  })
  try {
    await openTabs(started)
    if (shown) {
      await started.page.keyboard.press('Alt+1')
      process.stderr.write(
        'vibeflow: the demo plays until you close its window; Enter answers an agent.\n',
      )
      await new Promise<void>((done) => {
        started.app.once('close', () => done())
      })
    } else {
      const folder = process.env['VIBEFLOW_DEMO_PICTURES'] ?? join(root, 'docs/images')
      mkdirSync(folder, { recursive: true })
      await play(started, folder, join(home, 'frames'))
      process.stderr.write(
        `vibeflow: no display, so the demo was played unseen; its pictures are in ${folder}\n`,
      )
    }
  } finally {
    await started.close().catch(() => undefined) // the user may have closed it
    rmSync(home, { recursive: true, force: true, maxRetries: 5 })
  }
}

if (process.argv[1] !== undefined && realpathSync(process.argv[1]) === import.meta.filename)
  await main()
