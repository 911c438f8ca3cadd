/** A tab in which a real tmux runs, with a server of its own in a temporary folder. */
import { execFileSync, spawnSync } from 'node:child_process'
import { copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shippedAgents } from '../../src/agents/rules/shipped.ts'
import { defaults, type Options } from '../../src/core/config/table.ts'
import { Tools } from '../../src/agents/process/match.ts'
import { childEnvironment } from '../../src/core/session/launch/environment.ts'
import type { TabView } from '../../src/core/windows/tabs/tab-view.ts'
import { DetachedTmux } from '../../src/core/windows/detached-tmux.ts'
import { Session } from '../../src/core/session/session.ts'
import { systemClock } from '../../src/host/clock.ts'
import { PathProbe } from '../../src/host/files/path-probe.ts'
import { Poller } from '../../src/host/proc/poller.ts'
import { SystemProcReader } from '../../src/host/proc/reader.ts'
import { makeStartPty } from '../../src/host/pty/start-pty.ts'
import { reconnectTmux, tmuxConnector } from '../../src/host/pty/tmux/connect.ts'
import { sharedPool } from './frames/shadow-pool.ts'
import { asSession } from './windows/ids.ts'

/** Looks every 10 ms, and where a look starts a client of tmux for a fifth of the time at most. */
export const until = async (what: string, condition: () => boolean, ms = 60_000) => {
  const end = performance.now() + ms
  const holds = () => {
    try {
      return condition()
    } catch {
      return false // its server does not answer yet
    }
  }
  for (;;) {
    const began = performance.now()
    if (holds()) return
    const now = performance.now()
    if (now > end) throw new Error(`waited in vain: ${what}`)
    await new Promise((resolve) => setTimeout(resolve, Math.max(10, 4 * (now - began))))
  }
}

export class TmuxTab {
  readonly folder = mkdtempSync(join(tmpdir(), 'vibeflow-tmux-'))
  readonly socket = join(this.folder, 'socket')
  readonly session: Session
  readonly #looks = new PathProbe(systemClock, { programs: 1 })
  readonly #poller = new Poller(
    systemClock,
    new SystemProcReader(),
    new Tools(defaults.ai.tools, shippedAgents()),
    100,
  )
  /** Sessions that the tab has shown, and shows no more. */
  readonly items = new Map<string, TabView>()
  #made = 0
  readonly detached: DetachedTmux

  /**
   * @param words arguments after `tmux -S SOCKET -f /dev/null`. A shell runs `before`, then tmux,
   * and remains after it.
   */
  constructor(words = "new-session -s own 'exec sh'", settings: Options = defaults, before = '') {
    mkdirSync(join(this.folder, 'bin'))
    // a shell by the name of an agent: its script is what the agent does
    for (const name of ['claude', 'gemini']) copyFileSync('/bin/sh', join(this.folder, 'bin', name))
    const { HOME: home = '/', PATH: path = '' } = process.env
    this.detached = new DetachedTmux({
      options: settings,
      home,
      reconnect: reconnectTmux,
      newId: () => asSession(`detached-${(this.#made += 1)}`),
      changed: (view) => this.items.set(view.id, view),
      gone: (id) => this.items.delete(id),
    })
    this.session = new Session(
      {
        id: asSession('t'),
        command: { program: '/bin/sh', args: [] },
        isUserShell: true,
        directory: this.folder,
        home,
        environment: {
          ...childEnvironment(
            { ...process.env, PATH: `${join(this.folder, 'bin')}:${path}`, PS1: '$ ' },
            { term: 'xterm-256color', version: '1.0' },
          ),
        },
        size: { cols: 100, rows: 30 },
        replies: { version: '1.0', clipboardWrite: true },
        settings,
        hostname: 'thishost',
      },
      {
        clock: systemClock,
        start: makeStartPty(systemClock, this.#looks),
        watch: (options) => this.#poller.watch(options),
        tmux: this.detached.noting(tmuxConnector(this.#looks)),
        keepTmux: (panes) => this.detached.keep(panes),
        shadow: sharedPool(),
        send: () => undefined,
        writeClipboard: () => undefined,
      },
    )
    this.type(`${before}tmux -S ${this.socket} -f /dev/null ${words}\r`)
  }

  type(text: string): void {
    this.session.input.type('keys', new TextEncoder().encode(text))
  }

  /** Runs a command of the server, through a client of the test's own. */
  tmux(...words: string[]): string {
    return execFileSync('tmux', ['-S', this.socket, ...words], {
      encoding: 'utf8',
      env: { PATH: process.env['PATH'], HOME: '/', LC_ALL: 'C.UTF-8' },
      stdio: ['ignore', 'pipe', 'pipe'],
    }).trim()
  }

  /** The terminal of the client in the tab. */
  get terminal(): string {
    const clients = this.tmux('list-clients', '-F', '#{client_control_mode} #{client_tty}')
    return /^0 (.*)$/m.exec(clients)?.[1] ?? ''
  }

  /** `0.0`, as the tab knows them. */
  get places(): readonly string[] {
    return this.session.why().tmux?.panes.map(({ place }) => place) ?? []
  }

  async panes(count: number): Promise<void> {
    await until(`${count} panes`, () => this.places.length === count)
  }

  /** As when more is known of paths. */
  reconsider(): void {
    this.#poller.reconsider()
  }

  /** The state that the stripe shows, and its pane. */
  get shown(): string {
    const { state, agent } = this.session.view()
    return [state, agent?.kind, agent?.where].filter((part) => part !== undefined).join(' ')
  }

  async shows(text: string, ms?: number): Promise<void> {
    await until(`${text}, not ${this.shown}`, () => this.shown === text, ms).catch((error) => {
      throw new Error(`${error.message}; at last ${this.shown}`)
    })
  }

  /** Process ids of the server's clients in control mode. */
  get followers(): readonly number[] {
    return this.tmux('list-clients', '-F', '#{client_control_mode} #{client_pid}')
      .split('\n')
      .filter((line) => line.startsWith('1 '))
      .map((line) => Number(line.slice(2)))
  }

  dispose(): void {
    this.session.dispose()
    this.detached.dispose()
    spawnSync('tmux', ['-S', this.socket, 'kill-server']) // or it has ended by itself
    this.#poller.dispose()
    this.#looks.dispose()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10 })
  }
}
