/**
 * docs/contributing/internals/agent-state.md names the rows that the code names, in the files where
 * they are.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../../tidy/tree.ts'

const folder = join(root, 'src/agents/state')
const rows = new Map(
  [
    ...readFileSync(join(root, 'docs/contributing/internals/agent-state.md'), 'utf8').matchAll(
      /^\| ([A-Z]\d+) \|.*\| (`[^|]*) \|$/gm,
    ),
  ].map(([, id = '', files = '']) => [
    id,
    [...files.matchAll(/`([^`]+)`/g)].map(([, file]) => file),
  ]),
)
const ids = (text: string) =>
  new Set([...text.matchAll(/\b([XMPHETU]\d+)\b/g)].map(([, id = '']) => id))

test('every row of the table is named in the code, and the reverse', () => {
  const code = readdirSync(folder)
    .filter((file) => file !== 'state.ts')
    .map((file) => readFileSync(join(folder, file), 'utf8'))
    .join('\n')
  expect([...ids(code)].sort()).toEqual([...rows.keys()].sort())
  expect([...ids(readFileSync(join(folder, 'state.ts'), 'utf8'))].sort()).toEqual(
    [...rows.keys()].sort(),
  )
})

test('a row names the files that implement it', () => {
  const missing = [...rows].flatMap(([id, files]) =>
    files
      .filter((file) => !ids(readFileSync(join(folder, file ?? ''), 'utf8')).has(id))
      .map((file) => `${id}: ${file}`),
  )
  expect(missing).toEqual([])
})
