/** From a stat line and a command line to a tool of the list. */
import { describe, expect, it } from 'vitest'
import { defaultTools } from '../../../src/agents/rules/default-tools.ts'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { candidates, type ProcessNames } from '../../../src/agents/process/candidates.ts'
import { neverMatchingText, Tools } from '../../../src/agents/process/match.ts'
import { parseStat } from '../../../src/agents/process/stat.ts'
import { agents as drivenAgents } from '../../live/agents.ts'
import { vectors, type Vector } from '../../support/vectors.ts'

const namesOf = (vector: Vector) => ({
  comm: vector['comm'] as string,
  argv: vector['argv'] as string[],
  exe: (vector['exe'] as string | undefined) ?? null,
  realPath: (path: string) =>
    (vector['realpath'] as Record<string, string> | undefined)?.[path] ?? path,
})
const cases = (group: string) => vectors(group).map((vector) => [vector.id, vector] as const)
const tools = (...listed: readonly string[]) =>
  new Tools(listed.length === 0 ? defaultTools : listed, shippedAgents())

describe('a stat line', () => {
  it.each(cases('proc_stat_tpgid'))('is read as vector %s expects', (_id, vector) => {
    expect(parseStat(vector['line'] as string)?.foregroundGroup ?? null).toBe(vector['expect'])
  })

  it('returns all requested facts', () => {
    expect(
      parseStat(
        '4321 (a) b (c) S 1 4321 4000 34816 5678 4194304 900 0 0 0 12 34 1 2 20 0 5 0 ' +
          '987654 1000000 300 1 2 3 140721234567890 0\n',
      ),
    ).toEqual({
      comm: 'a) b (c',
      isDead: false,
      isStopped: false,
      isRunning: false,
      parent: 1,
      group: 4321,
      session: 4000,
      terminal: 34816,
      foregroundGroup: 5678,
      cpuTicks: 46,
      startTime: 987_654,
      stack: 140_721_234_567_890,
    })
  })

  it('has names with line ends and backslashes', () => {
    expect(parseStat('1 (a\\nb\\\\c) S 1 1 1 1 1')?.comm).toBe('a\nb\\c')
  })
})

/** Facts as `COMM [exe=FILE] [home=FOLDER] | WORD WORD ...`. */
function factsOf(text: string): Parameters<typeof candidates>[0] {
  const [facts = '', words = ''] = text.split(' | ')
  const [, comm = '', exe, home] = /^(.*?)(?: exe=(\S+))?(?: home=(\S+))?$/.exec(facts) ?? []
  return {
    comm,
    argv: words === '' ? [] : words.split(' '),
    ...(exe === undefined ? {} : { exe }),
    ...(home === undefined ? {} : { home }),
  }
}

