/**
 * A source file as the tidy rules see it: its syntax tree, its imports and its comments. Parsed by
 * the bundler's own parser.
 */
import { parseSync } from 'vite'

export interface SourceFile {
  /** From the repository's root, with `/`. */
  readonly path: string
  readonly text: string
}

export interface Import {
  readonly from: string
  readonly typeOnly: boolean
}

export interface Node {
  readonly type: string
  readonly start: number
  readonly end: number
  readonly [key: string]: unknown
}

export interface Parsed {
  readonly program: Node
  readonly imports: readonly Import[]
  readonly comments: readonly {
    readonly start: number
    readonly end: number
    readonly value: string
  }[]
}

const cache = new WeakMap<SourceFile, Parsed>()

/** Throws on a file that does not parse: that is a finding of its own. */
export function parse(file: SourceFile): Parsed {
  const kept = cache.get(file)
  if (kept !== undefined) return kept
  const result = parseSync(file.path, file.text)
  const error = result.errors[0]
  if (error !== undefined) throw new Error(`${file.path}: ${error.message}`)
  // the parser's node types differ by kind; the rules read few fields
  const program = result.program as unknown as Node
  const parsed: Parsed = { program, imports: importsOf(program), comments: result.comments }
  cache.set(file, parsed)
  return parsed
}

/** Calls `visit` for each node, parents first. */
export function walk(node: Node, visit: (node: Node) => void): void {
  visit(node)
  for (const value of Object.values(node)) {
    for (const child of Array.isArray(value) ? value : [value]) {
      if (isNode(child)) walk(child, visit)
    }
  }
}

export function isNode(value: unknown): value is Node {
  return (
    typeof value === 'object' &&
    value !== null &&
    typeof (value as { type?: unknown }).type === 'string'
  )
}

/** 1-based. */
export function lineOf(file: SourceFile, offset: number): number {
  return file.text.slice(0, offset).split('\n').length
}

/**
 * `import`, `export ... from`, `import()`, `import('x').T`, `require()` and `require.resolve()` of
 * a literal.
 */
function importsOf(program: Node): Import[] {
  const found: Import[] = []
  walk(program, (node) => {
    const source =
      literal(node['source']) ??
      literal(
        isNode(node['argument']) ? (node['argument']['literal'] ?? node['argument']) : undefined,
      )
    switch (node.type) {
      case 'ImportDeclaration':
      case 'ExportNamedDeclaration':
      case 'ExportAllDeclaration':
        if (source !== undefined)
          found.push({
            from: source,
            typeOnly:
              node['importKind'] === 'type' || node['exportKind'] === 'type' || onlyTypes(node),
          })
        break
      case 'ImportExpression':
        if (source !== undefined) found.push({ from: source, typeOnly: false })
        break
      case 'TSImportType':
        if (source !== undefined) found.push({ from: source, typeOnly: true })
        break
      case 'CallExpression': {
        const callee = node['callee']
        const name =
          isNode(callee) && callee.type === 'MemberExpression' && isNode(callee['object'])
            ? callee['object']['name']
            : isNode(callee)
              ? callee['name']
              : undefined
        const argument = literal((node['arguments'] as readonly unknown[])[0])
        if (name === 'require' && argument !== undefined)
          found.push({ from: argument, typeOnly: false })
        break
      }
    }
  })
  return found
}

/**
 * `import { type A, type B } from`: nothing of it is left at run time (but its side effects, which
 * such a file must not have).
 */
function onlyTypes(node: Node): boolean {
  const specifiers = node['specifiers']
  return (
    Array.isArray(specifiers) &&
    specifiers.length > 0 &&
    specifiers.every(
      (one) => isNode(one) && (one['importKind'] === 'type' || one['exportKind'] === 'type'),
    )
  )
}

function literal(value: unknown): string | undefined {
  return isNode(value) && value.type === 'Literal' && typeof value['value'] === 'string'
    ? value['value']
    : undefined
}
