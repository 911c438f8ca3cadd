/**
 * The way of all input to a tab's program: keys and mouse of the window, pastes, input of socket
 * clients, and the terminal's own answers. The parts that judge by the user's input are told of it.
 */
import { isShell } from '../../../agents/process/shells.ts'
import { baseName } from '../../../base/text/base-name.ts'
import type { SessionParts, TabAgents } from '../agent/tab-agents.ts'
import { Answers } from './answers.ts'
import { typedKind } from './input-kind.ts'
import { InputQueue } from './input-queue.ts'
import { PasteBrackets } from './paste-brackets.ts'

const refusedText =
  'The program in this tab does not read its input: keys typed now are lost. It may be ' +
  'stopped or busy; Ctrl+Shift+R restarts it.'

export interface InputParts extends SessionParts {
  readonly agents: TabAgents
  /** The pty has taken some of the input; so many bytes still wait. */
  readonly taken: (waitingBytes: number) => void
}

export class SessionInput {
  readonly answers: Answers
  readonly brackets: PasteBrackets
  readonly #parts: InputParts
  readonly #queue: InputQueue

  constructor(parts: InputParts) {
    const { options, ports, program, settings } = (this.#parts = parts)
    const { clock, send } = ports
    this.brackets = new PasteBrackets(() => program.pty?.reader() ?? null)
    this.#queue = new InputQueue(clock, {
      write: (bytes) => program.write(bytes),
      refused: () => send({ kind: 'page/notice', level: 'warning', text: refusedText }),
      pasteProgress: (done, total) =>
        send({ kind: 'session/paste-progress', session: options.id, done, total }),
      taken: () => parts.taken(this.waitingBytes),
    })
    this.answers = new Answers(options.replies, clock, this.#queue, settings)
  }

  /** Bytes that wait for the program to read. */
  get waitingBytes(): number {
    return this.#queue.waitingBytes
  }

  /** Writes what the window's terminal made of a key or of the mouse. */
  type(kind: 'keys' | 'mouse', bytes: Uint8Array): void {
    const { identity, options, program, resume } = this.#parts
    if (!program.takesInput) return
    if (kind === 'keys') resume.dismiss()
    program.terminal.flush()
    const isLine = kind === 'keys' && typedKind(bytes) === 'submit'
    if (isLine && program.pty !== null && isShell(baseName(options.command.program)))
      this.brackets.entered(program.pty.pid)
    this.#queue.push(kind, bytes) // first: the program answers meanwhile
    this.noteTyped(kind, bytes)
    if (isLine) identity.mayHaveSwitched()
  }

  /** Writes what a client of the socket types, unchanged. */
  typeFromClient(bytes: Uint8Array): void {
    const { program, resume } = this.#parts
    if (!program.takesInput) return
    resume.dismiss()
    this.noteTyped('keys', bytes)
    this.#queue.push('socket', bytes)
  }

  /**
   * Writes a part of a paste of `total` bytes. False: refused, since another paste is still under
   * way or this one is longer than it said.
   */
  paste(bytes: Uint8Array, part: { readonly total: number; readonly last: boolean }): boolean {
    const { program, resume } = this.#parts
    if (!program.takesInput) return true
    resume.dismiss()
    program.terminal.flush()
    this.noteTyped('paste', bytes)
    return this.#queue.paste(bytes, part)
  }

  cancelPaste(): void {
    this.#queue.cancelPaste()
  }

  /** The user's bytes are on their way to the program, whichever way they go. */
  noteTyped(kind: 'keys' | 'mouse' | 'paste', bytes: Uint8Array): void {
    const { agents, program, recording } = this.#parts
    program.used = true
    if (kind !== 'mouse') recording.recorder.typed()
    agents.typed(kind, bytes)
  }

  /** Drops what waits: its program does not read any more. */
  release(): void {
    this.#queue.cancelPaste()
    this.#queue.dispose()
  }
}
