/**
 * All windows of the app: which there are, tabs that go from one to another, closed tabs that come
 * back, and the notifications to which all tabs report. Each window's own tabs are its workspace's.
 */
import {
  NotificationCenter,
  type NotificationCenterPorts,
} from './attention/notification-center.ts'
import type { Row } from './attention/queue.ts'
import { Round } from './attention/round.ts'
import {
  itemOf,
  type AttentionAct,
  type AttentionItem,
  type AttentionList,
  type AttentionUpNext,
} from './attention/list.ts'
import type { Millis } from '../../base/clock.ts'
import type { MainMessage } from '../ipc/contract.ts'
import type { Dialog, TabId } from './tabs/tab-view.ts'
import type { Layout } from './layouts/layout.ts'
import type { KeptSplit } from './panes/arrangement.ts'
import type { Answered } from '../session/dialogs.ts'
import type { Session } from '../session/session.ts'
import type { RestorableTab } from '../session/session-ports.ts'
import type { Workspace } from './workspace/workspace.ts'
import { defaults } from '../config/table.ts'
import type { TabRules, TabOptions } from './workspace/tab-options.ts'
import { tabsMax } from './workspace/limits.ts'
import { anyTabMessages, type Attended } from './workspace/page-message-handlers.ts'
import type { DetachedTmux } from './detached-tmux.ts'
import { ClosedTabs } from './workspace/closed-tabs.ts'
import { dropPlace, placesKnown, type Frame, type Point } from './workspace/drop-place.ts'
import type { LayoutSurroundings } from './workspace/layout-tabs.ts'
import { nameCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { notJoined, type PaneAct } from './panes/act.ts'
import { panesMax } from './panes/limits.ts'
import type { ListedPane } from './workspace/listed-pane.ts'
import type { WindowRegistry } from './workspace/window-registry.ts'
import { windowFrames, type WindowFrame } from './window-frame.ts'
import type { AnsweredBy } from '../recorder/events.ts'

/** One window as the desktop has it. */
export interface OpenWindow {
  readonly workspace: Workspace
  /** Shown, in front, with the keyboard. */
  readonly raise: () => void
  readonly flash: () => void
  /** Where its content stands on the screen. */
  readonly frame: () => Frame
  /** Of an ordinary one: all of it, as it is when neither maximized nor full-screen. */
  readonly bounds?: () => Frame
  /** Of the drop-down only: shows and hides it by turns. */
  readonly toggle?: () => void
}

/** The drop-down has tabs of its own, is no place for others, and there is one at most. */
export type WindowKind = 'ordinary' | 'drop-down'

export interface WindowsPorts
  extends Omit<NotificationCenterPorts, 'flash' | 'toast' | 'changed' | 'counted'> {
  /** A time of its clock, as milliseconds since the epoch. */
  readonly sinceEpoch: (at: Millis) => number
  /** Makes a window without tabs, whose workspace asks this registry. */
  readonly make: (
    registry: WindowRegistry,
    id: string,
    kind: WindowKind,
    before?: WindowFrame,
  ) => OpenWindow
  readonly newId: () => string
  /** The app ends; nobody is asked any more. */
  readonly quit: () => void
  /** What is open at the end comes back with the next start. Absent: it does not. */
  readonly keeps?: () => boolean
  /** Sessions of tmux that no tab shows; absent: nobody looks for them. */
  readonly detached?: Pick<DetachedTmux, 'find' | 'attach'>
  /** A tab has been closed, alone or with its window. */
  readonly tabGone?: (tab: TabId) => void
}

/** Why nothing was done; `unknown`: there is no such session. */
export interface NotDone {
  readonly problem: string
  readonly unknown?: true
}

export function unknownSession(id: TabId): NotDone {
  return {
    problem:
      `No window of this vibeflow has the session ${safeText(id, nameCharactersMax)}. ` +
      'vibeflow ls lists those that there are.',
    unknown: true,
  }
}

export class Windows {
  readonly #ports: WindowsPorts
  readonly #open = new Map<
    string,
    OpenWindow & { readonly name: string; readonly kind: WindowKind }
  >()
  readonly #closed = new ClosedTabs(() => this.#sendOverview())
  readonly #round = new Round()
  readonly notifications: NotificationCenter
  #rules: TabRules = defaults
  /**
   * The user wants no more questions until the app ends; undone by an option that begins to ask for
   * them.
   */
  #neverAsk = false
  #made = 0
  /** The window that had the keyboard last. */
  #latest: string | null = null
  /** The one before that. */
  #before: string | null = null
  /** Called when who needs the user has changed, or how many tabs work. */
  readonly #followers = new Set<() => void>()
  /** The window whose bar shows where a dragged tab would land. */
  #marked: OpenWindow | null = null

  constructor(ports: WindowsPorts) {
    this.#ports = ports
    this.notifications = new NotificationCenter({
      ...ports,
      flash: (window) => this.#open.get(window)?.flash(),
      toast: (window, toast) => this.#toast(window, { kind: 'attention/toast', ...toast }),
      changed: () => this.#sendOverview(),
      counted: () => {
        for (const follower of this.#followers) follower()
      },
    })
  }

  setRules(rules: TabRules): void {
    if (rules.ui.confirm_on_close && !this.#rules.ui.confirm_on_close) this.#neverAsk = false
    this.#rules = rules
  }

  get rules(): TabRules {
    const { ui } = this.#rules
    return this.#neverAsk ? { ...this.#rules, ui: { ...ui, confirm_on_close: false } } : this.#rules
  }

  get count(): number {
    return this.#open.size
  }

  open(tab: TabOptions, kind: WindowKind = 'ordinary'): Workspace {
    const { workspace } = this.#make(kind)
    workspace.open(tab)
    return workspace
  }

  /** Those of a kind, in the order of opening. */
  ofKind(kind: WindowKind): readonly Workspace[] {
    return this.#ofKind(kind).map(({ workspace }) => workspace)
  }

  /** Their sizes and places, in the same order. */
  framesOf(kind: WindowKind): readonly (WindowFrame | undefined)[] {
    return windowFrames(this.#ofKind(kind).map(({ bounds }) => bounds?.() ?? null))
  }

  /** null: it is not open, neither shown nor hidden. */
  get dropDown(): OpenWindow | null {
    return this.#ofKind('drop-down')[0] ?? null
  }

  /**
   * A window of the last run. `active`: index of the tab in view; `splits`: which of them are panes
   * of one tab, by their index as text.
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
    const ids = tabs.map((tab, place) => workspace.restore({ ...tab, place }))
    workspace.arrange(ids, active, splits)
  }

  /** A window with the tabs of a layout. `others`: for panes that name no folder. */
  openLayout(layout: Layout, others: LayoutSurroundings): Workspace {
    const { workspace } = this.#make()
    workspace.openLayout(layout, others)
    return workspace
  }

  /** A tab in the window that had the keyboard last; without a window, in a new one. */
  openTab(tab: TabOptions): Workspace {
    const workspace = this.latest
    if (workspace === null) return this.open(tab)
    workspace.open(tab)
    return workspace
  }

  /** The window that had the keyboard last, else any; never the drop-down. */
  get latest(): Workspace | null {
    // one without tabs is about to close
    const ordinary = this.ofKind('ordinary').filter(({ tabs }) => tabs.length > 0)
    return ordinary.find(({ id }) => id === this.#latest) ?? ordinary.at(-1) ?? null
  }

  /** Every window, in the order of opening. */
  get all(): readonly Workspace[] {
    return [...this.#open.values()].map(({ workspace }) => workspace)
  }

  /** It is gone, with its tabs. */
  closed(id: string): void {
    this.#open.delete(id)
    if (this.#latest === id) this.#latest = null
    if (this.#marked?.workspace.id === id) this.#marked = null
    this.#sendOverview()
  }

  /** It has the keyboard. */
  focused(id: string): void {
    if (id !== this.#latest) this.#before = this.#latest
    this.#latest = id
  }

  #front(tab: TabId, on: boolean): void {
    this.#round.front(tab, on)
    this.notifications.front(tab, on)
  }

  /** @param from the window where it was asked for */
  goTo(tab: TabId, from?: string): void {
    const window = this.#windowOf(tab)
    if (window === undefined) return this.#attach(tab, from)
    window.workspace.activate(tab)
    window.workspace.session(tab)?.reveal()
    window.raise()
  }

  /** A session of tmux that no tab shows gets one, in the window that asks for it. */
  #attach(id: string, from: string | undefined): void {
    const tab = this.#ports.detached?.attach(id)
    if (tab == null) return
    const own = this.#open.get(from ?? '')?.workspace
    own?.open(tab)
    this.#open.get((own ?? this.openTab(tab)).id)?.raise()
  }

  #find(id: TabId): Attended | undefined {
    return this.session(id) ?? this.#ports.detached?.find(id)
  }

  /**
   * To the tab that needs the user most, from outside the windows: the tray, a notification that
   * sums up. Else the latest window comes to the front.
   */
  goToFirst(): void {
    const [first] = this.notifications.rows()
    if (first !== undefined) this.goTo(first.view.id)
    else this.#open.get(this.latest?.id ?? '')?.raise()
  }

  /** Who needs the user, for those who are outside of the windows. */
  get attention(): AttentionList {
    const { notifications } = this
    return {
      working: notifications.working,
      items: notifications.rows().map((row) => this.#itemOf(row)),
    }
  }

  /** Calls whenever `attention` is another one. @returns what ends that */
  followAttention(changed: () => void): () => void {
    this.#followers.add(changed)
    return () => this.#followers.delete(changed)
  }

  /**
   * To the tab that is next of those that need the user, or within the one that it has led to, to
   * the pane of tmux that does; null: there is nothing else, and the next call begins anew.
   */
  goToNext(): AttentionItem | null {
    const { notifications } = this
    const { include } = notifications.options.attention
    const rows = notifications.rows()
    const front = notifications.frontTab
    const own = rows.find(({ view }) => view.id === this.#round.at(front))
    const next = this.#round.next(rows, front, include)
    if (next !== null) this.goTo(next.view.id)
    else if (
      own === undefined ||
      this.windowOf(own.view.id)?.session(own.view.id)?.reveal() !== true
    ) {
      this.#round.over()
      return null
    }
    const row = next ?? own
    return row === undefined ? null : this.#itemOf(row)
  }

  /** Where `goToNext` leads to one that it has not led to; nothing is gone to. */
  get upNext(): AttentionUpNext {
    const { notifications } = this
    const { include } = notifications.options.attention
    const { fresh, isOnIt } = this.#round.upNext(
      ...([notifications.rows(), notifications.frontTab, include] as const),
    )
    return { item: fresh === undefined ? null : this.#itemOf(fresh), isOn: isOnIt }
  }

  /** Another app has led the user on; or said that there is nothing else: all begin anew. */
  nextElsewhere(isOver: boolean): void {
    this.#round.left()
    if (isOver) this.#round.over()
  }

  /** The user's word to a session, from outside of the windows. false: it is in none of them */
  attend(id: TabId, act: AttentionAct): boolean {
    const session = this.#find(id)
    if (session === undefined) return false
    const says = anyTabMessages(() => this.#ports.clock.now())
    if (act.act === 'go') this.goTo(id)
    else if (act.act === 'acknowledge') says['tab/acknowledge'](session)
    else if (act.act === 'seen') says['tab/seen'](session)
    else if (act.act === 'snooze')
      says['tab/snooze'](session, { kind: 'tab/snooze', tab: id, forMs: act.forMs })
    else session.mute(act.act === 'mute')
    return true
  }

  /** What a session's program asks. null: it is in no window */
  dialog(id: TabId): Promise<Dialog> | null {
    return this.#find(id)?.dialog() ?? null
  }

  /** Answers that, from outside of the windows. null: it is in none of them */
  answer(
    id: TabId,
    token: string,
    choice: number,
    by: AnsweredBy = 'list',
  ): Promise<Answered> | null {
    return this.#find(id)?.answer(token, choice, by) ?? null
  }

  #itemOf(row: Row): AttentionItem {
    return itemOf(row, {
      include: this.notifications.options.attention.include,
      nameOf: (window) => this.#open.get(window)?.name ?? '',
      sinceEpoch: this.#ports.sinceEpoch,
    })
  }

  /**
   * `to`: a window's id, or null for a new one; `place`: its slot there. A window that is left
   * without tabs closes. Why it cannot be done is said in the window of the tab.
   */
  moveTab(tab: TabId, to: string | null, place?: number): void {
    const from = this.windowOf(tab)
    const problem = from === null ? null : this.#move(tab, from, to, place)
    if (problem !== null) from?.notice('warning', problem)
  }

  /** @returns why not, in a sentence; null: it is done, or one of the windows has gone meanwhile */
  #move(tab: TabId, from: Workspace, to: string | null, place?: number): string | null {
    if (to === from.id) return null
    const target = to === null ? this.#make() : this.#open.get(to)
    if (target === undefined || (to !== null && target.workspace.tabs.length === 0)) return null
    if (!target.workspace.hasRoomFor(from.panesBeside(tab).length))
      return `The other window has as many tabs as it can hold, ${tabsMax}. Close some there first.`
    target.workspace.adoptTab(from.release(tab), place)
    target.raise()
    return null
  }

  /** In whichever window it is. */
  session(id: TabId): Session | undefined {
    return this.#windowOf(id)?.workspace.session(id)
  }

  windowOf(session: TabId): Workspace | null {
    return this.#windowOf(session)?.workspace ?? null
  }

  /** Every pane of every window, in words. */
  listed(): ListedPane[] {
    return [...this.#open.values()].flatMap(({ workspace, name }) => workspace.listed(name))
  }

  /** Does this to a pane of any window. @returns null: it is done */
  pane(id: TabId, act: PaneAct): NotDone | null {
    const window = this.windowOf(id)
    if (window === null) return unknownSession(id)
    if (act.act === 'own-window') {
      window.pane(id, { act: 'own-tab' })
      if (window.tabs.length > 1) this.moveTab(id, null)
      return null
    }
    if (act.act === 'join') {
      const target = this.windowOf(act.at)
      if (target === null) return unknownSession(act.at)
      const [own, others] = [window.panesBeside(id), target.panesBeside(act.at)]
      if (own.length + others.length > panesMax) return { problem: notJoined }
      return notDone(this.#move(id, window, target.id) ?? target.pane(id, act))
    }
    return notDone(window.pane(id, act))
  }

  /**
   * Marks the slot in another window's bar over which a tab is held; let go, it moves there, else
   * to a window of its own.
   */
  drag(tab: TabId, at: Point | null, drop: boolean): void {
    const from = this.#windowOf(tab)
    if (from === undefined) return
    const over = at === null ? null : this.#barAt(at, from)
    const before = this.#marked
    this.#marked = drop ? null : (over?.window ?? null)
    if (before !== null && before !== this.#marked)
      before.workspace.send({ kind: 'bar/drop-mark', place: null })
    if (!drop) over?.window.workspace.send({ kind: 'bar/drop-mark', place: over.place })
    else if (over !== null) this.moveTab(tab, over.window.workspace.id, over.place)
    else if (from.workspace.tabs.length > 1) this.moveTab(tab, null)
  }

  /**
   * The other window under this point of a window's content, the one used last first, and the slot
   * in its bar.
   */
  #barAt(
    { x, y }: Point,
    from: OpenWindow,
  ): { readonly window: OpenWindow; readonly place: number } | null {
    const all = [...this.#open.values()]
    if (!placesKnown(all.map((one) => one.frame()))) return null
    const own = from.frame()
    const others = all
      .filter((one) => one.workspace !== from.workspace)
      .sort(
        (one, other) =>
          Number(other.workspace.id === this.#before) - Number(one.workspace.id === this.#before),
      )
    for (const window of others) {
      const place = dropPlace(
        { x: own.x + x, y: own.y + y },
        window.frame(),
        window.workspace.tabs.length,
        window.workspace.options,
      )
      if (place !== null) return { window, place }
    }
    return null
  }

  #ofKind(kind: WindowKind): readonly OpenWindow[] {
    return [...this.#open.values()].filter((window) => window.kind === kind)
  }

  #quit(window: string, force: boolean): void {
    const { workspace } = this.#open.get(window) ?? {}
    const sentences = this.all.flatMap((one) => one.wouldBeLost())
    const tabs = this.all.reduce((sum, one) => sum + one.tabs.length, 0)
    const inDropDown = this.dropDown?.workspace.tabs.length ?? 0
    if (
      force ||
      workspace === undefined ||
      !workspace.canAsk ||
      !this.rules.ui.confirm_on_close ||
      (sentences.length === 0 && (tabs <= 1 || this.#keeps))
    )
      this.#ports.quit()
    else
      workspace.send({
        kind: 'window/confirm-close',
        sentences,
        tabs,
        ...(inDropDown === 0 ? {} : { inDropDown }),
        quit: true,
      })
  }

  get #keeps(): boolean {
    return this.#ports.keeps?.() ?? false
  }

  #make(kind: WindowKind = 'ordinary', before?: WindowFrame): OpenWindow {
    const id = this.#ports.newId()
    const made = this.#ports.make(this.#registryOf(id), id, kind, before)
    if (kind === 'ordinary') this.#made += 1
    const name = kind === 'drop-down' ? 'Drop-down' : `Window ${this.#made}`
    this.#open.set(id, { ...made, name, kind })
    this.#sendOverview()
    return made
  }

  #windowOf(tab: TabId): OpenWindow | undefined {
    return [...this.#open.values()].find(({ workspace }) => workspace.session(tab) !== undefined)
  }

  /**
   * To the window of the tab; when that has not the keyboard and another of ours has, to that one
   * too: it is looked at.
   */
  #toast(window: string, message: MainMessage): void {
    const latest = this.#latest ?? window
    for (const id of new Set([window, latest])) this.#open.get(id)?.workspace.send(message)
  }

  #sendOverview(): void {
    const overview = this.#overview()
    for (const { workspace } of this.#open.values()) workspace.send(overview)
  }

  #overview(): Extract<MainMessage, { kind: 'windows/state' }> {
    return {
      kind: 'windows/state',
      windows: [...this.#open].map(([id, { name }]) => ({ id, name })),
      rows: this.notifications.rows().map(({ window, view }) => ({ window, view })),
      reopenable: this.#closed.count,
    }
  }

  #registryOf(window: string): WindowRegistry {
    let front: TabId | null = null
    const self = this // for the getter beneath
    return {
      get rules() {
        return self.rules
      },
      find: (tab) => this.#find(tab),
      comesBack: () =>
        this.#keeps && this.ofKind(this.#open.get(window)?.kind ?? 'ordinary').length === 1,
      quit: (force) => this.#quit(window, force),
      newWindow: (tab) => {
        this.open(tab)
      },
      moveTab: (tab, to) => this.moveTab(tab, to),
      drag: (tab, at, drop) => this.drag(tab, at, drop),
      goTo: (tab) => this.goTo(tab, window),
      closed: this.#closed,
      neverAsk: () => {
        this.#neverAsk = true
      },
      changed: (view) => this.notifications.tab(window, view),
      happened: (tab, event) => {
        if (event.type === 'command') this.notifications.command(tab, event)
      },
      front: (tab) => {
        if (front !== null) this.#front(front, false)
        front = tab
        if (tab !== null) {
          this.focused(window)
          this.#front(tab, true)
        }
      },
      gone: (tab) => {
        this.notifications.gone(tab)
        this.#ports.tabGone?.(tab)
      },
      overview: () => this.#overview(),
      history: () => [...this.notifications.history],
    }
  }
}

function notDone(problem: string | null): NotDone | null {
  return problem === null ? null : { problem }
}
