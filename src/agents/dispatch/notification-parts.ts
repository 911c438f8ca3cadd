/** Joins the chunks of OSC 99 notifications (docs/reference/protocols.md). */
import type { Chunk99, Options99 } from '../../protocol/index.ts'
import { notificationNamesMax } from '../../protocol/index.ts'
import { IconCache } from './icon-cache.ts'
import {
  iconBytesMax,
  notificationButtonsMax,
  notificationCharactersMax,
  openNotificationsMax,
} from './limits.ts'
import { NotificationPayload } from './notification-payload.ts'

export interface ProgramNotification {
  readonly title?: string
  readonly body?: string
  readonly options?: Options99
  /** Labels. */
  readonly buttons?: readonly string[]
  /** A file, as sent. */
  readonly icon?: Uint8Array
}

/** Separates the labels of buttons. */
const labelEnd = '\u2028'

/** Bytes of the longest text, before it is truncated to characters. */
const textBytesMax = 4 * notificationCharactersMax

export class NotificationParts {
  /** Open notifications by last chunk, oldest first. Chunks without an id share one. */
  readonly #open = new Map<string, Open>()
  readonly #icons = new IconCache()

  /** Returns the complete notification after its last chunk, or `null`, also for an empty one. */
  add({ id = '', part, text, base64, done, ...options }: Chunk99): ProgramNotification | null {
    const now = this.#open.get(id) ?? new Open()
    this.#open.delete(id)
    now.options = { ...now.options, ...options, ...listsOf(now.options, options) }
    now[part].add(text, base64 === true, part === 'icon' ? this.#roomForIcon(now, text) : undefined)
    if (done) return this.#finish(now)
    this.#open.set(id, now)
    const oldest =
      this.#open.size > openNotificationsMax ? this.#open.keys().next().value : undefined
    if (oldest !== undefined) this.#open.delete(oldest)
    return null
  }

  /** Drops one open notification (`p=close`), or all (RIS, a prompt, a restart). */
  forget(id?: string): void {
    if (this.#open.size === 0) return
    if (id === undefined) this.#open.clear()
    else this.#open.delete(id)
  }

  /** All open notifications share one limit. A new icon takes the room of the oldest ones. */
  #roomForIcon(now: Open, text: string): number {
    let room = iconBytesMax - now.icon.size
    for (const { icon } of this.#open.values()) room -= icon.size
    for (const { icon } of this.#open.values()) {
      if (room >= text.length) break
      room += icon.size
      if (icon.size > 0) icon.drop()
    }
    return room
  }

  #finish({ title, body, buttons, icon, options }: Open): ProgramNotification | null {
    const sent = icon.size === 0 ? null : icon.bytes()
    const image = this.#icons.resolve(options.iconKey, sent)
    const [titleText, bodyText] = [title, body].map((one) => one.text(notificationCharactersMax))
    if (!titleText && !bodyText) return null
    const labels = buttons.text(notificationCharactersMax).split(labelEnd).filter(isNotEmpty)
    return {
      ...(titleText ? { title: titleText } : {}),
      ...(bodyText ? { body: bodyText } : {}),
      ...(Object.keys(options).length > 0 ? { options } : {}),
      ...(labels.length > 0 ? { buttons: labels.slice(0, notificationButtonsMax) } : {}),
      ...(image === null ? {} : { icon: image }),
    }
  }
}

const isNotEmpty = (text: string) => text !== ''

class Open {
  readonly title = new NotificationPayload(textBytesMax)
  readonly body = new NotificationPayload(textBytesMax)
  readonly buttons = new NotificationPayload(textBytesMax)
  readonly icon = new NotificationPayload(iconBytesMax)
  options: Options99 = {}
}

/** Lists continue over chunks. */
function listsOf(before: Options99, now: Options99): Pick<Options99, 'icons' | 'types'> {
  const joined = (key: 'icons' | 'types') =>
    before[key] === undefined || now[key] === undefined
      ? {}
      : { [key]: [...before[key], ...now[key]].slice(0, notificationNamesMax) }
  return { ...joined('icons'), ...joined('types') }
}
