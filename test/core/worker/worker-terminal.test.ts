/** The worker's side alone: what it does for questions that take long, or much. */
import { expect, test } from 'vitest'
import { workerAliveMs } from '../../../src/core/worker/limits.ts'
import { fitting } from '../../../src/core/worker/fitting.ts'
import type { WorkerAnswer, FromShadow, WorkerQuestion } from '../../../src/core/worker/messages.ts'
import { WorkerTerminal } from '../../../src/core/worker/worker-terminal.ts'
import { snapshotOf, Terminal, type Snapshot } from '../../../src/terminal/index.ts'
import { messagePack } from '../../../src/host/shadow/message-pack.ts'
import { unlimited } from '../../support/fake/limit.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { slow } from '../../slow.ts'
import { begin } from '../../support/frames/begin.ts'

const encode = (text: string) => new TextEncoder().encode(text)

/** A terminal in which each look at the clock takes `stepMs`. */
function make({ cols = 40, rows = 6, stepMs = 0 } = {}) {
  const fake = new FakeClock()
  const reported: FromShadow[] = []
  const worker = new WorkerTerminal({
    clock: {
      now: () => {
        fake.advance(stepMs)
        return fake.now()
      },
      after: (ms, call) => fake.after(ms, call),
    },
    codec: messagePack,
    limited: unlimited,
    post: (message) => reported.push(message),
  })
  worker.receive(begin({ cols, rows, scrollback: 10_000 }))
  let at = 0
  const print = (text: string) => {
    const bytes = encode(text)
    worker.receive({ kind: 'write', at, bytes })
    at += bytes.length
  }
  const ask = (question: WorkerQuestion): WorkerAnswer => {
    worker.receive({ kind: 'ask', request: 1, question })
    const last = reported.at(-1)
    if (last?.kind !== 'answer') throw new Error(`${last?.kind}`)
    return last.answer
  }
  const taken = (question: Partial<WorkerQuestion & { kind: 'snapshot' }>) => {
    const answer = ask({
      kind: 'snapshot',
      form: 'ansi',
      scrollback: 10_000,
      hold: false,
      viewer: false,
      ...question,
    })
    if (answer.kind !== 'snapshot') throw new Error(answer.kind)
    return answer
  }
  return { ask, print, taken, reported, worker }
}

/** A color for each cell: rows that wrap, and rows that do not. */
const colourful = (rows: number) =>
  Array.from({ length: rows }, (_, row) =>
    Array.from(
      { length: row % 3 === 0 ? 50 : 30 },
      (__, x) => `\x1b[38;2;${row % 256};${x};7m${String.fromCharCode(97 + ((row + x) % 26))}`,
    ).join(''),
  ).join('\r\n')

/** Returns the snapshot of a terminal that was given these bytes. */
function shown(bytes: Uint8Array): Snapshot {
  const terminal = new Terminal({ cols: 40, rows: 6, scrollback: 10_000 })
  terminal.write(bytes, 0)
  return { ...snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 }, 10_000), baseY: 0 }
}

test.each([0, 0.001, 0.01, 0.3, 0.7, 0.97])(
  'a history that is too large returns its newest rows unchanged (%d of its bytes)',
  (share) => {
    const { print, taken } = make()
    print(colourful(300))
    const whole = shown(taken({}).payload)
    const bytesMax = Math.floor(taken({}).payload.length * share)
    const { payload } = taken({ bytesMax })
    const some = shown(payload)
    const rows = some.scrollback?.rows ?? 0
    const missing = (whole.scrollback?.rows ?? 0) - rows
    const newest = {
      rows,
      lines: whole.scrollback?.lines
        .filter(({ y }) => y >= missing)
        .map((line) => ({ ...line, y: line.y - missing })),
    }
    expect(missing).toBeGreaterThan(0)
    expect(some).toEqual({ ...whole, scrollback: newest })
    // The screen comes whole; of history as much as fits, but for a few rows.
    expect(payload.length).toBeLessThanOrEqual(
      Math.max(bytesMax, taken({ scrollback: 0 }).payload.length),
    )
    if (share >= 0.3) expect(payload.length).toBeGreaterThan(bytesMax * 0.8)
  },
)

test.each(['ansi', 'json', 'msgpack', 'text'] as const)(
  'it sends a sign of life while it writes (%s)',
  (form) => {
    const { print, taken, reported } = make({ stepMs: workerAliveMs })
    print(colourful(1_000))
    reported.length = 0
    taken({ form, bytesMax: 100_000 })
    expect([
      reported.length > 1,
      reported.slice(0, -1).every(({ kind }) => kind === 'alive'),
    ]).toEqual([true, true])
  },
)

test('a chunk that took long causes a report: few bytes may be much work', () => {
  const kinds = (stepMs: number) => {
    const { print, reported } = make({ stepMs })
    print('x\x1b[9999b')
    return reported.map(({ kind }) => kind)
  }
  expect([kinds(0), kinds(workerAliveMs)]).toEqual([[], ['alive']])
})

test('bytes written to find out how much fits are rarely thrown away', () => {
  const bytesMax = 1_000_000
  const tried = (wanted: number, bytesOf: (rows: number) => number) => {
    const sizes: number[] = []
    const { history, payload } = fitting(wanted, bytesMax, (rows) => {
      sizes.push(bytesOf(rows))
      return new Uint8Array(bytesOf(rows))
    })
    return {
      history,
      fits: payload.length <= bytesMax,
      sum: sizes.reduce((sum, size) => sum + size, 0) / bytesMax,
    }
  }
  // all of it
  expect(tried(10_000, (rows) => rows * 50)).toMatchObject({ history: 10_000, fits: true })
  expect(tried(10_000, (rows) => 1_000 + rows * 1_000)).toMatchObject({ history: 948, fits: true })
  expect(tried(10_000, (rows) => rows * 20_000)).toMatchObject({ history: 50, fits: true })
  // the screen alone
  expect(tried(10_000, () => bytesMax + 1)).toMatchObject({ history: 0, fits: false })
  for (const bytesOfRow of [1, 50, 100, 1_000, 2_100])
    expect(tried(1_000_000, (rows) => rows * bytesOfRow).sum).toBeLessThan(2.5)
})

