/**
 * Nothing that a program prints, and no rule of the user's, holds up the app: expressions that
 * never end, in titles, on screens and at load; files that are too large, too deep or full of
 * controls; screens and titles made to be hard for the rules that we ship. Workers and threads are
 * real ones.
 */
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { judgeWithin, type RuleOff } from '../../src/agents/rules/limited.ts'
import { readAgentRules } from '../../src/agents/rules/parse.ts'
import {
  asRulesSee,
  regionText,
  type Agents,
  type RuleOutcome,
  type Rule,
} from '../../src/agents/rules/rules.ts'
import { shippedAgents, shippedDocument } from '../../src/agents/rules/shipped.ts'
import { isFast } from '../../src/agents/rules/worst-case.ts'
import { defaults } from '../../src/core/config/table.ts'
import { regionsOf } from '../../src/agents/screen-rules/regions.ts'
import { Agent } from '../../src/core/session/agent/agent.ts'
import { Signals } from '../../src/agents/screen-rules/signals.ts'
import { readUserRules } from '../../src/host/config/agent-rules/read-user-rules.ts'
import { systemClock } from '../../src/host/clock.ts'
import { limit, spent } from '../../src/host/shadow/limit.ts'
import { screenRules } from '../../src/agents/screen-rules/read-screen.ts'
import { readAll } from '../support/fake/limit.ts'
import { agentInFront } from '../support/fake/fake-watch.ts'
import { file as worker, make, until } from '../support/frames/shadow-pool.ts'
import { slow } from '../slow.ts'

let folder: string
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'attack-rules-'))
})
afterEach(() => {
  rmSync(folder, { recursive: true, force: true })
})

const nowMs = () => performance.now()
/** Found at load: it is tried on its own words. */
const found = '^(?:(?:work|working)(?:ing)?)+!$'
/**
 * Not found at load, which does not guess how a row must begin. On `evil` it takes as long as the
 * universe has.
 */
const hidden = '^[abcdefghi](?:(?:zy|zyx)(?:x)?)+!$'
const evil = `a${'zyx'.repeat(120)}`

const rule = (id: string, more: Readonly<Record<string, unknown>>) => ({
  id,
  state: 'working',
  priority: 10,
  region: 'screen',
  ...more,
})
const fileOf = (...rules: readonly unknown[]) => ({
  agents: { mine: { tool: 'mine', process: { names: ['mine'] }, rules } },
})

/**
 * Makes a tab with the foreground agent `mine`, with these rules, whose shadow is in a real worker.
 * Another tab uses the same worker.
 */
function tabs(...rules: readonly unknown[]) {
  const { pool, session, reported } = make(1, worker)
  let agents: Agents = readAgentRules([shippedDocument, fileOf(...rules)]).agents
  const off: RuleOff[] = []
  const one = session({
    read: (read) => agent.screenFound(read),
    ruleOff: (slow) => {
      off.push(slow)
      agents = new Map(
        [...agents].map(([id, known]) => [
          id,
          { ...known, rules: known.rules.filter(({ own }) => own?.rule !== slow.name.rule) },
        ]),
      )
      agent.configure(defaults)
    },
  })
  const { watch, report } = agentInFront('mine')
  const agent: Agent = new Agent({
    clock: systemClock,
    options: defaults,
    agents: () => agents,
    screen: one.shadow,
    changed: () => undefined,
    watch,
  })
  agent.inFront.begin({ pid: 100, isUserShell: true, home: '/home/u' })
  report({ type: 'process', foreground: 'tool', tool: 'mine', pid: 200, startTime: 1 }, 'mine')
  const said = () =>
    agent.why({ dropped: {}, socket: null, tab: { title: '', directory: '' } }).reason
  return {
    one,
    other: session(),
    agent,
    off,
    reported,
    said,
    end: () => {
      agent.dispose()
      pool.dispose()
    },
  }
}

test('an expression of exponential cost is refused at load or stopped when it runs', () => {
  expect([found, hidden].map((source) => isFast(new RegExp(source, 'u'), nowMs))).toEqual([
    false,
    true,
  ])
  expect(
    [
      [hidden, evil],
      ['(?<=^(?:a+)+)!', `b${'a'.repeat(60)}!`],
      ['^(a*)*(?:\\1b)+$', `${'a'.repeat(60)}c`],
    ].map(([source = '', text = '']) => limit(() => new RegExp(source, 'u').test(text), 20)),
  ).toEqual(['late', 'late', 'late'])
})

