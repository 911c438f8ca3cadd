/** Connects the tested terminal to the runner, which decides everything. Ends with either. */
import { connect } from 'node:net'

/** The probe's view of its terminal; its first line. */
export interface Hello {
  readonly isTerminal: boolean
  readonly columns: number
  readonly rows: number
  readonly environment: Readonly<Record<string, string>>
}

/** Variables by which terminals identify themselves and their tabs. */
export const toldVariables: readonly string[] = (
  'TERM COLORTERM TERM_PROGRAM TERM_PROGRAM_VERSION VTE_VERSION XTERM_VERSION ' +
  'KONSOLE_VERSION KITTY_WINDOW_ID WINDOWID TMUX TMUX_PANE ' +
  'STY ZELLIJ VIBEFLOW_SESSION_ID VIBEFLOW_SOCKET'
).split(' ')

/** @param path the runner's socket */
export function probe(path: string): Promise<number> {
  const { stdin, stdout, env } = process
  return new Promise((resolve) => {
    const socket = connect(path)
    const end = (code: number) => {
      if (stdin.isTTY) stdin.setRawMode(false)
      if (socket.destroyed) resolve(code)
      else socket.end(() => resolve(code)) // delivers pending output
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
        stdin.pause() // heavy input waits in the kernel
        socket.once('drain', () => stdin.resume())
      })
    })
    socket.on('data', (chunk: Buffer) => stdout.write(chunk))
    socket.once('error', () => end(1))
    socket.once('close', () => end(0))
    stdin.once('end', () => end(0))
    stdout.once('error', () => end(1)) // the terminal has closed
  })
}
