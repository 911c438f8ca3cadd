/**
 * `npm run conformance -- --screens [COUNT]`: random streams and recordings in all terminals that
 * are installed. `--write` puts the table into docs/contributing/reports/screen-oracle.md.
 */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { root } from '../../tidy/tree.ts'
import { withTable } from '../table.ts'
import { compareScreens, showAll, startAll, textOf, type Comparison } from './compare.ts'
import { recordedSize, recordedStreams } from './recordings.ts'
import { screensBegin, screensEnd, screensTable } from './screens-table.ts'
import { dissent } from './votes.ts'

/** Any other finds other streams. */
const seed = 2026
/** Streams that are reduced per terminal, because each takes seconds. */
const most = 12

export async function screens(
  { count, write }: { readonly count: number; readonly write: boolean },
  log: (line: string) => void,
): Promise<void> {
  const comparison = await compareScreens({ count, seed, most }, log)
  const recorded = await compareRecordings(log)
  const table = screensTable(comparison, recorded, new Date().toISOString().slice(0, 10))
  mkdirSync(join(root, 'artifacts'), { recursive: true })
  writeFileSync(
    join(root, 'artifacts/screens.txt'),
    comparison.disagreements.map(textOf).join('\n'),
  )
  log(table)
  if (!write) return
  const file = join(root, 'docs/contributing/reports/screen-oracle.md')
  const document = readFileSync(file, 'utf8')
  writeFileSync(file, withTable(document, table, screensBegin, screensEnd))
}

/** Returns in how many screens of the recordings each terminal is not with the majority. */
export async function compareRecordings(
  log: (line: string) => void,
): Promise<Pick<Comparison, 'count' | 'differing'>> {
  const contestants = await startAll(recordedSize, log)
  try {
    const streams = recordedStreams()
    const shown = await showAll(
      contestants,
      streams.map(({ bytes }) => bytes),
    )
    const differing = new Map(
      contestants.map(({ name }) => [
        name,
        shown.filter((one) => dissent(one, name) !== null).length,
      ]),
    )
    for (const [index, one] of shown.entries())
      if (dissent(one, 'vibeflow') !== null) log(`${streams[index]!.name}: vibeflow differs`)
    return { count: streams.length, differing }
  } finally {
    for (const one of contestants) one.stop()
  }
}
