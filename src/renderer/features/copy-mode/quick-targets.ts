/** Targets of quick select (addresses, paths, hashes) and their one- or two-letter labels. Pure. */
import type { QuickAction, QuickPattern } from '../../../core/config/sections/quick-select.ts'
import type { KeyPress } from '../../../core/config/keys/chords.ts'
import { findLinks, type FoundLink } from '../../../core/links/find-links.ts'
import {
  lineCells,
  linksOf,
  readOnce,
  withoutParts,
  type LinkLine,
  type LinkSpan,
} from '../../../core/links/row-links.ts'
import type { RowReader } from './rows.ts'
import type { CellPlace } from '../../grid/text/line.ts'

/**
 * Returns the action for the modifier held with a label's last letter, or null for other modifiers.
 * @param plain action without a modifier
 */
export function actionOf(
  { shift, alt, ctrl, meta }: Pick<KeyPress, 'shift' | 'alt' | 'ctrl' | 'meta'>,
  plain: QuickAction,
): QuickAction | null {
  if (meta || Number(shift) + Number(alt) + Number(ctrl) > 1) return null
  return shift ? 'open' : alt ? 'insert' : ctrl ? 'edit' : plain
}

type Openable =
  | { readonly kind: 'address'; readonly address: string }
  | Omit<FoundLink & { kind: 'path' }, 'start' | 'end'>

/**
 * Returns the address or path in a text, or null if it is neither. An address is opened completely
 * or not at all: opening only a part would differ from the shown text.
 */
export function openable(text: string): Openable | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { kind: 'address', address: text }
  const [found] = findLinks(text, { addresses: false, paths: true, schemes: [] })
  if (found?.kind !== 'path' || found.start !== 0 || found.end !== text.length) return null
  const { path, line, column } = found
  return { kind: 'path', path, line, column }
}

export interface QuickTarget {
  readonly text: string
  /** Address of a link that a program made (OSC 8), or null. */
  readonly link: string | null
  /** The text with the rest of its words, as a reader sees it. */
  readonly words: string
  /** UTF-16 unit after the text. Empty at the end of the line; null if unknown. */
  readonly next: string | null
  /** Cells of its first and last characters. */
  readonly at: CellPlace
  readonly end: CellPlace
  /** Cells of its text in later rows, if the program wrapped it by itself. */
  readonly more: readonly LinkSpan[]
  /** Whether the line continues beyond the text, where it is not searched. */
  readonly isCut: boolean
  readonly label: string
  /** The user's pattern that matched, or null for a built-in one. */
  readonly pattern: QuickPattern | null
}

/** A line to search. */
export interface QuickLine extends LinkLine {
  /** Links of programs (OSC 8), UTF-16 units. */
  readonly links: readonly { readonly start: number; readonly end: number; readonly uri: string }[]
  readonly addresses: readonly QuickAddress[]
  /** UTF-16 units of its rows that belong to an address of an earlier line. */
  readonly taken: readonly { readonly start: number; readonly end: number }[]
}

interface QuickAddress {
  readonly start: number
  readonly end: number
  readonly address: string
  /** Cells of its text in the rows after its line. */
  readonly more: readonly LinkSpan[]
  /** Position of its end in these rows. */
  readonly last?: Pick<QuickTarget, 'end' | 'next' | 'isCut'>
}

/** A match of a user's pattern, UTF-16 units, with its line's text, because lines may move. */
export interface OwnMatch {
  readonly line: string
  readonly start: number
  readonly end: number
  readonly pattern: QuickPattern
}

/** Letters of labels, the home row first. */
const letters = 'asdfghjklqwertyuiopzxcvbnm'

/** The number of two-letter labels. If there are more targets, the farthest get no label. */
const targetsMax = letters.length * letters.length

/** Longest searched line. Finding paths is quadratic in it. */
export const targetLineCharactersMax = 2_048

/** Limit of labeled places, counting equal texts. Each is an element that moves with every draw. */
export const labelledPlacesMax = 2_000

/** Limit of user matches and links in one line. Each is compared with the others. */
export const lineTargetsMax = 128

/**
 * Schemes of addresses. Every such address can be copied; `links.schemes` lists the schemes that
 * can be opened.
 */
const schemes = ['https', 'http', 'ftp', 'file', 'ssh', 'git', 'mailto']

