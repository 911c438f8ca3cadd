/** Positions a Chromium window: bounds of the page are converted to those of the window. */
import { setTimeout as delay } from 'node:timers/promises'
import type { CdpSession } from './cdp.ts'
import { onWayland, WAYLAND_SIZE } from './flags.ts'
import { windowPollMs, windowSettleMs } from '../limits.ts'
import type { PageLink } from './page-link.ts'
import { expected } from '../process/problem.ts'

export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}
export type ShowState = 'normal' | 'maximized' | 'minimized' | 'fullscreen'

/**
 * Chromium's parts around a page: tab strip and address bar if headless, a warning bar with
 * --no-sandbox.
 */
interface Inset {
  readonly width: number
  readonly height: number
}
/**
 * Chromium 156's, so that the first window is not sized twice, which takes 0.4 s. Measured if
 * wrong.
 */
let headlessInset: Inset = { width: 0, height: 87 }

export class Placement {
  #root: CdpSession
  #link: PageLink
  #windowId: number
  #inset: Inset
  #headless: boolean
  #place: ((bounds: Bounds) => Promise<void>) | null = null
  /** On Wayland, the size that the window has unless the compositor or the user chose another. */
  #requested: { readonly width: number; readonly height: number } | null
  #last: Promise<unknown> = Promise.resolve()
  #state: ShowState = 'normal'
  /** Set when the window is normal again. */
  #due: Bounds | null = null

  private constructor(
    root: CdpSession,
    link: PageLink,
    windowId: number,
    inset: Inset,
    headless: boolean,
  ) {
    this.#root = root
    this.#link = link
    this.#windowId = windowId
    this.#inset = inset
    this.#headless = headless
    this.#requested = onWayland(headless) ? WAYLAND_SIZE : null
  }

  /**
   * Sets another way to move the window. It is needed because Chromium ignores bounds that equal
   * its last request, even if the window manager changed them.
   */
  set place(place: (bounds: Bounds) => Promise<void>) {
    this.#place = place
  }

  /** Returns the window size for a page size. */
  static outerSize(
    { width, height }: Bounds,
    headless: boolean,
  ): { width: number; height: number } {
    const inset = headless ? headlessInset : { width: 0, height: 0 }
    return { width: width + inset.width, height: height + inset.height }
  }

  static async of(
    root: CdpSession,
    link: PageLink,
    targetId: string,
    headless: boolean,
  ): Promise<Placement> {
    const { windowId } = await root.send('Browser.getWindowForTarget', { targetId })
    const inset = headless ? headlessInset : await measure(link)
    return new Placement(root, link, windowId, inset, headless)
  }

  /** Chromium sets bounds only in the normal state. */
  setBounds(bounds: Bounds, withPlace = true): Promise<void> {
    return this.#then(async () => {
      if (this.#state !== 'normal') {
        this.#due = bounds
        return
      }
      // A window in a tile would shrink within it.
      if (this.#requested !== null && !(await this.#hasSize(this.#requested))) return
      if (this.#requested !== null) this.#requested = bounds
      await this.#set({
        ...(withPlace ? { left: bounds.x, top: bounds.y } : {}),
        width: bounds.width + this.#inset.width,
        height: bounds.height + this.#inset.height,
      })
      if (this.#place !== null) return this.#place(bounds)
      await this.#correct(bounds)
    })
  }

  /** Returning to normal restores earlier bounds, without moves by the user. */
  setState(state: ShowState): void {
    void this.#then(async () => {
      // States change only through `normal`.
      if (this.#state !== 'normal') await this.#set({ windowState: 'normal' })
      this.#state = state
      const due = this.#due
      if (state !== 'normal') await this.#set({ windowState: state })
      else if (due !== null) {
        this.#due = null
        await this.#set({
          left: due.x,
          top: due.y,
          width: due.width + this.#inset.width,
          height: due.height + this.#inset.height,
        })
        await this.#place?.(due)
      }
    })
  }

  /**
   * Waits until the page has its size. With a display, Chromium's warning bar may appear or
   * disappear, and the window manager may choose other bounds.
   */
  async #correct(wanted: Bounds): Promise<void> {
    for (
      const end = performance.now() + windowSettleMs;
      performance.now() < end;
      await delay(windowPollMs)
    ) {
      if (await this.#hasSize(wanted)) return
    }
    const inset = await measure(this.#link)
    if (inset.width === this.#inset.width && inset.height === this.#inset.height) return
    this.#inset = inset
    if (this.#headless) headlessInset = inset
    await this.#set({ width: wanted.width + inset.width, height: wanted.height + inset.height })
  }

  async #hasSize(wanted: { readonly width: number; readonly height: number }): Promise<boolean> {
    const [width, height] = await sizes(this.#link)
    return width === wanted.width && height === wanted.height
  }

  async #set(bounds: object): Promise<void> {
    await this.#root.send('Browser.setWindowBounds', { windowId: this.#windowId, bounds })
  }

  #then(action: () => Promise<void>): Promise<void> {
    const next = this.#last.then(action).catch(expected) // the window was closed in between
    this.#last = next
    return next
  }
}

async function measure(link: PageLink): Promise<Inset> {
  const [width, height, outerWidth, outerHeight] = await sizes(link)
  return { width: Math.max(0, outerWidth - width), height: Math.max(0, outerHeight - height) }
}

async function sizes(link: PageLink): Promise<[number, number, number, number]> {
  return (await link.evaluate('[innerWidth, innerHeight, outerWidth, outerHeight]')) as [
    number,
    number,
    number,
    number,
  ]
}
