/**
 * Edits JSON with comments without changing anything else. jsonc-parser finds positions, but its
 * own edits reformat surrounding lines and lose comments.
 */
import {
  createScanner,
  findNodeAtLocation,
  parseTree,
  type JSONPath,
  type Node,
} from 'jsonc-parser'

export const syntax = { allowTrailingComma: true, allowEmptyContent: true } as const

export function nodeAt(text: string, path: JSONPath): Node | undefined {
  const tree = parseTree(text, [], syntax)
  return tree === undefined ? undefined : findNodeAtLocation(tree, path)
}

/** Appends a value to an object, or to a list if `key` is null. */
export function append(text: string, path: JSONPath, key: string | null, value: unknown): string {
  const container = nodeAt(text, path) as Node // the caller has checked it
  const last = container.children?.at(-1)
  const name = key === null ? '' : `${JSON.stringify(key)}: `
  return last === undefined
    ? intoEmpty(text, container, name, value)
    : behind(text, last, name, value)
}

export function replaceValue(text: string, path: JSONPath, value: unknown): string {
  const { offset, length } = nodeAt(text, path) as Node // the caller has checked it
  return spliced(text, offset, length, JSON.stringify(value))
}

interface Siblings {
  previous: Node | undefined
  next: Node | undefined
}

/**
 * Removes values with their keys, commas and preceding white space. Comments stay. Equivalent to
 * parsing the text again after each value, in linear time.
 */
export class Removal {
  readonly #text: string
  readonly #siblings = new Map<Node, Siblings>()
  /** Whether a list or object has a trailing comma. */
  readonly #trailing = new Map<Node, boolean>()
  /** Start of each removed range, by its end. Ranges contain one another or are apart. */
  readonly #removed = new Map<number, number>()

  /** Start offsets of comments, in order. Found when first needed. */
  #comments: readonly number[] | null = null

  constructor(text: string) {
    this.#text = text
  }

  /** Whether a value is the only remaining one in its list or object. */
  isOnly(value: Node): boolean {
    const { previous, next } = this.#besides(entryOf(value))
    return previous === undefined && next === undefined
  }

  hasComment({ offset, length }: Node): boolean {
    this.#comments ??= commentStarts(this.#text)
    return this.#comments.some((at) => at > offset && at < offset + length)
  }

