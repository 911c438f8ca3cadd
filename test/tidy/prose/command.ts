/** `npm run prose`: reports texts that the checks do not accept; see docs/contributing/style.md. */
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../tree.ts'
import {
  countsOf,
  baselinePath,
  fallsBelow,
  readBaseline,
  risesAbove,
  writeBaseline,
  writeCommand,
} from './baseline.ts'
import { areas, audienceOf, checkAll, type Checked } from './check.ts'
import { newSubjects, subjectProblems } from './commits.ts'

const args = process.argv.slice(2)
const [option, ...paths] = args
if (option === '--list') list(await checkAll(), paths)
else if (option === '--report') report(await checkAll())
else if (option === undefined || option === '--write') await compare(option === '--write')
else fail([`usage: npm run prose [-- --write | --report | --list PATH...]`])

async function compare(isWriting: boolean): Promise<void> {
  const files = await checkAll()
  // without the file, the counts of now are where it starts
  const baseline = existsSync(join(root, baselinePath)) ? readBaseline() : countsOf(files)
  const rises = risesAbove(baseline, files)
  const falls = fallsBelow(baseline, files)
  const commits = newSubjects().flatMap((subject) =>
    subjectProblems(subject).map((problem) => `commit "${subject}": ${problem}`),
  )
  if (isWriting && rises.length === 0) {
    writeBaseline(countsOf(files))
    print(`${baselinePath}: ${falls.length} counts are lower now.`)
  } else if (falls.length > 0)
    fail([...falls, `These counts have fallen. Run \`${writeCommand}\`.`])
  if (rises.length > 0)
    fail([...rises, 'Reword these, or see docs/contributing/style.md for a false positive.'])
  if (commits.length > 0) fail(commits)
}

/** All findings of the files whose paths start with one of these. */
function list(files: readonly Checked[], prefixes: readonly string[]): void {
  for (const { path, findings } of files)
    if (prefixes.some((prefix) => path.startsWith(prefix)))
      for (const { kind, line, found, expected } of findings)
        print(`${path}:${line}: ${kind}: ${found} → ${expected}`)
}

/** Hits of the word list and other findings by area, as a table. */
function report(files: readonly Checked[]): void {
  const rows = Object.values(areas).map((area) => {
    const words = files.reduce((sum, one) => sum + (one.words[area] ?? 0), 0)
    const findings = files.flatMap((one) =>
      one.findings.filter(({ kind }) => areaOf(one, kind) === area),
    )
    const hits = findings.filter(({ kind }) =>
      /^(words|strings|comments|titles)$/.test(kind),
    ).length
    return [
      area,
      words,
      hits,
      ((1000 * hits) / Math.max(1, words)).toFixed(1),
      findings.length - hits,
    ]
  })
  const header = ['area', 'words', 'word list', 'per 1,000 words', 'other findings']
  const widths = header.map((_, at) =>
    Math.max(...[header, ...rows].map((row) => String(row[at]).length)),
  )
  for (const row of [header, ...rows])
    print(
      row
        .map((cell, at) =>
          at === 0 ? String(cell).padEnd(widths[at] ?? 0) : String(cell).padStart(widths[at] ?? 0),
        )
        .join('  '),
    )
}

function areaOf({ path }: Checked, kind: string): string {
  if (kind === 'comments' || kind === 'titles') return areas[kind]
  // a misspelling in a source file is counted with its comments
  if (kind === 'spelling' && !path.endsWith('.md')) return areas.comments
  return areas[audienceOf(path)]
}

function print(line: string): void {
  process.stdout.write(`${line}\n`)
}

function fail(lines: readonly string[]): void {
  process.stderr.write(`${lines.join('\n')}\n`)
  process.exitCode = 1
}
