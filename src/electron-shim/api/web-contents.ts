/** `WebContents`: a window's page. Calls are queued until the page exists. */
import type * as Electron from 'electron'
import { EventEmitter } from 'node:events'
import { fromServed, toServed } from '../chromium/address.ts'
import type { CdpSession, Reply } from '../chromium/cdp.ts'
import { emitPreventable, makeEvent, ShimEvent } from './event.ts'
import { ipcMain } from './ipc-main.ts'
import { MessagePortMain } from './message-port.ts'
import { NativeImage } from './native-image.ts'
import { PageLink, readPreload } from '../chromium/page-link.ts'
import type { Up } from '../page/wire.ts'
import { fromText, toText } from '../page/values.ts'
import { expected, say } from '../process/problem.ts'
import { pages, theEngine, type Page } from '../run.ts'
import { WebFrameMain } from './web-frame-main.ts'

type WindowOpenHandler = (details: Electron.HandlerDetails) => Electron.WindowOpenHandlerResponse

/** Callbacks to the window and the request handling. */
export interface WebContentsHost {
  /** The user or a test driver closed the page. */
  gone(): void
  close(): void
  /** Called for the window's close button. */
  mayClose(): boolean
  up(message: Up): void
}

let nextId = 1

/** It contains nothing else. */
const all = pages as ReadonlyMap<number, Page> as ReadonlyMap<number, WebContents>

export class WebContents extends EventEmitter {
  readonly id = nextId++
  readonly #host: WebContentsHost
  #link: PageLink | undefined
  #ready: Promise<PageLink>
  #opened!: (link: PageLink) => void
  #failed!: (error: Error) => void
  #frame: WebFrameMain
  #servedUrl = ''
  /** Address of the main frame's pending or last navigation. */
  #askedUrl = ''
  #destroyed = false
  #title = ''
  #loading = false
  #expected = new Set<string>()
  #openHandler: WindowOpenHandler | undefined
  #opens: Reply[] = []
  #loads: { loaderId: string; resolve(): void; reject(error: Error): void }[] = []
  /** Chromium's loader of the document. */
  #loaderId = ''
  #metaPolicy = false
  #preload: string | undefined
  targetId = ''

