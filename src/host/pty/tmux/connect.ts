/**
 * Finds the tmux server of a foreground client and runs a control-mode client. Runs only tmux, with
 * vibeflow's own arguments and without a shell (docs/contributing/internals/tmux.md).
 */
import { execFile, spawn, type ChildProcessWithoutNullStreams } from 'node:child_process'
import { lstat } from 'node:fs/promises'
import { setTimeout as delay } from 'node:timers/promises'
import { nameCharactersMax, quoted, safeText } from '../../../base/text/safe-text.ts'
import type {
  ConnectTmux,
  PaneTerminal,
  ReconnectTmux,
  TmuxConnection,
  TmuxEvents,
  TmuxServer,
} from '../../../agents/tmux/ports.ts'
import { socketOf, versionOf } from '../../../agents/tmux/server.ts'
import type { PathProbe } from '../../files/path-probe.ts'
import { findProgram } from '../find-program.ts'
import { isFree } from '../../proc/process-facts.ts'
import { clientProcess, systemProgram } from './client-process.ts'
import { closeMs, commandBytesMax, commandMs, errorBytesMax, clientSettleMs } from './limits.ts'
import { paneTerminal } from './pane-terminal.ts'

/** `final`: another attempt is useless. */
interface Problem {
  readonly problem: string
  readonly final: boolean
}

export function tmuxConnector(looks: Pick<PathProbe, 'look'>): ConnectTmux {
  return (pid, events) => new Connection(find(pid, looks), events)
}

/** Connects to a session that was found before. Final if the session or its server is gone. */
export const reconnectTmux: ReconnectTmux = (server, events) =>
  new Connection(findAgain(server), events)

class Connection implements TmuxConnection {
  readonly #events: TmuxEvents
  #child: ChildProcessWithoutNullStreams | null = null
  #found: TmuxServer | null = null
  #closed = false

