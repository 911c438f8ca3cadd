/**
 * Identifies the agent on the far side of a program that connects elsewhere (ssh, docker), which
 * this machine's /proc can't show. The agent's reports, title or screen signature identify it. A
 * prompt there, or another local program, ends it. A match arms the agent's screen rules, as a
 * local process of that name would.
 */
import type { ScreenEvidence } from '../../../agents/state/evidence.ts'
import type { Agents, Rule } from '../../../agents/rules/rules.ts'
import type { Clock } from '../../../base/clock.ts'
import type { OutputReport as Found } from '../../../agents/dispatch/evidence.ts'
import type { AgentMatch, Tools } from '../../../agents/process/match.ts'
import { agentName } from '../../windows/tabs/agent-names.ts'
import { safeText, titleCharactersMax } from '../../../base/text/safe-text.ts'

/** Shells set such titles at their prompts: `me@build: ~/api`. */
const promptTitle = /^[\w.-]+@[\w.-]+(?::|\s|$)/

/** A longer title is a sentence, in which a name does not identify its writer. */
const namedWithin = 60

/**
 * An agent known only by its screen has ended when none of its rules has matched for this long, ms.
 * Its input box and status row reappear sooner than that after anything shown instead.
 */
export const signatureGoneMs = 5_000

export interface ElsewherePorts {
  readonly clock: Clock
  readonly tools: () => Tools
  readonly agents: () => Agents
  /** A shell prompt: the screen so far belongs to no later agent. */
  readonly prompted: () => void
  /** `match` changed. */
  readonly changed: () => void
}

export class AgentElsewhere {
  readonly #ports: ElsewherePorts
  #match: AgentMatch | null = null
  #byScreen = false
  #cancelEnd: (() => void) | null = null
  #signatures: { readonly of: Agents; readonly rules: readonly Rule[] } | null = null

  constructor(ports: ElsewherePorts) {
    this.#ports = ports
  }

  get match(): AgentMatch | null {
    return this.#match
  }

  /** Whether the agent is known only by its screen. */
  get isByScreen(): boolean {
    return this.#byScreen
  }

  configure(screensAreRead: boolean): void {
    this.#signatures = null
    if (screensAreRead || !this.#byScreen) return
    this.#set(null)
    this.#ports.changed()
  }

  /** Forgets the agent: the foreground program no longer connects elsewhere. */
  forget(): void {
    this.#set(null)
  }

  /** Handles output of a program that connects elsewhere. */
  found(found: Found): void {
    const before = this.#match
    const after = this.#said(found)
    if (after === undefined) return
    this.#set(after)
    if (after === null) this.#ports.prompted()
    if (after?.tool !== before?.tool) this.#ports.changed()
  }

  /**
   * Signature rules to watch for while no agent is known; the outcome's `rule` is the agent. The
   * list keeps its identity while the rules are the same.
   */
  get signatures(): readonly Rule[] {
    const of = this.#ports.agents()
    if (this.#signatures?.of !== of)
      this.#signatures = {
        of,
        rules: this.#ports.tools().all.flatMap(({ agent }) => {
          const signature = agent === null ? null : (of.get(agent)?.signature ?? null)
          return agent === null || signature === null ? [] : [{ ...signature, id: agent }]
        }),
      }
    return this.#signatures.rules
  }

  /** Takes a reading of the screen. Returns whether it was only a signature reading. */
  read(evidence: ScreenEvidence): boolean {
    if (this.#match === null) {
      const match = this.#ports.tools().all.find(({ agent }) => agent === evidence.rule) ?? null
      if (match !== null) {
        this.#set(match, true)
        this.#ports.changed()
      }
      return true
    }
    if (!this.#byScreen) return false
    if (evidence.state !== null) this.#stays()
    else
      this.#cancelEnd ??= this.#ports.clock.after(signatureGoneMs, () => {
        this.#set(null)
        this.#ports.changed()
      })
    return false
  }

  /** Returns `undefined` if the output does not identify an agent. */
  #said(found: Found): AgentMatch | null | undefined {
    const tools = this.#ports.tools()
    const named = (name: string | undefined) =>
      name === undefined ? undefined : (tools.match({ comm: name, argv: [] }) ?? undefined)
    switch (found.type) {
      case 'title': {
        const match = agentOfTitle(found.value.text, tools)
        return match === 'prompt' ? null : (match ?? undefined)
      }
      case 'prompt':
        return found.value.kind === 'prompt_start' || found.value.kind === 'command_end'
          ? null
          : undefined
      case 'osc7501':
        return found.value.state === 'clear' ? undefined : named(found.value.app)
      case 'osc1338':
        return found.value.state === 'active' ? undefined : named(found.value.tool)
      default:
        return undefined
    }
  }

  #set(match: AgentMatch | null, byScreen = false): void {
    this.#stays()
    this.#match = match
    this.#byScreen = byScreen
  }

  #stays(): void {
    this.#cancelEnd?.()
    this.#cancelEnd = null
  }
}

/** Returns the agent that set this title, `prompt` for a shell's, or `null` if unknown. */
export function agentOfTitle(
  text: string,
  tools: Pick<Tools, 'match' | 'all'>,
): AgentMatch | 'prompt' | null {
  const whole = safeText(text.slice(0, 4 * titleCharactersMax), titleCharactersMax).trim()
  // a similar text after an agent's own mark names the agent's work
  if (promptTitle.test(whole)) return 'prompt'
  const title = whole.replace(/^[^\p{L}\p{N}/~.]+/u, '')
  // a command line, as set by zsh and fish
  const [first = ''] = title.split(/\s/, 1)
  const command = tools.match({ comm: first.slice(first.lastIndexOf('/') + 1), argv: [] })
  if (command !== null) return command
  if (title.length > namedWithin) return null
  return tools.all.find(({ tool }) => beginsWithName(title, agentName(tool))) ?? null
}

function beginsWithName(title: string, name: string): boolean {
  return (
    title.slice(0, name.length).toLowerCase() === name.toLowerCase() &&
    !/^[\p{L}\p{N}_-]/u.test(title.slice(name.length))
  )
}
