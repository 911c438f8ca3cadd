/**
 * The workflows of .github: what they run exists, and what they use is allowed.
 */
import { accessSync, constants, existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { appRings, vitestRings } from '../../src/build/test/rings.mjs'
import { root } from '../tidy/tree.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
}
interface Job {
  readonly steps: readonly Step[]
  readonly permissions?: Readonly<Record<string, string>>
  readonly 'timeout-minutes'?: number
}
interface Workflow {
  readonly permissions?: Readonly<Record<string, string>>
  readonly jobs: Readonly<Record<string, Job>>
}

const folder = join(root, '.github/workflows')
const workflows = readdirSync(folder).map((name) => {
  const text = readFileSync(join(folder, name), 'utf8')
  return { name, workflow: parse(text) as Workflow }
})
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([job, value]) => ({ at: `${name} ${job}`, ...value })),
)
const steps = jobs.flatMap(({ at, steps }) => steps.map((step) => ({ at, ...step })))
const commands = steps.map(({ run = '' }) => run).join('\n')

/** GitHub's own and no others; a new one is looked at before it is named here. */
const allowed = new Set([
  ...['actions/checkout@v6', 'actions/setup-node@v6', 'actions/upload-artifact@v7'],
  ...['actions/download-artifact@v8', 'actions/attest-build-provenance@v4'],
])

test('use only the actions that are allowed', () => {
  const used = new Set(steps.flatMap(({ uses }) => (uses === undefined ? [] : [uses])))
  expect([...used].filter((name) => !allowed.has(name))).toEqual([])
  expect([...allowed].filter((name) => !used.has(name))).toEqual([])
})

test('run scripts of package.json, files and rings that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = [...commands.matchAll(/\bnpm (?:run |(?=test\b))([\w:-]+)/g)].map(
    ([, name]) => name,
  )
  expect(new Set(named)).toEqual(
    new Set(['check', 'test', 'test:all', 'fuzz', 'live', 'package', 'test:package']),
  )
  expect(named.filter((name) => !Object.hasOwn(scripts, name ?? ''))).toEqual([])
  const files = [...commands.matchAll(/\bsrc\/[\w./-]+/g)].map(([file]) => file)
  expect(files.filter((file) => !existsSync(join(root, file)))).toEqual([])
  for (const file of files.filter((file) => file.endsWith('.sh')))
    expect(() => accessSync(join(root, file), constants.X_OK)).not.toThrow()
  const rings = [...commands.matchAll(/npm test -- ([\w ]+)$/gm)].flatMap(([, words = '']) =>
    words.split(' '),
  )
  expect(rings.filter((ring) => ![...appRings, ...vitestRings].includes(ring))).toEqual([])
})

test('may read, and only publishing steps may write', () => {
  expect(workflows.map(({ workflow }) => workflow.permissions)).toEqual(
    workflows.map(() => ({ contents: 'read' })),
  )
  const more = jobs.filter(({ permissions }) => permissions !== undefined).map(({ at }) => at)
  expect(more).toEqual(['release.yml publish'])
})

test('end by themselves, and put no text of others into a command', () => {
  expect(jobs.filter((job) => job['timeout-minutes'] === undefined).map(({ at }) => at)).toEqual([])
  const inserted = [...commands.matchAll(/\$\{\{(.*?)\}\}/g)].map(([, text = '']) => text.trim())
  expect(inserted).toEqual(["contains(github.ref_name, '-') && '--prerelease' || '--latest'"])
})