  constructor(search: Promise<TmuxServer | Problem>, events: TmuxEvents) {
    this.#events = events
    void search.then(async (found) => {
      if (this.#closed) return
      if ('problem' in found) return this.#end(found.problem, found.final)
      this.#found = found
      this.#events.found(found) // ends another client of vibeflow, before this one starts
      await delay(clientSettleMs, undefined, { ref: false })
      if (!this.#closed) this.#start(found)
    })
  }

  send(line: string): void {
    this.#child?.stdin.write(line)
  }

  async run(words: readonly string[]): Promise<string | null> {
    if (this.#found === null) return null
    const done = await run(this.#found.program, this.#found.socket, words)
    return 'text' in done ? done.text : null
  }

  terminal(path: string, pid: number): PaneTerminal | null {
    return paneTerminal(path, pid)
  }

  close(): void {
    this.#closed = true
    const child = this.#child
    this.#child = null
    if (child === null) return
    child.stdout.destroy()
    child.stdin.end()
    child.kill('SIGTERM')
    const late = setTimeout(() => child.kill('SIGKILL'), closeMs)
    child.once('exit', () => clearTimeout(late))
  }

  #start(found: TmuxServer): void {
    const child = spawn(found.program, [...this.#events.words(found)], {
      env: environment(),
      cwd: '/',
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    this.#child = child
    let said = ''
    child.stderr.on('data', (bytes: Buffer) => {
      if (said.length < errorBytesMax) said += bytes.toString('utf8', 0, errorBytesMax)
    })
    child.stdin.on('error', () => undefined) // reported below
    child.stdout.on('data', (bytes: Buffer) => {
      if (!this.#closed) this.#events.output(bytes)
    })
    child.on('error', (error) => this.#end(`Couldn't run tmux: ${error.message}.`, false))
    child.on('close', () =>
      this.#end(said === '' ? 'The tmux client exited.' : `tmux reports: ${sentence(said)}`, false),
    )
  }

  #end(problem: string, final: boolean): void {
    if (this.#closed) return
    this.#closed = true
    this.#child = null
    this.#events.ended(problem, final)
  }
}

async function find(pid: number, looks: Pick<PathProbe, 'look'>): Promise<TmuxServer | Problem> {
  if (!isFree(pid))
    return {
      problem: "tmux runs in a sandbox or container, so it isn't inspected.",
      final: true,
    }
  const client = clientProcess(pid)
  if (client === null) return { problem: 'The tmux client exited.', final: false }
  const socket = socketOf(client)
  // its directory may not respond, and would block a thread that reads files
  const isThere = (await looks.look(socket)) === 'other'
  const node = isThere ? await ownSocket(socket) : null
  if (node === null)
    return { problem: `No accessible tmux socket at ${quoted(socket)}.`, final: false }
  const program = await programOf(pid, looks)
  if (program === null)
    return {
      problem: 'tmux not found in PATH.',
      final: true,
    }
  const listed = await run(program, socket, [
    'list-clients',
    '-F',
    '#{client_pid} #{session_id} #{version} #{pid} ' +
      '#{destroy-unattached} #{exit-unattached} #{session_name}',
  ])
  if ('failed' in listed)
    return { problem: `tmux reports: ${sentence(listed.failed)}`, final: false }
  const own = listed.text
    .split('\n')
    .map((line) => /^(\d{1,10}) (\$\d{1,9}) (\S{1,32}) (\d{1,10}) (\S*) (\S*) (.*)$/.exec(line))
    .find((line) => Number(line?.[1]) === pid)
  if (own == null)
    return {
      problem: `The tmux server at ${quoted(socket)} doesn't list this client.`,
      final: false,
    }
  const [, , ownSession = '', ownVersion = '', server, ...others] = own
  const [destroysUnattached, exitsUnattached, name = ''] = others
  const version = versionOf(ownVersion)
  if (!version.known)
    return { problem: `tmux 3.0 or newer is required (found ${version.text}).`, final: true }
  return {
    ...{ program, socket, client: pid, session: ownSession, version },
    ...{ pid: Number(server), name: safeText(name, nameCharactersMax), node },
    endsUnattached: ![destroysUnattached, exitsUnattached].every((option = '') =>
      /^(?:0|off)?$/.test(option),
    ),
  }
}

async function findAgain(server: TmuxServer): Promise<TmuxServer | Problem> {
  const { program, socket, session, pid } = server
  if ((await ownSocket(socket)) !== server.node || !isFree(pid)) return ended
  const listed = await run(program, socket, [
    'list-sessions',
    '-F',
    '#{session_id} #{pid} #{session_name}',
  ])
  if ('failed' in listed) return ended
  const own = listed.text
    .split('\n')
    .map((line) => /^(\$\d{1,9}) (\d{1,10}) (.*)$/.exec(line))
    .find((line) => line?.[1] === session && Number(line[2]) === pid)
  if (own == null) return ended
  const [, , , name = ''] = own
  return { ...server, client: 0, name: safeText(name, nameCharactersMax) }
}

const ended: Problem = { problem: 'The tmux session ended.', final: true }

/** Returns the device and inode of the user's socket, or `null` if there is none. */
async function ownSocket(socket: string): Promise<string | null> {
  try {
    const found = await lstat(socket)
    return found.isSocket() && found.uid === process.getuid?.() ? `${found.dev} ${found.ino}` : null
  } catch {
    return null // missing or not permitted
  }
}

async function programOf(pid: number, looks: Pick<PathProbe, 'look'>): Promise<string | null> {
  const system = await systemProgram(pid, looks)
  if (system !== null) return system
  const found = await findProgram('tmux', '/', process.env['PATH'] ?? '', looks)
  return 'path' in found ? found.path : null
}

function run(
  program: string,
  socket: string,
  words: readonly string[],
): Promise<{ readonly text: string } | { readonly failed: string }> {
  return new Promise((resolve) => {
    execFile(
      program,
      ['-u', '-S', socket, ...words],
      {
        env: environment(),
        cwd: '/',
        timeout: commandMs,
        killSignal: 'SIGKILL',
        maxBuffer: commandBytesMax,
        encoding: 'utf8',
      },
      (error, text, said) =>
        resolve(error === null ? { text } : { failed: said === '' ? error.message : said }),
    )
  })
}

/** Environment of the client. tmux refuses to run with TMUX set. None of it reaches the session. */
function environment(): Record<string, string> {
  const { PATH = '/usr/bin:/bin', HOME = '/' } = process.env
  // It refuses to run without a UTF-8 locale.
  const locale = ['LANG', 'LC_ALL', 'LC_CTYPE', 'LOCPATH'].flatMap((name): [string, string][] => {
    const value = process.env[name]
    return value === undefined ? [] : [[name, value]]
  })
  return { PATH, HOME, TERM: 'dumb', ...Object.fromEntries(locale) }
}

function sentence(said: string): string {
  return `${safeText(said.trim().split('\n')[0] ?? '', 200).replace(/\.$/, '')}.`
}
