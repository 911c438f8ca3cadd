import { execFileSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { describe, expect, onTestFinished, test } from 'vitest'
import { Chromium } from '../../src/electron-shim/chromium/chromium.ts'
import { processFacts } from '../../src/electron-shim/process/owners.ts'
import { parseCommandLine } from '../../src/electron-shim/process/command-line.ts'
import { chromiumFlags } from '../../src/electron-shim/chromium/flags.ts'

/** Runs electron.sh with a program as Node, which prints its words or environment. */
function startedBy(node: string, words: readonly string[], environment: NodeJS.ProcessEnv = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'vibeflow-shim-'))
  try {
    const program = join(folder, 'node')
    writeFileSync(program, `#!/bin/sh\n${node}\n`)
    chmodSync(program, 0o700)
    const said = execFileSync(
      '/bin/sh',
      [join(import.meta.dirname, '../../src/electron-shim/electron.sh'), ...words],
      {
        env: { PATH: process.env['PATH'], VIBEFLOW_NODE: program, ...environment },
        encoding: 'utf8',
      },
    )
    return said.trimEnd().split('\n')
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test('the room for young objects is bounded, and later words are unchanged', () => {
  const words = startedBy('printf "%s\\n" "$@"', ['two words', '--inspect'])
  expect(words.map((word) => word.replace(/^.*\/start\.js$/, 'start.js'))).toEqual([
    '--max-semi-space-size=8',
    'start.js',
    'two words',
    '--inspect',
  ])
})

test("the app's cache of compiled code is used once it exists, and never the user's", () => {
  const home = mkdtempSync(join(tmpdir(), 'vibeflow-shim-'))
  try {
    const cacheOf = (environment: NodeJS.ProcessEnv) =>
      startedBy('echo "$NODE_COMPILE_CACHE $ELECTRON_SHIM_CACHE"', [], {
        HOME: home,
        ...environment,
      })[0]
    expect(cacheOf({})).toBe('')
    const engine = join(home, '.cache/vibeflow/engine')
    mkdirSync(engine, { recursive: true })
    expect(cacheOf({})).toBe(`${engine} 1`)
    expect(cacheOf({ XDG_CACHE_HOME: 'relative' })).toBe(`${engine} 1`)
    expect(cacheOf({ XDG_CACHE_HOME: join(home, 'other') })).toBe('')
    expect(cacheOf({ NODE_COMPILE_CACHE: '/own' })).toBe('/own')
    expect(cacheOf({ APPIMAGE: '/a.AppImage' })).toBe('')
  } finally {
    rmSync(home, { recursive: true })
  }
})

describe('the command line', () => {
  test('daily: the app, its arguments, no driver', () => {
    const { app, args, driven, preloads, inspectPort } = parseCommandLine(
      ['--ozone-platform=x11', '/app', '--own', 'file'],
      false,
    )
    expect({ app, args, driven, preloads, inspectPort }).toEqual({
      app: '/app',
      args: ['--ozone-platform=x11', '/app', '--own', 'file'],
      driven: false,
      preloads: [],
      inspectPort: undefined,
    })
  })
  test("a driver's loader is loaded before and taken out", () => {
    const { app, args, driven, preloads, inspectPort } = parseCommandLine(
      ['-r', '/loader.js', '--no-sandbox', '--inspect=0', '--remote-debugging-port=0', '/app'],
      false,
    )
    expect({ app, args, driven, preloads, inspectPort }).toEqual({
      app: '/app',
      args: ['--no-sandbox', '--inspect=0', '--remote-debugging-port=0', '/app'],
      driven: true,
      preloads: ['/loader.js'],
      inspectPort: 0,
    })
  })
  test('words after `--` are neither the driver nor switches of a packaged app', () => {
    const words = ['--lang=de', '--', '/app', '-e', 'node', '-r', 'x.js', '--inspect']
    const all = [...words, '--remote-debugging-port=1']
    const { args, driven, preloads, inspectPort, switches } = parseCommandLine(all, true)
    expect({ args, driven, preloads, inspectPort, switches: [...switches] }).toEqual({
      args: all,
      driven: false,
      preloads: [],
      inspectPort: undefined,
      switches: [['lang', 'de']],
    })
    expect(parseCommandLine(['--', '/app', '--b'], false).app).toBe('/app')
  })
  test("switches after the app are the app's own", () => {
    expect([...parseCommandLine(['--a=1', '/app', '--b'], false).switches]).toEqual([['a', '1']])
  })
})

describe("Chromium's flags", () => {
  const flags = (switches: Record<string, string[]>, driven = false) =>
    chromiumFlags({
      profile: '/p',
      headless: true,
      driven,
      sandbox: true,
      switches: new Map(Object.entries(switches)),
    })
  test('lists of features are merged into one each', () => {
    const all = flags({ 'disable-features': ['One,Two', 'Translate'] }).filter((flag) =>
      flag.startsWith('--disable-features'),
    )
    expect(all).toEqual([
      '--disable-features=Translate,MediaRouter,LocalNetworkAccessChecksWebSockets,One,Two',
    ])
  })
  test('a debug port is opened for a driver only, and pipe and profile stay', () => {
    expect(
      flags({ 'remote-debugging-port': ['9222'], 'user-data-dir': ['/x'] }).filter((flag) =>
        /debugging-port|user-data/.test(flag),
      ),
    ).toEqual(['--user-data-dir=/p'])
    expect(flags({}, true)).toContain('--remote-debugging-port=0')
  })
})

test('a launcher does not become a browser of its own when its browser closes', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'shim-launchers-'))
  onTestFinished(() => rmSync(folder, { recursive: true }))
  const [program, started] = [join(folder, 'chromium'), join(folder, 'started')]
  writeFileSync(started, '')
  writeFileSync(
    program,
    `#!/bin/sh\ncase "$*" in *--app=*) echo $$ > ${started}; exec sleep 600 ;; esac\n` +
      'read -r message <&3\n', // until Browser.close
  )
  chmodSync(program, 0o755)
  const chromium = new Chromium(program, [], () => undefined)
  chromium.openWindow('address', [])
  const launcher = () => Number(readFileSync(started, 'utf8'))
  await expect.poll(launcher).toBeGreaterThan(0)
  await chromium.close()
  await expect.poll(() => ['', 'X', 'Z'].includes(processFacts(launcher()).state)).toBe(true)
})
