/**
 * `vibeflow-emit`, both versions, as a process: the shared vectors first, then what they leave out.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import {
  echo,
  fakeSession,
  otherTerminal,
  programs,
  runEmit,
  socketFrame,
  type FakeSession,
  type OtherTerminal,
  type Outcome,
  type Place,
  type Program,
} from '../support/emit-places.ts'
import { vectors } from '../support/vectors.ts'
import { slow } from '../slow.ts'

const versions = Object.keys(programs) as Program[]
const frame = (payload: string) => `\x1b]1338;${payload}\x07`
const inTmux = (text: string) => `\x1bPtmux;${text.replaceAll('\x1b', '\x1b\x1b')}\x1b\\`
const run = (version: Program, argv: readonly string[], place: Place): Promise<Outcome> =>
  runEmit(programs[version], argv, place)

let other: OtherTerminal
let session: FakeSession
beforeAll(async () => {
  other = await otherTerminal()
  session = await fakeSession()
})
afterAll(() => {
  other.close()
  session.close()
})

interface CliVector {
  readonly id: string
  readonly argv?: readonly string[]
  readonly argv_build?: readonly (
    | string
    | { readonly prefix: string; readonly repeat: string; readonly count: number }
  )[]
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  readonly places?: Readonly<Record<string, string>>
  readonly expect: {
    readonly exit: number
    readonly stdout_show?: string
    readonly stdout_regex?: string
    readonly stderr_contains?: string
    readonly target?: string
    readonly frame_show?: string
  }
}

const fromShow = (text: string) =>
  text.replace(/\\(\\|x([0-9a-f]{2}))/g, (_, whole: string, hex?: string) =>
    hex === undefined ? whole : String.fromCharCode(Number.parseInt(hex, 16)),
  )

const cliVectors = vectors('emit_cli').map(
  (vector) => [vector.id, vector as unknown as CliVector] as const,
)
/** In the Node version, tests of words need no process of their own (below). */
const [ofPlaces, ofWords] = [true, false].map((hasPlaces) =>
  cliVectors.filter(([, { places }]) => (places !== undefined) === hasPlaces),
) as [typeof cliVectors, typeof cliVectors]

const osc88 = /\x1b\]88;[^\x07]*\x07$/

describe.each(versions)('the vectors, %s', (version) => {
  it.each(ofPlaces)('%s', (_, vector) => check(vector))
  it.each(ofWords)('%s', version === 'node' ? slow : {}, (_, vector) => check(vector))

  async function check(vector: CliVector): Promise<void> {
    const argv =
      vector.argv ??
      vector.argv_build?.map((part) =>
        typeof part === 'string' ? part : part.prefix + part.repeat.repeat(part.count),
      ) ??
      []
    const places = vector.places ?? {}
    const env = { ...vector.env }
    if (places['vibeflow_tty'] === 'open') env['VIBEFLOW_TTY'] = other.path
    if (places['socket'] === 'listening') env['VIBEFLOW_SOCKET'] = session.path
    const terminal =
      places['dev_tty'] === 'open'
        ? 'own'
        : places['ancestor_tty'] !== undefined && places['ancestor_tty'] !== 'none'
          ? 'ancestor'
          : 'none'
    const outcome = await run(version, argv, {
      terminal,
      env,
      ...(vector.stdin === undefined ? {} : { stdin: vector.stdin }),
      ...(places['stdout'] === 'closed' ? { stdout: 'closed' } : {}),
    })
    const wanted = vector.expect
    // how the session is resumed follows the state: emit-hook.test.ts
    expect({ ...outcome, screen: outcome.screen.replace(osc88, '') }).toMatchObject({
      exit: wanted.exit,
      ...(wanted.stdout_show === undefined ? {} : { stdout: fromShow(wanted.stdout_show) }),
      ...(wanted.stdout_regex === undefined
        ? {}
        : { stdout: expect.stringMatching(wanted.stdout_regex) }),
      ...(wanted.stderr_contains === undefined
        ? {}
        : { stderr: expect.stringContaining(wanted.stderr_contains) }),
      ...(wanted.target === '/dev/tty' ? { screen: fromShow(wanted.frame_show ?? '') } : {}),
    })
    expect(await other.text()).toBe('')
    expect(session.frames).toEqual([])
  }
})

