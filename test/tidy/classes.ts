/** How many public methods a class may have. */
import { isNode, lineOf, parse, walk, type Node, type SourceFile } from './parse.ts'

const methodsMax = 20

/** Classes with more public methods, each with its reason. */
const large: Readonly<Record<string, string>> = {
  BrowserWindow: "the members of Electron's class that the app uses",
  WebContents: "the members of Electron's class that the app uses",
  TestTerminal: 'the published interface of vibeflow/testing',
  History: 'one data structure, whose packed rows the hot loops read and write',
  CellGrid: 'one data structure, whose cells the hot loops read and write',
}

/** Returns one line per class with too many public methods; getters and setters count as one. */
export function largeClasses(files: readonly SourceFile[]): string[] {
  return files
    .filter(({ path, text }) => path.startsWith('src/') && text.includes('class '))
    .flatMap((file) => {
      const found: string[] = []
      walk(parse(file).program, (node) => {
        const name = isNode(node['id']) ? String(node['id']['name']) : 'class'
        const count = /^Class(Declaration|Expression)$/.test(node.type) ? publicMethods(node) : 0
        if (count > methodsMax && large[name] === undefined)
          found.push(`${file.path}:${lineOf(file, node.start)}: ${name}: ${count} public methods`)
      })
      return found
    })
}

function publicMethods(declaration: Node): number {
  const { body } = declaration['body'] as unknown as { readonly body: readonly Node[] }
  const names = body.flatMap((member) => {
    const key = member['key']
    return member.type !== 'MethodDefinition' ||
      member['kind'] === 'constructor' ||
      !isNode(key) ||
      key.type === 'PrivateIdentifier'
      ? []
      : [key['name'] ?? key['value']]
  })
  return new Set(names).size
}
