/** Tests sizes of folders and lines, and dependencies of folders, in the current tree. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import {
  circles,
  crowdedFolders,
  crowdedRooms,
  dependencies,
  drawing,
  loadedBy,
  longFiles,
  wideLines,
} from './folders.ts'
import { isSource, projectPaths, readFiles, root } from './tree.ts'

const paths = projectPaths()
const sources = readFiles(paths.filter((path) => isSource(path) && path.startsWith('src/')))

test('no folder has more than 25 files', () => {
  expect(crowdedFolders(paths)).toEqual([])
})

test('a room has at most 12 entries', () => {
  expect(crowdedRooms(paths)).toEqual([])
})

const code = readFiles(paths.filter((path) => /\.(ts|tsx|mjs|cjs|js|sh|c|css)$/.test(path)))

test('no line is wider than 100 columns', () => {
  expect(wideLines(code)).toEqual([])
})

test('no file has more than 500 lines', () => {
  expect(longFiles(code)).toEqual([])
})

// The folders of `terminal` are parts of one engine, which all know its screen.
test.each(['base', 'agents', 'core'])('the folders of %s make no circles', (room) => {
  const found = circles(dependencies(sources, `src/${room}`, 2))
  const isWithinOne = (circle: string) =>
    new Set(circle.split(' ').map((folder) => folder.split('/')[0])).size === 1
  expect(found.filter((circle) => !isWithinOne(circle))).toEqual([])
})

test('the folders of src make no circles', () => {
  expect(circles(dependencies(sources, 'src'))).toEqual([])
})

test('the page loads neither the VT core nor the rules of agents', () => {
  const loaded = loadedBy(sources, 'src/renderer/index.ts')
  expect(loaded).toContain('src/terminal/screen/links.ts')
  for (const heavy of ['src/terminal/terminal.ts', 'src/agents/rules/shipped.ts'])
    expect(loaded).not.toContain(heavy)
})

test('docs/contributing/internals/architecture.md draws the dependencies of the folders', () => {
  const text = readFileSync(join(root, 'docs/contributing/internals/architecture.md'), 'utf8')
  const drawn = /<!-- dependencies: [^>]*-->\n([^]*?)\n<!-- end of dependencies -->/.exec(text)?.[1]
  expect(drawn).toBe(drawing(dependencies(sources, 'src')))
})

describe('each rule on a sample that breaks it', () => {
  const files = [
    { path: 'src/a/one.ts', text: "import { b } from '../b/two.ts'" },
    { path: 'src/b/two.ts', text: "import type { C } from '../c/deep/three.ts'" },
    { path: 'src/c/deep/three.ts', text: "import { a } from '../../a/one.ts'" },
    { path: 'src/d/four.ts', text: "import { a } from '../a/one.ts'\nimport fs from 'node:fs'" },
  ]

  test('a folder of 26 files, but not of data', () => {
    const many = (folder: string) => Array.from({ length: 26 }, (_, n) => `${folder}/${n}.ts`)
    const tables = many('src/c').map((path) => path.replace(/ts$/, 'json'))
    expect(crowdedFolders([...many('src/a'), ...many('fuzz/corpus/b'), ...tables])).toEqual([
      'src/a: 26 files',
    ])
  })

  test('a room of 13 entries', () => {
    const files = (room: string) => Array.from({ length: 12 }, (_, n) => `src/${room}/${n}.ts`)
    const deep = ['src/a/0/one.ts', 'src/a/0/two.ts', 'src/b/0/one.ts', 'test/a/x.ts']
    expect(crowdedRooms([...files('a'), ...files('b'), 'src/c.ts'])).toEqual([])
    expect(crowdedRooms([...files('a'), ...deep])).toEqual(['src/a: 13 entries'])
  })

  test('a line of 101 characters', () => {
    const text = `${'ö'.repeat(100)}\n${'ö'.repeat(101)}\n`
    expect(wideLines([{ path: 'src/a.ts', text }])).toEqual(['src/a.ts:2: 101 columns'])
  })

  test('a circle of three, by types too', () => {
    expect(circles(dependencies(files, 'src'))).toEqual(['a b c'])
  })

  test('the drawing has an arrow for each folder', () => {
    expect(drawing(dependencies(files, 'src')).split('\n').slice(2, -1)).toEqual([
      ...['  a --> b', '  b --> c', '  c --> a', '  d --> a'],
    ])
  })
})
