/**
 * Writes all input to a tab's program: keys and mouse of the window, pastes, input of socket
 * clients, and the terminal's replies. Notifies the parts that depend on user input.
 */
import { isShell } from '../../../agents/process/shells.ts'
import { baseName } from '../../../base/text/base-name.ts'
import { bracketEnd, bracketStart } from '../../consent/paste.ts'
import type { SessionParts } from '../parts.ts'
import { Answers } from './answers.ts'
import { isKeyRelease, typedKind } from './input-kind.ts'
import { InputQueue } from './input-queue.ts'
import { PasteBrackets } from './paste-brackets.ts'

const refusedText =
  "The program isn't reading input, so keys you type are dropped. It may be stopped or busy. " +
  'Press Ctrl+Shift+R to restart it.'

export class SessionInput {
  readonly answers: Answers
  readonly brackets: PasteBrackets
  readonly #parts: SessionParts
  readonly #queue: InputQueue

  constructor(parts: SessionParts) {
    const { options, ports, program } = (this.#parts = parts)
    const { clock, send } = ports
    this.brackets = new PasteBrackets(() => program.pty?.reader() ?? null)
    this.#queue = new InputQueue(clock, {
      write: (bytes) => program.write(bytes),
      refused: () => send({ kind: 'page/notice', level: 'warning', text: refusedText }),
      pasteProgress: (done, total) =>
        send({ kind: 'session/paste-progress', session: options.id, done, total }),
      taken: () => parts.socket.inputTaken(this.waitingBytes),
    })
    this.answers = new Answers(options.replies, clock, this.#queue, () => parts.settings)
  }

  get waitingBytes(): number {
    return this.#queue.waitingBytes
  }

  /** Writes a key or mouse report of the window's terminal. */
  type(kind: 'keys' | 'mouse', bytes: Uint8Array): void {
    const { identity, modes, options, program, resume } = this.#parts
    if (!program.takesInput) return
    // The program that requested releases has ended: the shell would read them as text.
    if (kind === 'keys' && isKeyRelease(bytes) && !modes.reportsReleases()) return
    if (kind === 'keys') resume.dismiss()
    program.terminal.flush()
    const isLine = kind === 'keys' && typedKind(bytes) === 'submit'
    if (isLine && program.pty !== null && isShell(baseName(options.command.program)))
      this.brackets.entered(program.pty.pid)
    this.#queue.push(kind, bytes) // first: the program may reply before the rest
    this.noteTyped(kind, bytes)
    if (isLine) identity.mayHaveSwitched()
  }

  /** Writes what moves a shell's cursor to a click in its prompt. Other programs get nothing. */
  click(bytes: Uint8Array): void {
    if (this.#parts.modes.isAtShell()) this.type('mouse', bytes)
  }

  /** Writes a socket client's input, unchanged. */
  typeFromClient(bytes: Uint8Array): void {
    const { program, resume } = this.#parts
    if (!program.takesInput) return
    resume.dismiss()
    this.noteTyped('keys', bytes)
    this.#queue.push('socket', bytes)
  }

  /** Queues part of a paste. Returns `false` if another is in progress, or it is too long. */
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

  /**
   * Notes input, whatever way it takes to the pty.
   * @param byUser false for an answer or a prompt that vibeflow typed
   */
  noteTyped(kind: 'keys' | 'mouse' | 'paste', bytes: Uint8Array, byUser = true): void {
    const { agents, modes, program, recording } = this.#parts
    program.used = true
    const lines = kind === 'mouse' ? 0 : linesSubmitted(bytes)
    if (lines > 0) modes.submitted(lines)
    if (kind !== 'mouse') {
      program.typedInto = true
      recording.recorder.typed(byUser)
    }
    agents.typed(kind, bytes)
  }

  /** Drops queued input: its program no longer reads. */
  release(): void {
    this.#queue.cancelPaste()
    this.#queue.dispose()
  }
}

/** Returns how many lines a shell may run now. Line ends of a paste in brackets submit nothing. */
function linesSubmitted(bytes: Uint8Array): number {
  const text = new TextDecoder().decode(bytes)
  if (!text.startsWith(bracketStart))
    return text.match(lineEnd)?.length ?? (typedKind(bytes) === 'submit' ? 1 : 0)
  const end = text.split(bracketEnd).at(-1) ?? ''
  return end.startsWith(bracketStart) ? 0 : (end.match(lineEnd)?.length ?? 0)
}

const lineEnd = /\r\n?|\n/g
