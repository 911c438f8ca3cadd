/** The passages of natural language in a source file: strings, comments and test titles. */
import { parseSync } from 'vite'
import { isNode, type Node, type SourceFile } from '../parse.ts'

export interface Passage {
  readonly kind: 'strings' | 'comments' | 'titles'
  readonly text: string
  /** Start of each part of the text, and its line in the file. */
  readonly parts: readonly { readonly index: number; readonly line: number }[]
}

/** Takes the place of code, which keeps its length, and of a value in a template. */
const hidden = '·'
/** A line break that was written as an escape: not one in the file. */
const escapedBreak = '\u2028'

/** 1-based line in the file. */
export function lineIn({ text, parts }: Passage, index: number): number {
  const part = parts.findLast((one) => one.index <= index) ?? { index: 0, line: 1 }
  return part.line + text.slice(part.index, index).split('\n').length - 1
}

export function passagesOf(file: SourceFile): readonly Passage[] {
  // not parse.ts, which holds the trees of all files in memory
  const parsed = parseSync(file.path, file.text)
  const lines = lineStarts(file.text)
  const lineAt = (offset: number) => lineOfOffset(lines, offset)
  const found = commentsOf(file.text, parsed.comments).map(({ start, text }): Passage => {
    const parts = [{ index: 0, line: lineAt(start) }]
    return { kind: 'comments', text: withoutCode(text), parts }
  })
  const isTest = /^(test|fuzz)\//.test(file.path)
  const add = (kind: Passage['kind'], node: Node) => {
    const parts: { index: number; line: number }[] = []
    let text = ''
    for (const piece of piecesOf(node)) {
      if (typeof piece === 'string') text += piece
      else {
        parts.push({ index: text.length, line: lineAt(piece.start) })
        text += piece.text
      }
    }
    if (isProse(text)) found.push({ kind, text: withoutCode(text), parts })
  }
  // a tree costs most of the time, and is made when it is first read
  if (!isTest || /\b(test|it|describe|suite|bench)\b[.(]/.test(file.text))
    visit(parsed.program as unknown as Node, isTest ? 'titles' : 'strings', add)
  return found
}

/** Two words, and no part of a script for a shell or a browser. */
const isProse = (text: string) =>
  /[a-z]{2}[,.;:]? [a-z·]/i.test(text) &&
  !/; (do|then)\b|\besac\b|\blocal -|\bconst \w+ =/.test(text)

function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/g)].map(({ index }) => index + 1)]
}

/** 1-based. A binary search: files have thousands of lines, and passages. */
function lineOfOffset(starts: readonly number[], offset: number): number {
  let low = 0
  let high = starts.length
  while (high - low > 1) {
    const middle = (low + high) >> 1
    if ((starts[middle] ?? 0) <= offset) low = middle
    else high = middle
  }
  return low + 1
}

/** Line comments in consecutive lines are one. Signs of the comment become spaces. */
function commentsOf(
  source: string,
  comments: readonly { start: number; end: number }[],
): readonly { start: number; text: string }[] {
  const found: { start: number; end: number; text: string }[] = []
  for (const { start, end } of comments) {
    const text = source
      .slice(start, end)
      .replace(/^\/\*+|\*+\/$|^\/\/+|^\s*\*+(?= |$)/gm, (sign) => ' '.repeat(sign.length))
    const last = found.at(-1)
    const between = last === undefined ? '' : source.slice(last.end, start)
    if (last !== undefined && source.startsWith('//', start) && /^\n[ \t]*$/.test(between)) {
      last.text += between + text
      last.end = end
    } else found.push({ start, end, text })
  }
  return found
}

const directives = /biome-ignore[\w-]* [\w/]+|@(ts|vitest)-[\w-]+|@(type|returns) \{[^}]*\}/g
const parameters = /@param (\{[^}]*\} )?\[?[\w.]+\]?/g
const code = /`[^`\n]*`|\{@link [^}]*\}|\b[a-z]+:\/\/\S+|\b[\w.-]+\/[\w./-]+\.\w+\b/g

/** Code, addresses and paths of files do not count as prose. */
const withoutCode = (text: string) =>
  text
    .replace(directives, hide)
    .replace(parameters, hide)
    .replace(code, (one) => (/\bdocs\/.*\.md$/.test(one) ? one : hide(one)))

const hide = (text: string) => hidden.repeat(text.length)

/** Children that have no texts. */
const types = new Set(['typeAnnotation', 'returnType', 'typeParameters', 'typeArguments'])

type Add = (kind: Passage['kind'], node: Node) => void

function visit(node: Node, kind: 'titles' | 'strings', add: Add): void {
  if (isCode(node)) return
  if (isText(node)) {
    if (kind === 'strings') add(kind, node)
    for (const inner of valuesIn(node)) visit(inner, kind, add)
    return
  }
  if (kind === 'titles' && node.type === 'CallExpression') addTitle(node, add)
  for (const key in node) {
    const value = node[key]
    if (typeof value !== 'object' || value === null || types.has(key)) continue
    if (key === 'key' && node['computed'] !== true && node.type === 'Property') continue
    for (const child of Array.isArray(value) ? value : [value])
      if (isNode(child)) visit(child, kind, add)
  }
}

/** Names of modules, types, and attributes that are not read. */
const isCode = (node: Node) =>
  /^(Import|ExportAll|TSLiteral|TSImport)/.test(node.type) ||
  (node.type === 'JSXAttribute' &&
    /^(class|className|id|key|role|style|type|href|d|data-.*)$/.test(nameOf(node['name'])))

/** `test('title')`, `test.skip('title')`, `test.each(table)('title')`. */
function addTitle(node: Node, add: Add): void {
  let callee: unknown = node['callee']
  while (isNode(callee) && callee.type !== 'Identifier')
    callee = callee['object'] ?? callee['callee']
  const [first] = node['arguments'] as readonly unknown[]
  if (/^(test|it|describe|suite|bench)$/.test(nameOf(callee)) && isNode(first)) add('titles', first)
}

/** Values in a text that is put together, which may have texts of their own. */
function valuesIn(node: Node): readonly Node[] {
  if (node.type === 'TemplateLiteral') return node['expressions'] as readonly Node[]
  if (node.type !== 'BinaryExpression') return []
  return [node['left'], node['right']]
    .filter(isNode)
    .flatMap((side) => (isText(side) ? valuesIn(side) : [side]))
}

const isText = (node: Node) =>
  node.type === 'TemplateLiteral' ||
  node.type === 'JSXText' ||
  (node.type === 'Literal' && typeof node['value'] === 'string') ||
  (node.type === 'BinaryExpression' && node['operator'] === '+')

/** The parts of a text that is put together. A value in it is `hidden`. */
function piecesOf(node: Node): readonly (string | { start: number; text: string })[] {
  if (!isText(node)) return [hidden]
  if (node.type === 'BinaryExpression')
    return [node['left'], node['right']].filter(isNode).flatMap(piecesOf)
  if (node.type !== 'TemplateLiteral') {
    const text = String(node['value'])
    return [
      {
        start: node.start,
        text: node.type === 'JSXText' ? text : text.replaceAll('\n', escapedBreak),
      },
    ]
  }
  return (node['quasis'] as readonly Node[]).flatMap((quasi, index) => {
    const { cooked } = quasi['value'] as { cooked: string }
    const text = { start: quasi.start, text: cooked }
    return index === 0 ? [text] : [hidden, text]
  })
}

const nameOf = (node: unknown) => (isNode(node) ? String(node['name']) : '')
