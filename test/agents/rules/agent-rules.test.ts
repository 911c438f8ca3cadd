/**
 * Tests the agents' rule files: the content, how files are read and merged, and the limit on slow
 * expressions.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { readAgentRules } from '../../../src/agents/rules/parse.ts'
import { judge, regionText } from '../../../src/agents/rules/rules.ts'
import { shippedAgents, shippedDocument } from '../../../src/agents/rules/shipped.ts'
import { expressionTriesMax } from '../../../src/agents/rules/limits.ts'
import { isFast } from '../../../src/agents/rules/worst-case.ts'

const nowMs = () => performance.now()
const rule = {
  id: 'busy',
  state: 'working',
  priority: 10,
  region: 'title',
  any: [{ line: '^busy' }],
}
const withRules = (...rules: readonly unknown[]) => ({
  agents: { a: { name: 'A', tool: 'a', process: { names: ['a'] }, rules } },
})

describe('the rules that we ship', () => {
  const shared = JSON.parse(
    readFileSync(new URL('../../data/agent-rules.json', import.meta.url), 'utf8'),
  ) as Record<string, unknown> & { agents: Record<string, unknown> }
  const shipped = shippedDocument as typeof shared
  const folder = new URL('../../../src/agents/rules/agents/', import.meta.url)

  /**
   * Moves the shared data's tables by agent into the agents' own entries, as this project's files
   * have them.
   */
  const inAgents = ({ hooks, resume, what: _, agents, ...rest }: typeof shared) => ({
    ...rest,
    what: shipped['what'],
    agents: Object.fromEntries(
      Object.entries(agents).map(([id, agent]) => {
        const own = (table: unknown) => (table as Record<string, object>)[id]
        const words = own(resume) as { resume?: string } | undefined
        return [
          id,
          {
            ...(agent as object),
            ...words,
            ...(words?.resume === undefined
              ? {}
              : { resume: words.resume.replace('<session>', '<id>') }),
            ...(own(hooks) === undefined ? {} : { hooks: own(hooks) }),
          },
        ]
      }),
    ),
  })

  /** Agents whose file extends or corrects the shared data, based on this project's recordings. */
  const ownAgents = [
    ...['amp', 'auggie', 'claude', 'cline', 'codex', 'continue', 'copilot', 'droid', 'gemini'],
    ...['grok', 'kimi', 'nanocoder', 'opencode', 'pi', 'qodercli', 'qwen'],
    // names only
    ...['aider', 'codebuff', 'commandcode', 'deepagents', 'kilo', 'letta', 'muse', 'qodo', 'trae'],
    'vtcode',
  ]

  it('equal the shared data, except for agents with recordings of this project', () => {
    // only this project's files have the position of a dialog, the empty prompt, and the look of a
    // screen without a known process
    const withoutOurs = (agent: unknown): unknown =>
      JSON.parse(JSON.stringify(agent), (key, value) =>
        ['dialog', 'signature', 'prompt'].includes(key) ? undefined : value,
      )
    const without = ({ defaultTools: _, ...document }: typeof shared) => ({
      ...document,
      agents: Object.fromEntries(
        Object.entries(document.agents)
          .filter(([id]) => !ownAgents.includes(id))
          .map(([id, agent]) => [id, withoutOurs(agent)]),
      ),
    })
    expect(without(shipped), 'an agent that differs belongs into ownAgents, above').toEqual(
      without(inAgents(shared)),
    )
    expect(shipped['defaultTools']).toEqual(
      expect.arrayContaining(shared['defaultTools'] as string[]),
    )
    const missing = Object.keys(shared.agents).filter((id) => !Object.hasOwn(shipped.agents, id))
    expect(missing).toEqual([])
    const same = ownAgents.filter(
      (id) => JSON.stringify(shipped.agents[id]) === JSON.stringify(shared.agents[id]),
    )
    expect(same, 'agents listed above that are as shared').toEqual([])
  })

  it('have one file for each agent, and no other', () => {
    const files = readdirSync(folder).flatMap((name) => /^(.+)\.json$/.exec(name)?.[1] ?? [])
    expect(Object.keys(shipped.agents).toSorted()).toEqual(files.toSorted())
  })

  it('contain no error', () => {
    expect(readAgentRules([shippedDocument]).problems).toEqual([])
    expect(shippedAgents().size).toBe(Object.keys(shipped.agents).length)
    expect(
      [...shippedAgents().values()].reduce((sum, agent) => sum + agent.rules.length, 0),
    ).toBeGreaterThanOrEqual(111)
  })

  it('are fast on rows that are made to be slow', () => {
    const slow = [...shippedAgents()].flatMap(([id, agent]) =>
      [agent.signature ?? [], agent.prompt ?? [], agent.rules]
        .flat()
        .flatMap((one) =>
          [...one.all, ...one.any, ...one.not].flatMap((matcher) =>
            matcher.of !== 'text' && !isFast(matcher.expression, nowMs, matcher.of)
              ? [`${id} ${one.id} ${matcher.expression.source}`]
              : [],
          ),
        ),
    )
    expect(slow).toEqual([])
  })

  it('give an agent the rules of another where the file names it', () => {
    expect(
      shippedAgents()
        .get('kilo')
        ?.rules.map(({ id }) => id),
    ).toEqual(
      shippedAgents()
        .get('opencode')
        ?.rules.map(({ id }) => id),
    )
  })
})

