/**
 * Tests the VT core's reports of its own state. Any cut of the bytes gives the same state, and the
 * same queries at the same offsets. Snapshots and deltas pass through both encodings unchanged. A
 * snapshot and the deltas after it give the next snapshot. A terminal that starts from `toAnsi` of
 * a snapshot, or from `screenToAnsi`, continues like a terminal that saw all bytes.
 */
import { messagePack as codec } from '../src/host/shadow/message-pack.ts'
import {
  applyDelta,
  decode,
  encode,
  screenToAnsi,
  screenToMessagePack,
  screenToText,
  snapshotOf,
  Terminal,
  toAnsi,
  toText,
  Viewer,
  type Cell,
  type Delta,
  type Snapshot,
  type TerminalQuery,
} from '../src/terminal/index.ts'
import { Choices, holds, tryRandomBytes, type FuzzRun } from './support/support.ts'
import { damaged, written } from './support/vt-input.ts'

export const name = 'vt-state'

const headBytes = 8

export function run(run: FuzzRun): void {
  tryRandomBytes(run, replay, headBytes, 60, 300)
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const size = { cols: choices.pick([8, 10, 13, 20, 9, 16]), rows: choices.pick([4, 5, 7, 3, 2]) }
  const scrollback = choices.pick([0, 3, 50])
  check(
    size,
    scrollback,
    damaged(written(new Choices(input.subarray(headBytes)), input.length - headBytes, true), input),
    choices,
  )
}

export function check(
  size: { cols: number; rows: number },
  scrollback: number,
  bytes: Uint8Array,
  choices: Choices,
): void {
  const asked: Record<'whole' | 'cut', string[]> = { whole: [], cut: [] }
  const asks = (which: keyof typeof asked) => (query: TerminalQuery, at: number | null) => {
    asked[which].push(JSON.stringify([query, at]))
  }
  const whole = new Terminal({ ...size, scrollback, onQuery: asks('whole') })
  const cut = new Terminal({ ...size, scrollback, onQuery: asks('cut') })
  const cutViewer = new Viewer(cut)
  let mirror: Snapshot = through(cutViewer.snapshot()) as Snapshot
  let continued: Terminal | null = null
  let resizing = false
  for (let at = 0; at < bytes.length; ) {
    const step = 1 + (choices.byte() % 24)
    const chunk = bytes.subarray(at, at + step)
    cut.write(chunk)
    continued?.write(chunk)
    at += chunk.length
    holds(endsHold(cut), 'a row has cells after its end')
    if (choices.byte() % 4 === 0) {
      const reported = through(cutViewer.delta(mirror.rev))
      mirror = 'from' in reported ? applyDelta(mirror, reported) : reported
      same(
        mirror,
        snapshotOf(cut.screen, { epoch: 0, rev: mirror.rev, at: cut.at }),
        'the deltas do not add up',
      )
      holds(resizing || cutViewer.dirty().cells === 0, 'cells are dirty right after a sync')
    }
    // a snapshot has only the shown start of clipped rows
    const { clipped } = cut.screen.primary.grid
    if (choices.byte() % 16 === 0 && cut.cleanCut === cut.at && clipped === null) {
      continued = new Terminal({ cols: cut.screen.cols, rows: cut.screen.rows, scrollback })
      const snapshot = snapshotOf(cut.screen, { epoch: 0, rev: 0, at: cut.at }, 1_000_000)
      continued.write(
        cut.at % 2 === 0
          ? new TextEncoder().encode(toAnsi(snapshot))
          : screenToAnsi(cut.screen, 1_000_000).bytes,
        0,
      )
      const again = snapshotOf(continued.screen, { epoch: 0, rev: 0, at: cut.at }, 1_000_000)
      same(plain(again), plain(snapshot), 'toAnsi does not bring it back')
      holds(
        Buffer.compare(
          Buffer.from(
            screenToMessagePack(cut.screen, { epoch: 0, rev: 0, at: cut.at }, codec, {
              scrollback: 1_000_000,
            }),
          ),
          Buffer.from(encode(snapshot, 'msgpack', codec)),
        ) === 0,
        'straight from the cells MessagePack is another one',
      )
      same(screenToText(cut.screen, 1_000_000), toText(snapshot), 'its text is another one')
    }
    if (choices.byte() % 64 === 0) {
      resizing = true
      const [cols, rows] = [choices.pick([8, 12, 20, 10, 9]), choices.pick([4, 6, 3, 2])]
      cut.resize(cols, rows)
      continued = null // a new size depends on more than a snapshot reports
    }
  }
  if (!resizing) {
    whole.write(bytes)
    same(
      snapshotOf(cut.screen, { epoch: 0, rev: 0, at: 0 }, 1_000_000),
      snapshotOf(whole.screen, { epoch: 0, rev: 0, at: 0 }, 1_000_000),
      'a cut changes the state',
    )
    same(asked.cut, asked.whole, 'a cut changes what is asked')
  }
  if (continued !== null)
    same(
      plain(snapshotOf(continued.screen, { epoch: 0, rev: 0, at: 0 }, 1_000_000)),
      plain(snapshotOf(cut.screen, { epoch: 0, rev: 0, at: 0 }, 1_000_000)),
      'after toAnsi it goes on otherwise',
    )
}

