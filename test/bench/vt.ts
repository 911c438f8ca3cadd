/**
 * Compares the VT core with @xterm/headless on the same bytes, in turn: CPU time per MB cold and
 * warm, snapshots and deltas in both encodings, memory. It covers every target of
 * docs/contributing/internals/shadow.md that needs no app. Times are CPU times; the ratios within
 * one run are the result.
 */
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { join } from 'node:path'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import type { Terminal as Headless } from '@xterm/headless'
import { decodeUpdate } from '../../src/terminal/frames/decode.ts'
import { FrameSource } from '../../src/terminal/frames/encode.ts'
import { emptyLine } from '../../src/terminal/history/line.ts'
import { unpackRow } from '../../src/terminal/history/packed-row.ts'
import {
  encode,
  screenToMessagePack,
  snapshotOf,
  Terminal,
  Viewer,
} from '../../src/terminal/index.ts'
import { messagePack } from '../../src/host/shadow/message-pack.ts'
import type { Bench } from './parts/bench.ts'
import { median, percentile, setting, table } from './parts/numbers.ts'
import { streamPeriod } from './parts/streams.ts'

const { Terminal: Xterm } = createRequire(import.meta.url)('@xterm/headless') as {
  Terminal: typeof Headless
}

export const name = 'vt'

const size = { cols: 120, rows: 40 }
const chunkBytes = 65_536

export async function run({ log, measure }: Bench): Promise<void> {
  await memory(log, measure) // first: nothing else has left garbage
  await speed(log, measure)
  snapshots(log, measure)
  deltas(log, measure)
  frames(log, measure)
  await sizes(log, measure)
}

type Measure = Bench['measure']

async function speed(log: (line: string) => void, measure: Measure): Promise<void> {
  const rounds = setting('VIBEFLOW_BENCH_ROUNDS', 5)
  const rows: string[][] = []
  const ratios: number[] = []
  for (const [stream, period] of streams()) {
    const bytes = Buffer.concat(
      Array.from({ length: Math.ceil(1e6 / period.length) }, () => period),
    ) // a MB at least: cold is the first one
    const chunks = cut(bytes)
    const ours = new Terminal({ ...size, scrollback: 10_000 })
    const theirs = new Xterm({ ...size, scrollback: 10_000, allowProposedApi: true })
    const times = { ours: [] as number[], theirs: [] as number[] }
    for (let round = 0; round <= rounds; round += 1) {
      let began = cpuMs()
      for (const chunk of chunks) ours.write(chunk)
      times.ours.push(((cpuMs() - began) / bytes.length) * 1e6)
      began = cpuMs()
      for (const chunk of chunks) theirs.write(chunk)
      await new Promise<void>((resolve) => {
        theirs.write('', resolve)
      })
      times.theirs.push(((cpuMs() - began) / bytes.length) * 1e6)
    }
    theirs.dispose()
    const [cold = Number.NaN, ...warm] = times.ours
    const [theirCold = Number.NaN, ...theirWarm] = times.theirs
    const ratio = median(warm.map((one, round) => one / (theirWarm[round] ?? Number.NaN)))
    ratios.push(ratio)
    measure(`${stream}: cold`, cold, 'ms/MB')
    measure(`${stream}: warm`, median(warm), 'ms/MB')
    measure(`${stream}: @xterm/headless, warm`, median(theirWarm), 'ms/MB')
    measure(`${stream}: ratio`, ratio, 'times')
    rows.push([
      stream,
      cold.toFixed(1),
      median(warm).toFixed(1),
      theirCold.toFixed(1),
      median(theirWarm).toFixed(1),
      ratio.toFixed(2),
    ])
  }
  const mean = Math.exp(ratios.reduce((sum, ratio) => sum + Math.log(ratio), 0) / ratios.length)
  measure('geometric mean of the ratios', mean, 'times')
  log(
    table([
      ['processor ms per MB', 'cold', 'warm', 'xterm.js cold', 'xterm.js warm', 'ratio'],
      ...rows,
      ['geometric mean', '', '', '', '', mean.toFixed(2)],
    ]),
  )
}

