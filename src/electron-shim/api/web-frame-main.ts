/**
 * `WebFrameMain` of a window's main frame: what `event.senderFrame` is. Only main frames reach main
 * (preload runs in no other).
 */
import { originOf, fromServed } from '../chromium/address.ts'
import { IpcMain } from './ipc-main.ts'
import type { MessagePortMain } from './message-port.ts'

export interface FrameOwner {
  readonly id: number
  send(channel: string, ...args: unknown[]): void
  postMessage(channel: string, message: unknown, transfer?: MessagePortMain[]): void
  executeJavaScript(code: string, userGesture?: boolean): Promise<unknown>
}

export class WebFrameMain {
  /** As Chromium has it; `url` is the app's view. */
  #servedUrl: string
  #owner: FrameOwner
  #detached = false
  readonly ipc = new IpcMain()
  readonly parent = null
  readonly frames: readonly WebFrameMain[] = []
  readonly name = ''
  readonly processId: number
  readonly routingId = 1
  readonly frameTreeNodeId: number

  constructor(owner: FrameOwner, servedUrl: string) {
    this.#owner = owner
    this.#servedUrl = servedUrl
    this.processId = owner.id
    this.frameTreeNodeId = owner.id
  }

  get url(): string {
    return fromServed(this.#servedUrl)
  }

  get origin(): string {
    return originOf(this.#servedUrl)
  }

  get top(): WebFrameMain {
    return this
  }

  get detached(): boolean {
    return this.#detached
  }

  isDestroyed(): boolean {
    return this.#detached
  }

  send(channel: string, ...args: unknown[]): void {
    this.#owner.send(channel, ...args)
  }

  postMessage(channel: string, message: unknown, transfer?: MessagePortMain[]): void {
    this.#owner.postMessage(channel, message, transfer)
  }

  executeJavaScript(code: string, userGesture?: boolean): Promise<unknown> {
    return this.#owner.executeJavaScript(code, userGesture)
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
