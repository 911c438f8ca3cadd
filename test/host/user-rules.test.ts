/**
 * The user's own rules for agents: read, blamed with agent, rule, key and line, and followed while
 * the app runs. Real files, real watches, real threads.
 */
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { shippedAgents } from '../../src/agents/rules/shipped.ts'
import { problemText } from '../../src/core/config/problem.ts'
import { switchedOffMax } from '../../src/agents/rules/limits.ts'
import { readUserRules, unlisted } from '../../src/host/config/agent-rules/read-user-rules.ts'
import { UserRules } from '../../src/host/config/agent-rules/user-rules.ts'
import { systemClock } from '../../src/host/clock.ts'
import { slow } from '../slow.ts'

let folder: string
let running: UserRules | null = null
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'rules-'))
})
afterEach(() => {
  running?.dispose()
  running = null
  rmSync(folder, { recursive: true, force: true })
})

const save = (content: unknown) =>
  writeFileSync(
    join(folder, 'agent-rules.json'),
    typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content),
  )
const busy = {
  id: 'busy',
  state: 'working',
  priority: 10,
  region: 'bottom:3',
  any: [{ line: '^busy' }],
}
const rules = (...listed: readonly unknown[]) => ({
  agents: { mine: { name: 'Mine', tool: 'mine', process: { names: ['mine'] }, rules: listed } },
})
const known = ({ agents }: UserRules) =>
  agents.get('mine')?.rules.map(({ id, state }) => `${id} ${state}`)

function run({ tools = ['codex', 'mine'] }: { readonly tools?: readonly string[] } = {}): {
  readonly rules: UserRules
  readonly reported: { changes: number; problems: string[] }
} {
  const reported = { changes: 0, problems: [] as string[] }
  const program = join(import.meta.dirname, '../../src/host/config/agent-rules/check-worker.ts')
  running = new UserRules(
    { file: join(folder, 'agent-rules.json'), program, clock: systemClock, tools },
    {
      changed: () => {
        reported.changes += 1
      },
      problems: (problems) => {
        reported.problems = problems.map((one) => problemText(one).replaceAll(folder, 'DIR'))
      },
    },
  )
  return { rules: running, reported }
}

/** Reads the file and returns the outcome. */
async function read(options: Parameters<typeof run>[0] = {}) {
  const started = run(options)
  await until(() => started.reported.changes > 0 || started.reported.problems.length > 0)
  return started
}

const until = (what: () => boolean) => expect.poll(what, { interval: 20 }).toBe(true)

test('a missing file means the shipped rules', () => {
  const {
    rules: { agents, problems },
  } = run()
  expect([agents, problems]).toEqual([shippedAgents(), []])
})

test('a file adds an agent, adds rules to a shipped one and replaces them by id', async () => {
  save({
    agents: {
      ...rules(busy).agents,
      codex: { rules: [{ ...busy, id: 'status_row', state: 'idle' }] },
    },
  })
  const { agents } = (await read()).rules
  expect([
    known(running!),
    agents.get('codex')?.rules.find(({ id }) => id === 'status_row')?.state,
    agents.get('codex')?.rules.length,
  ]).toEqual([['busy working'], 'idle', shippedAgents().get('codex')?.rules.length])
})

