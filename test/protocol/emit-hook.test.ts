/** `--hook claude`: events to states, and what a hook may print. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { readClaudeHook } from '../../src/protocol/bin/claude-hook.ts'
import { fakeSession, programs, runEmit, type Place, type Program } from '../support/emit-places.ts'
import { vectors } from '../support/vectors.ts'
import { slow } from '../slow.ts'

const versions = Object.keys(programs) as Program[]
const hook = (version: Program, event: unknown, place: Place, more: readonly string[] = []) =>
  runEmit(programs[version], ['--hook', 'claude', ...more], {
    stdin: typeof event === 'string' ? event : JSON.stringify(event),
    ...place,
  })
const stdout = { terminal: 'none', env: { VIBEFLOW_EMIT_STDOUT: '1' } } as const

interface HookVector {
  readonly id: string
  readonly stdin: object
  readonly on_stop?: 'waiting' | 'done'
  readonly expect: {
    readonly state: string
    readonly kind?: string
    readonly tool: string
    readonly project?: string
  } | null
}
const hookVectors = vectors('emit_hook_claude').map(
  (vector) => [vector.id, vector as unknown as HookVector] as const,
)

it.each(hookVectors)('reports what vector %s expects', (_, { stdin, on_stop, expect: wanted }) => {
  const received = readClaudeHook(JSON.stringify(stdin), on_stop ?? 'waiting')
  const report = 'report' in received ? received.report : undefined
  expect(
    report === null || report === undefined
      ? report
      : { ...report.frame, ...(report.kind === undefined ? {} : { kind: report.kind }) },
  ).toEqual(wanted)
})

it.each([
  [{ hook_event_name: 'SessionEnd' }, 'active', undefined],
  [{ hook_event_name: 'PostToolUseFailure' }, 'working', undefined],
  // the first event after a denial with an explanation
  [{ hook_event_name: 'PostToolBatch', tool_calls: [] }, 'working', undefined],
  [{ hook_event_name: 'PermissionRequest', permission_mode: 'default' }, 'waiting', 'permission'],
  [{ hook_event_name: 'PermissionRequest' }, 'waiting', 'permission'],
  [
    { hook_event_name: 'Notification', notification_type: 'permission_prompt' },
    'waiting',
    'permission',
  ],
  [
    { hook_event_name: 'Notification', notification_type: 'elicitation_url_dialog' },
    'waiting',
    'question',
  ],
  [
    { hook_event_name: 'Notification', notification_type: 'agent_needs_input' },
    'waiting',
    'question',
  ],
  [{ hook_event_name: 'Stop', background_tasks: [] }, 'waiting', 'other'],
  [{ hook_event_name: 'SessionStart', source: 'resume' }, 'active', undefined],
] as const)('%j is %s %s', (event, state, kind) => {
  expect(readClaudeHook(JSON.stringify(event), 'waiting')).toMatchObject({
    report: { frame: { state, tool: 'claude' }, ...(kind === undefined ? {} : { kind }) },
  })
})

it.each([
  { hook_event_name: 'PermissionRequest', permission_mode: 'bypassPermissions' },
  { hook_event_name: 'SessionStart', source: 'compact' },
  { hook_event_name: '__proto__' },
  { hook_event_name: 7 },
  {},
])('%j reports nothing', (event) => {
  expect(readClaudeHook(JSON.stringify(event), 'waiting')).toEqual({ report: null })
})

const armed = (args: string, cwd?: string) =>
  `\x1b]88;arm;cmd=${btoa('claude')};args=${btoa(args)}` +
  `${cwd === undefined ? '' : `;cwd=${btoa(cwd)}`}\x07`

it.each<readonly [object, string | undefined]>([
  [
    { hook_event_name: 'SessionStart', session_id: '0f0e-1', cwd: '/srv/api' },
    armed('--resume 0f0e-1', '/srv/api'),
  ],
  [{ hook_event_name: 'UserPromptSubmit', session_id: 'a_1' }, armed('--resume a_1')],
  [{ hook_event_name: 'Stop', session_id: 'a_1', cwd: 'api' }, armed('--resume a_1')],
  [{ hook_event_name: 'SessionEnd', session_id: 'a', reason: 'logout' }, '\x1b]88;clear\x07'],
  [{ hook_event_name: 'SessionEnd', reason: 'prompt_input_exit' }, '\x1b]88;clear\x07'],
  [{ hook_event_name: 'SessionEnd', session_id: 'a', reason: 'other' }, undefined],
  [{ hook_event_name: 'PreToolUse', session_id: 'a' }, undefined],
  ...['', '-x', 'a b', 'a;b', "a'b", 'a\n', 'é', 'x'.repeat(129), 7, null].map(
    (session_id) => [{ hook_event_name: 'SessionStart', session_id }, undefined] as const,
  ),
])('%j reports how the session is resumed', (event, resume) => {
  const received = readClaudeHook(JSON.stringify(event), 'waiting')
  expect('report' in received ? received.report?.resume : received).toBe(resume)
})

it('never loses the state for the name of a folder', () => {
  expect(
    readClaudeHook(
      JSON.stringify({ hook_event_name: 'Stop', cwd: `/${'x'.repeat(5_000)}` }),
      'waiting',
    ),
  ).toMatchObject({ report: { frame: { state: 'waiting', tool: 'claude' } } })
  expect(readClaudeHook('{"hook_event_name":"Stop","cwd":"/\\ud800"}', 'waiting')).toMatchObject({
    report: { frame: { state: 'waiting', tool: 'claude' } },
  })
})

describe.each(versions)('as a process, %s', (version) => {
  /** The shell version hands these to Node. */
  const often = version === 'sh' ? {} : slow
  const sends = async (_: string, { stdin, on_stop, expect: wanted }: HookVector) => {
    const outcome = await hook(
      version,
      stdin,
      stdout,
      on_stop === undefined ? [] : [`--on-stop=${on_stop}`],
    )
    const payload =
      wanted === null
        ? ''
        : `\x1b]1338;state=${wanted.state};tool=${wanted.tool}` +
          `${wanted.project === undefined ? '' : `;project=${wanted.project}`}\x07`
    expect(outcome).toMatchObject({ exit: 0, stdout: payload, stderr: '' })
  }
  // the shell version hands to Node what it does not say itself: most of them
  const isUsual = ([id]: (typeof hookVectors)[number]) =>
    ['h-pre', 'h-stop-done', 'h-unknown', 'h-root-cwd'].includes(id)
  it.each(hookVectors.filter(isUsual))('sends what vector %s expects', sends)
  it.each(hookVectors.filter((one) => !isUsual(one)))('sends what vector %s expects', slow, sends)

  it('sends the kind over the socket', async () => {
    const session = await fakeSession()
    const outcome = await hook(
      version,
      { hook_event_name: 'PermissionRequest', cwd: '/home/u/api' },
      { terminal: 'none', env: { VIBEFLOW_SOCKET: session.path } },
    )
    session.close()
    expect([outcome.exit, outcome.stdout]).toEqual([0, ''])
    expect(JSON.parse(session.frames[0]?.payload ?? '')).toEqual({
      app: 'claude',
      status: 'waiting',
      state: 'waiting',
      kind: 'permission',
      project: 'api',
      hook: expect.any(Number),
    })
  })

  it('asks Claude to write a carrier frame where no terminal can be reached', often, async () => {
    const outcome = await hook(
      version,
      { hook_event_name: 'Stop', cwd: '/home/u/a;b' },
      { terminal: 'none' },
    )
    expect([outcome.exit, outcome.stderr, JSON.parse(outcome.stdout)]).toEqual([
      0,
      '',
      { terminalSequence: '\x1b]777;osc1338;state=waiting;tool=claude;project=a%3Bb\x07' },
    ])
  })

  it('does not when the session starts or ends, and reports that', often, async () => {
    const outcome = await hook(version, { hook_event_name: 'SessionEnd' }, { terminal: 'none' })
    expect(outcome).toMatchObject({
      exit: 1,
      stdout: '',
      stderr: expect.stringContaining('no terminal reached'),
    })
  })

  it('prints nothing on standard output when its forced target failed', often, async () => {
    const outcome = await hook(
      version,
      { hook_event_name: 'Stop' },
      { ...stdout, stdout: 'closed' },
    )
    expect([outcome.exit, outcome.stdout]).toEqual([1, ''])
  })

  it.each([
    ['not json', 'SECRET {'],
    ['no object', '["SECRET"]'],
    ['nothing', ''],
    ['too much', `"SECRET${'x'.repeat(1_048_576)}"`],
  ])('fails with 1, quoting nothing, on %s', often, async (_, input) => {
    const outcome = await hook(version, input, stdout)
    expect([outcome.exit, outcome.stdout, outcome.stderr.includes('SECRET')]).toEqual([
      1,
      '',
      false,
    ])
    expect(outcome.stderr).toContain('JSON')
  })

  it.each([
    [['--hook']],
    [['--hook', 'nobody']],
    [['--hook=claude', '--on-stop=never']],
    [['--hook=claude', 'waiting']],
    [['--hook=claude', '--tool=x']],
    [['--hook=claude', '--nope']],
  ])('never ends with 2, which would block the agent: %j', often, async (argv) => {
    const outcome = await runEmit(programs[version], argv, stdout)
    expect([outcome.exit, outcome.stdout]).toEqual([1, ''])
  })

  it('does not wait for ever for its input', often, async () => {
    const [command, ...words] = programs[version]
    const child = spawn(command, [...words, '--hook', 'claude'], {
      env: { ...process.env, ...stdout.env },
      stdio: ['pipe', 'ignore', 'pipe'],
    })
    let stderr = ''
    child.stderr.on('data', (text) => {
      stderr += String(text)
    })
    const [exit] = (await once(child, 'close')) as [number]
    expect([exit, stderr]).toEqual([1, expect.stringContaining('JSON')])
  })
})

it.each(versions)(
  '%s: a forgotten value next to --hook causes no usage error, for 2 would block the agent',
  async (version) => {
    for (const words of [
      ['--on-stop', '--hook', 'claude'],
      ['--tool', '--hook', 'claude'],
    ]) {
      expect(
        (await runEmit(programs[version], words, { stdin: '{}', terminal: 'none' })).exit,
      ).toBe(1)
    }
  },
)
