/**
 * Where a window of Chromium stands: bounds are given for the page and set for the window around
 * it.
 */
import { setTimeout as delay } from 'node:timers/promises'
import type { CdpSession } from './cdp.ts'
import { windowPollMs, windowSettleMs } from '../limits.ts'
import type { PageLink } from './page-link.ts'
import { expected } from '../problem.ts'

export interface Bounds {
  x: number
  y: number
  width: number
  height: number
}
export type ShowState = 'normal' | 'maximized' | 'minimized' | 'fullscreen'

/**
 * What Chromium puts around a page (tab strip and address bar when headless, a warning bar with
 * --no-sandbox).
 */
interface Inset {
  readonly width: number
  readonly height: number
}
/**
 * Chromium 156's, so that the first window need not be sized twice, which takes 0.4 s; measured
 * when it proves wrong.
 */
let headlessInset: Inset = { width: 0, height: 87 }

export class Placement {
  #root: CdpSession
  #link: PageLink
  #windowId: number
  #inset: Inset
  #headless: boolean
  #place: ((bounds: Bounds) => Promise<void>) | null = null
  #last: Promise<unknown> = Promise.resolve()
  #state: ShowState = 'normal'
  /** To be set as soon as the window is normal again. */
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
  }

  /**
   * Gives the window its bounds in another way too: Chromium believes to have those that it asked
   * for last, whatever a window manager made of them, and then asks no more.
   */
  set place(place: (bounds: Bounds) => Promise<void>) {
    this.#place = place
  }

  /** The size to ask for, so that the page has the size wanted. */
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

  /** Chromium sets bounds of a normal window only. */
  setBounds(bounds: Bounds, withPlace = true): Promise<void> {
    return this.#then(async () => {
      if (this.#state !== 'normal') {
        this.#due = bounds
        return
      }
      await this.#set({
        ...(withPlace ? { left: bounds.x, top: bounds.y } : {}),
        width: bounds.width + this.#inset.width,
        height: bounds.height + this.#inset.height,
      })
      if (this.#place !== null) return this.#place(bounds)
      await this.#correct(bounds)
    })
  }

  /** Normal again, it has the bounds of before: where a user has moved it is not known here. */
  setState(state: ShowState): void {
    void this.#then(async () => {
      // From one state to another only by way of `normal`.
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
   * Waits until the page has its size. With a display, a bar that came or went since (Chromium's
   * warning) changes what lies around the page, and a window manager may have a will of its own.
   */
  async #correct(wanted: Bounds): Promise<void> {
    for (
      const end = performance.now() + windowSettleMs;
      performance.now() < end;
      await delay(windowPollMs)
    ) {
      const [width, height] = await sizes(this.#link)
      if (width === wanted.width && height === wanted.height) return
    }
    const inset = await measure(this.#link)
    if (inset.width === this.#inset.width && inset.height === this.#inset.height) return
    this.#inset = inset
    if (this.#headless) headlessInset = inset
    await this.#set({ width: wanted.width + inset.width, height: wanted.height + inset.height })
  }

  async #set(bounds: object): Promise<void> {
    await this.#root.send('Browser.setWindowBounds', { windowId: this.#windowId, bounds })
  }

  #then(action: () => Promise<void>): Promise<void> {
    const next = this.#last.then(action).catch(expected) // the window was closed meanwhile
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
