/** `--hook AGENT` of the agents whose events are a table, in both versions. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readAgentHook } from '../../src/protocol/bin/agent-hook.ts'
import {
  claudeWorks,
  hookAgents,
  hookTable,
  type HookRow,
  type TabledAgent,
} from '../../src/protocol/bin/hook-table.ts'
import {
  fakeSession,
  programs,
  runEmit,
  withoutBegun,
  type Place,
  type Program,
} from '../support/emit-places.ts'
import { slow } from '../slow.ts'

const versions = Object.keys(programs) as Program[]
const agents = Object.entries(hookTable) as [TabledAgent, readonly HookRow[]][]
const rows = agents.flatMap(([agent, those]) => those.map((row) => ({ agent, ...row })))
/** The programs that the shell version calls, without Node. */
const folder = mkdtempSync(join(tmpdir(), 'vibeflow-no-node-'))
for (const name of ['timeout', 'head', 'sleep', 'readlink'])
  symlinkSync(join('/usr/bin', name), join(folder, name))
afterAll(() => rmSync(folder, { recursive: true }))
const withoutNode = { PATH: folder, VIBEFLOW_EMIT_STDOUT: '1' }
const stdout = { terminal: 'none', env: { VIBEFLOW_EMIT_STDOUT: '1' } } as const

const hook = (version: Program, agent: string, event: unknown, place: Place = stdout) =>
  runEmit(programs[version], ['--hook', agent], {
    stdin: typeof event === 'string' ? event : JSON.stringify(event),
    ...place,
  })

/** A hundred a second since boot. */
const ticksNow = () =>
  // two decimals: 264.46 times 100 is a little less than 26446
  Math.round(Number(readFileSync('/proc/uptime', 'latin1').split(' ')[0]) * 100)

const wrapped = (pattern: string) => pattern.replaceAll(/(.{60,80}?) \| /g, '$1) ;;\n    ')

/** The part of vibeflow-emit.sh that is a copy of the table. */
function shellTable(): string {
  const assignment = (says: string) => {
    const [state, kind] = says.split(':')
    return `state=${state}${kind === undefined ? '' : ` kind=${kind}`}`
  }
  const lines = agents.flatMap(([agent, those]) =>
    [...new Set(those.map(({ event }) => event))].map((event) => {
      const here = those.filter((row) => row.event === event)
      const [first] = here as [HookRow]
      if (first.when === undefined) return `    ${agent}/${event}) ${assignment(first.says)} ;;`
      const tests = here
        .map(({ when, says }) =>
          when === undefined
            ? `else ${assignment(says)}`
            : `elif has ${when.join(' ')}; then ${assignment(says)}`,
        )
        .join('\n      ')
        .replace('elif', 'if')
      return `    ${agent}/${event})\n      ${tests}\n      fi ;;`
    }),
  )
  lines.push(...claudeWorks.map((event) => `    claude/${event}) state=working ;;`))
  return (
    `knows() {\n  case $1 in\n    ${wrapped(hookAgents.join(' | '))}) ;;\n    *) false ;;\n` +
    `  esac\n}\nsays() {\n  state='' kind=''\n  case $1 in\n${lines.join('\n')}\n  esac\n}\n`
  )
}