/** One screenful of each kind, encoded often. */
function snapshots(log: (line: string) => void, measure: Measure): void {
  const rows: string[][] = []
  for (const [screen, terminal] of screens()) {
    const sizes: number[] = []
    for (const encoding of ['json', 'msgpack'] as const) {
      const times: number[] = []
      for (let round = 0; round < 300; round += 1) {
        const began = cpuMs()
        sizes[encoding === 'json' ? 0 : 1] = (
          encoding === 'json'
            ? encode(
                snapshotOf(terminal.screen, { epoch: 0, rev: round, at: 0 }),
                encoding,
                messagePack,
              )
            : screenToMessagePack(terminal.screen, { epoch: 0, rev: round, at: 0 }, messagePack)
        ).length
        if (round >= 50) times.push(cpuMs() - began)
      }
      measure(`snapshot, ${screen}, ${encoding}: median`, median(times), 'ms')
      measure(`snapshot, ${screen}, ${encoding}: p99`, percentile(times, 0.99), 'ms')
      rows.push([
        `${screen}, ${encoding}`,
        median(times).toFixed(2),
        percentile(times, 0.99).toFixed(2),
        String(sizes[encoding === 'json' ? 0 : 1]),
      ])
    }
    measure(`snapshot, ${screen}: msgpack to json`, (sizes[1] ?? 0) / (sizes[0] ?? 1), 'times')
  }
  log(table([['snapshot of 120x40, processor time', 'median ms', 'p99 ms', 'bytes'], ...rows]))
}

/**
 * Measures deltas every 50 ms of recorded time compared with the bytes themselves, and deltas of a
 * flood at 20 MB/s.
 */
function deltas(log: (line: string) => void, measure: Measure): void {
  const rows: string[][] = []
  const flood = streamPeriod('ascii')
  const timed: [string, Uint8Array, number][] = [
    // the bytes of each program in 50 ms, on average over the minute that was recorded
    ['vim', recording('vim'), 845],
    ['less', recording('less'), 1_362],
    ['ink', recording('ink'), 1_587],
    ['flood at 20 MB/s', flood, 1_000_000],
  ]
  for (const [stream, bytes, frame] of timed) {
    const terminal = new Terminal({ ...size, scrollback: 1_000 })
    const viewer = new Viewer(terminal)
    let { rev } = viewer.snapshot()
    let sent = 0
    for (let at = 0; at < bytes.length; at += frame) {
      terminal.write(bytes.subarray(at, at + frame))
      const reported = viewer.delta(rev)
      rev = reported.rev
      sent += encode(reported, 'msgpack', messagePack).length
    }
    measure(`deltas to raw bytes, ${stream}`, sent / bytes.length, 'times')
    rows.push([stream, String(bytes.length), String(sent), (sent / bytes.length).toFixed(3)])
  }
  log(table([['deltas, MessagePack', 'raw bytes', 'sent', 'ratio'], ...rows]))
  const terminal = new Terminal({ ...size, scrollback: 0 })
  const viewer = new Viewer(terminal)
  const { rev } = viewer.snapshot()
  terminal.write(Buffer.from('\x1b[20;60H\x1b[1;38;2;1;2;3;48;2;4;5;6mx\x1b[m'))
  const one = viewer.delta(rev)
  for (const encoding of ['json', 'msgpack'] as const)
    measure(
      `delta of one changed cell, ${encoding}`,
      encode(one, encoding, messagePack).length,
      'bytes',
    )
}

/**
 * A full frame of each kind of screen, and one of a line more: made, and read with all its rows
 * taken out.
 */
