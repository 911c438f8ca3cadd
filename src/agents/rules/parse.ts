/**
 * Reads the rules for agents, ours or a user's agent-rules.json, from unknown data. What is wrong
 * is left out and reported with its agent and rule; the rest counts. Later documents are merged
 * over earlier ones, per agent and rule id.
 */
import {
  agentsMax,
  matchersPerListMax,
  namesMax,
  patternCharactersMax,
  problemCharactersMax,
  problemsMax,
  quotedCharactersMax,
  rowsOfRegionMax,
  rulesPerAgentMax,
} from './limits.ts'
import { safeText } from '../../base/text/safe-text.ts'
import { isTable, type Table } from '../../base/is-table.ts'
import { nearest } from '../../base/nearest.ts'
import { ruleText } from './limited.ts'
import { readDialog } from './parse-dialog.ts'
import type { Path } from './place-of.ts'
import type {
  Agent,
  Agents,
  Matcher,
  Region,
  Rule,
  RuleKind,
  RuleName,
  RuleState,
} from './rules.ts'

export interface AgentRules {
  readonly agents: Agents
  readonly problems: readonly RuleProblem[]
  /** Agents of all documents but the first, which is ours. */
  readonly users: readonly string[]
}

export interface RuleProblem {
  /** A sentence, which names agent and rule. */
  readonly text: string
  /** Of what is blamed, in the document. */
  readonly path: Path
}

/** `at`: of what is blamed, below what is being read. */
type Report = (problem: string, ...at: Path) => void

const states: readonly string[] = [
  'working',
  'waiting',
  'idle',
  'error',
  'ignore',
] satisfies RuleState[]
const agentKeys: readonly string[] = (
  'name tool process rules signature sameRulesAs note source versionsSeen reports resume fork ' +
  'hooks'
).split(' ')
const processKeys: readonly string[] =
  'names packages exePath tooGeneric note versionedPath runtime environment'.split(' ')
const ruleKeys: readonly string[] =
  'id state kind priority region all any not dialog note source'.split(' ')
const regions =
  `title, progress, screen, bottom:N, top:N (N from 1 to ${rowsOfRegionMax}), ` +
  'after_last_rule, prompt_box'
const matcherKeys: readonly string[] = ['text', 'line', 'block', 'flags']
const kinds: readonly string[] = ['permission', 'question', 'auth'] satisfies RuleKind[]

/**
 * Judges an expression once, at load (worst-case.ts). @returns why it is refused, as the end of a
 * sentence; null: it is taken
 */
export type Judge = (expression: RegExp, of: 'line' | 'block') => string | null

/** @param refused absent: all expressions are taken */
export function readAgentRules(
  documents: readonly unknown[],
  refused: Judge = () => null,
): AgentRules {
  const problems: RuleProblem[] = []
  // A sentence quotes the file, and is printed in terminals.
  const report: Report = (said, ...path) => {
    if (problems.length < problemsMax)
      problems.push({ text: safeText(said, problemCharactersMax), path })
  }
  const users = new Set<string>()
  const agents = new Map<string, Agent>()
  const borrowed = new Map<string, string>()
  for (const [index, document] of documents.entries()) {
    const listed = isTable(document) ? document['agents'] : undefined
    if (!isTable(listed)) {
      report('The file has no table "agents".')
      continue
    }
    for (const [id, value] of Object.entries(listed)) {
      if (shown(id) === null) {
        report(`${quoted(id)}: no name of an agent.`, 'agents', id)
        continue
      }
      if (!isTable(value)) {
        report(`${id}: not a table.`, 'agents', id)
        continue
      }
      if (!agents.has(id) && agents.size >= agentsMax) {
        report(`${id}: more than ${agentsMax} agents.`, 'agents', id)
        continue
      }
      agents.set(
        id,
        readAgent(value, {
          id,
          old: agents.get(id),
          isOwn: index > 0,
          report: (problem, ...at) => report(problem, 'agents', id, ...at),
          refused,
        }),
      )
      if (index > 0) users.add(id)
      if (typeof value['sameRulesAs'] === 'string') borrowed.set(id, value['sameRulesAs'])
    }
  }
  for (const [id, from] of borrowed) {
    const agent = agents.get(id)
    const lender = agents.get(from)
    if (agent === undefined) continue
    // One step only: a chain would be a riddle to read, and could be a ring.
    if (lender === undefined || borrowed.has(from))
      report(
        `${id}: sameRulesAs names ${from}, which has no rules of its own.`,
        'agents',
        id,
        'sameRulesAs',
      )
    else agents.set(id, { ...agent, rules: mergedRules(lender.rules, agent.rules) })
  }
  return { agents, problems, users: [...users] }
}

