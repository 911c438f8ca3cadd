/**
 * The five paths through the code that docs/contributing/internals/architecture.md names, file by
 * file.
 */
import { dirname, join, normalize } from 'node:path/posix'
import { isNode, parse, walk, type Node, type SourceFile } from './parse.ts'

export interface Step {
  readonly path: string
  readonly file: string
  readonly names: readonly string[]
  /**
   * Files that lead here, in order, where this step and the one before do not import each other.
   * The first may be an earlier step.
   */
  readonly via: readonly string[]
}

/** The steps of each path, in order. Files are written below `src/`. */
export function stepsOf(document: string): Step[][] {
  return document
    .split(/^### /m)
    .slice(1)
    .map((part) =>
      [...part.matchAll(/^\d+\. `([^`]+)` ((?:`[^`]+`(?:, )?)+):(.*)$/gm)].map(
        ([, file = '', names = '', text = '']) => ({
          path: part.slice(0, part.indexOf('\n')),
          file: `src/${file}`,
          names: quoted(names),
          via: quoted(/, via (`[^`]+`(?:, `[^`]+`)*)$/.exec(text)?.[1]).map(
            (name) => `src/${name}`,
          ),
        }),
      ),
    )
}

function quoted(text = ''): string[] {
  return [...text.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
}

/** @returns what is wrong with a path: files and names that are missing, steps that do not meet */
export function problemsOf(steps: readonly Step[], files: readonly SourceFile[]): string[] {
  const byPath = new Map(files.map((file) => [file.path, file]))
  const imports = (from: string, to: string): boolean => {
    const file = byPath.get(from)
    return (
      file !== undefined &&
      parse(file).imports.some((one) => normalize(join(dirname(from), one.from)) === to)
    )
  }
  const know = (one: string, other: string) =>
    one === other || imports(one, other) || imports(other, one)
  return steps.flatMap(({ path, file, names, via }, index) => {
    const source = byPath.get(file)
    if (source === undefined) return [`${path}: no ${file}`]
    const declared = declaredIn(parse(source).program)
    const missing = names
      .filter((name) => !declared.has(name))
      .map((name) => `${path}: ${file} has no ${name}`)
    const before = steps[index - 1]?.file
    if (before === undefined) return missing
    const earlier = steps.slice(0, index).some((step) => step.file === via[0])
    const way = earlier ? [...via, file] : [before, ...via, file]
    const meet = way.slice(1).every((next, at) => know(way[at] ?? '', next))
    return meet ? missing : [...missing, `${path}: ${before} does not lead to ${file}`]
  })
}

/** Names of functions, classes, methods and constants, private ones with their `#`. */
function declaredIn(program: Node): ReadonlySet<string> {
  const names = new Set<string>()
  walk(program, (node) => {
    const name = node.type === 'MethodDefinition' ? node['key'] : node['id']
    if (!isNode(name) || typeof name['name'] !== 'string') return
    names.add(name.type === 'PrivateIdentifier' ? `#${name['name']}` : name['name'])
  })
  return names
}
