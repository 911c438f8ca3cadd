/**
 * One window's tabs: carries out what the page asks and tells it what is. The page may go and come
 * again; sessions stay. It knows neither Electron nor Node: all it needs comes as ports.
 */
import { unreachable } from '../assert.ts'
import { filesOf } from '../config/problem.ts'
import { defaults, type Options } from '../config/table.ts'
import type { MainMessage, PageMessage, WindowFacts } from '../ipc/contract.ts'
import type { Size } from '../session/ports.ts'
import type { Session } from '../session/session.ts'
import type { SessionEvent } from '../session/session-ports.ts'
import { named } from '../text/safe-text.ts'
import { activateTab, addTab, emptyStrip, moveTab, removeTab, type Strip } from '../tabs/strip.ts'
import type { WindowRegistry } from './window-registry.ts'
import { closedTabsMax, type ClosedTab } from './closed-tabs.ts'
import { ClipboardService, type Clipboard } from './clipboard-service.ts'
import { keepOption } from './keep-option.ts'
import { lostWith, programInFront } from './program-in-front.ts'
import { Directories } from './directories.ts'
import { beginTab, type TabHandle } from './tab-handle.ts'
import { closesOnExit, namedDirectory } from './habits.ts'
import { firstSizeWaitMs, tabsMax, usualSize } from './limits.ts'
import type { TabOptions } from './tab-options.ts'
import { TextServices } from './text-services.ts'
import { passToSession } from './tab-words.ts'
import { tellSession, type UserWord } from './user-words.ts'
import type { Send, WorkspaceFacts, WorkspacePorts } from './workspace-ports.ts'
export type { Clipboard, TabHandle, TabOptions, WorkspaceFacts, WorkspacePorts }

export class Workspace {
  readonly #facts: WorkspaceFacts
  readonly #ports: WorkspacePorts
  readonly #held = new Map<string, TabHandle>()
  /** Themes, links and sounds. */
  readonly texts: TextServices
  readonly #clipboard: ClipboardService
  readonly #directories: Directories
  #strip: Strip = emptyStrip
  #page: Send | null = null
  #newPage: Send | null = null
  #size: Size | null = null
  /** What programs can ask for of this window; null: no page has told. */
  #told: WindowFacts | null = null
  #cancelFirstSize: (() => void) | null = null
  #early: MainMessage[] = [] // notices while there is no page
  #closed = false
  /** The window has the keyboard. */
  #focused = false
  /** The tab that the user looks at, as its session was told. */
  #lookedAt: string | null = null
  #options: Options
  #complaint: Extract<MainMessage, { kind: 'page/configuration' }> | null = null