test.each([
  [
    'a comment',
    '// my rules\n{ "agents": {} }\n',
    [
      expect.stringMatching(
        /^agent-rules\.json line 1, column 1: not valid JSON: Unexpected token '\/'/,
      ),
    ],
  ],
  [
    'another language',
    '{}\n[agents.mybot]\n',
    [expect.stringMatching(/^agent-rules\.json line 2, column 1: not valid JSON: /)],
  ],
  [
    'a word for a number',
    '{ "agents": {\n  "mybot": tru } }',
    [expect.stringMatching(/^agent-rules\.json line 2, column 15: not valid JSON: /)],
  ],
  [
    'no JSON',
    '{\n  "agents": {,}\n}',
    [
      expect.stringMatching(
        new RegExp(
          String.raw`^agent-rules\.json line 2, column 14: not valid JSON: Expected property ` +
            String.raw`name or '}'\. Current rules stay active\.$`,
        ),
      ),
    ],
  ],
  [
    'bytes that are no UTF-8',
    Buffer.from([0x7b, 0xff, 0x7d]),
    ['agent-rules.json: not valid UTF-8. Current rules stay active.'],
  ],
  ['no table of agents', '[]', ['agent-rules.json: the file has no "agents" table.']],
  [
    'a rule that is wrong, beside one that is good',
    rules({ ...busy, id: 'bad', region: 'left' }, busy),
    [
      expect.stringMatching(
        new RegExp(
          String.raw`^agent-rules\.json line 1, column 130: mine, rule bad: invalid region "left"` +
            String.raw`\. Allowed: title, progress, screen, `,
        ),
      ),
    ],
  ],
  [
    'an expression of exponential cost',
    rules({ ...busy, id: 'slow', any: [{ line: '^(a+)+$' }] }, busy),
    [
      'agent-rules.json line 1, column 159: mine, rule slow, any: ^(a+)+$ takes too long ' +
        'on a long row.',
    ],
  ],
  [
    'too much',
    ' '.repeat(262_145),
    [
      'agent-rules.json: the file has 262145 bytes; the maximum for agent rules is 262144. ' +
        'Current rules stay active.',
    ],
  ],
  [
    'an agent that nobody looks for',
    { agents: { mine: rules(busy).agents.mine, kilo: { rules: [busy] } } },
    [
      'agent-rules.json line 1, column 179: rules for kilo are ignored: add "kilo" to ai.tools ' +
        'in config.toml.',
    ],
  ],
  [
    'keys of an agent that are none',
    {
      agents: {
        mine: { ...rules(busy).agents.mine, rule: [], process: { name: ['x'], names: ['mine'] } },
      },
    },
    [
      expect.stringMatching(
        new RegExp(
          String.raw`^agent-rules\.json line 1, column 191: mine: unknown key "rule"; ` +
            String.raw`ignored\. ` +
            String.raw`Did you mean rules\?$`,
        ),
      ),
      expect.stringMatching(
        new RegExp(
          String.raw`^agent-rules\.json line 1, column 59: mine, process: unknown key "name"; ` +
            String.raw`ignored\. Did you mean names\?$`,
        ),
      ),
    ],
  ],
  [
    'a folder',
    null,
    ['agent-rules.json: it is a directory, not a file. Current rules stay ' + 'active.'],
  ],
])('%s is reported exactly', (_what, content, problems) => {
  if (content === null) mkdirSync(join(folder, 'agent-rules.json'))
  else save(content)
  const file = join(folder, 'agent-rules.json')
  const found = readUserRules(file)
  expect([...found.problems, ...unlisted(file, found, ['codex', 'mine'])].map(problemText)).toEqual(
    problems,
  )
})

test('a mistake is reported with the line of its rule or agent', () => {
  save(`{
  "agents": {
    "other": { "rules": [
      { "id": "bad", "state": "working", "priority": 1, "region": "title",
        "any": [{ "text": "bad" }] } ] },
    "mine": {
      "rules": [
        { "id": "good", "state": "working", "priority": 1, "region": "title",
          "any": [{ "text": "id" }] },
        { "state": "working",
          "id": "bad", "priority": 1, "region": "title" },
        {}
      ] } } }`)
  const { problems } = readUserRules(join(folder, 'agent-rules.json'))
  expect(problems.map(({ place, text }) => `${place?.line} ${text}`)).toEqual([
    '11 mine, rule bad: needs "all" or "any".',
    '12 mine: a rule has no id.',
  ])
})

test('an unreadable file keeps the rules, with a report', async () => {
  save(rules(busy))
  const problems: string[] = []
  running = new UserRules(
    {
      file: join(folder, 'agent-rules.json'),
      program: join(folder, 'gone.js'),
      clock: systemClock,
      tools: [],
    },
    {
      changed: () => undefined,
      problems: (found) => {
        problems.push(...found.map(problemText))
      },
    },
  )
  await until(() => problems.length > 0)
  expect([running.agents, problems]).toEqual([
    shippedAgents(),
    [
      expect.stringMatching(
        /^agent-rules\.json: the thread that reads the file crashed: .* Current rules stay act/s,
      ),
    ],
  ])
})

test('an agent is detected as soon as ai.tools names it', slow, async () => {
  save(rules(busy))
  const { rules: user, reported } = await read({ tools: ['codex'] })
  const before = reported.problems
  user.configure(['codex', 'mine'])
  expect([before, reported.problems]).toEqual([
    [
      'agent-rules.json line 1, column 12: rules for mine are ignored: add "mine" to ai.tools in ' +
        'config.toml.',
    ],
    [],
  ])
})

