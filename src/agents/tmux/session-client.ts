/** Runs a control-mode client of one session: reads output, sends commands, awaits replies. */
import type { Clock } from '../../base/clock.ts'
import { ControlParser, type ControlEvent } from './control.ts'
import { commandsMax, listMs, replyMs } from './limits.ts'
import { paneFormat, paneInputFormat, parseInput, parsePane } from './panes.ts'
import type { ListedPane, PaneInput } from './panes.ts'
import type { TmuxServer } from './ports.ts'

interface SessionClientPorts {
  readonly clock: Clock
  readonly send: (line: string) => void
  readonly listed: (panes: readonly ListedPane[]) => void
  readonly output: (pane: number, bytes: Uint8Array) => void
  /** Output of this pane is missing; `null`: perhaps of all. */
  readonly lost: (pane: number | null) => void
  /** The tab's client shows another session; `own`: this client does, because its own has ended. */
  readonly moved: (own: boolean) => void
  /** The client misbehaves and must be replaced; the reason is a sentence. */
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
  /** Whether the first reply, to the attach itself, has arrived. */
  #attached = false
  /** Whether a tab shows the session, so that its client's session matters. */
  #followsTab = true

  constructor(server: TmuxServer, ports: SessionClientPorts) {
    this.#server = server
    this.#ports = ports
    this.#parser = new ControlParser((event) => this.#take(event))
  }

  feed(bytes: Uint8Array): void {
    this.#parser.feed(bytes)
  }

  /** Passes the rows of a pane's screen, with colors, unless it is gone. */
  capture(pane: number, then: (rows: readonly Uint8Array[]) => void): void {
    this.#rows(pane, '-e', (lines) => {
      if (lines !== null) then(lines)
    })
  }

  /** Passes the rows as text; none if the pane is gone. */
  text(pane: number, then: (rows: readonly string[]) => void): void {
    this.#rows(pane, '', (lines) =>
      then((lines ?? []).map((line) => new TextDecoder().decode(line).trimEnd())),
    )
  }

  /** Queries the rows in the same turn of tmux's event loop. `null` if the pane is gone. */
  #rows(pane: number, how: '-e' | '', then: (rows: readonly Uint8Array[] | null) => void): void {
    const count = `list-panes -t %${pane} -F '#{pane_id} #{pane_height}'`
    this.#ask(`${count} ; capture-pane -p ${how} -t %${pane}`, ({ failed, lines }) => {
      const found = lines
        .map((line) => /^%(\d{1,9}) (\d{1,5})$/.exec(new TextDecoder().decode(line)))
        .find((words) => Number(words?.[1]) === pane)
      if (failed || found === undefined) return then(null) // there is no second reply either
      this.#parser.rowsFollow(Number(found?.[2]))
      this.#waiting.unshift((reply) => then(reply.failed ? null : reply.lines))
    })
  }

  /** Returns where keys for a pane go, in a later turn of tmux's event loop. */
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

  /** Has tmux hold back the pane's output from this client only, if it can. */
  rest(pane: number, on: boolean): void {
    if (!this.#server.version.flags) return
    this.#ask(`refresh-client -A '%${pane}:${on ? 'pause' : 'continue'}'`, () => undefined)
  }

  /** Stops following a tab's client when no tab shows the session any more. */
  leaveTab(): void {
    this.#followsTab = false
  }

  /** Requests the list of panes, with a delay. */
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

  /** Checks which session the tab's client shows. */
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
    // biome-ignore format: a table, read by its columns
    switch (event.type) {
      case 'output': this.#ports.output(event.pane, event.bytes); return
      case 'reply': this.#replied(event); return
      case 'changed': if (this.#attached) this.list(); return
      case 'moved': if (this.#attached && this.#followsTab) this.#where(); return
      case 'session':
        if (this.#attached && event.id !== this.#server.session) this.#ports.moved(true)
        return
      case 'paused':
        this.rest(event.pane, false) // tmux paused it because this client lagged
        this.#ports.lost(event.pane)
        return
      case 'lost': this.#ports.lost(null); return
      case 'forged': this.#ports.broken('Pane output looked like a tmux message.'); return
      case 'exit':
        return // the host reports its end
    }
  }

  #replied(reply: Reply): void {
    if (!this.#attached) {
      this.#attached = true
      if (reply.failed) return
      this.#list()
      // the only notification of another or no program in a pane (remain-on-exit)
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
