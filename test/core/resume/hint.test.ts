/** What becomes a resume hint, and what never does. */
import { describe, expect, it } from 'vitest'
import { shippedAgents } from '../../../src/core/agent-rules/shipped.ts'
import { hintOf, resumeHint, type HintedProgram, type Said } from '../../../src/core/resume/hint.ts'

const process = { pid: 7, startTime: 9 }
const agent = (id: string): HintedProgram => ({ name: 'node', agent: id, process })
const program = (name: string): HintedProgram => ({ name, agent: null, process: null })
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
const make = (said: Said, front: HintedProgram) => hintOf(said, front, shippedAgents, '/srv/api')
const session = (id: string, app?: string): Said => ({ of: 'session', app, id })

describe('by OSC 88', () => {
  it('holds program, words, folder and process', () => {
    expect(make(arm('/opt/claude', '--resume 0f0e0d0c-1'), agent('claude'))).toEqual({
      agent: 'Claude Code',
      program: '/opt/claude',
      args: ['--resume', '0f0e0d0c-1'],
      directory: '/srv/api',
      session: '0f0e0d0c-1',
      process,
    })
    expect(make(arm('mytool', '-c', '/srv/web'), program('mytool'))).toEqual({
      agent: 'mytool',
      program: 'mytool',
      args: ['-c'],
      directory: '/srv/web',
      session: null,
      process: null,
    })
  })

  it('is none for a program that does not run in front', () => {
    expect(make(arm('claude'), program('cat'))).toBe(null)
    expect(make(arm('claude'), agent('codex'))).toBe(null)
    expect(make(arm('claude'), { name: null, agent: null, process: null })).toBe(null)
  })

  it.each([
    ...['sh', 'bash', 'zsh', 'fish', 'csh', 'tcsh', 'nu', 'pwsh', 'xonsh', 'elvish'],
    ...['python3', 'node', 'perl', 'ruby', 'php', 'bun', 'deno', 'npx', 'uv'],
    ...['env', 'sudo', 'su', 'doas', 'run0', 'pkexec', 'ssh', 'rm', 'dd', 'docker'],
  ])('is never offered for %s', (name) => {
    expect(make(arm(name, 'x'), program(name))).toBe(null)
    expect(make(arm(`/usr/bin/${name}`, 'x'), program(name))).toBe(null)
  })

  it.each<readonly [string, string, string | undefined]>([
    ['./claude', '', undefined],
    ['../bin/claude', '', undefined],
    ['claude', "'no end", undefined],
    ['claude', 'line\nfeed', undefined],
    ['claude', 'carriage\rreturn', undefined],
    ['claude', 'esc\x1b[2J', undefined],
    ['claude', 'c1\x9b', undefined],
    ['claude', 'over\u202eride', undefined],
    ['claude', 'zero\u200bwidth', undefined],
    ['claude', 'lone\ud800', undefined],
    ['claude', 'not\u0065\u0301 composed', undefined],
    ['claude', 'x'.repeat(600), undefined],
    ['claude', 'x '.repeat(40), undefined],
    ['claude', '', 'relative'],
    ['claude', '', '/new\nline'],
    ['claude', '', `/${'x'.repeat(5_000)}`],
  ])('refuses %j %j in %j', (cmd, args, cwd) => {
    expect(make(arm(cmd, args, cwd), agent('claude'))).toBe(null)
  })
})

describe('by the name of a session', () => {
  it.each(
    [...shippedAgents.values()].flatMap(({ id, resume }) =>
      resume === null ? [] : [[id, resume] as const],
    ),
  )('%s resumes by %s', (id, line) => {
    const hint = make(session('abc_DEF-123'), agent(id))
    expect([hint?.program, ...(hint?.args ?? [])].join(' ')).toBe(
      line.replace('<id>', 'abc_DEF-123'),
    )
  })

  it('is for the agent in front alone, by any of its names', () => {
    expect(make(session('a1', 'Claude Code'), agent('claude'))).not.toBe(null)
    expect(make(session('a1', 'CLAUDE-CODE'), agent('claude'))).not.toBe(null)
    expect(make(session('a1', 'reviewer'), agent('claude'))).toBe(null)
    expect(make(session('a1', 'claude'), agent('codex'))).toBe(null)
    expect(make(session('a1', 'claude'), program('claude'))).toBe(null)
    expect(make(session('a1'), agent('aider'))).toBe(null) // no words are known of it
  })

  it.each([
    ...['', ' ', 'a b', 'a;b', '$(id)', '`id`', "a'b", 'a"b', 'a/b', '../x', 'a\nb', 'a\x1b'],
    ...['-', '-x', '--dangerously-skip-permissions'],
    ...['a\u202eb', 'é', 'a=b', 'x'.repeat(129)],
  ])('refuses the name %j', (id) => {
    expect(make(session(id), agent('claude'))).toBe(null)
  })
})

describe('on disk', () => {
  const kept = make(session('a1'), agent('claude'))

  it('comes back as it was', () => expect(resumeHint.parse(kept)).toEqual(kept))

  it.each([
    { program: 'bash' },
    { program: './claude' },
    { program: '' },
    { args: ['a\rb'] },
    { args: Array.from({ length: 33 }, () => 'x') },
    { directory: 'x' },
    { session: 'a b' },
    { agent: '' },
    { agent: 'a\x1b[31m' },
    { process: { pid: 0, startTime: 1 } },
    { more: 1 },
  ])('is passed over with %j', (change) => {
    expect(resumeHint.safeParse({ ...kept, ...change }).success).toBe(false)
  })
})
