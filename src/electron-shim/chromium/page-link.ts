/**
 * A page over CDP: its preload in an isolated world, messages in both directions, and events of its
 * documents. Independent of Electron's classes.
 */
import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { Script } from 'node:vm'
import type { CdpSession, Params, Reply } from './cdp.ts'
import { leavingMs } from '../limits.ts'
import { BINDING, DELIVER, FILE, FILE_PATH, WORLD, type Down, type Up } from '../page/wire.ts'
import { expected } from '../process/problem.ts'

export interface PageListener {
  up(message: Up): void
  /** A new document, or the same one with another address and no `loaderId`. */
  committed(servedUrl: string, loaderId: string | undefined): void
  loaded(): void
  windowOpen(params: Reply): void
  /**
   * Called for the window's close button.
   * @returns whether the window may close
   */
  mayClose(): boolean
}

export interface PageOptions {
  readonly targetId: string
  readonly preload: string | undefined
  /** Makes every page believe that it is focused, so that typing works in all of them. */
  readonly emulateFocus: boolean
  /**
   * Whether the close button asks the app. False without a visible window, or with a test driver.
   */
  readonly guardClosing: boolean
}

export class PageLink {
  readonly session: CdpSession
  #targetId: string
  /** Node itself navigates, until this time or the next document. */
  #leavingUntil = 0
  #world: { readonly id: number; readonly uniqueId: string } | undefined
  /** How documents were requested, by `loaderId`. Few are kept, since only one loads at a time. */
  #navigationTypes = new Map<string, string>()

