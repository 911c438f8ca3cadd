/**
 * One window's tabs: carries out what the page asks and tells it what is. The page may go and come again; sessions stay.
 * It knows neither Electron nor Node: all it needs comes as ports.
 */
import { unreachable } from '../assert.ts'
import type { Clock } from '../clock.ts'
import type { LoggedFrame } from '../dispatch/frame-log.ts'
import type { MainMessage, PageMessage, TabId } from '../ipc/contract.ts'
import { clipboardTextMax } from '../ipc/limits.ts'
import { openableAddress } from '../links/links.ts'
import type { ReplyFacts } from '../replies/replies.ts'
import type { Environment } from '../session/environment.ts'
import { isShell, type Command } from '../session/launch.ts'
import type { Size, StartPty, WatchProcesses } from '../session/ports.ts'
import type { SocketPort } from '../session/outside.ts'
import { Session } from '../session/session.ts'
import { activateTab, addTab, emptyStrip, moveTab, removeTab, type Strip } from '../tabs/strip.ts'
import { nameCharactersMax, safeText } from '../text/safe-text.ts'
import { clipboardWaitMs, directoryDelayMs, firstSizeWaitMs, tabsMax, usualSize } from './limits.ts'

export interface Clipboard {
  readonly write: (selection: 'clipboard' | 'primary', text: string) => Promise<void>
  readonly read: (selection: 'clipboard' | 'primary') => Promise<string>
}

export interface WorkspacePorts {
  readonly clock: Clock
  readonly start: StartPty
  /** Absent: nobody can tell who has a terminal. */
  readonly watch?: WatchProcesses
  readonly newId: () => string
  readonly clipboard: Clipboard
  /**
   * What runs in the foreground of the terminal whose first process is `pid`; null when it cannot be told. `isFirst`: that process
   * itself, and no job of it.
   */
  readonly foreground: (pid: number) => { readonly name: string | null; readonly isFirst: boolean } | null
  /** Present directory of a process, or null when it cannot be told. */
  readonly directoryOf: (pid: number) => string | null
  /** A directory that can be begun in, now. */
  readonly isDirectory: (path: string) => boolean
  /** Name of the folder at the root of the repository that a directory belongs to, or null. */
  readonly repository: (directory: string) => string | null
  /** Hands an address that `openableAddress` let through to the desktop. */
  readonly openExternal: (address: string) => Promise<void>
  /** Opens sessions' sockets. Absent: they have none. */
  readonly socket?: SocketPort
  /** Each frame of OSC that a tab's output holds, read or dropped (`--debug-frames`). */
  readonly frame?: (tab: TabId, frame: LoggedFrame) => void
  readonly window: {
    /** Brings it to the user, as far as the desktop lets a program. */
    readonly focus: () => void
    /** Takes the window away; nothing is asked any more. */
    readonly close: () => void
    readonly toggleFullscreen: () => void
    readonly isFullscreen: () => boolean
    /** Somebody could see it. */
    readonly isVisible: () => boolean
  }
}

export interface WorkspaceFacts {
  readonly version: string
  readonly test: boolean
  readonly home: string
  readonly environment: Environment
  readonly shell: Command
  readonly replies: ReplyFacts
  readonly hostname: string
}

export interface TabOptions {
  /** Absent: the user's shell. */
  readonly command?: Command
  readonly directory: string
  /** Absent: the app's own. */
  readonly environment?: Environment
}

type Send = (message: MainMessage) => void

export class Workspace {
  readonly #facts: WorkspaceFacts
  readonly #ports: WorkspacePorts
  readonly #sessions = new Map<string, Session>()
  readonly #directoryChecks = new Map<string, () => void>()
  #strip: Strip = emptyStrip
  #page: Send | null = null
  #newPage: Send | null = null
  #size: Size | null = null
  #cancelFirstSize: (() => void) | null = null
  #closed = false
  /** The window has the keyboard. */
  #focused = false
  /** The tab that the user looks at, as its session was told. */
  #lookedAt: string | null = null

  constructor(facts: WorkspaceFacts, ports: WorkspacePorts) {
    this.#facts = facts
    this.#ports = ports
    this.#cancelFirstSize = ports.clock.after(firstSizeWaitMs, () => this.#useSize(usualSize))
  }

