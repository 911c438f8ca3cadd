/** The user's own rules for agents: read, blamed with agent, rule and key, and followed while the app runs. Real files, real watches. */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { shippedAgents } from '../../src/core/agent-rules/shipped.ts'
import { problemText } from '../../src/core/config/problem.ts'
import { UserRules } from '../../src/host/agent-rules/user-rules.ts'
import { systemClock } from '../../src/host/clock.ts'

let folder: string
let running: UserRules | null = null
beforeEach(() => { folder = mkdtempSync(join(tmpdir(), 'rules-')) })
afterEach(() => { running?.dispose(); running = null; rmSync(folder, { recursive: true, force: true }) })

const save = (content: unknown) => writeFileSync(join(folder, 'agent-rules.json'), typeof content === 'string' || Buffer.isBuffer(content) ? content : JSON.stringify(content))
const busy = { id: 'busy', state: 'working', priority: 10, region: 'bottom:3', any: [{ line: '^busy' }] }
const rules = (...listed: readonly unknown[]) => ({ agents: { mine: { name: 'Mine', tool: 'mine', process: { names: ['mine'] }, rules: listed } } })
const known = ({ agents }: UserRules) => agents.get('mine')?.rules.map(({ id, state }) => `${id} ${state}`)

function run(): { readonly rules: UserRules; readonly told: { changes: number; problems: string[] } } {
  const told = { changes: 0, problems: [] as string[] }
  running = new UserRules(join(folder, 'agent-rules.json'), systemClock, {
    changed: () => { told.changes += 1 },
    problems: (problems) => { told.problems = problems.map((one) => problemText(one).replaceAll(folder, 'DIR')) },
  })
  return { rules: running, told }
}

test('without a file the rules are ours', () => {
  const { rules: { agents, problems } } = run()
  expect([agents, problems]).toEqual([shippedAgents, []])
})

test('a file adds an agent, adds rules to one of ours and replaces them by id', () => {
  save({ agents: { ...rules(busy).agents, codex: { rules: [{ ...busy, id: 'status_row', state: 'idle' }] } } })
  const { agents } = run().rules
  expect([known(running!), agents.get('codex')?.rules.find(({ id }) => id === 'status_row')?.state, agents.get('codex')?.rules.length]).toEqual([['busy working'], 'idle', shippedAgents.get('codex')?.rules.length])
})

test.each([
  ['a comment', '// my rules\n{ "agents": {} }\n', [expect.stringMatching(/^agent-rules\.json line 1, column 1: this is no JSON: Unexpected token '\/'/)]],
  ['another language', '{}\n[agents.mybot]\n', [expect.stringMatching(/^agent-rules\.json line 2, column 1: this is no JSON: /)]],
  ['a word for a number', '{ "agents": {\n  "mybot": tru } }', [expect.stringMatching(/^agent-rules\.json line 2, column 15: this is no JSON: /)]],
  ['no JSON', '{\n  "agents": {,}\n}', [expect.stringMatching(/^agent-rules\.json line 2, column 14: this is no JSON: Expected property name or '}'\. The rules stay as they are\.$/)]],
  ['bytes that are no UTF-8', Buffer.from([0x7b, 0xff, 0x7d]), ['agent-rules.json: this is not UTF-8. The rules stay as they are.']],
  ['no table of agents', '[]', ['agent-rules.json: The file has no table "agents".']],
  ['a rule that is wrong, beside one that is good', rules({ ...busy, id: 'bad', region: 'left' }, busy), [expect.stringMatching(/^agent-rules\.json: mine, rule bad: region is "left", none of title, progress, screen, /)]],
  ['an expression of exponential cost', rules({ ...busy, id: 'slow', any: [{ line: '^(a+)+$' }] }, busy), ['agent-rules.json: mine, rule slow, any: ^(a+)+$ takes too long on a long row.']],
  ['too much', ' '.repeat(262_145), ['agent-rules.json: it has 262145 bytes, more than the 262144 that rules for agents may have. The rules stay as they are.']],
])('%s is told exactly', (_what, content, problems) => {
  save(content)
  expect(run().rules.problems.map(problemText)).toEqual(problems)
})

test('a saved change is in force at once, a broken one leaves what was, and its end brings ours back', async () => {
  const { rules: user, told } = run()
  user.watch()
  const until = (what: () => boolean) => expect.poll(what, { timeout: 15_000, interval: 20 }).toBe(true)
  save(rules(busy))
  await until(() => told.changes === 1)
  expect(known(user)).toEqual(['busy working'])
  save('{')
  await until(() => told.problems.length === 1)
  expect(known(user)).toEqual(['busy working'])
  save(rules({ ...busy, state: 'error' }))
  await until(() => told.changes === 2)
  expect([known(user), told.problems]).toEqual([['busy error'], []])
  rmSync(join(folder, 'agent-rules.json'))
  await until(() => told.changes === 3)
  expect(user.agents).toEqual(shippedAgents)
})
