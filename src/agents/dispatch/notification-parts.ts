/**
 * OSC 99 sends a notification in parts; here they are joined until one says that it is the last
 * (docs/protocol.md).
 */
import { notificationCharactersMax, openNotificationsMax } from './limits.ts'

export interface NotificationPart {
  readonly id?: string | undefined
  readonly part: 'title' | 'body'
  readonly text: string
  /** No more parts follow. */
  readonly done: boolean
}

export interface ProgramNotification {
  readonly title?: string
  readonly body?: string
}

export class NotificationParts {
  /** In the order of their last part, oldest first. Parts without an id share one. */
  readonly #open = new Map<string, Open>()

  /** The whole notification when this part was its last and it says anything, else null. */
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

  /** `p=close`, RIS: nothing more is expected. */
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

/**
 * A text that grows up to its limit. Characters are code points; each is counted once, and nothing
 * is looked at when it is full.
 */
class BoundedText {
  text = ''
  #left = notificationCharactersMax

  add(more: string): void {
    if (this.#left === 0) return
    // Two units a character at most: what is beyond cannot fit.
    const characters = Array.from(more.slice(0, this.#left * 2)).slice(0, this.#left)
    this.#left -= characters.length
    this.text += characters.join('')
  }
}
