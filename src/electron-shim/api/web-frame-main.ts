/**
 * `WebFrameMain` of a window's main frame: what `event.senderFrame` is. Only main frames reach main
 * (preload runs in no other).
 */
import { originOf, fromServed } from '../chromium/address.ts'

/** The page's `WebContents`. */
interface FrameOwner {
  send(channel: string, ...args: unknown[]): void
}

export class WebFrameMain {
  /** As Chromium has it; `url` is the app's view. */
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

  /** For the shim: the same document under another address (a fragment, a pushed state). */
  static moved(frame: WebFrameMain, servedUrl: string): void {
    frame.#servedUrl = servedUrl
  }

  /** For the shim: its document is gone. */
  static detach(frame: WebFrameMain): void {
    frame.#detached = true
  }
}