describe.each(versions)('targets, %s', (version) => {
  const [inShell, inNode] = version === 'sh' ? [{}, slow] : [slow, {}]
  const everywhere = () => ({ VIBEFLOW_TTY: other.path, VIBEFLOW_SOCKET: session.path })

  it('uses the controlling terminal first, although standard files are pipes', async () => {
    const outcome = await run(version, ['working', '--tool=a;b'], {
      terminal: 'own',
      env: everywhere(),
    })
    expect(outcome).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: '',
      screen: frame('state=working;tool=a%3Bb'),
    })
    expect(await other.text()).toBe('')
  })

  it('uses VIBEFLOW_TTY next', inShell, async () => {
    const lonely = await otherTerminal()
    const outcome = await run(version, ['done'], {
      terminal: 'ancestor',
      env: { VIBEFLOW_TTY: lonely.path, VIBEFLOW_SOCKET: session.path },
    })
    const text = await lonely.text()
    lonely.close()
    expect([outcome.exit, outcome.stdout, outcome.stderr, outcome.screen, text]).toEqual([
      0,
      '',
      '',
      '',
      frame('state=done'),
    ])
  })

  it('uses the terminal of the nearest ancestor, past names with spaces', inShell, async () => {
    const odd =
      'mkdir -p "$folder/d"; cp /bin/sh "$folder/d/a) S 1 (b"; set -- "$folder/d/a) S 1 (b" ' +
      '-c \'"$@"; true\' sh "$@"'
    const outcome = await run(version, ['waiting', '--project', 'x y'], {
      terminal: 'ancestor',
      before: odd,
    })
    expect(outcome).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: '',
      screen: frame('state=waiting;project=x y'),
    })
  })

  it('reports over the socket last, and waits for the answer', async () => {
    const alone = await fakeSession({
      greeting: socketFrame(0x03, JSON.stringify({ app: 'x', status: 'y'.repeat(5_000) })),
    })
    const outcome = await run(version, ['waiting', '--tool=codex', '--project=api'], {
      terminal: 'none',
      env: { VIBEFLOW_SOCKET: alone.path },
    })
    alone.close()
    expect(outcome).toMatchObject({ exit: 0, stdout: '', stderr: '' })
    expect(
      alone.frames.map(({ type, payload }) => [type, payload === '' ? null : JSON.parse(payload)]),
    ).toEqual([
      [0x03, { app: 'codex', status: 'waiting', state: 'waiting', project: 'api' }],
      [0x04, null],
    ])
  })

  it('names every target and its reason when none works', inShell, async () => {
    const outcome = await run(version, ['waiting'], { terminal: 'none' })
    expect(outcome).toMatchObject({ exit: 3, stdout: '' })
    for (const name of ['/dev/tty', 'VIBEFLOW_TTY', 'ancestor', 'VIBEFLOW_SOCKET'])
      expect(outcome.stderr).toMatch(new RegExp(`^  .*${name}: \\S`, 'm'))
  })

  // the shell version hands them to Node
  it('reports when the socket refuses, is silent, or is gone', inNode, async () => {
    const refusing = await fakeSession({
      answer: (one) =>
        one.type === 0x03
          ? socketFrame(0x05, '{"code":"INVALID_OPERATION","message":"\x1b[31m"}')
          : echo(one),
    })
    const silent = await fakeSession({ answer: () => null })
    const outcomes = [
      await run(version, ['waiting'], {
        terminal: 'none',
        env: { VIBEFLOW_SOCKET: refusing.path },
      }),
      await run(version, ['waiting'], { terminal: 'none', env: { VIBEFLOW_SOCKET: silent.path } }),
      await run(version, ['waiting'], {
        terminal: 'none',
        env: { VIBEFLOW_SOCKET: '/no/such.sock' },
      }),
      await run(version, ['waiting'], {
        terminal: 'none',
        env: { VIBEFLOW_SOCKET: `/${'x'.repeat(107)}` },
      }),
    ]
    refusing.close()
    silent.close()
    expect(
      outcomes.map(({ exit, stderr }) => [exit, /VIBEFLOW_SOCKET: (.*)/.exec(stderr)?.[1]]),
    ).toEqual([
      [3, 'refused the report (INVALID_OPERATION)'],
      [3, 'did not answer in time'],
      [3, 'no process listens there; the session has ended'],
      [3, "is longer than the 107 bytes that a socket's path may have"],
    ])
    expect(outcomes[1]?.ms).toBeLessThan(15_000)
  })

  const opensNone = async (path: string) => {
    const outcome = await run(version, ['done'], { terminal: 'none', env: { VIBEFLOW_TTY: path } })
    expect(outcome).toMatchObject({
      exit: 3,
      stderr: expect.stringContaining('no terminal reached'),
    })
  }
  const title = 'opens no other path than a terminal: %s'
  it.each(['/dev/null', '/dev/pts/../tty', '/dev/pts/999999', '/dev/tty\n'])(title, opensNone)
  it.each([
    ...['/dev/sda', '/dev/pts/ptmx', '/dev/pts/', '/dev/pts/007', 'dev/pts/0', '/etc/passwd'],
  ])(title, slow, opensNone)

  it.each([
    ['TMUX', '/tmp/tmux-0/default,1,0'],
    ['STY', '1.pts-0.host'],
    ['ZELLIJ', '0'],
  ])('does not use %s if it may come from another tab', inShell, async (name, value) => {
    const outcome = await run(version, ['done'], {
      terminal: 'none',
      env: { ...everywhere(), [name]: value },
    })
    expect(outcome.exit).toBe(3)
    expect(outcome.stderr.match(/not used inside/g)).toHaveLength(2)
    expect([await other.text(), session.frames]).toEqual(['', []])
  })

  it('wraps for tmux where TMUX is set or --wrap asks, and for nothing else', inShell, async () => {
    const tmux = { TMUX: '/tmp/tmux-0/default,1,0' }
    expect([
      (await run(version, ['done'], { terminal: 'ancestor', env: tmux })).screen,
      (await run(version, ['done', '--wrap', 'none'], { terminal: 'own', env: tmux })).screen,
      (await run(version, ['done', '--wrap=tmux'], { terminal: 'own' })).screen,
      (await run(version, ['done'], { terminal: 'own', env: { ZELLIJ: '0' } })).screen,
      (await run(version, ['done'], { terminal: 'own', env: { STY: 'x' } })).screen,
      (
        await run(version, ['done'], {
          terminal: 'none',
          env: { ...tmux, VIBEFLOW_EMIT_STDOUT: '1' },
        })
      ).stdout,
    ]).toEqual([
      inTmux(frame('state=done')),
      frame('state=done'),
      inTmux(frame('state=done')),
      frame('state=done'),
      frame('state=done'),
      frame('state=done'),
    ])
  })

  it(
    'writes to standard output alone when it is asked to, and fails when that fails',
    inShell,
    async () => {
      const env = { ...everywhere(), VIBEFLOW_EMIT_STDOUT: '1' }
      const outcomes = await Promise.all(
        ([undefined, 'closed', 'unread', '/dev/full'] as const).map((stdout) =>
          run(version, ['waiting'], {
            terminal: 'own',
            env,
            ...(stdout === undefined ? {} : { stdout }),
          }),
        ),
      )
      expect(outcomes.map(({ exit, stdout, screen }) => [exit, stdout, screen])).toEqual([
        [0, frame('state=waiting'), ''],
        [1, '', ''],
        [1, '', ''],
        [1, '', ''],
      ])
    },
  )

  it('is not blocked by a terminal that is stopped', inShell, async () => {
    const outcome = await run(version, ['waiting'], { terminal: 'own', stopped: true })
    expect([outcome.exit, outcome.screen]).toEqual([3, ''])
    expect(outcome.stderr).toContain('Ctrl+S')
    expect(outcome.ms).toBeLessThan(15_000)
  })

  it(
    'is not blocked by a terminal that is stopped, and still uses the socket',
    inShell,
    async () => {
      const stopped = await fakeSession()
      const outcome = await run(version, ['waiting'], {
        terminal: 'own',
        stopped: true,
        env: { VIBEFLOW_SOCKET: stopped.path },
      })
      stopped.close()
      expect([outcome.exit, stopped.frames.length, outcome.screen]).toEqual([0, 2, ''])
      expect(outcome.ms).toBeLessThan(15_000)
    },
  )
})

