/**
 * Where all tabs of all windows report: it notifies of each thing once, by the channels that the
 * policy names, takes it back when it has been seen, keeps the history, and says who needs the
 * user. It decides nothing itself: decide.ts does.
 */
import { greatest } from '../../../base/extremes.ts'
import type { Clock, Millis } from '../../../base/clock.ts'
import type { SessionId } from '../../ids.ts'
import type { TabView } from '../tabs/tab-view.ts'
import { decide, type AttentionContext } from './decide.ts'
import { callEpisode, stateEpisode, type Episode } from './episode.ts'
import {
  minuteMs,
  notificationsKeptMax,
  publishDelayMs,
  attentionRowsMax,
  summaryDelayMs,
} from './limits.ts'
import type { Category, NotificationCenterOptions } from './channels.ts'
import { defaults } from '../../config/table.ts'
import { badgeCount, queue, type QueuedTab } from './queue.ts'
import { notificationText, sentenceOf, summaryText, type NotificationText } from './messages.ts'

/** A notification of the desktop. One a tab: a new one takes the place of the old. */
export interface DesktopNotification extends NotificationText {
  /** null: it sums up several. A click goes to that tab, or to the most urgent one. */
  readonly session: SessionId | null
  readonly urgency: 'low' | 'normal'
}

export interface PastNotification {
  readonly id: number
  readonly at: Millis
  readonly session: SessionId
  readonly category: Category
  readonly title: string
  readonly text: string
  /** The tab was muted then: it was shown nowhere else. */
  readonly muted?: true
}

export type Toast = Pick<PastNotification, 'session' | 'category' | 'title' | 'text'>

export interface NotificationCenterPorts {
  readonly clock: Clock
  /** Minutes since midnight, by the wall clock. */
  readonly minuteOfDay: () => number
  /** The desktop is asked to keep quiet. */
  readonly doNotDisturb: () => boolean
  readonly show: (notification: DesktopNotification) => void
  readonly withdraw: (session: SessionId | null) => void
  readonly sound: () => void
  /** Has the desktop mark a window. */
  readonly flash: (window: string) => void
  readonly toast: (window: string, toast: Toast) => void
  /** Tabs that need the user, by the channel `badge`; and whether anything needs them. */
  readonly badge: (count: number) => void
  /** Whether any tab is working: called when that changes. */
  readonly working: (any: boolean) => void
  readonly changed: () => void
  /** The list has changed, or how many tabs work. */
  readonly counted: () => void
}

const episodes = { state: stateEpisode, call: callEpisode }
/** What a notification is of. */
type Of = keyof typeof episodes | 'command'

interface Entry {
  window: string
  view: TabView
  /** In view of a window that has the keyboard. */
  front: boolean
  /** Notified of, or judged not to be: never again. */
  readonly judged: Map<keyof typeof episodes, string>
  /** What the desktop shows for this tab. */
  shown: { readonly of: Of; readonly key: string } | null
  cancelLater: (() => void) | null
}

