/**
 * Quick select: what in view is worth copying (addresses, paths, hashes), and a label of one or two
 * letters for each. Pure.
 */
import type { QuickAction, QuickPattern } from '../../../core/config/sections/quick-select.ts'
import type { KeyPress } from '../../../core/config/keys/chords.ts'
import { findLinks, type FoundLink } from '../../../core/links/find-links.ts'
import type { RowReader } from './rows.ts'
import type { CellPlace } from '../../grid/text/line.ts'

/**
 * By the key that is held with the last letter of a label. null: keys that are none of ours.
 * @param plain what is done without one
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
 * What opening the text means. An address is opened whole or not at all: one of which a part only
 * would be opened is not what is seen. null: it is neither address nor path, such as a hash.
 */
export function openable(text: string): Openable | null {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return { kind: 'address', address: text }
  const [found] = findLinks(text, { addresses: false, paths: true, schemes: [] })
  if (found?.kind !== 'path' || found.start !== 0 || found.end !== text.length) return null
  const { path, line, column } = found
  return { kind: 'path', path, line, column }
}

export interface QuickTarget {
  /** What the label is on. */
  readonly text: string
  /** Where the text leads that a program has made a link (OSC 8); null: it is none. */
  readonly link: string | null
  /** The text with the rest of the words that it is part of: how a reader takes it. */
  readonly words: string
  /** UTF-16 unit after the text; empty: the line ends there; null: it goes on, unknown how. */
  readonly next: string | null
  /** Cells of its first and last characters. */
  readonly at: CellPlace
  readonly end: CellPlace
  /** The line goes on beyond an end of the text, and is not looked at there. */
  readonly isCut: boolean
  readonly label: string
  /** The user's pattern that found it; null: one of those here. */
  readonly pattern: QuickPattern | null
}

/** A line that patterns are tried on: rows that go on in each other, with each unit's place. */
export interface QuickLine {
  readonly text: string
  readonly places: readonly CellPlace[]
  /** Links of programs (OSC 8); UTF-16 units. */
  readonly links: readonly { readonly start: number; readonly end: number; readonly uri: string }[]
  /** It goes on before its start, or after its end, in rows that are not part of it. */
  readonly isCut: { readonly start: boolean; readonly end: boolean }
}

/**
 * What a pattern of the user has matched, by the line's text: where lines stand may change while
 * patterns are tried. UTF-16 units.
 */
export interface OwnMatch {
  readonly line: string
  readonly start: number
  readonly end: number
  readonly pattern: QuickPattern
}

/** Letters of labels, those under the fingers first. */
const letters = 'asdfghjklqwertyuiopzxcvbnm'

/**
 * As many labels of two letters as there are. The newest targets come first, so what is left out is
 * far up.
 */
const targetsMax = letters.length * letters.length

/**
 * Characters of a line that are looked at together: what makes a path is looked for from each word
 * of it on, which is quadratic. A longer line is cut.
 */
export const targetLineCharactersMax = 2_048

/**
 * Places that are labelled, equal texts among them: each is an element that is put anew when the
 * screen is drawn. More than a large screen of ordinary output has.
 */
export const labelledPlacesMax = 2_000

/** Matches of the user's patterns, and links, in one line: each is compared with the others. */
export const lineTargetsMax = 128