describe.each(versions)('a message, %s', (version) => {
  const text = 'Deploy “api” now?'
  const base64 = (words: string) => Buffer.from(words).toString('base64')

  it('is sent with OSC 7501', async () => {
    const argv = ['waiting', '--message', text, '--tool=deploy', '--project', 'a b']
    const outcome = await run(version, argv, {
      terminal: 'none',
      env: { VIBEFLOW_EMIT_STDOUT: '1' },
    })
    const texts = `title=${base64('a b')}:msg=${base64(text)}`
    const fields = `state=blocked:app=deploy:${texts}:instead=1338`
    expect([outcome.exit, outcome.stdout]).toEqual([0, `\x1b]7501;${fields}\x1b\\`])
  })

  it('is the status over the socket', async () => {
    const asked = await fakeSession()
    const outcome = await run(version, ['waiting', `--message=${text}`], {
      terminal: 'none',
      env: { VIBEFLOW_SOCKET: asked.path },
    })
    asked.close()
    expect([outcome.exit, JSON.stringify(asked.frames)]).toEqual([0, expect.stringContaining(text)])
  })
})

const inWords = { terminal: 'none', env: { VIBEFLOW_EMIT_STDOUT: '1' } } as const
const lines = [
  [['waiting', '{"type":"agent-turn-complete"}'], 0, 'state=waiting'],
  [['waiting', '--tool=codex', '{"a":"b c"}'], 0, 'state=waiting;tool=codex'],
  [['--project', 'a=b', 'done', '--tool', 'x%y'], 0, 'state=done;tool=x%25y;project=a%3Db'],
  [['done', '--tool=a', '--tool=b'], 0, 'state=done;tool=b'],
  [['done', '--tool=-x', '--project='], 0, 'state=done;tool=-x;project='],
  [['done', '--tool=é\n'], 0, 'state=done;tool=%C3%A9%0A'],
  [['done', '--tool=a*/~!"\'$(`) \\'], 0, 'state=done;tool=a*/~!"\'$(`) \\'],
  [[], 2, null],
  [['idle'], 2, null],
  [[''], 2, null],
  [['WAITING'], 2, null],
  [['waiting', 'done'], 2, null],
  [['waiting', ''], 2, null],
  [['waiting', '--tool', '--project=x'], 2, null],
  [['waiting', '--nope'], 2, null],
  [['waiting', '-x'], 2, null],
  [['waiting', '--wrap=screen'], 2, null],
  [['waiting', '--on-stop=done'], 2, null],
  [['waiting', '{', '{'], 2, null],
  [['waiting', '--message='], 2, null],
  [['waiting', '--message'], 2, null],
  [['waiting', `--message=${'x'.repeat(2_049)}`], 2, null],
  [['waiting', '--message=two\nlines'], 2, null],
  [['waiting', '--message=ok', '--tool=not a token'], 2, null],
  [['{}'], 2, null],
  [['waiting', '--', 'done'], 2, null],
] as const
const said = (payload: string | null) => (payload === null ? '' : frame(payload))
const usage = 'usage: vibeflow-emit'

