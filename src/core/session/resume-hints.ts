/**
 * By which words this tab's program could go on after a restart of vibeflow, and the same of the
 * run before, which is offered until the user takes it or types something else.
 */
import type { Agents } from '../agent-rules/rules.ts'
import type { Clock, Millis } from '../clock.ts'
import type { Evidence } from '../dispatch/evidence.ts'
import { wasLeft } from '../process/exit-codes.ts'
import { hintOf, type HintedProgram, type ResumeHint, type Said } from '../resume/hint.ts'
import { aliveAgainMax, aliveAgainMs, verifyIntervalMs } from '../resume/limits.ts'
import { shellLine } from '../resume/words.ts'

export interface ResumePorts {
  readonly clock: Clock
  readonly agents: () => Agents
  /** Who has the terminal, read anew; null: unknown. */
  readonly front: () => HintedProgram | null
  /** Where the program in front is. */
  readonly directory: () => string
  /** The name of the shell that a line would be typed at; null: the tab begins programs itself. */
  readonly shell: string | null
  /** This session goes on somewhere: it is not to be begun a second time. */
  readonly lives: (hint: ResumeHint) => boolean
  /** Another offer is to be drawn, or none. */
  readonly changed: () => void
}

export class ResumeHints {
  readonly #ports: ResumePorts
  /** Of the program that runs, or ran last. */
  #hint: ResumeHint | null = null
  /** The command that gave it has not ended. */
  #runs = false
  /** Not yet known to be said by the program that it speaks of. */
  #said: Said | null = null
  #verifiedAt: Millis = Number.NEGATIVE_INFINITY
  /** Of the run before. */
  #offer: ResumeHint | null
  #offered = false
  /** It has been taken, and is not known to have begun. */
  #taken: ResumeHint | null = null
  #cancelVerify: (() => void) | null = null
  #cancelAlive: (() => void) | null = null

  /** @param offer of the tab that this one goes on from */
  constructor(offer: ResumeHint | null, ports: ResumePorts) {
    this.#offer = offer
    this.#ports = ports
  }

  /** What the next run may offer: what is not used up goes on. */
  get kept(): ResumeHint | null {
    return this.#offer ?? this.#hint
  }

  /** What the user may take now, and the very line that would be run; null: nothing. */
  get offered(): { readonly hint: ResumeHint; readonly line: string } | null {
    const hint = this.#offer
    if (!this.#offered || hint === null) return null
    const line = shellLine([hint.program, ...hint.args], this.#ports.shell ?? 'sh')
    return line === null ? null : { hint, line }
  }

  /** What the dispatcher found in the tab's output. */
  found(evidence: Evidence): void {
    switch (evidence.type) {
      case 'osc88':
        if (evidence.value.op === 'arm') this.#said = { of: 'osc88', op: evidence.value }
        else if (evidence.value.op === 'clear') this.#forget()
        break
      case 'osc26':
      case 'warp': {
        const { app, sessionId: id } = evidence.value
        if (id !== undefined) this.#said = { of: 'session', app, id }
        break
      }
      case 'prompt':
        if (evidence.value.kind === 'command_start') this.#forget()
        if (evidence.value.kind !== 'command_end') break
        if (this.#runs && wasLeft(evidence.value.exit_code ?? -1)) this.#forget()
        this.#runs = false
        break
      default:
        break
    }
  }

  /** A chunk of output has been looked at. */
  settle(): void {
    if (this.#said === null || this.#cancelVerify !== null) return
    const { clock } = this.#ports
    const wait = this.#verifiedAt + verifyIntervalMs - clock.now()
    if (wait <= 0) this.#verify()
    else this.#cancelVerify = clock.after(wait, () => this.#verify())
  }

  /** A start waits for the user. */
  waits(): void {
    this.#tryToOffer(aliveAgainMax)
  }

  /** A program has begun in this folder; a shell there can go on with what was there. */
  began(directory: string): void {
    this.#taken = null
    if (this.#ports.shell !== null && this.#offer?.directory === directory)
      this.#tryToOffer(aliveAgainMax)
  }

  /** It could not be begun: what was taken is offered again. */
  failed(): void {
    if (this.#taken === null) return
    this.#offer = this.#taken
    this.#taken = null
    this.#tryToOffer(0)
  }

  /** The user types something else: the offer is gone for good. */
  dismiss(): void {
    if (this.#offer !== null) this.#end()
  }

  /** The user takes the offer: from now on it is used up. null: there is none any more. */
  take(): { readonly hint: ResumeHint; readonly line: string } | null {
    const { offered } = this
    if (offered === null) return null
    if (this.#ports.lives(offered.hint)) {
      this.#offered = false
      this.#ports.changed()
      this.#tryToOffer(aliveAgainMax)
      return null
    }
    this.#end()
    if (this.#ports.shell === null) this.#taken = offered.hint
    return offered
  }

  dispose(): void {
    this.#said = null
    this.#cancelVerify?.()
    this.#cancelVerify = null
    this.#cancelAlive?.()
    this.#cancelAlive = null
  }

  #verify(): void {
    this.#cancelVerify = null
    const said = this.#said
    this.#said = null
    this.#verifiedAt = this.#ports.clock.now()
    const front = said === null ? null : this.#ports.front()
    if (said === null || front === null) return
    const hint = hintOf(said, front, this.#ports.agents(), this.#ports.directory())
    if (hint === null) return
    this.#hint = hint
    this.#runs = true
    this.dismiss() // by other means than ours another program runs here
  }

  #forget(): void {
    this.#said = null
    this.#hint = null
  }

  #tryToOffer(again: number): void {
    this.#cancelAlive?.()
    this.#cancelAlive = null
    if (this.#offer === null) return
    if (!this.#ports.lives(this.#offer)) {
      this.#offered = true
      this.#ports.changed()
    } else if (again > 0)
      this.#cancelAlive = this.#ports.clock.after(aliveAgainMs, () => this.#tryToOffer(again - 1))
  }

  #end(): void {
    this.#cancelAlive?.()
    this.#cancelAlive = null
    this.#offer = null
    this.#offered = false
    this.#ports.changed()
  }
}
