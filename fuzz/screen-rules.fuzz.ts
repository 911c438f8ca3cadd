/**
 * Screen rules on random grids and random rule files: nothing throws, a rule file that is partly
 * wrong loses its wrong rules only, what is read names a rule that may say so, and a reading takes
 * its time and no more (docs/reference/screen-rules.md).
 */
import { ruleProblemsMax } from '../src/agents/rules/limits.ts'
import { readAgentRules } from '../src/agents/rules/parse.ts'
import { asRulesSee, type Rule } from '../src/agents/rules/rules.ts'
import { shippedAgents } from '../src/agents/rules/shipped.ts'
import { isFast } from '../src/agents/rules/worst-case.ts'
import { screenRules } from '../src/agents/screen-rules/read-screen.ts'
import { ScreenReader } from '../src/agents/screen-rules/screen-reader.ts'
import { readAll, unlimited } from '../test/support/fake/limit.ts'
import { Choices, holds, type FuzzRun } from './support/support.ts'

export const name = 'screen-rules'

/**
 * Limit of CPU time for one screen by all rules of an agent: each expression may take 5 ms on its
 * worst row. It is far above measured times, for busy machines.
 */
const readingMsMax = 250

const shipped = [...shippedAgents().values()]
  .map(({ rules }) => screenRules(rules))
  .filter(({ length }) => length > 0)
/** Parts of texts that the shipped rules look for, so that grids nearly match. */
const triggers = shipped
  .flat()
  .flatMap(({ all, any, not }) =>
    [...all, ...any, ...not].flatMap((matcher) =>
      matcher.of === 'text'
        ? [matcher.lowered]
        : [...matcher.expression.source.matchAll(/[\p{L} ]{4,}|[^\p{ASCII}]/gu)].map(
            ([found]) => found,
          ),
    ),
  )
const pieces = [
  '',
  ' ',
  '  ',
  '─'.repeat(3),
  '─'.repeat(40),
  '│ ',
  '> ',
  '❯',
  '1. Yes',
  '(esc to interrupt)',
  '世界',
  'e\u0301',
  '✳\ufe0e',
  '\ud83d',
  '👩\u200d💻',
  '\u0000',
  '\u202e',
  'x'.repeat(300),
  ' '.repeat(400),
  'a'.repeat(1_500),
  ...triggers,
] as const

const ids = ['a', 'b', 'busy', '', '__proto__', 'constructor', 7] as const
const states = ['working', 'waiting', 'idle', 'error', 'ignore', 'busy', null] as const
const kinds = ['permission', 'question', 'auth', 'login', undefined, undefined, undefined] as const
const regions = [
  'screen',
  'bottom:1',
  'bottom:8',
  'top:3',
  'after_last_rule',
  'prompt_box',
  'title',
  'progress',
  'bottom:0',
  'bottom:x',
  9,
] as const
const expressions = [
  '^x',
  'x$',
  '^\\s*$',
  '.',
  '─{3}',
  '(?:a|b)+$',
  '(a+)+$',
  '(',
  '\\p{L}{3}',
  '^(?!.*x)',
  '[',
  '(?<=x)y',
  '',
] as const

export function run({ random, iterations, deadlineMs, attempt }: FuzzRun): void {
  for (let round = 0; round < iterations && performance.now() < deadlineMs; round += 1) {
    const input = Uint8Array.from({ length: 20 + Math.floor(random() * 300) }, () =>
      Math.floor(random() * 256),
    )
    attempt(input, () => {
      replay(input)
    })
  }
}

