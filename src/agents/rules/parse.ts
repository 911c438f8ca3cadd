/**
 * Parses agent rules, shipped or from a user's agent-rules.json. Invalid parts are skipped and
 * reported with their agent and rule. Later documents are merged over earlier ones by agent and
 * rule id.
 */
import type { z } from 'zod'
import { isTable, type Table } from '../../base/objects/is-table.ts'
import { safeText } from '../../base/text/safe-text.ts'
import {
  agentsMax,
  namesMax,
  ruleProblemCharactersMax,
  ruleProblemsMax,
  rulesPerAgentMax,
} from './limits.ts'
import { ruleText } from './limited.ts'
import type { ValuePath } from './place-of.ts'
import type { KnownAgent, Agents, CopyRules, Rule } from './rules.ts'
import {
  agentId,
  agentTable,
  compiled,
  copyTable,
  described,
  meantKey,
  processTable,
  ruleTables,
  type Judge,
} from './tables.ts'

interface AgentRules {
  readonly agents: Agents
  readonly problems: readonly RuleProblem[]
  /** Agents of all documents except the first, which is the shipped one. */
  readonly users: readonly string[]
}

interface RuleProblem {
  /** A sentence that names the agent and rule. */
  readonly text: string
  /** Path of the invalid part in the document. */
  readonly path: ValuePath
}

/** `at`: path below the part that is being read. */
type Report = (problem: string, ...at: ValuePath) => void

/** Options for reading the agents of one document. */
interface Reading {
  readonly isOwn: boolean
  readonly refused: Judge
  readonly tables: ReturnType<typeof ruleTables>
}

