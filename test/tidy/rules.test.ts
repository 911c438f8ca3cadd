/** Tests each tidy rule on a sample that breaks it, and on a sample that does not. */
import { expect, test } from 'vitest'
import { largeClasses } from './classes.ts'
import { forbiddenImports, undeclaredImports } from './imports.ts'
import {
  lockOffences,
  manifestOffences,
  privateNames,
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
  spreadCalls,
  unapproved,
} from './rules.ts'

const file = (path: string, text: string) => [{ path, text }]
const integrity = `sha512-${'a'.repeat(86)}==`

test.each([
  ['src/core/a.ts', "import fs from 'node:fs'", 'core may not import this package'],
  ['src/core/a.ts', "import { x } from '../host/x.ts'", 'core may not import host'],
  ['src/core/a.ts', "export * from '../renderer/x.ts'", 'core may not import renderer'],
  ['src/core/a.ts', "type X = import('../host/x.ts').X", 'core may not import host'],
  ['src/protocol/a.ts', "import { z } from 'zod'", 'protocol may not import this package'],
  ['src/host/a.ts', "const x = await import('electron')", 'host may not import this package'],
  ['src/main/window/window.ts', "import { app } from 'electron'", 'only src/main/electron.ts may'],
  [
    'src/preload/index.ts',
    "import { ipcRenderer } from 'electron'",
    'only src/preload/electron.ts may',
  ],
  [
    'src/renderer/a.tsx',
    "import { Session } from '../host/session.ts'",
    'renderer may not import host',
  ],
  [
    'src/electron-shim/a.ts',
    "import { electron } from '../main/electron.ts'",
    'electron-shim may not import main',
  ],
  ['src/build/a.mjs', "const ws = require('ws')", 'build may not import this package'],
  ['src/other/a.ts', "import x from 'zod'", 'src/other is not in the import table'],
  ['src/core/a.ts', "import x from '../../test/x.ts'", 'outside src'],
])('forbids in %s: %s', (path, text, problem) => {
  expect(forbiddenImports(file(path, text)).map((line) => line.split(': ').at(-1))).toEqual([
    problem,
  ])
})

test.each([
  ['src/core/a.ts', "import { z } from 'zod'\nimport { b } from './b.ts'"],
  ['src/main/electron.ts', "import { app } from 'electron'"],
  [
    'src/electron-shim/a.ts',
    "import type { ForMain } from '../main/electron.ts'\nimport { WebSocket } from 'ws'",
  ],
  ['src/core/a.ts', "// import fs from 'node:fs'\nconst text = `import x from 'fs'`"],
])('allows in %s: %s', (path, text) => {
  expect(forbiddenImports(file(path, text))).toEqual([])
})

test.each([
  ...['Date.now()', "Date['now']()", 'Math.random()', 'setTimeout(() => {}, 1)'],
  ...['setInterval(f, 1)', 'new Date()', 'performance.now()', 'globalThis.setTimeout(f)'],
  'const now = Date.now',
])('finds clock and chance in pure code: %s', (text) => {
  expect(impureCore(file('src/core/a.ts', text))).toHaveLength(1)
  expect(impureCore(file('src/host/a.ts', text))).toEqual([])
})

test.each([
  ...['a.innerHTML = b', 'a.outerHTML', "a.insertAdjacentHTML('x', b)"],
  'const a = <p dangerouslySetInnerHTML={b} />',
])('finds markup made of text: %s', (text) => {
  expect(markup(file('src/renderer/a.tsx', text))).toHaveLength(1)
})

test.each(['enum A { b }', 'const enum A { b }', 'namespace A { export const b = 1 }'])(
  'finds %s',
  (text) => {
    expect(erasable(file('src/core/a.ts', text))).toHaveLength(1)
  },
)

test('declarations of existing things do not count as namespaces', () => {
  expect(
    erasable(
      file(
        'src/core/a.d.ts',
        "declare module 'x' { export const a: 1 }\ndeclare global { const b: 1 }",
      ),
    ),
  ).toEqual([])
})

