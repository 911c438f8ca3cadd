/**
 * One tab's state machine driven as a session drives it: a fake time, the dispatcher for sequences,
 * one timer. Steps are those of test/data/README.md.
 */
import { isClaimed } from '../../src/agents/state/claim.ts'
import type { StateOptions } from '../../src/agents/state/configuration.ts'
import { fromSocket, type Evidence, type Foreground } from '../../src/agents/state/evidence.ts'
import { fromDispatch } from '../../src/agents/state/from-dispatch.ts'
import { reduce } from '../../src/agents/state/reduce.ts'
import { initial, type AgentState } from '../../src/agents/state/state.ts'
import { view, type AgentView } from '../../src/agents/state/view.ts'
import { wakeAt } from '../../src/agents/state/wake.ts'
import { agentConfiguration } from '../../src/core/config/agent-configuration.ts'
import { defaults } from '../../src/core/config/table.ts'
import { Dispatcher } from '../../src/agents/dispatch/dispatcher.ts'
import type { DisplayState, WaitingKind } from '../../src/protocol/index.ts'

/** Options of a user without a configuration file. */
export const usual: StateOptions = agentConfiguration(defaults)

export interface Step {
  readonly t_ms: number
  readonly op: string
  readonly arg?: unknown
  readonly app?: string
  readonly front?: Foreground
  readonly visible?: boolean
  readonly changed?: boolean
  readonly state?: string
  readonly kind?: string
  readonly seen?: boolean
  readonly source?: string
}

export class Timeline {
  state: AgentState
  now = 0
  front: Foreground = 'unknown'
  #dispatcher: Dispatcher

  constructor(configuration: Partial<StateOptions> = {}) {
    this.state = initial({ ...usual, ...configuration }, 0)
    this.#dispatcher = new Dispatcher('thishost', {
      evidence: (found) => {
        const evidence = fromDispatch(found, this.front)
        if (evidence !== null) this.apply(evidence)
      },
      query: () => undefined,
    })
  }

  get view(): AgentView {
    return view(this.state)
  }

  get shown(): DisplayState {
    return this.state.shown.state
  }

  apply(...evidence: readonly Evidence[]): this {
    for (const one of evidence) this.state = reduce(this.state, one, this.now)
    return this
  }

  /** A sequence with this payload, through the dispatcher. */
  osc(payload: string, front: Foreground = 'unknown'): this {
    this.front = front
    this.#dispatcher.feed(new TextEncoder().encode(`\x1b]${payload}\x07`))
    return this
  }

  /** The clock goes to this time; the tab's timer rings when it wants to. */
  to(time: number): this {
    for (let due = wakeAt(this.state); due !== null && due <= time; due = wakeAt(this.state)) {
      this.now = Math.max(this.now, due)
      this.apply({ type: 'tick' })
    }
    this.now = time
    return this
  }

  /** One tick at this time, however late. */
  tickAt(time: number): this {
    this.now = time
    return this.apply({ type: 'tick' })
  }

  frame(state: string, tool?: string): this {
    return this.osc(`1338;state=${state}${tool === undefined ? '' : `;tool=${tool}`}`)
  }

  output(visible?: boolean): this {
    return this.apply({ type: 'output', ...(visible === undefined ? {} : { visible }) })
  }

  arm(tool = 'claude', pid = 1): this {
    return this.apply(armed(tool, pid))
  }

  /** An agent whose rules know its prompt comes to the front, and prints. */
  starts(works: boolean): this {
    const process = { type: 'process', foreground: 'tool', tool: 'one', pid: 9 } as const
    return this.apply({ ...process, startTime: 1, prompts: true, works }).output()
  }

  step(step: Step): void {
    this.tickAt(step.t_ms)
    const arg = step.arg as never // checked by the words below
    switch (step.op) {
      case 'frame':
        return void this.frame(arg)
      case 'prompt':
        return void this.osc(`133;${arg as string}`, step.front)
      case 'osc':
        return void this.osc(arg)
      case 'socket':
        return void this.apply(socket(step.app ?? '', arg))
      case 'output':
        return void this.output(step.visible)
      case 'armed':
        return void this.apply({
          type: 'process',
          ...(arg ? { foreground: 'tool', tool: 'listed' } : { foreground: 'other' }),
        })
      case 'foreground':
        return void this.apply({ type: 'process', foreground: arg === 'stranger' ? 'other' : arg })
      case 'tick':
        return
      default:
        return void this.apply(evidenceOf(step.op, step.arg))
    }
  }

  /**
   * Plays steps separated by spaces. A step is an OSC, optionally with the foreground program
   * (`133;A~shell`), a time (`@500`), a late tick (`tick@6000`), or evidence (`arm:codex`,
   * `input:text`).
   */
  play(steps: string): this {
    for (const step of steps.split(' ')) {
      const [word = '', name, more] = step.split(':')
      const [payload = '', front] = step.split('~')
      if (/^\d/.test(step)) this.osc(payload, front as Foreground | undefined)
      else if (word.includes('@')) {
        const time = Number(word.slice(word.indexOf('@') + 1))
        if (word.startsWith('@')) this.to(time)
        else this.tickAt(time)
      } else if (word === 'frame') this.frame(name ?? '', more)
      else if (word === 'arm') this.arm(name, Number(more ?? 1))
      else this.apply(evidenceOf(word, name))
    }
    return this
  }

  get claimed(): boolean {
    return isClaimed(this.state)
  }
}

