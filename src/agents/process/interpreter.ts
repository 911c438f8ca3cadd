/** Finds the program in an interpreter's arguments. */
import common from '../rules/common.json' with { type: 'json' }

type Family = 'js' | 'python' | 'ruby' | 'perl' | 'php' | 'shell'

/** The tables in rules/common.json. */
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

/** Not validated: a test compares the shipped file with the shared data. */
export const tables: Tables = common.processMatching

interface Interpreter {
  readonly family: Family
  readonly name: string
}

export interface Script {
  /** A path, or the name of a module or a runner. */
  readonly word: string
  readonly isModule: boolean
  /** Arguments after it. */
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
 * Returns the script that the interpreter runs; `null` for code, standard input, or nothing.
 * `bun x` and `deno x` count as the runner `bunx`.
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
    if (mayBeCommand && word === 'x') return script(at, 'bunx', true)
    if (mayBeCommand && word === 'run') {
      mayBeCommand = false
      continue
    }
    return script(at, word)
  }
  return null
}

/** Returns whether a shell reads commands from its terminal. True if its arguments are unknown. */
export function takesCommands(argv: readonly string[]): boolean {
  if (argv.length === 0) return true
  const shell = interpreterOf((argv[0] ?? '').replace(/^.*\//, ''))
  return (
    shell?.family === 'shell' &&
    scriptOf(shell, argv) === null &&
    !argv.slice(1).some((word) => stops('shell', word))
  )
}

/** `-euo pipefail`: the last letter of a cluster takes a value, as it does alone. */
const clusterWithValue = /^[-+][a-zA-Z]+[oO]$/

/** `-lc`, `-Ic`: -c in a cluster. In Python, a letter that takes a value ends the cluster. */
const shellCluster = /^-[a-zA-Z]*c[a-zA-Z]*$/
const pythonCluster = /^-[a-lnopq-vyzA-VYZ]*c/

function stops(family: Family, word: string): boolean {
  if (tables.stopFlags[family].includes(word)) return true
  // biome-ignore format: a table, read by its columns
  switch (family) {
    case 'shell': return shellCluster.test(word)
    case 'python': return pythonCluster.test(word)
    case 'js': return word === '-pe' || /^--(eval|print)=/.test(word)
    default: return false
  }
}
