/** OSC 99 sends a notification in parts; here they are joined until one says that it is the last (protocols/agent-state.md 4.7). */
import { notificationCharactersMax, openNotificationsMax } from './limits.ts'

export interface NotificationPart {
  readonly id?: string | undefined
  readonly part: 'title' | 'body'
  readonly text: string
  /** No more parts follow. */
  readonly done: boolean
}

export interface Notice {
  readonly title?: string
  readonly body?: string
}

export class NotificationParts {
  /** In the order of their last part, oldest first. Parts without an id share one. */
  readonly #open = new Map<string, { readonly title: string; readonly body: string }>()

  /** The whole notification when this part was its last and it says anything, else null. */
  add({ id = '', part, text, done }: NotificationPart): Notice | null {
    const before = this.#open.get(id) ?? { title: '', body: '' }
    const now = { ...before, [part]: cut(before[part] + text) }
    this.#open.delete(id)
    if (!done) {
      this.#open.set(id, now)
      const oldest = this.#open.size > openNotificationsMax ? this.#open.keys().next().value : undefined
      if (oldest !== undefined) this.#open.delete(oldest)
      return null
    }
    if (now.title === '' && now.body === '') return null
    return { ...(now.title === '' ? {} : { title: now.title }), ...(now.body === '' ? {} : { body: now.body }) }
  }

  /** `p=close`, RIS: nothing more is expected. */
  forget(id?: string): void {
    if (id === undefined) this.#open.clear()
    else this.#open.delete(id)
  }
}

/** Characters are code points; only a long text is looked at that closely. */
function cut(text: string): string {
  return text.length <= notificationCharactersMax ? text : Array.from(text.slice(0, notificationCharactersMax * 2)).slice(0, notificationCharactersMax).join('')
}
