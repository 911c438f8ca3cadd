/**
 * Starts a program in a session without a window. It is the same session as in a tab
 * (core/session), with VT core, replies, shell integration and agent state.
 */
import { toSessionId } from '../../core/ids.ts'
import { homedir, hostname } from 'node:os'
import { join } from 'node:path'
import { rmSync } from 'node:fs'
import manifest from '../../../package.json' with { type: 'json' }
import { defaults, type Options } from '../../core/config/table.ts'
import { baseName } from '../../base/text/base-name.ts'
import { whenStarted } from '../../core/session/launch/when-started.ts'
import type { StartPty } from '../../core/session/ports.ts'
import { Session } from '../../core/session/session.ts'
import { systemClock } from '../../host/clock.ts'
import { changedPty } from '../../host/pty/changed-pty.ts'
import { tmuxConnector } from '../../host/pty/tmux/connect.ts'
import { openMax } from '../limits.ts'
import { checked, environmentOf, writeHome, type Checked, type LaunchOptions } from '../options.ts'
import { shared, type Shared } from '../shared.ts'
import { TerminalError } from '../terminal-error.ts'
import { TestTerminal } from '../test-terminal.ts'

const { version } = manifest

let open = 0

/**
 * @returns a terminal with a running program
 * @throws TypeError for invalid options; TerminalError if the program cannot be started, with
 * advice
 */
export async function launch(options: LaunchOptions): Promise<TestTerminal> {
  const asked = checked(options)
  if (open >= openMax)
    throw new TerminalError(
      `${openMax} terminals are open in this process. Close those of tests that are over.`,
    )
  open += 1
  const parts = shared()
  const ownHome = asked.home === null ? parts.newHome() : null
  let session: Session | null = null
  const closed = () => {
    open -= 1
    if (ownHome !== null) rmSync(ownHome, { recursive: true, force: true, maxRetries: 3 })
  }
  try {
    if (ownHome !== null) writeHome(ownHome, asked.homeFiles)
    const home = asked.home ?? ownHome ?? homedir()
    const made = terminalOf(asked, parts, { home, closed })
    const { terminal } = made
    session = made.session
    session.program.resize(asked.size) // starts it
    const started = await whenStarted(session, systemClock)
    if (!('problem' in started)) return terminal
    await terminal.close()
    throw new TerminalError(started.problem)
  } catch (error) {
    if (session === null) closed() // otherwise the terminal calls it
    throw error
  }
}

/** Returns the terminal of a session whose program is not started. */
function terminalOf(
  asked: Checked,
  { start, poller, pool, guardian, looks }: Shared,
  around: { home: string; closed: () => void },
): { terminal: TestTerminal; session: Session } {
  const emitter = join(import.meta.dirname, 'bin')
  const environment = environmentOf(asked, { home: around.home, emitter, version })
  const settings = settingsOf(asked)
  let terminal: TestTerminal | null = null
  let pid: number | null = null
  const guarded: StartPty = (launched, events, started) =>
    start(launched, events, (outcome) => {
      if (!('pty' in outcome)) {
        started(outcome)
        return
      }
      const { pty } = outcome
      pid = pty.pid
      guardian.add(pid)
      terminal?.started(pid)
      // A paused program is silent, but not idle.
      const holding = (isHeld: boolean, act: () => void) => () => {
        terminal?.held(isHeld)
        act()
      }
      started({
        ...outcome,
        pty: changedPty(pty, {
          pause: holding(true, () => pty.pause()),
          resume: holding(false, () => pty.resume()),
        }),
      })
    })
  const session = new Session(
    {
      id: toSessionId('test'),
      command: { program: asked.command, args: asked.args },
      isUserShell: isShell(asked),
      directory: asked.directory,
      home: around.home,
      environment,
      size: null,
      replies: { version, clipboardWrite: true },
      hostname: hostname(),
      settings,
      integration: asked.shellIntegration,
    },
    {
      clock: systemClock,
      start: guarded,
      shadow: pool,
      watch: (watched) => poller.watch(watched),
      tmux: tmuxConnector(looks),
      writeClipboard: () => undefined,
      printed: () => terminal?.printed(),
      happened: (event) => terminal?.happened(event),
      // Messages are views of the tab, or a notice that keys were refused.
      send: (message) => terminal?.reported(message.kind === 'page/notice'),
    },
  )
  terminal = new TestTerminal({
    session,
    settings,
    timeoutMs: asked.timeoutMs,
    idleMs: asked.idleMs,
    command: asked.command,
    left: () => {
      if (pid !== null) guardian.remove(pid)
    },
    closed: around.closed,
  })
  return { terminal, session }
}

/** The defaults, regardless of the user's configuration. */
function settingsOf({ scrollbackRows, shellIntegration }: Checked): Options {
  return {
    ...defaults,
    scrollback: { ...defaults.scrollback, history_lines: scrollbackRows },
    shell: { ...defaults.shell, integration: shellIntegration ? 'auto' : 'off' },
    socket: { ...defaults.socket, enabled: false },
  }
}

/** Whether prompts control it, as in a tab's shell. */
function isShell({ command, args }: Checked): boolean {
  return (
    /^(?:bash|zsh|fish|sh|dash|ksh)$/.test(baseName(command)) &&
    args.every((word) => /^(?:-[il]+|--login)$/.test(word))
  )
}