  constructor(host: WebContentsHost, preloadFile: string | undefined) {
    super()
    this.#host = host
    this.#frame = new WebFrameMain('')
    this.#ready = new Promise((resolve, reject) => {
      this.#opened = resolve
      this.#failed = reject
    })
    this.#ready.catch(expected) // each waiting call reports it
    pages.set(this.id, this)
    if (preloadFile !== undefined) {
      try {
        this.#preload = readPreload(preloadFile)
      } catch (error) {
        say(`the preload script ${preloadFile} could not be loaded: ${String(error)}`)
      }
    }
  }

  static fromDevToolsTargetId(targetId: string): WebContents | undefined {
    return [...all.values()].find((page) => page.targetId === targetId)
  }

  getURL(): string {
    return fromServed(this.#servedUrl)
  }

  /** Sends a message. Without a document it is dropped and its ports are closed, as in Electron. */
  postMessage(channel: string, message: unknown, transfer: MessagePortMain[] = []): void {
    const value = toText(message)
    if (transfer.length > 0 && this.#metaPolicy)
      throw new Error(
        'a document with a <meta> Content-Security-Policy cannot get a port on the shim: ' +
          'send the policy as a header',
      )
    const addresses = transfer.map((port) => this.#offer(port))
    this.#link?.down({ channel, value, addresses })
  }

  #offer(port: MessagePortMain): string {
    const origin = this.#servedUrl === '' ? 'null' : new URL(this.#servedUrl).origin
    return theEngine().ports.offer(origin, MessagePortMain.transfer(port))
  }

  /**
   * An ignored rejection is not unhandled, as in Electron: a window may be closed while it loads.
   */
  loadURL(address: string): Promise<void> {
    const loaded = this.#load(address)
    loaded.catch(expected)
    return loaded
  }

  async #load(address: string): Promise<void> {
    const served = toServed(address)
    const link = await this.#ready
    this.#expected.add(served.replace(/#.*$/, ''))
    this.#loading = true
    const { errorText, loaderId } = await link.leaveDocument('Page.navigate', { url: served })
    if (errorText === undefined) return this.#arrived(loaderId)
    // A document requested while an error page loads may miss its own events.
    if (errorText === 'net::ERR_ABORTED') this.#loading = false
    else await this.#arrived(loaderId).catch(expected)
    throw new Error(`${String(errorText).replace(/^net::/, '')} loading '${address}'`)
  }

  /** @throws Error if another document, a crash or the window's end came first */
  #arrived(loaderId: unknown): Promise<void> {
    // a navigation within the document, or loaded before the reply was read
    if (loaderId === undefined || (loaderId === this.#loaderId && !this.#loading))
      return Promise.resolve()
    return new Promise<void>((resolve, reject) =>
      this.#loads.push({ loaderId: String(loaderId), resolve, reject }),
    )
  }

  #abortLoads(): void {
    for (const { reject } of this.#loads.splice(0)) reject(new Error('ERR_FAILED'))
  }

  reload(): void {
    this.#after((link) => link.leaveDocument('Page.reload'))
  }

  close(): void {
    this.#host.close()
  }

  focus(): void {
    this.#after((link) => link.session.send('Page.bringToFront'))
  }

  async executeJavaScript(code: string, userGesture = false): Promise<unknown> {
    return (await this.#ready).evaluate(code, userGesture)
  }

  async capturePage(rect?: {
    readonly x: number
    readonly y: number
    readonly width: number
    readonly height: number
  }): Promise<NativeImage> {
    const { data } = await (await this.#ready).session.send('Page.captureScreenshot', {
      format: 'png',
      ...(rect === undefined ? {} : { clip: { ...rect, scale: 1 } }),
    })
    return NativeImage.fromPng(Buffer.from(String(data), 'base64'))
  }

  setWindowOpenHandler(handler: WindowOpenHandler): void {
    this.#openHandler = handler
  }

  // ---- for the shim ----

  async open(targetId: string, session: CdpSession): Promise<void> {
    const engine = theEngine()
    const options = {
      targetId,
      preload: this.#preload,
      emulateFocus: engine.options.headless || engine.options.driven,
      guardClosing: !engine.options.headless && !engine.options.driven,
    }
    this.targetId = targetId
    const link = new PageLink(session, options, {
      up: (message) => this.#up(message),
      committed: (url, loaderId) => this.#committed(url, loaderId),
      loaded: () => this.#loaded(),
      windowOpen: (params) => this.#opens.push(params),
      mayClose: () => this.#host.mayClose(),
    })
    await link.setUp(options)
    this.#link = link
  }

  /** Runs the queued calls: the page is in its window. */
  release(): void {
    if (this.#link !== undefined) this.#opened(this.#link)
  }

  get link(): PageLink | undefined {
    return this.#link
  }

  destroyed(): void {
    if (this.#destroyed) return
    this.#destroyed = true
    this.#failed(new Error('the window was closed'))
    this.#abortLoads()
    pages.delete(this.id)
  }

  crashed(reason: string): void {
    this.#abortLoads()
    this.emit('render-process-gone', makeEvent({}), {
      reason: reason === 'killed' ? 'killed' : 'crashed',
      exitCode: 1,
    })
  }

  pageGone(): void {
    this.#host.gone()
  }

  #titleChanged(title: string): void {
    if (title === this.#title) return
    this.#title = title
    this.emit('page-title-updated', new ShimEvent(), title)
  }

  documentServed(metaPolicy: boolean): void {
    this.#metaPolicy = metaPolicy
    if (metaPolicy)
      say(
        `${this.getURL() || 'the document'} has a <meta> Content-Security-Policy: on the ` +
          'shim it cannot get a MessagePort; send the policy as a header',
      )
  }

  /**
   * Returns whether the main frame may navigate there. Called while Chromium delays the request.
   */
  admits(servedUrl: string, loaderId: string | undefined, redirected: boolean): boolean {
    this.#askedUrl = servedUrl
    const url = servedUrl.replace(/#.*$/, '')
    if (this.#expected.delete(url)) return true
    if (!redirected && /^(reload|restore)/.test(this.#link?.navigationType(loaderId) ?? ''))
      return true
    const address = fromServed(servedUrl)
    const event = makeEvent({
      url: address,
      isSameDocument: false,
      isMainFrame: true,
      frame: this.#frame,
      initiator: this.#frame,
    })
    return !emitPreventable(
      this,
      redirected ? 'will-redirect' : 'will-navigate',
      event,
      address,
      false,
      true,
      this.id,
      1,
    )
  }

  /**
   * Returns whether Chromium shows this title for a page without one, possibly before it reports
   * the page.
   */
  isAddress(title: string): boolean {
    const places = [this.#servedUrl, this.#askedUrl].map((url) => url.replace(/^https?:\/\//, ''))
    return places.includes(title)
  }

  /** Asks the app about a page that this one tried to open. */
  askAboutWindow(url: string, openParams: Reply | undefined): void {
    const details: Electron.HandlerDetails = {
      url: fromServed(url),
      frameName: String(openParams?.windowName ?? ''),
      features: ((openParams?.windowFeatures ?? []) as string[]).join(','),
      disposition: openParams === undefined ? 'foreground-tab' : 'new-window',
      referrer: { url: this.getURL(), policy: 'strict-origin-when-cross-origin' },
    }
    const answer = this.#openHandler?.(details)
    if (answer?.action !== 'deny')
      say(`a window for ${details.url} was refused: the shim opens windows from main only`)
  }

  takeOpen(): Reply | undefined {
    return this.#opens.shift()
  }

  #up(message: Up): void {
    if (message.kind === 'title') return this.#titleChanged(message.title)
    if (message.kind === 'failed') return say(`the preload script failed: ${message.what}`)
    if (message.kind === 'path') {
      this.#link?.sendPath(message.request).catch(expected) // the page is gone
      return
    }
    if (message.kind !== 'send') return this.#host.up(message)
    const event = makeEvent({ sender: this, senderFrame: this.#frame })
    ipcMain.emit(message.channel, event, ...(fromText(message.value) as unknown[]))
  }

  #committed(servedUrl: string, loaderId: string | undefined): void {
    this.#servedUrl = servedUrl
    if (loaderId === undefined) return // the same document with another address
    this.#frame = new WebFrameMain(servedUrl)
    this.#loaderId = loaderId
    this.#loading = true
    this.emit('did-navigate', new ShimEvent())
  }

  #loaded(): void {
    this.#loading = false
    // An earlier error page has its own end of loading.
    const index = this.#loads.findIndex(({ loaderId }) => loaderId === this.#loaderId)
    const [load, ...overtaken] = this.#loads.splice(0, index + 1).reverse()
    load?.resolve()
    for (const { reject } of overtaken) reject(new Error('ERR_ABORTED'))
    this.emit('did-finish-load', new ShimEvent())
  }

  #after(action: (link: PageLink) => Promise<unknown>): void {
    this.#ready.then(action).catch(expected) // the page was closed in between
  }
}
