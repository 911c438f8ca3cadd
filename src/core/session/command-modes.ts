/**
 * Puts the terminal's modes back when a command of the shell ends: a program that was killed cannot
 * do it. At the mark of the command's end, or of the next prompt, the sequences are added to the
 * output, so that the VT core, pages, clients and the saved output agree.
 *
 * Any output can contain such marks. One counts only while the tab's own shell is in the foreground
 * group of the terminal, or the nested shell or `ssh` that was there when the command started.
 */
import { isShell } from '../../agents/process/shells.ts'
import { takesCommands } from '../../agents/process/interpreter.ts'
import { isMultiplexer, runsShells } from '../../agents/process/match.ts'
import {
  format133,
  formatMarkOptions,
  type Mark,
  type MarkOptions,
  type ShellMark,
} from '../../protocol/index.ts'
import { joinBytes } from '../../base/objects/join-bytes.ts'
import { leftoverReset } from './flow/leftovers.ts'
import { modesRestoredMax } from './flow/limits.ts'
import { MarkReader } from './flow/mark-reader.ts'
import { ModeMemory, setMode } from './flow/mode-memory.ts'
import { resetState, resetTabStops } from './flow/reset-state.ts'
import type { SessionParts } from './parts.ts'

const lineFeed = 0x0a

export class CommandModes {
  readonly #parts: SessionParts
  readonly #marks = new MarkReader()
  /** Modes at an offset of the output. Output since then is read when a mark needs it. */
  #modes = new ModeMemory()
  #at = 0
  /** Modes at the start of the shell's command; `null` at its prompt. */
  #own: ModeMemory | null = null
  /** Modes at the start of a command of the nested shell with this process group. */
  #nested: { readonly group: number; readonly start: ModeMemory } | null = null
  /** Group of the nested shell that printed the last prompt. */
  #promptOf: number | null = null
  /** Group of the nested shell that marked start and end of its last command. */
  #startsOf: number | null = null
  /** The last mark of that shell's command since its prompt. */
  #ofCommand: 'start' | 'end' | null = null
  /** A line was submitted since the last prompt. */
  #isSubmitted = false
  /** Further lines were submitted then. The shell may read them at its next prompts. */
  #isAhead = false
  /** The last mark was the end of a nested shell's prompt. */
  #isPrompted = false
  /** The shell marks the ends of commands, so a prompt is not the end of one. */
  #marksEnds = false
  /**
   * The end of the shell's command was marked, and no prompt since. A program that exits may have
   * printed that mark, so another one counts as well.
   */
  #ended = false
  /** Whether the output being read is already in the terminal's checkpoint. */
  #rereads = false

  constructor(parts: SessionParts) {
    this.#parts = parts
  }

  /** Forgets the last program before another start. */
  forget(): void {
    this.#own = this.#nested = this.#promptOf = this.#startsOf = this.#ofCommand = null
    this.#marksEnds = this.#ended = this.#isSubmitted = this.#isAhead = this.#isPrompted = false
  }

  /** The user has submitted lines, or vibeflow may have done so. */
  submitted(lines: number): void {
    this.#isAhead = this.#isSubmitted || lines > 1
    this.#isSubmitted = true
  }

  /** Starts to read output that the terminal's checkpoint has, or ends it. */
  reread(on: boolean): void {
    this.#rereads = on
    this.#modes = new ModeMemory()
    this.#at = on ? Number.POSITIVE_INFINITY : 0
  }

