/**
 * Checks the current tree against the tidy rules. rules.test.ts tests that each rule finds its
 * offenses.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { largeClasses } from './classes.ts'
import { forbiddenImports, undeclaredImports } from './imports.ts'
import {
  lockOffences,
  manifestOffences,
  privateNames,
  sharedPackages,
  strayTopNames,
  undocumented,
  unusedDependencies,
} from './project-rules.ts'
import {
  commentedTests,
  emptyCatch,
  emptyNames,
  erasable,
  fileNames,
  impureCore,
  madeOnLoad,
  markup,
  privateFiles,
  sleepingTests,
  unapproved,
  spreadCalls,
} from './rules.ts'
import { isSource, projectPaths, readFiles, root } from './tree.ts'

const paths = projectPaths()
const sources = readFiles(paths.filter(isSource))
const json = (path: string) => JSON.parse(readFileSync(join(root, path), 'utf8'))

test.each([
  ['folders import only what the table allows', forbiddenImports],
  ['no clock, timer or chance in pure code', impureCore],
  ['no text becomes markup', markup],
  ['what the user is asked about is sent with an approval only', unapproved],
  ['no enum, no namespace', erasable],
  ['no call spreads a list of any length', spreadCalls],
  ['files and directories are made for their user alone', privateFiles],
  ['classes have at most 20 public methods', largeClasses],
  ['no costly object is made on load', madeOnLoad],
  ['no empty catch', emptyCatch],
  ['no test hides others or sleeps without a reason', sleepingTests],
  ['no test is commented out', commentedTests],
  ['no empty file names', emptyNames],
  ['file names are kebab-case', fileNames],
])('%s', (_, rule) => {
  expect(rule(sources)).toEqual([])
})

test('the top folder has no stray file', () => {
  expect(strayTopNames(paths)).toEqual([])
})

test('the lock file pins contents and names no addresses', () => {
  expect(lockOffences(json('package-lock.json'))).toEqual([])
})

test('package.json and the lock file agree on exact versions', () => {
  expect(manifestOffences(json('package.json'), json('package-lock.json'))).toEqual([])
})

test('npm runs no code of packages and writes no addresses', () => {
  const lines = readFileSync(join(root, '.npmrc'), 'utf8').split('\n')
  expect(lines).toEqual(
    expect.arrayContaining(['ignore-scripts=true', 'omit-lockfile-registry-resolved=true']),
  )
})

test('every dependency has a reason in docs/contributing/dependencies.md', () => {
  expect(
    undocumented(
      json('package.json'),
      readFileSync(join(root, 'docs/contributing/dependencies.md'), 'utf8'),
    ),
  ).toEqual([])
})

test('every dependency is imported', () => {
  expect(unusedDependencies(json('package.json'), sources)).toEqual([])
})

test('every imported package is declared', () => {
  const { dependencies, devDependencies, optionalDependencies } = json('package.json')
  expect(
    undeclaredImports(
      sources,
      Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies }),
    ),
  ).toEqual([])
})

test('a package is imported in one folder only', () => {
  expect(sharedPackages()).toEqual([])
})

test('no file names a registry or a workplace', () => {
  expect(
    privateNames(
      readFiles(
        paths.filter(
          (path) =>
            /\.(ts|tsx|mjs|cjs|js|json|md|yml|html|css|sh)$/.test(path) || !path.includes('.'),
        ),
      ),
    ),
  ).toEqual([])
})

test('no test replaces a module, which is shared with the other files of its process', () => {
  const replaces = /\bvi\.(mock|doMock)\(/
  expect(sources.filter(({ text }) => replaces.test(text)).map(({ path }) => path)).toEqual([])
})