test('an endless title rule is named and off, and the next rule decides', async () => {
  const { one, other, agent, off, reported, said, end } = tabs(
    rule('evil', { region: 'title', priority: 99, any: [{ line: hidden }] }),
    rule('good', { region: 'title', any: [{ line: 'zyx' }] }),
    rule('progress', { region: 'progress', any: [{ line: hidden }] }),
  )
  other.print('beside')
  one.print('output')
  const { test: run } = RegExp.prototype
  let here = 0
  RegExp.prototype.test = function (text) {
    if (this.source === hidden) here += 1
    return run.call(this, text)
  }
  try {
    agent.found({ type: 'title', value: { text: evil } } as Parameters<Agent['found']>[0])
    expect(off).toEqual([]) // nothing was waited for
    await until(() => said().includes('(rule good)'))
  } finally {
    RegExp.prototype.test = run
  }
  expect([here, off, reported]).toEqual([
    0,
    [
      {
        name: { agent: 'mine', rule: 'evil' },
        why: 'took more than 250 ms 3 times in a row',
      },
    ],
    [],
  ])
  expect([
    await one.text(),
    await other.text(),
    one.acknowledged.at(-1),
    other.acknowledged.at(-1),
  ]).toEqual(['output', 'beside', one.history.end, other.history.end])
  end()
})

test('an endless screen rule is named and off, and the next rule decides', async () => {
  const { one, other, off, reported, said, end } = tabs(
    rule('evil', { priority: 99, any: [{ block: '^a\\n(?:(?:zy|zyx)(?:x)?\\n?)+!' }] }),
    rule('good', { state: 'waiting', kind: 'question', any: [{ text: 'zyx' }] }),
  )
  other.print('beside')
  one.print(`a\r\n${`${'zyx'.repeat(12)}\r\n`.repeat(3)}${'zyx'.repeat(12)}`)
  await until(() => said().includes('(rule good)'))
  expect([off.map(({ name }) => name.rule), reported]).toEqual([['evil'], []])
  expect([
    (await one.text())?.length,
    await other.text(),
    one.acknowledged.at(-1),
    other.acknowledged.at(-1),
  ]).toEqual([149, 'beside', one.history.end, other.history.end])
  end()
})

test('a flood of titles is judged once, and then for the newest', async () => {
  const { agents } = readAgentRules([
    shippedDocument,
    fileOf(rule('own', { region: 'title', any: [{ line: hidden }] })),
  ])
  const asked: { readonly text: string; readonly answer: (outcome: RuleOutcome | null) => void }[] =
    []
  const port = {
    on: true,
    judge: (_rules: readonly Rule[], text: string) =>
      new Promise<RuleOutcome | null>((answer) => {
        asked.push({ text, answer })
      }),
  }
  const said: unknown[] = []
  const signals = new Signals(
    () => agents,
    port,
    (evidence) => said.push(evidence.rule),
  )
  signals.front('mine')
  for (let time = 0; time < 100_000; time += 1) signals.title(`title ${time}`, time)
  asked[0]?.answer({ rule: 'own', state: 'working' })
  await until(() => asked.length === 2)
  expect([asked.map(({ text }) => text), said]).toEqual([['title 0', 'title 99999'], ['own']])
  port.on = false
  signals.title(evil, 200_000)
  expect([asked.length, signals.holdsBack, said]).toEqual([2, true, ['own', undefined]])
})

/** A rule with this expression. */
const line = (source: string, flags?: string) =>
  fileOf(rule('r', { any: [{ line: source, ...(flags === undefined ? {} : { flags }) }] }))
const deep = (depth: number) => `${'['.repeat(depth)}${']'.repeat(depth)}`

test.each([
  ['exponential', line(found), 1],
  ['an expression of 64 KiB', line('a'.repeat(65_536)), 1],
  ['backreferences', line('^(a+)(a+)(a+)(a+)\\4\\3\\2\\1$'), 1],
  ['lookbehind that no row of the check has an end for', line('(?<=^(?:a+)+)!'), 0],
  ['stars within stars', line(`${'('.repeat(300)}a${')*'.repeat(300)}!`), 1],
  ['repetitions within repetitions', line('(?:(?:(?:a{1,1000}){1,1000}){1,1000}){1,1000}!'), 1],
  ['a flag that is none: unicode sets', line('[\\p{L}--[a-z]]', 'v'), 1],
  [
    'thousands of rules',
    fileOf(
      ...Array.from({ length: 1_500 }, (_, index) => ({
        id: `r${index}`,
        state: 'idle',
        priority: 1,
        region: 'title',
        any: [{ line: `a${index}` }],
      })),
    ),
    1,
  ],
  [
    'thousands of agents',
    {
      agents: Object.fromEntries(
        Array.from({ length: 5_000 }, (_, index) => [`a${index}`, { rules: [] }]),
      ),
    },
    100,
  ],
  [
    'deep JSON',
    `{ "agents": { "mine": { "process": ${deep(20_000)}, "rules": [{ "id": "r", "state": ` +
      `"idle", "priority": 1, "any": [{ "text": "a" }], "region": ${deep(20_000)} }, ` +
      `${deep(20_000)}] } } }`,
    3,
  ],
  ['deep JSON that never ends', '['.repeat(200_000), 1],
  [
    'names of objects',
    '{ "agents": { "__proto__": { "rules": [{ "id": "constructor" }] }, "constructor": 7 } }',
    4,
  ],
])('a file with %s is judged to its end', (_what, content, problems) => {
  const file = join(folder, 'agent-rules.json')
  writeFileSync(file, typeof content === 'string' ? content : JSON.stringify(content))
  const read = readUserRules(file)
  expect(read.problems.length).toBe(problems)
  expect(read.problems.every(({ text }) => text.length < 4_000)).toBe(true)
})

