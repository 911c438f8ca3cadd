/**
 * One control-mode client at work: what it prints is read, commands are sent and their replies
 * awaited, in order. It knows the panes of its session, and of no other.
 */
import type { Clock } from '../../base/clock.ts'
import { ControlParser, type ControlEvent } from './control.ts'
import { commandsMax, listMs, replyMs } from './limits.ts'
import {
  paneFormat,
  paneInputFormat,
  parseInput,
  parsePane,
  type ListedPane,
  type PaneInput,
} from './panes.ts'
import type { TmuxServer } from './ports.ts'

export interface SessionClientPorts {
  readonly clock: Clock
  readonly send: (line: string) => void
  readonly listed: (panes: readonly ListedPane[]) => void
  readonly output: (pane: number, bytes: Uint8Array) => void
  /** Output of this pane is missing; null: perhaps of all. */
  readonly lost: (pane: number | null) => void
  /** The tab's client shows another session now; `own`: this one does, since its own has ended. */
  readonly moved: (own: boolean) => void
  /** It does not answer as it should: it is of no use any more. Why, in a sentence. */
  readonly broken: (problem: string) => void
}

type Reply = Extract<ControlEvent, { type: 'reply' }>

export class ControlClient {
  readonly #server: TmuxServer
  readonly #ports: SessionClientPorts
  readonly #parser: ControlParser
  readonly #waiting: ((reply: Reply) => void)[] = []
  #cancelDeadline: (() => void) | null = null
  #cancelList: (() => void) | null = null
  /** Its first reply, to the attaching itself, has come. */
  #attached = false
  /** A tab shows the session: where its client goes counts. */
  #followsTab = true

  constructor(server: TmuxServer, ports: SessionClientPorts) {
    this.#server = server
    this.#ports = ports
    this.#parser = new ControlParser((event) => this.#take(event))
  }

  feed(bytes: Uint8Array): void {
    this.#parser.feed(bytes)
  }

  /** The rows of a pane's screen, in colours, as bytes; nothing when it is gone. */
  capture(pane: number, then: (rows: readonly Uint8Array[]) => void): void {
    this.#rows(pane, '-e', (lines) => {
      if (lines !== null) then(lines)
    })
  }

  /** The same as text; nothing of one that is gone. */
  text(pane: number, then: (rows: readonly string[]) => void): void {
    this.#rows(pane, '', (lines) =>
      then((lines ?? []).map((line) => new TextDecoder().decode(line).trimEnd())),
    )
  }

  /** How many there are is asked for in the same turn of tmux's loop. null: the pane is gone. */
  #rows(pane: number, how: '-e' | '', then: (rows: readonly Uint8Array[] | null) => void): void {
    const count = `list-panes -t %${pane} -F '#{pane_id} #{pane_height}'`
    this.#ask(`${count} ; capture-pane -p ${how} -t %${pane}`, ({ failed, lines }) => {
      const found = lines
        .map((line) => /^%(\d{1,9}) (\d{1,5})$/.exec(new TextDecoder().decode(line)))
        .find((words) => Number(words?.[1]) === pane)
      if (failed || found === undefined) return then(null) // nor is there a second reply
      this.#parser.rowsFollow(Number(found?.[2]))
      this.#waiting.unshift((reply) => then(reply.failed ? null : reply.lines))
    })
  }

  /** Where keys for a pane go now, in a later turn of tmux's loop than the question before. */
  input(pane: number): Promise<PaneInput | null> {
    return new Promise((resolve) => {
      this.#ask(`list-panes -t %${pane} -F '${paneInputFormat}'`, ({ lines }) =>
        resolve(
          lines
            .map((line) => parseInput(new TextDecoder().decode(line), pane))
            .find((one) => one !== null) ?? null,
        ),
      )
    })
  }

  /** tmux holds the pane's output back from this client alone, where it can. */
  rest(pane: number, on: boolean): void {
    if (!this.#server.version.flags) return
    this.#ask(`refresh-client -A '%${pane}:${on ? 'pause' : 'continue'}'`, () => undefined)
  }

  /** No tab shows the session any more: its client may be wherever it likes. */
  leaveTab(): void {
    this.#followsTab = false
  }

  /** Asks for the panes, soon. */
  list(): void {
    this.#cancelList ??= this.#ports.clock.after(listMs, () => {
      this.#cancelList = null
      this.#list()
    })
  }

  dispose(): void {
    this.#cancelList?.()
    this.#cancelDeadline?.()
    this.#cancelDeadline = null
    for (const then of this.#waiting.splice(0))
      then({ type: 'reply', own: true, failed: true, lines: [] })
  }

  #list(): void {
    const { session } = this.#server
    this.#ask(`list-panes -s -t '${session}' -F '${paneFormat}'`, ({ failed, lines }) => {
      if (failed) return // the session is gone: the client ends
      this.#ports.listed(
        lines.flatMap((line) => {
          const pane = parsePane(new TextDecoder().decode(line))
          return pane === null ? [] : [pane]
        }),
      )
    })
  }

  /** Which session does the tab's client show? */
  #where(): void {
    const { client, session } = this.#server
    this.#ask("list-clients -F '#{client_pid} #{session_id}'", ({ lines }) => {
      const words = lines.map((line) => new TextDecoder().decode(line).split(' '))
      const now = words.find(([pid]) => Number(pid) === client)?.[1]
      if (this.#followsTab && now !== undefined && now !== session) this.#ports.moved(false)
    })
  }

  #ask(command: string, then: (reply: Reply) => void): void {
    if (this.#waiting.length >= commandsMax) {
      this.#ports.broken('tmux does not answer.')
      return
    }
    this.#waiting.push(then)
    this.#ports.send(`${command}\n`)
    this.#cancelDeadline ??= this.#ports.clock.after(replyMs, () => this.#late())
  }

  #late(): void {
    this.#cancelDeadline = null
    this.#ports.broken('tmux does not answer.')
  }

  #take(event: ControlEvent): void {
    switch (event.type) {
      case 'output':
        this.#ports.output(event.pane, event.bytes)
        return
      case 'reply':
        this.#replied(event)
        return
      case 'changed':
        if (this.#attached) this.list()
        return
      case 'moved':
        if (this.#attached && this.#followsTab) this.#where()
        return
      case 'session':
        if (this.#attached && event.id !== this.#server.session) this.#ports.moved(true)
        return
      case 'paused':
        this.rest(event.pane, false) // of its own accord: we had fallen behind
        this.#ports.lost(event.pane)
        return
      case 'lost':
        this.#ports.lost(null)
        return
      case 'forged':
        this.#ports.broken('What a pane shows was taken for what tmux says.')
        return
      case 'exit':
        return // the host reports its end
    }
  }

  #replied(reply: Reply): void {
    if (!this.#attached) {
      this.#attached = true
      if (reply.failed) return
      this.#list()
      // that another program is in a pane, or none (remain-on-exit), is told by this alone
      if (this.#server.version.flags)
        this.#ask("refresh-client -B 'panes:%*:#{pane_pid} #{pane_dead}'", () => undefined)
      return
    }
    if (!reply.own) return
    this.#cancelDeadline?.()
    this.#cancelDeadline = null
    this.#waiting.shift()?.(reply)
    if (this.#waiting.length > 0)
      this.#cancelDeadline = this.#ports.clock.after(replyMs, () => this.#late())
  }
}