describe('names of a process', () => {
  it.each(cases('proc_candidates'))('are those of vector %s', (_id, vector) => {
    expect(candidates(namesOf(vector))).toEqual(vector['expect'])
  })

  it.each([
    [
      'a name of 15 bytes goes on in argv[0]',
      'a-very-long-too | /opt/a-very-long-tool-name',
      'a-very-long-too a-very-long-tool-name',
    ],
    [
      'bytes count, not characters',
      'größerer-name | größerer-name-x',
      'größerer-name größerer-name-x',
    ],
    [
      'a name cut inside a character',
      'aaaaaaaaaaaaaa\ufffd | aaaaaaaaaaaaaaé',
      'aaaaaaaaaaaaaa\ufffd aaaaaaaaaaaaaaé',
    ],
    ['14 bytes are a whole name', 'a-very-long-to | a-very-long-tool', 'a-very-long-to'],
    [
      'the executable reports the interpreter',
      'MainThread exe=/usr/bin/node | renamed /usr/bin/codex',
      'MainThread codex',
    ],
    ['a glued value takes no word', 'node | node --require=/x/claude.js app.js', 'node app'],
    ['evaluated text is no script', 'node | node --eval=1 codex', 'node'],
    ['standard input is no script', 'python3 | python3 - codex', 'python3'],
    ['python: -c among letters', 'python3 | python3 -Ic codex', 'python3'],
    [
      'python: a warning filter is no -c',
      'python3 | python3 -Wonce /usr/bin/aider',
      'python3 aider',
    ],
    [
      'python: values of -W and -X',
      'python3 | python3 -W ignore -X dev -m aider.main codex',
      'python3 aider',
    ],
    ['python: a module of a runner', 'python3 | python3 -m pipx run aider', 'python3 aider'],
    ['a shell: letters that end in -o', 'bash | bash -euo pipefail /opt/bin/claude', 'bash claude'],
    ['a shell: +x is a flag', 'dash | -dash +x /opt/bin/claude', 'dash claude'],
    ['deno: run is skipped once', 'deno | deno run -A run.ts', 'deno run'],
    ['bun x', 'bun | bun x codex', 'bun codex'],
    ['npx by its link', 'node | node /usr/bin/npx --package @openai/codex -- codex', 'node codex'],
    [
      'a runner with a shebang of its own',
      'pipx | /usr/bin/python3 /usr/bin/pipx run --python 3.12 aider',
      'pipx aider',
    ],
    ['a runner that runs nothing', 'uv | uv tool --help', 'uv'],
    ['npm exec with a call', 'npx | npx -c codex', 'npx'],
    [
      'a Python package',
      'python3 | python3 /usr/lib/python3/dist-packages/aider/__main__.py',
      'python3 aider',
    ],
    [
      'a generic name in an install folder of the user',
      'node | node /home/u/.local/share/claude/cli.js',
      'node claude',
    ],
    [
      'that folder under an unusual home',
      'node home=/data/u | node /data/u/.local/share/claude/cli.js',
      'node claude',
    ],
    ['and elsewhere not', 'node home=/data/u | node /tmp/x/.local/share/claude/cli.js', 'node cli'],
    ['links of npm are no package', 'node | node /x/node_modules/.bin/codex', 'node codex'],
    ['empty words are passed over', 'node | node  /usr/bin/codex ', 'node codex'],
    ['no words at all', ' | ', ''],
  ])('%s', (_what, facts, expected) => {
    expect(candidates(factsOf(facts)).join(' ')).toBe(expected)
  })

  it('ends in time on a hostile command line', () => {
    const flags = ['bash', ...Array.from({ length: 60_000 }, () => '-co'), 'claude']
    const long = ['bash', ...Array.from({ length: 100 }, () => `-${'a'.repeat(1_000)}!`)]
    // CPU time, because other processes may use the CPU in between
    const before = process.cpuUsage()
    for (const argv of [flags, long])
      for (const comm of ['bash', 'python3', 'npx']) candidates({ comm, argv })
    expect(process.cpuUsage(before).user).toBeLessThan(4_000_000)
  })
})

