/** A tab whose shell goes elsewhere: what of the programs there arrives at the session. */
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { shippedAgents } from '../../src/agents/rules/shipped.ts'
import { defaults } from '../../src/core/config/table.ts'
import { Tools } from '../../src/agents/process/match.ts'
import { childEnvironment } from '../../src/core/session/launch/environment.ts'
import type { StartPty } from '../../src/core/session/ports.ts'
import { Session } from '../../src/core/session/session.ts'
import { systemClock } from '../../src/host/clock.ts'
import { PathProbe } from '../../src/host/files/path-probe.ts'
import { Poller } from '../../src/host/proc/poller.ts'
import { SystemProcReader } from '../../src/host/proc/reader.ts'
import { makeStartPty } from '../../src/host/pty/start-pty.ts'
import { tmuxConnector } from '../../src/host/pty/tmux/connect.ts'
import { sharedPool } from './frames/shadow-pool.ts'
import { asSession } from './windows/ids.ts'

export class RemoteTab {
  readonly session: Session
  readonly folder = mkdtempSync(join(tmpdir(), 'vf-remote-'))
  readonly copied: string[] = []
  /** All that its program printed, a character a byte. */
  printed = ''
  readonly #looks = new PathProbe(systemClock, { programs: 1 })
  readonly #poller = new Poller(
    systemClock,
    new SystemProcReader(),
    new Tools(defaults.ai.tools, shippedAgents()),
    100,
  )

  constructor(added: Readonly<Record<string, string>> = {}) {
    const start = makeStartPty(systemClock, this.#looks)
    const recording: StartPty = (launch, events, started) =>
      start(
        launch,
        {
          ...events,
          output: (bytes) => {
            this.printed += Buffer.from(bytes).toString('latin1')
            events.output(bytes)
          },
        },
        started,
      )
    this.session = new Session(
      {
        id: asSession('t'),
        command: { program: '/bin/bash', args: ['--norc'] },
        isUserShell: true,
        directory: this.folder,
        home: this.folder,
        environment: {
          ...childEnvironment(
            { ...process.env, HOME: this.folder, ...added },
            { term: 'xterm-256color', version: '1.0' },
          ),
        },
        size: { cols: 100, rows: 30 },
        replies: { version: '1.0', clipboardWrite: true },
        settings: { ...defaults, clipboard: { ...defaults.clipboard, allow_osc52_write: true } },
        hostname: 'thishost',
      },
      {
        clock: systemClock,
        start: recording,
        watch: (options) => this.#poller.watch(options),
        tmux: tmuxConnector(this.#looks),
        shadow: sharedPool(),
        send: () => undefined,
        writeClipboard: (_selection, text) => {
          this.copied.push(text)
        },
      },
    )
  }

  type(text: string): void {
    this.session.input.type('keys', new TextEncoder().encode(text))
  }

  async until(holds: () => boolean): Promise<void> {
    const end = performance.now() + 10_000
    while (!holds()) {
      if (performance.now() > end)
        throw new Error(
          `waited in vain at ${this.session.identity.elsewhere}: ` +
            JSON.stringify([this.session.why().foreground, this.printed.slice(-500)]),
        )
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  /** Waits till a shell that this one's variables do not reach answers. */
  async inner(): Promise<void> {
    for (let turn = 0; turn < 60; turn += 1) {
      // the outer one answers `in-42-1`
      this.type('echo in-$((40+2))-${outer:-there}\r')
      await new Promise((resolve) => setTimeout(resolve, 500))
      if (this.printed.includes('in-42-there')) return
    }
    throw new Error(`no shell answers: ${JSON.stringify(this.printed.slice(-2_000))}`)
  }

  dispose(): void {
    this.session.dispose()
    this.#poller.dispose()
    this.#looks.dispose()
    rmSync(this.folder, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}
