/**
 * Reports the state of a program under `vibeflow run` to the outer terminal, as OSC 7501 and OSC
 * 1338, on changes and only between the program's sequences. The outer terminal reads a program's
 * own reports itself, so they are not repeated, except inside tmux, which drops them: there they
 * are sent wrapped.
 */
import type { WaitingKind } from '../../../protocol/index.ts'
import {
  format,
  format7501,
  type Frame,
  type Report,
  type Result,
  wrapForTmux,
} from '../../../protocol/index.ts'
import { inBandDialects } from '../../../agents/state/evidence.ts'
import type { Clock, Millis } from '../../../base/clock.ts'
import type { TabState, TabAgent } from '../../windows/tabs/tab-view.ts'

interface WrapperState {
  readonly state: TabState
  readonly agent: TabAgent
}

interface StateReportPorts {
  readonly clock: Clock
  /** Inside tmux, reports are wrapped. */
  readonly tmux: boolean
  /** Whether a sequence may follow the program's output. */
  readonly mayWrite: () => boolean
  readonly write: (frames: string) => void
}

/** Delay before a guess is reported: a new agent prints before it reports. */
export const guessHoldsMs: Millis = 1_000

/** Sources whose reports the outer terminal has read itself. */
const inBand: ReadonlySet<string> = new Set(inBandDialects)

export class StateReports {
  readonly #ports: StateReportPorts
  /** The last report; empty if there was none. */
  #said = ''
  /** Report waiting for its place; `null` if there is none. */
  #due: string | null = null
  /** A screen dialog overrode the program's own report, which must be repeated. */
  #overruled = false
  #cancelGuess: (() => void) | null = null
  #over = false

  constructor(ports: StateReportPorts) {
    this.#ports = ports
  }

  /** Takes a changed state. */
  changed({ state, agent }: WrapperState): void {
    const { source } = agent
    if (this.#over || source === 'exit') return
    this.#forgetGuess()
    if (source === null || (source === 'shell' && this.#said === '')) return
    if (inBand.has(source) && !this.#ports.tmux && !this.#overruled) {
      this.#due = null
      this.#said = 'its own'
      return
    }
    this.#overruled = source === 'screen' && (this.#overruled || this.#said === 'its own')
    const text = state === 'active' || source === 'shell' ? gone() : frames({ state, agent })
    if (source === 'silence') {
      this.#due = null
      this.#cancelGuess = this.#ports.clock.after(guessHoldsMs, () => this.#say(text))
    } else this.#say(text)
  }

  /** Writes a pending report if the output now allows it. */
  settle(): void {
    if (this.#due === null || !this.#ports.mayWrite()) return
    this.#said = this.#due
    this.#write(this.#due)
    this.#due = null
  }

  /**
   * Takes the exit. `mayWrite` no longer applies, since the terminal ends open sequences. Work is
   * done or has failed; other states are cleared.
   */
  ended(code: number): void {
    this.#over = true
    this.#forgetGuess()
    if (this.#said === '' || this.#said === 'its own') return
    const end = this.#said.includes(';state=working') ? word(code === 0 ? 'done' : 'error') : gone()
    this.#due = null
    if (end !== this.#said) this.#write(end)
  }

  #write(frames: string): void {
    const { tmux, write } = this.#ports
    write(tmux ? frames.replace(wholeFrame, (frame) => wrapForTmux(frame)) : frames)
  }

  #forgetGuess(): void {
    this.#cancelGuess?.()
    this.#cancelGuess = null
  }

  #say(text: string): void {
    this.#due = text === this.#said ? null : text
    this.settle()
  }
}

const wholeFrame = /\x1b\][^\x07\x1b]*(?:\x07|\x1b\\)/g

const states7501: Readonly<Record<WrapperState['state'], Report['state']>> = {
  active: 'clear',
  idle: 'idle',
  working: 'working',
  waiting: 'blocked',
  done: 'done',
  error: 'error',
}

const kinds7501: Readonly<Record<WaitingKind, Report['kind']>> = {
  permission: 'permission',
  question: 'question',
  auth: 'auth',
  password: 'auth',
  input: 'question',
  other: undefined,
}

/** OSC 1338 has neither idle nor error. */
const states1338: Readonly<Record<WrapperState['state'], Frame['state']>> = {
  active: 'active',
  idle: 'active',
  working: 'working',
  waiting: 'waiting',
  done: 'done',
  error: 'done',
}

/** OSC 1338 comes first: terminals that read both use the later, more precise OSC 7501. */
function frames({ state, agent }: WrapperState): string {
  const { kind, progress, tool, message } = agent
  const named = kind === undefined ? undefined : kinds7501[kind]
  const report: Report = {
    state: states7501[state],
    ...(state === 'waiting' && named !== undefined ? { kind: named } : {}),
    ...(progress !== undefined && (state === 'working' || state === 'waiting') ? { progress } : {}),
  }
  return (
    textOf(format({ state: states1338[state], ...(tool === '' ? {} : { tool }) })) +
    (textOf(
      format7501({
        ...report,
        ...(tool === '' ? {} : { app: tool }),
        ...(message === undefined || message === '' ? {} : { msg: message }),
      }),
    ) || textOf(format7501(report)))
  )
}

function word(state: 'done' | 'error'): string {
  return textOf(format({ state: states1338[state] })) + textOf(format7501({ state }))
}

function gone(): string {
  return textOf(format({ state: 'active' })) + textOf(format7501({ state: 'clear' }))
}

/** Returns an empty text for invalid ones: a name that is not a token, or with controls. */
function textOf(result: Result<string>): string {
  return result.ok ? result.value : ''
}
