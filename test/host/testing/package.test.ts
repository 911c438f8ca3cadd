/**
 * Tests `vibeflow/testing` as a user gets it: packed, installed by npm into an empty project
 * without a network. The examples of its document run there with Node's own runner and with vitest.
 *
 * @module-tag slow
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { npmPackage } from '../../../src/build/package/npm.mjs'
import { theFacts } from '../../../src/build/package/package.mjs'
import { root } from '../../tidy/tree.ts'
import { slow } from '../../slow.ts'

const project = mkdtempSync(join(tmpdir(), 'vibeflow-user-'))
const document = readFileSync(join(root, 'docs/guides/test-terminal-programs.md'), 'utf8')
/** The document's example files: content by name. */
const examples = new Map(
  [...document.matchAll(/```js\n\/\/ (\S+)\n([^]*?)```/g)].map(([, name = '', text = '']) => [
    name,
    text,
  ]),
)
const { NODE_OPTIONS: _options, ...environment } = Object.fromEntries(
  Object.entries(process.env).filter(([name]) => !/^(?:VITEST|NODE_TEST|VIBEFLOW)/.test(name)),
)

beforeAll(async () => {
  const file = await npmPackage(theFacts('shim'), join(project, 'packed'))
  writeFileSync(join(project, 'package.json'), '{ "name": "mine", "type": "module" }\n')
  execFileSync('npm', ['install', '--offline', '--save-dev', file], { cwd: project })
  for (const [name, text] of examples) writeFileSync(join(project, name), text)
}, 300_000)
afterAll(() => rmSync(project, { recursive: true, force: true, maxRetries: 10 }))

function run(words: readonly string[], more: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(process.execPath, words, {
    cwd: project,
    env: { ...environment, NO_COLOR: '1', ...more },
    encoding: 'utf8',
  })
  return { status, output: stdout + stderr }
}

test('the examples of the document pass under node --test', slow, () => {
  expect([...examples.keys()]).toEqual(['less.test.mjs', 'shell.test.mjs', 'hook.test.mjs'])
  const without = run(['--test', 'less.test.mjs'])
  expect(without.status).toBe(1)
  expect(without.output).toContain('There is no screens/less.svg to compare the screen with.')
  const files = [...examples.keys()]
  const written = run(['--test', ...files], { VIBEFLOW_UPDATE_SCREENS: '1' })
  expect(written, written.output).toMatchObject({ status: 0 })
  const compared = run(['--test', 'less.test.mjs'])
  expect(compared, compared.output).toMatchObject({ status: 0 })
  expect(readFileSync(join(project, 'screens/less.svg'), 'utf8')).toContain('>pears</text>')
})

test('a screen that differs is shown by its rows, with how it is accepted', slow, () => {
  const file = join(project, 'screens/less.svg')
  const kept = readFileSync(file, 'utf8')
  writeFileSync(file, kept.replace('>plums<', '>figs<'))
  const { status, output } = run(['--test', 'less.test.mjs'])
  writeFileSync(file, kept)
  expect(status).toBe(1)
  expect(output).toMatch(/The screen is not as in screens\/less\.svg\.\n\s*- row 1: .*>figs</)
  expect(output).toMatch(/\+ row 1: .*>plums</)
  expect(output).toContain('VIBEFLOW_UPDATE_SCREENS=1')
  expect(existsSync(join(project, 'screens/less.actual.svg'))).toBe(true)
})

test('the same examples pass in vitest, with its pools of forks and of threads', slow, () => {
  const folder = join(project, 'vitest')
  mkdirSync(folder, { recursive: true })
  symlinkSync(join(root, 'node_modules/vitest'), join(project, 'node_modules/vitest'))
  const pools = ['forks', 'threads'].map((pool) => ({ test: { name: pool, pool } }))
  writeFileSync(
    join(folder, 'vitest.config.mjs'),
    `export default { test: { testTimeout: 120_000, fileParallelism: false, ` +
      `projects: ${JSON.stringify(pools)} } }\n`,
  )
  for (const name of ['shell.test.mjs', 'hook.test.mjs']) {
    const text = (examples.get(name) ?? '')
      .replace("from 'node:test'", "from 'vitest'")
      .replaceAll('t.after(', 't.onTestFinished(')
    writeFileSync(join(folder, name), text)
  }
  // and a test that fails before it closes anything
  const left = `import { test } from 'vitest'
    import { launch } from 'vibeflow/testing'
    test('fails', async () => {
      await launch({ command: 'sh', args: ['-c', 'trap "" HUP; sleep 4321; sleep 4321'] })
      throw new Error('on purpose')
    })`
  writeFileSync(join(folder, 'left.test.mjs'), left)
  const cli = join(project, 'node_modules/vitest/vitest.mjs')
  const { output } = run([cli, 'run', '--root', folder])
  expect(output).toMatch(/2 failed \| 4 passed/)
  expect(output).toContain('on purpose')
  expect(spawnSync('pgrep', ['-f', 'sleep 4321'], { encoding: 'utf8' }).stdout).toBe('')
})

test('its types compile alone', () => {
  symlinkSync(join(root, 'node_modules/@types'), join(project, 'node_modules/@types'))
  writeFileSync(
    join(project, 'typed.ts'),
    `import { compareScreen, launch, type Screen, type StateReport } from 'vibeflow/testing'
await using terminal = await launch({ command: 'ls', columns: 90 })
const state: StateReport = await terminal.waitForState(['done', 'idle'])
const screen: Screen = await terminal.waitForText(/x/, { timeoutMs: 10 })
const reason: string = terminal.why().reason
await compareScreen(screen, 'a.txt', { replace: [[/1/, '2']] })
// @ts-expect-error there is no such option
await launch({ command: 'ls', row: 3 })
console.log(state, reason)\n`,
  )
  const words = ['--noEmit', '--strict', '--module', 'nodenext', '--target', 'es2022']
  const libraries = ['--lib', 'es2023,esnext.disposable', '--types', 'node', 'typed.ts']
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  expect(run([tsc, ...words, ...libraries])).toEqual({ status: 0, output: '' })
})
