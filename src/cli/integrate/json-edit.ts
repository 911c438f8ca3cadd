/**
 * Edits of JSON with comments that touch nothing but their place: jsonc-parser says where things
 * stand, but its own edits form the lines around them anew, and take comments along.
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

/** As the last of an object, with a key, or of a list (`key` null). */
export function append(text: string, path: JSONPath, key: string | null, value: unknown): string {
  const container = nodeAt(text, path) as Node // the caller has seen it
  const last = container.children?.at(-1)
  const name = key === null ? '' : `${JSON.stringify(key)}: `
  return last === undefined
    ? intoEmpty(text, container, name, value)
    : behind(text, last, name, value)
}

/** The value of something that is there. */
export function replaceValue(text: string, path: JSONPath, value: unknown): string {
  const { offset, length } = nodeAt(text, path) as Node // the caller has seen it
  return spliced(text, offset, length, JSON.stringify(value))
}

/** With its key, its comma, and the blanks before it; comments stay. */
export function remove(text: string, path: JSONPath): string {
  const value = nodeAt(text, path) as Node // the caller has seen it
  const node = value.parent?.type === 'property' ? value.parent : value
  const siblings = node.parent?.children ?? []
  const previous = siblings[siblings.indexOf(node) - 1]
  const begin = node.offset - (/\s*$/.exec(text.slice(0, node.offset))?.[0].length ?? 0)
  const end = endOf(node)
  const after = commaAt(text, end)
  if (after !== null) return spliced(spliced(text, after, 1, ''), begin, end - begin, '')
  const without = spliced(text, begin, end - begin, '')
  const before = previous === undefined ? null : commaAt(text, endOf(previous))
  return before === null ? without : spliced(without, before, 1, '')
}

function intoEmpty(text: string, container: Node, name: string, value: unknown): string {
  const { eol, unit } = formOf(text)
  const indent = indentAt(text, container.offset)
  const inner = `${eol}${indent}${unit}`
  const content = `${inner}${name}${pretty(value, unit, inner)}`
  const isTight = /^\s*[}\]]/.test(text.slice(container.offset + 1))
  const blanks = isTight ? (/^\s*/.exec(text.slice(container.offset + 1))?.[0].length ?? 0) : 0
  // else comments follow
  return spliced(text, container.offset + 1, blanks, content + (isTight ? `${eol}${indent}` : ''))
}

function behind(text: string, last: Node, name: string, value: unknown): string {
  const { eol, unit } = formOf(text)
  const isOnOwnLine = /(?:^|[\r\n])[ \t]*$/.test(text.slice(0, last.offset))
  const between = isOnOwnLine ? `${eol}${indentAt(text, last.offset)}` : ' '
  const form = isOnOwnLine ? pretty(value, unit, between) : JSON.stringify(value)
  const end = endOf(last)
  const comma = commaAt(text, end)
  // what is said at the end of its line belongs to it
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

/** Of the comma that follows, behind blanks and comments. */
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

/** Indentation and line ends of the text, for what is put into it. */
export function formOf(text: string): { readonly unit: string; readonly eol: string } {
  return {
    unit: /^([ \t]+)["}\]{[]/m.exec(text)?.[1] ?? '  ',
    eol: text.includes('\r\n') ? '\r\n' : '\n',
  }
}
