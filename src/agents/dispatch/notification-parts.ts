/** Joins the parts of OSC 99 notifications (docs/reference/protocols.md). */
import { notificationCharactersMax, openNotificationsMax } from './limits.ts'

export interface NotificationPart {
  readonly id?: string | undefined
  readonly part: 'title' | 'body'
  readonly text: string
  readonly done: boolean
}

export interface ProgramNotification {
  readonly title?: string
  readonly body?: string
}

export class NotificationParts {
  /** Open notifications by last part, oldest first. Parts without an id share one. */
  readonly #open = new Map<string, Open>()

  /** Returns the complete notification after its last part, or `null`, also for an empty one. */
  add({ id = '', part, text, done }: NotificationPart): ProgramNotification | null {
    const now = this.#open.get(id) ?? { title: new BoundedText(), body: new BoundedText() }
    now[part].add(text)
    this.#open.delete(id)
    if (!done) {
      this.#open.set(id, now)
      const oldest =
        this.#open.size > openNotificationsMax ? this.#open.keys().next().value : undefined
      if (oldest !== undefined) this.#open.delete(oldest)
      return null
    }
    const [title, body] = [now.title.text, now.body.text]
    if (title === '' && body === '') return null
    return { ...(title === '' ? {} : { title }), ...(body === '' ? {} : { body }) }
  }

  /** Drops one open notification (`p=close`), or all (RIS). */
  forget(id?: string): void {
    if (this.#open.size === 0) return
    if (id === undefined) this.#open.clear()
    else this.#open.delete(id)
  }
}

interface Open {
  readonly title: BoundedText
  readonly body: BoundedText
}

/** A text that grows up to its limit in code points, each counted once. */
class BoundedText {
  text = ''
  #left = notificationCharactersMax

  add(more: string): void {
    if (this.#left === 0) return
    // At most two units per character; the rest cannot fit.
    const characters = Array.from(more.slice(0, this.#left * 2)).slice(0, this.#left)
    this.#left -= characters.length
    this.text += characters.join('')
  }
}
