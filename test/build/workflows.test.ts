/**
 * The workflows of .github: what they run exists, and what they use is allowed.
 */
import { spawnSync } from 'node:child_process'
import {
  accessSync,
  constants,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { parse } from 'yaml'
import { markdown } from '../../src/build/test/bench-report.mjs'
import { appRings, vitestRings } from '../../src/build/test/rings.mjs'
import { root } from '../tidy/tree.ts'
import { slow } from '../slow.ts'

interface Step {
  readonly uses?: string
  readonly run?: string
}
interface Job {
  readonly steps: readonly Step[]
  readonly needs?: string | readonly string[]
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
  return { name, text, workflow: parse(text) as Workflow }
})
const jobs = workflows.flatMap(({ name, workflow }) =>
  Object.entries(workflow.jobs).map(([job, value]) => ({ at: `${name} ${job}`, ...value })),
)
const steps = jobs.flatMap(({ at, steps }) => steps.map((step) => ({ at, ...step })))
const commands = steps.map(({ run = '' }) => run).join('\n')

/** GitHub's own and no others. The commit of each was compared with its tag. */
const allowed: Readonly<Record<string, string>> = {
  'actions/checkout@d23441a48e516b6c34aea4fa41551a30e30af803': 'v6.1.0',
  'actions/setup-node@249970729cb0ef3589644e2896645e5dc5ba9c38': 'v6.5.0',
  'actions/upload-artifact@bbbca2ddaa5d8feaa63e36b76fdaad77386f024f': 'v7.0.0',
  'actions/download-artifact@3e5f45b2cfb9172054b4087a40e8e0b5a5461e7c': 'v8.0.1',
  'actions/attest-build-provenance@a2bbfa25375fe432b6a289bc6b6cd05ecd0c4c32': 'v4.1.0',
}

test('use only the actions that are allowed, by commit, with the version next to it', () => {
  const used = new Set(
    workflows.flatMap(({ text }) =>
      [...text.matchAll(/uses: (.*)$/gm)].map(([, named = '']) => named),
    ),
  )
  expect([...used].sort()).toEqual(
    Object.entries(allowed)
      .map(([name, version]) => `${name} # ${version}`)
      .sort(),
  )
})

/** Keys of a job and of a step, as GitHub's schema for workflows has them. */
const jobKeys = new Set([
  ...['name', 'permissions', 'needs', 'if', 'runs-on', 'environment', 'concurrency', 'outputs'],
  ...['env', 'defaults', 'steps', 'timeout-minutes', 'strategy', 'continue-on-error'],
  ...['container', 'services'],
])
const stepKeys = new Set([
  ...['id', 'if', 'name', 'uses', 'run', 'working-directory', 'shell', 'with', 'env'],
  ...['continue-on-error', 'timeout-minutes'],
])

test('have only keys that GitHub knows, needs that exist, and one action or command a step', () => {
  const { ci } = Object.fromEntries(
    workflows.map(({ name, workflow }) => [name.replace('.yml', ''), workflow]),
  )
  expect(ci).toBeDefined()
  for (const { name, workflow } of workflows)
    for (const [job, value] of Object.entries(workflow.jobs)) {
      expect(Object.keys(value).filter((key) => !jobKeys.has(key))).toEqual([])
      const needs = [value.needs ?? []].flat()
      expect(needs.filter((needed) => !Object.hasOwn(workflow.jobs, needed))).toEqual([])
      for (const step of value.steps) {
        expect(Object.keys(step).filter((key) => !stepKeys.has(key))).toEqual([])
        const kinds = [step.uses, step.run].filter((kind) => kind !== undefined)
        expect(kinds, `${name} ${job}`).toHaveLength(1)
      }
    }
})

test('check types and lint once a push', () => {
  const { workflow } = workflows.find(({ name }) => name === 'ci.yml')!
  const lines = Object.values(workflow.jobs).flatMap(({ steps }) =>
    steps.map(({ run = '' }) => run),
  )
  expect(lines.filter((run) => /npm run check/.test(run))).toHaveLength(1)
  // without rings, `npm test` checks as well
  expect(lines.filter((run) => /npm test(?! --)|npm test -- .*check/.test(run))).toEqual([])
})

