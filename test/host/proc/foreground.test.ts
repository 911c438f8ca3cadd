/**
 * Real programs in a real terminal: which of them are taken for a tool of the list, and which
 * never.
 */
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { defaultTools } from '../../../src/agents/rules/default-tools.ts'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { Tools } from '../../../src/agents/process/match.ts'
import { childEnvironment } from '../../../src/core/session/launch/environment.ts'
import type { Pty } from '../../../src/core/session/ports.ts'
import { systemClock } from '../../../src/host/clock.ts'
import { PathProbe } from '../../../src/host/files/path-probe.ts'
import { RealPaths } from '../../../src/host/files/real-paths.ts'
import { statFilesMax } from '../../../src/host/proc/limits.ts'
import type { ProcessWatch, WatchProcesses } from '../../../src/core/session/ports.ts'
import { Poller } from '../../../src/host/proc/poller.ts'
import { SystemProcReader } from '../../../src/host/proc/reader.ts'
import { forkPty } from '../../../src/host/pty/start-pty.ts'
import { slow } from '../../slow.ts'

type ProcessReading = Parameters<Parameters<WatchProcesses>[0]['report']>[0]

const folder = mkdtempSync(join(tmpdir(), 'vibeflow-front-'))
const bin = join(folder, 'bin')
const node = process.execPath
const python = ['/usr/bin/python3', '/usr/local/bin/python3'].find(
  (path) => spawnSync(path, ['-c', '']).status === 0,
)
const npm = dirname(spawnSync('sh', ['-c', 'command -v npx'], { encoding: 'utf8' }).stdout.trim())
const open: Pty[] = []

const put = (path: string, text: string) => {
  mkdirSync(dirname(join(folder, path)), { recursive: true })
  writeFileSync(join(folder, path), text)
  chmodSync(join(folder, path), 0o755)
}

/** Version managers and runners, as processes. */
function managers(wait: string) {
  const starts =
    "require('node:child_process').spawn(process.argv[3], process.argv.slice(4), " +
    "{ stdio: 'inherit' }).on('exit', () => process.exit())"
  put('lib/node_modules/pnpm/bin/pnpm.cjs', starts)
  for (const name of ['bunx', 'volta-shim']) put(name, '#!/bin/sh\n"$@"\nexit\n')
  put('uv', '#!/bin/sh\nshift\n"$@"\nexit\n')
  put('mise', `#!/bin/sh\nexec ${join(bin, 'codex')} "$@"\n`)
  put('asdf', `#!/bin/sh\nexec ${join(folder, 'installs/gemini')} "$@"\n`)
  put('installs/gemini', `#!/usr/bin/env node\n${wait}\n`)
  mkdirSync(join(folder, 'shims'))
  symlinkSync(join(folder, 'mise'), join(folder, 'shims/codex'))
  put('shims/gemini', `#!/usr/bin/env bash\nexec ${join(folder, 'asdf')} exec gemini "$@"\n`)
  put('ai.sh', `#!/bin/sh\n${join(bin, 'codex')} 60\nexit 0\n`)
  put('ai-exec.sh', `#!/bin/sh\nexec ${join(bin, 'codex')} 60\n`)
  put('package.json', '{ "private": true }')
  mkdirSync(join(folder, 'node_modules/.bin'), { recursive: true })
  for (const name of ['codex', 'gemini'])
    symlinkSync(join(bin, name), join(folder, 'node_modules/.bin', name))
}

beforeAll(() => {
  mkdirSync(bin)
  const sleepProgram = '/bin/sleep'
  for (const name of ['codex', 'a-very-long-tool-name', 'fifteen-letters', '(odd) name'])
    copyFileSync(sleepProgram, join(bin, name))
  symlinkSync(node, join(bin, 'node'))
  const wait = 'setTimeout(() => {}, 60000)'
  put('bin/gemini', `#!/usr/bin/env node\n${wait}\n`)
  put('lib/node_modules/@anthropic-ai/claude-code/cli.js', wait)
  put('bin/renamed.js', `process.title = 'pi'; ${wait}`)
  put('server.js', wait)
  put('train.py', 'import time; time.sleep(60)')
  put('aider/__init__.py', '')
  put('aider/__main__.py', 'import time; time.sleep(60)')
  put('runner.sh', `#!/bin/sh\nsleep 0.3\n${join(bin, 'codex')} 60\nexit 0\n`)
  put('claude', `#!/bin/sh\nsleep 60\nexit 0\n`)
  managers(wait)
})
const looks = new PathProbe(systemClock, { programs: 1 })
afterAll(() => looks.dispose())
afterEach(() => {
  for (const pty of open.splice(0)) pty.close()
})
// its programs may still be writing
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

