/** The tabs that need the user, for callers outside the windows: list, visits and answers. */
import type { Millis } from '../../base/clock.ts'
import type { AnsweredBy } from '../recorder/events.ts'
import type { PromptQueueAct, PromptQueueAnswer } from './tabs/prompt-queue-view.ts'
import type { Answered } from '../session/agent/dialogs.ts'
import type { OpenWindows } from './open-window.ts'
import type { SessionId } from '../ids.ts'
import type { AgentDialog } from './tabs/tab-view.ts'
import { anySessionMessages, noQueue, type Attended } from './workspace/messages/handlers.ts'
import {
  itemOf,
  type AttentionAct,
  type AttentionItem,
  type AttentionList,
  type AttentionUpNext,
} from './attention/list.ts'
import { focusWaitMs } from './attention/limits.ts'
import type { NotificationCenter } from './attention/notification-center.ts'
import type { QueuedTab } from './attention/queue.ts'
import { Round } from './attention/visit-order.ts'

interface AttentionDeskPorts {
  readonly now: () => Millis
  readonly after: (ms: number, act: () => void) => void
  /** Returns a time of the clock as milliseconds since the epoch. */
  readonly sinceEpoch: (at: Millis) => number
  /** Finds a tab of any window, or a session of tmux that none shows. */
  readonly find: (id: SessionId) => Attended | undefined
  readonly goTo: (id: SessionId) => void
}

export class AttentionDesk {
  readonly #open: OpenWindows
  readonly #notifications: NotificationCenter
  readonly #ports: AttentionDeskPorts
  readonly #round = new Round()
  readonly #followers = new Set<() => void>()
  /** The tab that was shown last, until the user sees it. */
  #going: { readonly id: SessionId; readonly settle: (seen: boolean) => void } | null = null
  #seen: Promise<boolean> = Promise.resolve(true)

  constructor(open: OpenWindows, notifications: NotificationCenter, ports: AttentionDeskPorts) {
    this.#open = open
    this.#notifications = notifications
    this.#ports = ports
  }

  list(): AttentionList {
    const { working } = this.#notifications
    return { working, items: this.#notifications.rows().map((row) => this.#itemOf(row)) }
  }

  /** Calls back whenever the list changes. Returns a function that ends it. */
  follow(changed: () => void): () => void {
    this.#followers.add(changed)
    return () => this.#followers.delete(changed)
  }

  /** Called when the list changes, or other tabs work. */
  changed(): void {
    for (const follower of this.#followers) follower()
  }

  /** Records whether the user sees this session. */
  front(session: SessionId, on: boolean): void {
    this.#round.front(session, on)
    this.#notifications.front(session, on)
    if (on && this.#going?.id === session) this.#going.settle(true)
  }

  /**
   * Goes to the next tab that needs the user, or to the tmux pane that does within the tab it went
   * to last. Returns `null` if nothing else needs the user; the next call starts over.
   */
  next(): AttentionItem | null {
    const [rows, front] = this.#roundArguments()
    const own = rows.find(({ view }) => view.id === this.#round.at(front))
    const next = this.#round.next(rows, front)
    if (next !== null) this.#go(next.view.id)
    else if (
      own === undefined ||
      this.#open.windowOf(own.view.id)?.workspace.session(own.view.id)?.agents.reveal() !== true
    ) {
      this.#round.over()
      return null
    }
    const row = next ?? own
    return row === undefined ? null : this.#itemOf(row)
  }

  /**
   * Returns whether the user sees the tab to which `next` went last. The desktop may refuse to
   * focus a window, for example on Wayland. Then the tab is not visited.
   */
  seen(): Promise<boolean> {
    return this.#seen
  }

  #go(id: SessionId): void {
    this.#going?.settle(true) // replaced before its time
    this.#seen = new Promise((resolve) => {
      const going = {
        id,
        settle: (seen: boolean) => {
          if (this.#going === going) this.#going = null
          resolve(seen)
        },
      }
      this.#going = going
    })
    const isAttached = this.#open.windowOf(id) === undefined
    this.#ports.goTo(id)
    const going = this.#going
    // the tab of a tmux session that was in no window has another identifier
    if (isAttached || this.#notifications.frontSession === id) going?.settle(true)
    this.#ports.after(focusWaitMs, () => {
      if (going === null || this.#going !== going) return
      this.#round.unseen(id)
      this.#open.windowOf(id)?.flash()
      going.settle(false)
    })
  }

  /** Returns where `next` would go, without going there. */
  upNext(): AttentionUpNext {
    const { fresh, isOnIt } = this.#round.upNext(...this.#roundArguments())
    return { item: fresh === undefined ? null : this.#itemOf(fresh), isOn: isOnIt }
  }

  /**
   * Records that another app has led the user on. `isOver`: it reported that nothing else needs the
   * user.
   */
  nextElsewhere(isOver: boolean): void {
    this.#round.left()
    if (isOver) this.#round.over()
  }

  /** Runs the user's action on a session. Returns `false` if it is in no window. */
  attend(id: SessionId, act: AttentionAct): boolean {
    const session = this.#ports.find(id)
    if (session === undefined) return false
    const says = anySessionMessages(this.#ports.now)
    if (act.act === 'go') this.#ports.goTo(id)
    else if (act.act === 'acknowledge') says['session/acknowledge'](session)
    else if (act.act === 'seen') says['session/seen'](session)
    else if (act.act === 'snooze')
      says['session/snooze'](session, { kind: 'session/snooze', session: id, forMs: act.forMs })
    else session.identity.mute(act.act === 'mute')
    return true
  }

  /** Returns the question of a session's program, or `null` if it is in no window. */
  dialog(id: SessionId): Promise<AgentDialog> | null {
    return this.#ports.find(id)?.agents.dialog() ?? null
  }

  /** Answers the question of a session's program. Returns `null` if it is in no window. */
  answer(
    id: SessionId,
    token: string,
    choice: number,
    by: AnsweredBy = 'list',
  ): Promise<Answered> | null {
    return this.#ports.find(id)?.agents.answer(token, choice, by) ?? null
  }

  /** Runs an action on a session's prompt queue. Returns `null` if it is in no window. */
  queue(id: SessionId, act: PromptQueueAct, by: AnsweredBy): PromptQueueAnswer | null {
    const session = this.#ports.find(id)
    if (session === undefined) return null
    return session.queue?.act(act, by) ?? { problem: noQueue }
  }

  #roundArguments(): Parameters<Round['next']> {
    return [this.#notifications.rows(), this.#notifications.frontSession]
  }

  #itemOf(row: QueuedTab): AttentionItem {
    return itemOf(row, {
      nameOf: (window) => this.#open.window(window)?.name ?? '',
      sinceEpoch: this.#ports.sinceEpoch,
    })
  }
}
