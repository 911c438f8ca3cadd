/**
 * Finds addresses and file positions in a line of output. Every loop advances by at least one
 * character, and nothing is tried twice, so the cost is linear in the line's length. Pure.
 */
import { anyOf } from '../../base/text/any-of.ts'
import { linkBytesMax, linksPerLineMax, pathCharactersMax } from './limits.ts'

export type FoundLink =
  | {
      readonly kind: 'address'
      readonly start: number
      readonly end: number
      readonly address: string
    }
  /** May be a file; the caller checks. `line` and `column` count from 1; `null` if not given. */
  | {
      readonly kind: 'path'
      readonly start: number
      readonly end: number
      readonly path: string
      readonly line: number | null
      readonly column: number | null
    }

export interface LinkKinds {
  readonly addresses: boolean
  readonly paths: boolean
  /** Schemes of addresses, without the colon. */
  readonly schemes: readonly string[]
}

/** Returns the links in `text` in order and without overlaps; offsets are in UTF-16 units. */
export function findLinks(text: string, { addresses, paths, schemes }: LinkKinds): FoundLink[] {
  const links: FoundLink[] = []
  if (addresses) findAddresses(text, schemes, links)
  if (paths) findPaths(text, links)
  return links.sort((one, other) => one.start - other.start).slice(0, linksPerLineMax)
}

/**
 * Characters of an address: the ones of RFC 3986, and letters, marks and digits of other scripts.
 * Quotes, brackets and punctuation of other scripts end an address. Invisible characters also end
 * it.
 */
