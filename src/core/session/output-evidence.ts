/**
 * Routes reports in a tab's output to the parts they concern: agents, name and directory,
 * clipboard, calls for attention, and shell commands.
 */
import { Dispatcher } from '../../agents/dispatch/dispatcher.ts'
import { hasFailed } from '../../agents/process/exit-codes.ts'
import type { OutputReport, EvidenceOf } from '../../agents/dispatch/evidence.ts'
import type { Evidence as StateEvidence } from '../../agents/state/evidence.ts'
import { clipboardBytesMax, markOfContext } from '../../protocol/index.ts'
import { quoted } from '../../base/text/safe-text.ts'
import { AttentionRequests, type AttentionCall } from './attention-requests.ts'
import { ClipboardWrites } from './clipboard-writes.ts'
import { CommandTimes, type RanCommand } from './command-times.ts'
import type { SessionParts } from './parts.ts'
import { UserVariables } from './user-variables.ts'
import { TrackedNotifications } from './tracked-notifications.ts'

/** Programs' own state reports. */
const reports: ReadonlySet<OutputReport['type']> = new Set([
  'osc7501',
  'osc1338',
  'osc26',
  'osc21337',
  'warp',
  'progress',
])

export class SessionEvidence {
  readonly #parts: SessionParts
  readonly #dispatcher: Dispatcher
  readonly #clipboardWrites: ClipboardWrites
  readonly #attention: AttentionRequests
  readonly #notifications: TrackedNotifications
  readonly #commands: CommandTimes
  readonly variables = new UserVariables()
  /** The shell marks its prompts and commands itself (OSC 133, 633). */
  #hasMarks = false
  #failed: { readonly from: number; readonly to: number } | null = null
  /** Offset in the output where the last command's output starts. */
  #startedAt = 0
  /** Bytes of output that the dispatcher has read. */
  #fed = 0
  /** Line of the running command if it is the tab's title. */
  #title: string | null = null
  readonly #isDeaf = () => this.#parts.agents.own.claimed || !this.#parts.settings.bell.attention

