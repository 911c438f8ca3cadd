/** Opens tabs and panes in a window: new, copied and restored ones. */
import { noSuchProfile, profileNamed, withProfile } from '../../config/profile.ts'
import { paneFor, sessionIn, type PaneId, type SessionId } from '../../ids.ts'
import type { Size } from '../../session/ports.ts'
import { focusPane, panesInSameTab, withPane, withPaneBack } from '../panes/arrangement.ts'
import { panesMax } from '../panes/limits.ts'
import { hasPane, type SplitAxis } from '../panes/tree.ts'
import type { ClosedTab } from './closed-tabs.ts'
import { namedDirectory, type Directories, type TabPlace } from './directories.ts'
import { halfOf, type GridSizes } from './grid-sizes.ts'
import { defaultSize, tabsMax } from './limits.ts'
import { beginTab, type TabHandle } from './tab-handle.ts'
import { profileCommand, type TabOptions } from './tab-options.ts'
import type { TabStrip } from './tab-strip.ts'
import type { WindowContext } from './workspace-ports.ts'

export class NewTabs {
  readonly #context: WindowContext
  readonly #strip: TabStrip
  readonly #sizes: GridSizes
  readonly #directories: Directories
  /** The last tab opened in the background, and the session that was active then. */
  #background: { readonly from: SessionId; readonly last: SessionId } | null = null

  constructor(context: WindowContext, strip: TabStrip, sizes: GridSizes, directories: Directories) {
    this.#context = context
    this.#strip = strip
    this.#sizes = sizes
    this.#directories = directories
  }

  /**
   * Opens a tab and shows it.
   * @param before a closed tab that returns
   * @returns the id of its session, or `null` if there are too many tabs
   */
  open(tab: TabOptions, before?: ClosedTab, place = before?.place): SessionId | null {
    if (!this.#hasRoom()) return null
    // no page measures a session without a window
    const usual = tab.detached === true ? (before?.adopts?.size ?? defaultSize) : null
    const size = this.#sizes.ofTab ?? usual
    const held = this.#begin(tab, size, before)
    this.#strip.add(held, place)
    return held.session.id
  }

  /**
   * Opens a tab and keeps the active one. Tabs opened while the same tab is active are after it in
   * the order in which they were opened.
   */
  openInBackground(tab: TabOptions): SessionId | null {
    const { focused, tabs } = this.#strip
    if (focused === null) return this.open(tab)
    const last = this.#background?.from === focused ? paneFor(this.#background.last) : null
    const at = last === null ? -1 : tabs.findIndex(({ tree }) => hasPane(tree, last))
    const isAfter = this.#context.options.tabs.new_position === 'after'
    const id = this.open(tab, undefined, isAfter && at !== -1 ? at + 1 : undefined)
    this.#strip.focusPane(paneFor(focused))
    this.#background = id === null ? null : { from: focused, last: id }
    return id
  }

  /**
   * Divides the space of a pane in two. The other half is a new pane, which gets the focus. The new
   * pane is in the same directory unless `tab` specifies another.
   * @returns the id of its session, or `null` if there are too many panes or if no pane can be
   * split
   */
  split(at: PaneId, axis: SplitAxis, tab?: TabOptions): SessionId | null {
    const session = this.#strip.sessions.get(sessionIn(at))
    if (session === undefined || !this.#hasRoom()) return null
    if (panesInSameTab(this.#strip.arrangement, at).length >= panesMax) {
      this.#context.page.notice(
        'warning',
        `This tab already has the maximum of ${panesMax} panes. Close one first.`,
      )
      return null
    }
    const { profile } = session.program.facts()
    const place = tab ?? { ...this.#placeFrom(session.id, profile), ...profileOf(profile) }
    const held = this.#begin(
      place,
      halfOf(session.program.terminal.size ?? this.#sizes.ofTab, axis),
    )
    this.#strip.put([held], (strip) => withPane(strip, at, paneFor(held.session.id), axis))
    return held.session.id
  }

  /** Opens a tab of the last run after the others. Returns its session's id; `null` if too many. */
  restore(tab: ClosedTab, more: Pick<TabOptions, 'detached'> = {}): SessionId | null {
    const again = { ...this.#directories.again(tab), ...titleOf(tab), ...more }
    return this.open({ ...again, restored: true, waits: tab.adopts === undefined }, tab)
  }

  /** Opens a copy of a session, after its tab. */
  duplicate(id: SessionId): void {
    const session = this.#strip.sessions.get(id)
    if (session === undefined || !this.#hasRoom()) return
    this.#directories.lookUp(session)
    const again = this.#directories.again(session.program.facts())
    const copy = { ...again, once: session.once, word: 'duplicated' } as const
    const held = this.#begin(copy, this.#sizes.ofTab)
    this.#strip.put([held], (strip) =>
      this.#strip.withNewTab(focusPane(strip, paneFor(id)), paneFor(held.session.id)),
    )
  }

  /** Reopens the last closed tab at its old position. */
  reopen(): void {
    const { closed } = this.#context.ports.registry
    const tab = closed.take()
    if (tab === null || !this.#hasRoom()) return
    const again = { ...this.#directories.again(tab), ...titleOf(tab) }
    const held = this.#begin(again, null, tab) // until its place is known
    const { id } = held.session
    const pane = paneFor(id)
    this.#strip.put(
      [held],
      (strip) =>
        (tab.slot == null ? null : withPaneBack(strip, pane, tab.slot)) ??
        this.#strip.withNewTab(strip, pane, tab.place),
    )
    if (this.#sizes.ofTab !== null && held.session.program.phase === 'starting')
      held.session.program.resize(this.#sizes.of(id))
    if (tab.id !== undefined) closed.cameBack(paneFor(tab.id), pane)
  }

  /** Returns the directory of a new tab. */
  place(profile?: string): TabPlace {
    return this.#placeFrom(this.#strip.focused, profile)
  }

  /** Opens a tab with a profile or none. Reports an unknown profile. */
  openProfile(profile?: string): void {
    const { options, page } = this.#context
    const found = profileNamed(options, profile)
    if (profile !== undefined && found === undefined)
      page.notice('warning', `${noSuchProfile(options, profile)} Using no profile.`)
    this.open({
      ...this.place(profile),
      ...(found === undefined ? {} : { ...profileOf(profile), ...profileCommand(found) }),
    })
  }

  /** Returns the directory of a tab or pane opened from this one. */
  #placeFrom(from: SessionId | null, profile?: string): TabPlace {
    const { facts, options: own } = this.#context
    const options = withProfile(own, profileNamed(own, profile))
    const named = namedDirectory(options, facts.home, facts.environment)
    return named === null ? this.#directories.forNewTab(from) : this.#directories.ifThere(named)
  }

  #hasRoom(): boolean {
    if (this.#strip.sessions.hasRoomFor(1)) return true
    this.#context.page.send({
      kind: 'page/notice',
      level: 'error',
      text: `This window already has the maximum of ${tabsMax} tabs. Close one first.`,
    })
    return false
  }

  #begin(tab: TabOptions, size: Size | null, before?: ClosedTab): TabHandle {
    return beginTab(
      { ...tab, ...(before === undefined ? {} : { before }) },
      { ...this.#context, size, owner: this.#strip.owner },
    )
  }
}

function profileOf(profile: string | undefined): Pick<TabOptions, 'profile'> {
  return profile === undefined ? {} : { profile }
}

function titleOf({ title }: ClosedTab): Pick<TabOptions, 'title'> {
  return title === null ? {} : { title }
}
