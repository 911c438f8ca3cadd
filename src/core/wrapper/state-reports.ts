/**
 * What `vibeflow run` says of its program to the terminal around it: OSC 7501 and OSC 1338, when
 * the state changes, and only where no sequence of the program's is open. A program that reports
 * its state itself is read by that terminal, and nothing is added; tmux lets no such report
 * through, so there it is said again, wrapped.
 */
import {
  format,
  format7501,
  type Frame,
  type Report,
  type Result,
  wrapForTmux,
} from '../../protocol/index.ts'
import { inBandDialects } from '../../agents/state/evidence.ts'
import type { Clock, Millis } from '../../base/clock.ts'
import type { TabState, TabAgent } from '../windows/tabs/tab-view.ts'

export interface WrapperState {
  readonly state: TabState
  readonly agent: TabAgent
}

export interface StateReportPorts {
  readonly clock: Clock
  /** Inside tmux: reports are wrapped. */
  readonly tmux: boolean
  /** A sequence may stand behind what the program has printed. */
  readonly mayWrite: () => boolean
  readonly write: (frames: string) => void
}

/**
 * What is only guessed from output and silence is said when it has held for so long: no protocol
 * has a word for a guess, and an agent that has just begun prints before it reports anything.
 */
export const guessHoldsMs: Millis = 1_000

/** Of these the terminal around has read the program's own reports. */
const inBand: ReadonlySet<string> = new Set(inBandDialects)

export class StateReports {
  readonly #ports: StateReportPorts
  /** What was said last; '' while nothing was. */
  #said = ''
  /** What waits for its place; null: nothing does. */
  #due: string | null = null
  /** A dialog on the screen was said over its own word, which is to be said again afterwards. */
  #overruled = false
  #cancelGuess: (() => void) | null = null
  #over = false

  constructor(ports: StateReportPorts) {
    this.#ports = ports
  }

  /** The program does something else, or somebody else says so. */
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

  /** Its output has come to another place. */
  settle(): void {
    if (this.#due === null || !this.#ports.mayWrite()) return
    this.#said = this.#due
    this.#ports.write(
      this.#ports.tmux ? this.#due.replace(wholeFrame, (frame) => wrapForTmux(frame)) : this.#due,
    )
    this.#due = null
  }

  /**
   * It has ended, and `mayWrite` holds no more: what it left open is the terminal's to end. What it
   * worked at is done or has failed; of everything else nothing remains.
   */
  ended(code: number): void {
    this.#over = true
    this.#forgetGuess()
    if (this.#said === '' || this.#said === 'its own') return
    const end = this.#said.includes(';state=working') ? word(code === 0 ? 'done' : 'error') : gone()
    this.#due = null
    if (end === this.#said) return
    this.#ports.write(
      this.#ports.tmux ? end.replace(wholeFrame, (frame) => wrapForTmux(frame)) : end,
    )
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

/** OSC 1338 knows neither idle nor error. */
const states1338: Readonly<Record<WrapperState['state'], Frame['state']>> = {
  active: 'active',
  idle: 'active',
  working: 'working',
  waiting: 'waiting',
  done: 'done',
  error: 'done',
}

/** OSC 1338 first: a terminal that reads both believes the other, which says more. */
function frames({ state, agent }: WrapperState): string {
  const { kind, progress, tool, message } = agent
  const report: Report = {
    state: states7501[state],
    ...(state === 'waiting' && kind !== undefined && kind !== 'other' ? { kind } : {}),
    ...(progress !== undefined && (state === 'working' || state === 'waiting') ? { progress } : {}),
  }
  return (
    textOf(format({ state: states1338[state], ...(tool === '' ? {} : { tool }) })) +
    firstGood(
      format7501({
        ...report,
        ...(tool === '' ? {} : { app: tool }),
        ...(message === undefined || message === '' ? {} : { msg: message }),
      }),
      format7501(report),
    )
  )
}

function word(state: 'done' | 'error'): string {
  return textOf(format({ state: states1338[state] })) + textOf(format7501({ state }))
}

function gone(): string {
  return textOf(format({ state: 'active' })) + textOf(format7501({ state: 'clear' }))
}

/** What cannot be written is left out: a tool's name that is no token, a text with controls. */
function textOf(result: Result<string>): string {
  return result.ok ? result.value : ''
}

function firstGood(...results: readonly Result<string>[]): string {
  return textOf(results.find(({ ok }) => ok) ?? { ok: false, problem: 'malformed' })
}