describe('matching', () => {
  it.each(cases('proc_candidates_proposed'))('finds what vector %s expects', (_id, vector) => {
    expect(
      tools(...((vector['tools'] as string[] | undefined) ?? [])).match(namesOf(vector))?.tool ??
        null,
    ).toBe(vector['expect_match'])
  })

  it.each([
    ['another name of the same agent', ['claude'], { comm: 'claude-code', argv: [] }, 'claude'],
    ['the spelling of the list', ['claude-code'], { comm: 'claude', argv: [] }, 'claude-code'],
    [
      'the exact entry before another name',
      ['claude', 'claude-code'],
      { comm: 'claude-code', argv: [] },
      'claude-code',
    ],
    ['an entry with a scope', ['@openai/codex'], { comm: 'codex', argv: [] }, '@openai/codex'],
    ['nothing for an empty list', [''], { comm: 'codex', argv: [] }, null],
    [
      'nothing that is too generic, though listed',
      ['node', 'agent', 'python'],
      { comm: 'node', argv: ['node'] },
      null,
    ],
    ...[
      ['command', ['node', '/x/src/cli/command/help.js']],
      ['node', ['node', '/x/command.js']],
      ['node', ['node', '/x/cli.js']],
      ['node', ['node', '/x/node_modules/@angular/cli/bin/ng.js', 'serve']],
      ['node', ['node', '/usr/bin/npx', '@angular/cli']],
      ['cli', ['cli']],
    ].map(([comm, argv]): [string, string[], ProcessNames, null] => [
      `nothing for a name of many packages: ${String(argv)}`,
      [],
      { comm: String(comm), argv: [...(argv ?? [])] },
      null,
    ]),
    ...[
      ['cn', 'node', '/x/node_modules/@continuedev/cli/dist/index.js'],
      ['cn', 'node', '/usr/bin/npx', '@continuedev/cli@1.5'],
      ['kilo', 'node', '/usr/bin/npx', '@kilocode/cli'],
      ['aider', 'uvx', 'aider-chat'],
      ['kilo', 'bun', 'x', '@kilocode/cli@latest'],
      ['cn', 'bun', '--bun', 'x', '-y', '@continuedev/cli'],
      ['codex', 'bun', 'x', '-p', '@openai/codex', 'codex'],
      ['gemini', 'deno', 'x', 'npm:@google/gemini-cli@0.61'],
      ['opencode', 'bunx', 'opencode-ai'],
      ['opencode', 'bunx', '--bun', 'opencode-ai'],
      ['opencode', 'deno', 'run', '-A', 'npm:opencode-ai'],
      ['gemini', 'deno', 'run', '-A', 'npm:@google/gemini-cli@0.61'],
      ['codex', 'deno', 'npm:/@openai/codex@1.2/codex'],
      ['aider', 'uvx', 'aider-chat==0.86'],
      ['aider', 'uvx', 'aider-chat[playwright]'],
      ['amp', 'node', '/usr/bin/npx', '@ampcode/cli'],
      ['amp', 'node', '/x/node_modules/@sourcegraph/amp/dist/main.js'],
    ].map(([tool = '', ...argv]): [string, string[], ProcessNames, string] => [
      `an agent by its package: ${String(argv)}`,
      [],
      { comm: argv[0] ?? '', argv },
      tool,
    ]),
    [
      'a version without a folder of that name',
      [],
      { comm: '2.1.295', argv: ['x'], exe: '/opt/claude-2/2.1.295' },
      null,
    ],
    [
      'a version whose argv[0] reports',
      [],
      { comm: '2.1.295', argv: ['/opt/claude/2.1.295'] },
      'claude',
    ],
    [
      'a version with claude off the list',
      ['codex'],
      { comm: '2.1.295', argv: ['claude'], exe: '/opt/claude/2.1.295' },
      null,
    ],
    ['tmux itself, when listed', ['tmux'], { comm: 'tmux: client', argv: ['tmux'] }, 'tmux'],
    [
      'a long entry by its script',
      ['a-very-long-tool-name'],
      { comm: 'node', argv: ['node', '/x/a-very-long-tool-name.js'] },
      'a-very-long-tool-name',
    ],
    ['a name that objects have', [], { comm: 'constructor', argv: ['__proto__'] }, null],
  ])('finds %s', (_what, listed, names, expected) => {
    expect(tools(...listed).match(names)?.tool ?? null).toBe(expected)
  })

  it.each(
    [...shippedAgents()]
      .filter(([, { tool, packages }]) => defaultTools.includes(tool ?? '') && packages.length > 0)
      .flatMap(([agent, { packages }]) => packages.map((one) => [agent, one] as const)),
  )('finds %s by its package %s after each runner', (agent, one) => {
    const runs = [
      ['npx', '-y', one],
      ['node', '/usr/bin/npx', `${one}@latest`],
      ['node', '/usr/lib/node_modules/npm/bin/npm-cli.js', 'exec', '--', one],
      ['bunx', `${one}@1.2.3`],
      ['bun', 'x', one],
      ['node', '/usr/bin/pnpm.cjs', 'dlx', one],
      ['node', '/usr/bin/yarn.js', 'dlx', '-p', one, one],
    ]
    const found = runs.map((argv) => tools().match({ comm: argv[0] ?? '', argv })?.agent)
    expect(found).toEqual(runs.map(() => agent))
  })

  it('knows the packages that the live tests install', () => {
    const listed = [...shippedAgents().values()].flatMap(({ packages }) => packages)
    expect(drivenAgents.map((one) => one.package).filter((one) => !listed.includes(one))).toEqual(
      [],
    )
  })

  it('does nothing with an empty list', () => {
    const none = new Tools([], shippedAgents())
    expect([none.isEmpty, none.match({ comm: 'claude', argv: [] }), none.named('claude')]).toEqual([
      true,
      null,
      null,
    ])
  })

  it('takes a hint only for an entry of the list', () => {
    expect(tools('codex', 'mytool').named('mytool')).toEqual({ tool: 'mytool', agent: null })
    expect([
      tools('codex').named('claude'),
      tools('node').named('node'),
      tools('claude').named('claude-code'),
    ]).toEqual([null, null, null])
  })

  it('reports which entries can never match', () => {
    expect(
      tools(
        'codex',
        'a-very-long-tool-name',
        'node',
        'bin/codex',
        '@openai/codex',
        'src/',
        'x'.repeat(256),
      )
        .neverMatching()
        .map(neverMatchingText),
    ).toEqual([
      'ai.tools: "node" can never match: too many programs have this name. Use the name of the ' +
        "agent's own command: a script that node or python runs is recognized by its own name.",
      'ai.tools: "bin/codex" can never match: programs are matched by name, without a directory. ' +
        'Use "codex".',
      'ai.tools: "src/" can never match: programs are matched by name, without a directory. Use ' +
        '"src".',
      `ai.tools: "${'x'.repeat(59)}… can never match: not a valid file name. Use the name of a ` +
        'program, or remove the entry.',
    ])
    expect(tools().neverMatching()).toEqual([])
  })
})
