/**
 * Offers to resume the previous run's agent and runs the approved line: types it at the shell's
 * prompt, or starts it instead of the tab's command. A line is typed only while the shell itself
 * reads an empty line at its prompt in the approved directory, and in one piece, so nothing else
 * runs.
 */
import { readsLines } from '../../agents/process/shells.ts'
import type { ResumeLine } from '../ipc/contract.ts'
import type { ResumeOffer, SessionParts } from './parts.ts'
import { baseName } from '../../base/text/base-name.ts'
import type { Size } from './ports.ts'

/**
 * `changed`: another line is offered. `prompt`: the shell is not at its prompt. `directory`: the
 * shell is in another directory. `running`: the session still runs.
 */
export type ResumeRefusal = 'changed' | 'prompt' | 'directory' | 'running'

/** Ends of sentences for the user, with the next step. */
export const refusalTexts: Readonly<Record<ResumeRefusal, string>> = {
  changed: 'the command has changed since you approved it. Check the command again.',
  prompt: 'the shell is not at its prompt. Try again at the prompt.',
  directory: 'the shell is in another directory. Change back, or start the agent yourself.',
  running: 'the session is still running in another tab or terminal.',
}

/** Clears the edited line (Ctrl+U). */
const emptyLine = '\x15'

/** Interval of looks for the prompt of a shell that starts, ms, and their number. */
const promptLookMs = 100
const promptLooksMax = 100

/** Attempts while the shell keeps printing. */
const triesMax = 3

export class Resuming {
  readonly #parts: SessionParts
  /** Cancels the next look for the prompt; `null` if the user decides. */
  #cancelLook: (() => void) | null = null

  constructor(parts: SessionParts) {
    this.#parts = parts
    if (parts.options.resumesNow === true) this.#runSoon(promptLooksMax)
  }

  /** The agent that the user can resume now; `null` if there is none. */
  get offered(): ResumeOffer | null {
    return this.#cancelLook === null ? this.#offer : null
  }

  get #offer(): ResumeOffer | null {
    const { options, program, resume, settings } = this.#parts
    const fits = options.isUserShell === (program.phase === 'running')
    const isOn = settings.session.resume_hints === 'offer' || options.resumesNow === true
    return fits && isOn ? resume.offered : null
  }

  /**
   * Types the chosen line once the shell reads at its prompt, after the programs of its start-up
   * files. After a while, or once the user types, it is offered.
   */
  #runSoon(looks: number): void {
    this.#cancelLook = this.#parts.ports.clock.after(promptLookMs, () => {
      this.#cancelLook = null
      const offer = this.#offer
      const directory = offer?.hint.directory ?? ''
      const isReady = offer !== null && this.#refusal(directory) === null
      if (isReady && this.#run(offer, () => undefined) === null) return
      if (looks > 0 && !this.#parts.program.typedInto) this.#runSoon(looks - 1)
      else this.#parts.delivery.state.changed()
    })
  }

  dispose(): void {
    this.#cancelLook?.()
    this.#cancelLook = null
  }

  /** Withdraws the offer. */
  decline(): void {
    this.#parts.resume.dismiss()
  }

  /**
   * Runs the approved line if it is still the one offered.
   * @param approved line and directory that the user was shown
   * @param usual size if no page has sent one
   * @param used called when the offer is used up, before anything runs
   * @returns why nothing was run; `null` if the line was run
   */
  accept(approved: ResumeLine, usual: Size, used: () => void): ResumeRefusal | null {
    const { offered } = this
    if (offered === null || offered.line !== approved.command) return 'changed'
    if (offered.hint.directory !== approved.directory) return 'changed'
    return this.#run(offered, used, usual)
  }

  #run({ hint, args, line }: ResumeOffer, used: () => void, usual: Size | null = null) {
    const { options, program: tab, resume } = this.#parts
    const { program, directory } = hint
    const refusal = options.isUserShell ? this.#refusal(directory) : null
    if (refusal !== null) return refusal
    if (resume.take() === null) return 'running'
    used()
    if (options.isUserShell) return this.#type(line, directory)
    tab.restart(usual, { program, args, directory })
    return null
  }

  /** Returns why no line can be typed now; `null` if one can. */
  #refusal(directory: string): ResumeRefusal | null {
    const { directoryInFront, input, options, program, resume } = this.#parts
    const { pty } = program
    const reader = pty?.reader() ?? null
    const isAtPrompt = resume.atPrompt && input.waitingBytes === 0
    if (pty === null || reader === null || reader.group !== pty.pid || !isAtPrompt) return 'prompt'
    // outside line editing, the shell runs something
    if (reader.canonical && !readsLines(baseName(options.command.program))) return 'prompt'
    return directoryInFront === directory ? null : 'directory'
  }

  /** Types the line. Returns why it was not typed; `null` if it was. */
  #type(line: string, directory: string): ResumeRefusal | null {
    const { identity, input, program, resume } = this.#parts
    const refuse = (refusal: ResumeRefusal) => {
      resume.failed()
      return refusal
    }
    for (let tries = 0; tries < triesMax; tries += 1) {
      const { pty, wasSent } = program
      const refusal = this.#refusal(directory)
      if (pty === null || refusal !== null) return refuse(refusal ?? 'prompt')
      const bytes = new TextEncoder().encode(`${wasSent ? emptyLine : ''}${line}\r`)
      const outcome = pty.writeIfRead(bytes, pty.pid, pty.pid)
      if (outcome === 'written') {
        resume.typed()
        input.noteTyped('keys', bytes)
        identity.mayHaveSwitched()
        return null
      }
      if (outcome !== 'printed') break
    }
    return refuse('prompt')
  }
}