  /** Removes a value that is not removed yet, nor anything around it. */
  remove(value: Node): void {
    const node = entryOf(value)
    const { previous, next } = this.#besides(node)
    const hasComma = next !== undefined || this.#isTrailing(node.parent)
    const comma = hasComma ? node : previous
    if (previous !== undefined) this.#besides(previous).next = next
    if (next !== undefined) this.#besides(next).previous = previous
    this.#remove(this.#blanksBefore(node.offset), endOf(node))
    const at = comma === undefined ? null : commaAt(this.#text, endOf(comma))
    if (at !== null) this.#remove(at, at + 1)
  }

  /** Returns the remaining text. Line comments keep the end of their line. */
  text(): string {
    const ranges = [...this.#removed].sort(
      ([end, start], [otherEnd, otherStart]) => start - otherStart || otherEnd - end,
    )
    const comments = lineCommentEnds(this.#text)
    /** Positions where text after a line comment was removed. */
    const cuts: number[] = []
    let left = ''
    let at = 0
    for (const [end, start] of ranges) {
      if (start < at) continue // part of a range that was removed later
      left += this.#text.slice(at, start)
      if (comments.has(start)) cuts.push(left.length)
      at = end
    }
    left += this.#text.slice(at)
    const { eol } = formOf(this.#text)
    // After a line comment, only comments may be on its line.
    const lineEnd = /(?:[^\S\r\n]|\/\*(?:[^*\r\n]|\*(?!\/))*\*\/)*(?:\/\/|[\r\n]|$)/y
    return [0, ...cuts]
      .map((from, index) => {
        lineEnd.lastIndex = from
        const isOpen = index > 0 && !lineEnd.test(left)
        return (isOpen ? eol : '') + left.slice(from, cuts[index])
      })
      .join('')
  }

  #besides(node: Node): Siblings {
    const known = this.#siblings.get(node)
    if (known !== undefined) return known
    const all = node.parent?.children ?? [node]
    for (const [at, one] of all.entries())
      this.#siblings.set(one, { previous: all[at - 1], next: all[at + 1] })
    return this.#siblings.get(node) as Siblings // one of its parent's children
  }

  #isTrailing(container: Node | undefined): boolean {
    const last = container?.children?.at(-1)
    if (container === undefined || last === undefined) return false
    const known = this.#trailing.get(container)
    if (known !== undefined) return known
    const isTrailing = commaAt(this.#text, endOf(last)) !== null
    this.#trailing.set(container, isTrailing)
    return isTrailing
  }

  /** Returns where the white space before an offset starts, including removed ranges in it. */
  #blanksBefore(offset: number): number {
    let at = offset
    for (;;) {
      const start = this.#removed.get(at)
      if (start !== undefined) at = start
      else if (at > 0 && /\s/.test(this.#text.charAt(at - 1))) at -= 1
      else return at
    }
  }

  #remove(from: number, end: number): void {
    this.#removed.set(end, Math.min(from, this.#removed.get(end) ?? from))
  }
}

function commentStarts(text: string): readonly number[] {
  const starts: number[] = []
  const scanner = createScanner(text)
  do {
    scanner.scan()
    const offset = scanner.getTokenOffset()
    if (text.startsWith('//', offset) || text.startsWith('/*', offset)) starts.push(offset)
  } while (scanner.getTokenOffset() < text.length)
  return starts
}

function lineCommentEnds(text: string): ReadonlySet<number> {
  const ends = new Set<number>()
  const scanner = createScanner(text)
  do {
    scanner.scan()
    const offset = scanner.getTokenOffset()
    if (text.startsWith('//', offset)) ends.add(offset + scanner.getTokenLength())
  } while (scanner.getTokenOffset() < text.length)
  return ends
}

/** Returns a value with its key, if it has one. */
export function entryOf(value: Node): Node {
  return value.parent?.type === 'property' ? value.parent : value
}

function intoEmpty(text: string, container: Node, name: string, value: unknown): string {
  const { eol, unit } = formOf(text)
  const indent = indentAt(text, container.offset)
  const inner = `${eol}${indent}${unit}`
  const content = `${inner}${name}${pretty(value, unit, inner)}`
  const isTight = /^\s*[}\]]/.test(text.slice(container.offset + 1))
  const blanks = isTight ? (/^\s*/.exec(text.slice(container.offset + 1))?.[0].length ?? 0) : 0
  // otherwise comments follow
  return spliced(text, container.offset + 1, blanks, content + (isTight ? `${eol}${indent}` : ''))
}

function behind(text: string, last: Node, name: string, value: unknown): string {
  const { eol, unit } = formOf(text)
  const isOnOwnLine = /(?:^|[\r\n])[ \t]*$/.test(text.slice(0, last.offset))
  const between = isOnOwnLine ? `${eol}${indentAt(text, last.offset)}` : ' '
  const form = isOnOwnLine ? pretty(value, unit, between) : JSON.stringify(value)
  const end = endOf(last)
  const comma = commaAt(text, end)
  // a comment at the end of its line belongs to it
  const remark = /^[ \t]*,?[ \t]*(?:\/\/[^\r\n]*|\/\*[^\r\n]*?\*\/)?[ \t]*(?=[\r\n])/.exec(
    text.slice(end),
  )
  const at = Math.max(
    comma === null ? end : comma + 1,
    isOnOwnLine && remark !== null ? end + remark[0].trimEnd().length : end,
  )
  const put = spliced(text, at, 0, `${between}${name}${form}${comma === null ? '' : ','}`)
  return comma === null ? spliced(put, end, 0, ',') : put
}

/** Returns the offset of the next comma after white space and comments, or `null`. */
function commaAt(text: string, from: number): number | null {
  const scanner = createScanner(text, true)
  scanner.setPosition(from)
  scanner.scan()
  return text[scanner.getTokenOffset()] === ',' ? scanner.getTokenOffset() : null
}

function pretty(value: unknown, unit: string, lineStart: string): string {
  return JSON.stringify(value, null, unit).replaceAll('\n', lineStart)
}

function endOf({ offset, length }: Node): number {
  return offset + length
}

function indentAt(text: string, offset: number): string {
  const line = text.slice(Math.max(text.lastIndexOf('\n', offset - 1) + 1, 0), offset)
  return /^[ \t]*/.exec(line)?.[0] ?? ''
}

function spliced(text: string, at: number, length: number, content: string): string {
  return text.slice(0, at) + content + text.slice(at + length)
}

/** Returns the indentation and line endings of a text. */
export function formOf(text: string): { readonly unit: string; readonly eol: string } {
  return {
    unit: /^([ \t]+)["}\]{[]/m.exec(text)?.[1] ?? '  ',
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
