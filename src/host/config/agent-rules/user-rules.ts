/**
 * The user's rules for agents: `agent-rules.json` next to the configuration, merged over the
 * shipped rules and read again when it changes. Problems are reported with agent, rule and key, and
 * the rest applies. An unreadable file leaves the rules unchanged. A rule that takes too long is
 * switched off until the file changes.
 */
import { statSync } from 'node:fs'
import { ruleText, sameName, type RuleOff } from '../../../agents/rules/limited.ts'
import { judgingTriesMax, pathMsMax, switchedOffMax } from '../../../agents/rules/limits.ts'
import type { KnownAgent, Agents, Rule } from '../../../agents/rules/rules.ts'
import { shippedAgents } from '../../../agents/rules/shipped.ts'
import type { Clock } from '../../../base/clock.ts'
import type { ConfigProblem } from '../../../core/config/problem.ts'
import { Watcher } from '../watcher.ts'
import { limit, spent } from '../../shadow/limit.ts'
import { checkRules } from './check.ts'
import { noUserRules, ruleProblem, unlisted, type ReadUserRules } from './read-user-rules.ts'

interface UserRulesEvents {
  /** Called with the new effective rules. */
  readonly changed: (agents: Agents) => void
  /** Called with the current problems when they change; empty if there are none. */
  readonly problems: (problems: readonly ConfigProblem[]) => void
}

interface UserRulesParts {
  readonly file: string
  /** Program of the thread that reads the file. */
  readonly program: string
  readonly clock: Clock
  readonly tools: readonly string[]
}

export class UserRules {
  readonly #parts: UserRulesParts
  readonly #events: UserRulesEvents
  readonly #watcher: Watcher
  #tools: readonly string[]
  /** Effective rules, except for those switched off. */
  #read = noUserRules
  #agents: Agents = shippedAgents()
  /** Problems of the last reading, whether it took effect or not. */
  #wrong: readonly ConfigProblem[] = []
  #problems: readonly ConfigProblem[] = []
  #off: RuleOff[] = []
  #paths = new Set<string>()
  /** Identifies the content at the last check: another stamp means other content. */
  #stamp: string | null = null
  #endCheck: (() => void) | null = null
  #watching = false

  /** Reads the file, and reports the result later. Watches only after `watch`. */
  constructor(parts: UserRulesParts, events: UserRulesEvents) {
    this.#parts = parts
    this.#events = events
    this.#tools = parts.tools
    // The configuration's watcher reports that this directory cannot be watched.
    this.#watcher = new Watcher(parts.clock, () => this.#look())
    this.#look()
  }

  get agents(): Agents {
    return this.#agents
  }
  get problems(): readonly ConfigProblem[] {
    return this.#problems
  }

  watch(): void {
    this.#watching = true
    this.#look() // it may have changed since the start
  }

  /** Applies a new `ai.tools`. */
  configure(tools: readonly string[]): void {
    this.#tools = tools
    this.#complain()
  }

  /** Switches off a rule that took too long, as if it were not in the file. */
  switchOff(off: RuleOff): void {
    // already reported by another thread, or from an earlier file
    if (this.#off.some(({ name }) => sameName(name, off.name)) || !this.#has(off)) return
    this.#off.push(off)
    this.#apply()
  }

  dispose(): void {
    this.#watching = false
    this.#watcher.dispose()
    this.#endCheck?.()
    this.#endCheck = null
  }

  #has({ name }: RuleOff): boolean {
    return [...this.#agents.values()].some(({ rules, signature, prompt }) =>
      [...rules, signature, prompt].some(
        (rule) => rule?.own !== undefined && sameName(rule.own, name),
      ),
    )
  }

