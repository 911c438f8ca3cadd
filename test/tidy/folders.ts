/** How large folders and lines may be, and which folders depend on which. */
import { dirname, join, normalize } from 'node:path/posix'
import { parse, type SourceFile } from './parse.ts'

const filesMax = 25
const fileLinesMax = 500
/** Most of their lines are tables. */
const tables: ReadonlySet<string> = new Set([
  'fuzz/support/vt-oracle.ts',
  'src/core/ipc/contract.ts',
  'test/agents/screen-rules/rules.test.ts',
  'test/host/config/mistakes.test.ts',
])
const roomEntriesMax = 12
/** Characters: the formatter's width, which it does not hold in texts and comments. */
const columnsMax = 100

/** Data, not code: recordings, inputs of the fuzzer, tables such as one file per agent. */
const isData = (path: string) => /(^|\/)(corpus|data|images)\//.test(path) || path.endsWith('.json')

/** @returns one line per folder with too many files of its own */
export function crowdedFolders(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const path of paths) {
    const folder = dirname(path)
    if (/^(src|test|fuzz)\//.test(path) && !isData(path))
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  return [...counts]
    .filter(([, count]) => count > filesMax)
    .map(([folder, count]) => `${folder}: ${count} files`)
}

/** Returns one line per room of `src` with too many files and folders directly in it. */
export function crowdedRooms(paths: readonly string[]): string[] {
  const counts = new Map<string, number>()
  for (const entry of new Set(paths.flatMap((path) => /^src(\/[^/]+){2}/.exec(path)?.[0] ?? [])))
    counts.set(dirname(entry), (counts.get(dirname(entry)) ?? 0) + 1)
  return [...counts]
    .filter(([, count]) => count > roomEntriesMax)
    .map(([room, count]) => `${room}: ${count} entries`)
}

/** Returns one line per file that is too long, except tables of cases. */
export function longFiles(files: readonly SourceFile[]): string[] {
  return files
    .map(({ path, text }) => ({ path, lines: text.split('\n').length - 1 }))
    .filter(({ path, lines }) => lines > fileLinesMax && !tables.has(path))
    .map(({ path, lines }) => `${path}: ${lines} lines`)
}

/** @returns one line per line that is too wide */
export function wideLines(files: readonly SourceFile[]): string[] {
  return files.flatMap(({ path, text }) =>
    text
      .split('\n')
      .flatMap((line, index) =>
        [...line].length > columnsMax ? [`${path}:${index + 1}: ${[...line].length} columns`] : [],
      ),
  )
}

/**
 * Returns the folders under `base` and the folders that each imports, types included. Files of
 * `base` itself do not count as a folder.
 * @param levels maximum depth at which a folder counts as a separate one
 */
export function dependencies(
  files: readonly SourceFile[],
  base: string,
  levels = 1,
): ReadonlyMap<string, ReadonlySet<string>> {
  const folderOf = (path: string) =>
    path.startsWith(`${base}/`)
      ? path
          .slice(base.length + 1)
          .split('/')
          .slice(0, -1)
          .slice(0, levels)
          .join('/') || undefined
      : undefined
  const found = new Map<string, Set<string>>()
  for (const file of files) {
    const folder = folderOf(file.path)
    if (folder === undefined) continue
    const others = found.get(folder) ?? new Set()
    found.set(folder, others)
    for (const { from } of parse(file).imports) {
      if (!from.startsWith('.')) continue
      const other = folderOf(normalize(join(dirname(file.path), from)))
      if (other !== undefined && other !== folder) others.add(other)
    }
  }
  return found
}

/** @returns the groups of folders that all depend on each other, each as its sorted names */
export function circles(graph: ReadonlyMap<string, ReadonlySet<string>>): string[] {
  const reached = new Map([...graph.keys()].map((from) => [from, reachable(graph, from)]))
  const groups = [...graph.keys()].map((from) =>
    [...graph.keys()]
      .filter((to) => reached.get(from)?.has(to) && reached.get(to)?.has(from))
      .toSorted()
      .join(' '),
  )
  return [...new Set(groups)].filter((group) => group !== '').toSorted()
}

function reachable(
  graph: ReadonlyMap<string, ReadonlySet<string>>,
  from: string,
): ReadonlySet<string> {
  const found = new Set<string>()
  const open = [from]
  for (let next = open.pop(); next !== undefined; next = open.pop()) {
    for (const other of graph.get(next) ?? []) {
      if (found.has(other)) continue
      found.add(other)
      open.push(other)
    }
  }
  return found
}

/** Returns the files that a file loads at run time, directly or through others. */
export function loadedBy(files: readonly SourceFile[], from: string): ReadonlySet<string> {
  const graph = new Map(
    files.map((file) => [
      file.path,
      new Set(
        parse(file)
          .imports.filter((one) => !one.typeOnly && one.from.startsWith('.'))
          .map((one) => normalize(join(dirname(file.path), one.from))),
      ),
    ]),
  )
  return reachable(graph, from)
}

/** The folders as a drawing in Mermaid: an arrow leads to what is imported. */
export function drawing(graph: ReadonlyMap<string, ReadonlySet<string>>): string {
  const arrows = [...graph]
    .filter(([, others]) => others.size > 0)
    .map(([folder, others]) => `  ${folder} --> ${[...others].toSorted().join(' & ')}`)
  return ['```mermaid', 'graph TD', ...arrows.toSorted(), '```'].join('\n')
}
