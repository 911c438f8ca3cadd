/**
 * Tests the start script from outside: what reaches the engine and what it returns. The engine is a
 * shell script that reports its input, named by ELECTRON_OVERRIDE_DIST_PATH. Setup and build are
 * the real ones and have nothing to do.
 */
import { spawn, spawnSync, type SpawnOptions } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { root } from '../tidy/tree.ts'
import { slow } from '../slow.ts'

const script = (name: string) => join(root, 'src/build', name)
let folder = ''

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'vibeflow-start-'))
})
afterEach(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

function engine(text: string): SpawnOptions & { encoding: 'utf8' } {
  writeFileSync(join(folder, 'electron'), `#!/bin/sh\n${text}\n`)
  chmodSync(join(folder, 'electron'), 0o755)
  // The shim asks for a Chromium. A machine with Electron has none.
  writeFileSync(join(folder, 'chromium'), '#!/bin/sh\necho Chromium 1.2.3.4\n')
  chmodSync(join(folder, 'chromium'), 0o755)
  return {
    cwd: folder,
    encoding: 'utf8',
    env: {
      ...process.env,
      VIBEFLOW_ENGINE: '',
      ELECTRON_OVERRIDE_DIST_PATH: folder,
      VIBEFLOW_CHROMIUM: join(folder, 'chromium'),
      VIBEFLOW_HEADLESS: '1',
      npm_config_sample: 'x',
      PATH: `${root}/node_modules/.bin:${process.env['PATH']}`,
    },
  }
}

test('arguments reach the app byte for byte, after its directory', () => {
  const words = ['-e', 'sh', '-c', 'echo "a  b" $X; *', '', 'ü\n\\\'"', '--retry-electron', '--']
  const { stdout } = spawnSync(
    process.execPath,
    [script('start.mjs'), ...words],
    engine('for word; do printf "%s\\0" "$word"; done'),
  )
  expect(stdout.split('\0').slice(0, -1)).toEqual(['--', root, ...words])
}, 60_000) // the first may have to build

test("arguments of the engine in front of the app's reach it before the app", slow, () => {
  const words = ['--ozone-platform=x11', '--disable-gpu', '-e', '--disable-gpu']
  const { stdout } = spawnSync(
    process.execPath,
    [script('start.mjs'), ...words],
    engine('for word; do printf "%s\\0" "$word"; done'),
  )
  expect(stdout.split('\0').slice(0, -1)).toEqual([
    ...words.slice(0, 2),
    ...['--', root],
    ...words.slice(2),
  ])
})

test("the engine's exit code is the script's, after one line of output", () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script('start.mjs')],
    engine('exit 7'),
  )
  expect({ status, stdout, lines: stderr.split('\n').length }).toEqual({
    status: 7,
    stdout: '',
    lines: 2,
  })
  expect(stderr).toMatch(
    /^vibeflow: engine shim \(Node [\d.]+, Chromium [\d.]+\): ELECTRON_OVERRIDE_DIST_PATH\n$/,
  )
})

test('the vibeflow command prints only the requested output', () => {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [join(root, 'src/cli/bin/vibeflow.mjs'), '--layout', 'work'],
    engine('exit 0'),
  )
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' })
})

test("the app starts in the caller's directory, without npm's variables", slow, () => {
  const options = engine(
    'pwd; echo "[$npm_config_sample]"; case $PATH in *node_modules/.bin*) echo npm;; *) ' +
      'echo clean;; esac',
  )
  const { stdout } = spawnSync(process.execPath, [script('start.mjs')], {
    ...options,
    cwd: root,
    env: { ...options.env, INIT_CWD: folder },
  })
  expect(stdout.split('\n')).toEqual([folder, '[]', 'clean', ''])
})

test('signals are passed on, and the app decides how it exits', async () => {
  // The signal comes the moment the engine runs, from itself: nothing may be missed between.
  const child = spawn(process.execPath, [script('start.mjs')], {
    ...engine('trap "exit 9" TERM; kill -TERM $PPID; sleep 20 & wait'),
    stdio: 'ignore',
  })
  expect(await new Promise((resolve) => child.on('exit', (code) => resolve(code)))).toBe(9)
})

test('a start without a display reports what is missing', () => {
  const options = engine('echo started')
  const env = { ...options.env, DISPLAY: '', WAYLAND_DISPLAY: '', VIBEFLOW_HEADLESS: '' }
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    [script('start.mjs'), '-e', '--version'],
    { ...options, env },
  )
  expect({ status, stdout }).toEqual({ status: 1, stdout: '' })
  expect(stderr).toContain('neither DISPLAY nor WAYLAND_DISPLAY is set')
})

/** Starts with arguments where there is neither a display nor Electron. */
function withoutWindow() {
  const options = engine('echo started')
  const env = {
    ...options.env,
    DISPLAY: '',
    WAYLAND_DISPLAY: '',
    VIBEFLOW_HEADLESS: '',
    VIBEFLOW_ENGINE: 'electron',
    XDG_CONFIG_HOME: folder,
    VIBEFLOW_CONFIG: '',
  }
  const start = (...words: string[]) => {
    const { status, stdout, stderr } = spawnSync(
      process.execPath,
      [script('start.mjs'), ...words],
      { ...options, env },
    )
    return { status, stdout, stderr }
  }
  const file = join(folder, 'vibeflow/config.toml')
  mkdirSync(join(folder, 'vibeflow'), { recursive: true })
  writeFileSync(file, '[ui]\nindicator_puls = true\n[bell]\nmode = "loud"\n')
  const problems =
    `${file}:2:1: warning: unknown key ui.indicator_puls. Did you mean ui.indicator_pulse?\n` +
    `${file}:4:1: error: invalid value for bell.mode: "loud". Allowed: one of ` +
    '"visual", "audible", "both", "silent".\n'
  return { problems, start, options: { ...options, env } }
}

test('commands without a window need no display or engine, and name their caller', slow, () => {
  const { problems, start, options } = withoutWindow()
  const command = spawnSync(
    process.execPath,
    [join(root, 'src/cli/bin/vibeflow.mjs'), '--hepl'],
    options,
  )
  expect(command.stderr).toBe(
    'vibeflow: unknown option "--hepl". Did you mean "--help"? Run `vibeflow --help` for usage.\n',
  )
  expect([start('--hepl'), start('-o', 'bell.mode=silent', '--print-config=changed')]).toEqual([
    {
      status: 2,
      stdout: '',
      stderr:
        'vibeflow: unknown option "--hepl". Did you mean "--help"? Run `npm start -- --help` for ' +
        'usage.\n',
    },
    { status: 3, stdout: '[bell]\nmode = "silent"\n', stderr: problems },
  ])
})

test('the version and the check of the configuration need no display or engine', slow, () => {
  const { problems, start } = withoutWindow()
  expect([start('--version'), start('--check-config')]).toEqual([
    { status: 0, stdout: expect.stringMatching(/^vibeflow \d+\.\d+\.\d+\n$/), stderr: '' },
    { status: 3, stdout: problems, stderr: '' },
  ])
})

test('npm run which prints only JSON to standard output', () => {
  const { stdout } = spawnSync(process.execPath, [script('setup/which.mjs')], engine(''))
  expect(JSON.parse(stdout)).toMatchObject({
    engine: 'shim',
    electron: join(folder, 'electron'),
    app: root,
    why: 'ELECTRON_OVERRIDE_DIST_PATH',
  })
})
