/**
 * docs/contributing/internals/electron.md against the types by which the app uses Electron: each
 * name has a row of a call in use.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { root } from '../tidy/tree.ts'

const source = (file: string) => readFileSync(join(root, file), 'utf8')
const types = `${source('src/main/electron.ts')}\n${source('src/preload/electron.ts')}`
const text = source('docs/contributing/internals/electron.md')
const between = (start: string, end: string) => text.slice(text.indexOf(start), text.indexOf(end))

/** The cells of a part's rows, without its heads. */
function rows(part: string): string[][] {
  return part
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (?:call, where|option|of) \|/.test(line))
    .map((line) => line.split(' | ').map((cell) => cell.replace(/^\| | \|$/g, '').trim()))
}
/** The words within its code. */
const named = (cell = '') =>
  [...cell.matchAll(/`([^`]*)`/g)].flatMap(([, code = '']) => code.match(/[\w-]+/g) ?? [])

/** Returns the name under which an interface's members are listed. */
const ownerOf = (name: string) => name.replace(/(?:Events|Class|Module|ConstructorOptions)$/, '')
/** Fields of what an event or a method hands over: no calls. */
const values = new Set(['MessageEvent', 'IpcMainInvokeEvent', 'IpcRendererEvent'])

const listed: readonly (readonly [owner: string, member: string])[] = [
  ...types.matchAll(/^export interface (\w+)([^{]*?)\{(\}|\n[^]*?^\})/gm),
].flatMap(([, name = '', heritage = '', body = '']) => {
  if (values.has(name)) return []
  const picked = [...heritage.matchAll(/'([^']+)'/g)]
  const own = [...body.matchAll(/^ {2}(?:readonly )?'?([\w-]+)'?\??[(:]/gm)]
  return [...picked, ...own].map(([, member = '']) => [ownerOf(name), member] as const)
})

const calls = new Set(
  rows(between('## Calls in use', '## Facts of real')).flatMap(([call]) => named(call)),
)
test('every name has its place', () => {
  expect(listed.length).toBeGreaterThan(100)
  const missing = listed
    .filter(([, member]) => !calls.has(member))
    .map(([owner, member]) => `${owner}.${member}`)
  expect([...new Set(missing)]).toEqual([])
})

test('every row names documentation, proof and missing parts', () => {
  const cells = rows(between('## Calls in use', '### webPreferences'))
    .concat(rows(between('### webContents and frames', '## Facts of real')))
    .filter(([head]) => !/^-+$/.test(head ?? ''))
  expect(cells.length).toBeGreaterThan(50)
  expect(cells.filter((row) => row.length !== 4 || row.includes(''))).toEqual([])
})

test('the specs that it names exist', () => {
  const files = new Set(
    [...text.matchAll(/`((?:test|attack|package|shim)\/[\w./-]+\.(?:test|spec)\.ts)`/g)].map(
      ([, file = '']) => (file.startsWith('test/') ? file : `test/${file}`),
    ),
  )
  expect(files.size).toBeGreaterThan(15)
  for (const file of files) expect(() => source(file)).not.toThrow()
})
