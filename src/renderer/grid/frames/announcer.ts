/**
 * Finds the text of a frame for screen readers: text that was not in the frame before, in the order
 * of rows, as if the terminal had parsed the output itself. Rows that came and went between two
 * frames are read from the history when they arrive, but only those to be announced. Lines are
 * xterm.js's, which are new objects when they change. The live region leaves out what the user
 * typed.
 */
import {
  announcedLineMax,
  announcedLinesMax,
  announcedWaitingMax,
  askEvery,
  waitsMax,
} from './limits.ts'

/** The used part of xterm.js's `BufferLine`. */
export interface AnnouncedLine {
  readonly isWrapped: boolean
  translateToString(trimRight: boolean, startColumn?: number, endColumn?: number): string
}

/** xterm.js's `AccessibilityManager`. It ignores lines after `announcedLinesMax`. */
export interface LiveRegion {
  readonly _liveRegionLineCount: number
  /** @param character or "\n" for the end of a line */
  _handleChar(character: string): void
}

/** Rows of the history, by number. */
interface PastRows {
  readonly packed: {
    /** Number of the oldest row. */
    readonly first: number
    has(number: number): boolean
  }
  /** @param index counted from the oldest row */
  get(index: number): AnnouncedLine | undefined
}

/**
 * A drawn screen. `top` is the number of its first row, 0 on the alternate screen. `x` is the
 * number of columns while the next character wraps first.
 */
export interface PageScreen {
  readonly lines: readonly AnnouncedLine[]
  readonly top: number
  readonly x: number
  readonly y: number
}

/** `appended` means at the cursor. */
interface Change {
  readonly text: string
  readonly appended: boolean
}

/** `joins` means on the line of the previous text. */
interface Said {
  readonly text: string
  readonly joins: boolean
}

/**
 * Rows of the history that may have text that was in no frame. `before` is the known text of the
 * first ones. The first row had the cursor in column `x`, if defined.
 */
interface Unseen {
  readonly first: number
  readonly end: number
  readonly before: readonly (AnnouncedLine | undefined)[]
  readonly x: number | undefined
  /** The first row continues the line announced before. */
  readonly joins: boolean
  next: number
  /** How many times its next row was missing. */
  waits: number
}

/** A row that was not in the previous frame, and one that returned from the history. */
const fresh = -1
const known = -2

export class OutputAnnouncer {
  readonly #rows: PastRows
  readonly #ask: (first: number, count: number) => void
  /** Texts that wait for rows, and these rows. */
  #waiting: (Said | Unseen)[] = []
  #compares = false
  /** Row of the last text on the screen; below 0 in the history. */
  #row = Number.NEGATIVE_INFINITY
  /** Characters of the region's unfinished line. */
  #open = 0

  /** @param ask requests rows of the history, by number */
  constructor(rows: PastRows, ask: (first: number, count: number) => void) {
    this.#rows = rows
    this.#ask = ask
  }

  /** Skips the comparison of the next frame, which is the first visible one or has another size. */
  forget(): void {
    this.#waiting = []
    this.#compares = false
  }

  /** Skips a frame without a listener. @param y row of its cursor */
  skip(y: number): void {
    this.#waiting = []
    this.#compares = true
    this.#row = y
  }