function tab(tools: readonly string[] = defaultTools) {
  let text = ''
  const environment = childEnvironment(
    { PATH: `${bin}:/usr/bin:/bin:${npm}`, HOME: folder, PS1: '> ' },
    { term: 'xterm-256color', version: '1' },
  )
  const started = forkPty(
    systemClock,
    {
      program: '/bin/bash',
      args: ['--norc'],
      directory: folder,
      environment,
      size: { cols: 80, rows: 24 },
    },
    {
      output: (bytes) => {
        text += Buffer.from(bytes).toString()
        watch?.stirred()
      },
      exit: () => undefined,
    },
  )
  if ('problem' in started) throw new Error(started.problem)
  open.push(started.pty)
  const reported: ProcessReading[] = []
  const realPaths = new RealPaths(looks, () => poller.reconsider())
  const poller: Poller = new Poller(
    systemClock,
    new SystemProcReader((path) => realPaths.at(path)),
    new Tools(tools, shippedAgents()),
    100,
  )
  const watch = poller.watch({
    pid: started.pty.pid,
    isUserShell: true,
    home: folder,
    report: (evidence) => reported.push(evidence),
  })
  const until = async (what: string, condition: () => boolean) => {
    const end = performance.now() + 15_000
    while (!condition()) {
      if (performance.now() > end)
        throw new Error(
          `waited in vain for ${what}; last ${JSON.stringify(reported.at(-1))}, ` +
            `${JSON.stringify(watch.front)}; screen ${JSON.stringify(text)}`,
        )
      await new Promise((done) => setTimeout(done, 20))
    }
  }
  return {
    reported,
    watch,
    until,
    type: (line: string) => {
      started.pty.write(Buffer.from(line))
      watch.stirred()
    },
    ready: () =>
      until('the shell', () => text.includes('> ') && reported.at(-1)?.foreground === 'shell'),
    end: () => poller.dispose(),
  }
}

describe('a tool of the list', () => {
  it.each([
    ['a program by its name', 'codex 60', 'codex'],
    ['a program of 15 letters', 'fifteen-letters 60', 'fifteen-letters'],
    ['a program with a longer name', 'a-very-long-tool-name 60', 'a-very-long-tool-name'],
    ['a program with blanks and parentheses', "'(odd) name' 60", '(odd) name'],
    ['a script that env starts', 'gemini', 'gemini'],
    [
      'a package behind a link',
      'ln -sf ../lib/node_modules/@anthropic-ai/claude-code/cli.js bin/cc; node $PWD/bin/cc',
      'claude',
    ],
    ['a script that renames itself', 'node bin/renamed.js', 'pi'],
    ['a shell script', './claude', 'claude'],
    ['a program that a runner starts in its group', './runner.sh', 'codex'],
    ['a program in a pipe', 'true | codex 60', 'codex'],
    ['a program with another argv[0]', '(exec -a other codex 60)', 'codex'],
    ['a program behind a hint', 'VIBEFLOW_AGENT=amp sleep 60', 'amp'],
  ])('%s, until it is interrupted', async (_what, line, tool) => {
    const { type, reported, until, ready, end } = tab([
      ...defaultTools,
      'fifteen-letters',
      'a-very-long-tool-name',
      '(odd) name',
    ])
    await ready()
    type(`${line}\r`)
    await until(`the tool ${tool}`, () => reported.at(-1)?.foreground === 'tool')
    expect(reported.at(-1)).toMatchObject({
      tool,
      pid: expect.any(Number),
      startTime: expect.any(Number),
    })
    type('\x03')
    await until('the shell', () => reported.at(-1)?.foreground === 'shell')
    end()
  })

  // npx, npm, script and su are the real ones; scripts play the others, in the shape of their
  // processes: mise and asdf become what they start, bun, uv and volta stay in front of it.
  it.each([
    ['npx', 'npx --offline codex 60'],
    ['npm exec', 'npm exec --offline -- codex 60'],
    ['npx, with a script', 'npx --offline gemini', 'gemini'],
    ['bunx', './bunx codex 60'],
    ['pnpm dlx', 'node lib/node_modules/pnpm/bin/pnpm.cjs dlx codex 60'],
    ['uv run', './uv run codex 60'],
    ['a shim of mise', 'shims/codex 60'],
    ['a shim of asdf', 'shims/gemini', 'gemini'],
    ['a shim of volta', './volta-shim codex 60'],
    ['a wrapper script', './ai.sh'],
    ['a wrapper script that execs', './ai-exec.sh'],
    ['a terminal of its own', 'script -qec "codex 60" /dev/null'],
  ])('behind %s', async (_what, line, tool = 'codex') => {
    const { type, reported, until, ready, end } = tab()
    await ready()
    type(`${line}\r`)
    await until(`the tool ${tool}`, () => reported.at(-1)?.tool === tool)
    type('\x03')
    await until('the shell', () => reported.at(-1)?.foreground === 'shell')
    end()
  })

  it('a tool run as another user', async ({ skip }) => {
    if (process.getuid?.() !== 0) skip('only root becomes another user unasked')
    const { type, reported, until, ready, end } = tab()
    await ready()
    type(`su -s /bin/sh -P -c '${join(bin, 'codex')} 60' root\r`)
    await until('the tool', () => reported.at(-1)?.tool === 'codex')
    type('\x03')
    await until('the shell', () => reported.at(-1)?.foreground === 'shell')
    end()
  })

  it('a Python module', async ({ skip }) => {
    if (python === undefined) skip('there is no Python here')
    const { type, reported, until, ready, end } = tab()
    await ready()
    type(`${python} -m aider\r`)
    await until('aider', () => reported.at(-1)?.tool === 'aider')
    end()
  })

  it('a shim of the same name, whenever it becomes the tool', async ({ skip }) => {
    if (python === undefined) skip('there is no python3')
    put(
      'late-shim.py',
      `import os, sys, time\ntime.sleep(1.2)\nos.execv(sys.executable, [sys.executable, ` +
        `${JSON.stringify(join(folder, 'late/aider'))}])\n`,
    )
    put('late/aider', 'import time\ntime.sleep(60)\n')
    const { type, reported, until, ready, end } = tab()
    await ready()
    type(`${python} late-shim.py\r`)
    await until('the shim', () => reported.at(-1)?.foreground === 'other')
    await until('the tool', () => reported.at(-1)?.tool === 'aider')
    type('\x03')
    await until('the shell', () => reported.at(-1)?.foreground === 'shell')
    end()
  })

  it('leaves when it is stopped, and comes again', async () => {
    const { type, reported, until, ready, end } = tab()
    await ready()
    type('codex 60\r')
    await until('the tool', () => reported.at(-1)?.foreground === 'tool')
    type('\x1a')
    await until('the shell', () => reported.at(-1)?.foreground === 'shell')
    type('fg\r')
    await until('the tool', () => reported.at(-1)?.foreground === 'tool')
    end()
  })

  it('is known before a mark, without a poll', async () => {
    const { type, watch, until, ready, end } = tab()
    await ready()
    expect(watch.foregroundNow()).toBe('shell')
    type('codex 60\r')
    await until('the tool', () => watch.foregroundNow() === 'tool')
    end()
  })
})