  constructor(session: CdpSession, options: PageOptions, listener: PageListener) {
    this.session = session
    this.#targetId = options.targetId
    session.on('Runtime.executionContextCreated', ({ context }) => {
      if (context.name === WORLD && context.auxData?.frameId === this.#targetId)
        this.#world = { id: context.id, uniqueId: context.uniqueId }
    })
    session.on('Runtime.executionContextDestroyed', ({ executionContextId }) => {
      if (this.#world?.id === executionContextId) this.#world = undefined
    })
    session.on('Runtime.executionContextsCleared', () => {
      this.#world = undefined
    })
    session.on('Runtime.bindingCalled', ({ name, payload, executionContextId }) => {
      // Other contexts with this binding are sub-frames and are ignored.
      if (name === BINDING && executionContextId === this.#world?.id)
        listener.up(JSON.parse(String(payload)) as Up)
    })
    session.on('Page.frameStartedNavigating', ({ frameId, loaderId, navigationType }) => {
      if (frameId !== this.#targetId) return
      this.#navigationTypes.clear()
      this.#navigationTypes.set(loaderId, navigationType)
    })
    session.on('Page.frameNavigated', ({ frame }) => {
      if (frame.parentId !== undefined) return
      this.#leavingUntil = 0
      listener.committed(`${frame.url}${frame.urlFragment ?? ''}`, String(frame.loaderId))
    })
    session.on('Page.navigatedWithinDocument', ({ frameId, url }) => {
      if (frameId === this.#targetId) listener.committed(url, undefined)
    })
    if (options.guardClosing) session.on('Page.domContentEventFired', () => this.#touch())
    session.on('Page.loadEventFired', () => listener.loaded())
    session.on('Page.windowOpen', (params) => listener.windowOpen(params))
    if (options.guardClosing)
      session.on('Page.javascriptDialogOpening', ({ type }) => {
        if (type === 'beforeunload') this.#onCloseButton(listener)
      })
  }

  /**
   * Sends all calls without waiting for replies, in order. The page continues after the last call.
   */
  async setUp(options: PageOptions): Promise<void> {
    const preload =
      options.preload === undefined
        ? ''
        : 'const __electronShimPreload = function (require, module, exports) {' +
          `${options.preload}\n};`
    const isolatedWorld = readFileSync(
      path.join(import.meta.dirname, 'isolated-world.js'), // it exists only when it is built
      'utf8',
    )
    const isolated =
      `const __electronShimGuard = ${options.guardClosing}, __electronShimPage = '` +
      `${randomUUID()}';\n` +
      `${preload}\n${isolatedWorld}`
    const calls: (readonly [string, Params])[] = [
      ['Page.enable', {}],
      ['Runtime.enable', {}],
      ['Runtime.addBinding', { name: BINDING, executionContextName: WORLD }],
      ['Page.addScriptToEvaluateOnNewDocument', { source: isolated, worldName: WORLD }],
      ...(options.emulateFocus
        ? [['Emulation.setFocusEmulationEnabled', { enabled: true }] as const]
        : []),
      ['Runtime.runIfWaitingForDebugger', {}],
    ]
    await Promise.all(calls.map(([method, params]) => this.session.send(method, params)))
  }

  /**
   * Navigates without the close guard.
   * @returns the reply of the call
   */
  leaveDocument(method: string, params: Params = {}): Promise<Reply> {
    this.#leavingUntil = performance.now() + leavingMs
    return this.session.send(method, params)
  }

  /**
   * Marks the document as used: Chromium asks before closing only then, and programs may run in a
   * window without input.
   */
  #touch(): void {
    // the page is gone
    this.session.send('Runtime.evaluate', { expression: '0', userGesture: true }).catch(expected)
  }

  #onCloseButton(listener: PageListener): void {
    let accept = true
    try {
      accept = performance.now() < this.#leavingUntil || listener.mayClose()
    } finally {
      // the page is gone, or the user answered Chromium's question
      this.session.send('Page.handleJavaScriptDialog', { accept }).catch(expected)
    }
  }

  /** Dropped if the document has no preload world (yet): there is no listener. */
  down(message: Down): void {
    if (this.#world === undefined) return
    this.session
      .send('Runtime.evaluate', {
        expression: `${DELIVER}(${JSON.stringify(message)})`,
        uniqueContextId: this.#world.uniqueId,
      })
      .catch(expected)
  }

  /** Sends the preload world the path of a file that it holds; empty for a file without one. */
  async sendPath(request: number): Promise<void> {
    const uniqueContextId = this.#world?.uniqueId
    if (uniqueContextId === undefined) return
    const evaluate = (expression: string): Promise<Reply> =>
      this.session.send('Runtime.evaluate', { expression, uniqueContextId })
    const { objectId } = (await evaluate(`${FILE}(${request})`)).result
    const { path: found } = await this.session
      .send('DOM.getFileInfo', { objectId })
      .catch(() => ({ path: '' }))
    await evaluate(`${FILE_PATH}(${request}, ${JSON.stringify(String(found))})`)
    await this.session.send('Runtime.releaseObject', { objectId })
  }

  /**
   * Evaluates in the page's main world.
   * @throws Error with the page's message
   */
  async evaluate(expression: string, userGesture = false): Promise<unknown> {
    const { result, exceptionDetails } = await this.session.send('Runtime.evaluate', {
      expression,
      awaitPromise: true,
      returnByValue: true,
      userGesture,
    })
    if (exceptionDetails !== undefined)
      throw new Error(String(exceptionDetails.exception?.description ?? exceptionDetails.text))
    return result.value as unknown
  }

  /**
   * @param loaderId undefined without a test driver, which enables Chromium's Network domain: then
   * the loading document
   */
  navigationType(loaderId: string | undefined): string | undefined {
    return loaderId === undefined
      ? [...this.#navigationTypes.values()].at(-1)
      : this.#navigationTypes.get(loaderId)
  }
}

/** @throws SyntaxError for the file alone: a bad preload must not break the shim's script */
export function readPreload(file: string): string {
  const source = readFileSync(file, 'utf8')
  new Script(`(function (require, module, exports) {${source}\n})`, { filename: file })
  return source
}