const inAddress = anyOf('u', [
  /[!#-;=?-Z[\]_a-z~]/,
  /(?!\p{Default_Ignorable_Code_Point}|[\0-\u00a0])[\p{L}\p{M}\p{N}]/u,
])
/** Arrows, shapes, frames and braille are symbols, but they divide texts. */
const divides = /[\0-\u00a0\u2190-\u21ff\u2500-\u25ff\u2800-\u28ff\u{1d159}\u{1fb00}-\u{1fbff}]/u
/** Characters after the host. */
const inPath = anyOf('u', [inAddress, new RegExp(`(?!${divides.source})(?:\\p{S}|\ufe0f)`, 'u')])
/** Hyphens and dots of names such as `Hardy–Weinberg` and `Col·lecció`, between letters. */
const inName = /^[·\u2010-\u2013]$/u
const startsName = /^[\p{L}\p{N}]/u

/**
 * Characters that belong to the sentence at the end of an address, and brackets without a closing
 * one.
 */
const trailing = new Set(".,;:!?'*_~([")

const pairs: Readonly<Record<string, string>> = { ')': '(', ']': '[' }

function findAddresses(text: string, schemes: readonly string[], links: FoundLink[]): void {
  const known = schemes
    .filter((scheme) => /^[a-z][a-z0-9+.-]*$/.test(scheme))
    .map((scheme) => scheme.replace(/[+.]/g, '\\$&'))
  if (known.length === 0) return
  const begin = new RegExp(`(?:${known.join('|')}):`, 'gi')
  for (
    let match = begin.exec(text);
    match !== null && links.length < linksPerLineMax;
    match = begin.exec(text)
  ) {
    const start = match.index
    const colon = start + match[0].length
    // `xhttps` is not a link; `git+https`, `url=https`, `_https` and a letter of a script without
    // spaces may precede one.
    if (start > 0 && /[a-z0-9]/i.test(text.charAt(start - 1))) continue
    const scheme = match[0].slice(0, -1).toLowerCase()
    const rest = scheme === 'mailto' ? colon : colon + 2
    if (scheme !== 'mailto' && !text.startsWith('//', colon)) continue
    const end = addressEnd(text, start, rest)
    if (end === null) {
      begin.lastIndex = start + linkBytesMax
      continue
    }
    if (end <= rest || !plausible(scheme, text.slice(rest, end))) continue
    links.push({ kind: 'address', start, end, address: text.slice(start, end) })
    begin.lastIndex = end
  }
}

/** Returns `null` if the address exceeds `linkBytesMax`: a part of it would lead elsewhere. */
function addressEnd(text: string, start: number, from: number): number | null {
  const open: string[] = []
  const quote = text.charAt(start - 1) === "'"
  let isHost = text.startsWith('//', from - 2)
  let end = from
  for (const character of text.slice(from, start + linkBytesMax + 1)) {
    const after = end + character.length
    if (!(isHost ? inAddress : inPath).test(character)) {
      if (isHost || !inName.test(character) || !startsName.test(text.slice(after, after + 2))) break
    } else if (character === '(' || character === '[') open.push(character)
    else if (character in pairs) {
      // A bracket that was not opened within the address closes one around it.
      if (open.at(-1) !== pairs[character]) break
      open.pop()
    } else if (quote && character === "'" && !/^\w/.test(text.slice(after, after + 1))) break
    isHost &&= !/[/?#]/.test(character)
    if (end >= start + linkBytesMax) return null
    end = after
  }
  while (end > from && trailing.has(text.charAt(end - 1))) end -= 1
  return end
}

/** Whether the address is complete enough to be worth a click. */
function plausible(scheme: string, rest: string): boolean {
  if (scheme === 'mailto') return /^[^\s@]+@[^\s@]+\.[^\s@]+$|^[^\s@]+@localhost$/u.test(rest)
  if (scheme === 'file') return /^[^/]*\/./u.test(rest)
  return withHost.test(rest)
}

const host = /\[[\da-f:.%]+\]|[\p{L}\p{N}_](?:[\p{L}\p{N}\p{M}_.-]*[\p{L}\p{N}_.])?/u
/** The text after `//`: an optional user, a host, an optional port, then the end or a path. */
const withHost = new RegExp(`^(?:[^/?#@]*@)?(?:${host.source})(?::\\d{1,5})?(?:[/?#]|$)`, 'iu')

/** Characters of a path. Spaces are excluded: a word that starts a sentence would swallow it. */
const pathCharacter = /[\p{L}\p{N}\p{M}_.\-/~+@%#=$]/u

/** Finds `src/a.ts:12:7`, `./a.ts(12,7)`, `a.ts:12`, `/etc/hosts`, `File "a.py", line 12`. */
function findPaths(text: string, links: FoundLink[]): void {
  const taken = links.map(({ start, end }) => ({ start, end }))
  for (let at = 0; at < text.length && links.length < linksPerLineMax; ) {
    const inside = taken.find(({ start, end }) => at >= start && at < end)
    if (inside !== undefined) {
      at = inside.end
      continue
    }
    const code = text.codePointAt(at) ?? 0
    const step = code > 0xffff ? 2 : 1
    if (!pathCharacter.test(String.fromCodePoint(code))) {
      at += step
      continue
    }
    const limit = taken.find(({ start }) => start >= at)?.start ?? text.length
    let end = at
    while (end < limit) {
      const next = text.codePointAt(end) ?? 0
      if (!pathCharacter.test(String.fromCodePoint(next))) break
      end += next > 0xffff ? 2 : 1
    }
    const found = end - at <= pathCharactersMax ? pathFrom(text, at, end) : null
    if (found !== null) links.push(found)
    at = Math.max(end, found?.end ?? end)
  }
}

function pathFrom(text: string, from: number, to: number): FoundLink | null {
  let start = from
  // `--file=src/a.ts` and `@scope`: the name starts after the sign.
  const word = text.slice(from, to)
  const sign = /^[-\w]*=(?=[\w.~/])/u.exec(word)
  if (sign !== null) start += sign[0].length
  let end = to
  while (end > start && /[.\-=#$%@+~]/.test(text.charAt(end - 1))) end -= 1
  const path = text.slice(start, end)
  if (!/[\p{L}\p{N}]/u.test(path)) return null
  const place = end === to ? positionAfter(text, end) : null
  const slash = path.includes('/')
  // Without a slash, only a name with a letter in its ending and a line, as printed by compilers.
  // Versions and times don't count.
  if (
    !slash &&
    (place === null ||
      !/\.\p{L}[\p{L}\p{N}_+-]{0,9}$|^(?:Makefile|Dockerfile|Justfile|Rakefile|Gemfile)$/u.test(
        path,
      ))
  )
    return null
  if (/^\d+(\/\d+)+$/.test(path)) return null
  return {
    kind: 'path',
    start,
    end: place?.end ?? end,
    path,
    line: place?.line ?? null,
    column: place?.column ?? null,
  }
}

/** Reads the line and column after a path. */
function positionAfter(
  text: string,
  at: number,
): { readonly line: number; readonly column: number | null; readonly end: number } | null {
  const rest = text.slice(at, at + 40)
  const match =
    /^:(\d{1,7})(?::(\d{1,6}))?(?![\d])/u.exec(rest) ??
    /^\((\d{1,7})(?:, ?(\d{1,6}))?\)/u.exec(rest) ??
    /^["'],? (?:on )?line (\d{1,7})(?:, col(?:umn)? (\d{1,6}))?/u.exec(rest)
  if (match === null) return null
  const line = Number(match[1])
  return line === 0
    ? null
    : {
        line,
        column: match[2] === undefined ? null : Math.max(1, Number(match[2])),
        end: at + match[0].length,
      }
}