  /** A page's port is there. It is sent nothing but the greeting before it says that it is ready. */
  connect(send: Send): void {
    this.disconnect()
    this.#newPage = send
    send({ kind: 'page/hello', version: this.#facts.version, test: this.#facts.test, now: this.#ports.clock.now() })
  }

  /** The page is gone: reloaded, crashed, closed. */
  disconnect(): void {
    this.#page = null
    this.#newPage = null
    for (const session of this.#sessions.values()) session.detach()
  }

  /** The new tab's id; null: there are too many. */
  open({ command, directory, environment: given }: TabOptions): TabId | null {
    if (this.#sessions.size >= tabsMax) {
      this.#send({ kind: 'page/notice', level: 'error', text: `This window has ${tabsMax} tabs, which is as many as it can hold. Close one first.` })
      return null
    }
    const { home, environment, shell, replies, hostname } = this.#facts
    const { clock, start, isDirectory, repository, frame, watch, socket } = this.#ports
    const id = this.#ports.newId()
    const session = new Session(
      { id, command: command ?? shell, isUserShell: command === undefined, directory, home, environment: given ?? environment, replies, hostname, size: this.#size },
      {
        clock, start, isDirectory, repository,
        send: (message) => this.#fromSession(id, message),
        writeClipboard: (selection, text) => void this.#writeForProgram(id, selection, text),
        focus: () => this.#show(id),
        ...(watch === undefined ? {} : { watch }),
        ...(socket === undefined ? {} : { socket }),
        ...(frame === undefined ? {} : { frame: (logged) => frame(id, logged) }),
      },
    )
    this.#sessions.set(id, session)
    this.#strip = addTab(this.#strip, id)
    this.#look()
    this.#sendState()
    if (this.#page !== null) session.attach()
    return id
  }

  /** Everything that a page says. Tabs that are gone are passed over: the page may not know it yet. */
  receive(message: PageMessage): void {
    switch (message.kind) {
      case 'page/ready': if (this.#newPage !== null) this.#greet(); return // once for each page
      case 'tab/open': this.open({ directory: this.#directoryForNewTab() }); return
      case 'tab/close': this.#close(message.tab, message.force); return
      case 'tab/restart': this.#restart(message.tab, message.force); return
      case 'tab/activate': this.#setStrip(activateTab(this.#strip, message.tab)); return
      case 'tab/move': this.#setStrip(moveTab(this.#strip, message.tab, message.to)); return
      case 'tab/input': this.#sessions.get(message.tab)?.input('keys', message.bytes); return
      case 'tab/mouse': this.#sessions.get(message.tab)?.input('mouse', message.bytes); return
      case 'tab/paste': this.#paste(message); return
      case 'tab/paste-cancel': this.#sessions.get(message.tab)?.cancelPaste(); return
      case 'tab/take-size': this.#sessions.get(message.tab)?.takeSize(); return
      case 'tab/resize': this.#resize(message.tab, { cols: message.cols, rows: message.rows }); return
      case 'tab/parsed': this.#sessions.get(message.tab)?.parsed(message.upTo); return
      case 'tab/query': this.#sessions.get(message.tab)?.answer(message.query); return
      case 'tab/output-query': this.#sessions.get(message.tab)?.outputQueryReached(); return
      case 'link/open': void this.#openLink(message.address); return
      case 'clipboard/write': void this.#writeClipboard(message.selection, message.text); return
      case 'clipboard/read': void this.#readClipboard(message.selection, message.request); return
      case 'window/close': this.#closeWindow(message.force); return
      case 'window/fullscreen': this.#ports.window.toggleFullscreen(); return
      case 'window/focus': this.#focused = message.focused; this.#look(); return
      case 'tab/acknowledge': this.#sessions.get(message.tab)?.tell({ type: 'user', action: 'acknowledge' }); return
      case 'tab/seen': this.#sessions.get(message.tab)?.tell({ type: 'user', action: 'mark_seen' }); return
      case 'tab/snooze': this.#snooze(message.tab, message.forMs); return
      case 'tab/why': this.#why(message.tab, message.request); return
      case 'app/quit': this.#closeWindow(false); return
      default: unreachable(message)
    }
  }

  /**
   * The user asked to close the window. True: it may go. False: the page asks first, and answers with `window/close`.
   * Without a page that could ask, it may go.
   */
  mayClose(): boolean {
    const running = [...this.#sessions.values()].map((session) => this.#running(session)).filter((name) => name !== null)
    if (this.#page === null || (running.length === 0 && this.#sessions.size <= 1)) return true
    this.#send({ kind: 'window/confirm-close', running, tabs: this.#sessions.size })
    return false
  }

  /** Ends every session. Returns at once. */
  dispose(): void {
    this.#closed = true
    this.#page = null
    this.#cancelFirstSize?.()
    for (const cancel of this.#directoryChecks.values()) cancel()
    this.#directoryChecks.clear()
    for (const session of this.#sessions.values()) session.dispose()
    this.#sessions.clear()
  }

  /** The window is full-screen or not, can be seen or not: that has changed. */
  windowChanged(): void {
    this.#sendState()
  }

  #greet(): void {
    const page = this.#newPage
    this.disconnect() // what still waits for an earlier page is in the rings
    this.#page = page
    this.#sendState()
    const active = this.#strip.active
    const order = active === null ? this.#strip.order : [active, ...this.#strip.order.filter((id) => id !== active)]
    for (const id of order) this.#sessions.get(id)?.attach() // what the user looks at comes first
  }

  /** Path of a tab's session socket; null: it has none. */
  socketOf(id: TabId): string | null {
    return this.#sessions.get(id)?.socketPath ?? null
  }

  /** A client of its socket wants the tab to be seen. */
  #show(id: string): boolean {
    if (this.#closed) return false
    this.#setStrip(activateTab(this.#strip, id))
    this.#ports.window.focus()
    return true
  }

  /** Tells the sessions which of them the user looks at. */
  #look(): void {
    const now = this.#focused ? this.#strip.active : null
    if (now === this.#lookedAt) return
    const before = this.#lookedAt
    this.#lookedAt = now
    if (before !== null) this.#sessions.get(before)?.tell({ type: 'focus', on: false })
    if (now !== null) this.#sessions.get(now)?.tell({ type: 'focus', on: true })
  }

  #snooze(id: string, forMs: number | null): void {
    this.#sessions.get(id)?.tell(forMs === null ? { type: 'user', action: 'unsnooze' } : { type: 'user', action: 'snooze', until: this.#ports.clock.now() + forMs })
  }

  #why(id: string, request: number): void {
    const session = this.#sessions.get(id)
    if (session !== undefined) this.#send({ kind: 'tab/why', tab: id, request, report: session.why() })
  }

  #close(id: string, force: boolean): void {
    const session = this.#sessions.get(id)
    if (session === undefined) return
    const running = force ? null : this.#running(session)
    if (running !== null) { this.#send({ kind: 'tab/confirm-close', tab: id, running, restart: false }); return }
    session.dispose()
    this.#sessions.delete(id)
    this.#directoryChecks.get(id)?.()
    this.#directoryChecks.delete(id)
    this.#setStrip(removeTab(this.#strip, id))
    if (this.#sessions.size === 0) this.#ports.window.close()
  }

  /** A paste is bounded as a whole, and one at a time: a program that does not read must not make the terminal grow. */
  #paste({ tab, bytes, total, last }: Extract<PageMessage, { kind: 'tab/paste' }>): void {
    if (this.#sessions.get(tab)?.paste(bytes, { total, last }) !== false) return
    this.#send({ kind: 'page/notice', level: 'warning', text: 'Nothing more was pasted: another paste into this tab is still under way. Wait for it, or cancel it.' })
  }

  #restart(id: string, force: boolean): void {
    const session = this.#sessions.get(id)
    if (session === undefined) return
    if (!force && session.phase === 'running') {
      this.#send({ kind: 'tab/confirm-close', tab: id, running: this.#running(session), restart: true })
      return
    }
    session.restart()
  }

  #resize(id: string, size: Size): void {
    this.#sessions.get(id)?.resize(size)
    this.#useSize(size)
  }

  /** All grids of a window have one size: the newest known one is what new tabs begin with, and what waiting ones waited for. */
  #useSize(size: Size): void {
    this.#cancelFirstSize?.()
    this.#cancelFirstSize = null
    this.#size = size
    for (const session of this.#sessions.values()) if (session.phase === 'starting') session.resize(size)
  }

  #closeWindow(force: boolean): void {
    if (force || this.mayClose()) this.#ports.window.close()
  }

  /** What would be lost with this session: the name of its foreground program, unless that is a shell at its prompt. */
  #running(session: Session): string | null {
    if (session.pid === null) return null
    const foreground = this.#ports.foreground(session.pid)
    if (foreground === null) return null
    const { name, isFirst } = foreground
    if (isFirst && name !== null && isShell(name)) return null
    return safeText(name ?? 'a program', nameCharactersMax)
  }

  #directoryForNewTab(): string {
    const session = this.#strip.active === null ? undefined : this.#sessions.get(this.#strip.active)
    if (session === undefined) return this.#facts.home
    this.#lookUpDirectory(session)
    return this.#ports.isDirectory(session.directory) ? session.directory : this.#facts.home
  }

  #lookUpDirectory(session: Session): void {
    const directory = session.pid === null ? null : this.#ports.directoryOf(session.pid)
    if (directory !== null) session.processDirectory(directory)
  }

  /** OSC 52. A toast names the tab: the user did not ask for it. */
  async #writeForProgram(id: TabId, selection: 'clipboard' | 'primary', text: string): Promise<void> {
    const outcome = await this.#withinLimit(this.#ports.clipboard.write(selection, text))
    const session = this.#sessions.get(id)
    if (session === undefined) return
    const { title } = session.view()
    if (!outcome.ok) this.#send({ kind: 'page/notice', level: 'warning', text: `${title} could not write to the clipboard: ${outcome.problem}` })
    else this.#send({ kind: 'page/toast', text: `${title} ${text === '' ? 'cleared' : 'wrote to'} the ${selection === 'primary' ? 'selection' : 'clipboard'}` })
  }

  /** A click on a link. What may not be opened is said, with the reason. */
  async #openLink(asked: string): Promise<void> {
    const address = openableAddress(asked)
    if (address === null) {
      this.#send({ kind: 'page/notice', level: 'warning', text: 'This link was not opened: only web and mail addresses without hidden characters are.' })
      return
    }
    try {
      await this.#ports.openExternal(address)
    } catch (error) {
      this.#send({ kind: 'page/notice', level: 'error', text: `The link could not be opened: ${error instanceof Error ? error.message : String(error)}` })
    }
  }

  async #writeClipboard(selection: 'clipboard' | 'primary', text: string): Promise<void> {
    const outcome = await this.#withinLimit(this.#ports.clipboard.write(selection, text))
    if (!outcome.ok && selection === 'clipboard') this.#send({ kind: 'page/notice', level: 'error', text: `Nothing was copied: ${outcome.problem}` })
  }

  async #readClipboard(selection: 'clipboard' | 'primary', request: number): Promise<void> {
    const outcome = await this.#withinLimit(this.#ports.clipboard.read(selection))
    const problem = !outcome.ok ? outcome.problem : outcome.value.length > clipboardTextMax ? 'the text is larger than 16 MiB.' : null
    if (problem !== null) this.#send({ kind: 'page/notice', level: 'error', text: `Nothing was pasted: ${problem}` })
    this.#send({ kind: 'clipboard/text', request, text: outcome.ok && problem === null ? outcome.value : '' })
  }

