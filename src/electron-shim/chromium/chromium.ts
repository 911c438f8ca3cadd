/**
 * The one Chromium process group of this run: found, started, spoken to by pipe, closed without
 * leaving anything behind.
 */
import { spawn, type ChildProcess } from 'node:child_process'
import { readdirSync } from 'node:fs'
import path from 'node:path'
import { createInterface } from 'node:readline'
import type { Readable, Writable } from 'node:stream'
import { setTimeout as delay } from 'node:timers/promises'
import { Cdp } from './cdp.ts'
import { findProgram, isExecutable } from '../desktop/programs.ts'
import { chromiumStartMs, closeKillMs, closePollMs, closeTermMs, errorLinesMax } from '../limits.ts'
import { expected, Stop } from '../problem.ts'
import { processFacts } from '../owners.ts'

const profileFlag = '--user-data-dir='

/**
 * `VIBEFLOW_CHROMIUM`, else the usual names on PATH. @throws Stop with the command that installs it
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

  /** @param onLine called with each line of standard error, for the port's address */
  constructor(program: string, flags: readonly string[], onLine: (line: string) => void) {
    this.program = program
    this.flags = flags
    // Its own group, so that a signal to the group reaches all of it and only it.
    this.#child = spawn(program, flags, {
      stdio: ['ignore', 'ignore', 'pipe', 'pipe', 'pipe'],
      detached: true,
      env: chromiumEnvironment(flags),
    })
    this.#child.on('error', (error) => this.#errors.push(error.message))
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

  /** What it last said, for the sentence about its death. */
  get lastWords(): string {
    return this.#errors
      .filter((line) => !/dbus|\/usr\/bin\/chromium: \d+:/.test(line))
      .slice(-3)
      .join(' | ')
  }

  /** @throws Stop when it does not come up */
  async start(): Promise<string> {
    // Its pipes end just before it is known to be dead, and why.
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
    // The losers of the race are answered for here; a rejection of theirs is not news.
    for (const loser of [late, dead, version as Promise<unknown>]) loser.catch(expected)
    return String((await Promise.race([version, late, dead])).product).replace(/^.*\//, '')
  }

  /**
   * A further window: the launcher again, which hands its arguments to the running browser and
   * leaves.
   */
  openWindow(address: string, more: readonly string[]): void {
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
    child.on('error', expected) // the window does not appear, which is reported at its time limit
    child.unref()
  }

  /** `Browser.close`, then signals to the group, until no process of it is left. */
  async close(): Promise<void> {
    if (this.#closing) return
    this.#closing = true
    const began = performance.now()
    this.cdp.root.send('Browser.close').catch(expected)
    let sent: NodeJS.Signals | undefined
    // which process it was is kept: all of the machine's are looked through only when it is gone
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
   * A process of the group that lives: `last` while it does. Those that are dead but not yet
   * reaped by the system's init count as gone: they hold nothing any more.
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

  #signal(signal: NodeJS.Signals | 0): boolean {
    if (this.#child.pid === undefined) return false
    try {
      return process.kill(-this.#child.pid, signal)
    } catch (error) {
      expected(error) // no such group: it is gone
      return false
    }
  }
}

/** Chromium's words where the display cannot be opened, as a sentence; undefined: other words. */
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

/** Without what would make Debian's launcher or Chromium behave as if it were Electron's child. */
function chromiumEnvironment(flags: readonly string[]): NodeJS.ProcessEnv {
  const profile = flags.find((flag) => flag.startsWith(profileFlag))?.slice(profileFlag.length)
  // Else it makes a folder for crashes where the user's own Chromium has its profile.
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
