/** Notices in the strip under the tab bar, and the short toast at the bottom of the window. */
import { Observable } from './cell.ts'

type NoticeLevel = 'error' | 'warning' | 'notice'

export interface Notice {
  readonly id: number
  readonly level: NoticeLevel
  readonly text: string
  /** Opens a file of the configuration. */
  readonly editor?: { readonly name: string; readonly file: string } | undefined
  /** A file that can be shown in its directory or opened in an editor. */
  readonly file?:
    | { readonly path: string; readonly folder: boolean; readonly editor?: string | undefined }
    | undefined
  /** Button next to the text. The notice is removed when it is pressed. */
  readonly offer?: { readonly label: string; readonly run: () => void } | undefined
  readonly count: number
}

/** Limit of stored notices, because an error may repeat forever. The oldest are removed. */
const noticesMax = 100

const noticeMs = 8_000
const toastMs = 1_000
/** A toast with a button. */
const toastOfferMs = 6_000

export class Notices {
  /** Newest first. */
  readonly all = new Observable<readonly Notice[]>([])
  readonly toast = new Observable<Pick<Notice, 'text' | 'offer'> | null>(null)
  #nextId = 1
  #toastTimer: number | null = null
  readonly #timers = new Map<number, number>()
  /** The notice under the pointer. */
  #held: number | null = null

  /**
   * Adds a notice. Errors and warnings stay until they are dismissed, notices for 8 s. A repeated
   * text is counted instead of shown twice. `instead` is the text of a notice that this one
   * replaces.
   */
  add(
    level: NoticeLevel,
    text: string,
    {
      editor,
      file,
      offer,
      instead,
    }: Pick<Notice, 'editor' | 'file' | 'offer'> & { readonly instead?: string | undefined } = {},
  ): void {
    for (const { id } of this.all.value.filter((notice) => notice.text === instead))
      this.dismiss(id)
    const same = this.all.value.find((notice) => notice.level === level && notice.text === text)
    const id = same?.id ?? this.#nextId++
    const others = this.all.value.filter((notice) => notice !== same)
    this.all.set(
      [{ id, level, text, editor, file, offer, count: (same?.count ?? 0) + 1 }, ...others].slice(
        0,
        noticesMax,
      ),
    )
    if (level === 'notice' && id !== this.#held) this.release(id)
  }

  /** Keeps the notice while the pointer is on it. */
  hold(id: number): void {
    this.#held = id
    window.clearTimeout(this.#timers.get(id))
  }

  /** Starts the notice's time, because the pointer has left it or it is new. */
  release(id: number): void {
    if (this.#held === id) this.#held = null
    if (this.all.value.find((notice) => notice.id === id)?.level !== 'notice') return
    window.clearTimeout(this.#timers.get(id))
    this.#timers.set(
      id,
      window.setTimeout(() => this.dismiss(id), noticeMs),
    )
  }

  dismiss(id: number): void {
    window.clearTimeout(this.#timers.get(id))
    this.#timers.delete(id)
    this.all.set(this.all.value.filter((notice) => notice.id !== id))
  }

  /** Shows a toast, with a button if there is an offer. */
  say(text: string, offer?: Notice['offer']): void {
    if (this.#toastTimer !== null) window.clearTimeout(this.#toastTimer)
    this.toast.set({ text, offer })
    this.#toastTimer = window.setTimeout(
      () => {
        this.#toastTimer = null
        this.toast.set(null)
      },
      offer === undefined ? toastMs : toastOfferMs,
    )
  }
}