describe('reading rules', () => {
  it.each([
    [
      'an unknown state',
      { ...rule, state: 'busy' },
      'a, rule busy: invalid state "busy". Allowed: working, waiting, idle, error, ignore.',
    ],
    [
      'waiting without a kind',
      { ...rule, state: 'waiting' },
      'a, rule busy: state "waiting" requires a kind: permission, question, auth.',
    ],
    [
      'an unknown kind',
      { ...rule, state: 'waiting', kind: 'login' },
      'a, rule busy: invalid kind "login". Allowed: permission, question, auth.',
    ],
    [
      'a priority that is no integer',
      { ...rule, priority: 1.5 },
      'a, rule busy: priority must be an integer, not 1.5.',
    ],
    [
      'an unknown region',
      { ...rule, region: 'bottom:0' },
      'a, rule busy: invalid region "bottom:0". Allowed: title, progress, screen, bottom:N, ' +
        'top:N (N from 1 to 200), after_last_rule, prompt_box.',
    ],
    [
      'an expression that does not compile',
      { ...rule, any: [{ line: '(' }] },
      /^a, rule busy, any: Invalid regular expression/,
    ],
    [
      'an unknown flag',
      { ...rule, any: [{ line: 'a', flags: 'g' }] },
      'a, rule busy, any: the only allowed flag is i.',
    ],
    [
      'an empty matcher',
      { ...rule, any: [{}] },
      'a, rule busy, any: a matcher needs text, line or block, with up to 1024 characters.',
    ],
    [
      'an unknown key',
      { ...rule, nott: [] },
      'a, rule busy: unknown key "nott" in a rule. Did you mean not?',
    ],
    [
      'an unknown key of a matcher',
      { ...rule, any: [{ line: 'a', flag: 'i' }] },
      'a, rule busy, any: unknown key "flag" in a matcher. Did you mean flags?',
    ],
    [
      'a rule that would always hold',
      { ...rule, any: undefined },
      'a, rule busy: needs "all" or "any".',
    ],
    ['a rule without an id', { ...rule, id: undefined }, 'a: a rule has no id.'],
  ])('leaves out %s, and reports it', (_what, broken, problem) => {
    const { agents, problems } = readAgentRules([withRules(broken, { ...rule, id: 'good' })])
    expect(problems.map(({ text }) => text)).toEqual([
      typeof problem === 'string' ? problem : expect.stringMatching(problem),
    ])
    expect(agents.get('a')?.rules.map(({ id }) => id)).toEqual(['good'])
  })

  it('reports each mistake of a rule', () => {
    const { problems } = readAgentRules([withRules({ id: 'bad', stat: 'idle', region: 'title' })])
    expect(problems.map(({ text }) => text)).toEqual([
      'a, rule bad: invalid state missing. Allowed: working, waiting, idle, error, ignore.',
      'a, rule bad: priority must be an integer, not missing.',
      'a, rule bad: unknown key "stat" in a rule. Did you mean state?',
    ])
  })

  it('reports each mistake of the rules for copies, and uses none of them', () => {
    const copied = (copy: unknown) => readAgentRules([{ agents: { a: { tool: 'a', copy } } }])
    const { agents, problems } = copied({ gutter: 2, marks: ['> '], gutters: 3 })
    expect(problems.map(({ text }) => text)).toEqual([
      'a, copy: unknown key "gutters" in copy. Did you mean gutter?',
    ])
    expect(agents.get('a')?.copy).toBeNull()
    for (const wrong of [7, { gutter: 99 }, { marks: 'x' }, { breaksAfter: '-'.repeat(99) }])
      expect(copied(wrong).problems).toHaveLength(1)
    expect(copied({ gutter: 2 }).agents.get('a')?.copy).toMatchObject({ gutter: 2, right: null })
  })

  it.each([null, 7, [], { agents: [] }, { agents: { __proto__: null, a: 7 } }])(
    'accepts any value: %j',
    (document) => {
      expect(readAgentRules([document]).problems).not.toEqual([])
    },
  )

  it('lets a later document replace a rule by its id, or add one, without naming the agent', () => {
    const { agents, problems } = readAgentRules([
      withRules(rule, { ...rule, id: 'other', priority: 5 }),
      {
        agents: {
          a: {
            rules: [
              { ...rule, state: 'idle', priority: 1 },
              { ...rule, id: 'new', priority: 7 },
            ],
          },
        },
      },
    ])
    expect(problems).toEqual([])
    expect(agents.get('a')).toMatchObject({ name: 'A', tool: 'a', names: ['a'] })
    expect(agents.get('a')?.rules.map(({ id, state }) => `${id} ${state}`)).toEqual([
      'new working',
      'other working',
      'busy idle',
    ])
  })

  it.each([2, 5, 20, 60])(
    'tries no row that costs very much more than the one before: 2 to the power of its length / %i',
    (divisor) => {
      let ms = 0
      const over: number[] = []
      const expression = Object.assign(/a/u, {
        test: (row: string) => {
          const cost = 2 ** (row.length / divisor) / 10_000
          ms += cost
          if (cost > 5) over.push(cost)
          return false
        },
      })
      expect([isFast(expression, () => ms), over.length, over.filter((cost) => cost > 60)]).toEqual(
        [false, expressionTriesMax, []],
      )
    },
  )

  it('does not mistake a pause of a busy machine for a slow expression', () => {
    let [ms, looks] = [0, 0]
    const pausing = () => {
      looks += 1
      ms += [0, 1, 2].includes(Math.floor(looks / 2) % 50) ? 10 : 0
      return ms
    }
    expect(isFast(/^busy/u, pausing)).toBe(true)
  })

  it('refuses an expression of exponential cost in a moment', () => {
    // CPU time, because other processes may use the CPU in between
    const before = process.cpuUsage()
    const { problems } = readAgentRules(
      [withRules({ ...rule, any: [{ line: '^(a+)+$' }] })],
      (expression) => (isFast(expression, nowMs) ? null : 'takes too long on a long row'),
    )
    expect(problems).toEqual([
      {
        text: 'a, rule busy, any: ^(a+)+$ takes too long on a long row.',
        path: ['agents', 'a', 'rules', 0, 'any', 0, 'line'],
      },
    ])
    expect(process.cpuUsage(before).user).toBeLessThan(8_000_000)
  })
})