describe('the file of the agent in the foreground', () => {
  /** Asks until it is known where links lead. */
  const fileOf = async (
    watch: Required<ProcessWatch>,
    command: string,
    names: readonly string[],
    patienceMs = 15_000,
  ) => {
    const end = performance.now() + patienceMs
    while (watch.agentFile(command, names) === null && performance.now() < end)
      await new Promise((done) => setTimeout(done, 100))
    return watch.agentFile(command, names)
  }
  const link =
    'mkdir -p links; ln -sf ../lib/node_modules/@anthropic-ai/claude-code/cli.js links/claude; ' +
    'ln -sf ../lib/node_modules/@anthropic-ai/claude-code/cli.js bin/cc; '
  const isFound = async (_what: string, line: string, tool: string, file: string | null) => {
    const { type, reported, watch, until, ready, end } = tab()
    await ready()
    type(`${line}\r`)
    await until(`the tool ${tool}`, () => reported.at(-1)?.tool === tool)
    const names = shippedAgents().get(tool)?.names ?? []
    const found = await fileOf(watch, tool, names, file === null ? 1_500 : undefined)
    expect(found).toBe(file === null ? null : join(folder, file))
    end()
  }
  it.each([
    ['a program', 'codex 60', 'codex', 'bin/codex'],
    ['a program that a wrapper becomes', './ai-exec.sh', 'codex', 'bin/codex'],
    ['a script', 'gemini', 'gemini', 'bin/gemini'],
    ['a link in PATH', `${link}PATH=$PWD/links:$PATH node $PWD/bin/cc`, 'claude', 'links/claude'],
  ])('of %s', isFound)
  it.each([
    ['a script of a relative path', './claude', 'claude', null],
    ['a program with another argv[0]', '(exec -a /usr/bin/codex codex 60)', 'codex', 'bin/codex'],
    ['a program that a wrapper starts', './ai.sh', 'codex', 'bin/codex'],
    ['a link that is not in PATH', `${link}node $PWD/bin/cc`, 'claude', null],
    ['a runner', 'npx --offline codex 60', 'codex', null],
    ['a program with a hint', 'VIBEFLOW_AGENT=codex sleep 60', 'codex', null],
    ['a program on a terminal of its own', 'script -qec "codex 60" /dev/null', 'codex', null],
  ])('of %s', slow, isFound)

  it('is found after a program like env, however often it was asked for before', async () => {
    put('late.sh', `sleep 1; exec ${process.execPath} "$1"\n`)
    copyFileSync('/bin/dash', join(folder, 'late-env'))
    const interpreter = `${join(folder, 'late-env')} ${join(folder, 'late.sh')}`
    put('late/gemini', `#!${interpreter}\nsetTimeout(() => {}, 60000)\n`)
    const { type, reported, watch, until, ready, end } = tab()
    await ready()
    type('$PWD/late/gemini\r')
    await until('the tool', () => reported.at(-1)?.tool === 'gemini')
    for (let look = 0; look < 8; look += 1) watch.agentFile('gemini', ['gemini'])
    expect(await fileOf(watch, 'gemini', ['gemini'])).toBe(join(folder, 'late/gemini'))
    end()
  })

  it('stays as it was while the program is updated', slow, async () => {
    const { type, reported, watch, until, ready, end } = tab()
    await ready()
    type('mkdir -p v; cp bin/codex v/1; ln -s 1 v/codex; PATH=$PWD/v:$PATH codex 60\r')
    await until('the tool', () => reported.at(-1)?.tool === 'codex')
    expect(await fileOf(watch, 'codex', ['codex'])).toBe(join(folder, 'v/codex'))
    rmSync(join(folder, 'v'), { recursive: true })
    watch.look()
    expect(watch.agentFile('codex', ['codex'])).toBe(join(folder, 'v/codex'))
    end()
  })
})

