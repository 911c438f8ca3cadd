/**
 * Offers to resume the agent of the run before, and runs the line that the user approved: types it
 * at the prompt of the tab's shell, or starts its words instead of the tab's command.
 */
import type { ResumeLine } from '../ipc/contract.ts'
import type { SessionInput } from './input/session-input.ts'
import { baseName } from './launch/launch.ts'
import { LineTyping, type ResumeRefusal } from './line-typing.ts'
import type { Size } from './ports.ts'
import type { ResumeOffer } from './resume-hints.ts'
import type { SessionParts } from './agent/tab-agents.ts'

export interface ResumingParts extends SessionParts {
  readonly input: SessionInput
  /** Directory of the program in the foreground, by the kernel; `null` if it is not known. */
  readonly directoryInFront: () => string | null
}

export class Resuming {
  readonly #parts: ResumingParts

  constructor(parts: ResumingParts) {
    this.#parts = parts
  }

  /** What the user may resume now; `null` if there is nothing. */
  get offered(): ResumeOffer | null {
    const { options, program, resume, settings } = this.#parts
    const fits = options.isUserShell === (program.phase === 'running')
    return fits && settings().session.resume_hints === 'offer' ? resume.offered : null
  }

  /** The user does not want what is offered. */
  decline(): void {
    this.#parts.resume.dismiss()
  }

  /**
   * Runs the line that the user approved, if it is the one that is offered now.
   *
   * @param approved line and directory, as the user was shown them
   * @param usual size where no page has sent one
   * @param used called when the offer is used up, before anything is run
   * @returns why nothing was run; `null` if the line was run
   */
  accept(approved: ResumeLine, usual: Size, used: () => void): ResumeRefusal | null {
    const { identity, input, options, program: tab, resume } = this.#parts
    const { hint, args, line } = this.offered ?? {}
    if (hint === undefined || args === undefined || line !== approved.command) return 'changed'
    const { program, directory } = hint
    if (directory !== approved.directory) return 'changed'
    const typing = options.isUserShell ? this.#lineTyping(directory) : null
    const refusal = typing?.refusal ?? null
    if (refusal !== null) return refusal
    if (resume.take() === null) return 'running'
    used()
    if (typing === null) {
      tab.restart(usual, { program, args, directory })
      return null
    }
    const outcome = typing.type(line)
    if ('refusal' in outcome) {
      resume.failed()
      return outcome.refusal
    }
    resume.typed()
    input.noteTyped('keys', outcome.bytes)
    identity.mayHaveSwitched()
    return null
  }

  #lineTyping(directory: string): LineTyping {
    const { directoryInFront, input, options, program, resume } = this.#parts
    return new LineTyping(
      {
        pty: program.pty,
        shell: baseName(options.command.program),
        atPrompt: () => resume.atPrompt && input.waitingBytes === 0,
        wasSent: () => program.wasSent,
        directory: directoryInFront,
      },
      directory,
    )
  }
}
