/**
 * Types a line that the user approved at the prompt of a tab's shell, so that the line is all that
 * the shell runs: only while the shell itself reads the terminal at its prompt in the approved
 * directory, on an empty line, and in one piece.
 */
import { readsLines } from '../../agents/process/shells.ts'
import type { Pty } from './ports.ts'

/**
 * `changed`: another line is offered. `prompt`: the shell is not at its prompt. `directory`: the
 * shell is in another directory. `running`: the session still runs.
 */
export type ResumeRefusal = 'changed' | 'prompt' | 'directory' | 'running'

/** Ends of a sentence, and what to do, for people. */
export const refusalTexts: Readonly<Record<ResumeRefusal, string>> = {
  changed: 'it no longer offers the line that you approved. Look at the line again.',
  prompt: 'its shell is not at its prompt. Try again there.',
  directory: 'its shell is in another directory. Go back there, or start the agent yourself.',
  running: 'the session still runs in another tab or terminal.',
}

export interface TypingPorts {
  readonly pty: Pick<Pty, 'pid' | 'reader' | 'writeIfRead'> | null
  /** Name of the shell. */
  readonly shell: string
  /** `false` if the shell's marks show another program, or bytes wait to be written. */
  readonly atPrompt: () => boolean
  /** The shell was sent something before, such as the answer to a query. */
  readonly wasSent: () => boolean
  /** Directory of the program in the foreground, by the kernel; `null` if it is not known. */
  readonly directory: () => string | null
}

/** Empties the line that is being edited (Ctrl+U). */
const emptyLine = '\x15'

/** Number of tries while the shell prints something in between. */
const triesMax = 3

export class LineTyping {
  readonly #ports: TypingPorts
  readonly #directory: string

  /** @param directory where the shell must be */
  constructor(ports: TypingPorts, directory: string) {
    this.#ports = ports
    this.#directory = directory
  }

  /** The reason why no line can be typed now; `null` if one can. */
  get refusal(): ResumeRefusal | null {
    const { pty, shell, atPrompt, directory } = this.#ports
    const reader = pty?.reader() ?? null
    if (pty === null || reader === null || reader.group !== pty.pid || !atPrompt()) return 'prompt'
    // where no line is edited, the shell runs something
    if (reader.canonical && !readsLines(shell)) return 'prompt'
    return directory() === this.#directory ? null : 'directory'
  }

  /** @returns the bytes that were typed, or the reason why none were */
  type(line: string): { readonly bytes: Uint8Array } | { readonly refusal: ResumeRefusal } {
    const { pty, wasSent } = this.#ports
    for (let tries = 0; tries < triesMax; tries += 1) {
      const { refusal } = this
      if (pty === null || refusal !== null) return { refusal: refusal ?? 'prompt' }
      const bytes = new TextEncoder().encode(`${wasSent() ? emptyLine : ''}${line}\r`)
      const outcome = pty.writeIfRead(bytes, pty.pid, pty.pid)
      if (outcome === 'written') return { bytes }
      if (outcome !== 'printed') break
    }
    return { refusal: 'prompt' }
  }
}