test('have the jobs of the table in electron.md', () => {
  const text = readFileSync(join(root, 'docs/contributing/internals/electron.md'), 'utf8')
  const [, table = ''] = /^## Which job proves what$(.*?)^## /ms.exec(text) ?? []
  const named = new Set(
    table
      .split('\n')
      .filter((row) => row.startsWith('| ') && !row.startsWith('| row'))
      .flatMap((row) => [...(row.split(' | ')[1] ?? '').matchAll(/`([a-z-]+)`/g)])
      .map(([, job]) => job),
  )
  const { workflow } = workflows.find(({ name }) => name === 'ci.yml')!
  const known = Object.keys(workflow.jobs)
  expect([...named].filter((job) => !known.includes(job ?? ''))).toEqual([])
  const proving = known.filter((job) => !['check', 'fuzz'].includes(job))
  expect(proving.filter((job) => !named.has(job))).toEqual([])
})

test('run scripts of package.json, files and rings that exist', () => {
  const { scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    scripts: Record<string, string>
  }
  const named = [...commands.matchAll(/\bnpm (?:run |(?=test\b))([\w:-]+)/g)].map(
    ([, name]) => name,
  )
  expect(new Set(named)).toEqual(
    new Set(['check', 'test', 'test:all', 'fuzz', 'live', 'package', 'test:package', 'bench']),
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

/** Runs installed.sh with recorders instead of the system's programs. */
function tryInstalled(kind: string, listing: string) {
  const folder = mkdtempSync(join(tmpdir(), 'installed-'))
  const program = (name: string, text: string) =>
    writeFileSync(join(folder, name), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  const calls = join(folder, 'calls')
  writeFileSync(join(folder, 'vibeflow.deb'), '')
  const removes = 'case "$1" in purge|remove) rm -f "$(dirname "$0")/vibeflow" ;; esac'
  for (const name of ['apt-get', 'dnf'])
    program(name, `echo "${name} $*" >> "${calls}"\n${removes}`)
  program('xvfb-run', 'shift; exec "$@"')
  program(
    'vibeflow',
    `echo "vibeflow $*" >> "${calls}"\n` +
      `case "$1" in ls) echo '${listing}' ;; -e) touch "$HOME/ran"; exec sleep 30 ;; esac`,
  )
  const { status, stderr, stdout } = spawnSync(
    join(root, 'src/build/test/installed.sh'),
    [kind, join(folder, 'vibeflow.deb')],
    {
      encoding: 'utf8',
      env: {
        PATH: `${folder}:${process.env['PATH'] ?? ''}`,
        INSTALLED_SECONDS: '2',
        INSTALLED_FOLDER: join(folder, 'none'),
      },
    },
  )
  const made = readFileSync(calls, 'utf8').replaceAll(folder, '').split('\n')
  rmSync(folder, { recursive: true })
  return { status, stderr, stdout, made: made.filter((call) => !call.startsWith('vibeflow ls')) }
}

test.each([
  ['deb', 'apt-get', 'purge -y vibeflow'],
  ['rpm', 'dnf', 'remove -y vibeflow'],
])('installed.sh starts, lists and removes a %s, which is tried before an X server', (...row) => {
  const [kind, installer, removal] = row
  const { status, made, stderr } = tryInstalled(kind, '1 sleep 600')
  expect(stderr).toBe('')
  expect(status).toBe(0)
  const version = made.indexOf('vibeflow --version')
  expect(made.findIndex((call) => call.endsWith(' /vibeflow.deb'))).toBeLessThan(version)
  expect(made.findIndex((call) => /xvfb/i.test(call))).toBeGreaterThan(version)
  expect(made.at(-2)).toBe(`${installer} ${removal}`)
})

test('installed.sh fails when no session is listed, and for another kind of package', slow, () => {
  expect(tryInstalled('deb', 'nothing')).toMatchObject({ status: 1 })
  expect(tryInstalled('deb', 'nothing').stderr).toContain('vibeflow does not start')
  const snap = spawnSync(join(root, 'src/build/test/installed.sh'), ['snap', '/dev/null'])
  expect([snap.status, String(snap.stderr)]).toEqual([1, 'installed.sh: unknown kind: snap\n'])
})

test('a bench report has a row for each measure, and the engine', () => {
  const text = markdown({
    engine: 'engine electron 45.4.1 (x64)',
    measures: [{ bench: 'start-up', name: 'warm | cold', value: 123.456, unit: 'ms' }],
    at: new Date('2026-11-29T12:00:00Z'),
    cpu: 'a CPU',
    cores: 2,
  })
  expect(text).toContain('on 2026-11-29.')
  expect(text).toContain('- engine electron 45.4.1 (x64)\n- a CPU, 2 cores\n')
  expect(text).toContain('| start-up | warm \\| cold | 123.5 | ms |\n')
})
