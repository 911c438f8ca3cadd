/**
 * The package as others get it: packed, installed without a network into an empty project, used by
 * the examples of its README.
 *
 * @module-tag slow
 */
import { execFile, execFileSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { fillProtocol } from '../../src/build/package/protocol.mjs'
import { findProgram } from '../../src/build/project.mjs'
import { shippedGroups } from '../../src/protocol/conformance/vectors.ts'
import { root } from '../tidy/tree.ts'
import { slow } from '../slow.ts'

const home = mkdtempSync(join(tmpdir(), 'vibeflow-package-'))
const project = join(home, 'project')
const installed = join(project, 'node_modules/vibeflow-protocol')
const source = join(root, 'src/protocol')
const environment = {
  PATH: process.env['PATH'],
  HOME: home,
  NODE_COMPILE_CACHE: join(home, 'compiled'), // for programs that are started about eighty times
  npm_config_cache: join(home, 'cache'),
}
const npm = findProgram('npm') ?? 'npm'

/**
 * As `npm pack` makes it, but for its build, which goes elsewhere: other tests may be using the one
 * in the tree.
 */
beforeAll(async () => {
  const copy = join(home, 'package')
  cpSync(source, copy, { recursive: true, filter: (path) => !/^dist/.test(basename(path)) })
  execFileSync(process.execPath, [
    join(root, 'node_modules/typescript/bin/tsc'),
    '-p',
    join(root, 'src/build/bundle/tsconfig.protocol.json'),
    '--outDir',
    join(copy, 'dist'),
  ])
  await fillProtocol(copy)
  const [packed] = JSON.parse(
    execFileSync(npm, ['pack', '--json', '--ignore-scripts', '--pack-destination', home], {
      cwd: copy,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    }),
  ) as [{ filename: string }]
  mkdirSync(project)
  writeFileSync(join(project, 'package.json'), '{ "private": true, "type": "module" }')
  execFileSync(
    npm,
    ['install', '--offline', '--no-audit', '--no-fund', join(home, packed.filename)],
    { cwd: project, env: environment, stdio: ['ignore', 'pipe', 'pipe'] },
  )
})

// its programs may still be writing
afterAll(() => rmSync(home, { recursive: true, force: true, maxRetries: 10 }))

const readme = readFileSync(join(source, 'README.md'), 'utf8')
const fenced = (language: string) =>
  [...readme.matchAll(new RegExp(`^\`\`\`${language}\\n([^]*?)^\`\`\``, 'gm'))].map(
    (match) => match[1] ?? '',
  )
const [example = '', emitting = '', jsonEmitter = ''] = fenced('js')
const [printed = ''] = fenced('text')

test('the package contains the files it needs and nothing else', () => {
  const manifest = JSON.parse(readFileSync(join(installed, 'package.json'), 'utf8')) as Record<
    string,
    unknown
  >
  expect(manifest['dependencies']).toBeUndefined()
  expect(
    [
      ...['dist/index.js', 'dist/index.d.ts', 'dist/node/index.js', 'dist/node/index.d.ts'],
      ...['dist/bin/main.js', 'bin/vibeflow-emit.mjs', 'bin/vibeflow-emit.sh'],
      ...['bin/vibeflow-protocol.mjs', 'dist/conformance/main.js', 'vectors.json', 'README.md'],
    ].filter((file) => !existsSync(join(installed, file))),
  ).toEqual([])
  for (const licence of ['LICENSE-MIT', 'LICENSE-APACHE'])
    expect(readFileSync(join(installed, licence), 'utf8')).toBe(
      readFileSync(join(root, licence), 'utf8'),
    )
  const vectors = (file: string) =>
    JSON.parse(readFileSync(file, 'utf8')) as Record<string, readonly unknown[]>
  const shared = vectors(join(root, 'test/data/protocol-vectors.json'))
  expect(vectors(join(installed, 'vectors.json'))).toEqual(
    Object.fromEntries(shippedGroups.map((group) => [group, shared[group]])),
  )
  expect(
    ['index.ts', 'tsconfig.json', 'globals.d.ts'].filter((file) =>
      existsSync(join(installed, file)),
    ),
  ).toEqual([])
})

test("the README's example prints its documented output in Node", () => {
  writeFileSync(join(project, 'example.js'), example)
  expect(execFileSync(process.execPath, ['example.js'], { cwd: project, encoding: 'utf8' })).toBe(
    printed,
  )
})

test("the README's emitting example reports a state", slow, () => {
  writeFileSync(join(project, 'emitting.js'), emitting)
  // A terminal is not everywhere: the forced standard output is.
  const env = { ...environment, VIBEFLOW_EMIT_STDOUT: '1' }
  expect(
    execFileSync(process.execPath, ['emitting.js'], { cwd: project, env, encoding: 'utf8' }),
  ).toBe('\x1b]1338;state=working;tool=my-agent;project=api\x07\x1b]1338;state=waiting\x07')
  expect(
    execFileSync(join(project, 'node_modules/.bin/vibeflow-emit'), ['waiting', '--tool', 'x'], {
      cwd: project,
      env,
      encoding: 'utf8',
    }),
  ).toBe('\x1b]1338;state=waiting;tool=x\x07')
})

test("the package's conformance runner tests an emitter, and the README's passes", slow, () => {
  const bin = join(project, 'node_modules/.bin')
  const run = (program: string, ...words: string[]) =>
    execFileSync(program, words, {
      cwd: project,
      env: environment,
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'pipe'],
    })
  const npx = npm.replace(/npm$/, 'npx')
  expect(run(npx, '--offline', 'vibeflow-protocol', 'conformance', '--help')).toMatch(
    /^usage: vibeflow-protocol conformance --emitter/,
  )
  const conformance = (...words: string[]) =>
    run(join(bin, 'vibeflow-protocol'), 'conformance', ...words)
  // 1338: conformance.test.ts
  const emitter = ['--emitter', join(bin, 'vibeflow-emit'), '--dialects', '7501']
  const emitted = conformance(...emitter, '--json')
  const { checks } = JSON.parse(emitted) as { checks: readonly { outcome: string }[] }
  expect(checks.length).toBe(15)
  expect(new Set(checks.map(({ outcome }) => outcome))).toEqual(new Set(['pass']))
  writeFileSync(join(project, 'emitter.js'), jsonEmitter)
  const own = ['--emitter', `'${process.execPath}' '${join(project, 'emitter.js')}'`]
  expect(conformance(...own, '--input', 'json', '--dialects', '1338,88')).toMatch(
    /^\d\d passed, 0 failed, [1-9]\d* not supported, 0 not observable$/m,
  )
})