  /**
   * Announces a frame that was laid in.
   * @param map for each row its position in the previous frame; beyond `before.lines` if it was not
   * there
   * @param switched whether the frame shows the other screen. `before` is then what that screen
   * showed last.
   * @returns whether anything was announced
   */
  frame(
    region: LiveRegion,
    before: PageScreen,
    now: PageScreen,
    { map, switched }: { readonly map: Uint32Array; readonly switched: boolean },
  ): boolean {
    const gone = now.top - before.top
    if (this.#compares && !full(region) && this.#waiting.length < announcedWaitingMax) {
      const { places, stays } = placesOf(before, now, map)
      const at = places.indexOf(this.#row)
      this.#row = switched ? Number.NEGATIVE_INFINITY : at >= 0 ? at : this.#row - gone
      this.#scrolled(before, stays, gone)
      this.#changes(before, now, places)
      if (this.#row !== now.y) this.#wait({ text: '', joins: false })
    }
    this.#compares = true
    this.#row = now.y
    return this.drain(region)
  }

  #changes(before: PageScreen, now: PageScreen, places: Int32Array): void {
    const cursorRow = places.indexOf(before.y)
    // Typed text first, while the line is unfinished: the region recognizes it by its position.
    if (cursorRow >= 0) this.#change(cursorRow, before, now, places)
    for (const y of now.lines.keys()) if (y !== cursorRow) this.#change(y, before, now, places)
  }

  #change(y: number, before: PageScreen, now: PageScreen, places: Int32Array): void {
    const [place = known, line] = [places[y], now.lines[y]]
    const old = before.lines[place]
    if (place === known || line === undefined || line === old) return
    const change = changeOf(
      old,
      line,
      place === before.y ? before.x : undefined,
      y === now.y ? now.x : undefined,
    )
    if (change === null) return
    this.#wait({
      text: change.text,
      joins: joins(change, line, old, this.#row === y, this.#row === y - 1),
    })
    this.#row = y
  }

  /** Announces waiting texts whose rows are there. @returns whether anything was announced */
  drain(region: LiveRegion): boolean {
    let any = false
    for (let next = this.#waiting[0]; next !== undefined; next = this.#waiting[0]) {
      if (full(region)) {
        this.#waiting = []
        break
      }
      if ('text' in next) this.#announce(region, next)
      else if (!this.#past(region, next)) break
      any = true
      this.#waiting.shift()
    }
    return any
  }

  /** Handles rows that left the screen. From the cursor's on, they may have unseen text. */
  #scrolled(before: PageScreen, stays: Uint8Array, gone: number): void {
    const stayed = stays.indexOf(1)
    const from = stayed === -1 ? before.y : Math.min(before.y, stayed)
    if (gone <= from) return
    const first = before.top + from
    this.#wait({
      first,
      end: before.top + gone,
      before: before.lines
        .slice(from, gone)
        .map((line, index) => (stays[from + index] === 1 ? undefined : line)),
      x: from === before.y ? before.x : undefined,
      joins: this.#row + gone === from,
      next: first,
      waits: 0,
    })
    this.#row = -1
  }

  /** @returns false if rows are still missing */
  #past(region: LiveRegion, unseen: Unseen): boolean {
    const rows = this.#rows
    for (
      unseen.next = Math.max(unseen.next, rows.packed.first);
      unseen.next < unseen.end && !full(region);
      unseen.next += 1
    ) {
      const number = unseen.next
      if (!rows.packed.has(number)) {
        if (unseen.waits % askEvery === 0)
          this.#ask(number, Math.min(announcedLinesMax + 2, unseen.end - number))
        unseen.waits += 1
        return unseen.waits > waitsMax
      }
      unseen.waits = 0
      const line = rows.get(number - rows.packed.first)
      const old = unseen.before[number - unseen.first]
      const isFirst = number === unseen.first
      const change =
        line === undefined ? null : changeOf(old, line, isFirst ? unseen.x : undefined, undefined)
      if (line !== undefined && change !== null)
        this.#announce(region, {
          text: change.text,
          joins: joins(change, line, old, isFirst && unseen.joins, !isFirst),
        })
    }
    return true
  }

  /** Queues a text, unless the queue is full. */
  #wait(one: Said | Unseen): void {
    if (this.#waiting.length < announcedWaitingMax) this.#waiting.push(one)
  }

  #announce(region: LiveRegion, { text, joins }: Said): void {
    if (!joins) this.#end(region)
    for (const character of text) {
      if (this.#open === announcedLineMax) this.#end(region)
      if (full(region)) return
      region._handleChar(character)
      this.#open += 1
    }
  }

  #end(region: LiveRegion): void {
    if (this.#open > 0) region._handleChar('\n')
    this.#open = 0
  }
}

function full({ _liveRegionLineCount: lines }: LiveRegion): boolean {
  return lines > announcedLinesMax
}

/**
 * Returns for each row its position in the previous frame (changed or not), `fresh` or `known`, and
 * which rows of that frame are unchanged. A changed row is looked for where its neighbors were, and
 * must be similar.
 */
function placesOf(
  before: PageScreen,
  now: PageScreen,
  map: Uint32Array,
): { readonly places: Int32Array; readonly stays: Uint8Array } {
  const rows = before.lines.length
  const stays = new Uint8Array(rows)
  for (const from of map) if (from < rows) stays[from] = 1
  const taken = stays.slice()
  const places = new Int32Array(map.length)
  const below = shiftsBelow(map, rows)
  const gone = now.top - before.top
  let shift = gone
  for (const [y, from] of map.entries()) {
    if (from < rows) {
      shift = from - y
      places[y] = from
      continue
    }
    const place = [y + shift, y + (below[y] ?? rows)].find(
      (one) =>
        one >= 0 &&
        one < rows &&
        taken[one] === 0 &&
        (one >= gone || one === before.y) &&
        isLike(before, one, now.lines[y]),
    )
    places[y] = place ?? (y + shift < 0 ? known : fresh)
    if (place !== undefined) taken[place] = 1
  }
  return { places, stays }
}