it('has the same table in the shell version', () => {
  const script = readFileSync(programs.sh[1], 'utf8')
  const [before = '', , after = ''] = script.split(/(?<=>>> .*\n)([^]*?)(?=# <<<\n)/)
  const wanted = before + shellTable() + after
  if (process.env['VIBEFLOW_WRITE_HOOK_TABLE'] !== undefined) writeFileSync(programs.sh[1], wanted)
  expect(script, `run with VIBEFLOW_WRITE_HOOK_TABLE=1 to write ${programs.sh[1]}`).toBe(wanted)
})

const frame = (says: string, agent: string) => {
  const [state, kind] = says.split(':')
  return `\x1b]7501;state=${state}${kind === undefined ? '' : `:kind=${kind}`}:app=${agent}\x1b\\`
}
const named = ({ agent, event, when }: (typeof rows)[number]) => ({
  [agent === 'grok' ? 'hookEventName' : 'hook_event_name']: event,
  cwd: '/home/u/a "b" \\ c',
  ...(when === undefined ? {} : { [when[0]]: `a ${when[1]} of mine` }),
})

const quoted = (text: string) => `'${text.replaceAll("'", String.raw`'\''`)}'`
/** Output and exit code of the shell version for each row: processes of one shell. */
let printed: readonly string[] = []
beforeAll(() => {
  const lines = rows.map((row) => {
    const command = [...programs.sh, '--hook', row.agent].map(quoted).join(' ')
    return (
      `printf %s ${quoted(JSON.stringify(named(row)))} | ${command}; ` +
      String.raw`printf '\0%d\0' $?`
    )
  })
  const { stdout: text } = spawnSync('/bin/sh', ['-c', lines.join('\n')], { env: withoutNode })
  printed = String(text).split('\0')
})

it.each(rows.map((row, at) => ({ ...row, at })))(
  'reports the state in the table: $agent $event $when',
  (row) => {
    const received = readAgentHook(row.agent, JSON.stringify(named(row)), null)
    const [state, kind] = row.says.split(':')
    expect(received).toEqual({
      report: { state, ...(kind === undefined ? {} : { kind }), app: row.agent },
    })
    const [said = '', status] = printed.slice(2 * row.at)
    expect([withoutBegun(said), status]).toEqual([frame(row.says, row.agent), '0'])
  },
)

it('needs no Node for the most frequent events of Claude Code', () => {
  const say = (event: object) => {
    const [command, script] = programs.sh
    const { stdout: said, status } = spawnSync(command, [script, '--hook', 'claude'], {
      input: JSON.stringify(event),
      env: withoutNode,
    })
    return [withoutBegun(String(said)), status]
  }
  const works = '\x1b]1338;state=working;tool=claude'
  for (const event of claudeWorks)
    expect(say({ session_id: 'x', cwd: '/home/u/a;b c/', hook_event_name: event })).toEqual([
      `${works};project=a%3Bb c\x07`,
      0,
    ])
  expect(say({ hook_event_name: 'PreToolUse' })).toEqual([`${works}\x07`, 0])
  expect(say({ hook_event_name: 'PreToolUse', cwd: '/' })).toEqual([`${works}\x07`, 0])
  expect(say({ hook_event_name: 'PreToolUse', agent_id: 'a' })).toEqual(['', 0])
  // events that it must leave to Node, which is missing
  for (const event of [
    { hook_event_name: 'Stop' },
    { hook_event_name: 'PreToolUse', cwd: '/a/\u00e9' },
    { hook_event_name: 'PreToolUse', cwd: '/a/"' },
    { hook_event_name: 'PreToolUse', cwd: '/a', tool_input: { cwd: '/b' } },
  ])
    expect(say(event)).toEqual(['', 1])
})

describe.each(versions)('as a process, %s', (version) => {
  /** The shell version hands these to Node. */
  const often = version === 'sh' ? {} : slow

  it('uses the name of the event from --event where the JSON lacks it', async () => {
    const words = ['--hook', 'copilot', '--event', 'agentStop']
    expect(
      await runEmit(programs[version], words, { stdin: '{"cwd":"/a"}', ...stdout }),
    ).toMatchObject({ exit: 0, stdout: frame('done', 'copilot') })
  })

  it.each([
    ['a sub-agent', 'codex', { hook_event_name: 'Stop', agent_id: 'a1' }],
    ['a sub-agent of Cline', 'cline', { hook_event_name: 'TaskStart', parent_agent_id: 'a1' }],
    ['another event', 'codex', { hook_event_name: 'PreCompact' }],
    ['a notice of another kind', 'gemini', { hook_event_name: 'Notification', message: 'x' }],
    ['a prototype', 'qwen', { hook_event_name: '__proto__' }],
    ['no event', 'qwen', {}],
    ['a number', 'qwen', { hook_event_name: 7 }],
  ] as const)('reports nothing for %s', async (_, agent, event) => {
    if (version === 'sh')
      expect(await hook(version, agent, event)).toMatchObject({ exit: 0, stdout: '', stderr: '' })
    else expect(readAgentHook(agent, JSON.stringify(event), null)).toEqual({ report: null })
  })

  it(
    'knows a sub-agent of Cline by its parent, for its own agents have ids too',
    often,
    async () => {
      const event = { hookName: 'agent_end', agent_id: 'a1', parent_agent_id: null }
      const words = ['--hook', 'cline', '--event', 'TaskComplete']
      for (const indent of [0, 2])
        expect(
          await runEmit(programs[version], words, {
            stdin: JSON.stringify(event, null, indent),
            ...stdout,
          }),
        ).toMatchObject({ exit: 0, stdout: frame('done', 'cline') })
    },
  )

  it.each([
    ['in the words of a tool', { tool_input: '"hook_event_name":"Stop"' }],
    ['as a field of a tool', { tool_input: { hook_event_name: 'Stop', agent_id: 'x' } }],
    ['no sub-agent', { agent_id: null }],
    ['behind much', { tool_input: 'x"'.repeat(15_000) }],
  ])('is not led astray by the same name %s', slow, async (_, more) => {
    // the shell version reads JSON in its own way, and the Node version as it does here
    for (const event of [
      { hook_event_name: 'PreToolUse', ...more },
      { ...more, hook_event_name: 'PreToolUse' },
    ])
      for (const json of [JSON.stringify(event), JSON.stringify(event, null, 2)])
        if (version === 'sh')
          expect(await hook(version, 'codex', json)).toMatchObject({
            exit: 0,
            stdout: frame('working', 'codex'),
          })
        else
          expect(readAgentHook('codex', json, null)).toEqual({
            report: { state: 'working', app: 'codex' },
          })
  })

  it.each([
    ['codex', 'Stop'],
    ['claude', 'PreToolUse'], // which the shell version handles itself
    ['claude', 'Stop'], // and which it leaves to Node
  ])('reports when it started: %s %s', async (agent, event) => {
    const before = ticksNow()
    const { begun, exit } = await hook(version, agent, { hook_event_name: event })
    expect([exit, begun.length]).toEqual([0, 1])
    expect(begun[0]).toBeGreaterThanOrEqual(before - 1)
    expect(begun[0]).toBeLessThanOrEqual(ticksNow())
  })

  it('reaches the terminal of an ancestor, as hooks without a terminal need', async () => {
    expect(
      await hook(version, 'qwen', { hook_event_name: 'Stop' }, { terminal: 'ancestor' }),
    ).toMatchObject({ exit: 0, stdout: '', screen: frame('done', 'qwen') })
  })

  it('wraps it for tmux', often, async () => {
    const place = { terminal: 'own', env: { TMUX: '/tmp/x,1,0' } } as const
    expect(await hook(version, 'qwen', { hook_event_name: 'Stop' }, place)).toMatchObject({
      exit: 0,
      screen: '\x1bPtmux;\x1b\x1b]7501;state=done:app=qwen\x1b\x1b\\\x1b\\',
    })
  })

  it('goes over the socket where no terminal is', often, async () => {
    const session = await fakeSession()
    const place = { terminal: 'none', env: { VIBEFLOW_SOCKET: session.path } } as const
    const outcomes = [
      await hook(version, 'codex', { hook_event_name: 'PermissionRequest' }, place),
      await hook(version, 'codex', { hook_event_name: 'SessionEnd' }, place),
    ]
    session.close()
    expect(outcomes.map(({ exit, stdout: said }) => [exit, said])).toEqual([
      [0, ''],
      [0, ''],
    ])
    expect(
      session.frames
        .filter(({ payload }) => payload !== '')
        .map(({ payload }) => JSON.parse(payload)),
    ).toEqual([
      {
        app: 'codex',
        status: 'waiting',
        state: 'waiting',
        kind: 'permission',
        hook: expect.any(Number),
      },
      { app: 'codex', status: '' },
    ])
  })

  it(
    'exits with 1 where nothing takes it, and explains on standard error alone',
    often,
    async () => {
      expect(
        await hook(version, 'codex', { hook_event_name: 'Stop' }, { terminal: 'none' }),
      ).toMatchObject({
        exit: 1,
        stdout: '',
        stderr: expect.stringContaining('no terminal reached'),
      })
    },
  )

  it.each([
    ['not json', 'SECRET {'],
    ['no object', '["SECRET"]'],
    ['nothing', ''],
    ['too much', `"SECRET${'x'.repeat(1_048_576)}"`],
  ])('fails with 1, quoting nothing, on %s', often, async (_, input) => {
    const outcome = await hook(version, 'codex', input)
    expect([outcome.exit, outcome.stdout, outcome.stderr.includes('SECRET')]).toEqual([
      1,
      '',
      false,
    ])
    expect(outcome.stderr).toContain('JSON')
  })

  it.each([
    [['--hook', 'nobody']],
    [['--hook', 'codex', '--on-stop', 'done']],
    [['--hook', 'codex', '--event', 'a b']],
    [['--hook', 'codex', '--event']],
    [['--hook', 'claude', '--event', 'Stop']],
  ])('never ends with 2, which could block the agent: %j', often, async (argv) => {
    const outcome = await runEmit(programs[version], argv, { stdin: '{}', ...stdout })
    expect([outcome.exit, outcome.stdout]).toEqual([1, ''])
  })
})

it('reads the name that agents give a sub-agent in no other place', () => {
  expect(
    readAgentHook('codex', '{"hook_event_name":"Stop","tool_input":{"agent_id":"x"}}', null),
  ).toEqual({ report: { state: 'done', app: 'codex' } })
})