export function replay(input: Uint8Array): void {
  const choices = new Choices(input)
  const rows = Array.from({ length: choices.pick([1, 2, 3, 10, 24, 60]) }, () =>
    Array.from(
      { length: choices.byte() % 4 },
      () => pieces[((choices.byte() << 8) | choices.byte()) % pieces.length]!,
    )
      .join('')
      .trimEnd(),
  )
  read(shipped[choices.byte() % shipped.length]!, rows)
  const { agents, problems } = readAgentRules([ruleFile(choices)], (expression, of) =>
    isFast(expression, cpuMs, of) ? null : 'it is slow',
  )
  holds(problems.length <= ruleProblemsMax + 1, 'problems without end')
  for (const { rules } of agents.values()) {
    holds(
      rules.every((rule, at) => at === 0 || rules[at - 1]!.priority >= rule.priority),
      'not the strongest first',
    )
    holds(
      rules.every(({ state, kind }) => (state === 'waiting') === (kind !== undefined)),
      'waiting without a kind, or a kind without waiting',
    )
    read(screenRules(rules), rows)
  }
}

function read(rules: readonly Rule[], rows: readonly string[]): void {
  const seen = rows.map(asRulesSee)
  const began = cpuMs()
  const evidence = readAll(rules, seen)
  holds(cpuMs() - began < readingMsMax, `a reading took ${cpuMs() - began} ms`)
  // of an id that a file has twice, which is a problem of the file, both count
  const named = rules.filter(({ id }) => id === evidence.rule)
  holds(
    evidence.state === null
      ? evidence.rule === undefined
      : named.some(({ state, kind }) => state === evidence.state && kind === evidence.kind),
    `no rule says ${JSON.stringify(evidence)}`,
  )
  const reader = new ScreenReader(unlimited, () => undefined)
  const watch = { turn: 1, rules, prompt: null }
  holds(
    JSON.stringify(reader.read({ rowTexts: () => rows }, watch, 0)?.evidence) ===
      JSON.stringify(evidence),
    'the reader reads something else',
  )
  const blank = readAll(
    rules.filter(({ region: { of } }) => of !== 'screen'),
    rows.map(() => ''),
  )
  holds(blank.state === null, 'a region without rows holds a rule')
}

/** One with some keys wrong, or none of its shape at all. */
function ruleFile(choices: Choices): unknown {
  if (choices.byte() % 16 === 0)
    return choices.pick([null, 7, 'x', [], {}, { agents: null }, { agents: [] }])
  const agent = () => ({
    name: choices.pick(['A', 'A', 7]),
    tool: choices.pick(['a', 'a', '']),
    process: choices.pick<unknown>([{ names: ['a'] }, { names: ['a'] }, { names: 7 }, null]),
    rules:
      choices.byte() % 16 === 0
        ? choices.pick<unknown>([null, {}, 'x'])
        : Array.from({ length: choices.byte() % 5 }, () => rule(choices)),
    ...(choices.byte() % 8 === 0
      ? { sameRulesAs: choices.pick<unknown>(['a', 'b', 'nobody', 7]) }
      : {}),
  })
  return { agents: { a: agent(), ...(choices.byte() % 2 === 0 ? { b: agent() } : {}) } }
}

function rule(choices: Choices): unknown {
  const matchers = () =>
    Array.from({ length: 1 + (choices.byte() % 2) }, () => {
      const kind = choices.byte() % 8
      return kind < 3
        ? { text: choices.pick(['x', 'esc', '世', ...triggers.slice(0, 40), '']) }
        : kind === 3
          ? choices.pick<unknown>([{}, null, { text: 7 }, { line: 'x', flags: 'g' }])
          : {
              [choices.pick(['line', 'block'])]: choices.pick(expressions),
              ...(choices.byte() % 3 === 0 ? { flags: 'i' } : {}),
            }
    })
  const lists = choices.pick([['all'], ['any'], ['all', 'not'], ['any', 'not'], ['not'], []])
  const kind = choices.pick(kinds)
  return {
    id: choices.pick(ids),
    state: choices.pick(states),
    ...(kind === undefined ? {} : { kind }),
    priority: choices.pick([1, 5, 5, 900, -1, 1.5, 'x']),
    region: choices.pick(regions),
    ...Object.fromEntries(lists.map((list) => [list, matchers()])),
    ...(choices.byte() % 16 === 0 ? { nott: [] } : {}),
  }
}

function cpuMs(): number {
  const { user, system } = process.cpuUsage()
  return (user + system) / 1e3
}