/** Returns for each row the shift of the next row below that was in the previous frame. */
function shiftsBelow(map: Uint32Array, rows: number): Int32Array {
  const shifts = new Int32Array(map.length)
  let shift = rows
  for (let y = map.length - 1; y >= 0; y -= 1) {
    const from = map[y] ?? rows
    if (from < rows) shift = from - y
    shifts[y] = shift
  }
  return shifts
}

/** Returns whether a row has words in common at one end, or the text before the cursor. */
function isLike(before: PageScreen, place: number, line: AnnouncedLine | undefined): boolean {
  const old = before.lines[place]
  if (old === undefined || line === undefined) return false
  const text = textOf(line)
  if (place === before.y && text.startsWith(atCursor(old, before.x)[0].trimEnd())) return true
  const { from, to } = difference(textOf(old), text)
  return (text.slice(0, from) + text.slice(to)).trim() !== ''
}

/** Returns whether the text continues that on its own row or, if that wrapped, on the row above. */
function joins(
  { appended }: Change,
  line: AnnouncedLine,
  old: AnnouncedLine | undefined,
  onRow: boolean,
  onRowAbove: boolean,
): boolean {
  return (appended && onRow) || (onRowAbove && line.isWrapped && isBlank(old))
}

/**
 * Returns the new text of a row, or null.
 * @param x the cursor's column if it was on this row
 * @param endX its column if it is on this row now
 */
function changeOf(
  old: AnnouncedLine | undefined,
  line: AnnouncedLine,
  x: number | undefined,
  endX: number | undefined,
): Change | null {
  const [head, tail] = atCursor(
    line,
    endX !== undefined && x !== undefined && endX < x ? undefined : endX,
  ) // it moved back from what it printed
  const change =
    old === undefined || x === undefined
      ? null
      : typed(atCursor(old, x), [head, tail], endX !== undefined)
  if (change !== null) return change
  const text = isBlank(old) ? head + tail : changedWords(textOf(old), textOf(line))
  return text === '' || (text.trim() === '' && !line.isWrapped) ? null : { text, appended: false }
}

/** Returns the text typed at the cursor, with the text after it moved or suggested, or null. */
function typed(
  [oldHead, oldTail]: [string, string],
  [head, tail]: [string, string],
  onRow: boolean,
): Change | null {
  if (head.length <= oldHead.length || !head.startsWith(oldHead)) return null
  const same = tail.trim() === oldTail.trim()
  if (!same && (!onRow || (oldTail !== '' && head[oldHead.length] === oldTail[0]))) return null
  return {
    text: head.slice(oldHead.length) + (same ? '' : changedWords(oldTail, tail)),
    appended: true,
  }
}

function isBlank(line: AnnouncedLine | undefined): line is undefined {
  return line === undefined || textOf(line) === ''
}

function textOf(line: AnnouncedLine): string {
  return line.translateToString(true).trimEnd()
}

/** Returns a row's text before the cursor, with its blanks, and the text after it. */
function atCursor(line: AnnouncedLine, x: number | undefined): [string, string] {
  return x === undefined
    ? [line.translateToString(true), '']
    : [line.translateToString(false, 0, x), line.translateToString(true, x)]
}

/** Returns the range of `now` between the common start and the common end. */
function difference(old: string, now: string): { readonly from: number; readonly to: number } {
  const least = Math.min(old.length, now.length)
  let from = 0
  while (from < least && old[from] === now[from]) from += 1
  let same = 0
  while (same < least - from && old[old.length - 1 - same] === now[now.length - 1 - same]) same += 1
  return { from, to: now.length - same }
}

/** Returns the words from the first changed one to the last, or '' if words were only removed. */
function changedWords(old: string, now: string): string {
  let { from, to } = difference(old, now)
  while (from < to && now[from] === ' ') from += 1
  while (from < to && now[to - 1] === ' ') to -= 1
  if (from >= to) return ''
  while (from > 0 && now[from - 1] !== ' ') from -= 1
  while (to < now.length && now[to] !== ' ') to += 1
  return now.slice(from, to)
}