test.each([
  ...['Math.min(...a)', 'Math.max(0, ...a.map(f))', 'this.#a.push(...b)'],
  ...['a.splice(1, 0, ...b.slice(2))', 'String.fromCharCode(...a.subarray(1))'],
])('finds a call that spreads a list of any length: %s', (text) => {
  const sample = `class A { #a; f() { ${text} } }`
  expect(spreadCalls(file('src/core/a.ts', sample))).toHaveLength(1)
  expect(spreadCalls(file('src/build/a.mjs', text.replace('this.#a', 'a')))).toEqual([])
})

test('a list that is cut, and one in another list, may be spread', () => {
  const text = 'String.fromCharCode(...a.subarray(1, 9)); a.push(...b.slice(0, n)); a = [0, ...b]'
  expect(spreadCalls(file('src/core/a.ts', text))).toEqual([])
})

test.each([
  ...['mkdirSync(a)', 'mkdirSync(a, { recursive: true })', 'mkdirSync(a, { mode: 0o755 })'],
  ...["await fs.writeFile(a, b, 'utf8')", 'appendFileSync(a, b)', "openSync(a, 'wx')"],
  ...["open(a, 'a', 0o644)", 'mkdirSync(a, { recursive: true, mode: 0o700 })'],
])('finds a file or directory that others could read: %s', (text) => {
  expect(privateFiles(file('src/host/a.ts', text))).toHaveLength(1)
  expect(privateFiles(file('src/build/a.ts', text))).toEqual([])
})

test.each([
  'mkdirSync(a, { mode: 0o700 })',
  ...['writeFileSync(a, b, { mode })', 'writeFileSync(handle, part)'],
  ...['await handle.writeFile(part)', "openSync(a, 'wx', mode & 0o777)", "openSync(a, 'r')"],
])('lets a private file pass: %s', (text) => {
  expect(privateFiles(file('src/host/a.ts', text))).toEqual([])
})

test('finds a class with 21 public methods', () => {
  const methods = (count: number) => Array.from({ length: count }, (_, n) => `a${n}() {}`).join(' ')
  const found = (body: string) => largeClasses(file('src/core/a.ts', `class A { ${body} }`))
  expect(found(methods(21))).toEqual(['src/core/a.ts:1: A: 21 public methods'])
  expect(found(`get x() {} ${methods(20)}`)).toHaveLength(1)
  expect(found(`${methods(20)} constructor() {} #b() {} c = 1`)).toEqual([])
  expect(found(`get x() {} set x(_) {} ${methods(19)}`)).toEqual([])
})

test('an empty catch needs a reason', () => {
  expect(emptyCatch(file('src/host/a.ts', 'try { a() } catch {}'))).toEqual([
    'src/host/a.ts:1: empty catch without a reason',
  ])
  expect(
    emptyCatch(file('src/host/a.ts', 'try { a() } catch { /* it is gone already */ }')),
  ).toEqual([])
  expect(emptyCatch(file('src/host/a.ts', 'try { a() } catch (error) { b(error) }'))).toEqual([])
})

test.each([
  ...["test.only('a', f)", "describe.only('a', f)", 'test.skip()', "test.skip('name', f)"],
  ...['test.skip(condition)', "it.todo('x')"],
])('finds a test that hides or sleeps: %s', (text) => {
  expect(sleepingTests(file('test/core/a.test.ts', text))).toHaveLength(1)
})

test.each([
  "test.skip(onShim, 'native menus are not drawn there')",
  "test('a', f)",
  "test.each([1])('a', f)",
  "test.skip('resizes: needs a display', f)",
])('lets a reasoned skip pass: %s', (text) => {
  expect(sleepingTests(file('test/core/a.test.ts', text))).toEqual([])
})

test('finds messages that are sent without the approval of the user', () => {
  const found = (text: string) => unapproved(file('src/renderer/a.ts', text)).length
  expect(found("const f = () => send({ kind: 'session/start', session })")).toBe(1)
  expect(found("const f = (a: Approval) => send({ kind: 'session/start', session })")).toBe(0)
  expect(found("class A { f(_: Approval) { send({ kind: 'mcp/answer', tab }) } }")).toBe(0)
  expect(found("send({ kind: 'session/resume', session, accept: { command } })")).toBe(1)
  expect(found("send({ kind: 'session/resume', session, accept: false })")).toBe(0)
})

