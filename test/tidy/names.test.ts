/** One name, one thing: two files of the product export the same name only for a reason. */
import { describe, expect, test } from 'vitest'
import { exportedNames, namesExportedTwice } from './names.ts'
import { isSource, projectPaths, readFiles } from './tree.ts'

/** Names that two files may export, with the reason. */
const allowed: Readonly<Record<string, string>> = {
  BEL: 'the control character by its ASCII name: a byte for the scanner, a string for the test kit',
}

/**
 * Whether the file may name things as others do: tools and the shim are programs of their own, and
 * `main/electron.ts` and type declarations have the names of others.
 */
const hasNamesOfOthers = (path: string) =>
  /^src\/(?:build|electron-shim)\/|\.d\.ts$/.test(path) || path === 'src/main/electron.ts'

const sources = readFiles(
  projectPaths().filter(
    (path) => isSource(path) && path.startsWith('src/') && !hasNamesOfOthers(path),
  ),
)

test('no two files export the same name', () => {
  const found = namesExportedTwice(sources)
  expect(
    found
      .filter(({ name }) => !(name in allowed))
      .map(({ name, paths }) => `${name}: ${paths.join(', ')}`),
  ).toEqual([])
  // an entry that is not needed any more goes
  expect(Object.keys(allowed).filter((name) => !found.some((one) => one.name === name))).toEqual([])
})

describe('exportedNames', () => {
  test('finds declarations of every kind', () => {
    const text = [
      ...['export const a = 1', 'export async function b() {}', 'export function* c() {}'],
      ...['export abstract class D {}', 'export interface E {}', 'export type F = 1'],
      ...['const g = 1', '  export const h = 1'],
    ].join('\n')
    expect(exportedNames(text)).toEqual(['a', 'b', 'c', 'D', 'E', 'F'])
  })

  test('ignores names that a file re-exports from another', () => {
    expect(exportedNames("export { a } from './a.ts'\nexport type { B } from './b.ts'")).toEqual([])
  })
})
