/**
 * Tests the emitter as a library, its shell version, and tmux itself between emitter and terminal.
 */
import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdtempSync,
  readFileSync,
  realpathSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { rolldown } from 'rolldown'
import { afterAll, describe, expect, it } from 'vitest'
import { readArguments } from '../../src/protocol/bin/arguments.ts'
import { formatBytes, type State } from '../../src/protocol/osc/osc1338.ts'
import { wrapForTmux } from '../../src/protocol/osc/tmux.ts'
import { AnswerReader } from '../../src/protocol/node/session-socket.ts'
import { parentAndTerminal, ptsNumber } from '../../src/protocol/node/terminal.ts'
import {
  fakeSession,
  otherTerminal,
  programs,
  runEmit,
  socketFrame,
} from '../support/emit-places.ts'
import { below, pick, seeded } from '../support/random.ts'
import { vectors } from '../support/vectors.ts'
import { slow } from '../slow.ts'

const folder = mkdtempSync(join(tmpdir(), 'vibeflow-emit-test-'))
// its programs may still be writing
afterAll(() => rmSync(folder, { recursive: true, force: true, maxRetries: 10 }))

it.each(vectors('tmux_wrap').map((vector) => [vector.id, vector] as const))(
  'wraps as vector %s',
  (_, vector) => {
    const bytes = (field: unknown) =>
      Buffer.from((field as { hex: string }).hex, 'hex').toString('latin1')
    expect(wrapForTmux(bytes(vector['input']))).toBe(bytes(vector['expect']))
  },
)

describe('device numbers', () => {
  it('are those of pseudo terminals, over 255 too', () => {
    expect(
      [0x8800, 0x88ff, (1 << 20) | 0x8800, 0x8900, 0x0501, 0, (0xfff << 20) | 0x88ff | 0].map(
        ptsNumber,
      ),
    ).toEqual([0, 255, 256, 256, null, null, 0xfffff])
  })

  it("agree with the system's reports of a real one", async () => {
    const terminal = await otherTerminal()
    expect(`/dev/pts/${ptsNumber(statSync(terminal.path).rdev)}`).toBe(terminal.path)
    terminal.close()
  })

  it('are read of a process that exists only', () => {
    expect(parentAndTerminal(process.pid)?.parent).toBe(process.ppid)
    expect(parentAndTerminal(4_194_305)).toBe(null)
  })
})

describe('the library', () => {
  const script = (call: string) => {
    const file = join(folder, `${Math.abs(call.length * 31 + call.charCodeAt(5))}.mjs`)
    writeFileSync(
      file,
      `import { emit, emitState } from '` +
        `${join(import.meta.dirname, '../../src/protocol/node/index.ts')}'\n` +
        `const delivery = await ${call}\n` +
        'process.stdout.write(JSON.stringify(delivery.target === null ? delivery : { ' +
        'target: delivery.target, bytes: Buffer.from(delivery.bytes).toString() }))',
    )
    return [process.execPath, file]
  }

  it('reports which target took which bytes', async () => {
    const outcome = await runEmit(script("emitState('working')"), [], { terminal: 'ancestor' })
    expect(JSON.parse(outcome.stdout)).toEqual({
      target: 'terminal of an ancestor',
      bytes: '\x1b]1338;state=working\x07',
    })
    expect(outcome.screen).toBe('\x1b]1338;state=working\x07')
  })

  it('reports the targets it tried, and tries only the requested ones', async () => {
    const session = await fakeSession({ answer: () => null })
    const outcome = await runEmit(
      script(
        "emit({ state: 'done' }, { targets: ['VIBEFLOW_SOCKET', '/dev/tty'], timeoutMs: 100 })",
      ),
      [],
      { terminal: 'none', env: { VIBEFLOW_SOCKET: session.path } },
    )
    session.close()
    expect(JSON.parse(outcome.stdout)).toEqual({
      target: null,
      tried: [
        { target: 'VIBEFLOW_SOCKET', reason: 'did not answer in time' },
        { target: '/dev/tty', reason: 'cannot be opened: there is no controlling terminal' },
      ],
    })
  })

  it('sends nothing that no parser would read', async () => {
    const outcome = await runEmit(script("emit({ state: 'done', tool: 'x'.repeat(5000) })"), [], {
      terminal: 'own',
    })
    expect([JSON.parse(outcome.stdout), outcome.screen]).toEqual([
      { target: null, tried: [], problem: 'too-long' },
      '',
    ])
  })
})

