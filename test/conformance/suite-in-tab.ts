/**
 * Runs in a tab: a suite of tests in a terminal of its own, whose bytes are passed unchanged.
 * vibeflow's terminals do not answer queries for the screen's cells with DECRQCRA, or for titles
 * (SECURITY.md). These queries are removed. Cells are answered from the window's content once it
 * shows all earlier output, titles and margins from a core that gets the same bytes here.
 * Arguments: the socket of the process that reads the window, and the suite's command.
 */
import { execFileSync } from 'node:child_process'
import { connect } from 'node:net'
import { createInterface } from 'node:readline'
import { spawn } from 'node-pty'
import { Terminal } from '../../src/terminal/index.ts'
import { replyTo, request, unfinished } from './unanswered.ts'

/** For the rest of a question that a read has cut. */
const restMs = 20

const [socketFile = '', command = '', ...words] = process.argv.slice(2)
const socket = connect(socketFile)
const answers = createInterface({ input: socket })[Symbol.asyncIterator]()
const size = { cols: process.stdout.columns, rows: process.stdout.rows }
const core = new Terminal({ ...size, scrollback: 0 })
const child = spawn(command, words, {
  name: process.env['TERM'] ?? 'xterm-256color',
  ...size,
  encoding: null,
})
let printed = 0
let held = ''
let turn = Promise.resolve()
let timer: NodeJS.Timeout | undefined

// not by Node, which lets the kernel turn LF into CR LF
execFileSync('stty', ['raw', '-echo'], { stdio: ['inherit', 'ignore', 'inherit'] })
process.stdin.on('data', (keys) => child.write(keys))
child.onData((given) => {
  clearTimeout(timer)
  held += (given as unknown as Buffer).toString('latin1') // no encoding: bytes
  turn = turn.then(() => pass(unfinished))
  timer = setTimeout(() => (turn = turn.then(() => pass(/$^/))), restMs)
})
child.onExit(({ exitCode }) => {
  void turn.then(() => pass(/$^/)).then(() => process.exit(exitCode))
})

/** Prints the held output and answers the queries in it. An end that matches `kept` stays held. */
async function pass(kept: RegExp): Promise<void> {
  for (let found = request.exec(held); found !== null; found = request.exec(held)) {
    print(held.slice(0, found.index))
    held = held.slice(found.index + found[0].length)
    socket.write(`${printed}\n`)
    const { value } = await answers.next()
    const { modes, top, left, title, iconTitle } = core.screen
    child.write(
      replyTo(found, {
        rows: JSON.parse(value as string) as string[],
        origin: modes.origin ? [top, left] : [0, 0],
        title,
        iconTitle,
      }),
    )
  }
  const end = kept.exec(held)?.index ?? held.length
  print(held.slice(0, end))
  held = held.slice(end)
}

function print(text: string): void {
  printed += text.length
  core.write(Buffer.from(text, 'latin1'))
  process.stdout.write(text, 'latin1')
}