/** Built-in patterns, in addition to addresses. The first that matches at a position wins. */
const patterns: readonly RegExp[] = [
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i, // UUID
  // path: absolute or from the home directory; relative with a directory; file name with a line
  /(?:~|\.{1,2})?(?:\/[\w.@%+=~-]+)+\/?(?::\d+(?::\d+)?)?/i,
  // (255 is NAME_MAX of Linux and bounds the search from each word)
  /\b[\w.@%+=-]{1,255}(?:\/[\w.@%+=~-]+)+\/?(?::\d+(?::\d+)?)?/i,
  /\b[\w@%+=-][\w.@%+=-]{0,255}\.[a-z]\w{0,7}:\d+(?::\d+)?/i,
  /\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b/, // hash
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/, // IP address
]

/**
 * Returns the targets, the lowest and rightmost first. Equal texts share a label. The user's
 * patterns win over links of programs, and these over the built-in patterns.
 */
export function targetsIn(
  lines: readonly QuickLine[],
  own: readonly OwnMatch[] = [],
): QuickTarget[] {
  const any = new RegExp(patterns.map(({ source }) => `(?:${source})`).join('|'), 'giu')
  const ownOf = new Map<string, OwnMatch[]>()
  for (const one of own) {
    const there = ownOf.get(one.line)
    if (there === undefined) ownOf.set(one.line, [one])
    else there.push(one)
  }
  const found = lines.flatMap((line) => {
    const { text, places, links, addresses } = line
    const taken: Span[] = []
    const free = (start: number, end: number): boolean =>
      [...taken, ...line.taken].every((one) => end <= one.start || start >= one.end)
    for (const { start, end, pattern } of ownOf.get(text) ?? [])
      if (taken.length < lineTargetsMax && free(start, end))
        taken.push({ start, end, pattern, link: null })
    for (const one of links) {
      const start = one.end - text.slice(one.start, one.end).trimStart().length
      const end = start + text.slice(start, one.end).trimEnd().length
      if (start < end && taken.length < lineTargetsMax && free(start, end))
        taken.push({ start, end, pattern: null, link: one.uri })
    }
    for (const one of addresses)
      if (free(one.start, one.end)) taken.push({ ...one, pattern: null, link: null })
    const usual = [...text.matchAll(any)].flatMap((match) => {
      const trimmed = match[0].replace(/[.,;]+$/, '')
      const { index: start } = match
      const span: Span = { start, end: start + trimmed.length, pattern: null, link: null }
      return trimmed.length > 3 && free(span.start, span.end) ? [span] : []
    })
    return [...taken, ...usual]
      .sort((one, other) => one.start - other.start)
      .flatMap(({ start, end, pattern, link, address, more = [], last }) => {
        const [at, to] = [places[start], places[end - 1]]
        if (at === undefined || to === undefined) return []
        const found = { text: address ?? text.slice(start, end), at, end: to, pattern, link, more }
        return [{ ...found, ...around(line, start, end), ...(last === undefined ? {} : last) }]
      })
  })
  const nearest = found.reverse().slice(0, labelledPlacesMax)
  const wholes = [...new Set(nearest.map(targetValue))].slice(0, targetsMax)
  const names = labels(wholes.length)
  const labelOf = new Map(wholes.map((whole, index) => [whole, names[index] ?? '']))
  return nearest.flatMap((one) => {
    const label = labelOf.get(targetValue(one))
    return label === undefined ? [] : [{ ...one, label }]
  })
}

/** Returns facts about the text of a line between two offsets. */
function around({ text, isCut }: QuickLine, start: number, end: number) {
  let [from, to] = [start, end]
  while (from > 0 && text.charAt(from - 1).trim() !== '') from -= 1
  while (to < text.length && text.charAt(to).trim() !== '') to += 1
  return {
    words: text.slice(from, to),
    next: isCut.end && end === text.length ? null : text.charAt(end),
    isCut: (isCut.start && start === 0) || (isCut.end && end === text.length),
  }
}

type Span = Pick<QuickTarget, 'pattern' | 'link'> &
  Pick<OwnMatch, 'start' | 'end'> &
  Partial<QuickAddress>

/** Returns the address of a link, or the text. */
export function targetValue({ text, link }: Pick<QuickTarget, 'text' | 'link'>): string {
  return link ?? text
}

/** Returns the text that opens for a target without a link: its pattern's URL, or its text. */
export function openedBy({ text, pattern }: Pick<QuickTarget, 'text' | 'pattern'>): string {
  return pattern === null || pattern.url === ''
    ? text
    : pattern.url.replaceAll('{match}', () =>
        encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')),
      )
}