  #look(): void {
    if (this.#watching) this.#watcher.follow([this.#parts.file])
    const stamp = stampOf(this.#parts.file)
    if (stamp !== null && stamp === this.#stamp) return
    this.#stamp = stamp
    this.#endCheck?.()
    this.#endCheck = null
    if (stamp === null) this.#found(noUserRules)
    else this.#endCheck = checkRules(this.#parts, (read) => this.#found(read))
  }

  #found(read: ReadUserRules): void {
    this.#endCheck = null
    this.#wrong = read.problems
    // Saving the same text again retries rules that are off.
    const isSame = read.text === this.#read.text && this.#off.length + this.#paths.size === 0
    if (read.agents === null || isSame) {
      this.#complain()
      return
    }
    this.#read = read
    this.#off = []
    this.#paths = new Set()
    this.#apply()
  }

  #apply(): void {
    const all = this.#off.length > switchedOffMax
    const agents = this.#read.agents ?? shippedAgents()
    this.#agents = all
      ? shippedAgents()
      : new Map([...agents].map(([id, agent]) => [id, this.#inForce(agent)]))
    if (this.#read.text === null) this.#agents = shippedAgents()
    this.#complain()
    this.#events.changed(this.#agents)
  }

  /** Returns an agent without the rules that are off. Rules that they replaced apply again. */
  #inForce(agent: KnownAgent): KnownAgent {
    const isOff = ({ own }: Rule) =>
      own !== undefined && this.#off.some(({ name }) => sameName(name, own))
    const places = (['signature', 'prompt'] as const).filter((key) => {
      const rule = agent[key]
      return rule !== null && isOff(rule)
    })
    const off = [...agent.rules.filter(isOff), ...places.flatMap((key) => agent[key] ?? [])]
    const ours = shippedAgents().get(agent.id)?.rules ?? []
    const path = agent.exePath
    const isOurs = String(path) === String(shippedAgents().get(agent.id)?.exePath)
    return {
      ...agent,
      exePath:
        path === null || isOurs ? path : { test: (text) => this.#test(agent.id, path, text) },
      ...(off.length === 0
        ? {}
        : {
            rules: agent.rules
              .flatMap((rule) =>
                isOff(rule) ? (ours.find(({ id }) => id === rule.id) ?? []) : [rule],
              )
              .sort((one, other) => other.priority - one.priority),
            ...Object.fromEntries(
              places.map((key) => [key, shippedAgents().get(agent.id)?.[key] ?? null]),
            ),
            off: this.#off
              .filter(({ name }) => off.some(({ own }) => own !== undefined && sameName(name, own)))
              .map(offText),
          }),
    }
  }

  /** Tests the user's `exePath` in this thread, limited to a few milliseconds. */
  #test(agent: string, path: Pick<RegExp, 'test'>, text: string): boolean {
    if (this.#paths.has(agent)) return false
    for (let tries = 0; tries < judgingTriesMax; tries += 1) {
      const before = spent()
      const found = limit(() => path.test(text), pathMsMax)
      if (found !== 'late') return found
      if (spent() - before < pathMsMax / 2) continue // the machine was suspended or busy
      this.#paths.add(agent)
      this.#complain()
      break
    }
    return false
  }

  #complain(): void {
    const { file } = this.#parts
    const { text } = this.#read
    const problem = (sentence: string, agent: string | null, rule: string | null = null) =>
      ruleProblem({ file, text }, sentence, { agent, rule })
    const off =
      this.#off.length > switchedOffMax
        ? [
            problem(
              `more than ${switchedOffMax} rules took too long. All rules of the file are off. ` +
                'Save the file to try again.',
              null,
            ),
          ]
        : this.#off.map((one) => problem(offText(one), one.name.agent, one.name.rule))
    const paths = [...this.#paths].map((agent) =>
      problem(
        `${agent}: exePath was turned off: it took more than ${pathMsMax} ms. ` +
          'Save the file to try again.',
        agent,
      ),
    )
    const problems = [...this.#wrong, ...off, ...paths, ...unlisted(file, this.#read, this.#tools)]
    if (JSON.stringify(problems) === JSON.stringify(this.#problems)) return
    this.#problems = problems
    this.#events.problems(problems)
  }
}

function offText({ name, why }: RuleOff): string {
  return `${ruleText(name)} was turned off: it ${why}. Save the file to try again.`
}

/** Returns `null` if there is no file. */
function stampOf(file: string): string | null {
  try {
    const { ino, size, mtimeNs } = statSync(file, { bigint: true })
    return `${ino} ${size} ${mtimeNs}`
  } catch (error) {
    return ['ENOENT', 'ENOTDIR'].includes(String((error as NodeJS.ErrnoException).code))
      ? null
      : 'unreadable'
  }
}
