/** All windows of the app: opening, restoring, and requests between windows. */
import type { Millis } from '../../base/clock.ts'
import { defaults } from '../config/table.ts'
import { paneFor, toTabId, type SessionId } from '../ids.ts'
import type { MainMessage } from '../ipc/contract.ts'
import type { Session } from '../session/session.ts'
import type { RestorableTab } from '../session/session-ports.ts'
import { AttentionDesk } from './attention-desk.ts'
import { EventCommands, type EventCommandPorts } from './attention/event-commands.ts'
import {
  NotificationCenter,
  type NotificationCenterPorts,
} from './attention/notification-center.ts'
import { DetachedSessions } from './detached-sessions.ts'
import type { DetachedTmux } from './detached-tmux.ts'
import type { SavedLayout } from './layouts/layout.ts'
import {
  framesOf,
  type NamedWindow,
  type OpenWindow,
  type OpenWindows,
  type WindowKind,
} from './open-window.ts'
import type { KeptSplit } from './panes/arrangement.ts'
import { PortUsers } from './port-users.ts'
import { TabMoves } from './tab-moves.ts'
import type { TabView } from './tabs/tab-view.ts'
import { WorktreeDesk, type WorktreeDeskPorts } from './worktree-desk.ts'
import type { WindowFrame } from './window-frame.ts'
import type { ScreenPoint } from './workspace/drop-place.ts'
import { ClosedTabs } from './workspace/closed-tabs.ts'
import { namedLeft } from './workspace/closing.ts'
import type { LayoutSurroundings } from './workspace/layout-tabs.ts'
import type { Attended } from './workspace/messages/handlers.ts'
import type { TabOptions, TabRules } from './workspace/tab-options.ts'
import type { QuitAnswer, WindowRegistry } from './workspace/window-registry.ts'
import type { Workspace } from './workspace/workspace.ts'

export interface WindowsPorts
  extends Omit<NotificationCenterPorts, 'flash' | 'toast' | 'changed' | 'counted'>,
    Pick<EventCommandPorts, 'runCommand' | 'commandFailed'> {
  /** Converts a time of its clock to ms since the epoch. */
  readonly sinceEpoch: (at: Millis) => number
  /** Creates a window without tabs, whose workspace uses this registry. */
  readonly make: (
    registry: WindowRegistry,
    id: string,
    kind: WindowKind,
    before?: WindowFrame,
  ) => OpenWindow
  /** Makes an id that no window, session or socket has. */
  readonly newId: () => string
  /** Exits without a question. `stop`: programs end that would keep running. */
  readonly quit: (stop: boolean) => void
  /** Whether programs keep running after quitting. */
  readonly keepsPrograms: () => boolean
  /** Whether the next start restores the tabs that are open at the end. */
  readonly keeps: () => boolean
  /** Detached tmux sessions. */
  readonly detached: Pick<DetachedTmux, 'find' | 'attach'>
  readonly worktrees: Pick<WorktreeDeskPorts, 'git' | 'pattern'>
  /** This process can show no window. */
  readonly windowless?: boolean
  /** A session has been closed, alone or with its window. */
  readonly sessionGone: (session: SessionId) => void
}

const names = { 'drop-down': 'Drop-down', detached: '-' } as const