/** Returns whether text and next character are unchanged, so that the label is still right. */
export function standsAt(
  rows: RowReader,
  { text, next, at, more }: Pick<QuickTarget, 'text' | 'next' | 'at' | 'more'>,
): boolean {
  const ofMore = more.map((span) => span.text).join('')
  const first = ofMore === '' ? text : text.slice(0, -ofMore.length)
  const length = first.length + 1
  let found = ''
  for (
    let row = at.row;
    row < rows.count && found.length < length && (row === at.row || rows.isWrapped(row));
    row += 1
  ) {
    found += rows
      .cells(row)
      .slice(row === at.row ? at.column : 0, rows.columns)
      .join('')
  }
  const isSame = (span: LinkSpan, index: number): boolean => {
    const cells = span.row < rows.count ? rows.cells(span.row) : []
    const [from, to] = [span.column, span.column + span.columns]
    const after = index < more.length - 1 || next === null ? '' : next
    return cells.slice(from, to).join('') === span.text && (cells[to] ?? '').startsWith(after)
  }
  return (
    (next === null || more.length > 0
      ? found.startsWith(first)
      : found.slice(0, length) === text + next) && more.every(isSame)
  )
}

/** Returns labels of which none is a prefix of another, with as many of one letter as possible. */
export function labels(count: number): string[] {
  // Each letter that starts two-letter labels replaces its own label by as many as there are
  // letters.
  let doubled = 0
  while (letters.length - doubled + doubled * letters.length < count && doubled < letters.length)
    doubled += 1
  const singles = [...letters].slice(0, letters.length - doubled)
  const doubles = [...letters]
    .slice(letters.length - doubled)
    .flatMap((first) => [...letters].map((second) => first + second))
  return [...singles, ...doubles].slice(0, count)
}

/** Joins `count` rows from `top` to lines, with the cell of each UTF-16 unit. */
export function quickLines(reader: RowReader, top: number, count: number): QuickLine[] {
  const rows = { ...readOnce(reader), count: Math.min(reader.count, top + count) }
  const lines: {
    text: string
    places: CellPlace[]
    links: QuickLine['links'][number][]
    isCut: { start: boolean; end: boolean }
  }[] = []
  for (let row = top; row < rows.count; row += 1) {
    const last = lines.at(-1)
    const goesOn = rows.isWrapped(row)
    const line =
      last !== undefined && goesOn && last.text.length + rows.columns <= targetLineCharactersMax
        ? last
        : { text: '', places: [], links: [], isCut: { start: goesOn, end: false } }
    if (line !== last) lines.push(line)
    line.isCut.end = row + 1 < reader.count && rows.isWrapped(row + 1)
    const links = reader.links?.(row) ?? []
    for (const [column, cell] of lineCells(rows, row).entries()) {
      addLink(line, links[column], cell.length)
      for (const unit of cell.split('')) {
        line.text += unit
        line.places.push({ row, column })
      }
    }
  }
  const kinds = { addresses: true, paths: false, schemes }
  const found = lines.map((line) => ({ line, links: linksOf(rows, line, kinds) }))
  const whole = new Set(withoutParts(found.flatMap(({ links }) => links)))
  const finished = found.map(({ line, links }) => {
    const last = line.places.at(-1)?.row ?? 0
    const addresses = links.flatMap((one): QuickAddress[] => {
      const { link, spans, isCut } = one
      if (link.kind !== 'address' || !whole.has(one)) return []
      const more = spans.filter(({ row }) => row > last)
      const end = more.at(-1)
      const after = (end?.column ?? 0) + (end?.columns ?? 0)
      const address = { start: link.start, end: link.end, address: link.address, more }
      if (end === undefined) return [address]
      const next = rows.cells(end.row)[after] ?? ''
      return [{ ...address, last: { end: { row: end.row, column: after - 1 }, next, isCut } }]
    })
    return { ...line, addresses }
  })
  const later = finished.flatMap(({ addresses }) => addresses.flatMap(({ more }) => more))
  return finished.map((line) => ({
    ...line,
    taken: later.flatMap(({ row, column, text }) => {
      const { places } = line
      const [first, last] = [places[0], places.at(-1)]
      if (first === undefined || last === undefined || row < first.row || row > last.row) return []
      const start = places.findIndex((place) => place.row === row && place.column === column)
      return start < 0 ? [] : [{ start, end: start + text.length }]
    }),
  }))
}

/** Records that the next cell of the line, `length` units long, belongs to a link. */
function addLink(
  { text, links }: { readonly text: string; readonly links: QuickLine['links'][number][] },
  uri: string | undefined,
  length: number,
): void {
  if (uri === undefined || length === 0) return
  const last = links.at(-1)
  const [start, end] = [text.length, text.length + length]
  if (last?.uri === uri && last.end === start) links[links.length - 1] = { ...last, end }
  else links.push({ start, end, uri })
}
