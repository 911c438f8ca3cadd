/**
 * Looks at the terminal of a silent ordinary program when the state machine wants it
 * (agents/state/asks.ts): first at the line before the cursor, then at the program.
 */
import { isSecretLine, questionForm } from '../../../agents/process/question-line.ts'
import type { AskEvidence, Evidence } from '../../../agents/state/evidence.ts'
import type { AgentState } from '../../../agents/state/state.ts'
import type { Millis } from '../../../base/clock.ts'
import type { ProcessWatch } from '../ports.ts'

export interface ProgramAsksPorts {
  readonly watch: () => Pick<ProcessWatch, 'waits'> | null
  /** Returns the line up to the cursor. Absent if the screen is not read. */
  readonly line: (() => Promise<string | null>) | undefined
  /** Whether the reader of the terminal has requested paste brackets: it edits its lines. */
  readonly edits?: (() => boolean) | undefined
  readonly state: () => Pick<AgentState, 'asking'>
  readonly applyEvidence: (evidence: Evidence) => void
}

export class ProgramAsks {
  readonly #ports: ProgramAsksPorts
  #isLooking = false
  #isDisposed = false
  /** The line that was read in the last rest. */
  #read: { readonly restsFrom: Millis | null; readonly text: string | null } | null = null

  constructor(ports: ProgramAsksPorts) {
    this.#ports = ports
  }

  /** Looks, unless a look is on its way. */
  async look(): Promise<void> {
    const { applyEvidence, line, state } = this.#ports
    if (this.#isLooking || this.#isDisposed) return
    this.#isLooking = true
    try {
      // output and keys since then belong to another line
      while (state().asking.wanted) {
        const { restsFrom } = state().asking
        // without output or a key the line stays as it is, and its worker can rest
        const text =
          this.#read?.restsFrom === restsFrom ? this.#read.text : ((await line?.()) ?? null)
        this.#read = { restsFrom, text }
        if (this.#isDisposed || !state().asking.wanted) return
        if (restsFrom !== state().asking.restsFrom) continue
        // even if the evidence is refused: another look needs something new
        applyEvidence(this.#found(text))
        return
      }
    } finally {
      this.#isLooking = false
    }
  }

  /** Drops a look that is on its way. */
  dispose(): void {
    this.#isDisposed = true
  }

  #found(line: string | null): AskEvidence {
    const nothing = { type: 'ask', asks: null, line: '', program: '', reads: false } as const
    const { edits, state, watch } = this.#ports
    const { input, unsent } = state().asking
    const form = line === null ? null : questionForm(line)
    if (line === null || (form === null && input !== 'hidden')) return { ...nothing, again: false }
    const wait = watch()?.waits?.() ?? null
    if (wait === null) return { ...nothing, again: true }
    const { commands, hidden, name: program, polls, reads, shows } = wait
    // a part of the line may be a command that the user types
    if (shows !== null && (unsent || edits?.() === true)) return { ...nothing, again: true }
    const byLine = shows !== null && isSecretLine(line)
    if (shows === 'remote' && !byLine) return { ...nothing, again: false }
    const counts = reads || form === 'choice' || (form === 'letters' && !polls)
    const isQuestion = !commands && form !== null && counts
    // a program that doesn't verifiably read may hide its input for another reason
    const isPassword = byLine || (hidden && (reads || form !== null))
    const asks = isPassword ? 'password' : isQuestion && !hidden ? 'input' : null
    return { type: 'ask', asks, line, program, reads, polls, byLine, again: true }
  }
}
