/**
 * Compares the VT core with Alacritty. Its reference tests, if available, give the same cells,
 * except for the listed ones. `npm test` fetches Debian's package of them
 * (src/build/setup/packages.mjs).
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { alacrittyTests } from '../../src/build/setup/packages.mjs'
import { differences } from './alacritty-reference.ts'

/**
 * Test -> number of cells that differ. docs/contributing/reports/terminal-suites.md has the
 * reasons.
 */
const differing: Readonly<Record<string, number>> = {
  decaln_reset: 66,
  deccolm_reset: 1_004,
  grid_reset: 1,
  history: 2,
  selective_erasure: 4,
  underline: 10,
  wrapline_alt_toggle: 1,
}

const folder = alacrittyTests()
const names = existsSync(folder) ? readdirSync(folder) : []

test('the reference tests of Alacritty are there', ({ skip }) => {
  skip(names.length === 0, 'no package of them could be had')
  expect(names).toHaveLength(42)
})

test.each(names)('the reference test %s', (name) => {
  const found = differences(folder, name)
  expect(found.length, JSON.stringify(found.slice(0, 5))).toBe(differing[name] ?? 0)
})

test('docs/contributing/reports/terminal-suites.md names the tests that differ', () => {
  const document = readFileSync(
    new URL('../../docs/contributing/reports/terminal-suites.md', import.meta.url),
    'utf8',
  )
  expect(Object.keys(differing).filter((name) => !document.includes(`\`${name}\``))).toEqual([])
})