/**
 * Makes an agent of what a document says, over what earlier ones said: it adds names and rules, and
 * replaces rules by id.
 */
function readAgent(
  value: Table,
  {
    id,
    old,
    isOwn,
    report,
    refused,
  }: {
    readonly id: string
    readonly old: Agent | undefined
    readonly isOwn: boolean
    readonly report: Report
    readonly refused: Judge
  },
): Agent {
  const process = isTable(value['process']) ? value['process'] : {}
  unknownKeys(id, value, { known: agentKeys, at: [], report })
  if (value['process'] !== undefined && process !== value['process'])
    report(`${id}: process is ${quoted(value['process'])}, no table.`, 'process')
  if (value['rules'] !== undefined && !Array.isArray(value['rules']))
    report(`${id}: rules is ${quoted(value['rules'])}, no list.`, 'rules')
  unknownKeys(`${id}, process`, process, { known: processKeys, at: ['process'], report })
  const names = texts(process['names'])
  const tool = shown(value['tool']) ?? old?.tool ?? names[0] ?? id
  const exePath = text(process['exePath'])
  const allNames = union([tool], old?.names, names)
  const resume = text(value['resume'])
  if (value['resume'] !== undefined && !isResume(resume, allNames))
    report(
      `${id}: resume is ${quoted(value['resume'])}, not a command that begins with a name of the ` +
        'agent and has one <id> for the session.',
      'resume',
    )
  const listed = Array.isArray(value['rules']) ? (value['rules'] as readonly unknown[]) : []
  if (listed.length > rulesPerAgentMax)
    report(`${id}: more than ${rulesPerAgentMax} rules.`, 'rules', rulesPerAgentMax)
  const rules = listed.slice(0, rulesPerAgentMax).flatMap(
    (one, index) =>
      readRule(one, {
        agent: id,
        isOwn,
        report: (problem, ...at) => report(problem, 'rules', index, ...at),
        refused,
      }) ?? [],
  )
  for (const [index, rule] of rules.entries()) {
    if (rules.findIndex((other) => other.id === rule.id) < index)
      report(
        `${ruleText({ agent: id, rule: rule.id })}: there are two of that id.`,
        'rules',
        listed.findLastIndex((one) => isTable(one) && one['id'] === rule.id),
        'id',
      )
  }
  return {
    id,
    name: shown(value['name']) ?? old?.name ?? tool,
    tool,
    names: allNames,
    packages: union(old?.packages, texts(process['packages'])),
    exePath:
      (exePath === null
        ? null
        : compiled(exePath, '', 'line', {
            where: `${id}, exePath`,
            report: (problem) => report(problem, 'process', 'exePath'),
            refused,
          })) ??
      old?.exePath ??
      null,
    resume: isResume(resume, allNames) ? resume : (old?.resume ?? null),
    signature:
      readSignature(value['signature'], { agent: id, isOwn, report, refused }) ??
      old?.signature ??
      null,
    tooGeneric: union(old?.tooGeneric, texts(process['tooGeneric'])),
    rules: mergedRules(old?.rules ?? [], rules),
  }
}

/** What else a rule has is given: it says who is there, and nothing of a state. */
const signatureFields = { id: 'signature', state: 'ignore', priority: 0 } as const

/** A rule of region and matchers alone. null: none, or a wrong one. */
function readSignature(
  value: unknown,
  { report, ...facts }: Parameters<typeof readRule>[1],
): Rule | null {
  if (value === undefined) return null
  const under: Report = (problem, ...at) => report(problem, 'signature', ...at)
  const given = isTable(value) ? Object.keys(value).find((key) => key in signatureFields) : null
  if (given !== undefined) {
    under(
      given === null
        ? `${facts.agent}: signature is ${quoted(value)}, no table.`
        : `${facts.agent}: ${quoted(given)} is no key of a signature.`,
    )
    return null
  }
  const rule = readRule({ ...signatureFields, ...(value as Table) }, { report: under, ...facts })
  if (rule === null || (rule.region.of !== 'title' && rule.region.of !== 'progress')) return rule
  under(`${facts.agent}: the signature is of the screen, not of ${rule.region.of}.`, 'region')
  return null
}