/** Checks the output of all lines: each output, a NUL, its exit code and a NUL. */
function checkLines({ stdout, stderr }: Outcome): void {
  const [outputs, complaints] = [stdout.split('\0'), stderr.split('\0')]
  for (const [at, [argv, exit, payload]] of lines.entries()) {
    expect(outputs.slice(2 * at, 2 * at + 2), JSON.stringify(argv)).toEqual([
      said(payload),
      String(exit),
    ])
    if (exit === 2) expect(complaints[at]).toContain(usage)
  }
}

it('sh reads words, each line as a process of one shell', async () => {
  const quoted = (word: string) => `'${word.replaceAll("'", String.raw`'\''`)}'`
  const program = lines.map(
    ([argv]) =>
      `${[...programs.sh, ...argv].map(quoted).join(' ')}\n` +
      String.raw`printf '\0%d\0' $?; printf '\0' >&2`,
  )
  checkLines(await runEmit(['/bin/sh', '-c', program.join('\n')], [], inWords))
})

it('node reads the same words, all lines in one process', async () => {
  const main = JSON.stringify(join(import.meta.dirname, '../../src/protocol/bin/main.ts'))
  const program =
    `import { writeSync } from 'node:fs'; import { runEmit } from ${main}\n` +
    'for (const words of JSON.parse(process.argv[1])) {' +
    "writeSync(1, `\\0${await runEmit(words, '')}\\0`); writeSync(2, '\\0') }"
  const command = [process.execPath, '--input-type=module', '-e', program]
  checkLines(await runEmit(command, [JSON.stringify(lines.map(([argv]) => argv))], inWords))
})

