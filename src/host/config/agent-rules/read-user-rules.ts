/**
 * Reads `agent-rules.json` and times its expressions, which may take seconds. The app does this in
 * a thread (check-worker.ts), `--check-config` directly.
 */
import { dirname, join } from 'node:path'
import {
  ruleFileBytesMax,
  fileTimingMsMax,
  timedExpressionsMax,
  timingMsMax,
} from '../../../agents/rules/limits.ts'
import { pathOf, placeOf, type ValuePath } from '../../../agents/rules/place-of.ts'
import { readAgentRules } from '../../../agents/rules/parse.ts'
import type { Agents } from '../../../agents/rules/rules.ts'
import { shippedAgents, shippedDocument } from '../../../agents/rules/shipped.ts'
import type { Judge } from '../../../agents/rules/tables.ts'
import { isFast } from '../../../agents/rules/worst-case.ts'
import type { ConfigProblem } from '../../../core/config/problem.ts'
import { Tools } from '../../../agents/process/match.ts'
import { limit } from '../../shadow/limit.ts'
import { kindWords, readUpTo } from '../../files/read-up-to.ts'
import { errorMessage } from '../../../base/text/error-message.ts'

export function userRulesFile(configuration: string): string {
  return join(dirname(configuration), 'agent-rules.json')
}

/** Result of reading a rules file, in plain values: a thread posts it. */
export interface ReadUserRules {
  /** `null` if the file cannot be read. */
  readonly agents: Agents | null
  /** `null` if there is no file. */
  readonly text: string | null
  /** Agents that the file has a table for. */
  readonly users: readonly string[]
  readonly problems: readonly ConfigProblem[]
}

/** The shipped rules, without problems. */
export const noUserRules: ReadUserRules = {
  get agents() {
    return shippedAgents()
  },
  text: null,
  users: [],
  problems: [],
}

export function refusedRules(
  file: string,
  sentence: string,
  place: ConfigProblem['place'] = null,
): ReadUserRules {
  return {
    agents: null,
    text: null,
    users: [],
    problems: [
      {
        kind: 'agent_rules',
        severity: 'error',
        file,
        place,
        wholeFile: true,
        text: sentence,
        outcome: 'Current rules stay active.',
      },
    ],
  }
}

export function readUserRules(file: string): ReadUserRules {
  let text: string
  try {
    const found = readUpTo(file, ruleFileBytesMax)
    if ('kind' in found) return refusedRules(file, `${kindWords(found)}.`)
    if ('size' in found)
      return refusedRules(
        file,
        `the file has ${found.size} bytes; the maximum for agent rules is ${ruleFileBytesMax}.`,
      )
    text = new TextDecoder('utf-8', { fatal: true }).decode(found)
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return noUserRules
    return refusedRules(
      file,
      error instanceof TypeError
        ? 'not valid UTF-8.'
        : `can't read the file: ${errorMessage(error)}.`,
    )
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    const said = errorMessage(error)
    const at = /position (\d+)/.exec(said)?.[1]
    const before = text.slice(0, at === undefined ? firstWrong(text) : Number(at)).split('\n')
    const problem = said
      .replace(/ (?:in JSON )?at position.*$/s, '')
      .replace(/, ".*" is not valid JSON$/s, '')
    return refusedRules(file, `not valid JSON: ${problem}.`, {
      line: before.length,
      column: [...(before.at(-1) ?? '')].length + 1,
    })
  }
  const { agents, problems, users } = readAgentRules([shippedDocument, document], judge())
  return {
    agents,
    text,
    users,
    problems: problems.map(({ text: sentence, path }) => problemAt({ file, text }, sentence, path)),
  }
}

type RulesText = { readonly file: string; readonly text: string | null }

function problemAt({ file, text }: RulesText, sentence: string, path: ValuePath): ConfigProblem {
  return {
    kind: 'agent_rule',
    severity: 'warning',
    file,
    place: text === null ? null : placeOf(text, path),
    text: sentence,
  }
}

/** Returns a problem with the position of an agent or rule in a file that has been read. */
export function ruleProblem(
  read: RulesText,
  sentence: string,
  at: Parameters<typeof pathOf>[1],
): ConfigProblem {
  return problemAt(read, sentence, read.text === null ? [] : pathOf(JSON.parse(read.text), at))
}

/**
 * Returns a problem for each agent of the file that no entry of `ai.tools` lists, and whose rules
 * have no effect. An empty list turns detection off and is not a problem.
 */
export function unlisted(
  file: string,
  { agents, text, users }: ReadUserRules,
  tools: readonly string[],
): readonly ConfigProblem[] {
  const known = new Tools(tools, agents ?? shippedAgents())
  return users
    .filter((agent) => !known.isEmpty && !known.lists(agent))
    .map((agent) =>
      ruleProblem(
        { file, text },
        `rules for ${agent} are ignored: add ` +
          `${JSON.stringify(agents?.get(agent)?.tool ?? agent)} to ai.tools in config.toml.`,
        { agent, rule: null },
      ),
    )
}

/** Returns where a text stops being the start of any JSON: the engine reports no position. */
function firstWrong(text: string): number {
  const canGoOn = (length: number): boolean => {
    try {
      JSON.parse(text.slice(0, length))
      return true
    } catch (error) {
      const said = error instanceof Error ? error.message : ''
      return (
        said.startsWith('Unexpected end') ||
        Number(/position (\d+)/.exec(said)?.[1] ?? -1) >= length
      )
    }
  }
  let [good, bad] = [0, text.length]
  while (good + 1 < bad) {
    const middle = (good + bad) >> 1
    if (canGoOn(middle)) good = middle
    else bad = middle
  }
  return canGoOn(text.length) ? text.length : good
}

/** Shipped expressions are not timed again. */
function judge(): Judge {
  const shipped = new Set(
    [...shippedAgents().values()].flatMap(({ rules, signature, prompt, exePath }) => [
      ...[...rules, signature ?? [], prompt ?? []]
        .flat()
        .flatMap(({ all, any, not }) => [...all, ...any, ...not])
        .flatMap((one) => (one.of === 'text' ? [] : [one.expression.source])),
      ...(exePath instanceof RegExp ? [exePath.source] : []),
    ]),
  )
  const ends = performance.now() + fileTimingMsMax
  let timed = 0
  return (expression, of) => {
    if (shipped.has(expression.source)) return null
    timed += 1
    if (timed > timedExpressionsMax)
      return `exceeds the maximum of ${timedExpressionsMax} expressions per file`
    if (performance.now() > ends)
      return `was not tried: earlier expressions took ${fileTimingMsMax / 1_000} s`
    return limit(() => isFast(expression, () => performance.now(), of), timingMsMax) === true
      ? null
      : `takes too long on a long ${of === 'line' ? 'row' : 'screen'}`
  }
}
