/**
 * Tests `vibeflow integrate` on settings of every agent, new and full: applied, checked by running
 * the hook, applied again, removed to the byte. Some files must not change.
 */
import {
  chmodSync,
  existsSync,
  lstatSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { parse } from 'jsonc-parser'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { CommandError } from '../../src/cli/command/exit-codes.ts'
import { integrations, type Integration } from '../../src/cli/verbs/integrate/agents.ts'
import { settingsPath } from '../../src/cli/verbs/integrate/change.ts'
import { stepOf, undone } from '../../src/cli/verbs/integrate/undo.ts'
import { integrateVerb } from '../../src/cli/verbs/integrate.ts'
import { integrated } from '../../src/agents/state/integration.ts'
import { programs } from '../support/emit-places.ts'

let home: string
let environment: Record<string, string>

beforeEach(() => {
  home = mkdtempSync(join(tmpdir(), 'vibeflow-integrate-'))
  mkdirSync(join(home, 'bin'))
  symlinkSync(programs.sh[1], join(home, 'bin/vibeflow-emit'))
  environment = {
    HOME: home,
    PATH: `${join(home, 'bin')}:${dirname(process.execPath)}:/usr/bin:/bin`,
  }
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

type Options = Readonly<Record<string, boolean>>

interface Ran {
  readonly exit: number
  readonly said: string
  readonly document: Readonly<Record<string, unknown>> | null
}

async function integrate(
  names: readonly string[],
  options: Options = { yes: true },
  answer: boolean | null = null,
): Promise<Ran> {
  const lines: string[] = []
  let document: Ran['document'] = null
  const json = options['json'] === true
  const context = {
    positionals: names,
    values: options,
    environment,
    directory: home,
    version: '0.0.0',
    json,
    say: (line: string) => lines.push(line),
    write: () => undefined,
    document: (value: Readonly<Record<string, unknown>>) => {
      document = value
    },
    complain: (line: string) => lines.push(line),
    workers: { shadow: '', rules: '', scripts: '' },
  }
  try {
    const exit = await integrateVerb({ confirm: () => Promise.resolve(answer) }).run(context)
    return { exit, said: lines.join('\n'), document }
  } catch (error) {
    if (!(error instanceof CommandError)) throw error
    return { exit: error.exit, said: [...lines, error.message].join('\n'), document: null }
  }
}

const put = (path: string, content: string, mode = 0o644) => {
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, content)
  chmodSync(path, mode)
}
const pathOf = (agent: Integration) => settingsPath(agent, environment)
const agentNamed = (name: string) =>
  integrations.find((agent) => agent.name === name) as Integration

/** Everything below a folder but our own state. */
function tree(folder: string): Record<string, string> {
  return Object.fromEntries(
    readdirSync(folder, { recursive: true, encoding: 'utf8' })
      .filter((name) => !name.startsWith('.local') && !name.startsWith('bin'))
      .map((name) => {
        const path = join(folder, name)
        const mode = (lstatSync(path).mode & 0o777).toString(8)
        return [
          name,
          statSync(path).isDirectory() ? mode : `${mode} ${readFileSync(path, 'latin1')}`,
        ]
      }),
  )
}

const other = '{ "type": "command", "command": "mine --hook" }'
/** Examples of users' files. `EVENT` is the agent's first event, `KEY` that of its command. */
const crowded: Readonly<Record<string, string>> = {
  empty: '',
  'an empty object': '{}',
  'an empty object with room': '{\n\n}\n',
  'one line': '{"a":1,"hooks":{"EVENT":[{"matcher":"x","hooks":[{"type":"command","KEY":"y"}]}]}}',
  'other hooks': `{
  "theme": "dark",
  "hooks": {
    "EVENT": [
      { "hooks": [${other}] }
    ],
    "Else": []
  },
  "z": [1, 2]
}
`,
  'comments and trailing commas': `// first
{
  /* a */ "theme": "dark", // dark
  "hooks": {
    // why
    "EVENT": [
      {
        "hooks": [${other}], // it
      }, // last of them
      // and no more
    ], // end
    // end of hooks
  },
  // bye
}
// after
`,
  'comments without trailing commas': `{
  "hooks": {
    "EVENT": [
      { "hooks": [] } // last
      // and no more
    ] // end
    /* end of
       hooks */
  } // x
}`,
  'only comments': '{\n  // nothing yet\n}\n',
  'empty hooks': '{ "hooks": { } }',
  'odd indentation': `{
 "a": 1,
       "hooks": {
   "EVENT": [ { "hooks": [] },
  { "hooks": [] }
 ]}
}`,
  tabs: `{
	"hooks": {
		"EVENT": [
			{
				"hooks": [${other}]
			}
		]
	}
}
`,
  'CRLF and a byte order mark': `\ufeff{
    "name": "café 🙂",
    "hooks": {
        "EVENT": []
    }
}
`.replaceAll('\n', '\r\n'),
}
const shapeOf = ({ hooks }: Integration) =>
  typeof hooks === 'string' ? null : JSON.stringify({ ...hooks, events: [], sample: '' })
/** The first agent of each shape: which events it has is nothing to the file that they go into. */
const shapes = integrations
  .filter(
    (agent, at) =>
      shapeOf(agent) !== null &&
      integrations.findIndex((one) => shapeOf(one) === shapeOf(agent)) === at,
  )
  .map((agent) => [agent.name, agent] as const)

describe.each(integrations.map((agent) => [agent.name, agent] as const))('%s', (name, agent) => {
  test('a fresh configuration is integrated, checked, unchanged again and restored', async () => {
    mkdirSync(agent.folder(environment), { recursive: true })
    const before = tree(home)
    const first = await integrate([name])
    expect(first).toMatchObject({
      exit: 0,
      said: expect.stringMatching(/^--- \/dev\/null\n\+\+\+ \//),
    })
    expect(first.said).toMatch(/: hooks installed in ~\/\S+\. The hook reports\./)
    const wired = tree(home)
    // only for the user's eyes, and scripts can be run
    expect(statSync(pathOf(agent)).mode & 0o777).toBe(agent.hooks === 'scripts' ? 0o700 : 0o600)
    expect(await integrate([name])).toMatchObject({
      exit: 0,
      said: expect.stringMatching(/^[^\n]+: hooks already installed in \S+\. The hook reports\.$/),
    })
    expect(tree(home)).toEqual(wired)
    expect((await integrate([name], { check: true })).exit).toBe(0)
    expect(await integrate([], { remove: true, yes: true })).toMatchObject({
      exit: 0,
      said: expect.stringContaining('hooks removed from '),
    })
    expect(tree(home)).toEqual(before)
    expect(existsSync(join(home, '.local/state/vibeflow/integrate'))).toBe(false)
  })
})

describe.each(shapes)('%s', (name, agent) => {
  const hooks = agent.hooks as Exclude<Integration['hooks'], string>
  const fitting = (text: string) =>
    text.replaceAll('EVENT', hooks.events[0] ?? '').replaceAll('KEY', hooks.command)

  test.each(Object.entries(crowded))('crowded: %s', async (_, text) => {
    const before = fitting(text)
    put(pathOf(agent), before, 0o640)
    const was = tree(home)
    expect(await integrate([name], { 'dry-run': true })).toMatchObject({ exit: 0 })
    expect(tree(home)).toEqual(was)
    expect(await integrate([name])).toMatchObject({
      exit: 0,
      said: expect.stringContaining('The hook reports'),
    })
    const after = readFileSync(pathOf(agent), 'utf8')
    for (const [remark] of before.matchAll(/\/\/[^\n]*|\/\*[^]*?\*\//g))
      expect(after).toContain(remark)
    // lines that were there are there, in their order
    const lines = after.split('\n')
    const unchanged = before.split('\n').filter((line) => lines.includes(line))
    expect(unchanged.length).toBeGreaterThanOrEqual(before.split('\n').length - 5)
    if (before.includes('\r\n')) expect(after).not.toMatch(/(?<!\r)\n/)
    else expect(after).not.toContain('\r')
    expect(statSync(pathOf(agent)).mode & 0o777).toBe(0o640)
    const read = parse(after.replace('\ufeff', ''), [], { allowTrailingComma: true })
    for (const event of hooks.events) expect(Array.isArray(read.hooks[event])).toBe(true)
    expect((await integrate([name])).said).toContain('already')
    expect(readFileSync(pathOf(agent), 'utf8')).toBe(after)
    expect((await integrate([name], { remove: true, yes: true })).exit).toBe(0)
    expect(tree(home)).toEqual(was)
  })

  test.each([
    ['broken', '{\n  "a": 1\n  "b": 2\n}\n'],
    ['nested without end', `{"a":\n\n  {"b":${'['.repeat(200_000)}`],
  ])('%s: left alone, with a sentence', async (_, text) => {
    put(pathOf(agent), text)
    const was = tree(home)
    expect(await integrate([name])).toMatchObject({
      exit: 1,
      said: expect.stringMatching(
        /^[^:]+: ~\/\S+ has an error at line 3, column \d+: .* The file was not changed\.$/,
      ),
    })
    expect(tree(home)).toEqual(was)
  })

  test.each(Object.entries(crowded).slice(3))(
    'removal from a file that changed in between keeps all else: %s',
    async (_, text) => {
      const before = fitting(text)
      put(pathOf(agent), before)
      await integrate([name])
      const changed = `${readFileSync(pathOf(agent), 'utf8')}\n`
      writeFileSync(pathOf(agent), changed)
      expect((await integrate([name], { remove: true, yes: true })).exit).toBe(0)
      const after = readFileSync(pathOf(agent), 'utf8')
      expect(after).not.toContain('vibeflow')
      for (const [remark] of before.matchAll(/\/\/[^\n]*|\/\*[^]*?\*\//g))
        expect(after).toContain(remark)
      const read = (json: string) => {
        const {
          hooks: all = {},
          version: _version,
          ...rest
        } = parse(json.replace('\ufeff', ''), [], {
          allowTrailingComma: true,
        })
        const kept = Object.entries(all).filter(([, groups]) => (groups as unknown[]).length > 0)
        return { ...rest, hooks: Object.fromEntries(kept) }
      }
      expect(read(after)).toEqual(read(before))
    },
  )
})

const gemini = () => pathOf(agentNamed('gemini'))

describe('files that are not changed', () => {
  const wrong: Readonly<Record<string, readonly [content: string | Buffer, said: string]>> = {
    'a comma too few': ['{\n  "a": 1\n  "b": 2\n}\n', 'line 3, column 3: expected a comma'],
    'no end': ['{\n  "a": [1\n', 'line 3, column 1: expected ]'],
    'a merge conflict': ['<<<<<<< mine\n{}\n', 'line 1, column 1: '],
    'a list': ['[]', 'line 1, column 1: expected an object'],
    'hooks of another shape': ['{"hooks": []}', 'line 1, column 11: hooks must be an object'],
    'an event of another shape': [
      '{"hooks": {\n"BeforeAgent": "x"}}',
      'line 2, column 16: BeforeAgent must be a list',
    ],
    'a key twice': ['{"hooks": {},\n "hooks": {}}', 'line 2, column 2: this key appears twice'],
    'no UTF-8': [Buffer.from('{"a": "\xff"}', 'latin1'), 'is not UTF-8'],
    'too much': [`{}${' '.repeat(5 * 1024 * 1024)}`, 'has more than 4 MiB'],
  }
  test.each(Object.entries(wrong))('%s', async (_, [content, said]) => {
    mkdirSync(dirname(gemini()), { recursive: true })
    writeFileSync(gemini(), content)
    const before = readFileSync(gemini())
    const outcome = await integrate(['gemini'])
    expect([outcome.exit, outcome.said]).toEqual([1, expect.stringContaining(said)])
    expect(outcome.said).toMatch(
      /^Gemini CLI: ~\/\.gemini\/settings\.json .*The file was not changed\.$/,
    )
    expect((await integrate(['gemini'], { check: true })).exit).toBe(1)
    expect(readFileSync(gemini()).equals(before)).toBe(true)
    // vibeflow never changed this file, so nothing is removed from it
    if (Buffer.isBuffer(content) || content.length > 1e6) return
    expect((await integrate([], { remove: true, yes: true })).exit).toBe(0)
  })

  test('a read-only file is not changed', async () => {
    put(gemini(), '{}', 0o444)
    expect(await integrate(['gemini'])).toMatchObject({
      exit: 1,
      said: expect.stringContaining('is read-only. The file was not changed.'),
    })
    expect(readFileSync(gemini(), 'utf8')).toBe('{}')
  })

  test('a directory or dangling link is not changed', async () => {
    mkdirSync(gemini(), { recursive: true })
    expect((await integrate(['gemini'])).said).toContain('is not a file. The file was not changed.')
    rmSync(gemini(), { recursive: true })
    symlinkSync(join(home, 'nowhere'), gemini())
    expect((await integrate(['gemini'])).said).toContain('is a broken link.')
  })

  test('a file that changes during the question is not changed', async () => {
    put(gemini(), '{}')
    const context = { yes: false }
    const verb = integrateVerb({
      confirm: () => {
        writeFileSync(gemini(), '{"newer": 1}')
        return Promise.resolve(true)
      },
    })
    const lines: string[] = []
    const exit = await verb.run({
      positionals: ['gemini'],
      values: context,
      environment,
      directory: home,
      version: '0',
      json: false,
      say: (line) => void lines.push(line),
      write: () => undefined,
      document: () => undefined,
      complain: () => undefined,
      workers: { shadow: '', rules: '', scripts: '' },
    })
    expect([exit, lines.at(-1)]).toEqual([
      1,
      expect.stringContaining('has changed in the meantime'),
    ])
    expect(readFileSync(gemini(), 'utf8')).toBe('{"newer": 1}')
  })

  test('another script of the same name and others of the directory stay', async () => {
    const folder = pathOf(agentNamed('cline'))
    put(join(folder, 'TaskStart'), '#!/bin/sh\nmine\n', 0o755)
    const was = tree(home)
    expect((await integrate(['cline'])).exit).toBe(0)
    expect(statSync(join(folder, 'TaskStart.sh')).mode & 0o777).toBe(0o700)
    expect((await integrate(['cline'], { remove: true, yes: true })).exit).toBe(0)
    expect(tree(home)).toEqual(was)

    put(join(folder, 'TaskComplete.sh'), '#!/bin/sh\nmine\n', 0o755)
    const crowd = tree(home)
    expect(await integrate(['cline'])).toMatchObject({
      exit: 1,
      said:
        'Cline CLI: ~/.cline/hooks has a TaskComplete.sh that does not belong to vibeflow. ' +
        'The file was not changed.',
    })
    expect(tree(home)).toEqual(crowd)
    expect((await integrate([], { remove: true, yes: true })).exit).toBe(0)
    expect(tree(home)).toEqual(crowd)
  })

  test('a missing or changed script is detected and restored', async () => {
    const folder = pathOf(agentNamed('cline'))
    const fresh = tree(home)
    await integrate(['cline'])
    const was = tree(home)
    for (const spoil of [
      () => rmSync(join(folder, 'PostToolUse.sh')),
      () => writeFileSync(join(folder, 'PostToolUse.sh'), '#!/bin/sh\n# Of vibeflow: older\n'),
    ]) {
      spoil()
      expect(await integrate(['cline'], { check: true })).toMatchObject({
        exit: 1,
        said: expect.stringContaining(
          'it belongs to another version. Run `vibeflow integrate cline`',
        ),
      })
      expect((await integrate(['cline'])).exit).toBe(0)
      expect(tree(home)).toEqual(was)
    }
    chmodSync(join(folder, 'PostToolUse.sh'), 0o500)
    expect((await integrate(['cline'], { remove: true, yes: true })).said).toContain(
      'has a PostToolUse.sh that is read-only. The file was not changed.',
    )
    chmodSync(join(folder, 'PostToolUse.sh'), 0o700)
    expect((await integrate(['cline'], { remove: true, yes: true })).exit).toBe(0)
    expect(tree(home)).toEqual(fresh)
  })

  test('another plugin of the same name is not changed', async () => {
    put(pathOf(agentNamed('opencode')), 'export const Mine = 1\n')
    expect(await integrate(['opencode'])).toMatchObject({
      exit: 1,
      said: expect.stringContaining('does not belong to vibeflow. The file was not changed.'),
    })
    expect((await integrate([], { remove: true, yes: true })).exit).toBe(0)
    expect(readFileSync(pathOf(agentNamed('opencode')), 'utf8')).toBe('export const Mine = 1\n')
  })
})

test('a linked settings file is changed, and stays a link', async () => {
  const real = join(home, 'dotfiles/gemini.json')
  put(real, '{\n  "a": 1\n}\n', 0o600)
  mkdirSync(dirname(gemini()))
  symlinkSync('../dotfiles/gemini.json', gemini())
  expect((await integrate(['gemini'])).said).toContain('The hook reports')
  expect(lstatSync(gemini()).isSymbolicLink()).toBe(true)
  expect(readFileSync(real, 'utf8')).toContain('vibeflow-emit --hook gemini')
  await integrate(['gemini'], { remove: true, yes: true })
  expect([lstatSync(gemini()).isSymbolicLink(), readFileSync(real, 'utf8')]).toEqual([
    true,
    '{\n  "a": 1\n}\n',
  ])
})

describe('the integrated agents', () => {
  test('the command integrates the agents that the window offers', () => {
    expect(integrations.map(({ name }) => name)).toEqual(integrated)
  })

  test('agents are found by program or settings, and others only by name', async () => {
    writeFileSync(join(home, 'bin/qwen'), '#!/bin/sh\n', { mode: 0o755 })
    mkdirSync(join(home, '.factory'))
    mkdirSync(join(home, '.claude'))
    const found = await integrate([], { 'dry-run': true, json: true })
    expect((found.document?.['agents'] as { agent: string }[]).map(({ agent }) => agent)).toEqual([
      'qwen',
      'droid',
    ])
    expect((await integrate([], { 'dry-run': true })).said).toContain(
      'Claude Code 2.1.295 and newer reports its state without hooks. For older versions, run ' +
        '`vibeflow integrate claude`.',
    )
    const all = await integrate([], { 'dry-run': true, json: true, all: true })
    expect((all.document?.['agents'] as { agent: string }[]).map(({ agent }) => agent)).toEqual([
      'claude',
      'qwen',
      'droid',
    ])
  })

  test('no agent is integrated where none is found', async () => {
    expect(await integrate([])).toMatchObject({
      exit: 0,
      said: 'Found no agent that needs hooks.',
    })
  })

  test.each([
    ['nobody', 'unknown agent "nobody". Available: claude, codex, '],
    ['kimi', "can't install hooks for kimi: its hooks are not tested"],
    ['goose', 'its hooks are not tested. vibeflow guesses its state from output and silence.'],
    ['pi', "can't install hooks for pi: it needs none. It reports its state itself."],
    ['__proto__', 'unknown agent "__proto__".'],
  ])('not %s', async (name, said) => {
    expect(await integrate([name])).toMatchObject({ exit: 2, said: expect.stringContaining(said) })
  })
})

describe('the question', () => {
  beforeEach(() => put(gemini(), '{}'))
  const untouched = () => expect(readFileSync(gemini(), 'utf8')).toBe('{}')

  test('the answer no changes nothing', async () => {
    expect(await integrate(['gemini'], {}, false)).toMatchObject({
      exit: 1,
      said: expect.stringMatching(/^--- [^]*canceled\. No file was changed\.$/),
    })
    untouched()
  })

  test('the answer yes changes the file', async () => {
    expect((await integrate(['gemini'], {}, true)).exit).toBe(0)
    expect(readFileSync(gemini(), 'utf8')).toContain('--hook gemini')
  })

  test('a run without a terminal requires --yes, and --json always does', async () => {
    expect(await integrate(['gemini'], {}, null)).toMatchObject({
      exit: 2,
      said: expect.stringContaining("can't ask for confirmation here. Use --yes."),
    })
    expect((await integrate(['gemini'], { json: true }, true)).exit).toBe(2)
    untouched()
  })

  test('--check changes nothing, and cannot be combined with other options', async () => {
    expect((await integrate(['gemini'], { check: true, remove: true })).exit).toBe(2)
    expect(await integrate(['gemini'], { check: true })).toMatchObject({
      exit: 1,
      said: 'Gemini CLI: hooks not installed (~/.gemini/settings.json).',
    })
    untouched()
  })
})

describe('the check', () => {
  const emitter = (text: string) => {
    rmSync(join(home, 'bin/vibeflow-emit'))
    writeFileSync(join(home, 'bin/vibeflow-emit'), `#!/bin/sh\n${text}\n`, { mode: 0o755 })
  }

  test.each([
    ['exit 7', 'exited with code 7'],
    ['echo "is broken" >&2; exit 1', 'exited with code 1 (is broken)'],
    ['exit 0', 'reported nothing'],
    ['cat; echo working', 'reported nothing'],
  ])('sees a hook that does not report: %s', async (text, said) => {
    emitter(text)
    expect(await integrate(['gemini'])).toMatchObject({
      exit: 1,
      said: expect.stringContaining(
        `The hook does not report: \`vibeflow-emit --hook gemini\` ${said}`,
      ),
    })
  })

  test('runs the command as written in the settings', async () => {
    await integrate(['gemini'])
    const broken = readFileSync(gemini(), 'utf8').replaceAll(
      'vibeflow-emit --hook',
      '/gone/vibeflow-emit --hook',
    )
    writeFileSync(gemini(), broken)
    expect(await integrate(['gemini'], { check: true })).toMatchObject({
      exit: 1,
      said: expect.stringContaining('`/gone/vibeflow-emit --hook gemini` exited with code 127'),
    })
    // and another run fixes it
    expect((await integrate(['gemini'])).exit).toBe(0)
    expect(readFileSync(gemini(), 'utf8')).not.toContain('/gone')
  })

  test('reports all changes as one JSON document', async () => {
    put(gemini(), '{}')
    expect((await integrate(['gemini'], { yes: true, json: true })).document).toEqual({
      agents: [{ agent: 'gemini', file: gemini(), outcome: 'wired', reports: true }],
    })
  })

  test('recognizes hooks that a person wrote, and adds the missing ones', async () => {
    put(
      pathOf(agentNamed('claude')),
      '{"hooks": {"Stop": [{"hooks": [{"type": "command", ' +
        '"command": "vibeflow-emit --hook claude"}]}]}}',
    )
    expect((await integrate(['claude'])).exit).toBe(0)
    const { hooks } = JSON.parse(readFileSync(pathOf(agentNamed('claude')), 'utf8')) as {
      hooks: Record<string, unknown[]>
    }
    expect([hooks['Stop']?.length, Object.keys(hooks).length]).toEqual([1, 12])
  })
})

test('without vibeflow-emit in PATH hooks call it by its place', async () => {
  rmSync(join(home, 'bin/vibeflow-emit'))
  expect((await integrate(['gemini'])).exit).toBe(0)
  expect(readFileSync(gemini(), 'utf8')).toContain(
    '/src/protocol/bin/vibeflow-emit.sh --hook gemini',
  )
  environment['APPIMAGE'] = '/x.AppImage'
  expect(await integrate(['qwen'])).toMatchObject({
    exit: 1,
    said: expect.stringContaining('vibeflow --install-desktop'),
  })
})

test('removal restores the file after several runs, as far as checksums agree', () => {
  const [one, two, three] = ['a\nb\n', 'a\nx\nx\nb\n', 'a\nx\nb\nx\n'] as const
  const steps = [stepOf(one, two, []), stepOf(two, three, [])]
  expect(undone(three, steps).content).toBe(one)
  expect(undone(two, steps).content).toBe(two)
  expect(undone(`${three}!`, steps).content).toBe(`${three}!`)
  expect(undone(one, [stepOf(null, one, ['/made'])])).toEqual({ content: null, folders: ['/made'] })
})
