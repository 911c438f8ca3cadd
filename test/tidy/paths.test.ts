/**
 * The paths through the code in docs/contributing/internals/architecture.md are those of the code.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { problemsOf, stepsOf } from './paths.ts'
import { isSource, projectPaths, readFiles, root } from './tree.ts'

const document = readFileSync(join(root, 'docs/contributing/internals/architecture.md'), 'utf8')
const sources = () =>
  readFiles(projectPaths().filter((path) => isSource(path) && path.startsWith('src/')))

test('five paths, none longer than a reader can follow', () => {
  expect(stepsOf(document).map((steps) => steps.length)).toEqual([14, 16, 10, 8, 9])
})

test('files and functions are there, and each file leads to the next', () => {
  const files = sources()
  expect(stepsOf(document).flatMap((steps) => problemsOf(steps, files))).toEqual([])
})

test('architecture.md has at most 150 lines', () => {
  expect(document.split('\n').length - 1).toBeLessThanOrEqual(150)
})

test('finds a file, a name and an import that are missing', () => {
  const files = [
    { path: 'src/a.ts', text: "import { two } from './b.ts'\nexport function one() { two() }" },
    { path: 'src/b.ts', text: 'export class Two { #three(): void {} }' },
    { path: 'src/d.ts', text: 'export const four = 4' },
  ]
  const text = [
    ...['### One to four', '1. `a.ts` `one`: begins'],
    ...['2. `b.ts` `Two`, `#three`, `five`: goes on', '3. `c.ts` `six`: is not there'],
    '4. `b.ts` `Two`: from the first step, via `a.ts`',
    '5. `d.ts` `four`: ends',
  ].join('\n')
  expect(stepsOf(text).flatMap((steps) => problemsOf(steps, files))).toEqual([
    'One to four: src/b.ts has no five',
    'One to four: no src/c.ts',
    'One to four: src/b.ts does not lead to src/d.ts',
  ])
})