function frames(log: (line: string) => void, measure: Measure): void {
  const rows: string[][] = []
  const line = emptyLine(size.cols)
  for (const [screen, terminal] of screens()) {
    for (const what of ['full', 'a line more'] as const) {
      let source = new FrameSource(terminal)
      source.next()
      const made: number[] = []
      const read: number[] = []
      let bytes = new Uint8Array(0)
      // Many a turn: one is shorter than the clock reports.
      for (let round = 0; round < 120; round += 1) {
        const kept: Uint8Array[] = []
        let began = cpuMs()
        for (let time = 0; time < 20; time += 1) {
          if (what === 'full') source = new FrameSource(terminal)
          else terminal.write(Buffer.from('\r\nline \x1b[32mmore\x1b[m'))
          kept.push((bytes = source.next()))
        }
        if (round >= 20) made.push((cpuMs() - began) / kept.length)
        began = cpuMs()
        for (const frame of kept) {
          const { fresh } = decodeUpdate(frame)
          for (const start of fresh.starts) unpackRow(fresh, start, line)
        }
        if (round >= 20) read.push((cpuMs() - began) / kept.length)
      }
      measure(`frame, ${screen}, ${what}: made`, median(made), 'ms')
      measure(`frame, ${screen}, ${what}: read`, median(read), 'ms')
      measure(`frame, ${screen}, ${what}: bytes`, bytes.length, 'bytes')
      rows.push([
        `${screen}, ${what}`,
        median(made).toFixed(3),
        percentile(made, 99).toFixed(3),
        median(read).toFixed(3),
        String(bytes.length),
      ])
    }
  }
  log(
    table([
      ['frame of 120x40, processor time', 'made: median ms', 'p99 ms', 'read: median ms', 'bytes'],
      ...rows,
    ]),
  )
}

/**
 * Measures the time from a new width until the screen and the rows around a view in the middle of
 * history are ready, compared with @xterm/headless. Wall time, because a user waits for it.
 */
async function sizes(log: (line: string) => void, measure: Measure): Promise<void> {
  const rows: string[][] = []
  const line = emptyLine(1_000)
  const lines: [string, (row: number) => string][] = [
    ['log', (row) => `${row} INFO request done ${'word '.repeat(row % 30)}`],
    ['cjk', (row) => `${row} ${'漢字かな交じり文'.repeat(1 + (row % 9))}`],
  ]
  for (const [what, text] of lines) {
    for (const count of [10_000, 100_000]) {
      const ours = new Terminal({ ...size, scrollback: count })
      const theirs = new Xterm({ ...size, scrollback: count, allowProposedApi: true })
      for (let row = 0; row < count + size.rows; row += 1_000) {
        const part = Buffer.from(
          `${Array.from({ length: 1_000 }, (_, one) => text(row + one)).join('\r\n')}\r\n`,
        )
        ours.write(part)
        await new Promise<void>((resolve) => {
          theirs.write(part, resolve)
        })
      }
      const times = { ours: [] as number[], places: [] as number[], theirs: [] as number[] }
      for (const cols of [100, 120, 60, 119, 200, 80, 120]) {
        let began = performance.now()
        ours.resize(cols, size.rows)
        const history = ours.screen.primary.history! // the primary screen has one
        const middle = history.count >> 1
        for (let row = middle; row < Math.min(history.count, middle + 3 * size.rows); row += 1)
          history.read(row, line)
        times.ours.push(performance.now() - began)
        const places = Array.from({ length: 300 }, (_, place) => ({
          number: history.dropped + Math.floor((place * history.count) / 300),
          column: 3,
        }))
        began = performance.now()
        ours.resize(cols + 1, size.rows, places)
        times.places.push(performance.now() - began)
        began = performance.now()
        theirs.resize(cols, size.rows)
        times.theirs.push(performance.now() - began)
      }
      theirs.dispose()
      const [first = Number.NaN, ...later] = times.ours
      const worst = Math.max(...later)
      measure(`new width, ${count} lines, ${what}: first`, first, 'ms')
      measure(`new width, ${count} lines, ${what}: median`, median(later), 'ms')
      measure(`new width, ${count} lines, ${what}: worst of the later ones`, worst, 'ms')
      measure(
        `new width with 300 places, ${count} lines, ${what}: median`,
        median(times.places),
        'ms',
      )
      measure(
        `new width, ${count} lines, ${what}: ratio to @xterm/headless`,
        median(later) / median(times.theirs),
        'times',
      )
      rows.push([
        `${count} lines, ${what}`,
        first.toFixed(1),
        median(later).toFixed(1),
        worst.toFixed(1),
        median(times.places).toFixed(1),
        median(times.theirs).toFixed(1),
      ])
    }
  }
  log(
    table([['new width, ms', 'first', 'median', 'worst', 'with 300 places', 'xterm.js'], ...rows]),
  )
}

