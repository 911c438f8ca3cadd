/**
 * Compares scanner and dispatcher with the parser of @xterm/headless on the same bytes, in
 * alternating rounds. The purpose: watching the output must cost almost nothing compared with
 * drawing it. xterm.js's figure is that of a whole terminal, as the page runs one.
 */
import { createRequire } from 'node:module'
import type { Terminal as Headless } from '@xterm/headless'
import { Dispatcher } from '../../src/agents/dispatch/dispatcher.ts'
import { limitOf } from '../../src/agents/dispatch/string-limits.ts'
import { Scanner } from '../../src/agents/scan/scanner.ts'
import type { Bench } from './parts/bench.ts'
import { median, setting, table } from './parts/numbers.ts'
import { streamPeriod } from './parts/streams.ts'

const { Terminal } = createRequire(import.meta.url)('@xterm/headless') as {
  Terminal: typeof Headless
}

export const name = 'dispatch'

/**
 * A chunk as the session gets it under load: reads of a pty are 4 KiB on Linux, and gathered up to
 * 64 KiB.
 */
const chunkBytes = 65_536

/** Bytes for each side in a round: both take long enough to be timed. */
const dispatchBytes = 16e6
const xtermBytes = 1e6

export async function run({ log, measure }: Bench): Promise<void> {
  const rounds = setting('VIBEFLOW_BENCH_ROUNDS', 5)
  const rows: string[][] = []
  for (const [stream, period] of streams()) {
    const chunks = cut(period)
    const speeds = { scanner: [] as number[], dispatcher: [] as number[], xterm: [] as number[] }
    const scanner = new Scanner({
      limitOf,
      osc: ignore,
      dropped: ignore,
      bell: ignore,
      ris: ignore,
      altScreen: ignore,
      pasteBrackets: ignore,
    })
    const dispatcher = new Dispatcher('host', { evidence: ignore, query: ignore })
    const terminal = new Terminal({
      cols: 120,
      rows: 40,
      scrollback: 10_000,
      allowProposedApi: true,
    })
    for (let round = 0; round <= rounds; round += 1) {
      const scanned = speed(chunks, dispatchBytes, (chunk) => scanner.feed(chunk))
      const dispatched = speed(chunks, dispatchBytes, (chunk) => dispatcher.feed(chunk))
      const parsed = await xtermSpeed(chunks, terminal)
      if (round === 0) continue // warms up
      speeds.scanner.push(scanned)
      speeds.dispatcher.push(dispatched)
      speeds.xterm.push(parsed)
    }
    terminal.dispose()
    const [scanned, dispatched, parsed] = [
      median(speeds.scanner),
      median(speeds.dispatcher),
      median(speeds.xterm),
    ]
    const ratio = median(
      speeds.dispatcher.map((one, round) => one / (speeds.xterm[round] ?? Number.NaN)),
    )
    measure(`scanner, ${stream}`, scanned, 'MB/s')
    measure(`scanner and dispatcher, ${stream}`, dispatched, 'MB/s')
    measure(`@xterm/headless, ${stream}`, parsed, 'MB/s')
    measure(`dispatcher to @xterm/headless, ${stream}`, ratio, 'times')
    rows.push([
      stream,
      scanned.toFixed(0),
      dispatched.toFixed(0),
      parsed.toFixed(1),
      `${ratio.toFixed(0)}x`,
    ])
  }
  log(table([['MB/s', 'scanner', 'with dispatcher', '@xterm/headless', 'ratio'], ...rows]))
}

/**
 * `reports`: a shell with marks, titles and directories, and an agent with reports; hardly any
 * text. `links`: a listing with OSC 8.
 */
function streams(): [string, Uint8Array][] {
  const lines = Array.from(
    { length: 3_000 },
    (_, row) =>
      `\x1b]133;D;0\x07\x1b]7;file:///home/user/projects/api-${row % 7}` +
      `\x1b\\\x1b]0;user@host: ~/projects/api-${row % 7}\x07\x1b]133;A\x07$ ` +
      `\x1b]133;B\x07make check-${row}\r\n\x1b]133;C\x07` +
      `\x1b]7501;state=working:app=claude:progress=${row % 100}` +
      `:title=UmVmYWN0b3IgdGhlIHBhcnNlcg==\x1b\\log\r\n\x1b]9;4;1;${row % 100}` +
      '\x07\x1b]1338;state=working;tool=claude;project=vibeflow\x07',
  )
  const links = Array.from(
    { length: 500 },
    (_, row) =>
      `\x1b]8;;file:///home/user/projects/api/src/module-${row}.ts\x1b\\\x1b[34mmodule-` +
      `${row}.ts\x1b[0m\x1b]8;;\x1b\\\r\n`,
  )
  return [
    ...(['ascii', 'coloured', 'cjk', 'agent'] as const).map((stream): [string, Uint8Array] => [
      stream,
      streamPeriod(stream),
    ]),
    ['reports', Buffer.from(lines.join(''))],
    ['links', Buffer.from(links.join(''))],
  ]
}

function cut(period: Uint8Array): readonly Uint8Array[] {
  const chunks: Uint8Array[] = []
  for (let at = 0; at < period.length; at += chunkBytes)
    chunks.push(new Uint8Array(period.subarray(at, at + chunkBytes))) // a Buffer searches faster
  return chunks
}

/** Seconds of processor time: what else runs on the machine counts less than on a wall clock. */
function cpuSeconds(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e6
}

/** MB in a second of processor time, of whole periods of at least so many bytes. */
function speed(
  chunks: readonly Uint8Array[],
  bytesMin: number,
  take: (chunk: Uint8Array) => void,
): number {
  let bytes = 0
  const began = cpuSeconds()
  while (bytes < bytesMin)
    for (const chunk of chunks) {
      take(chunk)
      bytes += chunk.length
    }
  return bytes / 1e6 / Math.max(cpuSeconds() - began, 1e-6)
}

/**
 * All chunks are queued and only the last is awaited: waiting for each would measure the waiting.
 */
async function xtermSpeed(chunks: readonly Uint8Array[], terminal: Headless): Promise<number> {
  let bytes = 0
  const began = cpuSeconds()
  while (bytes < xtermBytes)
    for (const chunk of chunks) {
      terminal.write(chunk)
      bytes += chunk.length
    }
  await new Promise<void>((resolve) => {
    terminal.write('', resolve)
  })
  return bytes / 1e6 / Math.max(cpuSeconds() - began, 1e-6)
}

function ignore(): void {
  // what is reported is not looked at: only finding it is measured
}