/** Returns whether the command runs the agent itself and has one place for the session's id. */
function isResume(command: string | null, names: readonly string[]): command is string {
  return command?.split('<id>').length === 2 && names.includes(command.split(' ', 1)[0] ?? '')
}

/** The rest of the table counts: what they were meant to say is left out all the same. */
function unknownKeys(
  where: string,
  fields: Table,
  {
    known,
    at,
    report,
  }: { readonly known: readonly string[]; readonly at: Path; readonly report: Report },
): void {
  for (const key of Object.keys(fields)
    .filter((one) => !known.includes(one))
    .slice(0, namesMax))
    report(`${where}: ${quoted(key)} is no key here, and left out.${meant(key, known)}`, ...at, key)
}

/** The key that was meant most likely, else all there are. */
function meant(key: string, known: readonly string[]): string {
  const near = nearest(key, known)
  return near === null ? ` Keys are ${known.join(', ')}.` : ` Did you mean ${near}?`
}

function readRule(
  value: unknown,
  {
    agent,
    isOwn,
    report,
    refused,
  }: {
    readonly agent: string
    readonly isOwn: boolean
    readonly report: Report
    readonly refused: Judge
  },
): Rule | null {
  const fields = isTable(value) ? value : {}
  const id = shown(fields['id'])
  if (id === null) {
    report(
      `${agent}: a rule without an id` +
        `${fields['id'] === undefined ? '' : ` that can be shown: it is ${quoted(fields['id'])}`}` +
        '.',
      ...(fields['id'] === undefined ? [] : ['id']),
    )
    return null
  }
  const name: RuleName = { agent, rule: id }
  const where = ruleText(name)
  const unknown = Object.keys(fields).find((key) => !ruleKeys.includes(key))
  if (unknown !== undefined) {
    report(`${where}: ${quoted(unknown)} is no key of a rule.${meant(unknown, ruleKeys)}`, unknown)
    return null
  } // a "not" that is misspelt would make it mean something else
  // a key that is missing is blamed on the rule
  const at = (key: string) => (Object.hasOwn(fields, key) ? key : 'id')
  const { state, kind, priority } = fields
  const region = readRegion(fields['region'])
  if (typeof state !== 'string' || !states.includes(state)) {
    report(`${where}: state is ${quoted(state)}, none of ${states.join(', ')}.`, at('state'))
    return null
  }
  if (kind !== undefined && (typeof kind !== 'string' || !kinds.includes(kind))) {
    report(`${where}: kind is ${quoted(kind)}, none of ${kinds.join(', ')}.`, 'kind')
    return null
  }
  if (state === 'waiting' && kind === undefined) {
    report(`${where}: waiting wants a kind, one of ${kinds.join(', ')}.`, 'state')
    return null
  }
  if (state !== 'waiting' && kind !== undefined) {
    report(`${where}: only waiting has a kind.`, 'kind')
    return null
  }
  if (typeof priority !== 'number' || !Number.isSafeInteger(priority)) {
    report(`${where}: priority is ${quoted(priority)}, no whole number.`, at('priority'))
    return null
  }
  if (region === null) {
    report(`${where}: region is ${quoted(fields['region'])}, none of ${regions}.`, at('region'))
    return null
  }
  const lists = (['all', 'any', 'not'] as const).map((name) =>
    readMatchers(fields[name], {
      where: `${where}, ${name}`,
      report: (problem, ...path) => report(problem, name, ...path),
      refused,
    }),
  )
  const [all, any, not] = lists
  const dialog = readDialog(fields, (problem) => report(`${where}: ${problem}.`, 'dialog'))
  if (
    dialog === null ||
    all === undefined ||
    any === undefined ||
    not === undefined ||
    all === null ||
    any === null ||
    not === null
  )
    return null
  if (all.length + any.length === 0) {
    report(`${where}: it has neither all nor any.`, 'id')
    return null
  }
  return {
    id,
    ...(isOwn ? { own: name } : {}),
    state: state as RuleState,
    ...(kind === undefined ? {} : { kind: kind as RuleKind }), // both looked up above
    priority,
    region,
    all,
    any,
    not,
    ...(dialog === undefined ? {} : { dialog }),
  }
}