  constructor(facts: WorkspaceFacts, ports: WorkspacePorts) {
    this.#facts = facts
    this.#ports = ports
    this.#options = ports.options ?? defaults
    this.#directories = new Directories(ports, facts.home, (id) => this.session(id))
    this.texts = new TextServices(
      facts,
      ports,
      () => this.#options,
      (tab) => this.session(tab)?.directory,
      (message) => this.#send(message),
    )
    this.#clipboard = new ClipboardService(ports.clipboard, ports.clock, (message) =>
      this.#send(message),
    )
    this.#cancelFirstSize = ports.clock.after(firstSizeWaitMs, () => this.#useSize(usualSize))
  }

  /**
   * A page's port is there. It is sent nothing but the greeting before it says that it is ready.
   */
  connect(send: Send): void {
    this.disconnect()
    this.#newPage = send
    send({
      kind: 'page/hello',
      version: this.#facts.version,
      test: this.#facts.test,
      now: this.#ports.clock.now(),
      translucent: this.#ports.window.translucent === true,
      fonts: [...(this.#facts.fonts ?? [])],
    })
  }

  /** Other options are in force. */
  configure(options: Options): void {
    const before = this.#options
    this.#options = options
    for (const { session } of this.#held.values()) session.configure(options)
    this.#send({ kind: 'page/options', options })
    this.texts.configured(before, options)
  }

  /** What is wrong with the configuration; nothing: it is good. */
  complain(complaint: {
    readonly file: string
    readonly problems: Readonly<Extract<MainMessage, { kind: 'page/configuration' }>['problems']>
  }): void {
    this.#complaint = {
      kind: 'page/configuration',
      file: complaint.file,
      problems: [...complaint.problems],
    }
    this.#send(this.#complaint)
  }

  /**
   * Says something to the user in this window. `editor`: a file of the configuration can be opened
   * in it. `instead`: the text of a notice that is no longer true.
   */
  notice(
    level: 'error' | 'warning' | 'notice',
    text: string,
    editor?: { readonly name: string; readonly file: string },
    instead?: string,
  ): void {
    const notice: MainMessage = {
      kind: 'page/notice',
      level,
      text,
      ...(editor === undefined ? {} : { editor }),
      ...(instead === undefined ? {} : { instead }),
    }
    if (this.#page === null) this.#early = [...this.#early, notice].slice(-4)
    else this.#send(notice)
  }

  /** The page is gone: reloaded, crashed, closed. */
  disconnect(): void {
    this.#page = null
    this.#newPage = null
    for (const { session } of this.#held.values()) session.detach()
  }

  get id(): string {
    return this.#ports.window.id
  }
  get options(): Options {
    return this.#options
  }

  /** Tabs in the order of the bar. */
  get tabs(): readonly string[] {
    return this.#strip.order
  }

  /** The tab in view. */
  get active(): string | null {
    return this.#strip.active
  }

  session(tab: string): Session | undefined {
    return this.#held.get(tab)?.session
  }
  /**
   * `before`: a closed tab that comes back, at its place. @returns its id; null: there are too many
   */
  open(tab: TabOptions, before?: ClosedTab): string | null {
    if (this.#held.size >= tabsMax) {
      this.#send({
        kind: 'page/notice',
        level: 'error',
        text: `This window has ${tabsMax} tabs, which is as many as it can hold. Close one first.`,
      })
      return null
    }
    const held = beginTab(
      { ...tab, ...(before === undefined ? {} : { before }) },
      {
        facts: this.#facts,
        ports: this.#ports,
        options: this.#options,
        size: this.#size,
        owner: this,
        bellMarks: () => this.#rules.bell.attention,
      },
    )
    this.adopt(held, before?.place)
    return held.session.id
  }

  /** A tab of the last run, behind the others. */
  restore(tab: ClosedTab): void {
    this.open({ ...this.#directories.again(tab), ...titleOf(tab), restored: true }, tab)
  }

  /** Takes a tab in, where new ones go or at `place`, and shows it. Its program does not notice. */
  adopt(held: TabHandle, place?: number): void {
    const { session } = held
    held.owner = this
    this.#held.set(session.id, held)
    if (this.#told !== null) session.shownIn(this.#told)
    const strip = addTab(this.#strip, session.id, this.#options.tabs.new_position)
    this.#strip = place === undefined ? strip : moveTab(strip, session.id, place)
    this.#ports.registry?.told(session.view())
    this.#look()
    this.#sendState()
    if (this.#page !== null) session.attach()
  }

  /**
   * Lets a tab go to another window: its program goes on, and what it prints meanwhile is kept for
   * the page that it comes to.
   */
  release(tab: string): TabHandle | null {
    const held = this.#held.get(tab)
    if (held === undefined) return null
    held.session.detach()
    this.#forget(tab)
    return held
  }

  /**
   * Takes a tab away again that could not be started and that nobody asked to see; `before`, the
   * tab in view until then, is in view again.
   */
  withdraw(tab: string, before: string | null): void {
    const session = this.session(tab)
    if (session?.phase !== 'failed') return
    if (before !== null && this.#strip.active === tab) this.activate(before)
    session.dispose()
    this.#forget(tab)
    this.#ports.registry?.gone(tab)
  }

  /** Makes a tab the one in view. */
  activate(tab: string): void {
    this.#setStrip(activateTab(this.#strip, tab))
  }

  /** A client of its socket wants the tab to be seen. False: there is no window any more. */
  show(tab: string): boolean {
    if (this.#closed) return false
    if (this.#ports.registry === undefined) this.activate(tab)
    else this.#ports.registry.goTo(tab)
    return true
  }

  /** What all windows' pages are told. */
  tell(message: MainMessage): void {
    this.#send(message)
  }

  /**
   * Everything that a page says. Tabs that are gone are passed over: the page may not know it yet.
   */
  receive(message: PageMessage): void {
    switch (message.kind) {
      case 'page/ready':
        if (this.#newPage !== null) this.#greet()
        return // once for each page
      case 'tab/open':
        this.open(this.placeForNewTab())
        return
      case 'tab/close':
        this.#close(message.tab, message.force)
        return
      case 'tab/restart':
        this.#restart(message.tab, message.force)
        return
      case 'tab/resume':
        this.#resume(message.tab, message.accept)
        return
      case 'tab/activate':
        this.#setStrip(activateTab(this.#strip, message.tab))
        return
      case 'tab/move':
        this.#setStrip(moveTab(this.#strip, message.tab, message.to))
        return
      case 'tab/input':
      case 'tab/mouse':
      case 'tab/paste-cancel':
      case 'tab/take-size':
      case 'tab/frames':
      case 'tab/drawn':
      case 'tab/rows-taken':
      case 'tab/want-rows':
      case 'tab/view':
      case 'tab/lay-out':
        passToSession(this.session(message.tab), message)
        return
      case 'tab/paste':
        this.#paste(message)
        return
      case 'tab/resize':
        this.#resize(message.tab, { cols: message.cols, rows: message.rows })
        return
      case 'link/open':
      case 'link/open-path':
      case 'link/check':
      case 'link/offered':
      case 'bell/ring':
      case 'bell/unplayable':
        this.texts.receive(message)
        return
      case 'clipboard/write':
        void this.#clipboard.write(message.selection, message.text)
        return
      case 'clipboard/read':
        void this.#clipboard.read(
          message.selection,
          message.request,
          () => this.session(message.tab)?.heedsBrackets === true,
        )
        return
      case 'window/close':
        this.#closeWindow(message.force)
        return
      case 'window/fullscreen':
        this.#ports.window.toggleFullscreen()
        return
      case 'window/facts':
        this.#setFacts(message)
        return
      case 'window/grow':
        this.#ports.window.grow?.(message)
        return
      case 'config/open':
        if (
          message.file === undefined ||
          this.#complaint?.file === message.file ||
          filesOf(this.#complaint?.problems, this.texts.themeProblems).has(message.file)
        )
          this.#ports.openConfiguration?.(message.file ?? null, message.inTerminal === true)
        return
      case 'config/reload':
        this.#ports.reloadConfiguration?.()
        return
      case 'window/focus':
        this.#focused = message.focused
        this.#look()
        return
      case 'tab/acknowledge':
      case 'tab/seen':
      case 'tab/clear-scrollback':
      case 'tab/rename':
      case 'tab/mute':
      case 'tab/snooze':
        this.#tell(message)
        return
      case 'tab/duplicate':
        this.#duplicate(message.tab)
        return
      case 'tab/reopen':
        this.#reopen()
        return
      case 'tab/to-window':
        if (this.#held.size > 1 || message.window !== null)
          this.#ports.registry?.moveTab(message.tab, message.window)
        return
      case 'tab/drag':
        this.#ports.registry?.drag(message.tab, message.at, message.drop)
        return
      case 'window/new':
        this.#ports.registry?.newWindow(this.placeForNewTab())
        return
      case 'attention/go':
        this.#ports.registry?.goTo(message.tab)
        return
      case 'attention/history':
        this.#send({ kind: 'attention/history', notices: this.#ports.registry?.history() ?? [] })
        return
      case 'option/never-ask':
        this.#ports.registry?.neverAsk()
        return
      case 'option/save':
        keepOption(message.option, this.#ports.saveOption, (answer) => this.#send(answer))
        return
      case 'tab/why':
        this.#why(message.tab, message.request)
        return
      case 'app/quit':
        if (this.#ports.registry === undefined) this.#closeWindow(message.force)
        else this.#ports.registry.quit(message.force)
        return
      default:
        unreachable(message)
    }
  }

  /**
   * The user asked to close the window. True: it may go. False: the page asks first, and answers
   * with `window/close`. Without a page that could ask, it may go.
   */
  mayClose(): boolean {
    if (!this.canAsk || !this.#rules.ui.confirm_on_close) return true
    const sentences = this.wouldBeLost()
    if (sentences.length === 0 && this.#held.size <= 1) return true
    this.#send({ kind: 'window/confirm-close', sentences, tabs: this.#held.size, quit: false })
    return false
  }

  /** There is a page that could ask the user. */
  get canAsk(): boolean {
    return this.#page !== null
  }

  /** A sentence for each tab in which something would be lost. */
  wouldBeLost(): string[] {
    return [...this.#held.values()]
      .map(({ session }) => lostWith(session, this.#ports.foreground, this.#facts.home))
      .filter((sentence) => sentence !== null)
  }

  /** Ends every session. Returns at once. */
  dispose(): void {
    this.#closed = true
    this.#page = null
    this.#cancelFirstSize?.()
    this.#directories.dispose()
    const { registry } = this.#ports
    for (const [id, { session }] of [...this.#held].slice(-closedTabsMax))
      registry?.closed.add({ ...session.restorable(), place: this.#strip.order.indexOf(id) })
    for (const [id, { session }] of this.#held) {
      session.dispose()
      this.#ports.registry?.gone(id)
    }
    this.#held.clear()
  }

  /** The window is full-screen or not, can be seen or not: that has changed. */
  windowChanged(): void {
    this.#sendState()
  }

  #greet(): void {
    this.#page = this.#newPage
    this.#newPage = null
    this.#send({ kind: 'page/options', options: this.#options })
    if (this.#complaint !== null) this.#send(this.#complaint)
    this.#sendState()
    this.texts.greet()
    const overview = this.#ports.registry?.overview()
    if (overview != null) this.#send(overview)
    const active = this.#strip.active
    const order =
      active === null
        ? this.#strip.order
        : [active, ...this.#strip.order.filter((id) => id !== active)]
    for (const id of order) this.session(id)?.attach() // what the user looks at comes first
    for (const notice of this.#early.splice(0)) this.#send(notice)
  }

  /** Tells the sessions which of them the user looks at. */
  #look(): void {
    const now = this.#focused ? this.#strip.active : null
    if (now === this.#lookedAt) return
    const before = this.#lookedAt
    this.#lookedAt = now
    this.#ports.registry?.front(now) // first: what happens to a tab in front is not told
    if (before !== null) this.#held.get(before)?.session.tell({ type: 'focus', on: false })
    if (now !== null) this.#held.get(now)?.session.tell({ type: 'focus', on: true })
  }

  #tell(word: UserWord): void {
    const session = this.#find(word.tab)
    if (session !== undefined) tellSession(session, word, this.#ports.clock.now())
  }

  #why(id: string, request: number): void {
    const session = this.session(id)
    if (session !== undefined)
      this.#send({ kind: 'tab/why', tab: id, request, report: session.why() })
  }

  #close(id: string, force: boolean): void {
    const session = this.session(id)
    if (session === undefined) return
    const sentence =
      force || !this.#rules.ui.confirm_on_close
        ? null
        : lostWith(session, this.#ports.foreground, this.#facts.home)
    if (sentence !== null) {
      this.#send({
        kind: 'tab/confirm-close',
        tab: id,
        running: programInFront(session, this.#ports.foreground),
        restart: false,
        sentence,
      })
      return
    }
    this.#ports.registry?.closed.add({
      ...session.restorable(),
      place: this.#strip.order.indexOf(id),
    })
    session.dispose()
    this.#forget(id)
    this.#ports.registry?.gone(id)
  }

  /** Without this tab; without any tab there is no window. */
  #forget(id: string): void {
    this.#held.delete(id)
    this.#directories.forget(id)
    this.#setStrip(removeTab(this.#strip, id))
    if (this.#held.size === 0) this.#ports.window.close()
  }

  #duplicate(id: string): void {
    const session = this.session(id)
    if (session === undefined) return
    this.#directories.lookUp(session)
    this.#strip = activateTab(this.#strip, id) // the new one stands behind it
    this.open({ ...this.#directories.again(session.facts()), goesOn: true })
  }

  #reopen(): void {
    const tab = this.#ports.registry?.closed.take()
    if (tab != null) this.open({ ...this.#directories.again(tab), ...titleOf(tab) }, tab)
  }

  /** A session's word, for whichever window has it. */
  happened(id: string, event: SessionEvent): void {
    const held = this.#held.get(id)
    if (held === undefined) return
    this.#ports.registry?.happened(id, event)
    if (event.type !== 'ended') return
    this.#ports.registry?.told(held.session.view()) // before it may go
    if (closesOnExit(held.onExit ?? this.#rules.tabs.on_exit, event.exit)) this.#close(id, true)
  }

  clipboardForProgram(id: string, selection: 'clipboard' | 'primary', text: string): void {
    void this.#clipboard.writeForProgram(selection, text, {
      title: () => this.session(id)?.view().title ?? null,
      notice: () => this.#options.clipboard.osc52_notice,
    })
  }

  /**
   * A paste is bounded as a whole, and one at a time: a program that does not read must not make
   * the terminal grow.
   */
  #paste({ tab, bytes, total, last }: Extract<PageMessage, { kind: 'tab/paste' }>): void {
    if (this.session(tab)?.paste(bytes, { total, last }) !== false) return
    this.#send({
      kind: 'page/notice',
      level: 'warning',
      text:
        'Nothing more was pasted: another paste into this tab is still under way. Wait for ' +
        'it, or cancel it.',
    })
  }

  #restart(id: string, force: boolean): void {
    const session = this.session(id)
    if (session === undefined) return
    if (!force && session.phase === 'running') {
      const running = programInFront(session, this.#ports.foreground)
      this.#send({
        kind: 'tab/confirm-close',
        tab: id,
        running,
        restart: true,
        sentence:
          lostWith(session, this.#ports.foreground, this.#facts.home) ??
          `${named(session.view().title)} is running`,
      })
      return
    }
    session.restart(this.#size ?? usualSize)
  }

  #resume(id: string, accept: boolean): void {
    const session = this.session(id)
    if (session === undefined) return
    if (!accept) {
      session.declineResume()
      return
    }
    const running = programInFront(session, this.#ports.foreground)
    if (running === null) session.resume(this.#size ?? usualSize, () => this.#ports.resumed?.())
    else
      this.notice(
        'warning',
        `Nothing was resumed: ${named(running)} runs in this tab. Try again at its prompt.`,
      )
  }

  #resize(id: string, size: Size): void {
    this.session(id)?.resize(size)
    this.#useSize(size)
  }

  /**
   * All grids of a window have one size: the newest known one is what new tabs begin with, and what
   * waiting ones waited for.
   */
  #useSize(size: Size): void {
    this.#cancelFirstSize?.()
    this.#cancelFirstSize = null
    this.#size = size
    for (const { session } of this.#held.values())
      if (session.phase === 'starting') session.resize(size)
  }

  #setFacts({ kind: _, ...told }: Extract<PageMessage, { kind: 'window/facts' }>): void {
    this.#told = told
    for (const { session } of this.#held.values()) session.shownIn(told)
  }

  #closeWindow(force: boolean): void {
    if (force || this.mayClose()) this.#ports.window.close()
  }

  get #rules(): WindowRegistry['rules'] {
    return this.#ports.registry?.rules ?? this.#options
  }

  /** A tab of this window, else of another. */
  #find(id: string): Session | undefined {
    return this.session(id) ?? this.#ports.registry?.find(id)
  }

  /** Where a tab begins that names no folder. */
  placeForNewTab(): Pick<TabOptions, 'directory' | 'instead'> {
    const named = namedDirectory(this.#options, this.#facts.home, this.#facts.environment)
    return named === null
      ? this.#directories.forNewTab(this.#strip.active)
      : this.#directories.ifThere(named)
  }

  /**
   * What a session says to its page. Views come at the pace at which they are drawn, and serve
   * those who watch over all tabs too.
   */
  fromSession(message: MainMessage): void {
    if (message.kind === 'tab/changed') this.#ports.registry?.told(message.tab)
    this.#send(message)
  }

  /** A tab's program has printed something. */
  printed(id: string): void {
    this.#directories.checkLater(id)
  }

  #setStrip(strip: Strip): void {
    if (strip === this.#strip) return
    this.#strip = strip
    this.#look()
    this.#sendState()
  }

  #sendState(): void {
    if (this.#closed) return
    const tabs = this.#strip.order.flatMap((id) => this.session(id)?.view() ?? [])
    this.#send({
      kind: 'window/state',
      now: this.#ports.clock.now(),
      id: this.#ports.window.id,
      tabs,
      active: this.#strip.active,
      fullscreen: this.#ports.window.isFullscreen(),
      visible: this.#ports.window.isVisible(),
    })
  }

  #send(message: MainMessage): void {
    this.#page?.(message)
  }
}

function titleOf({ title }: ClosedTab): Pick<TabOptions, 'title'> {
  return title === null ? {} : { title }
}
