/**
 * Which agent runs on the other side of a program that leads elsewhere (ssh, docker): no /proc of
 * ours has it. Its reports name it, or its title or the signature of its screen does; a prompt
 * there, or another program here, is its end. What it is taken for arms the rules for its screen,
 * as a process of that name would.
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

/** A title so long is a sentence, in which a name says nothing of who wrote it. */
const namedWithin = 60

/**
 * An agent that only its screen told of has ended when no rule of its has held for so long, ms. Its
 * box and its status row are there again sooner than that after whatever it shows in their place.
 */
export const signatureGoneMs = 5_000

export interface ElsewherePorts {
  readonly clock: Clock
  readonly tools: () => Tools
  readonly agents: () => Agents
  /** A shell's prompt: what stands on the screen is of nobody who comes from now on. */
  readonly prompted: () => void
  /** `match` is another one. */
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

  /** Nothing but its screen tells of it. */
  get isByScreen(): boolean {
    return this.#byScreen
  }

  /** Other options or rules are in force. */
  configure(screensAreRead: boolean): void {
    this.#signatures = null
    if (screensAreRead || !this.#byScreen) return
    this.#set(null)
    this.#ports.changed()
  }

  /** Nothing leads elsewhere any more. */
  forget(): void {
    this.#set(null)
  }

  /** Output of a program that leads elsewhere. */
  found(found: Found): void {
    const before = this.#match
    const after = this.#said(found)
    if (after === undefined) return
    this.#set(after)
    if (after === null) this.#ports.prompted()
    if (after?.tool !== before?.tool) this.#ports.changed()
  }

  /**
   * What a reader of the screen looks for while nobody is known there: the outcome's `rule` is the
   * agent. The same list while the rules are the same.
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

  /**
   * The screen was read while somebody, or nobody yet, is taken to be there.
   * @returns whether that was for its signature: nothing else is to be made of it
   */
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

  /** undefined: that says nothing of who is there. */
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

/** The agent whose title this is; `prompt`: a shell's; null: anybody's. */
export function agentOfTitle(
  text: string,
  tools: Pick<Tools, 'match' | 'all'>,
): AgentMatch | 'prompt' | null {
  const whole = safeText(text.slice(0, 4 * titleCharactersMax), titleCharactersMax).trim()
  // behind an agent's own mark it is what that works on
  if (promptTitle.test(whole)) return 'prompt'
  const title = whole.replace(/^[^\p{L}\p{N}/~.]+/u, '')
  // a command line, as zsh and fish have it
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