describe('judging', () => {
  const titles = (text: string, ...rules: readonly unknown[]) =>
    judge(readAgentRules([withRules(...rules)]).agents.get('a')?.rules ?? [], ({ of }) =>
      of === 'title' ? regionText([text]) : null,
    )

  it('chooses the highest priority, and the earlier of equal ones', () => {
    expect(
      titles('busy', rule, { ...rule, id: 'second' }, { ...rule, id: 'low', priority: 1 }),
    ).toEqual({ rule: 'busy', state: 'working' })
    expect(titles('busy', rule, { ...rule, id: 'high', priority: 11 })).toEqual({
      rule: 'high',
      state: 'working',
    })
  })

  it('requires all of all, one of any, none of not', () => {
    const one = {
      ...rule,
      all: [{ text: 'X' }, { text: 'y' }],
      any: [{ text: 'a' }, { text: 'b' }],
      not: [{ text: 'no' }],
    }
    expect(
      ['x y b', 'x b', 'x y', 'x y b no'].map((text) => titles(text, one)?.rule ?? null),
    ).toEqual(['busy', null, null, null])
  })

  it('does not match a region that does not exist', () => {
    expect(titles('busy', { ...rule, region: 'screen' })).toBeNull()
  })
})

describe("an agent's resume command", () => {
  const read = (resume: unknown) =>
    readAgentRules([{ agents: { a: { name: 'A', process: { names: ['a'] }, resume } } }])

  it("is read, and the user's takes precedence over the shipped one", () => {
    expect(read('a --resume=<id>').agents.get('a')?.resume).toBe('a --resume=<id>')
    const both = readAgentRules([
      shippedDocument,
      { agents: { claude: { resume: 'claude -r <id>' }, codex: { name: 'Codex' } } },
    ]).agents
    expect([both.get('claude')?.resume, both.get('codex')?.resume]).toEqual([
      'claude -r <id>',
      'codex resume <id>',
    ])
  })

  it.each([
    ...['a', 'a <id> <id>', '<id> a', 'b --resume <id>', '/bin/a <id>', 'a=1 a <id>', ''],
    3,
    null,
  ])('is refused as %j, and reported', (resume) => {
    const { agents, problems } = read(resume)
    expect(agents.get('a')?.resume).toBe(null)
    expect(problems.map(({ text }) => text)).toEqual([
      expect.stringContaining('a: invalid "resume" '),
    ])
  })
})
