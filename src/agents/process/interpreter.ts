/** Which word of an interpreter's command line is the program. */
import { shippedDocument } from '../rules/shipped.ts'

type Family = 'js' | 'python' | 'ruby' | 'perl' | 'php' | 'shell'

/** The tables, as they stand in agent-rules/common.json. */
interface Tables {
  readonly interpreters: Readonly<Record<Family, string>>
  readonly valueFlags: Readonly<Record<Family, readonly string[]>>
  readonly stopFlags: Readonly<Record<Family, readonly string[]>>
  readonly runners: readonly string[]
  readonly runnerWords: readonly string[]
  readonly runnerValueFlags: readonly string[]
  readonly suffixes: readonly string[]
  readonly genericStems: readonly string[]
  readonly remoteClients: readonly string[]
}

/** Of our own file, which a test compares with the shared data: no guard. */
export const tables = (shippedDocument as { readonly processMatching: Tables }).processMatching

export interface Interpreter {
  readonly family: Family
  readonly name: string
}

export interface Script {
  /** A path, or a module's name. */
  readonly word: string
  readonly isModule: boolean
  /** What follows it. */
  readonly rest: readonly string[]
}

const families = (Object.entries(tables.interpreters) as [Family, string][]).map(
  ([family, source]) => ({ family, names: new RegExp(source, 'u') }),
)

export function interpreterOf(name: string): Interpreter | null {
  const found = families.find(({ names }) => names.test(name))
  return found === undefined ? null : { family: found.family, name }
}

/**
 * Walks the words behind the interpreter's own. null: it runs no script, but a line, its input, or
 * nothing.
 */
export function scriptOf({ family, name }: Interpreter, argv: readonly string[]): Script | null {
  const script = (at: number, word: string | undefined, isModule = false): Script | null =>
    word === undefined || word === '' ? null : { word, isModule, rest: argv.slice(at + 1) }
  const valueFlags = tables.valueFlags[family]
  let mayBeCommand = name === 'bun' || name === 'deno'
  for (let at = 1; at < argv.length; at += 1) {
    const word = argv[at] ?? ''
    if (word === '') continue
    if (word === '--') return script(at + 1, argv[at + 1])
    if (word === '-' || stops(family, word)) return null
    if (family === 'python' && word === '-m')
      return script(at + 1, argv[at + 1]?.split('.')[0], true)
    if (valueFlags.includes(word) || (family === 'shell' && clusterWithValue.test(word))) {
      at += 1
      continue
    }
    if (word.startsWith('-') || (family === 'shell' && word.startsWith('+'))) continue
    if (mayBeCommand && (word === 'run' || word === 'x')) {
      mayBeCommand = false
      continue
    }
    return script(at, word)
  }
  return null
}

/**
 * Of a shell: it takes commands from its terminal, and runs neither a line (`-c`) nor a script.
 * True when its words cannot be read.
 */
export function takesCommands(argv: readonly string[]): boolean {
  if (argv.length === 0) return true
  const shell = interpreterOf((argv[0] ?? '').replace(/^.*\//, ''))
  return (
    shell?.family === 'shell' &&
    scriptOf(shell, argv) === null &&
    !argv.slice(1).some((word) => stops('shell', word))
  )
}

/** `-euo pipefail`: the letter at the end takes a word, as it does alone. */
const clusterWithValue = /^[-+][a-zA-Z]+[oO]$/

/** `-lc`, `-Ic`: -c among letters. In Python a letter that takes a value ends the letters. */
const shellCluster = /^-[a-zA-Z]*c[a-zA-Z]*$/
const pythonCluster = /^-[a-lnopq-vyzA-VYZ]*c/

function stops(family: Family, word: string): boolean {
  if (tables.stopFlags[family].includes(word)) return true
  switch (family) {
    case 'shell':
      return shellCluster.test(word)
    case 'python':
      return pythonCluster.test(word)
    case 'js':
      return word === '-pe' || /^--(eval|print)=/.test(word)
    default:
      return false
  }
}