export class NotificationCenter {
  readonly #ports: NotificationCenterPorts
  readonly #entries = new Map<SessionId, Entry>()
  readonly #history: PastNotification[] = []
  #options: NotificationCenterOptions = defaults
  #nextId = 1
  #shown: { readonly session: SessionId; readonly at: Millis }[] = []
  #soundAt: Millis | null = null
  readonly #summary = {
    count: 0,
    titles: new Set<string>(),
    cancel: null as (() => void) | null,
    until: Number.NEGATIVE_INFINITY,
  }
  #badge = 0
  #working = 0
  #rows: readonly QueuedTab[] = []
  #cancelPublish: (() => void) | null = null

  constructor(ports: NotificationCenterPorts) {
    this.#ports = ports
  }

  get options(): NotificationCenterOptions {
    return this.#options
  }

  setOptions(options: NotificationCenterOptions): void {
    this.#options = options
    this.#publishSoon()
  }

  /** Newest last. */
  get history(): readonly PastNotification[] {
    return this.#history
  }

  get working(): number {
    return this.#working
  }

  /** In view of a window that has the keyboard; null: none is. */
  get frontSession(): SessionId | null {
    for (const [session, { front }] of this.#entries) if (front) return session
    return null
  }

  /** The attention list. */
  rows(): readonly QueuedTab[] {
    return queue([...this.#entries.values()]).slice(0, attentionRowsMax)
  }

  /** A session is there, has another view, or is in another window. */
  changed(window: string, view: TabView): void {
    const entry = this.#entries.get(view.id) ?? {
      window,
      view,
      front: false,
      judged: new Map(),
      shown: null,
      cancelLater: null,
    }
    this.#entries.set(view.id, entry)
    entry.window = window
    entry.view = view
    this.#judge(entry)
    this.#withdrawSeen(entry)
    this.#publishSoon()
  }

  /** The user looks at this tab now, or no longer. */
  front(session: SessionId, on: boolean): void {
    const entry = this.#entries.get(session)
    if (entry === undefined || entry.front === on) return
    entry.front = on
    if (on) this.#withdraw(entry)
  }

  command(session: SessionId, ran: { readonly ranMs: number; readonly code: number | null }): void {
    const entry = this.#entries.get(session)
    if (entry === undefined) return
    const now = this.#ports.clock.now()
    this.#notify(entry, 'command', { key: `command ${now}`, categories: ['command'], at: now }, ran)
  }

  gone(session: SessionId): void {
    const entry = this.#entries.get(session)
    if (entry === undefined) return
    entry.cancelLater?.()
    this.#withdraw(entry)
    this.#entries.delete(session)
    this.#publishSoon()
  }

  dispose(): void {
    for (const entry of this.#entries.values()) {
      entry.cancelLater?.()
      this.#withdraw(entry)
    }
    this.#entries.clear()
    this.#summary.cancel?.()
    this.#cancelPublish?.()
    this.#cancelPublish = null
  }

  #judge(entry: Entry): void {
    for (const kind of ['state', 'call'] as const) {
      const episode = episodes[kind](entry.view)
      if (episode === null || entry.judged.get(kind) === episode.key) continue
      entry.judged.set(kind, episode.key)
      if (kind === 'state') entry.cancelLater?.()
      this.#notify(entry, kind, episode, null)
    }
  }

  #notify(
    entry: Entry,
    of: Of,
    episode: Episode,
    ran: { readonly ranMs: number; readonly code: number | null } | null,
  ): void {
    const { clock } = this.#ports
    const now = clock.now()
    this.#shown = this.#shown.filter(({ at }) => at > now - minuteMs)
    const { ranMs } = ran ?? {}
    const decision = decide(
      { ...episode, ...(ranMs === undefined ? {} : { ranMs }) },
      this.#context(entry, of, episode),
      this.#options.notifications,
      now,
    )
    if (decision.outcome === 'later') {
      entry.cancelLater = clock.after(decision.at - now, () => {
        entry.cancelLater = null
        this.#notify(entry, of, episode, ran)
      })
      return
    }
    const [category = 'program'] = episode.categories
    const text = sentenceOf(category, entry.view, ran)
    if (decision.outcome === 'now' || decision.reason === 'muted' || decision.reason === 'off')
      this.#keep(entry, category, text)
    if (decision.outcome === 'never') return
    if (decision.desktop === 'own') this.#show(entry, of, episode.key, category, text)
    else if (decision.desktop === 'summary') this.#sumUp(entry)
    if (decision.sound) {
      this.#soundAt = now
      this.#ports.sound()
    }
    if (decision.urgency) this.#ports.flash(entry.window)
    const { id: session, title } = entry.view
    if (decision.toast) this.#ports.toast(entry.window, { session, category, title, text })
  }

  #context(entry: Entry, of: Of, { key }: Episode): AttentionContext {
    const { view, front } = entry
    const present = of === 'command' ? { key } : episodes[of](view)
    return {
      inFront: front,
      seen: present?.key !== key,
      snoozed: view.agent?.snoozedUntil != null,
      muted: view.muted === true,
      shownAt: this.#shown.map(({ at }) => at),
      ownAt: this.#shown.flatMap(({ session, at }) => (session === view.id ? [at] : [])),
      soundAt: this.#soundAt,
      minuteOfDay: this.#ports.minuteOfDay(),
      doNotDisturb: this.#ports.doNotDisturb(),
    }
  }

  #show(entry: Entry, of: Of, key: string, category: Category, text: string): void {
    this.#shown.push({ session: entry.view.id, at: this.#ports.clock.now() })
    entry.shown = { of, key }
    this.#ports.show({
      session: entry.view.id,
      urgency: category === 'done' ? 'low' : 'normal',
      ...notificationText(category, entry.view.title, text, this.#options.notifications.content),
    })
  }

  /** Too many at once: one notification for what follows in this minute. */
  #sumUp(entry: Entry): void {
    const summary = this.#summary
    summary.count += 1
    summary.titles.add(entry.view.title)
    const now = this.#ports.clock.now()
    if (summary.cancel !== null || now < summary.until) return
    summary.cancel = this.#ports.clock.after(summaryDelayMs, () => {
      summary.cancel = null
      summary.until = this.#ports.clock.now() + minuteMs
      this.#ports.show({
        session: null,
        urgency: 'normal',
        ...summaryText(summary.count, [...summary.titles], this.#options.notifications.content),
      })
      summary.count = 0
      summary.titles.clear()
    })
  }

  /** What was shown and is no longer so, or has been seen. */
  #withdrawSeen(entry: Entry): void {
    const { view, shown } = entry
    if (shown === null || shown.of === 'command') return
    if (
      episodes[shown.of](view)?.key !== shown.key ||
      view.agent?.snoozedUntil != null ||
      view.muted === true
    )
      this.#withdraw(entry)
  }

  #withdraw(entry: Entry): void {
    if (entry.shown === null) return
    entry.shown = null
    this.#ports.withdraw(entry.view.id)
  }

  #keep({ view }: Entry, category: Category, text: string): void {
    this.#history.push({
      id: this.#nextId++,
      at: this.#ports.clock.now(),
      session: view.id,
      category,
      title: view.title,
      text,
      ...(view.muted === true ? { muted: true } : {}),
    })
    if (this.#history.length <= notificationsKeptMax) return
    const counts = new Map<SessionId, number>()
    for (const { session } of this.#history) counts.set(session, (counts.get(session) ?? 0) + 1)
    const most = greatest(counts.values())
    this.#history.splice(
      this.#history.findIndex(({ session }) => counts.get(session) === most),
      1,
    )
  }

  #publishSoon(): void {
    this.#cancelPublish ??= this.#ports.clock.after(publishDelayMs, () => {
      this.#cancelPublish = null
      const views = [...this.#entries.values()].map(({ view }) => view)
      const count = badgeCount(views, this.#options.notifications)
      if (count !== this.#badge) {
        this.#badge = count
        this.#ports.badge(count)
      }
      const working = views.filter(({ state }) => state === 'working').length
      const before = this.#working
      this.#working = working
      if (working > 0 !== before > 0) this.#ports.working(working > 0)
      const rows = this.rows()
      const same =
        rows.length === this.#rows.length &&
        rows.every(
          ({ window, view }, index) =>
            view === this.#rows[index]?.view && window === this.#rows[index].window,
        )
      if (!same) {
        this.#rows = rows.map(({ window, view }) => ({ window, view })) // entries change
        this.#ports.changed()
      }
      if (!same || working !== before) this.#ports.counted()
    })
  }
}