/** @param refused absent: accepts all expressions */
export function readAgentRules(
  documents: readonly unknown[],
  refused: Judge = () => null,
): AgentRules {
  const problems: RuleProblem[] = []
  // The message quotes the file and is printed in terminals.
  const report: Report = (said, ...path) => {
    if (problems.length < ruleProblemsMax)
      problems.push({ text: safeText(said, ruleProblemCharactersMax), path })
  }
  const tables = ruleTables(refused)
  const users = new Set<string>()
  const agents = new Map<string, KnownAgent>()
  const borrowed = new Map<string, string>()
  for (const [index, document] of documents.entries()) {
    const listed = isTable(document) ? document['agents'] : undefined
    if (!isTable(listed)) {
      report('the file has no "agents" table.')
      continue
    }
    for (const [id, value] of Object.entries(listed)) {
      if (!agentId.safeParse(id).success) {
        report(`${described(id)}: not a valid agent name.`, 'agents', id)
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
        readAgent(id, value, agents.get(id), {
          isOwn: index > 0,
          refused,
          tables,
          report: (problem, ...at) => report(problem, 'agents', id, ...at),
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
    // One step only: a chain would be hard to read and might be a cycle.
    if (lender === undefined || borrowed.has(from))
      report(
        `${id}: sameRulesAs refers to ${from}, which has no rules of its own.`,
        'agents',
        id,
        'sameRulesAs',
      )
    else agents.set(id, withRulesOf(lender, agent))
  }
  return { agents, problems, users: [...users] }
}

/** Returns an agent with the rules that it shares, below its own. */
function withRulesOf(lender: KnownAgent, agent: KnownAgent): KnownAgent {
  const rules = mergedRules(lender.rules, agent.rules)
  const { copy, prompt } = lender
  return { ...agent, copy: agent.copy ?? copy, prompt: agent.prompt ?? prompt, rules }
}

/** Merges an agent's table over earlier documents: adds names and rules, replaces rules by id. */
function readAgent(
  id: string,
  value: Table,
  old: KnownAgent | undefined,
  reading: Reading & { readonly report: Report },
): KnownAgent {
  const { report, refused } = reading
  const table = agentTable.parse(value)
  unknownKeys(id, value, Object.keys(agentTable.shape), report)
  if (value['process'] !== undefined && table.process === undefined)
    report(`${id}: "process" must be a table, not ${described(value['process'])}.`, 'process')
  if (value['rules'] !== undefined && table.rules === undefined)
    report(`${id}: "rules" must be a list, not ${described(value['rules'])}.`, 'rules')
  const process = table.process ?? processTable.parse({})
  if (table.process !== undefined)
    unknownKeys(
      `${id}, process`,
      value['process'] as Table,
      Object.keys(processTable.shape),
      (problem, ...at) => report(problem, 'process', ...at),
    )
  const tool = table.tool ?? old?.tool ?? process.names[0] ?? id
  const names = union([tool], old?.names, process.names)
  const commandOf = (key: 'resume' | 'fork'): string | null => {
    const command = table[key]
    if (command !== undefined && isResume(command, names)) return command
    if (value[key] !== undefined)
      report(
        `${id}: invalid "${key}" ${described(value[key])}. The command must start with a name ` +
          'of the agent and contain <id> once, for the session.',
        key,
      )
    return old?.[key] ?? null
  }
  const exePath =
    process.exePath === undefined ? null : compiled(process.exePath, '', 'line', refused)
  if (typeof exePath === 'string') report(`${id}, exePath: ${exePath}`, 'process', 'exePath')
  return {
    id,
    name: table.name ?? old?.name ?? tool,
    tool,
    names,
    packages: union(old?.packages, process.packages),
    exePath: (typeof exePath === 'string' ? null : exePath) ?? old?.exePath ?? null,
    resume: commandOf('resume'),
    fork: commandOf('fork'),
    signature: readPlace('signature', id, table.signature, reading) ?? old?.signature ?? null,
    prompt: readPlace('prompt', id, table.prompt, reading) ?? old?.prompt ?? null,
    copy: readCopy(id, table.copy, report) ?? old?.copy ?? null,
    tooGeneric: union(old?.tooGeneric, process.tooGeneric),
    rules: mergedRules(old?.rules ?? [], readRules(id, table.rules ?? [], reading)),
  }
}

function readRules(
  agent: string,
  listed: readonly unknown[],
  { isOwn, tables, report }: Reading & { readonly report: Report },
): readonly Rule[] {
  if (listed.length > rulesPerAgentMax)
    report(`${agent}: more than ${rulesPerAgentMax} rules.`, 'rules', rulesPerAgentMax)
  const ids = new Set<string>()
  return listed.slice(0, rulesPerAgentMax).flatMap((value, index): readonly Rule[] => {
    const { data, error } = tables.rule.safeParse(value)
    const fields = isTable(value) ? value : {}
    if (error?.issues.some(({ path }) => path[0] === 'id') || !isTable(value)) {
      const given = fields['id']
      report(
        given === undefined
          ? `${agent}: a rule has no id.`
          : `${agent}: invalid rule id ${described(given)}.`,
        ...['rules', index, ...(given === undefined ? [] : ['id'])],
      )
      return []
    }
    const name = { agent, rule: String(fields['id']) }
    if (error !== undefined) {
      reportIssues(ruleText(name), error, (problem, ...[key, ...path]) =>
        // A missing key is reported at the rule.
        report(
          problem,
          ...['rules', index, ...(Object.hasOwn(fields, key ?? '') ? [key ?? ''] : ['id'])],
          ...path,
        ),
      )
      return []
    }
    if (ids.has(name.rule)) report(`${ruleText(name)}: duplicate id.`, 'rules', index, 'id')
    ids.add(name.rule)
    const { note: _, source: __, kind, dialog, ...rule } = data
    return [
      {
        ...rule,
        ...(isOwn ? { own: name } : {}),
        ...(kind === undefined ? {} : { kind }),
        ...(dialog === undefined ? {} : { dialog }),
      },
    ]
  })
}

/** Reads a rule with only a region and matchers, which has no state. */
function readPlace(
  key: 'signature' | 'prompt',
  agent: string,
  value: unknown,
  { isOwn, tables, report }: Reading & { readonly report: Report },
): Rule | null {
  if (value === undefined) return null
  const { data, error } = tables.signature.safeParse(value)
  if (error !== undefined) {
    reportIssues(`${agent}, ${key}`, error, (problem, ...at) => report(problem, key, ...at))
    return null
  }
  const { region, all, any, not } = data
  const own = isOwn ? { own: { agent, rule: key } } : {}
  return { id: key, ...own, state: 'ignore', priority: 0, region, all, any, not }
}

/** Reads how an agent draws around its text. Omitted keys get their defaults. */
function readCopy(agent: string, value: unknown, report: Report): CopyRules | null {
  if (value === undefined) return null
  const { data, error } = copyTable.safeParse(value)
  if (error !== undefined) {
    reportIssues(`${agent}, copy`, error, (problem, ...at) => report(problem, 'copy', ...at))
    return null
  }
  const { note: _, source: __, ...rules } = data
  return rules
}

function reportIssues(where: string, { issues }: z.ZodError, report: Report): void {
  for (const issue of issues) {
    const path = issue.path as ValuePath
    const [list = ''] = path
    const part = ['all', 'any', 'not'].includes(String(list)) ? `, ${list}` : ''
    const key = issue.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : []
    report(`${where}${part}: ${issue.message}`, ...path, ...key)
  }
}

/** Returns whether the command runs the agent itself and has exactly one `<id>`. */
function isResume(command: string, names: readonly string[]): boolean {
  return command.split('<id>').length === 2 && names.includes(command.split(' ', 1)[0] ?? '')
}

/** Reports unknown keys; the rest of the table is used. */
function unknownKeys(where: string, table: Table, known: readonly string[], report: Report): void {
  for (const key of Object.keys(table)
    .filter((one) => !known.includes(one))
    .slice(0, namesMax))
    report(`${where}: unknown key ${described(key)}; ignored.${meantKey(key, known)}`, key)
}

function mergedRules(old: readonly Rule[], fresh: readonly Rule[]): readonly Rule[] {
  // `sort` is stable: rules of equal priority keep the order of the file
  return [
    ...old.map((rule) => fresh.find(({ id }) => id === rule.id) ?? rule),
    ...fresh.filter(({ id }) => !old.some((rule) => rule.id === id)),
  ].sort((a, b) => b.priority - a.priority)
}

function union(...lists: readonly (readonly string[] | undefined)[]): readonly string[] {
  return [...new Set(lists.flatMap((list) => list ?? []))]
}