describe.each(versions)('words, %s', (version) => {
  const { env } = inWords

  it('allows a frame of 4 096 bytes and none of 4 097', async () => {
    const longest = 4_096 - frame('state=done;tool=').length
    const outcomes = [
      await run(version, ['done', `--tool=${'t'.repeat(longest)}`], { terminal: 'none', env }),
      await run(version, ['done', `--tool=${'t'.repeat(longest + 1)}`], { terminal: 'none', env }),
    ]
    expect(outcomes.map(({ exit, stdout }) => [exit, stdout.length])).toEqual([
      [0, 4_096],
      [2, 0],
    ])
  })

  it("reports its version, the package's", async () => {
    const { version: number } = JSON.parse(
      readFileSync(join(import.meta.dirname, '../../src/protocol/package.json'), 'utf8'),
    ) as { version: string }
    expect(await run(version, ['--version'], { terminal: 'none' })).toMatchObject({
      exit: 0,
      stdout: `vibeflow-emit ${number}\n`,
      stderr: '',
    })
  })

  it('helps on standard error', async () => {
    expect(await run(version, ['bogus', '--help'], { terminal: 'none' })).toMatchObject({
      exit: 0,
      stdout: '',
      stderr: expect.stringContaining('Examples:'),
    })
  })
})

it.each(['node', 'sh'] as const)(
  '%s: a background job under `stty tostop` sends the frame and is not stopped',
  // the time that an agent's hook may take is too short for two programs on a busy machine
  { timeout: 30_000, retry: 4 },
  async (program) => {
    const words = [...programs[program], 'working', '--tool=x'].map((word) => `'${word}'`).join(' ')
    const outcome = await runEmit(
      ['/bin/bash', '-c', `set -m; stty tostop; ${words} & wait -f $!; exit $?`],
      [],
      { terminal: 'own', stdout: 'terminal' },
    )
    expect([outcome.exit, outcome.screen.includes(frame('state=working;tool=x'))]).toEqual([
      0,
      true,
    ])
  },
)

describe.each(versions)('an unknown state is an error, %s', (version) => {
  it.each([
    ['waitng', 'unknown state "waitng". Did you mean "waiting"?'],
    ['failed', 'unknown state "failed". Did you mean "error"?'],
  ])('%s', version === 'node' ? slow : {}, async (state, sentence) => {
    const { exit, stderr } = await run(version, [state], { terminal: 'none', env: {} })
    expect([exit, stderr.split('\n')[0]]).toEqual([2, `vibeflow-emit: ${sentence}`])
  })
})

describe.each(versions)('error is sent as OSC 7501, %s', (version) => {
  it.each([
    ['alone', [], ''],
    ['with a project', ['--tool=make', '--project=api é'], 'app=make:title=YXBpIMOp:'],
    ['with a message', ['--message=2 failed'], 'msg=MiBmYWlsZWQ=:'],
  ])('%s', async (_, names, fields) => {
    const { exit, screen } = await run(version, ['error', ...names], { terminal: 'own' })
    const report = `\x1b]7501;state=error:${fields}instead=1338\x1b\\`
    expect([exit, screen.includes(report) ? report : screen]).toEqual([0, report])
  })

  it('refuses a name that OSC 7501 cannot carry', async () => {
    const { exit } = await run(version, ['error', '--tool=my make'], { terminal: 'own' })
    expect(exit).toBe(2)
  })
})
