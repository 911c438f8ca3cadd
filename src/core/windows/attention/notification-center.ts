/**
 * Receives the events of all tabs. Notifies of each once, over the channels of the policy,
 * withdraws seen notifications, keeps the history, and lists the tabs that need the user. decide.ts
 * makes the decisions.
 */
import { greatest } from '../../../base/numbers/extremes.ts'
import type { Clock, Millis } from '../../../base/clock.ts'
import type { SessionId } from '../../ids.ts'
import type { TrackedNotification } from '../../session/tracked-notifications.ts'
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
import {
  notificationText,
  programSentence,
  sentenceOf,
  summaryText,
  type NotificationText,
} from './messages.ts'
import { programDetails, soundOf, programUrgency, type ProgramDetails } from './program-details.ts'

/**
 * A desktop notification. Each tab has one, which a new one replaces, and those of its program
 * (OSC 99).
 */
export interface DesktopNotification extends NotificationText {
  /** `null` for a summary. A click shows the tab, or the most urgent one for a summary. */
  readonly session: SessionId | null
  readonly urgency: 'low' | 'normal' | 'critical'
  readonly program?: ProgramDetails
}

interface PastNotification {
  readonly id: number
  readonly at: Millis
  readonly session: SessionId
  readonly category: Category
  readonly title: string
  readonly text: string
  /** The tab was muted, so it was shown nowhere else. */
  readonly muted?: true
}

type Toast = Pick<PastNotification, 'session' | 'category' | 'title' | 'text'>

export interface NotificationCenterPorts {
  readonly clock: Clock
  /** Minutes since midnight by the wall clock. */
  readonly minuteOfDay: () => number
  /** Whether the desktop is in do-not-disturb mode. */
  readonly doNotDisturb: () => boolean
  /** Formats a time of the clock, such as `14:05`; absent if no time is shown. */
  readonly wallClock?: (at: number) => string
  readonly show: (notification: DesktopNotification) => void
  /** Removes the tab's own notification, or one of its program. */
  readonly withdraw: (session: SessionId | null, notification?: TrackedNotification) => void
  readonly sound: () => void
  /** Requests attention for a window. */
  readonly flash: (window: string) => void
  readonly toast: (window: string, toast: Toast) => void
  /** Takes the number of tabs that need the user, by the channel `badge`. */
  readonly badge: (count: number) => void
  /** Called when the first tab starts or the last one stops working. */
  readonly working: (any: boolean) => void
  readonly changed: () => void
  /** Called when the list or the number of working tabs changed. */
  readonly counted: () => void
}

const episodes = { state: stateEpisode, call: callEpisode }
/** Source of a notification. */
type Source =
  | { readonly of: keyof typeof episodes }
  | { readonly of: 'command'; readonly ran: RanCommand }
  | { readonly of: 'program'; readonly notification: TrackedNotification }

/** Source of a tab's own notification. */
type ShownSource = Exclude<Source['of'], 'program'>

/**
 * An update does not count against the limits. If it is not shown, the notification remains as it
 * is, so that nothing is missing.
 */
function isUpdate(source: Source): boolean {
  return source.of === 'program' && source.notification.isUpdate
}

interface RanCommand {
  readonly ranMs: number
  readonly code: number | null
}

interface Entry {
  window: string
  view: TabView
  /** Active in the focused window. */
  front: boolean
  /** Keys of episodes that were decided, which never notify again. */
  readonly judged: Map<keyof typeof episodes, string>
  /** The desktop notification shown for this tab. */
  shown: { readonly of: ShownSource; readonly key: string } | null
  /** Notifications of its program, some of which may be over. */
  programs: readonly TrackedNotification[]
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

  get history(): readonly PastNotification[] {
    return this.#history
  }

  get working(): number {
    return this.#working
  }