test('finds a test that is commented out', () => {
  expect(commentedTests(file('test/core/a.test.ts', "// test('a', f)"))).toHaveLength(1)
  expect(commentedTests(file('test/core/a.test.ts', "/* it.each([1])('a', f) */"))).toHaveLength(1)
  expect(commentedTests(file('test/core/a.test.ts', '// this test is about a'))).toEqual([])
})

test('finds costly objects that are made on load', () => {
  const found = (text: string) => madeOnLoad(file('src/renderer/a.ts', text)).length
  expect(found("const full = new Error('full')")).toBe(1)
  expect(found("export let words: Words | null = new Intl.Segmenter('en')")).toBe(1)
  expect(found("  const words = new Intl.Segmenter('en')")).toBe(0)
  expect(found('let words: Intl.Segmenter | null = null')).toBe(0)
})

test('finds names without meaning', () => {
  expect(
    emptyNames([
      ...file('src/core/string-utils.ts', ''),
      ...file('src/core/test-helper.ts', ''),
      ...file('src/core/clipboard-service.ts', ''),
      ...file('src/core/scanner.ts', ''),
    ]),
  ).toHaveLength(2)
  expect(
    fileNames([...file('src/core/TabBar.tsx', ''), ...file('src/core/tab-bar.tsx', '')]),
  ).toHaveLength(1)
})

test('finds what does not belong at the top', () => {
  expect(strayTopNames(['notes.txt', 'src/core/a.ts'])).toEqual([
    'notes.txt: does not belong at the top',
  ])
})

test('finds lock entries without a hash, with an address, with an install script, or parts', () => {
  expect(
    lockOffences({
      packages: {
        '': {},
        'node_modules/good': { integrity },
        'node_modules/bare': {},
        'node_modules/addressed': { integrity, resolved: 'https://example.org/a.tgz' },
        'node_modules/node-pty': { integrity, hasInstallScript: true },
        'node_modules/@a/b': { integrity, hasInstallScript: true },
        'node_modules/workspace': { link: true, resolved: 'src/protocol' },
        'node_modules/native': { integrity, optionalDependencies: { good: '1', 'for-mips': '1' } },
      },
    }),
  ).toEqual([
    'node_modules/bare: no sha512 integrity',
    'node_modules/addressed: names a download address',
    'node_modules/@a/b: has an install script and is not on the list',
    'node_modules/native: its optional for-mips is not locked',
  ])
})

test('finds versions that are open or differ', () => {
  expect(
    manifestOffences(
      { dependencies: { a: '1.0.0', b: '^1.0.0' } },
      { packages: { '': { dependencies: { a: '1.0.1', b: '^1.0.0' } } } },
    ),
  ).toEqual([
    'a: package.json says 1.0.0, the lock file 1.0.1; run npm install',
    'b: ^1.0.0 is not an exact version',
  ])
})

test('finds dependencies without a reason or a use', () => {
  const manifest = { dependencies: { a: '1.0.0', b: '1.0.0' } }
  expect(
    undocumented(
      manifest,
      '| package | why |\n|---|---|\n| `a` | does what we need |\n| `gone` | was of use once |\n',
    ),
  ).toEqual([
    'b: no reason in docs/contributing/dependencies.md',
    'gone: in docs/contributing/dependencies.md, but no dependency',
  ])
  expect(unusedDependencies(manifest, file('src/core/a.ts', "import a from 'a/sub'"))).toEqual([
    'b: nothing in src imports it',
  ])
})

test('finds undeclared packages, and node modules without their prefix', () => {
  expect(
    undeclaredImports(
      file('src/host/a.ts', "import 'b'\nimport './c.ts'\nimport 'node:fs'\nimport 'fs'"),
      ['a'],
    ),
  ).toEqual(['src/host/a.ts: b is not in package.json', 'src/host/a.ts: fs is not in package.json'])
})

test('finds a registry by its host', () => {
  expect(
    privateNames(file('docs/a.md', `see ${['registry', 'npmjs', 'org'].join('.')}`)),
  ).toHaveLength(1)
})