  constructor(parts: SessionParts) {
    this.#parts = parts
    const { delivery, input, ports } = parts
    const { clock, frame } = ports
    this.#commands = new CommandTimes(clock)
    this.#attention = new AttentionRequests(clock, (call) => this.#called(call), ports.isVisible)
    this.#notifications = new TrackedNotifications({
      clock,
      reader: () => this.#reader,
      takesReports: () => parts.program.takesInput && !this.#isAtPrompt,
      report: (report) => input.answers.give([{ ...report, isChange: true }]),
    })
    this.#clipboardWrites = new ClipboardWrites(clock, ports.writeClipboard, (reason) =>
      ports.send({
        kind: 'page/notice',
        level: 'warning',
        text:
          reason === 'too-often'
            ? `${quoted(parts.view().title)} is writing to the clipboard too often. Some writes ` +
              'were ignored.'
            : `${quoted(parts.view().title)} couldn't copy to the clipboard: the text is larger ` +
              `than ${clipboardBytesMax / 1_024} KiB. Copy less, or save the text to a file.`,
      }),
    )
    this.#dispatcher = new Dispatcher(parts.options.hostname, {
      evidence: (evidence) => this.#found(evidence),
      query: (query, end) => {
        if (parts.program.replays) return
        ports.asked?.(query)
        delivery.questions.found(query, end, input.answers.has(query))
      },
      pasteBrackets: (on) => input.brackets.switched(on),
      clipboardTooLong: () => {
        if (this.#mayWrite) this.#clipboardWrites.tooLong()
      },
      notificationClosed: (id) => {
        this.#attention.closed(id)
        this.#notifications.close(id)
      },
      notificationsShown: () => this.#notifications.ids,
      ...(frame === undefined ? {} : { frame }),
    })
  }

  /** The call that still marks the tab; `null` if there is none. */
  get call(): AttentionCall | null {
    return this.#attention.open
  }

  /** Dropped frames, by reason. */
  get dropped(): Dispatcher['dropped'] {
    return this.#dispatcher.dropped
  }

  /** Whether the scanner found plain text only in the last chunk. */
  get isPlain(): boolean {
    return this.#dispatcher.isPlain
  }

  /** Whether the output so far ends between sequences. */
  get isBetweenSequences(): boolean {
    return this.#dispatcher.isBetweenSequences
  }

  /** Offsets of the last command's output; `null` if it runs or has not failed on this machine. */
  get failed(): { readonly from: number; readonly to: number } | null {
    return this.#failed
  }

  /** Line of the running command; `null` if none runs or the shell does not report it. */
  get runningCommand(): string | null {
    return this.#commands.running
  }

  /** Reads a chunk of output. The agents' changes take effect after the last byte. */
  read(bytes: Uint8Array): void {
    this.#fed += bytes.length
    this.#parts.agents.own.during(() => this.#dispatcher.feed(bytes))
  }

  /** Applies evidence from neither output nor input: focus, and the user's own actions. */
  apply(evidence: StateEvidence): void {
    if (evidence.type === 'focus') {
      this.#attention.look(evidence.on)
      if (evidence.on) this.#notifications.closeAll()
    } else if (
      evidence.type === 'user' &&
      (evidence.action === 'acknowledge' || evidence.action === 'mark_seen')
    ) {
      this.#attention.clear()
      this.#notifications.closeAll()
    }
    this.#parts.agents.applyEvidence(evidence)
  }

  /** Forgets the command that the replaced shell had marked, and its line as title. */
  shellReplaced(): void {
    const { runningTitle } = this.#commands
    if (runningTitle !== null) this.#parts.identity.untitled(runningTitle)
    this.#commands.lose()
    this.#title = null
  }

  /** Forgets the last program's reports before another start. */
  forget(): void {
    this.#commands.forget()
    this.#failed = null
    this.#title = null
    this.#hasMarks = false
    this.#attention.clear()
    this.variables.forget()
    this.#dispatcher.forgetNotifications()
    this.dispose()
  }

  /** Removes the program's notifications from the desktop. They report nothing. */
  dispose(): void {
    this.#notifications.drop()
  }

  /** Whether the shell reads a command line, where a report would be typed text. */
  get #isAtPrompt(): boolean {
    return this.#hasMarks && !this.#commands.isOpen
  }

  get #mayWrite(): boolean {
    const { program, settings } = this.#parts
    return settings.clipboard.allow_osc52_write && !program.replays
  }

  /** Process group that may read reports of notifications; `null` if unknown or a shell. */
  get #reader(): number | null {
    const { agents, options, program } = this.#parts
    const { pty } = program
    const group = pty?.reader()?.group ?? null
    if (group === null || (options.isUserShell && group === pty?.pid)) return null
    return agents.own.inFront.readsItself(group) ? group : null
  }

  #found(evidence: OutputReport): void {
    const { agents, delivery, identity, program, resume } = this.#parts
    switch (evidence.type) {
      case 'title':
        this.#commands.titled(evidence.value.text)
        identity.titled(evidence.value.text)
        break
      case 'cwd':
        this.#moved(evidence.value)
        break
      case 'clipboard_write':
        if (this.#mayWrite) this.#clipboardWrites.take(evidence.value)
        break
      case 'prompt':
        // marks that a command prints are not the shell's
        this.#hasMarks ||= !this.#commands.isOpen
        this.#marked(evidence.value)
        this.#noteEnd(evidence)
        break
      case 'context': {
        identity.contexts.take(evidence.value)
        // a shell that marks its commands in both ways ends them once
        const mark = this.#hasMarks ? null : markOfContext(evidence.value)
        if (mark !== null) this.#marked(mark)
        break
      }
      case 'user_variable':
        this.variables.take(evidence.value)
        break
      case 'bell':
        if (!program.replays) delivery.bell()
        break
      case 'ris':
        this.#notifications.closeAll()
        break
      default:
        break // the agents handle the rest
    }
    // programs on another machine are not resumed here
    if (identity.elsewhere === null) resume.found(evidence)
    if (!program.replays) this.#attention.found(evidence, this.#isDeaf)
    // reports passed through by tmux are read from its panes instead
    const isPanes = agents.hasPanes && reports.has(evidence.type)
    if (evidence.type !== 'bell' && !isPanes) agents.own.found(evidence)
  }

  #called(call: AttentionCall | null): void {
    const { delivery, ports, recording } = this.#parts
    if (call !== null)
      recording.recorder.record({
        type: 'notification',
        from: call.kind,
        text: call.title === '' ? call.body : call.title,
      })
    const notification =
      call?.request === undefined ? undefined : this.#notifications.add(call, call.request)
    ports.happened?.({
      type: 'called',
      call,
      ...(notification === undefined ? {} : { notification }),
    })
    delivery.state.changed()
  }

  #marked(mark: EvidenceOf<'prompt'>): void {
    const { agents, delivery, identity, program, recording } = this.#parts
    if (mark.kind === 'cwd') identity.moved(mark.path)
    if (mark.kind === 'command_start') program.used = true
    else if (mark.kind === 'prompt_start') {
      identity.mayHaveSwitched()
      // the command that sent their first chunks is over
      this.#dispatcher.forgetNotifications()
      const isOwn = agents.own.inFront.isShell
      // a prompt of the tab's own shell; some programs mark their messages as prompts
      if (isOwn ? this.#commands.lose() : this.#commands.loseOf(mark.aid)) this.#endTitle()
      if (isOwn) identity.contexts.forget()
    }
    const { isTitled } = this.#commands
    this.#ran(this.#commands.mark(mark, delivery.history.end))
    if (mark.kind !== 'command_start') return
    if (!isTitled && mark.line !== undefined) this.#titleOfCommand()
    recording.commandBegins()
  }

  /**
   * Notes where the output of a command starts, and where it ends if the command has failed here.
   * On another machine its ports are others.
   */
  #noteEnd({ end, value: mark }: Extract<OutputReport, { type: 'prompt' }>): void {
    const { delivery, identity } = this.#parts
    const at = delivery.history.end - this.#fed + end
    if (mark.kind === 'command_start') {
      this.#startedAt = at
      this.#failed = null
    } else if (mark.kind === 'command_end') {
      const hasFailedHere = hasFailed(mark.exit_code ?? 0) && identity.elsewhere === null
      this.#failed = hasFailedHere ? { from: this.#startedAt, to: at } : null
    }
  }

  /** Shows the line of a command whose shell sets no title, until it ends. */
  #titleOfCommand(): void {
    const { running } = this.#commands
    if (running === null) this.#endTitle()
    else this.#parts.identity.titled((this.#title = running))
  }

  #endTitle(): void {
    if (this.#title !== null) this.#parts.identity.untitled(this.#title)
    this.#title = null
  }

  #ran(command: RanCommand | null): void {
    if (command === null) return
    this.#endTitle()
    const { ports, program, recording } = this.#parts
    if (program.replays) return
    const { line, place, ranMs, code, notifies } = command
    recording.recorder.record({ type: 'command', line, ranMs, code }, place)
    if (notifies) ports.happened?.({ type: 'command', ranMs, code })
  }

  /** A local shell may report another host name only because this machine was renamed. */
  #moved({ path, host }: EvidenceOf<'cwd'>): void {
    const { agents, identity } = this.#parts
    if (host === undefined || !agents.own.inFront.isShell) identity.moved(path, host)
  }
}