/** Returns whether all cells after the end of each row are default blanks. */
function endsHold({ screen: { grid } }: Terminal): boolean {
  return [0, 1, 2].every((plane) =>
    grid.ends.every((end, row) => {
      const start = plane * grid.plane + row * grid.cols
      return grid.cells.subarray(start + end, start + grid.cols).every((word) => word === 0)
    }),
  )
}

/** Both encodings and back; what comes out is what went in, in both. */
function through(value: Snapshot | Delta): Snapshot | Delta {
  const [json, packed] = (['json', 'msgpack'] as const).map((encoding) => {
    const bytes = encode(value, encoding, codec)
    const decoded = decode(bytes, codec)
    holds(decoded.ok, `${encoding} is refused: ${decoded.ok ? '' : decoded.problem}`)
    const back = decoded.ok ? decoded.value : value
    same(back, value, `${encoding} changes the value`)
    holds(
      Buffer.compare(Buffer.from(encode(back, encoding, codec)), Buffer.from(bytes)) === 0,
      `${encoding} is not canonical`,
    )
    return back
  })
  same(json, packed, 'the encodings differ')
  return json ?? value
}

/** Link numbers and what only a viewer sees are not part of a terminal's state. */
function plain(snapshot: Snapshot): unknown {
  const links = new Map(snapshot.links.map(([number, uri, id]) => [number, `${id};${uri}`]))
  const {
    cursor: { joins, ...cursor },
    ...rest
  } = snapshot
  void joins
  return JSON.parse(
    JSON.stringify({ ...rest, cursor, links: [...new Set(links.values())].sort() }),
    (key, value: unknown) =>
      key === 'l' ? links.get(value as number) : key === 'cells' ? merged(value as Cell[]) : value,
  )
}

/**
 * A link without a name is a new one each time it is opened: what `toAnsi` had to open twice is one
 * here.
 */
function merged(cells: readonly Cell[]): Cell[] {
  const result: Cell[] = []
  for (const { n = 1, ...cell } of cells) {
    const last = result.at(-1)
    if (last !== undefined && sorted({ ...last, n: 0 }) === sorted({ ...cell, n: 0 }))
      last.n = (last.n ?? 1) + n
    else result.push({ ...cell, ...(n > 1 ? { n } : {}) })
  }
  return result
}

function same(one: unknown, other: unknown, what: string): void {
  const [first, second] = [sorted(one), sorted(other)]
  if (first === second) return
  let at = 0
  while (first[at] === second[at]) at += 1
  throw new Error(
    `${what}:\n${first.slice(Math.max(0, at - 80), at + 120)}\n` +
      `${second.slice(Math.max(0, at - 80), at + 120)}`,
  )
}

function sorted(value: unknown): string {
  return JSON.stringify(value, (_, one: unknown) =>
    typeof one === 'object' && one !== null && !Array.isArray(one)
      ? Object.fromEntries(Object.entries(one).sort(([a], [b]) => (a < b ? -1 : 1)))
      : one,
  )
}