describe('answers of the socket', () => {
  const error = socketFrame(0x05, '{"code":"CONNECTION_LIMIT"}')

  it.each([
    ['an echo', [socketFrame(0x04, '')], null],
    [
      'a status before the echo',
      [socketFrame(0x03, 'x'.repeat(20_000)), socketFrame(0x04, '')],
      null,
    ],
    [
      'an error before the echo',
      [error, socketFrame(0x04, '')],
      'refused the report (CONNECTION_LIMIT)',
    ],
    [
      'an error without a code that may be shown',
      [socketFrame(0x05, '{"code":"\x1b[31m"}')],
      'refused the report (without a code)',
    ],
    [
      'another protocol',
      [Buffer.from('HTTP/1.1 400 Bad Request')],
      'answered with something else than frames',
    ],
    ['nothing of ours', [socketFrame(0x7f, 'x')], undefined],
  ] as const)('%s, cut anywhere', (_, frames, wanted) => {
    const bytes = Buffer.concat(frames)
    for (const size of [1, 3, 7, bytes.length]) {
      const reader = new AnswerReader()
      let answer: string | null | undefined
      for (let at = 0; at < bytes.length && answer === undefined; at += size)
        answer = reader.feed(bytes.subarray(at, at + size))
      expect(answer).toBe(wanted)
    }
  })
})

const quoted = (word: string) => `'${word.replaceAll("'", `'\\''`)}'`

// Whatever is /bin/sh somewhere. Debian has dash.
const shells = [
  ['/bin/dash'],
  ['/bin/bash', '--posix'],
  ['/bin/zsh', '--emulate', 'sh'],
  ['/bin/busybox', 'sh'],
].filter(([shell = '']) => existsSync(shell))

// each has texts and lines of its own: what shells do differently is in quoting and patterns
const seededShells = shells.map((shell, at) => ({ shell, seed: 1338 + at }))
describe.each(seededShells.slice(0, 2))('the shell version by $shell', testShell)
describe.each(seededShells.slice(2))('the shell version by $shell', slow, testShell)

function testShell({ shell: [shell = '', ...options], seed }: (typeof seededShells)[number]) {
  const random = seeded(seed)
  const states: readonly State[] = ['active', 'working', 'waiting', 'done']
  const env = { VIBEFLOW_EMIT_STDOUT: '1', PATH: '' }
  const command = [shell, ...options, programs.sh[1]]
  const run = (argv: readonly string[]) =>
    spawnSync(shell, [...command.slice(1), ...argv], { env, encoding: 'buffer' })

  /** A process for each, started by a shell: that takes less than when we start it. */
  const runEach = (all: readonly (readonly string[])[]) => {
    const lines = all.map(
      (argv) =>
        `${[...command, ...argv].map(quoted).join(' ')}\n` +
        `printf '\\0%d\\0' $?; printf '\\0' >&2\n`,
    )
    const file = join(mkdtempSync(join(folder, 'each-')), 'lines')
    writeFileSync(file, lines.join(''))
    const ran = spawnSync('/bin/sh', [file], { env, encoding: 'latin1' })
    const said = ran.stdout.split('\0')
    const complaints = ran.stderr.split('\0')
    return all.map((_, at) => ({
      status: Number(said[2 * at + 1]),
      stdout: said[2 * at],
      stderr: complaints[at],
    }))
  }

  it(`sends formatBytes for any text without other programs, 12 texts (seed ${seed})`, () => {
    const text = () =>
      Array.from({ length: below(random, 40) }, () =>
        below(random, 3) === 0
          ? pick(random, [
              ...[';', '=', '%', '%3B', '\\', '*', '$(x)', '`', '"', "'", '--', '{', '\\033'],
              ...['%s', ' '],
            ])
          : String.fromCharCode(32 + below(random, 95)),
      ).join('')
    const frames = Array.from({ length: 12 }, () => ({
      state: pick(random, states),
      ...(below(random, 4) > 0 ? { tool: text() } : {}),
      ...(below(random, 4) > 0 ? { project: text() } : {}),
    }))
    const outcomes = runEach(
      frames.map((frame) => [
        frame.state,
        ...('tool' in frame ? [`--tool=${frame.tool}`] : []),
        ...('project' in frame ? [`--project=${frame.project}`] : []),
      ]),
    )
    for (const [at, frame] of frames.entries()) {
      const wanted = formatBytes(frame)
      const { stdout, status } = outcomes[at]!
      expect([status, stdout], JSON.stringify(frame)).toEqual([
        0,
        Buffer.from(wanted.ok ? wanted.value : []).toString('latin1'),
      ])
    }
  })

  it(`reads words as the Node version does, 12 lines (seed ${seed})`, () => {
    const parts = [
      ...['working', 'done', 'idle', '', '--tool', '--tool=a', '--project', '--project=b=c'],
      ...['--wrap', '--wrap=none', '--wrap=tmux', '--wrap=x', '--on-stop', '--on-stop=done'],
      ...['{"a":1}', '-x', '--', 'a b'],
    ]
    const all = Array.from({ length: 12 }, () =>
      Array.from({ length: below(random, 5) }, () => pick(random, parts)),
    )
    const outcomes = runEach(all)
    for (const [at, argv] of all.entries()) {
      const task = readArguments(argv)
      const plain =
        task.does === 'emit' && task.state !== 'error'
          ? formatBytes({ ...task, state: task.state })
          : null
      const text = plain?.ok ? Buffer.from(plain.value).toString() : ''
      const { stdout, status, stderr } = outcomes[at]!
      expect([status, stdout, stderr], JSON.stringify(argv)).toEqual([
        task.does === 'refuse' ? 2 : 0,
        task.does === 'emit' && task.wrap === 'tmux' ? wrapForTmux(text) : text,
        task.does === 'refuse'
          ? expect.stringContaining(`vibeflow-emit: ${task.problem}\nusage: `)
          : '',
      ])
    }
  })

  it('reports what it lacks where there is no Node', () => {
    expect([
      run(['done', '--tool=é']).status,
      run(['--hook', 'claude']).status,
      run(['--help']).status,
    ]).toEqual([3, 1, 0])
  })
}

