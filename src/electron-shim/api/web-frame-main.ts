/**
 * `WebFrameMain` of a main frame, for `event.senderFrame`. Preload scripts run only in main frames.
 */
import { originOf } from '../chromium/address.ts'

export class WebFrameMain {
  readonly parent = null
  /** Chromium's address. */
  #servedUrl: string

  constructor(servedUrl: string) {
    this.#servedUrl = servedUrl
  }

  get origin(): string {
    return originOf(this.#servedUrl)
  }
}
