/**
 * The ratchet: src/build/prose/baseline.json has the number of findings of each kind per file. A
 * number may only fall, and a new file starts at 0.
 */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tree.ts'
import type { Finding } from './documents.ts'

export type Baseline = Readonly<Record<string, Readonly<Record<string, number>>>>

interface File {
  readonly path: string
  readonly findings: readonly Finding[]
}

export const baselinePath = 'src/build/prose/baseline.json'

export const writeCommand = 'npm run prose -- --write'

export function readBaseline(): Baseline {
  return JSON.parse(readFileSync(join(root, baselinePath), 'utf8'))
}

/** One line for each file, so that branches which change different files merge. */
export function writeBaseline(baseline: Baseline): void {
  const lines = Object.entries(baseline).map(
    ([path, counts]) => `  ${JSON.stringify(path)}: ${JSON.stringify(counts)}`,
  )
  writeFileSync(join(root, baselinePath), `{\n${lines.join(',\n')}\n}\n`)
}

/** Files without findings are not in it. */
export function countsOf(files: readonly File[]): Baseline {
  const counts = files
    .filter(({ findings }) => findings.length > 0)
    .map(({ path, findings }) => [path, countKinds(findings)] as const)
  return Object.fromEntries(counts.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

function countKinds(findings: readonly Finding[]): Record<string, number> {
  const counts: Record<string, number> = {}
  for (const kind of findings.map((one) => one.kind).toSorted())
    counts[kind] = (counts[kind] ?? 0) + 1
  return counts
}

/**
 * Returns the findings of files and kinds that have more than the baseline allows, one per line.
 * What files that are gone had is allowed to new files: a page that is moved or split keeps its
 * count.
 */
export function risesAbove(baseline: Baseline, files: readonly File[]): string[] {
  const paths = new Set(files.map(({ path }) => path))
  const moved: Record<string, number> = {}
  for (const [path, counts] of Object.entries(baseline))
    for (const [kind, count] of Object.entries(counts))
      if (!paths.has(path)) moved[kind] = (moved[kind] ?? 0) + count
  return files.flatMap(({ path, findings }) =>
    Object.entries(countKinds(findings)).flatMap(([kind, count]) => {
      const over = count - (baseline[path]?.[kind] ?? 0)
      if (over <= 0) return []
      if (baseline[path] === undefined && (moved[kind] ?? 0) >= over) {
        moved[kind] = (moved[kind] ?? 0) - over
        return []
      }
      return [
        `${path}: ${count} findings of kind "${kind}", ${over} more than allowed:`,
        ...findings
          .filter((one) => one.kind === kind)
          .map(({ line, found, expected }) => `  ${path}:${line}: ${found} → ${expected}`),
      ]
    }),
  )
}

/** Returns the files whose count has fallen, one per line, or that are gone. */
export function fallsBelow(baseline: Baseline, files: readonly File[]): string[] {
  const counts = countsOf(files)
  return Object.entries(baseline).flatMap(([path, kinds]) =>
    Object.entries(kinds)
      .filter(([kind, count]) => (counts[path]?.[kind] ?? 0) < count)
      .map(([kind, count]) => `${path}: ${counts[path]?.[kind] ?? 0} of ${count} "${kind}"`),
  )
}