it('the shell version finds its Node version through a link, as npm makes one', () => {
  const link = join(mkdtempSync(join(folder, 'link-')), 'vibeflow-emit')
  execFileSync('ln', ['-s', programs.sh[1], link])
  const { stdout } = spawnSync(link, ['done', '--tool=é'], {
    env: {
      ...process.env,
      VIBEFLOW_EMIT_STDOUT: '1',
      PATH: `${join(process.execPath, '..')}:${process.env['PATH']}`,
    },
  })
  expect(stdout.toString()).toBe('\x1b]1338;state=done;tool=%C3%A9\x07')
})

describe('built, as the package ships it', () => {
  /** Whatever Nodes are here; the project's own is the newest. */
  const nodes = [
    process.execPath,
    ...(process.env['PATH'] ?? '').split(':').map((place) => join(place, 'node')),
  ]
    .filter((path) => existsSync(path))
    .map((path) => realpathSync(path))

  it.each([...new Set(nodes)])('runs in %s', async (node) => {
    const place = mkdtempSync(join(folder, 'built-'))
    const source = join(import.meta.dirname, '../../src/protocol')
    const bundle = await rolldown({ input: join(source, 'bin/main.ts'), platform: 'node' })
    await bundle.write({ file: join(place, 'dist/bin/main.js'), format: 'esm' })
    await bundle.close()
    cpSync(join(source, 'package.json'), join(place, 'package.json'))
    cpSync(join(source, 'bin/vibeflow-emit.mjs'), join(place, 'bin/vibeflow-emit.mjs'))
    const command = [node, join(place, 'bin/vibeflow-emit.mjs')]
    const session = await fakeSession()
    expect(
      (await runEmit([node, programs.node[1]], ['done'], { terminal: 'ancestor' })).screen,
      'from its sources',
    ).toBe('\x1b]1338;state=done\x07')
    const outcomes = [
      await runEmit(command, ['working', '--tool=é'], { terminal: 'ancestor' }),
      await runEmit(command, ['--hook', 'claude'], {
        terminal: 'none',
        stdin: '{"hook_event_name":"Stop","cwd":"/a/b"}',
        env: { VIBEFLOW_SOCKET: session.path },
      }),
      await runEmit(command, ['--version'], { terminal: 'none' }),
    ]
    session.close()
    expect(outcomes.map(({ exit, stderr }) => [exit, stderr])).toEqual([
      [0, ''],
      [0, ''],
      [0, ''],
    ])
    expect([outcomes[0]?.screen, session.frames.length]).toEqual([
      '\x1b]1338;state=working;tool=%C3%A9\x07',
      2,
    ])
  })
})

describe.each(Object.keys(programs) as (keyof typeof programs)[])(
  'through a real tmux, %s',
  (version) => {
    it('reaches the terminal that tmux itself runs in, once its pane is visible', async () => {
      const place = mkdtempSync(join(folder, 'tmux-'))
      const [socket, config, exit, seen] = ['socket', 'conf', 'exit', 'seen'].map((name) =>
        join(place, name),
      ) as [string, string, string, string]
      const program = programs[version].map((word) => `'${word}'`).join(' ')
      // Sequences passed through before the pane is visible are lost. Output that tmux has not
      // written when its last pane ends is also lost.
      const command =
        `until tmux list-clients | grep -q .; do sleep 0.05; done; ${program} waiting ` +
        `--tool=claude; echo "exit $?" >'${exit}'; for try in $(seq 200); do [ -e '${seen}' ] ` +
        '&& break; sleep 0.05; done'
      writeFileSync(config, 'set -g allow-passthrough on\nset -g status off\n')
      const sent = '\x1b]1338;state=waiting;tool=claude\x07'
      const outcome = await runEmit(
        ['tmux', '-S', socket, '-f', config, 'new-session', command],
        [],
        {
          terminal: 'own',
          stdout: 'terminal',
          shown: (screen) => {
            if (screen.includes(sent)) writeFileSync(seen, '')
          },
        },
      )
      expect(readFileSync(exit, 'utf8')).toBe('exit 0\n')
      expect(outcome.screen).toContain(sent)
    })

    it('opens no terminal of another user', async (context) => {
      if (process.getuid?.() !== 0) context.skip('only root can give a terminal away')
      const terminal = await otherTerminal()
      execFileSync('chown', ['65534', terminal.path])
      const outcome = await runEmit(programs[version], ['done'], {
        terminal: 'none',
        env: { VIBEFLOW_TTY: terminal.path },
      })
      const text = await terminal.text()
      terminal.close()
      expect([outcome.exit, text]).toEqual([3, ''])
      expect(outcome.stderr).toContain("is another user's")
    })
  },
)
