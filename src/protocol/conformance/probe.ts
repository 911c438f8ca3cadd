/**
 * What runs inside the terminal that is tested: a pipe between it and the runner, which decides
 * everything. Ends with the runner's connection, or with the terminal.
 */
import { connect } from 'node:net'

/** What the probe sees of its terminal; the first line that it sends. */
export interface Hello {
  readonly isTerminal: boolean
  readonly columns: number
  readonly rows: number
  readonly environment: Readonly<Record<string, string>>
}

/** Variables by which terminals name themselves and their tabs. */
export const toldVariables: readonly string[] = [
  'TERM',
  'COLORTERM',
  'TERM_PROGRAM',
  'TERM_PROGRAM_VERSION',
  'VTE_VERSION',
  'XTERM_VERSION',
  'KONSOLE_VERSION',
  'KITTY_WINDOW_ID',
  'WINDOWID',
  'TMUX',
  'TMUX_PANE',
  'STY',
  'ZELLIJ',
  'VIBEFLOW_SESSION_ID',
  'VIBEFLOW_SOCKET',
]

/** @param path the runner's socket */
export function probe(path: string): Promise<number> {
  const { stdin, stdout, env } = process
  return new Promise((resolve) => {
    const socket = connect(path)
    const end = (code: number) => {
      if (stdin.isTTY) stdin.setRawMode(false)
      if (socket.destroyed) resolve(code)
      else socket.end(() => resolve(code)) // what was said is to arrive
    }
    socket.once('connect', () => {
      if (stdin.isTTY) stdin.setRawMode(true)
      const hello: Hello = {
        isTerminal: stdin.isTTY === true && stdout.isTTY === true,
        columns: stdout.columns ?? 0,
        rows: stdout.rows ?? 0,
        environment: Object.fromEntries(
          toldVariables.flatMap((name) => (env[name] === undefined ? [] : [[name, env[name]]])),
        ),
      }
      socket.write(`${JSON.stringify(hello)}\n`)
      stdin.on('data', (chunk: Buffer) => {
        if (socket.write(chunk)) return
        stdin.pause() // a terminal that floods waits in the kernel
        socket.once('drain', () => stdin.resume())
      })
    })
    socket.on('data', (chunk: Buffer) => stdout.write(chunk))
    socket.once('error', () => end(1))
    socket.once('close', () => end(0))
    stdin.once('end', () => end(0))
    stdout.once('error', () => end(1)) // the terminal has gone
  })
}
