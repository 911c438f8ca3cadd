/**
 * Tests terminals that die. A terminal that is restored from the last snapshot and the later output
 * equals a terminal that never died, including history, links, clusters and row numbers. It may die
 * at any time and often, even in the middle of output. In between, sizes and limits change, history
 * is erased, screens are switched, and idle history is compressed.
 */
import { isDeepStrictEqual } from 'node:util'
import { LastSnapshot } from '../src/core/worker/last-snapshot.ts'
import { snapshotOf, Terminal } from '../src/terminal/index.ts'
import { compression } from '../src/host/shadow/compression.ts'
import { Choices, holds, tryRandomBytes, type FuzzRun } from './support/support.ts'
import { flooded } from './vt-flood.fuzz.ts'
import { damaged, written } from './support/vt-input.ts'

export const name = 'vt-kept'

const headBytes = 8

export function run(run: FuzzRun): void {
  tryRandomBytes(run, replay, headBytes, 400)
}

/** Nothing is collected. */
const { compress, expand } = compression()
const compressor = { compress, expand, freed: () => undefined }

type Step = (terminal: Terminal) => void

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const cols = choices.pick([200, 120, 10, 300])
  const options = {
    cols,
    rows: choices.pick([5, 3, 12, 1]),
    scrollback: choices.pick([100, 40, 10, 300, 0]),
  }
  const never = new Terminal(options)
  const shared = { ...options, shared: true, compression: compressor }
  let dying = new Terminal(shared)
  const few = (terminal: Terminal) => {
    terminal.screen.links.limit = 4
  }
  few(never)
  few(dying)
  const last = new LastSnapshot()
  let since: Step[] = []
  let allTables = true
  for (let turn = 6 + (choices.byte() % 24); turn > 0; turn -= 1) {
    const byte = choices.byte()
    const kind = byte % 16
    if (byte >= 176) while (dying.rest().more);
    if (kind < 4) {
      if (dying.cleanCut !== dying.at) continue // it waits for the end of a sequence
      last.take(dying.keep(allTables), allTables)
      since = []
      allTables = choices.byte() % 8 === 0
      continue
    }
    const step = stepOf(kind, choices, dying, input)
    step(never)
    since.push(step)
    if (choices.byte() % 3 !== 0) {
      step(dying)
      continue
    }
    if (choices.byte() % 2 === 0) step(dying) // it has done some of it
    const { kept } = last
    dying = new Terminal({ ...shared, ...(kept === null ? {} : { kept }) })
    few(dying)
    allTables = true
    for (const one of since) one(dying)
    same(dying, never)
  }
  same(dying, never)
}

function stepOf(
  kind: number,
  choices: Choices,
  { screen: { cols, rows } }: Terminal,
  input: Uint8Array,
): Step {
  if (kind < 7) return wrote(damaged(written(choices, 60, true), input))
  if (kind < 9) return wrote(dense(choices, cols))
  if (kind < 10) return wrote(flooded(choices, 40))
  if (kind < 11)
    return wrote(
      choices.pick([
        '\x1b[3J',
        '\x1bc',
        '\x1b[?1049h\x1b[2Jx',
        '\x1b[?1049l',
        '\x1b[?47h',
        '\x1b[?47l',
        '\x1b]133;A\x07$ ls\r\n',
      ]),
    )
  if (kind < 12) {
    const lines = choices.pick([40, 10, 100, 0, 300])
    return (terminal) => {
      terminal.setScrollback(lines)
    }
  }
  if (kind < 13)
    return wrote(
      Array.from(
        { length: choices.byte() % 20 },
        (_, link) =>
          `\x1b]8;${choices.byte() % 3 === 0 ? `id=${link}` : ''};http://${choices.byte()}` +
          `/\x07text${link}\x1b[4:3;58:5:${link}m${link}\x1b[m\x1b]8;;\x07` +
          `${choices.pick(['', '\r\n'])}`,
      ).join(''),
    )
  const size = [
    choices.pick([200, 120, 10, 300, cols]),
    choices.pick([5, 3, 12, 1, 30, rows]),
  ] as const
  return (terminal) => {
    terminal.resize(...size)
  }
}

function wrote(text: string | Uint8Array): Step {
  const bytes = typeof text === 'string' ? new TextEncoder().encode(text) : text
  const cut = Math.floor(bytes.length / 2)
  return (terminal) => {
    terminal.write(bytes.subarray(0, cut))
    terminal.write(bytes.subarray(cut))
  }
}

/** Rows that fill blocks soon: a style for each cell. */
function dense(choices: Choices, cols: number): string {
  const seed = choices.byte()
  const cell = (row: number, x: number) =>
    `\x1b[38;2;${seed};${row};${x % 256}m` +
    `${(row + x) % 13 === 0 ? 'e\u0301' : String.fromCharCode(97 + ((seed + row + x) % 26))}`
  return Array.from(
    { length: 1 + (choices.byte() % 60) },
    (_, row) =>
      `${Array.from({ length: Math.min(cols, 150) }, (__, x) => cell(row, x)).join('')}\r\n`,
  ).join('')
}

function same(one: Terminal, other: Terminal): void {
  const [mine, its] = [one, other].map(({ screen, at }) => [
    snapshotOf(screen, { epoch: 0, rev: 0, at }, 1_000),
    screen.firstRow,
    screen.primary.history?.dropped,
    screen.numbering,
    screen.erasures,
    [...screen.tabs],
  ])
  holds(isDeepStrictEqual(mine, its), 'the one that died is another')
}
