/** Starts a terminal with the probe, in a window or a pty of `script`, and waits for it. */
import type { ChildProcess } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type Server, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { endGroup, startGroup } from './command.ts'
import { helloBytesMax, outerBytesMax, startMs } from './limits.ts'
import { TerminalLink } from './link.ts'
import { toldVariables, type Hello } from './probe.ts'
import { escapeBytes } from './report.ts'

export interface StartOptions {
  /** Shell text. `{}` stands for the probe's command; by default it follows `-e`. */
  readonly command: string
  /** For a program without a window: a pty of 24 rows and 80 columns. */
  readonly pty: boolean
  /** The file that starts `vibeflow-protocol`. */
  readonly program: string
  readonly startMs?: number
}

interface StartedTerminal {
  readonly link: TerminalLink
  readonly hello: Hello
  /** A directory that exists while the terminal runs. */
  readonly folder: string
  /** With `pty`: its last output, as Latin-1. */
  readonly outer: (() => string) | null
  readonly stop: () => Promise<void>
}

const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`

/** @returns the running terminal, or why it does not run */
export async function startTerminal(options: StartOptions): Promise<StartedTerminal | string> {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-conformance-'))
  const server = createServer()
  const remove = () => {
    server.close()
    rmSync(folder, { recursive: true, force: true })
  }
  try {
    const path = join(folder, 'socket')
    const script = join(folder, 'probe')
    await listening(server, path)
    const words = [process.execPath, options.program, 'probe', path].map(quoted).join(' ')
    writeFileSync(script, `#!/bin/sh\nexec ${words}\n`)
    chmodSync(script, 0o755)
    const child = startGroup(commandText(options, script), [], {
      ...(options.pty ? { TERM: 'xterm-256color' } : {}),
    })
    child.stdin?.on('error', () => undefined) // a window's command need not read its input
    const output = lastOf(child, options.pty)
    const connected = await connection(server, child, options, output)
    if (typeof connected === 'string') {
      endGroup(child)
      remove()
      return connected
    }
    const { socket, hello, rest } = connected
    const link = new TerminalLink(socket, rest)
    const stop = async () => {
      await link.end()
      endGroup(child)
      remove()
    }
    return { link, hello, folder, outer: options.pty ? output : null, stop }
  } catch (error) {
    remove()
    return `cannot listen in ${tmpdir()}: ${error instanceof Error ? error.message : String(error)}`
  }
}

function commandText({ command, pty }: StartOptions, script: string): string {
  const full = command.includes('{}')
    ? command.replaceAll('{}', quoted(script))
    : `${command} -e ${quoted(script)}`
  return pty ? `exec script -qfec ${quoted(`stty rows 24 cols 80; ${full}`)} /dev/null` : full
}

/** Returns the last output of the command; with a window, also its standard error. */
function lastOf(child: ChildProcess, pty: boolean): () => string {
  let last = ''
  for (const stream of pty ? [child.stdout] : [child.stdout, child.stderr])
    stream?.setEncoding('latin1').on('data', (text: string) => {
      last = (last + text).slice(-outerBytesMax)
    })
  if (pty) child.stderr?.resume()
  return () => last
}

interface Connected {
  readonly socket: Socket
  readonly hello: Hello
  readonly rest: string
}

function connection(
  server: Server,
  child: ChildProcess,
  { startMs: ms = startMs }: StartOptions,
  output: () => string,
): Promise<Connected | string> {
  return new Promise((resolve) => {
    const end = (result: Connected | string) => {
      clearTimeout(timer)
      server.removeAllListeners('connection')
      resolve(result)
    }
    const said = () => (output() === '' ? '' : `. It printed: ${escapeBytes(output().trim())}`)
    const timer = setTimeout(
      () => end(`no program ran in the terminal within ${ms / 1_000} s${said()}`),
      ms,
    )
    child.once('error', (error) => end(`cannot be started: ${error.message}`))
    // exit code 0 may mean that another process has the window
    child.once('close', (code) => {
      if (code !== 0) end(`ended (${code ?? 'by a signal'}) before a program ran in it${said()}`)
    })
    server.on('connection', (socket) => {
      server.close()
      firstLine(socket, (line, rest) => {
        const hello = line === null ? null : helloOf(line)
        end(
          hello === null ? 'something else than the probe has connected' : { socket, hello, rest },
        )
      })
    })
  })
}

function firstLine(socket: Socket, then: (line: string | null, rest: string) => void): void {
  let text = ''
  const take = (chunk: Buffer) => {
    text += chunk.toString('latin1')
    const end = text.indexOf('\n')
    if (end === -1 && text.length <= helloBytesMax) return
    socket.off('data', take)
    then(end === -1 ? null : text.slice(0, end), text.slice(end + 1))
  }
  socket.on('data', take)
  socket.on('error', () => undefined) // the link notices its close
}

/** Keeps only the probe's known variables, because the outside command gets them. */
function helloOf(line: string): Hello | null {
  try {
    const { isTerminal, columns, rows, environment } = JSON.parse(line) as Partial<Hello>
    if (typeof isTerminal !== 'boolean' || typeof columns !== 'number' || typeof rows !== 'number')
      return null
    const told = Object.entries(environment ?? {}).filter(
      ([name, value]) => toldVariables.includes(name) && typeof value === 'string',
    )
    return { isTerminal, columns, rows, environment: Object.fromEntries(told) }
  } catch {
    return null
  }
}

function listening(server: Server, path: string): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', reject)
    server.listen(path, resolve)
  })
}
