/** Matches processes to the user's tools. A name proves nothing; it only enables guesses. */
import { baseName } from '../../base/text/base-name.ts'
import type { Agents } from '../rules/rules.ts'
import { candidates, nameOfPackage, type ProcessNames } from './candidates.ts'
import { tables } from './interpreter.ts'

export interface AgentMatch {
  /** Name as the user listed it. */
  readonly tool: string
  /** Id of the agent's rules, or `null` if the tool is unknown. */
  readonly agent: string | null
}

/** An entry that no process can match. */
interface NeverMatching {
  readonly tool: string
  readonly reason: string
  readonly instead: string
}

/** Returns one or two sentences with the key, for configuration problems and for Why. */
export function neverMatchingText({ tool, reason, instead }: NeverMatching): string {
  const letters = [...JSON.stringify(tool)]
  const name =
    letters.length <= quotedMax ? letters.join('') : `${letters.slice(0, quotedMax).join('')}…`
  return `ai.tools: ${name} can never match: ${reason}. ${instead}`
}

/** Entries of `ai.tools` with their facts from the rules. Created once per configuration. */
export class Tools {
  /** Entries by every name that they match. */
  readonly #entries = new Map<string, AgentMatch>()
  readonly #byExe: readonly { readonly path: Pick<RegExp, 'test'>; readonly match: AgentMatch }[]
  readonly #agents: Agents
  readonly #listed: readonly string[]
  readonly #generic: ReadonlySet<string>

  constructor(listed: readonly string[], agents: Agents) {
    this.#listed = listed
    this.#agents = agents
    this.#generic = new Set([
      'agent',
      'node',
      'python',
      ...[...agents.values()].flatMap(({ tooGeneric }) => tooGeneric),
    ])
    const byExe: { path: Pick<RegExp, 'test'>; match: AgentMatch }[] = []
    // The user's own spelling first: `claude-code` in the list means itself, even after `claude`.
    for (const tool of listed)
      if (!this.#generic.has(tool)) this.#add(tool, { tool, agent: this.#agentOf(tool) })
    for (const tool of listed) {
      const agent = this.#generic.has(tool) ? null : this.#agentOf(tool)
      const known = agent === null ? undefined : agents.get(agent)
      if (known === undefined) continue
      const match = { tool, agent }
      for (const name of [...known.names, ...known.packages.map(nameOfPackage)])
        if (!this.#generic.has(name)) this.#add(name, match)
      if (known.exePath !== null) byExe.push({ path: known.exePath, match })
    }
    this.#byExe = byExe
  }

  /** Whether detection is off. */
  get isEmpty(): boolean {
    return this.#listed.length === 0
  }

  match(names: ProcessNames): AgentMatch | null {
    if (this.isEmpty) return null
    for (const name of candidates(names)) {
      const match = this.#entries.get(name)
      if (match !== undefined) return match
    }
    return this.#special(names)
  }

  /** Returns the entry that `VIBEFLOW_AGENT` names, if it is listed. */
  named(hint: string): AgentMatch | null {
    return this.#listed.includes(hint) ? (this.#entries.get(hint) ?? null) : null
  }

  /** Entries that a process can match. */
  get all(): readonly AgentMatch[] {
    return this.#listed
      .filter((tool) => !this.#generic.has(tool))
      .map((tool) => ({ tool, agent: this.#agentOf(tool) }))
  }

  lists(agent: string): boolean {
    return this.all.some((one) => one.agent === agent)
  }

  /** Returns the entries that no process can match, with the reason and advice. */
  neverMatching(): readonly NeverMatching[] {
    return this.#listed.flatMap((tool) => {
      const [reason, instead = 'Use the name of a program, or remove the entry.'] =
        this.#never(tool)
      return reason === undefined ? [] : [{ tool, reason, instead }]
    })
  }

  #never(tool: string): readonly [reason?: string, instead?: string] {
    if (this.#generic.has(tool))
      return [
        'too many programs have this name',
        "Use the name of the agent's own command: a script that node or python runs is " +
          'recognized by its own name.',
      ]
    if (this.#agentOf(tool) !== null) return [] // matches by another of the agent's names
    if (tool === '') return ['it is empty']
    if (tool.includes('/')) {
      const name = baseName(tool)
      const reason = 'programs are matched by name, without a directory'
      return name === '' ? [reason] : [reason, `Use ${JSON.stringify(name)}.`]
    }
    const noFile = tool.includes('\0') || new TextEncoder().encode(tool).length > fileNameBytesMax
    return noFile ? ['not a valid file name'] : []
  }

  #special({ comm, argv, exe = null }: ProcessNames): AgentMatch | null {
    for (const { path, match } of this.#byExe) if (exe !== null && path.test(exe)) return match
    // Claude Code started through its versioned path is named after its version.
    const inClaude = (path: string | null | undefined) =>
      path?.split('/').includes('claude') === true
    if (bareVersion.test(comm) && (inClaude(exe) || inClaude(argv[0])))
      return this.#entries.get('claude') ?? null
    // tmux gives its client this name; an entry `tmux` then means the client.
    const client = /^(.+): client$/.exec(comm)?.[1]
    return client !== undefined && tables.remoteClients.includes(comm)
      ? (this.#entries.get(client) ?? null)
      : null
  }

  #add(name: string, match: AgentMatch): void {
    if (!this.#entries.has(name)) this.#entries.set(name, match)
  }

  #agentOf(tool: string): string | null {
    for (const { id, names, packages } of this.#agents.values()) {
      if (
        names.includes(tool) ||
        packages.includes(tool) ||
        packages.some((one) => nameOfPackage(one) === tool)
      )
        return id
    }
    return null
  }
}

/**
 * Returns whether the program runs shells, here or elsewhere: its output may be theirs, and input
 * is for them.
 */
export function runsShells(comm: string): boolean {
  return lendsTerminal(comm) || tables.remoteClients.includes(comm)
}

/** Returns whether the program draws the screens of its shells itself, without their marks. */
export function isMultiplexer(comm: string): boolean {
  return multiplexers.has(comm)
}

const multiplexers: ReadonlySet<string> = new Set(['tmux: client', 'tmux', 'screen', 'zellij'])

/** Returns whether the program runs another one in a terminal of its own that is shown here. */
export function lendsTerminal(comm: string): boolean {
  return terminalLenders.has(comm) || expects.test(comm)
}

/** Returns whether the program passes on all keys and output of another machine's terminal. */
export function relaysTerminal(comm: string): boolean {
  return comm === 'ssh'
}

/** Scripts of Expect, such as `unbuffer`. */
const expects = /^tclsh[0-9.]*$/

const terminalLenders: ReadonlySet<string> = new Set(
  'sudo doas su runuser run0 script sshpass autossh asciinema expect vibeflow'.split(' '),
)

/** Characters of an entry in a message. */
const quotedMax = 60

const bareVersion = /^\d+(\.\d+)+$/

const fileNameBytesMax = 255
