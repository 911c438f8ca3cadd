/**
 * Writes a snapshot as bytes that restore it on a fresh terminal of its size, for a page, a second
 * window or a socket client. Contains all state of the VT core; xterm.js ignores what it does not
 * support (rectangles, left and right margins, clusters, kitty keyboard).
 */
import { joinBytes } from '../../../base/objects/join-bytes.ts'
import { extraCursors } from './to-ansi-cursors.ts'
import { expanded } from '../delta.ts'
import type { Screen } from '../../screen/screen.ts'
import { snapshotOf, type Snapshot } from '../snapshot.ts'
import { newestRow, writeHistory } from './to-ansi-history.ts'
import { levelOf, savedModesOf } from './to-ansi-modes.ts'
import { Writer, type Earlier } from './to-ansi-writer.ts'

/** Characters that a screen may always have: five times a usual colorful one. */
const screenCharactersMin = 32_768

export function toAnsi(snapshot: Snapshot): string {
  const { cols, rows, scrollback, links } = snapshot
  const known = new Map(links.map(([number, uri, id]) => [number, { uri, id }]))
  const history =
    scrollback === undefined
      ? []
      : expanded({ cols, rows: scrollback.rows, lines: scrollback.lines })
  const writer = new Writer(cols, rows, (number) => known.get(number))
  writeHead(snapshot, writer)
  writer.rows(history, undefined, true)
  writeScreen(snapshot, writer, { count: history.length, last: history.at(-1) ?? null })
  return writer.text
}

export interface AnsiOptions {
  /** Beyond: omits the oldest history, then styles, links and marks of lower rows, then rows. */
  readonly bytesMax?: number
  /** Called regularly while writing, which may take seconds. */
  readonly alive?: () => void
  /** UTF-8 by default. Encoding must be the same for a text and its parts. */
  readonly encode?: (text: string) => Uint8Array
}

/** Writes as `toAnsi` does, with up to `scrollback` rows, without a snapshot of them. */
export function screenToAnsi(
  screen: Screen,
  scrollback: number,
  { bytesMax = Number.MAX_SAFE_INTEGER, alive = () => undefined, encode = utf8 }: AnsiOptions = {},
): { readonly bytes: Uint8Array; readonly history: number } {
  const snapshot = snapshotOf(screen, { epoch: 0, rev: 0, at: 0 })
  const { history } = screen.primary
  const writer = (charactersMax?: number) => {
    alive()
    return new Writer(
      screen.cols,
      screen.rows,
      (number) => screen.linkOf(number),
      alive,
      charactersMax,
    )
  }
  const first = writer()
  writeHead(snapshot, first)
  const head = encode(first.text)
  const last = history === null ? null : newestRow(screen, history)
  const behind = (count: number) => {
    for (let charactersMax = Math.max(bytesMax, screenCharactersMin); ; charactersMax /= 2) {
      const rest = writer(charactersMax)
      writeScreen(snapshot, rest, { count, last: count === 0 ? null : last })
      const bytes = encode(rest.text)
      if (head.length + bytes.length <= bytesMax || charactersMax <= screenCharactersMin)
        return bytes
    }
  }
  const wanted = Math.min(scrollback, history?.count ?? 0)
  let tail = behind(wanted)
  const earlier =
    history === null
      ? { parts: [], count: 0 }
      : writeHistory(screen, history, wanted, {
          bytesMax: bytesMax - head.length - tail.length,
          writer,
          encode,
        })
  if (Math.min(earlier.count, screen.rows) < Math.min(wanted, screen.rows))
    tail = behind(earlier.count) // fewer rows scroll
  return { bytes: joinBytes([head, ...earlier.parts, tail]), history: earlier.count }
}

function utf8(text: string): Uint8Array {
  return new TextEncoder().encode(text)
}

/** Writes everything before the cells. */
function writeHead(snapshot: Snapshot, writer: Writer): void {
  writer.add(savedModesOf(snapshot)) // a lower level refuses some of them
  writer.add(levelOf(snapshot))
  for (const saved of snapshot.savedColors ?? []) {
    writer.colors(saved)
    writer.add('\x1b[#P\x1b]104\x1b\\\x1b]105\x1b\\')
    for (let number = 110; number < 120; number += 1) writer.add(`\x1b]${number}\x1b\\`)
  }
  writer.head(snapshot)
}

function writeScreen(snapshot: Snapshot, writer: Writer, earlier: Earlier): void {
  const { cols, rows, other } = snapshot
  if (snapshot.screen === 'grid') {
    writer.rows(other === undefined ? [] : expanded({ cols, rows, lines: other.lines }), earlier)
    if (other !== undefined) writer.screen(other, expanded({ cols, rows, lines: other.lines }))
    writer.add('\x1b[?47h\x1b[H')
    writer.rows(expanded(snapshot))
  } else {
    writer.rows(expanded(snapshot), earlier)
    if (other !== undefined) {
      writer.add('\x1b[?47h\x1b[H')
      writer.rows(expanded({ cols, rows, lines: other.lines }))
      writer.screen(other, expanded({ cols, rows, lines: other.lines }))
      writer.add(other.fresh === true ? '\x1b[?1047l' : '\x1b[?47l')
    }
  }
  if (snapshot.saved !== undefined) writer.saved(snapshot.saved, expanded(snapshot))
  writer.keyboard(snapshot.keyboard)
  writer.pointers(snapshot.pointers)
  writer.titles(snapshot)
  for (const { numbers, pen } of snapshot.savedPens ?? []) {
    writer.style(pen)
    // 6 is no attribute
    writer.add(`\x1b[${numbers.map((number) => (number === 0 ? 6 : number)).join(';')}#{`)
  }
  if (snapshot.cursors !== undefined) writer.add(extraCursors(snapshot.cursors))
  writer.rest(snapshot)
}