test('huge screens keep few revisions, the newest, and none without followers', slow, () => {
  const { ask, taken, worker } = make({ cols: 1_000, rows: 1_000 })
  worker.receive({ kind: 'follow', on: true })
  const revisions = Array.from({ length: 4 }, () => taken({ form: 'json', viewer: true }).rev)
  const known = () => revisions.map((since) => ask({ kind: 'delta', since, encoding: 'json' }).kind)
  const before = known()
  worker.receive({ kind: 'follow', on: false })
  expect([before, known()]).toEqual([
    ['unknown', 'unknown', 'same', 'same'],
    ['unknown', 'unknown', 'unknown', 'unknown'],
  ])
})

test("text and sequences come in the socket's JSON, within its size", () => {
  const { print, taken } = make()
  const parsed = (question: Parameters<typeof taken>[0]) =>
    JSON.parse(
      new TextDecoder().decode(taken({ wrap: { ringStart: 0 }, ...question }).payload),
    ) as unknown
  const written = (form: 'text' | 'ansi') => new TextDecoder().decode(taken({ form }).payload)
  print(`${'"quoted" \\ 𝒜 \x1b[31mé你\x1b[m\r\n'.repeat(40)}\x1b[3`)
  const at = 40 * new TextEncoder().encode('"quoted" \\ 𝒜 \x1b[31mé你\x1b[m\r\n').length
  const head = { v: 1, epoch: 1, rev: 0, cols: 40, rows: 6 }
  expect([parsed({ form: 'text' }), parsed({ form: 'ansi' })]).toEqual([
    { ...head, format: 'text', at: at + 3, text: written('text') },
    // output continues at the incomplete sequence
    { ...head, format: 'ansi', at, ansi: written('ansi') },
  ])
  for (const form of ['text', 'ansi'] as const) {
    const bytesMax = Math.floor(taken({ form, wrap: { ringStart: 0 } }).payload.length * 0.8)
    expect([
      parsed({ form, bytesMax }),
      taken({ form, wrap: { ringStart: 0 }, bytesMax }).payload.length <= bytesMax,
    ]).toEqual([expect.objectContaining({ cut: true }), true])
  }
  print('1m\x1bPan endless string')
  const behind = taken({ form: 'ansi' })
  expect(parsed({ form: 'ansi', wrap: { ringStart: behind.at } })).toEqual({
    ...head,
    format: 'ansi',
    at: behind.at,
    ansi: `${written('ansi')}\x1bP0<`,
  })
})

test('the last output has its colors and complete lines, in history and on screen', () => {
  const { print, taken } = make()
  const output = (question: Parameters<typeof taken>[0] = {}) =>
    new TextDecoder().decode(taken({ form: 'styled', output: true, ...question }).payload)
  expect(output()).toBe('') // no marks
  const mark = (body: string) => `\x1b]133;${body}\x07`
  const command = (lines: string) =>
    `${mark('A')}$ ${mark('B')}run\r\n${mark('C')}${lines}${mark('D;0')}`
  print(command('other\r\n'))
  // a line that wraps within its spaces, and a line with colors; the last has no line end
  const long = `${'a'.repeat(38)}      b`
  print(command(`\x1b[31mred\x1b[m one\r\n${long}\r\n${'x\r\n'.repeat(9)}end`))
  const text = ['red one', long, ...Array.from({ length: 9 }, () => 'x'), 'end'].join('\n')
  const styled = text.replace('red', '\x1b[0;31mred\x1b[0m')
  expect(output({ form: 'text' })).toBe(text)
  expect(output().replaceAll('\x1b[m', '\x1b[0m')).toBe(styled)
  print(`${mark('A')}$ ${mark('B')}`) // a prompt alone has printed nothing
  expect(output({ form: 'text' })).toBe(text)
  print(`vi\r\n${mark('C')}\x1b[?1049hon the other screen`)
  expect(output({ form: 'text' })).toBe(text)
  print(`\x1b[?1049lstill runs`)
  expect(output({ form: 'text' })).toBe('still runs')
  // the newest rows, where there is no room for all
  print(`\r\n${'0123456789\r\n'.repeat(100)}`)
  const cut = output({ form: 'text', bytesMax: 200 })
  expect(cut.length).toBeLessThanOrEqual(200)
  expect(cut).toMatch(/^(?:0123456789\n)+0123456789$/)
})

test('queries of extra cursors report those at the query, and a flood of them ends soon', () => {
  const { print, reported } = make({ cols: 120, rows: 40 })
  print('\x1b[>29;2:1:2 q\x1b[>100 q\x1b[>0;4 q')
  expect(reported.filter(({ kind }) => kind === 'asked')).toMatchObject([
    { queries: [{ query: { cursors: [{ y: 0, x: 1, shape: 29 }] } }] },
  ])
  const before = process.cpuUsage()
  print(`\x1b[>29;4 q${'\x1b[>100 q'.repeat(125_000)}`)
  const { user, system } = process.cpuUsage(before)
  expect((user + system) / 1e3).toBeLessThan(4_000)
})
