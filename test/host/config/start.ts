/** A start with a configuration file, in a folder of its own for each test. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach } from 'vitest'
import { problemText, type ConfigProblem } from '../../../src/core/config/problem.ts'
import { readOptions } from '../../../src/core/config/read.ts'
import type { Options } from '../../../src/core/config/table.ts'
import { loadConfiguration } from '../../../src/host/config/load.ts'

export let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'config-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true }))

/** Returns the options and problems of a start with this file. */
export function start(
  content: string | Uint8Array | null,
  before: Options | null = null,
): { readonly options: Options; readonly problems: readonly ConfigProblem[] } {
  const file = join(folder, 'config.toml')
  if (content !== null) writeFileSync(file, content)
  const loaded = loadConfiguration(file)
  const { options, problems } = readOptions({ documents: loaded.documents, before })
  return { options, problems: [...loaded.problems, ...problems] }
}

export const reported = (problems: readonly ConfigProblem[]) =>
  problems
    .filter(({ severity }) => severity !== 'note')
    .map((problem) => problemText(problem).replaceAll(folder, 'DIR'))