async function memory(log: (line: string) => void, measure: Measure): Promise<void> {
  setFlagsFromString('--expose-gc')
  const collect = runInNewContext('gc') as () => void
  // Buffers are let go a moment after their arrays.
  const used = async () => {
    for (let turn = 0; turn < 3; turn += 1) {
      collect()
      await new Promise((resolve) => setTimeout(resolve, 50))
    }
    const { heapUsed, arrayBuffers } = process.memoryUsage()
    return heapUsed + arrayBuffers
  }
  const before = await used()
  const many = Array.from({ length: 200 }, () => {
    const terminal = new Terminal({ ...size, scrollback: 0 })
    terminal.write(streamPeriod('coloured').subarray(0, 20_000))
    return terminal
  })
  const each = ((await used()) - before) / many.length / 1e6
  const logs = new Terminal({ ...size, scrollback: 10_000 })
  const empty = await used()
  for (let round = 0; round < 4; round += 1) logs.write(streamPeriod('ascii'))
  const history = logs.screen.primary.history
  measure('memory of a terminal without history', each, 'MB')
  measure('history of 10,000 lines of a log', (history?.bytes ?? 0) / 1e6, 'MB')
  log(
    table([
      ['memory', 'MB'],
      ['a terminal of 120x40 without history, of 200', each.toFixed(2)],
      [`${history?.count ?? 0} lines of a log`, ((history?.bytes ?? 0) / 1e6).toFixed(2)],
      ['the same by the process', (((await used()) - empty) / 1e6).toFixed(2)],
    ]),
  )
}

function recording(one: 'vim' | 'less' | 'ink'): Uint8Array {
  return readFileSync(join(import.meta.dirname, `../data/recordings/${one}.raw`))
}

function program(one: 'htop' | 'mc' | 'tmux'): Uint8Array {
  return readFileSync(join(import.meta.dirname, `../data/programs/${one}.raw`))
}

function streams(): [string, Uint8Array][] {
  return [
    ['vim', recording('vim')],
    ['less', recording('less')],
    ['agent (ink)', recording('ink')],
    ['htop', program('htop')],
    ['mc', program('mc')],
    ['tmux', program('tmux')],
    ['ascii log', streamPeriod('ascii')],
    ['coloured log', streamPeriod('coloured')],
    ['cjk', streamPeriod('cjk')],
    ['scroll region', streamPeriod('region')],
    ['dense colour', streamPeriod('truecolour')],
    ['emoji', streamPeriod('emoji')],
  ]
}

function screens(): [string, Terminal][] {
  const made = (bytes: Uint8Array) => {
    const terminal = new Terminal({ ...size, scrollback: 1_000 })
    terminal.write(bytes)
    return terminal
  }
  const colours = Array.from(
    { length: 4_799 },
    (_, cell) => `\x1b[38;2;${cell % 256};${(cell * 7) % 256};${(cell * 13) % 256}mx`,
  ).join('')
  return [
    ['log', made(streamPeriod('ascii'))],
    ['coloured log', made(streamPeriod('coloured'))],
    ['agent', made(recording('ink'))],
    ['cjk', made(streamPeriod('cjk'))],
    ['4,799 colours', made(Buffer.from(colours))],
  ]
}

function cut(bytes: Uint8Array): readonly Uint8Array[] {
  return Array.from({ length: Math.ceil(bytes.length / chunkBytes) }, (_, index) =>
    bytes.subarray(index * chunkBytes, (index + 1) * chunkBytes),
  )
}

/** CPU time: other programs on the machine affect it less than wall time. */
function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e3
}