interface Reading {
  readonly where: string
  readonly report: Report
  readonly refused: Judge
}

/**
 * null: something is wrong with one of them, which would change the rule's meaning: the rule goes.
 */
function readMatchers(
  value: unknown,
  { where, report, refused }: Reading,
): readonly Matcher[] | null {
  if (value === undefined) return []
  if (!Array.isArray(value) || value.length > matchersPerListMax) {
    report(`${where}: not a list of at most ${matchersPerListMax}.`)
    return null
  }
  const matchers: Matcher[] = []
  for (const [index, one] of (value as readonly unknown[]).entries()) {
    const fields = isTable(one) ? one : {}
    const wanted = text(fields['text'])
    if (wanted !== null) {
      matchers.push({ of: 'text', lowered: wanted.toLowerCase() })
      continue
    }
    const source = text(fields['line']) ?? text(fields['block'])
    if (source === null) {
      report(
        `${where}: a matcher has text, line or block, of at most ${patternCharactersMax} ` +
          'characters.',
        index,
      )
      return null
    }
    const unknown = Object.keys(fields).find((key) => !matcherKeys.includes(key))
    if (unknown !== undefined) {
      report(
        `${where}: ${quoted(unknown)} is no key of a matcher.${meant(unknown, matcherKeys)}`,
        index,
        unknown,
      )
      return null
    }
    const flags = fields['flags']
    if (flags !== undefined && flags !== 'i') {
      report(`${where}: the only flag is i.`, index, 'flags')
      return null
    }
    const of = 'line' in fields ? 'line' : 'block'
    const expression = compiled(source, flags ?? '', of, {
      where,
      report: (problem) => report(problem, index, of),
      refused,
    })
    if (expression === null) return null
    matchers.push({ of, expression })
  }
  return matchers
}

function compiled(
  source: string,
  flags: string,
  of: 'line' | 'block',
  { where, report, refused }: Reading,
): RegExp | null {
  try {
    const expression = new RegExp(source, `u${flags}`)
    const reason = refused(expression, of)
    if (reason === null) return expression
    report(`${where}: ${source} ${reason}.`)
  } catch (error) {
    report(`${where}: ${error instanceof Error ? error.message : String(error)}`)
  }
  return null
}

function readRegion(value: unknown): Region | null {
  switch (value) {
    case 'title':
    case 'progress':
    case 'screen':
    case 'after_last_rule':
    case 'prompt_box':
      return { of: value }
    default:
      break
  }
  const [, of, rows] =
    typeof value === 'string' ? (/^(bottom|top):([1-9]\d{0,2})$/.exec(value) ?? []) : []
  if ((of !== 'bottom' && of !== 'top') || Number(rows) > rowsOfRegionMax) return null
  return { of, rows: Number(rows) }
}

/** A value as a sentence shows it. */
function quoted(value: unknown): string {
  if (typeof value === 'object' && value !== null)
    return Array.isArray(value) ? 'a list' : 'a table' // which may be of any depth
  const text = value === undefined ? 'missing' : JSON.stringify(value)
  return text.length <= quotedCharactersMax ? text : `${text.slice(0, quotedCharactersMax)}...`
}

function mergedRules(old: readonly Rule[], fresh: readonly Rule[]): readonly Rule[] {
  return sorted([
    ...old.map((rule) => fresh.find(({ id }) => id === rule.id) ?? rule),
    ...fresh.filter(({ id }) => !old.some((rule) => rule.id === id)),
  ])
}

/** `sort` is stable: equal priorities keep the order of the file. */
function sorted(rules: readonly Rule[]): readonly Rule[] {
  return [...rules].sort((a, b) => b.priority - a.priority)
}

function union(...lists: readonly (readonly string[] | undefined)[]): readonly string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))]
}

function text(value: unknown): string | null {
  return typeof value === 'string' && value !== '' && value.length <= patternCharactersMax
    ? value
    : null
}

/** A name: one that is shown, in windows and terminals. */
function shown(value: unknown): string | null {
  const name = text(value)
  return name !== null && safeText(name, patternCharactersMax) === name ? name : null
}

function texts(value: unknown): readonly string[] {
  return Array.isArray(value)
    ? (value as readonly unknown[]).slice(0, namesMax).flatMap((one) => text(one) ?? [])
    : []
}