describe('never a tool', () => {
  it.each([
    ['a script of somebody', 'node server.js', 'node'],
    ['an argument', 'node server.js --agent claude', 'node'],
    ['an editor with a file of that name', 'sleep 60 # codex', 'sleep'],
    ['evaluated text', "node -e 'setTimeout(() => {}, 60000)' codex", 'node'],
  ])('%s', async (_what, line, name) => {
    const { type, reported, watch, until, ready, end } = tab()
    await ready()
    type(`${line}\r`)
    await until(name, () => watch.front.foreground === 'other')
    await new Promise((done) => setTimeout(done, 500))
    expect(reported.some(({ foreground }) => foreground === 'tool')).toBe(false)
    end()
  })

  it('an argument of a Python script', async ({ skip }) => {
    if (python === undefined) skip('there is no Python here')
    const { type, reported, watch, until, ready, end } = tab()
    await ready()
    type(`${python} train.py --tool codex\r`)
    await until('python', () => watch.front.foreground === 'other')
    await new Promise((done) => setTimeout(done, 300))
    expect(reported.some(({ foreground }) => foreground === 'tool')).toBe(false)
    end()
  })
})

describe('the reader', () => {
  it('throws for nothing', () => {
    const reader = new SystemProcReader()
    for (const pid of [0, -1, 2 ** 22 + 1, Number.NaN, 1.5]) {
      expect([
        reader.stat(pid),
        reader.argv(pid),
        reader.exe(pid),
        reader.agentHint(pid),
        reader.children(pid),
      ]).toEqual([null, [], null, null, []])
    }
  })

  it('reads this process', () => {
    const reader = new SystemProcReader()
    expect(reader.stat(process.pid)).toMatchObject({
      parent: process.ppid,
      startTime: expect.any(Number),
      isDead: false,
    })
    expect(reader.exe(process.pid)).toBe(process.execPath)
    expect(reader.reads).toBe(2)
  })

  it('caches the file of a frequent process, and sees it change or end', async () => {
    const reader = new SystemProcReader()
    const files = () => readdirSync('/proc/self/fd').length
    const child = spawn('sleep', ['60'])
    await once(child, 'spawn')
    const pid = child.pid ?? 0
    await expect
      .poll(() => readFileSync(`/proc/${pid}/stat`, 'utf8'), { interval: 5 })
      .toMatch(/^\d+ \(sleep\) S /) // while it starts, its numbers change
    const before = files()
    const looks = [reader.stat(pid, true), reader.stat(pid, true)]
    const held = files() - before
    expect([looks[0], looks[1] === looks[0], held, reader.reads]).toMatchObject([
      { parent: process.pid, isDead: false },
      true,
      1,
      2,
    ])
    child.kill('SIGSTOP')
    child.kill('SIGKILL')
    await once(child, 'exit')
    expect([reader.stat(pid, true), reader.stat(pid, true), files() - before <= 0]).toEqual([
      null,
      null,
      true,
    ])
    for (const one of readdirSync('/proc')
      .map(Number)
      .filter((number) => number > 0))
      reader.stat(one, true)
    expect(files() - before).toBeLessThanOrEqual(statFilesMax)
  })
})
