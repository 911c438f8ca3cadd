/**
 * The browser of a run: starts Chromium on demand, opens pages, and passes on pages, requests and
 * deaths.
 */
import { appendFileSync } from 'node:fs'
import type { Cdp, CdpSession, Reply } from './cdp.ts'
import { Chromium, findChromium } from './chromium.ts'
import { chromiumFlags, onWayland, windowAddress } from './flags.ts'
import { windowOpenMs } from '../limits.ts'
import { PortServer } from './port-server.ts'
import { expected, say, Stop } from '../process/problem.ts'
import { removeProfile, takeProfile, type Profile } from './profile.ts'

export interface EngineOptions {
  readonly headless: boolean
  readonly driven: boolean
  readonly sandbox: boolean
}

/** A page opened by `window.open` or a middle-click. */
export interface Stray {
  readonly targetId: string
  readonly openerId: string | undefined
  readonly session: CdpSession
}

type OpenPage = Pick<Stray, 'targetId' | 'session'>

interface Attached extends Stray {
  readonly url: string
}

/** Listeners of the modules above the engine, each set once at start. */
export interface EngineHooks {
  request(params: Reply): void
  targetGone(targetId: string): void
  targetCrashed(targetId: string, status: string): void
  stray(stray: Stray): Promise<void>
  download(params: Reply): void
  /** The browser exited unexpectedly. */
  died(words: string): void
}

export class Engine {
  readonly options: EngineOptions
  readonly ports = new PortServer()
  readonly switches = new Map<string, string[]>()
  chromeVersion = '156.0.0.0'
  #hooks: EngineHooks
  #profile: Profile | undefined
  #chromium: Chromium | undefined
  #starting: Promise<void> | undefined
  #closing = false
  #opening = 0
  #unclaimed = new Map<string, Attached>()
  /** The last window of a Wayland compositor. */
  #lastOpened: Promise<unknown> = Promise.resolve()
  #claims: ((attached: Attached) => boolean)[] = []
  #pages = new Set<string>()

  constructor(options: EngineOptions, hooks: EngineHooks) {
    this.options = options
    this.#hooks = hooks
  }

  get root(): CdpSession {
    return this.#cdp.root
  }

  get #cdp(): Cdp {
    if (this.#chromium === undefined) throw new Stop('the browser is not started')
    return this.#chromium.cdp
  }

  get browserPid(): number | undefined {
    return this.#chromium?.pid
  }