test("the package's types compile in a strict project without Node and DOM", slow, () => {
  writeFileSync(
    join(project, 'types.ts'),
    `import { parse, toRecord, type Frame, type Problem } from 'vibeflow-protocol'
const result = parse('')
if (result.ok) {
  const frame: Frame = result.value
  toRecord('osc1338', frame)?.kind satisfies string | undefined
} else result.problem satisfies Problem
// @ts-expect-error a state of the terminal alone
const idle: Frame = { state: 'idle' }
export { idle }
`,
  )
  for (const [module, resolution] of [
    ['nodenext', 'nodenext'],
    ['esnext', 'bundler'],
  ] as const) {
    execFileSync(
      process.execPath,
      [
        join(root, 'node_modules/typescript/bin/tsc'),
        ...['--noEmit', '--strict', '--target', 'es2022', '--lib', 'es2022', '--types', ''],
        '--module',
        module,
        '--moduleResolution',
        resolution,
        'types.ts',
      ],
      { cwd: project },
    )
  }
})

const chromium = ['chromium', 'chromium-browser', 'google-chrome']
  .map((name) => findProgram(name))
  .find((path) => path !== undefined)

test("the README's example works in a page", slow, async ({ skip }) => {
  if (chromium === undefined) return skip('no Chromium is installed')
  const script = example
    .replaceAll('console.log(', 'show(')
    .replace("'vibeflow-protocol'", "'/dist/index.js'")
  const show =
    "function show(value) { document.getElementById('out').append(JSON.stringify(value) + '\\n') }"
  const page = `<!doctype html><pre id="out"></pre><script type="module">${script}${show}</script>`
  const server = createServer((request, response) => {
    const path = request.url ?? '/'
    if (path === '/') {
      response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(page)
      return
    }
    const file = join(installed, path)
    if (!/^\/dist\/[\w/-]+\.js$/.test(path) || !existsSync(file)) {
      response.writeHead(404).end()
      return
    }
    response.writeHead(200, { 'content-type': 'text/javascript' }).end(readFileSync(file))
  })
  const address = await listening(server)
  try {
    const flags = [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      `--user-data-dir=${join(home, 'profile')}`,
      '--virtual-time-budget=10000',
      '--dump-dom',
      address,
    ]
    const { stdout } = await promisify(execFile)(chromium, flags, {
      env: environment,
      timeout: 40_000,
    })
    const lines = (/<pre id="out">([^]*?)<\/pre>/.exec(stdout)?.[1] ?? '')
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line.replaceAll('&amp;', '&')) as unknown)
    expect(lines).toEqual([
      JSON.stringify('\x1b]1338;state=waiting;tool=my-agent;project=caf%C3%A9\x07'),
      { state: 'waiting', tool: 'my-agent', project: 'café' },
      { ok: false, problem: 'unknown-state' },
      {
        id: '',
        state: 'waiting',
        kind: 'permission',
        app: 'codex',
        tool: 'codex',
        source: 'osc7501',
        since: 1_000,
        confidence: 'fact',
      },
    ])
  } finally {
    server.close()
  }
})

function listening(server: Server): Promise<string> {
  return new Promise((resolve) => {
    server.listen(0, '127.0.0.1', () =>
      resolve(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`),
    )
  })
}
