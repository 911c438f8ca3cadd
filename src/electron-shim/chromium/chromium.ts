/** The Chromium process group of this run: finds, starts, controls and closes it completely. */
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Cdp } from './cdp.ts'
import { findProgram, isExecutable } from '../desktop/programs.ts'
import { chromiumStartMs, closeKillMs, closePollMs, closeTermMs, errorLinesMax } from '../limits.ts'
import { expected, Stop } from '../process/problem.ts'
import { processFacts } from '../process/owners.ts'

const profileFlag = '--user-data-dir='

/**
 * Returns `VIBEFLOW_CHROMIUM`, else a known name in PATH.
 * @throws Stop with the command that installs it
 */
export function findChromium(): string {
  const asked = process.env['VIBEFLOW_CHROMIUM']
  if (asked) {
    if (isExecutable(asked)) return asked
    throw new Stop(`VIBEFLOW_CHROMIUM names no program: ${asked}`)
  }
  for (const name of ['chromium', 'chromium-browser', 'google-chrome']) {
    const found = findProgram(name)
    if (found !== undefined) return found
  }
  throw new Stop(
    'no Chromium found: install it (apt-get install chromium) or name it by VIBEFLOW_CHROMIUM',
  )
}

export class Chromium {
  readonly program: string
  readonly flags: readonly string[]
  readonly cdp: Cdp
  readonly died: Promise<void>
  #child: ChildProcess
  #errors: string[] = []
  #closing = false
  /** Launchers that have not passed their window on. */
  readonly #launchers = new Set<ChildProcess>()

  /** @param onLine called with each line of standard error, for the port's address */
  constructor(program: string, flags: readonly string[], onLine: (line: string) => void) {
    this.program = program
    this.flags = flags
    // A separate group, so that signals reach all of it and nothing else.
    this.#child = spawn(program, flags, {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
      env: chromiumEnvironment(flags),
    })
    this.#child.on('error', (error) => this.#errors.push(error.message))
    // Node loads fetch when this is first read. The page needs it, and Chromium takes longer.
    setImmediate(() => globalThis.Response)
    if (this.#child.stderr !== null) {
      createInterface({ input: this.#child.stderr }).on('line', (line) => {
        this.#errors.push(line)
        if (this.#errors.length > errorLinesMax) this.#errors.shift()
        onLine(line)
      })
    }
    this.cdp = new Cdp(this.#child.stdio[3] as Writable, this.#child.stdio[4] as Readable)
    this.died = new Promise((resolve) => {
      this.#child.on('exit', () => resolve())
      this.#child.on('error', () => resolve())
    })
  }

  get pid(): number | undefined {
    return this.#child.pid
  }

  /** Last lines of standard error, for the message about its death. */
  get lastWords(): string {
    return this.#errors
      .filter((line) => !/dbus|\/usr\/bin\/chromium: \d+:/.test(line))
      .slice(-3)
      .join(' | ')
  }

  /** @throws Stop if it does not start */
  async start(): Promise<string> {
    // Its pipes end just before its exit and the reason are known.
    const version = this.cdp.root.send('Browser.getVersion').catch(async (error: unknown) => {
      await this.died
      throw error
    })
    const late = delay(chromiumStartMs, undefined, { ref: false }).then(() => {
      throw new Stop(`Chromium did not answer within ${chromiumStartMs / 1000} s`)
    })
    const dead = this.died.then(() => {
      throw new Stop(displayProblem(this.#errors) ?? `Chromium did not start: ${this.lastWords}`)
    })
    // Rejections of the losing promises are expected.
    for (const loser of [late, dead, version as Promise<unknown>]) loser.catch(expected)
    return String((await Promise.race([version, late, dead])).product).replace(/^.*\//, '')
  }

  /** Opens another window: the launcher passes its arguments to the running browser and exits. */
  openWindow(address: string, more: readonly string[]): void {
    if (this.#closing) return
    const child = spawn(
      this.program,
      [
        ...this.flags.filter((flag) => !/^--(remote-debugging|no-startup-window)/.test(flag)),
        ...more,
        `--app=${address}`,
      ],
      {
        stdio: 'ignore',
        detached: true,
        env: chromiumEnvironment(this.flags),
      },
    )
    child.on('error', expected) // the window does not open, which its time limit reports
    this.#launchers.add(child)
    child.on('exit', () => this.#launchers.delete(child))
    child.unref()
  }

  /** Calls `Browser.close`, then signals the group until no process is left. */
  async close(): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    // Without a running browser, a launcher would become a browser that nothing closes.
    for (const launcher of this.#launchers) this.#signal('SIGKILL', launcher)
    const began = performance.now()
    this.cdp.root.send('Browser.close').catch(expected)
    let sent: NodeJS.Signals | undefined
    // Remembers one process: all processes are searched only when it is gone.
    let living = this.#livingOfGroup(this.#child.pid)
    while (living !== undefined) {
      const waited = performance.now() - began
      const next = waited > closeKillMs ? 'SIGKILL' : waited > closeTermMs ? 'SIGTERM' : undefined
      if (next !== undefined && next !== sent) this.#signal((sent = next))
      await delay(closePollMs)
      living = this.#livingOfGroup(living)
    }
  }

  /**
   * Returns a living process of the group, preferably `last`. Zombies that init has not reaped
   * count as gone.
   */
  #livingOfGroup(last: number | undefined): number | undefined {
    if (!this.#signal(0)) return undefined
    const lives = (pid: number) => {
      const { group, state } = processFacts(pid)
      return group === this.#child.pid && state !== 'Z'
    }
    if (last !== undefined && lives(last)) return last
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .map(Number)
      .find(lives)
  }

  #signal(signal: NodeJS.Signals | 0, { pid } = this.#child): boolean {
    if (pid === undefined) return false
    try {
      return process.kill(-pid, signal)
    } catch (error) {
      expected(error) // the group is gone
      return false
    }
  }
}

/** Explains Chromium's errors about the display. Returns undefined for others. */
function displayProblem(errors: readonly string[]): string | undefined {
  const wayland = errors.some((line) => /Failed to (connect to|initialize) Wayland/.test(line))
  if (!wayland && !errors.some((line) => line.includes('Missing X server'))) return undefined
  const name = wayland || !process.env['DISPLAY'] ? 'WAYLAND_DISPLAY' : 'DISPLAY'
  const value = JSON.stringify(process.env[name] ?? '')
  return (
    `the display that ${name} names (${value}) cannot be opened: start vibeflow from a terminal ` +
    `of the desktop, or correct ${name}`
  )
}

/** Removes variables that make Debian's launcher or Chromium behave like Electron's child. */
function chromiumEnvironment(flags: readonly string[]): NodeJS.ProcessEnv {
  const profile = flags.find((flag) => flag.startsWith(profileFlag))?.slice(profileFlag.length)
  // Otherwise it creates a crash folder in the user's own profile folder.
  const environment: NodeJS.ProcessEnv = {
    ...(profile === undefined
      ? {}
      : { BREAKPAD_DUMP_LOCATION: path.join(profile, 'Crash Reports') }),
    ...process.env,
  }
  for (const name of [
    'NODE_OPTIONS',
    'ELECTRON_RUN_AS_NODE',
    'ELECTRON_SHIM_EXECUTABLE',
    'CHROME_DESKTOP',
    'CHROME_WRAPPER',
    'APPIMAGE',
    'APPDIR',
    'ARGV0',
    'OWD',
  ])
    delete environment[name]
  return environment
}
