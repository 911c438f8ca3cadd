/**
 * What is announced to a screen reader of frames: text that was not in the frame before, in the
 * order of its rows, as a terminal that parses the output itself announces what is printed. Rows
 * that have come and gone between two frames are read from the history, as soon as they are there;
 * nothing is read of what would not be announced. The lines are xterm.js's, of which one that has
 * changed is another object; the region is its own, which leaves out what the user has just typed.
 */
import {
  announcedLineMax,
  announcedLinesMax,
  announcedWaitingMax,
  askEvery,
  waitsMax,
} from './limits.ts'

/** What is used of `BufferLine` of xterm.js. */
export interface AnnouncedLine {
  readonly isWrapped: boolean
  translateToString(trimRight: boolean, startColumn?: number, endColumn?: number): string
}

/**
 * Where text goes, and how many lines it has been given since the user's last key
 * (`AccessibilityManager` of xterm.js): behind `announcedLinesMax` it takes nothing.
 */
export interface LiveRegion {
  readonly _liveRegionLineCount: number
  /** A character, or "\n" for the end of a line. */
  _handleChar(character: string): void
}

/** Rows of the history, by number. */
export interface PastRows {
  /** Number of the oldest. */
  readonly first: number
  has(number: number): boolean
  /** By its place behind the oldest. */
  get(index: number): AnnouncedLine | undefined
}

/**
 * A screen as it is drawn. `top`: number of its first row, 0 on the alternate screen. `x` is the
 * number of columns while the next character wraps first.
 */
export interface PageScreen {
  readonly lines: readonly AnnouncedLine[]
  readonly top: number
  readonly x: number
  readonly y: number
}

/** `appended`: at the cursor. */
interface Change {
  readonly text: string
  readonly appended: boolean
}

/** `joins`: on the line of the text before. */
interface Said {
  readonly text: string
  readonly joins: boolean
}

/**
 * Rows of the history that may say what was in no frame. `before`: what was known of the first
 * ones; the first had the cursor, in column `x`, unless that is undefined.
 */
interface Unseen {
  readonly first: number
  readonly end: number
  readonly before: readonly (AnnouncedLine | undefined)[]
  readonly x: number | undefined
  /** The first one goes on with the line that was announced before. */
  readonly joins: boolean
  next: number
  /** How many times its next row was not there. */
  waits: number
}

/** A row that was not in the frame before, and one that has come back from the history. */
const fresh = -1
const known = -2

export class OutputAnnouncer {
  readonly #rows: PastRows
  readonly #ask: (first: number, count: number) => void
  /** What is said behind rows that have not come yet, and those rows. */
  #waiting: (Said | Unseen)[] = []
  #compares = false
  /** Row of the screen that text was on last, or would be; below 0 in the history. */
  #row = Number.NEGATIVE_INFINITY
  /** Characters of the line in the region that has not ended. */
  #open = 0

  /** `ask`: for rows of the history, by number. */
  constructor(rows: PastRows, ask: (first: number, count: number) => void) {
    this.#rows = rows
    this.#ask = ask
  }

  /**
   * The next frame is compared with nothing and announces nothing: it is the first in view, or has
   * another size.
   */
  forget(): void {
    this.#waiting = []
    this.#compares = false
  }

  /** A frame that nobody listened to: the next one is compared with it. `y`: row of its cursor. */
  skip(y: number): void {
    this.#waiting = []
    this.#compares = true
    this.#row = y
  }

  /**
   * A frame has been laid in.
   * @param map for each row its place in the frame before; beyond `before.lines`: it was in none
   * @param switched it shows the other screen than the frame before; `before` is what that showed
   * last
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
    // What is typed comes first, while the line is still open: the region knows it by its place in
    // what is announced.
    if (cursorRow >= 0) this.#change(cursorRow, before, now, places)
    for (const y of now.lines.keys()) if (y !== cursorRow) this.#change(y, before, now, places)
  }

  #change(y: number, before: PageScreen, now: PageScreen, places: Int32Array): void {
    const [place, line] = [places[y]!, now.lines[y]!]
    const old = before.lines[place]
    if (place === known || line === old) return
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

  /** Announces what has waited, if its rows are there. @returns whether anything was announced */
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

