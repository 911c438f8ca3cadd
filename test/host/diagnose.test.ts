/** Tests `--diagnose`: the facts collected here, and an engine that answers, fails or is silent. */
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdirSync, mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { EngineFacts } from '../../src/core/config/diagnose/report.ts'
import { askEngine } from '../../src/host/command/diagnose/engine.ts'
import { answer } from '../../src/host/command/windowless.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'diagnose-'))
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

const facts: EngineFacts = {
  electron: '45',
  chromium: '156',
  node: '24',
  graphics: { renderer: 'r', vendor: 'v', version: '1', devices: [] },
  features: { webgl: 'enabled' },
}

/** An engine that is a script. */
function engine(body: string): Record<string, string> {
  const program = join(home, 'electron')
  writeFileSync(program, `#!/bin/sh\n${body}\n`)
  chmodSync(program, 0o755)
  return {
    VIBEFLOW_ENGINE_PROGRAM: program,
    VIBEFLOW_ENGINE_APP: '/app',
    DISPLAY: ':9',
    PATH: process.env['PATH'] ?? '',
  }
}

const standIn = 'Chromium build, with the Chromium of the system'

test("the report contains the engine's facts, or why they are missing", async () => {
  expect(await askEngine({})).toEqual({
    kind: 'not known',
    facts: null,
    problem: expect.stringMatching(/^no engine was found/),
  })
  const good = engine(
    `test "$VIBEFLOW_DIAGNOSE_ENGINE" = 1 && echo 'words before' && echo '` +
      `${JSON.stringify(facts)}'`,
  )
  expect(await askEngine(good)).toEqual({ kind: standIn, facts, problem: null })
  expect(await askEngine({ ...good, DISPLAY: '' })).toEqual({
    kind: standIn,
    facts: null,
    problem: 'not started, because there is no display',
  })
  expect(await askEngine(engine('echo "no Chromium found" >&2; exit 1'))).toEqual({
    kind: standIn,
    facts: null,
    problem: 'it exited with 1 and printed: no Chromium found',
  })
  expect(await askEngine(engine('echo "{}"'))).toEqual({
    kind: standIn,
    facts: null,
    problem: 'it exited with 0 and printed: nothing',
  })
  expect(await askEngine({ ...good, VIBEFLOW_ENGINE_PROGRAM: join(home, 'gone') })).toEqual({
    kind: 'not known',
    facts: null,
    problem: expect.stringMatching(/^it cannot be started: .*ENOENT/),
  })
})

test('an engine whose sandbox does not work is asked without it', async () => {
  const uid = vi.spyOn(process, 'getuid').mockReturnValue(1000)
  const strict = engine(
    `case $1 in --no-sandbox) echo '${JSON.stringify(facts)}' ;; ` +
      `*) echo 'FATAL: No usable sandbox!' >&2; exit 1 ;; esac`,
  )
  try {
    expect(await askEngine(strict)).toEqual({ kind: standIn, facts, problem: null })
  } finally {
    uid.mockRestore()
  }
})

test('the report shows only that a file exists elsewhere, not where', async () => {
  const ask = async (json: boolean) =>
    (
      await answer(
        { kind: 'diagnose', settings: { config: null, overrides: [] }, json },
        {
          environment: {
            PATH: process.env['PATH'],
            HOME: home,
            VIBEFLOW_LAUNCHER: '/data/Big Corp/bin/vibeflow',
            VIBEFLOW_CONFIG: '/data/Big Corp/team.toml',
            TMPDIR: '/data/Big Corp/tmp',
            XDG_STATE_HOME: '/srv/corp',
            XDG_CONFIG_HOME: '/srv/corp',
          },
          home,
          directory: home,
          integrations: '/none',
          themeCollection: '/none',
          version: '1.0',
          askEngine: async () => ({
            kind: 'Electron',
            facts: null,
            problem:
              'it exited with 1 and printed: /data/Big Corp/team.toml is bad | at /srv/corp/a.js',
          }),
        },
      )
    ).output
  const report = JSON.parse(await ask(true)) as Record<string, unknown>
  expect([
    report['vibeflow'],
    (report['configuration'] as { file: string }).file,
    report['folders'],
    (report['engine'] as { problem: string }).problem,
  ]).toEqual([
    { version: '1.0', startedFrom: 'package', command: '(elsewhere)/vibeflow' },
    '(elsewhere)',
    {
      configuration: { path: '(elsewhere)/vibeflow', state: 'not created yet' },
      state: { path: '(elsewhere)/vibeflow', state: 'not created yet' },
      temporary: { path: '(elsewhere)', state: 'not created yet' },
    },
    'it exited with 1 and printed: (elsewhere) is bad | at (elsewhere)',
  ])
  for (const text of [await ask(true), await ask(false)]) expect(text).not.toMatch(/corp/i)
})

test('the report has names of changed options, and no values, paths or variables', async () => {
  const folder = join(home, '.config/vibeflow')
  mkdirSync(folder, { recursive: true })
  mkdirSync(join(home, 'run'), { mode: 0o700 })
  writeFileSync(
    join(folder, 'config.toml'),
    '[ui]\nfont_size = 17\nzonk = "secret-1"\n[shell]\nenv = { TOKEN = "secret-2" }\n',
  )
  // One vibeflow runs; another one was killed, and has left its sockets.
  const sockets = join(home, 'run/vibeflow')
  for (const made of [sockets, join(sockets, 'abcdefghijkl')])
    mkdirSync(made, { recursive: true, mode: 0o700 })
  for (const killed of ['app-1.sock', 'abcdefghijkl/ipc.sock'])
    spawnSync(process.execPath, [
      '-e',
      `require('net').createServer().listen(${JSON.stringify(join(sockets, killed))}, () => ` +
        `process.kill(process.pid, 'SIGKILL'))`,
    ])
  const lives = createServer()
  await new Promise<void>((resolve) => {
    lives.listen(join(sockets, 'app-2.sock'), resolve)
  })
  expect(readdirSync(sockets)).toEqual(['abcdefghijkl', 'app-1.sock', 'app-2.sock'])
  const ask = (json: boolean) =>
    answer(
      { kind: 'diagnose', settings: { config: null, overrides: [] }, json },
      {
        environment: {
          PATH: process.env['PATH'],
          MY_TOKEN: 'secret-3',
          HOME: home,
          XDG_RUNTIME_DIR: join(home, 'run'),
        },
        home,
        directory: home,
        integrations: '/none',
        themeCollection: '/none',
        version: '1.0',
        askEngine: async () => ({ kind: 'not known', facts: null, problem: 'not asked' }),
      },
    )
  const { output, code } = await ask(true)
  const report = JSON.parse(output) as Record<string, unknown>
  expect(code).toBe(0)
  expect(report['configuration']).toEqual({
    file: '~/.config/vibeflow/config.toml',
    state: 'read',
    changed: ['ui.font_size', 'shell.env'],
    problems: [{ severity: 'warning', kind: 'unknown_key', key: 'ui.zonk', line: 3 }],
  })
  expect(report['vibeflow']).toEqual({
    version: '1.0',
    startedFrom: 'sources',
    command: 'npm start',
  })
  expect(report['sockets']).toMatchObject({ problem: null, instances: 1, sessions: 0 })
  for (const text of [output, (await ask(false)).output]) {
    expect(text).not.toMatch(/secret|TOKEN/)
    expect(text).not.toContain(home)
  }
  lives.close()
})
