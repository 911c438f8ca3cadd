/** Tests the conversion of reports to resume hints, and of hints to commands. */
import { describe, expect, it } from 'vitest'
import type { KnownAgent } from '../../../src/agents/rules/rules.ts'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import {
  resumeCommand,
  hintOf,
  resumeHint,
  type HintedProgram,
  type Said,
} from '../../../src/agents/resume/hint.ts'

const process = { pid: 7, startTime: 9 }
const agentOf = (id: string) => shippedAgents().get(id) as KnownAgent
const front = (id: string, file = `/opt/bin/${agentOf(id).names[0]}`): HintedProgram => ({
  agent: agentOf(id),
  file,
  process,
})
const arm = (cmd: string, args?: string, cwd?: string): Said => ({
  of: 'osc88',
  op: {
    op: 'arm',
    cmd,
    selfRepaint: false,
    ...(args === undefined ? {} : { args }),
    ...(cwd === undefined ? {} : { cwd }),
  },
})
const make = (said: Said, by: HintedProgram) => hintOf(said, by, '/srv/api')
const session = (id: string, app?: string): Said => ({ of: 'session', app, id })
const resumable = [...shippedAgents().values()].flatMap(({ id, resume }) =>
  resume === null ? [] : [[id, resume] as const],
)
const others = [...shippedAgents().values()].flatMap(({ id, resume }) =>
  resume === null ? [id] : [],
)

describe('a report with OSC 88', () => {
  it('becomes a hint of the file in the foreground', () => {
    for (const cmd of ['claude', 'claude-code', '/opt/bin/claude'])
      expect(make(arm(cmd, '--resume 0f0e0d0c-1'), front('claude'))).toEqual({
        agent: 'claude',
        program: '/opt/bin/claude',
        directory: '/srv/api',
        session: '0f0e0d0c-1',
        process,
      })
  })

  it('counts for each agent by the words of its own rule', () => {
    for (const [id, rule] of resumable) {
      const [name = '', ...words] = rule.replace('<id>', 'a1').split(' ')
      expect(make(arm(name, words.join(' ')), front(id))).toMatchObject({
        agent: id,
        session: 'a1',
      })
      for (const [other, theirs] of resumable)
        if (theirs.split(' ').slice(1).join() !== rule.split(' ').slice(1).join())
          expect([id, other, make(arm(name, words.join(' ')), front(other))]).toEqual([
            id,
            other,
            null,
          ])
    }
  })

  it('makes no directory: the one of the process counts', () => {
    expect(make(arm('claude', '--resume a1', '/tmp/x'), front('claude'))?.directory).toBe(
      '/srv/api',
    )
  })

  it('makes no hint of another program, whatever its name', () => {
    for (const cmd of [
      ...['codex', 'git', 'sh', 'node', '/tmp/x/claude', './claude', 'bin/claude', 'claude ', ''],
      ...['CLAUDE', 'claude\n', '/opt/bin/../bin/claude', '\u202eclaude'],
    ])
      expect([cmd, make(arm(cmd, '--resume a1'), front('claude'))]).toEqual([cmd, null])
    expect(make(arm('git', '-c alias.x=!id x'), front('claude'))).toBe(null)
  })

  it.each([
    ...[
      ...['', 'a1', '--resume', '--resume a1 b2', '--print --resume a1', '--resume a1 --print'],
      '-r a1',
    ],
    ...['--resume=a1', '--resume --print', '--resume a;id', '--resume $(id)', "--resume 'a b'"],
    ...['--resume ""', "--resume 'no end", '--resume a1\\', '--RESUME a1', '--resume a1\n'],
    ...[
      '--resume a\u202e1',
      '--resume é',
      `--resume ${'x'.repeat(129)}`,
      `--resume ${'a '.repeat(99)}`,
    ],
    ...['--dangerously-skip-permissions --resume a1', '--settings /tmp/x --resume a1'],
  ])('makes no hint by other words: %j', (args) => {
    expect(make(arm('claude', args), front('claude'))).toBe(null)
  })

  it('takes a session out of the middle of a word only where the rule has one', () => {
    const copilot = front('copilot')
    expect(make(arm('copilot', '--resume=a1'), copilot)?.session).toBe('a1')
    for (const args of ['--resume a1', '--resume=', '--resum=a1', '--resume=a=b', '-resume=a1'])
      expect(make(arm('copilot', args), copilot)).toBe(null)
  })

  it.each(others)('makes no hint of %s, which has no resume rule', (id) => {
    expect(make(arm(agentOf(id).names[0] ?? '', '--resume a1'), front(id))).toBe(null)
    expect(make(session('a1'), front(id))).toBe(null)
  })
})