export class Windows implements OpenWindows {
  readonly #ports: WindowsPorts
  readonly #open = new Map<string, NamedWindow>()
  readonly #closed = new ClosedTabs(() => this.#sendOverview())
  readonly notifications: NotificationCenter
  /** Tabs that need the user, for callers outside the windows. */
  readonly attention: AttentionDesk
  /** Worktrees of repositories, and their tabs. */
  readonly worktrees: WorktreeDesk
  /** The user's commands on events. */
  readonly commands: EventCommands
  readonly moves = new TabMoves(this, (at) => this.#make('ordinary', this.#newFrame(at)))
  readonly withoutWindow: DetachedSessions
  readonly #portUsers: PortUsers
  #rules: TabRules = defaults
  /** The user turned questions off. Enabling the option again undoes this. */
  #neverAsk = false
  #made = 0
  #tabsMade = 0
  /** The last focused window. */
  #latest: string | null = null

  constructor(ports: WindowsPorts) {
    this.#ports = ports
    this.notifications = new NotificationCenter({
      ...ports,
      flash: (window) => this.window(window)?.flash(),
      toast: (window, toast) => this.#toast(window, { kind: 'attention/toast', ...toast }),
      changed: () => this.#sendOverview(),
      counted: () => this.attention.changed(),
    })
    this.attention = new AttentionDesk(this, this.notifications, {
      now: () => ports.clock.now(),
      after: (ms, act) => ports.clock.after(ms, act),
      sinceEpoch: ports.sinceEpoch,
      find: (id) => this.#find(id),
      goTo: (id) => this.goTo(id),
    })
    this.worktrees = new WorktreeDesk(this, { clock: ports.clock, ...ports.worktrees })
    this.#portUsers = new PortUsers(this, ports.clock)
    this.withoutWindow = new DetachedSessions(this, ports.clock, () => this.#make('detached'))
    this.commands = new EventCommands({
      ...ports,
      nameOf: (window) => this.window(window)?.name ?? '',
      dialog: (session) => this.attention.dialog(session),
    })
  }

  /** A session has another view. `window` is empty for a tmux session that no tab shows. */
  viewChanged(window: string, view: TabView): void {
    this.notifications.changed(window, view)
    this.commands.changed(window, view)
  }

  /** A session has ended, or a tmux session is no longer followed. */
  viewGone(session: SessionId): void {
    this.notifications.gone(session)
    this.commands.gone(session)
  }

  setRules(rules: TabRules): void {
    if (rules.ui.confirm_on_close && !this.#rules.ui.confirm_on_close) this.#neverAsk = false
    this.#rules = rules
  }

  open(tab: TabOptions, kind: WindowKind = 'ordinary'): Workspace {
    const { workspace } = this.#make(kind)
    workspace.newTabs.open(tab)
    return workspace
  }

  /**
   * Opens a window of the last run.
   * @param active index of the active tab
   * @param splits splits of the tabs, with panes by index
   */
  restore(
    {
      tabs,
      active,
      splits = [],
      frame,
    }: {
      readonly tabs: readonly RestorableTab[]
      readonly active: number
      readonly splits?: readonly KeptSplit[]
      readonly frame?: WindowFrame | undefined
    },
    kind: WindowKind = 'ordinary',
  ): void {
    const { workspace } = this.#make(kind, frame)
    const ids = tabs.map((tab, place) => workspace.newTabs.restore({ ...tab, place }))
    workspace.strip.arrange(ids, active, splits)
  }

  /** Opens a window with a layout. `others`: for panes without a directory. */
  openLayout(layout: SavedLayout, others: LayoutSurroundings): Workspace {
    const { workspace } = this.#make()
    workspace.layouts.open(layout, others)
    return workspace
  }

  /** Opens a tab in the last focused window, or in a new one. */
  openTab(tab: TabOptions): Workspace {
    const workspace = this.latest
    if (workspace === null) return this.open(tab)
    workspace.newTabs.open(tab)
    return workspace
  }

  get windows(): readonly NamedWindow[] {
    return [...this.#open.values()]
  }

  window(id: string): NamedWindow | undefined {
    return this.#open.get(id)
  }

  windowOf(session: SessionId): NamedWindow | undefined {
    return this.windows.find(({ workspace }) => workspace.session(session) !== undefined)
  }

  /** All windows in the order of opening. */
  get all(): readonly Workspace[] {
    return this.windows.map(({ workspace }) => workspace)
  }

  /** The windows of a kind in the order of opening. */
  ofKind(kind: WindowKind): readonly Workspace[] {
    return this.#ofKind(kind).map(({ workspace }) => workspace)
  }

  /** `null` if it is not open. */
  get dropDown(): OpenWindow | null {
    return this.#ofKind('drop-down')[0] ?? null
  }

  /** The last focused window, else any. Never the drop-down. */
  get latest(): Workspace | null {
    // one without tabs is about to close
    const ordinary = this.ofKind('ordinary').filter(({ strip }) => strip.tabs.length > 0)
    return ordinary.find(({ id }) => id === this.#latest) ?? ordinary.at(-1) ?? null
  }

  /** Finds a session in any window. */
  session(id: SessionId): Session | undefined {
    return this.windowOf(id)?.workspace.session(id)
  }

  closed(id: string): void {
    this.#open.delete(id)
    if (this.#latest === id) this.#latest = null
    this.moves.closed(id)
    this.#sendOverview()
  }

  focused(id: string): void {
    if (id !== this.#latest) this.moves.before = this.#latest
    this.#latest = id
  }

  /**
   * Brings the window of a session to the front, with its pane. A session without a window, or of
   * tmux that no tab shows, gets a tab.
   * @param from the window where it was asked for
   * @returns false if this process can show no window
   */
  goTo(session: SessionId, from?: string): boolean {
    if (this.#ports.windowless === true) return false
    const found = this.windowOf(session)
    if (found === undefined) {
      this.#attach(session, from)
      return true
    }
    if (found.kind === 'detached') {
      const own = this.window(from ?? '')
      const to = own?.kind === 'ordinary' ? own.workspace : this.latest
      this.withoutWindow.show(session, to?.id ?? null)
    }
    const window = this.windowOf(session) ?? found
    window.workspace.strip.focusPane(paneFor(session))
    window.workspace.session(session)?.agents.reveal()
    window.raise()
    return true
  }

  /** Shows the most urgent tab, for the tray or a summary, or raises the latest window. */
  goToFirst(): void {
    const [first] = this.notifications.rows()
    if (first !== undefined) this.goTo(first.view.id)
    else this.window(this.latest?.id ?? '')?.raise()
  }

  #attach(id: SessionId, from: string | undefined): void {
    const tab = this.#ports.detached.attach(id)
    if (tab == null) return
    const own = this.window(from ?? '')?.workspace
    own?.newTabs.open(tab)
    this.window((own ?? this.openTab(tab)).id)?.raise()
  }

  #find(id: SessionId): Attended | undefined {
    return this.session(id) ?? this.#ports.detached.find(id)
  }

  #ofKind(kind: WindowKind): readonly NamedWindow[] {
    return this.windows.filter((window) => window.kind === kind)
  }

  get #askingRules(): TabRules {
    const { ui } = this.#rules
    return this.#neverAsk ? { ...this.#rules, ui: { ...ui, confirm_on_close: false } } : this.#rules
  }

  #quit(window: string, { force, stop = false, end }: QuitAnswer): void {
    const page = this.window(window)?.workspace.page
    // sessions without a window keep running
    const shown = this.windows.flatMap(({ kind, workspace: one }) =>
      kind === 'detached' ? [] : [one],
    )
    if (force && end === true) for (const { closing } of shown) closing.endsLeft()
    if (force || page?.isReady !== true || !this.#askingRules.ui.confirm_on_close)
      return this.#ports.quit(stop)
    const keeps = this.#ports.keepsPrograms()
    const now = this.#ports.clock.now()
    const sentences = shown.flatMap(({ closing }) => closing.wouldBeLost())
    const left = keeps ? [] : shown.flatMap(({ closing }) => closing.wouldStay(now))
    const tabs = shown.reduce((sum, { strip }) => sum + strip.tabs.length, 0)
    const inDropDown = this.dropDown?.workspace.strip.tabs.length ?? 0
    const losesNothing = sentences.length === 0 && (tabs <= 1 || this.#ports.keeps())
    if (losesNothing && left.length === 0) return this.#ports.quit(stop)
    page.send({
      kind: 'window/confirm-close',
      sentences,
      ...namedLeft(left),
      tabs,
      ...(inDropDown === 0 ? {} : { inDropDown }),
      quit: true,
      ...(keeps ? { keeps } : {}),
    })
  }

  #make(kind: WindowKind = 'ordinary', frame?: WindowFrame): OpenWindow {
    const before = frame ?? (kind === 'ordinary' ? this.#newFrame() : undefined)
    const id = this.#ports.newId()
    const made = this.#ports.make(this.#registryOf(id), id, kind, before)
    if (kind === 'ordinary') this.#made += 1
    const name = kind === 'ordinary' ? `Window ${this.#made}` : names[kind]
    this.#open.set(id, { ...made, name, kind })
    if (kind === 'detached') made.workspace.strip.windowChanged(false)
    this.#sendOverview()
    return made
  }

  /**
   * Returns the bounds of a new window at a point, or over the last focused window; undefined if no
   * window has a known place.
   */
  #newFrame(at?: ScreenPoint): WindowFrame | undefined {
    const ordinary = this.#ofKind('ordinary')
    const index = ordinary.findIndex(({ workspace }) => workspace === this.latest)
    const frames = framesOf(this, 'ordinary')
    const frame = frames[index]
    if (frame?.at === undefined) return undefined
    if (at !== undefined) return { ...frame, at, opens: 'at' }
    return { ...frame, opens: 'over', taken: frames.flatMap((one) => one?.at ?? []) }
  }

  /** Sends a toast to a tab's window, and to the focused window. */
  #toast(window: string, message: MainMessage): void {
    for (const id of new Set([window, this.#latest ?? window]))
      this.window(id)?.workspace.page.send(message)
  }

  #sendOverview(): void {
    const overview = this.#overview()
    for (const { page } of this.all) page.send(overview)
  }

  #overview(): Extract<MainMessage, { kind: 'windows/state' }> {
    return {
      kind: 'windows/state',
      windows: this.windows
        .filter(({ kind }) => kind !== 'detached')
        .map(({ workspace: { id }, name }) => ({ id, name })),
      rows: this.notifications.rows().map(({ window, view }) => ({ window, view })),
      reopenable: this.#closed.count,
    }
  }

  #registryOf(window: string): WindowRegistry {
    let front: SessionId | null = null
    const rules = () => {
      const usual = this.#askingRules
      // an ended session that no window shows could not be seen
      return this.window(window)?.kind === 'detached'
        ? { ...usual, tabs: { ...usual.tabs, on_exit: 'close' as const } }
        : usual
    }
    return {
      get rules() {
        return rules()
      },
      newTabId: () => toTabId(`tab${(this.#tabsMade += 1)}`),
      find: (session) => this.#find(session),
      comesBack: () =>
        this.#ports.keeps() && this.#ofKind(this.window(window)?.kind ?? 'ordinary').length === 1,
      keepsPrograms: () => this.#ports.keepsPrograms() && this.windows.length === 1,
      quit: (answer) => this.#quit(window, answer),
      newWindow: (tab) => {
        this.open(tab)
      },
      moveTab: (tab, to) => this.moves.toWindow(tab, to),
      drag: (tab, at, drop) => this.moves.drag(tab, at, drop),
      goTo: (session) => this.goTo(session, window),
      portUse: (session) => this.#portUsers.find(session),
      withConversation: (agent, conversation) => {
        const sessions = this.all.flatMap(({ strip }) => strip.sessions.all)
        return sessions.find(({ resume }) => resume.has(agent, conversation))?.id ?? null
      },
      worktrees: this.worktrees,
      closed: this.#closed,
      neverAsk: () => {
        this.#neverAsk = true
      },
      changed: (view) => this.viewChanged(window, view),
      happened: (session, event) => {
        if (event.type === 'command') this.notifications.command(session, event)
        else if (event.type === 'called' && event.notification !== undefined)
          this.notifications.program(session, event.notification)
      },
      front: (session) => {
        if (front !== null) this.attention.front(front, false)
        front = session
        if (session !== null) {
          this.focused(window)
          this.attention.front(session, true)
        }
      },
      gone: (session) => {
        this.viewGone(session)
        this.#ports.sessionGone(session)
      },
      overview: () => this.#overview(),
      history: () => [...this.notifications.history],
    }
  }
}