test('ids, names and messages of a rule file never contain controls', () => {
  const escape = '\u001b]52;c;eA==\u0007\u009b2J\u202e'
  const file = join(folder, 'agent-rules.json')
  writeFileSync(
    file,
    JSON.stringify({
      agents: {
        [escape]: {},
        mine: {
          name: escape,
          tool: escape,
          [escape]: 1,
          rules: [
            rule(escape, { any: [{ text: 'a' }] }),
            rule('r', { region: escape, any: [{ line: `(${escape}` }] }),
            rule('s', { any: [{ line: `(${escape}` }] }),
          ],
        },
      },
    }),
  )
  const { agents, problems } = readUserRules(file)
  const bad = /[\p{Cc}\p{Cf}]/u
  expect([
    problems.filter(({ text }) => bad.test(text)),
    [...(agents ?? [])].filter(([id, { name, tool, rules }]) =>
      [id, name, tool, ...rules.map((one) => one.id)].some((text) => bad.test(text)),
    ),
  ]).toEqual([[], []])
  expect(problems.length).toBeGreaterThanOrEqual(5)
})

const row = 'Working (2m 10s • esc to interrupt)'
test.each<[string, string]>([
  ['in a message', `• I saw this:\n\n  • ${row}\n  • Working (2m 10s)`],
  ['as the first words of a message', `• ${row} is what it printed.`],
  ['with text below it', `• ${row}\n  and so on`],
  ['in output', `• Ran cat log\n  └ • ${row}\n    • Working (3s)`],
  ['in a prompt', `› • ${row}\n\n• Done.`],
  ['as the time of other work', '• Ran the tests (2m 10s)'],
  ['in a frame', `│ • ${row} │`],
  [
    'as a review of hooks',
    '•   Hooks need review\n\n  › 1. Review hooks\n    2. Trust all and continue\n' +
      '    3. Continue without trusting',
  ],
  [
    'as a form',
    '• Field 1/1\n  Allow this request?\n  › 1. Allow\n  enter to submit | esc to cancel',
  ],
  [
    'as a link',
    '•   MCP sign-in required\n  › 1. Open sign-in URL\n    2. Back\n' +
      '  Use tab / ↑ ↓ to move, enter to select, esc to close',
  ],
])('a transcript of Codex that quotes its rows %s is idle', (_how, transcript) => {
  const rows = `${transcript}\n\n› Ask Codex to do anything\n\n  gpt-5 default · ~/api`.split('\n')
  expect(readAll(screenRules(shippedAgents().get('codex')?.rules ?? []), rows)).toMatchObject({
    rule: 'prompt_idle',
  })
})

const characters = [
  ...[' ', '─', '⠋', '❯', '·', 'a', '1', '(', '…', '✳', '\u0301', '世', '\ud83d', '👩\u200d💻'],
  ...['\u202e', 'esc to interrupt', '›', '│ ', '╹▀', 'Do you ', '1. Yes ', 'Action Required '],
  '⏵ · 1 shells ',
]

test('no screen and no title is slow for the shipped rules and signatures', slow, () => {
  const limited = { limit, spent }
  const off = [...shippedAgents().values()].flatMap(({ id, rules, signature }) => {
    // stopped and named like the user's
    const own = [...rules, ...(signature === null ? [] : [signature])].map(
      (one): Rule => ({ ...one, own: { agent: id, rule: one.id } }),
    )
    return characters.flatMap((character, index) => {
      const long = asRulesSee(
        `${character}${characters[(index * 7 + 3) % characters.length]}`.repeat(1_024),
      )
      const screen = regionsOf(
        Array.from({ length: 100 }, (_, row) => (row % 10 === 0 ? '─'.repeat(200) : long)),
      )
      const title = regionText([long])
      const judged = judgeWithin(
        own,
        (region) => (region.of === 'title' || region.of === 'progress' ? title : screen(region)),
        limited,
      )
      return 'off' in judged ? [judged.off] : []
    })
  })
  expect(off).toEqual([])
})