  /** The outcome of a clipboard call, or its failure in words. Another program may never answer for its selection. */
  #withinLimit<Value>(call: Promise<Value>): Promise<{ ok: true; value: Value } | { ok: false; problem: string }> {
    return new Promise((resolve) => {
      const cancel = this.#ports.clock.after(clipboardWaitMs, () => resolve({ ok: false, problem: 'the clipboard did not answer within 2 s.' }))
      const settle = (outcome: { ok: true; value: Value } | { ok: false; problem: string }) => { cancel(); resolve(outcome) }
      call.then(
        (value) => settle({ ok: true, value }),
        (error: unknown) => settle({ ok: false, problem: error instanceof Error ? error.message : String(error) }),
      )
    })
  }

  #fromSession(id: string, message: MainMessage): void {
    if (message.kind === 'tab/output') this.#checkDirectoryLater(id)
    this.#send(message)
  }

  /** After output has stopped for a while the shell may be elsewhere. */
  #checkDirectoryLater(id: string): void {
    if (this.#directoryChecks.has(id)) return
    this.#directoryChecks.set(id, this.#ports.clock.after(directoryDelayMs, () => {
      this.#directoryChecks.delete(id)
      const session = this.#sessions.get(id)
      if (session !== undefined) this.#lookUpDirectory(session)
    }))
  }

  #setStrip(strip: Strip): void {
    if (strip === this.#strip) return
    this.#strip = strip
    this.#look()
    this.#sendState()
  }

  #sendState(): void {
    if (this.#closed) return
    const tabs = this.#strip.order.flatMap((id) => this.#sessions.get(id)?.view() ?? [])
    this.#send({ kind: 'window/state', tabs, active: this.#strip.active, fullscreen: this.#ports.window.isFullscreen(), visible: this.#ports.window.isVisible() })
  }

  #send(message: MainMessage): void {
    this.#page?.(message)
  }
}