  /** So many rows have left the screen: those from the cursor's on may say what was in no frame. */
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

  /** @returns false: rows have not come yet */
  #past(region: LiveRegion, unseen: Unseen): boolean {
    const rows = this.#rows
    for (
      unseen.next = Math.max(unseen.next, rows.first);
      unseen.next < unseen.end && !full(region);
      unseen.next += 1
    ) {
      const number = unseen.next
      if (!rows.has(number)) {
        if (unseen.waits % askEvery === 0)
          this.#ask(number, Math.min(announcedLinesMax + 2, unseen.end - number))
        unseen.waits += 1
        return unseen.waits > waitsMax
      }
      unseen.waits = 0
      const line = rows.get(number - rows.first)
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

  /** What is beyond the limit is not announced. */
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
 * For each row its place in the frame before, changed there or not, `fresh` or `known`; and which
 * rows of that frame are there unchanged. A row that has changed is looked for where its neighbours
 * come from: what is not like it is another one.
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
    const place = [y + shift, y + below[y]!].find(
      (one) =>
        one >= 0 &&
        one < rows &&
        taken[one] === 0 &&
        (one >= gone || one === before.y) &&
        isLike(before, one, now.lines[y]!),
    )
    places[y] = place ?? (y + shift < 0 ? known : fresh)
    if (place !== undefined) taken[place] = 1
  }
  return { places, stays }
}

/**
 * For each row how far it would have moved with the next one below that stands in the frame before;
 * beyond all rows where there is none.
 */
function shiftsBelow(map: Uint32Array, rows: number): Int32Array {
  const shifts = new Int32Array(map.length)
  let shift = rows
  for (let y = map.length - 1; y >= 0; y -= 1) {
    if (map[y]! < rows) shift = map[y]! - y
    shifts[y] = shift
  }
  return shifts
}

/** They have words in common at one end, or what stood before the cursor. */
function isLike(before: PageScreen, place: number, line: AnnouncedLine): boolean {
  const old = before.lines[place]!
  const text = textOf(line)
  if (place === before.y && text.startsWith(atCursor(old, before.x)[0].trimEnd())) return true
  const { from, to } = difference(textOf(old), text)
  return (text.slice(0, from) + text.slice(to)).trim() !== ''
}

/** It goes on with the text on its own row or, where that wrapped, the row above. */
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
 * What a row says that it did not say before; null: nothing.
 * @param x where the cursor was, on the same row then, and `endX` where it is now; undefined: on
 * another row
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
  ) // back from what it has printed
  const change =
    old === undefined || x === undefined
      ? null
      : typed(atCursor(old, x), [head, tail], endX !== undefined)
  if (change !== null) return change
  const text = isBlank(old) ? head + tail : changedWords(textOf(old), textOf(line))
  return text === '' || (text.trim() === '' && !line.isWrapped) ? null : { text, appended: false }
}

/**
 * As when somebody types: what stands behind the cursor has moved on with it, or is another
 * suggestion. null: something else has happened.
 */
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

/** A row's text before the cursor, with the blanks there, and behind it. */
function atCursor(line: AnnouncedLine, x: number | undefined): [string, string] {
  return x === undefined
    ? [line.translateToString(true), '']
    : [line.translateToString(false, 0, x), line.translateToString(true, x)]
}

/** What of `now` is another text: between what both begin with, and what both end with. */
function difference(old: string, now: string): { readonly from: number; readonly to: number } {
  const least = Math.min(old.length, now.length)
  let from = 0
  while (from < least && old[from] === now[from]) from += 1
  let same = 0
  while (same < least - from && old[old.length - 1 - same] === now[now.length - 1 - same]) same += 1
  return { from, to: now.length - same }
}

/** From the first word that is another one to the last; nothing where words are only missing. */
function changedWords(old: string, now: string): string {
  let { from, to } = difference(old, now)
  while (from < to && now[from] === ' ') from += 1
  while (from < to && now[to - 1] === ' ') to -= 1
  if (from >= to) return ''
  while (from > 0 && now[from - 1] !== ' ') from -= 1
  while (to < now.length && now[to] !== ' ') to += 1
  return now.slice(from, to)
}
