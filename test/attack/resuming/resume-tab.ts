/**
 * A tab with a real shell, real programs and /proc, of which a test reads the resume hint that it
 * keeps and the offer that it makes. Programs in `bin` are in its PATH.
 */
import { chmodSync, mkdirSync, mkdtempSync, realpathSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { defaults } from '../../../src/core/config/table.ts'
import { Tools } from '../../../src/agents/process/match.ts'
import type { ResumeHint } from '../../../src/agents/resume/hint.ts'
import { childEnvironment } from '../../../src/core/session/launch/environment.ts'
import type { StartPty } from '../../../src/core/session/ports.ts'
import { Session } from '../../../src/core/session/session.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { PathProbe } from '../../../src/host/files/path-probe.ts'
import { RealPaths } from '../../../src/host/files/real-paths.ts'
import { conversationOf } from '../../../src/host/proc/conversations.ts'
import { Poller } from '../../../src/host/proc/poller.ts'
import { foregroundOf } from '../../../src/host/proc/process-facts.ts'
import { SystemProcReader } from '../../../src/host/proc/reader.ts'
import { makeStartPty } from '../../../src/host/pty/start-pty.ts'
import { asSession } from '../../support/windows/ids.ts'

const size = { cols: 200, rows: 30 }
const integrations = join(import.meta.dirname, '../../../src/integrations/shell')

/** A home directory for several tabs, one after the other. */
export class ResumeHome {
  readonly path = realpathSync(mkdtempSync(join(tmpdir(), 'vibeflow-resume-')))

  constructor() {
    mkdirSync(join(this.path, 'bin'))
  }

  /** Writes an executable script. @returns its path */
  script(path: string, text: string): string {
    const file = join(this.path, path)
    mkdirSync(dirname(file), { recursive: true })
    writeFileSync(file, text)
    chmodSync(file, 0o755)
    return file
  }

  remove(): void {
    rmSync(this.path, { recursive: true, force: true, maxRetries: 10, retryDelay: 100 })
  }
}

export class ResumeTab {
  readonly session: Session
  /** All that its programs printed, a character a byte. */
  printed = ''
  readonly #looks = new PathProbe(systemClock, { programs: 1 })
  readonly #poller: Poller

  /**
   * @param offer hint of the run before
   * @param resumesNow the offer was chosen
   */
  constructor(
    home: ResumeHome,
    shell = ['/bin/bash', '--norc'],
    offer: ResumeHint | null = null,
    resumesNow = false,
  ) {
    const [program = '', ...args] = shell
    const realPaths = new RealPaths(this.#looks, () => this.#poller.reconsider())
    this.#poller = new Poller(
      systemClock,
      new SystemProcReader((path) => realPaths.at(path)),
      new Tools(defaults.ai.tools, shippedAgents()),
      50,
    )
    const real = makeStartPty(systemClock, this.#looks, integrations)
    const start: StartPty = (launch, events, started) =>
      real(
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
        command: { program, args },
        isUserShell: true,
        directory: home.path,
        home: home.path,
        environment: childEnvironment(
          {
            PATH: `${join(home.path, 'bin')}:${process.env['PATH']}`,
            HOME: home.path,
            PS1: 'ready> ',
            LANG: 'C.UTF-8',
          },
          { term: 'xterm-256color', version: '1.0' },
        ),
        size,
        replies: { version: '1.0', clipboardWrite: true },
        settings: defaults,
        hostname: 'thishost',
        ...(offer === null ? {} : { resume: offer, resumesNow, word: 'restored' }),
      },
      {
        clock: systemClock,
        start,
        watch: (options) => this.#poller.watch(options),
        conversation: conversationOf,
        directoryInFront: (pid) => foregroundOf(pid)?.directory ?? null,
        send: () => undefined,
        writeClipboard: () => undefined,
      },
    )
  }

  type(text: string): void {
    this.session.input.type('keys', new TextEncoder().encode(text))
  }

  /** The hint that the next run would have. */
  get kept(): ResumeHint | null {
    return this.session.restorable().resume
  }

  /** Approves the offer as it is shown. @returns why nothing was run */
  resume(): string | null {
    const { command = '', directory = '' } = this.session.view().resume ?? {}
    return this.session.resuming.accept({ command, directory }, size, () => undefined)
  }

  async until(what: string, holds: () => boolean): Promise<void> {
    const end = performance.now() + 45_000
    while (!holds()) {
      if (performance.now() > end)
        throw new Error(
          `waited in vain for ${what}: ` +
            JSON.stringify([this.kept, this.session.why().foreground, this.printed.slice(-1_000)]),
        )
      await new Promise((resolve) => setTimeout(resolve, 20))
    }
  }

  dispose(): void {
    this.session.dispose()
    this.#poller.dispose()
    this.#looks.dispose()
  }
}