  /** @throws Stop if there is no Chromium or it does not start */
  start(): Promise<void> {
    return (this.#starting ??= this.#start())
  }

  async #start(): Promise<void> {
    const program = findChromium()
    this.#profile ??= takeProfile(this.options.driven)
    const flags = chromiumFlags({
      ...this.options,
      profile: this.#profile.folder,
      switches: this.switches,
    })
    const chromium = new Chromium(program, flags, (line) => this.#onErrorLine(line))
    this.#chromium = chromium
    const [version] = await Promise.all([
      chromium.start(),
      this.ports.source.endsWith(':0') ? this.ports.listen() : undefined,
    ])
    this.chromeVersion = version
    void chromium.died.then(() => this.#onDied(chromium))
    await this.#connect(chromium.cdp.root)
  }

  async #connect(root: CdpSession): Promise<void> {
    root.on('Fetch.requestPaused', (params) => this.#hooks.request(params))
    root.on('Target.attachedToTarget', (params) => this.#onAttached(params))
    root.on('Target.targetInfoChanged', ({ targetInfo }) => this.#retryClaims(targetInfo))
    root.on('Target.targetDestroyed', ({ targetId }) => {
      this.#pages.delete(targetId)
      this.#hooks.targetGone(targetId)
    })
    root.on('Target.targetCrashed', ({ targetId, status }) =>
      this.#hooks.targetCrashed(targetId, status),
    )
    root.on('Browser.downloadWillBegin', (params) => this.#hooks.download(params))
    await Promise.all([
      root.send('Target.setDiscoverTargets', { discover: true, filter: [{ type: 'page' }] }),
      root.send('Target.setAutoAttach', {
        autoAttach: true,
        waitForDebuggerOnStart: true,
        flatten: true,
        filter: [{ type: 'page' }, { exclude: true }],
      }),
      // Set on the browser, so one handler sees frames and workers of all windows.
      root.send('Fetch.enable', {
        patterns: [
          { urlPattern: '*', resourceType: 'Document' },
          { urlPattern: 'http://*.localhost/*' },
        ],
      }),
      root.send('Browser.setDownloadBehavior', { behavior: 'deny', eventsEnabled: true }),
    ])
  }

  #onErrorLine(line: string): void {
    if (this.options.driven && line.startsWith('DevTools listening on '))
      process.stderr.write(`${line}\n`)
    const log = process.env['VIBEFLOW_SHIM_LOG']
    if (log) appendFileSync(log, `${line}\n`, { mode: 0o600 })
  }

  #onDied(chromium: Chromium): void {
    if (this.#closing || chromium !== this.#chromium) return
    this.#chromium = undefined
    this.#starting = undefined
    // With a display, Chromium may exit with its last window; the next window restarts it.
    if (
      this.#pages.size === 0 &&
      this.#opening === 0 &&
      !this.options.headless &&
      !this.options.driven
    )
      return
    this.#hooks.died(chromium.lastWords)
  }

  /**
   * Opens an empty page, attached and paused until `Runtime.runIfWaitingForDebugger`. The size
   * excludes the browser's own parts.
   * @param mark distinguishes the window's address from others that open simultaneously
   */
  async openPage(
    size: { width: number; height: number },
    mark: string,
    title: string,
    background?: string,
  ): Promise<OpenPage> {
    this.#opening++
    try {
      await this.start()
      const attached = this.options.headless
        ? await this.#openHeadless(size)
        : await this.#openApp(mark, title, background)
      this.#pages.add(attached.targetId)
      return attached
    } finally {
      this.#opening--
      if (this.#opening === 0)
        for (const stray of [...this.#unclaimed.values()]) this.#handOver(stray)
    }
  }

  async #openHeadless(size: { width: number; height: number }): Promise<OpenPage> {
    const { targetId } = await this.root.send('Target.createTarget', {
      url: 'about:blank',
      newWindow: true,
      ...size,
    })
    return this.#claim((attached) => attached.targetId === targetId)
  }

  async #openApp(mark: string, title: string, background = ''): Promise<OpenPage> {
    const isWayland = onWayland(this.options.headless)
    const address = windowAddress(mark, title, background, isWayland)
    const open = (): Promise<OpenPage> => {
      const found = this.#claim((attached) => attached.url.includes(mark))
      this.#chromium?.openWindow(address, [])
      return found
    }
    if (!isWayland) return open()
    // A compositor focuses the newest window. Each window has a process, and these would race.
    const opened = this.#lastOpened.catch(expected).then(open)
    this.#lastOpened = opened
    return opened
  }

  #claim(match: (attached: Attached) => boolean): Promise<OpenPage> {
    return new Promise((resolve, reject) => {
      const take = (attached: Attached): boolean => {
        if (!match(attached)) return false
        clearTimeout(timer)
        this.#unclaimed.delete(attached.targetId)
        this.#claims = this.#claims.filter((claim) => claim !== take)
        resolve(attached)
        return true
      }
      const timer = setTimeout(() => {
        this.#claims = this.#claims.filter((claim) => claim !== take)
        reject(new Stop(`a window did not open within ${windowOpenMs / 1000} s`))
      }, windowOpenMs)
      if (![...this.#unclaimed.values()].some(take)) this.#claims.push(take)
    })
  }

  #onAttached({ sessionId, targetInfo }: Reply): void {
    const attached: Attached = {
      targetId: targetInfo.targetId,
      url: targetInfo.url,
      openerId: targetInfo.openerId,
      session: this.#cdp.session(sessionId as string),
    }
    if (this.#claims.some((claim) => claim(attached))) return
    this.#unclaimed.set(attached.targetId, attached)
    if (this.#opening === 0 || attached.openerId !== undefined) this.#handOver(attached)
    // With a display, a window can be identified only when it runs.
    else if (!this.options.headless)
      attached.session.send('Runtime.runIfWaitingForDebugger').catch(expected)
  }

  #retryClaims({ targetId, url }: Reply): void {
    const waiting = this.#unclaimed.get(targetId as string)
    if (waiting === undefined) return
    const changed = { ...waiting, url: String(url) }
    if (!this.#claims.some((claim) => claim(changed)))
      this.#unclaimed.set(changed.targetId, changed)
  }

  #handOver(attached: Attached): void {
    this.#unclaimed.delete(attached.targetId)
    this.#hooks
      .stray(attached)
      .catch(expected)
      // The new page shares its opener's process, so pausing it also pauses the opener. Closing it
      // before it runs may take forever. Until it is closed, its requests are refused.
      .then(() => attached.session.send('Runtime.runIfWaitingForDebugger'))
      .catch(expected)
      .finally(() => this.closePage(attached.targetId))
  }

  closePage(targetId: string): void {
    this.#pages.delete(targetId)
    this.#chromium?.cdp.root.send('Target.closeTarget', { targetId }).catch(expected)
  }

  /** Resolves when all of the browser is gone: processes, port, temporary profile. */
  async close(): Promise<void> {
    this.#closing = true
    this.ports.close()
    if (this.#starting !== undefined) await this.#starting.catch(expected)
    await this.#chromium?.close()
    if (this.#profile !== undefined && !(await removeProfile(this.#profile)))
      say(`the temporary profile could not be removed: ${this.#profile.folder}`)
  }
}