  /**
   * Returns the output with the sequences that restore the modes. Usually these are the same bytes.
   */
  read(bytes: Uint8Array): Uint8Array {
    const parts: Uint8Array[] = []
    const { end } = this.#parts.delivery.history
    let [fed, added, ended] = [0, 0, 0]
    let group: number | null | undefined
    /** Reads the output up to an index of this chunk. */
    const advance = (to: number) => {
      if (this.#at < end)
        this.#modes = this.#parts.delivery.history.modesAfter(this.#modes, this.#at)
      this.#modes.feed(bytes.subarray(fed, to))
      fed = to
      this.#at = end + added + to
    }
    let [from, read] = [0, 0]
    for (let found = this.#marks.next(bytes, 0); found !== null; ) {
      const { mark, end: to } = found
      this.#readAhead(bytes, read, to)
      read = to
      this.#readNested(mark)
      if (
        mark.kind === 'command_start' &&
        (this.#own === null || this.#ended || this.#nestedGroup !== null)
      ) {
        advance(to)
        this.#starts()
      } else if (
        (mark.kind === 'command_end' || mark.kind === 'prompt_start') &&
        this.#own !== null &&
        ended < modesRestoredMax
      ) {
        if (group === undefined) group = this.#groupNow()
        const start = this.#ends(group, mark)
        if (start !== null) {
          ended += 1
          advance(to)
          const back = this.#back(start, mark)
          if (back.length > 0) {
            parts.push(bytes.subarray(from, to), back)
            from = to
            this.#modes.feed(back)
            added += back.length
            this.#at += back.length
          }
        }
      }
      found = this.#marks.next(bytes, to)
    }
    this.#readAhead(bytes, read, bytes.length)
    // the kept output, which is read when a mark needs it, does not have this chunk
    if (this.#rereads) advance(bytes.length)
    return parts.length === 0 ? bytes : joinBytes([...parts, bytes.subarray(from)])
  }

  /** Resets the terminal for the user. The shell and the text stay. No program is notified. */
  reset(): void {
    const { program } = this.#parts
    this.#readAll()
    const { entered } = this.#modes
    const flags = this.#modes.keyboardBackTo(new ModeMemory(), true)
    const leave =
      entered !== 0
        ? setMode(entered, false)
        : flags === ''
          ? setMode(1047, false)
          : `${setMode(1047, true)}${flags}${setMode(1047, false)}`
    const tabs = resetTabStops(program.terminal.size?.cols ?? 80)
    this.#parts.output(new TextEncoder().encode(`${resetState(leave)}${tabs}`))
  }

  /** Whether releases of keys are still requested. The page may not know yet that they are not. */
  reportsReleases(): boolean {
    this.#readAll()
    return this.#modes.reportsReleases
  }

  /** Reads all output so far. */
  #readAll(): void {
    const { history } = this.#parts.delivery
    this.#modes = history.modesAfter(this.#modes, this.#at)
    this.#at = history.end
  }

  /** Returns the foreground group. It is not known in output of the past: the shell counts. */
  #groupNow(): number | null {
    const { pid, pty, replays } = this.#parts.program
    return replays ? pid : (pty?.reader()?.group ?? null)
  }

  /**
   * Follows which nested shell marks prompts, and starts of the commands after them. A prompt after
   * a start without an end may be of a shell on a further host, which marks no starts.
   */
  #readNested({ kind }: Mark): void {
    const group = this.#nestedGroup
    this.#isPrompted = kind === 'prompt_end'
    if (kind === 'prompt_start' || kind === 'prompt_end') {
      if (this.#isSubmitted && this.#ofCommand !== 'end') this.#startsOf = null
      this.#promptOf = group
      this.#ofCommand = null
      this.#isSubmitted = false
    } else if (group === null || group !== this.#promptOf) return
    else if (kind === 'command_start') this.#ofCommand = 'start'
    else if (kind === 'command_end' && this.#ofCommand !== null) {
      this.#ofCommand = 'end'
      this.#startsOf = group
    }
  }

  /** A line end after a prompt where nothing was submitted is of a line typed ahead. */
  #readAhead(bytes: Uint8Array, from: number, to: number): void {
    if (!this.#isAhead || !this.#isPrompted || this.#isSubmitted) return
    this.#isSubmitted = bytes.subarray(from, to).includes(lineFeed)
  }

  #starts(): void {
    const start = this.#modes.copy()
    const group = this.#nestedGroup
    if (group !== null) this.#nested = { group, start }
    if (this.#ended) this.#own = null
    this.#own ??= start
    this.#ended = false
  }

  /** Returns the modes after the end of a command; `null` if the mark does not count. */
  #ends(group: number | null, { kind }: ShellMark): ModeMemory | null {
    if (group === null) return null
    const [own, nested] = [this.#own, this.#nested]
    if (this.#isOwnShell(group)) {
      const wasEnded = this.#ended
      this.#ended = kind === 'command_end'
      if (this.#ended) this.#marksEnds = true
      else if (wasEnded || !this.#marksEnds) this.#own = null
      else return null
      this.#nested = null
      return wasEnded && !this.#ended ? null : own
    }
    // Agents mark their messages as prompts, also on the other side of ssh.
    if (kind !== 'command_end' || nested?.group !== group || this.#nestedGroup !== group)
      return null
    this.#nested = null
    return nested.start
  }

  #back(start: ModeMemory, mark: ShellMark & MarkOptions): Uint8Array {
    const rows = this.#parts.program.terminal.size?.rows ?? Number.POSITIVE_INFINITY
    // A script in the foreground may look like a nested shell, and print marks of its own.
    const base = this.#own === null || this.#ended ? undefined : start
    const text = leftoverReset(this.#modes, start, mark, rows, base)
    // On the alternate screen the mark did not count.
    const left = this.#modes.entered !== 0 && start.entered === 0
    const again = left ? `\x1b]133;${format133(mark)}${formatMarkOptions(mark)}\x07` : ''
    return new TextEncoder().encode(text === '' ? '' : `${text}${again}`)
  }

  /**
   * Returns whether a shell, or a client of another machine, reads the terminal. A prompt mark on
   * the screen may be of another program. On a remote host, no foreground group shows a running
   * program. Without marks of its start, a submitted line counts as one until the next prompt.
   */
  isAtShell(): boolean {
    const { agents, program } = this.#parts
    agents.own.inFront.watch?.look()
    const group = program.pty?.reader()?.group ?? null
    if (group === null) return false
    if (this.#isOwnShell(group)) return true
    return this.#nestedGroup === group && (!this.#isSubmitted || this.#startsOf === group)
  }

  /** Whether the tab's program is a shell that reads commands, and in the foreground. */
  #isOwnShell(group: number): boolean {
    const { agents, options, program } = this.#parts
    const { command, isUserShell } = options
    if (group !== program.pty?.pid) return false
    if (!isUserShell && !takesCommands([command.program, ...command.args])) return false
    // the shell may have executed another program in its place
    const front = agents.own.inFront.watch?.front
    if (front?.pid !== group) return true
    const { foreground, name } = front
    return foreground !== 'tool' && (name == null || isShell(name) || isNameOf(command, name))
  }

  /** Group of the nested shell or remote client that was in the foreground at the last mark. */
  get #nestedGroup(): number | null {
    const { watch, elsewhere: agent } = this.#parts.agents.own.inFront
    const { foreground, name, pid, elsewhere } = watch?.front ?? {}
    if (agent.match !== null) return null
    if (foreground !== 'other' || pid === undefined || pid === null || name == null) return null
    if (isMultiplexer(name)) return null
    return elsewhere !== undefined || isShell(name) || runsShells(name) ? pid : null
  }
}

/** Returns whether the kernel names a process so after this program. */
function isNameOf({ program }: { readonly program: string }, name: string): boolean {
  return program.slice(program.lastIndexOf('/') + 1).startsWith(name)
}
