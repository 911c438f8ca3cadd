/**
 * `vibeflow rules`: tests screen rules on a screen, and records a session's screen as a test case,
 * which is a rules file with a screen and the expected outcome.
 */
import { readFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { resolve } from 'node:path'
import type { Agents, KnownAgent, RuleOutcome, Rule } from '../../agents/rules/rules.ts'
import type { StateMessage, TextSnapshot } from '../../core/clients/socket/messages.ts'
import type { WhyState } from '../../agents/state/why.ts'
import { noneOf } from '../../base/numbers/nearest.ts'
import { sessionExits, usageError, failure } from '../command/exit-codes.ts'
import { unreadable, unwritable } from '../command/file-problem.ts'
import { writePrivateFile } from '../command/private-file.ts'
import { targetOf } from '../sessions/target.ts'
import { noAct, sessionOptions, optionText, type VerbContext, type Verb } from '../command/verb.ts'
import { withSession } from './input.ts'

/** Limits of a screen in rows and bytes. */
const rowsMax = 1_000
const screenBytesMax = 4_194_304

export const rules: Verb = {
  name: 'rules',
  words: 'test [FILE] | record [SESSION]',
  summary: 'Test screen rules, or save a screen as a test case.',
  description: [
    'Screen rules tell vibeflow what the screen of an agent means. A test case contains rules, a ' +
      'screen and the expected outcome. It contains the text on the screen: check it before you ' +
      'share it.',
  ],
  subcommands: {
    test:
      'Apply the rules of FILE to a screen. Like agent-rules.json, they extend the built-in ' +
      'rules. Without FILE, only the built-in rules apply. Prints for each rule whether it ' +
      'matches, or why not.',
    record: 'Save the screen of a session as a test case for `vibeflow rules test`.',
  },
  options: {
    ...sessionOptions,
    screen: {
      type: 'string',
      value: 'SNAPSHOT',
      text: 'test: File with the screen: output of `vibeflow snapshot`, or a test case.',
      of: ['test'],
    },
    agent: {
      type: 'string',
      value: 'NAME',
      text: 'Agent whose rules apply (default: the agent of the file or session).',
    },
    title: {
      type: 'string',
      value: 'TEXT',
      text: 'test: Terminal title set by the agent.',
      of: ['test'],
    },
    expect: {
      type: 'string',
      value: 'STATE',
      text: 'record: Expected state, such as waiting:permission (default: the current outcome).',
      of: ['record'],
    },
    output: {
      type: 'string',
      short: 'o',
      value: 'FILE',
      text: 'record: Write the test case to FILE. Required.',
      of: ['record'],
    },
  },
  examples: [
    ['vibeflow rules record 3nqj -o case.json', 'Save the screen of a session as a test case.'],
    ['vibeflow rules test case.json', 'Test the rules in that file.'],
    ['vibeflow rules test agent-rules.json --screen screen.txt', 'Test your rules on a screen.'],
  ],
  exits: sessionExits({ failed: 'The outcome is not the expected one, or a file is invalid.' }),
  async run(context) {
    const [what, word] = context.positionals
    if (what === 'record') return record(context, word)
    if (what !== 'test') throw noAct(rules, what)
    if (word === undefined && optionText(context, 'screen') === null)
      throw usageError('missing argument: FILE, or --screen SNAPSHOT to test the built-in rules.')
    return test(context, word)
  },
}

/** Fields of a case in addition to `agents`. */
interface Case {
  readonly agent?: string
  readonly title?: string
  readonly rows?: readonly string[]
  readonly expect?: { readonly state: string; readonly kind?: string }
}

async function test(context: VerbContext, name: string | undefined): Promise<number> {
  const { noUserRules, readUserRules } = await import(
    '../../host/config/agent-rules/read-user-rules.ts'
  )
  const { problemText } = await import('../../core/config/problem.ts')
  const file = resolve(context.directory, name ?? '')
  const read = name === undefined ? noUserRules : readUserRules(file)
  for (const problem of read.problems) context.complain(problemText(problem))
  if (read.agents === null || (read.text === null && name !== undefined))
    throw failure(
      read.text === null && read.problems.length === 0
        ? `${file} does not exist.`
        : `${file} contains no valid rules.`,
    )
  const own = JSON.parse(read.text ?? '{}') as Case
  const screen = screenOf(context, own)
  const agent = agentOf(
    read.agents,
    optionText(context, 'agent') ?? screen.agent ?? own.agent ?? read.users[0],
  )
  const title = optionText(context, 'title') ?? screen.title ?? own.title ?? null
  const { outcome, lines } = await judged(agent, { rows: screen.rows ?? [], title })
  const wanted = own.expect ?? screen.expect
  const said = outcome === null ? 'no rule matches' : `${meaning(outcome)} by ${outcome.rule}`
  const isWanted =
    wanted === undefined ||
    (wanted.state === (outcome?.state ?? 'none') && wanted.kind === outcome?.kind)
  context.say(`${agent.id}: ${said}`)
  if (!isWanted) context.say(`expected: ${meaning(wanted)}`)
  for (const line of lines) context.say(line)
  context.document({
    agent: agent.id,
    outcome,
    expected: wanted ?? null,
    asExpected: isWanted,
    rules: lines,
  })
  return isWanted && read.problems.length === 0 ? 0 : 1
}

/** Reads the screen from `--screen`, else from the case. */
function screenOf(context: VerbContext, own: Case): Case {
  const named = optionText(context, 'screen')
  if (named === null) {
    if (own.rows === undefined)
      throw usageError(
        'missing option: --screen SNAPSHOT. Save a screen with `vibeflow snapshot -o FILE`.',
      )
    return rowsChecked(own)
  }
  let content: string
  try {
    content = readFileSync(resolve(context.directory, named), 'utf8')
  } catch (error) {
    throw unreadable(resolve(context.directory, named), error)
  }
  if (content.length > screenBytesMax) throw failure(`${named} is too large for a screen.`)
  if (!content.trimStart().startsWith('{')) return { rows: content.split('\n').slice(0, rowsMax) }
  try {
    return rowsChecked(JSON.parse(content) as Case)
  } catch (error) {
    if (error instanceof SyntaxError) return { rows: content.split('\n').slice(0, rowsMax) }
    throw error
  }
}

function rowsChecked(found: Case): Case {
  const { rows } = found
  if (!Array.isArray(rows) || !rows.every((row) => typeof row === 'string'))
    throw failure('the test case has no list "rows" of strings.')
  return { ...found, rows: rows.slice(0, rowsMax) }
}

function agentOf(agents: Agents, named: string | undefined): KnownAgent {
  const agent =
    named === undefined
      ? undefined
      : (agents.get(named) ?? [...agents.values()].find(({ tool }) => tool === named))
  if (agent === undefined)
    throw usageError(
      named === undefined
        ? `missing option: --agent NAME. Available: ${[...agents.keys()].join(', ')}.`
        : noneOf(named, 'agent', [...agents.keys()]),
    )
  return agent
}

/**
 * Applies the rules as a tab does, within its time limit: title rules first, except for a question
 * on the screen while the title means idle.
 */
async function judged(
  agent: KnownAgent,
  { rows, title }: { readonly rows: readonly string[]; readonly title: string | null },
): Promise<{ readonly outcome: RuleOutcome | null; readonly lines: readonly string[] }> {
  const { explain, regionName } = await import('../../agents/rules/explain.ts')
  const { asRulesSee, regionText } = await import('../../agents/rules/rules.ts')
  const { regionsOf } = await import('../../agents/screen-rules/regions.ts')
  const { withinCpu } = await import('../../agents/rules/limited.ts')
  const limited = await import('../../host/shadow/limit.ts')
  const { judgingMsMax } = await import('../../agents/rules/limits.ts')
  const screen = regionsOf(rows.map((row) => asRulesSee(row.trimEnd())))
  const ofTitle = title === null ? null : regionText([asRulesSee(title.trim())])
  const found = withinCpu(
    limited,
    () =>
      explain(agent.rules, (region) =>
        region.of === 'title' ? ofTitle : region.of === 'progress' ? null : screen(region),
      ),
    judgingMsMax,
  )
  if (found === 'late') throw failure(`the rules took more than ${judgingMsMax} ms on this screen.`)
  const holding = found.filter(({ holds }) => holds).map(({ rule }) => rule)
  const byTitle = holding.find(({ region }) => region.of === 'title')
  const onScreen = holding.find(({ region }) => region.of !== 'title')
  const asks = byTitle?.state === 'idle' && onScreen?.state === 'waiting'
  const first = asks ? onScreen : (byTitle ?? onScreen)
  return {
    outcome: first === undefined ? null : outcomeOf(first),
    lines: found.map(
      ({ rule, holds, why }) =>
        `${holds ? '+' : '-'} ${String(rule.priority).padStart(5)} ${rule.id} ` +
        `(${meaning(rule)}, ${regionName(rule.region)}): ${why}`,
    ),
  }
}

function outcomeOf({ id, state, kind }: Rule): RuleOutcome {
  return { rule: id, state, ...(kind === undefined ? {} : { kind }) }
}

function meaning({ state, kind }: { readonly state: string; readonly kind?: string }): string {
  return kind === undefined ? state : `${state}:${kind}`
}

async function record(context: VerbContext, session: string | undefined): Promise<number> {
  const output = optionText(context, 'output')
  if (output === null) throw usageError('missing option: --output FILE.')
  const { readUserRules, userRulesFile } = await import(
    '../../host/config/agent-rules/read-user-rules.ts'
  )
  const { configFile } = await import('../../host/files/folders.ts')
  const target = await targetOf(context, session)
  const seen: { state: StateMessage | null } = { state: null }
  const shown = await withSession(
    context,
    target,
    {
      events: {
        state: (state) => {
          seen.state = state
        },
      },
    },
    async (client) => {
      await client.subscribe({ state: true, why: true })
      const text = new TextDecoder().decode(
        await client.snapshot({ format: 'text', scrollback: 0 }),
      )
      return {
        rows: ((JSON.parse(text) as TextSnapshot).text ?? '').replace(/\n+$/, '').split('\n'),
        title: client.welcome?.session.title ?? '',
        size: { columns: client.welcome?.session.cols, rows: client.welcome?.session.rows },
      }
    },
  )
  const { environment, directory } = context
  const user = readUserRules(
    userRulesFile(configFile(environment, { home: homedir(), directory, asked: null })),
  )
  const agent = agentOf(
    user.agents ?? new Map(),
    optionText(context, 'agent') ?? toolOf(seen.state),
  )
  const own = user.text === null ? undefined : tableOf(user.text, agent.id)
  const { outcome } = await judged(agent, { rows: shown.rows, title: shown.title })
  const content = {
    agent: agent.id,
    agents: own === undefined ? {} : { [agent.id]: own },
    recorded: new Date().toISOString(),
    title: shown.title,
    size: shown.size,
    rows: shown.rows,
    expect: expected(context, outcome),
  }
  const file = resolve(directory, output)
  try {
    writePrivateFile(file, `${JSON.stringify(content, null, 2)}\n`, () => undefined)
  } catch (error) {
    throw unwritable(file, error)
  }
  context.say(`${output}: ${agent.id}, ${meaning(content.expect)}`)
  context.document({ id: target.id, file: output, agent: agent.id, expect: content.expect })
  return 0
}

function toolOf(state: StateMessage | null): string | undefined {
  return state?.tool ?? (state as unknown as WhyState | null)?.foreground?.name
}

function tableOf(text: string, agent: string): unknown {
  return (JSON.parse(text) as { readonly agents?: Readonly<Record<string, unknown>> }).agents?.[
    agent
  ]
}

/** Returns state `none` if no rule matches. */
function expected(
  context: VerbContext,
  outcome: RuleOutcome | null,
): { readonly state: string; readonly kind?: string } {
  const [state, kind] = (optionText(context, 'expect') ?? '').split(':')
  if (state !== undefined && state !== '') return { state, ...(kind === undefined ? {} : { kind }) }
  const { state: found = 'none', kind: what } = outcome ?? {}
  return { state: found, ...(what === undefined ? {} : { kind: what }) }
}