/** What counts, the first to match at a place wins. */
const patterns: readonly RegExp[] = [
  // address; punctuation at its end belongs to the sentence around it
  /(?:https?|ftp|file|ssh|git):\/\/[^\s<>"'`|\\^{}\u2500-\u257f]+(?<![.,;:!?)\]])/,
  /\b[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}\b/i, // UUID
  // path: absolute or of the home, relative with a folder, a file name with a line
  /(?:~|\.{1,2})?(?:\/[\w.@%+=~-]+)+\/?(?::\d+(?::\d+)?)?/i,
  // (a name has at most 255 bytes, NAME_MAX of Linux: so much is looked through from each word on)
  /\b[\w.@%+=-]{1,255}(?:\/[\w.@%+=~-]+)+\/?(?::\d+(?::\d+)?)?/i,
  /\b[\w@%+=-][\w.@%+=-]{0,255}\.[a-z]\w{0,7}:\d+(?::\d+)?/i,
  /\b(?=[0-9a-f]*\d)[0-9a-f]{7,64}\b/, // hash
  /\b\d{1,3}(?:\.\d{1,3}){3}(?::\d+)?\b/, // address of a machine
]

/** Lines of the rows from `top`. */
export function quickLines(rows: RowReader, top: number, count: number): QuickLine[] {
  return linesOf(rows, top, Math.min(count, rows.count - top))
}

/**
 * Targets of the lines, the lowest and rightmost first, as that is where the eye is; what is equal
 * shares a label. What the user's patterns have found stands before what overlaps it, and links of
 * programs before addresses and paths.
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
    const { text, places, links } = line
    const taken: Span[] = []
    const free = (start: number, end: number): boolean =>
      taken.every((one) => end <= one.start || start >= one.end)
    for (const { start, end, pattern } of ownOf.get(text) ?? [])
      if (taken.length < lineTargetsMax && free(start, end))
        taken.push({ start, end, pattern, link: null })
    for (const one of links) {
      const start = one.end - text.slice(one.start, one.end).trimStart().length
      const end = start + text.slice(start, one.end).trimEnd().length
      if (start < end && taken.length < lineTargetsMax && free(start, end))
        taken.push({ start, end, pattern: null, link: one.uri })
    }
    const usual = [...text.matchAll(any)].flatMap((match) => {
      const trimmed = match[0].replace(/[.,;]+$/, '')
      const { index: start } = match
      const span: Span = { start, end: start + trimmed.length, pattern: null, link: null }
      return trimmed.length > 3 && free(span.start, span.end) ? [span] : []
    })
    return [...taken, ...usual]
      .sort((one, other) => one.start - other.start)
      .flatMap(({ start, end, pattern, link }) => {
        const at = places[start]
        if (at === undefined) return []
        return [{ text: text.slice(start, end), at, pattern, link, ...around(line, start, end) }]
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

/** Facts about the text of a line between two offsets. */
function around({ text, places, isCut }: QuickLine, start: number, end: number) {
  let [from, to] = [start, end]
  while (from > 0 && text.charAt(from - 1).trim() !== '') from -= 1
  while (to < text.length && text.charAt(to).trim() !== '') to += 1
  return {
    words: text.slice(from, to),
    next: isCut.end && end === text.length ? null : text.charAt(end),
    end: places[end - 1]!,
    isCut: (isCut.start && start === 0) || (isCut.end && end === text.length),
  }
}

type Span = Pick<QuickTarget, 'pattern' | 'link'> & Pick<OwnMatch, 'start' | 'end'>

/** What a target gives: the address of a link, else its text. */
export function targetValue({ text, link }: Pick<QuickTarget, 'text' | 'link'>): string {
  return link ?? text
}

/** What opens a target that is no link: by its pattern's template, else itself. */
export function openedBy({ text, pattern }: Pick<QuickTarget, 'text' | 'pattern'>): string {
  return pattern === null || pattern.url === ''
    ? text
    : pattern.url.replaceAll('{match}', () =>
        encodeURIComponent(text.replace(/\p{Surrogate}/gu, '\ufffd')),
      )
}

/**
 * Is the text still there, and followed by what followed it? A program may have drawn over it
 * since: then the label is on another text than would be copied.
 */
export function standsAt(
  rows: RowReader,
  { text, next, at }: Pick<QuickTarget, 'text' | 'next' | 'at'>,
): boolean {
  const length = text.length + 1
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
  return next === null ? found.startsWith(text) : found.slice(0, length) === text + next
}

/** So many labels, none the beginning of another: as many of one letter as there can be. */
export function labels(count: number): string[] {
  // Each letter that begins two-letter labels is none itself, and brings as many as there are
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

/** Rows joined to lines, with the place of each character. */
function linesOf(rows: RowReader, top: number, count: number): QuickLine[] {
  const lines: {
    text: string
    places: CellPlace[]
    links: QuickLine['links'][number][]
    isCut: { start: boolean; end: boolean }
  }[] = []
  for (let row = top; row < top + count; row += 1) {
    const last = lines.at(-1)
    const goesOn = rows.isWrapped(row)
    const line =
      last !== undefined && goesOn && last.text.length + rows.columns <= targetLineCharactersMax
        ? last
        : { text: '', places: [], links: [], isCut: { start: goesOn, end: false } }
    if (line !== last) lines.push(line)
    line.isCut.end = row + 1 < rows.count && rows.isWrapped(row + 1)
    const links = rows.links?.(row) ?? []
    rows
      .cells(row)
      .slice(0, rows.columns)
      .forEach((cell, column) => {
        addLink(line, links[column], cell.length)
        for (const unit of cell.split('')) {
          line.text += unit
          line.places.push({ row, column })
        }
      })
  }
  return lines
}

/** The next cell of the line, so many units long, is in this link. */
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