test('a rule that took too long is off and named, and a save tries it again', slow, async () => {
  const ours = (agents: ReturnType<typeof shippedAgents>) =>
    agents.get('codex')?.rules.find(({ id }) => id === 'status_row')?.state
  save({
    agents: {
      ...rules(busy, { ...busy, id: 'other' }).agents,
      codex: { rules: [{ ...busy, id: 'status_row', state: 'idle' }] },
    },
  })
  const { rules: user, reported } = await read()
  user.watch()
  const states = [ours(user.agents)]
  for (const name of [
    { agent: 'mine', rule: 'busy' },
    { agent: 'codex', rule: 'status_row' },
    { agent: 'mine', rule: 'gone' },
  ])
    user.switchOff({ name, why: 'took too long' })
  states.push(ours(user.agents))
  const off = (name: string) =>
    `agent-rules.json line 1, column ${name.startsWith('mine') ? 87 : 290}: ${name} was turned ` +
    'off: it took too long. Save the file to try again.'
  expect([states, known(user), user.agents.get('mine')?.off, reported.problems]).toEqual([
    ['idle', 'working'],
    ['other working'],
    ['mine, rule busy was turned off: it took too long. Save the file to try again.'],
    [off('mine, rule busy'), off('codex, rule status_row')],
  ])
  save({
    agents: {
      ...rules(busy, { ...busy, id: 'other' }).agents,
      codex: { rules: [{ ...busy, id: 'status_row', state: 'idle' }] },
    },
  })
  await until(() => reported.problems.length === 0)
  expect(known(user)).toEqual(['busy working', 'other working'])
})

test('a file with too many slow rules is off completely', slow, async () => {
  const many = Array.from({ length: switchedOffMax + 2 }, (_, index) => ({
    ...busy,
    id: `rule${index}`,
  }))
  save(rules(...many))
  const { rules: user, reported } = await read()
  for (const { id } of many)
    user.switchOff({ name: { agent: 'mine', rule: id }, why: 'took too long' })
  expect([user.agents, reported.problems]).toEqual([
    shippedAgents(),
    [
      `agent-rules.json: more than ${switchedOffMax} rules took too long. All rules of the file ` +
        'are off. Save the file to try again.',
    ],
  ])
})

test('an endless exePath of the user is off after a moment', slow, async () => {
  save({
    agents: {
      mine: {
        tool: 'mine',
        process: {
          names: ['mine'],
          exePath: '^(?:/(?:opt|optimum)(?:imum)?)+/(?:(?:opt|optimum)(?:imum)?)+!$',
        },
        rules: [busy],
      },
    },
  })
  const { rules: user, reported } = await read()
  const path = user.agents.get('mine')?.exePath
  expect(path?.test('/opt/opt!')).toBe(true)
  // The expression is not blamed for a thread that gets no CPU time.
  for (let tries = 0; tries < 20 && reported.problems.length === 0; tries += 1)
    expect(path?.test(`/opt/${'optimum'.repeat(60)}`)).toBe(false)
  expect([path?.test('/opt/opt!'), reported.problems]).toEqual([
    false,
    [
      'agent-rules.json line 1, column 12: mine: exePath was turned off: it took more than 20 ' +
        'ms. Save the file to try again.',
    ],
  ])
})

test('a saved change applies immediately, and a broken one keeps the rules', async () => {
  const { rules: user, reported } = run()
  user.watch()
  save(rules(busy))
  await until(() => reported.changes === 1)
  expect(known(user)).toEqual(['busy working'])
  save('{')
  await until(() => reported.problems.length === 1)
  expect(known(user)).toEqual(['busy working'])
  save(rules({ ...busy, state: 'error' }))
  await until(() => reported.changes === 2)
  expect([known(user), reported.problems]).toEqual([['busy error'], []])
  rmSync(join(folder, 'agent-rules.json'))
  await until(() => reported.changes === 3)
  expect(user.agents).toEqual(shippedAgents())
})

test('shipped rules are believed to be fast, even on a slow machine', () => {
  save(rules(busy))
  let ms = 0
  const slow = vi.spyOn(performance, 'now').mockImplementation(() => (ms += 6))
  const { agents, problems } = readUserRules(join(folder, 'agent-rules.json'))
  slow.mockRestore()
  expect(problems.map(({ place, text }) => [place === null, text.slice(0, 15)])).toEqual([
    [false, 'mine, rule busy'],
  ])
  for (const [id, { signature, rules: ours }] of shippedAgents())
    expect([agents?.get(id)?.signature, agents?.get(id)?.rules.length]).toEqual([
      signature,
      ours.length,
    ])
})