  /** The active tab of the focused window; `null` if there is none. */
  get frontSession(): SessionId | null {
    for (const [session, { front }] of this.#entries) if (front) return session
    return null
  }

  /** Rows of the inbox. */
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
      programs: [],
      cancelLater: null,
    }
    this.#entries.set(view.id, entry)
    entry.window = window
    entry.view = view
    this.#judge(entry)
    this.#withdrawSeen(entry)
    this.#publishSoon()
  }

  /** Notes whether the user sees this tab. */
  front(session: SessionId, on: boolean): void {
    const entry = this.#entries.get(session)
    if (entry === undefined || entry.front === on) return
    entry.front = on
    if (on) this.#withdraw(entry)
  }

  command(session: SessionId, ran: RanCommand): void {
    const entry = this.#entries.get(session)
    if (entry === undefined) return
    const now = this.#ports.clock.now()
    const episode = { key: `command ${now}`, categories: ['command'], at: now } as const
    this.#notify(entry, { of: 'command', ran }, episode)
  }

  /** Notifies of a notification of the tab's program (OSC 99), each on its own. */
  program(session: SessionId, notification: TrackedNotification): void {
    const entry = this.#entries.get(session)
    const episode = callEpisode(notification)
    if (entry === undefined || episode === null) return
    entry.judged.set('call', episode.key)
    this.#notify(entry, { of: 'program', notification }, episode)
    notification.notShown()
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
      this.#notify(entry, { of: kind }, episode)
    }
  }

  #notify(entry: Entry, source: Source, episode: Episode): void {
    const { clock } = this.#ports
    const now = clock.now()
    this.#shown = this.#shown.filter(({ at }) => at > now - minuteMs)
    const decision = decide(
      { ...episode, ...(source.of === 'command' ? { ranMs: source.ran.ranMs } : {}) },
      this.#context(entry, source, episode),
      this.#options.notifications,
      now,
    )
    if (decision.outcome === 'later') {
      entry.cancelLater = clock.after(decision.at - now, () => {
        entry.cancelLater = null
        this.#notify(entry, source, episode)
      })
      return
    }
    const [category = 'program'] = episode.categories
    const text =
      source.of === 'program'
        ? programSentence(source.notification)
        : sentenceOf(
            category,
            entry.view,
            source.of === 'command' ? source.ran : null,
            this.#ports.wallClock,
          )
    if (decision.outcome === 'now' || decision.reason === 'muted' || decision.reason === 'off')
      this.#keep(entry, category, text)
    if (decision.outcome === 'never') return
    const sound =
      decision.sound && source.of === 'program' ? soundOf(source.notification) : 'system'
    const named = decision.desktop === 'own' && sound !== 'system' ? sound : null
    if (decision.desktop === 'own') {
      if (source.of === 'program') this.#showProgram(entry, source.notification, text, named)
      else this.#show(entry, source.of, episode.key, category, text)
    } else if (decision.desktop === 'summary' && !isUpdate(source)) this.#sumUp(entry)
    if (decision.sound && sound !== 'silent') {
      this.#soundAt = now
      if (named === null) this.#ports.sound()
    }
    if (decision.urgency) this.#ports.flash(entry.window)
    const { id: session, title } = entry.view
    if (decision.toast) this.#ports.toast(entry.window, { session, category, title, text })
  }

  #context(entry: Entry, source: Source, { key }: Episode): AttentionContext {
    const { view, front } = entry
    const { of } = source
    const present = of === 'command' || of === 'program' ? { key } : episodes[of](view)
    const counted = isUpdate(source) ? [] : this.#shown
    return {
      inFront: front,
      asksThere: of === 'state' && view.state === 'waiting' && view.agent?.source === 'terminal',
      seen: present?.key !== key,
      snoozed: view.agent?.snoozedUntil != null,
      muted: view.muted === true,
      shownAt: counted.map(({ at }) => at),
      ownAt: counted.flatMap(({ session, at }) => (session === view.id ? [at] : [])),
      soundAt: this.#soundAt,
      minuteOfDay: this.#ports.minuteOfDay(),
      doNotDisturb: this.#ports.doNotDisturb(),
    }
  }

  #show(entry: Entry, of: ShownSource, key: string, category: Category, text: string): void {
    this.#shown.push({ session: entry.view.id, at: this.#ports.clock.now() })
    entry.shown = { of, key }
    this.#ports.show({
      session: entry.view.id,
      urgency: category === 'done' ? 'low' : 'normal',
      ...notificationText(category, entry.view.title, text, this.#options.notifications.content),
    })
  }

  #showProgram(
    entry: Entry,
    notification: TrackedNotification,
    text: string,
    sound: string | null,
  ): void {
    const { id: session, title } = entry.view
    const { content } = this.#options.notifications
    if (!notification.isUpdate) this.#shown.push({ session, at: this.#ports.clock.now() })
    entry.programs = [...entry.programs.filter(({ isShown }) => isShown), notification]
    const program = programDetails(notification, content, sound)
    notification.shown(() => this.#ports.withdraw(session, notification))
    this.#ports.show({
      session,
      urgency: programUrgency(notification),
      ...notificationText('program', title, text, content),
      program,
    })
  }

  /** Shows one summary for everything beyond the limit in this minute. */
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

  /** Withdraws a notification that is over or was seen. */
  #withdrawSeen(entry: Entry): void {
    const { view, shown } = entry
    const silent = view.agent?.snoozedUntil != null || view.muted === true
    if (silent) this.#withdrawPrograms(entry)
    if (shown === null || shown.of === 'command') return
    if (silent || episodes[shown.of](view)?.key !== shown.key) this.#withdrawOwn(entry)
  }

  #withdraw(entry: Entry): void {
    this.#withdrawPrograms(entry)
    this.#withdrawOwn(entry)
  }

  #withdrawPrograms(entry: Entry): void {
    for (const notification of entry.programs) notification.withdraw()
    entry.programs = []
  }

  /** Withdraws the notification that is not the program's. */
  #withdrawOwn(entry: Entry): void {
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
        this.#rows = rows.map(({ window, view }) => ({ window, view })) // entries are mutable
        this.#ports.changed()
      }
      if (!same || working !== before) this.#ports.counted()
    })
  }
}
