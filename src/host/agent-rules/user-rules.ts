/**
 * The user's own rules for agents: `agent-rules.json` beside the configuration, merged over what we ship, and read again whenever it changes. What is
 * wrong in it is told with its agent, rule and key; the rest counts. A file that cannot be read at all leaves the rules as they are.
 */
import { readFileSync, statSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileBytesMax, timedExpressionsMax } from '../../core/agent-rules/limits.ts'
import { readAgentRules, type Judge } from '../../core/agent-rules/parse.ts'
import type { Agents } from '../../core/agent-rules/rules.ts'
import { shippedAgents, shippedDocument } from '../../core/agent-rules/shipped.ts'
import { isFast } from '../../core/agent-rules/worst-case.ts'
import type { Clock } from '../../core/clock.ts'
import type { Problem } from '../../core/config/problem.ts'
import { Settle } from '../../core/config/settle.ts'
import { Watcher } from '../config/watcher.ts'

export interface UserRulesEvents {
  /** Other rules are in force. */
  readonly changed: (agents: Agents) => void
  /** What there is to complain about now; empty: the file is good, or there is none. Only when it is another than before. */
  readonly problems: (problems: readonly Problem[]) => void
}

export class UserRules {
  readonly #file: string
  readonly #events: UserRulesEvents
  readonly #settle: Settle
  readonly #watcher: Watcher
  #agents: Agents = shippedAgents
  #problems: readonly Problem[] = []
  /** The text that is in force; null: there is no file. */
  #text: string | null = null
  #watching = false

  /** Reads at once; watches from `watch` on. */
  constructor(file: string, clock: Clock, events: UserRulesEvents) {
    this.#file = file
    this.#settle = new Settle(clock, () => this.#look())
    this.#watcher = new Watcher(clock, { changed: () => this.#settle.changed(), polling: () => undefined }) // of this folder the configuration's watcher says so
    this.#events = { changed: () => undefined, problems: () => undefined }
    this.#look()
    this.#events = events
  }

  get agents(): Agents { return this.#agents }
  get problems(): readonly Problem[] { return this.#problems }

  watch(): void {
    this.#watching = true
    this.#look() // it may have changed since the start
  }

  dispose(): void {
    this.#watching = false
    this.#settle.dispose()
    this.#watcher.dispose()
  }

  #look(): void {
    const found = readUserRules(this.#file)
    if (this.#watching) this.#watcher.follow([this.#file])
    const other = found.agents !== null && found.text !== this.#text
    if (found.agents !== null) this.#text = found.text
    if (other) this.#agents = found.agents
    this.#complain(found.problems)
    if (other) this.#events.changed(this.#agents)
  }

  #complain(problems: readonly Problem[]): void {
    if (JSON.stringify(problems) === JSON.stringify(this.#problems)) return
    this.#problems = problems
    this.#events.problems(problems)
  }
}

/** Beside the configuration. */
export function userRulesFile(configuration: string): string {
  return join(dirname(configuration), 'agent-rules.json')
}

export interface ReadUserRules {
  /** null: the file cannot be read as a whole. */
  readonly agents: Agents | null
  /** null: there is none. */
  readonly text: string | null
  readonly problems: readonly Problem[]
}

/** No file: what we ship, and nothing wrong with that. */
export function readUserRules(file: string): ReadUserRules {
  const refused = (sentence: string, place: Problem['place'] = null): ReadUserRules => ({
    agents: null, text: null, problems: [{ kind: 'agent_rules', severity: 'error', file, place, wholeFile: true, text: sentence, outcome: 'The rules stay as they are.' }],
  })
  let text: string
  try {
    const { size } = statSync(file)
    if (size > fileBytesMax) return refused(`it has ${size} bytes, more than the ${fileBytesMax} that rules for agents may have.`)
    text = new TextDecoder('utf-8', { fatal: true }).decode(readFileSync(file))
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    if (code === 'ENOENT' || code === 'ENOTDIR') return { agents: shippedAgents, text: null, problems: [] }
    return refused(error instanceof TypeError ? 'this is not UTF-8.' : `it cannot be read: ${error instanceof Error ? error.message : String(error)}.`)
  }
  let document: unknown
  try {
    document = JSON.parse(text)
  } catch (error) {
    const said = error instanceof Error ? error.message : String(error)
    const at = /position (\d+)/.exec(said)?.[1]
    const before = text.slice(0, at === undefined ? firstWrong(text) : Number(at)).split('\n')
    return refused(`this is no JSON: ${said.replace(/ (?:in JSON )?at position.*$/s, '').replace(/, ".*" is not valid JSON$/s, '')}.`, { line: before.length, column: [...before.at(-1) ?? ''].length + 1 })
  }
  const { agents, problems } = readAgentRules([shippedDocument, document], judge())
  return { agents, text, problems: problems.map((sentence) => ({ kind: 'agent_rule', severity: 'warning', file, place: null, text: sentence })) }
}

/** Where a text stops to be the beginning of any JSON: the engine names no place where it quotes the text instead. */
function firstWrong(text: string): number {
  const canGoOn = (length: number): boolean => {
    try {
      JSON.parse(text.slice(0, length))
      return true
    } catch (error) {
      const said = error instanceof Error ? error.message : ''
      return said.startsWith('Unexpected end') || Number(/position (\d+)/.exec(said)?.[1] ?? -1) >= length
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

/** What we ship is not timed again. */
function judge(): Judge {
  const shipped = new Set([...shippedAgents.values()].flatMap(({ rules }) => rules.flatMap(({ all, any, not }) => [...all, ...any, ...not].flatMap((one) => (one.of === 'text' ? [] : [one.expression.source])))))
  let timed = 0
  return (expression, of) => {
    if (shipped.has(expression.source)) return null
    timed += 1
    if (timed > timedExpressionsMax) return `is beyond the ${timedExpressionsMax} expressions that a file may have`
    return isFast(expression, () => performance.now(), of) ? null : `takes too long on a long ${of === 'line' ? 'row' : 'screen'}`
  }
}