describe('the name of a session', () => {
  it('counts for the agent in the foreground alone, with any of its names', () => {
    expect(make(session('a1', 'Claude Code'), front('claude'))).not.toBe(null)
    expect(make(session('a1', 'CLAUDE-CODE'), front('claude'))).not.toBe(null)
    expect(make(session('a1'), front('claude'))).not.toBe(null)
    expect(make(session('a1', 'reviewer'), front('claude'))).toBe(null)
    expect(make(session('a1', 'claude'), front('codex'))).toBe(null)
  })

  it.each([
    ...['', ' ', 'a b', 'a;b', '$(id)', '`id`', "a'b", 'a"b', 'a/b', '../x', 'a\nb', 'a\x1b'],
    ...['-', '-x', '--dangerously-skip-permissions'],
    ...['a\u202eb', 'é', 'a=b', 'x'.repeat(129)],
  ])('is refused as %j', (id) => {
    expect(make(session(id), front('claude'))).toBe(null)
  })
})

describe('the file in the foreground', () => {
  it('is run under its own path, and must be called as the agent is', () => {
    const hint = make(session('a1'), front('claude', '/tmp/x/claude'))
    expect(hint === null ? null : resumeCommand(hint, agentOf('claude'))).toEqual({
      program: '/tmp/x/claude',
      args: ['--resume', 'a1'],
    })
    for (const file of [
      ...['/usr/bin/git', '/bin/sh', '/usr/bin/node', '/x/cli.js', '/x/claude.sh', '/x/claude/'],
      ...['claude', './claude', '../claude', '/x/../claude', '/x/./claude', '//claude', ''],
      ...['/x/\u202e/claude', '/x\n/claude', `/${'x'.repeat(5_000)}/claude`],
    ])
      expect([file, make(session('a1'), front('claude', file))]).toEqual([file, null])
  })

  it.each(resumable)('of %s gets the words of %s', (id, rule) => {
    const hint = make(session('abc_DEF-123'), front(id))
    const command = hint === null ? null : resumeCommand(hint, agentOf(id))
    expect([agentOf(id).names[0], ...(command?.args ?? [])].join(' ')).toBe(
      [agentOf(id).names[0], ...rule.replace('<id>', 'abc_DEF-123').split(' ').slice(1)].join(' '),
    )
    expect(command?.program).toBe(`/opt/bin/${agentOf(id).names[0]}`)
  })
})

describe('a hint on disk', () => {
  const kept = make(session('a1'), front('claude'))

  it('is restored unchanged', () => expect(resumeHint.parse(kept)).toEqual(kept))

  it.each([
    { program: 'claude' },
    { program: './claude' },
    { program: '/x/../bin/claude' },
    { program: '/x\r/claude' },
    { program: '' },
    { args: ['--resume', 'a1'] },
    { args: [] },
    { directory: 'x' },
    { directory: '/new\nline' },
    { session: 'a b' },
    { session: '--print' },
    { session: null },
    { agent: '' },
    { process: { pid: 0, startTime: 1 } },
    { process: null },
    { more: 1 },
  ])('is rejected with %j', (change) => {
    expect(resumeHint.safeParse({ ...kept, ...change }).success).toBe(false)
  })

  it.each([
    { program: '/usr/bin/git' },
    { program: '/bin/sh' },
    { program: '/usr/bin/claude-' },
    { agent: 'codex' },
    { agent: 'aider', program: '/usr/bin/aider' },
  ])('makes no command with %j', (change) => {
    const hint = resumeHint.parse({ ...kept, ...change })
    expect(resumeCommand(hint, agentOf(hint.agent))).toBe(null)
  })
})