/** Evidence by the name of its step; `arg` is checked by the state machine's own types. */
function evidenceOf(op: string, arg: unknown): Evidence {
  const said = arg as never
  const isOn = arg === true || arg === 'on'
  switch (op) {
    case 'output':
      return { type: 'output' }
    case 'start':
      return { type: 'output', cause: 'start' }
    case 'front':
      return { type: 'process', foreground: said, descends: false }
    case 'child':
      return { type: 'process', foreground: 'other', descends: true }
    case 'tool':
      return { type: 'process', foreground: 'tool', tool: said }
    case 'busy':
      return { ...armed('claude', 1), cpu: 1 }
    case 'input':
      return { type: 'input', input: said }
    case 'focus':
      return { type: 'focus', on: isOn }
    case 'alt':
      return { type: 'alt_screen', on: isOn }
    case 'screen':
      return { type: 'screen', ...split(said === 'null' ? null : said) }
    case 'title':
      return { type: 'signal', source: 'title', state: said }
    case 'acknowledge':
    case 'mark_seen':
      return { type: 'user', action: op }
    case 'exit':
      return { type: 'exit', code: Number(arg) }
    case 'resize':
    case 'reset':
    case 'restart':
    case 'tick':
      return { type: op }
    default:
      throw new Error(`no step is called ${op}`)
  }
}

const armed = (tool: string, pid: number) =>
  ({ type: 'process', foreground: 'tool', tool, pid, startTime: 1 }) as const

/** The names of the vectors. */
export function configurationOf(config: Readonly<Record<string, unknown>>): Partial<StateOptions> {
  const names: Readonly<Record<string, keyof StateOptions>> = {
    debounce_ms: 'debounceMs',
    silence_ms: 'silenceMs',
    stale_ms: 'staleMs',
    explicit_stale_ms: 'fuseMs',
    explicit_scope: 'explicitScope',
    commands: 'commands',
    busy_hold_ms: 'busyHoldMs',
  }
  return {
    ...usual,
    ...Object.fromEntries(
      Object.entries(config).map(([name, value]) => [names[name] ?? name, value]),
    ),
  }
}

function split(said: string | null): { readonly state: never; readonly kind?: WaitingKind } {
  const [state = null, kind] = said?.split(':') ?? []
  // the vectors' words
  return { state: state as never, ...(kind === undefined ? {} : { kind: kind as WaitingKind }) }
}

function socket(app: string, said: string): Evidence {
  const { state, kind } = split(said)
  return fromSocket({ app }, { state, ...(kind === undefined ? {} : { kind }) })
}
