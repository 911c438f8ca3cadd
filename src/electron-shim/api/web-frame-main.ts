/**
 * `WebFrameMain` of a main frame, for `event.senderFrame`. Preload scripts run only in main frames.
 */
import { originOf, fromServed } from '../chromium/address.ts'

/** The page's `WebContents`. */
interface FrameOwner {
  send(channel: string, ...args: unknown[]): void
}

export class WebFrameMain {
  /** Chromium's address; `url` is the app's. */
  #servedUrl: string
  #owner: FrameOwner
  #detached = false
  readonly parent = null

  constructor(owner: FrameOwner, servedUrl: string) {
    this.#owner = owner
    this.#servedUrl = servedUrl
  }

  get url(): string {
    return fromServed(this.#servedUrl)
  }

  get origin(): string {
    return originOf(this.#servedUrl)
  }

  isDestroyed(): boolean {
    return this.#detached
  }

  send(channel: string, ...args: unknown[]): void {
    this.#owner.send(channel, ...args)
  }

  /** Updates the address of the same document (a fragment, a pushed state). For the shim. */
  static moved(frame: WebFrameMain, servedUrl: string): void {
    frame.#servedUrl = servedUrl
  }

  /** Marks the document as gone. For the shim. */
  static detach(frame: WebFrameMain): void {
    frame.#detached = true
  }
}
