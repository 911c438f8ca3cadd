/**
 * Our own connection to the X server, for what Chromium's DevTools have no words for: keys that
 * are taken from the whole desktop, and how a window manager treats a window.
 */
import { createClient, type XDisplay as Server } from 'x11'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bounds } from '../chromium/placement.ts'
import { propertyBytesMax, windowPollMs, xAnswerMs } from '../limits.ts'
import { expected } from '../problem.ts'
import { lockMasks, modifierMask, type XKey } from './x-keys.ts'

/** How a window manager shall treat a window. */
export interface WindowManner {
  readonly frame: boolean
  readonly above: boolean
  readonly skipTaskbar: boolean
  readonly allWorkspaces: boolean
}

const keyPress = 2
const mappingChanged = 34

export class XDisplay {
  readonly #server: Server
  readonly #root: number
  readonly #grabs = new Map<string, { readonly codes: readonly number[]; readonly key: XKey }>()
  readonly #pressed = new Map<string, () => void>()

  private constructor(server: Server) {
    this.#server = server
    this.#root = server.screen[0]?.root ?? 0
    server.client.on('event', ({ type, keycode = 0, buttons = 0 }) => {
      if (type === mappingChanged) void this.#mapAnew().catch(expected)
      if (type !== keyPress) return
      for (const [name, { codes, key }] of this.#grabs)
        if (codes.includes(keycode) && (buttons & modifierMask) === key.modifiers)
          this.#pressed.get(name)?.()
    })
  }

  /** @throws Error where there is no X server, or it refuses us */
  static async open(display: string): Promise<XDisplay> {
    const server = await new Promise<Server>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the X server does not answer')), xAnswerMs)
      const client = createClient({ display, shm: false }, (error, server) => {
        clearTimeout(timer)
        if (error === null || error === undefined) resolve(server)
        else reject(error)
      })
      client.on('error', (error) => expected(error)) // also later: the app outlives the connection
    })
    return new XDisplay(server)
  }

  close(): void {
    this.#server.client.terminate()
  }

  /** @returns whether it is ours now; false: another program has it, or no key makes it */
  async grab(name: string, key: XKey, pressed: () => void): Promise<boolean> {
    this.#pressed.set(name, pressed)
    const codes = await this.#codes(key.keysym)
    const taken = await Promise.all(
      codes.flatMap((code) =>
        lockMasks.map((lock) =>
          this.#done((done) =>
            this.#server.client.GrabKey(this.#root, false, key.modifiers | lock, code, 1, 1, done),
          ).then(
            () => true,
            () => false,
          ),
        ),
      ),
    )
    if (!this.#pressed.has(name)) return false // given back meanwhile
    this.#grabs.set(name, { codes, key })
    if (taken.length > 0 && taken.every((one) => one)) return true
    this.ungrab(name)
    return false
  }

  ungrab(name: string): void {
    const { codes, key } = this.#grabs.get(name) ?? { codes: [], key: null }
    this.#grabs.delete(name)
    this.#pressed.delete(name)
    for (const code of codes)
      for (const lock of lockMasks)
        this.#server.client.UngrabKey(
          this.#root,
          code,
          (key?.modifiers ?? 0) | lock,
          () => undefined,
        )
  }

  /**
   * The newest window of this title that a window manager has.
   * @returns null: there is none in time, or no window manager
   */
  async windowTitled(title: string, withinMs: number): Promise<number | null> {
    const list = await this.#atom('_NET_CLIENT_LIST')
    const name = await this.#atom('_NET_WM_NAME')
    for (const end = performance.now() + withinMs; performance.now() < end; ) {
      const windows = await this.#property(this.#root, list)
      for (let at = windows.length - 4; at >= 0; at -= 4) {
        const window = windows.readUInt32LE(at)
        if ((await this.#property(window, name)).toString('utf8') === title) return window
      }
      await delay(windowPollMs)
    }
    return null
  }

  /** Extended Window Manager Hints; without a frame by Motif's, which all window managers heed. */
  async treat(window: number, manner: WindowManner): Promise<void> {
    if (!manner.frame) {
      const motif = await this.#atom('_MOTIF_WM_HINTS')
      await this.#done((done) =>
        this.#server.client.ChangeProperty(0, window, motif, motif, 32, [2, 0, 0, 0, 0], done),
      )
    }
    const states = [
      ...(manner.above ? ['_NET_WM_STATE_ABOVE'] : []),
      ...(manner.skipTaskbar ? ['_NET_WM_STATE_SKIP_TASKBAR', '_NET_WM_STATE_SKIP_PAGER'] : []),
      ...(manner.allWorkspaces ? ['_NET_WM_STATE_STICKY'] : []),
    ]
    for (const state of states)
      await this.#tell(window, '_NET_WM_STATE', [1, await this.#atom(state), 0, 1])
    if (manner.allWorkspaces) await this.#tell(window, '_NET_WM_DESKTOP', [0xffff_ffff, 1])
  }

  /** Asks the window manager. */
  async place(window: number, { x, y, width, height }: Bounds): Promise<void> {
    const [allFour, asPager] = [0xf << 8, 2 << 12]
    await this.#tell(window, '_NET_MOVERESIZE_WINDOW', [allFour | asPager, x, y, width, height])
  }

  /** In front, with the keyboard, as a pager asks for it: no window manager holds it back. */
  async activate(window: number): Promise<void> {
    await this.#tell(window, '_NET_ACTIVE_WINDOW', [2, 0, 0])
  }

  /** A client message to the window manager. */
  async #tell(window: number, type: string, data: readonly number[]): Promise<void> {
    const event = Buffer.alloc(32)
    event.writeUInt8(33, 0)
    event.writeUInt8(32, 1)
    event.writeUInt32LE(window, 4)
    event.writeUInt32LE(await this.#atom(type), 8)
    for (const [at, value] of data.entries()) event.writeUInt32LE(value >>> 0, 12 + 4 * at)
    const redirectAndNotify = 0x18_0000
    await this.#done((done) =>
      this.#server.client.SendEvent(this.#root, false, redirectAndNotify, event, done),
    )
  }

  #atom(name: string): Promise<number> {
    return this.#ask((done) => this.#server.client.InternAtom(false, name, done))
  }

  async #property(window: number, name: number): Promise<Buffer> {
    const asked = this.#ask<{ data: Buffer }>((done) =>
      this.#server.client.GetProperty(0, window, name, 0, 0, propertyBytesMax / 4, done),
    )
    return asked.then(
      ({ data }) => data,
      () => Buffer.alloc(0), // the window is gone
    )
  }

  /** Every key that makes this without Shift; a keyboard may have several. */
  async #codes(keysym: number): Promise<readonly number[]> {
    const { client, min_keycode: first, max_keycode: last } = this.#server
    const rows = await this.#ask<readonly number[][]>((done) =>
      client.GetKeyboardMapping(first, last - first + 1, done),
    )
    const codes = rows.flatMap((row, at) => (row[0] === keysym ? [first + at] : []))
    if (codes.length > 0) return codes
    return rows.flatMap((row, at) => (row[1] === keysym ? [first + at] : []))
  }

  /** Another layout may have the keys elsewhere; most often it is told and has not changed. */
  async #mapAnew(): Promise<void> {
    for (const [name, { key, codes }] of [...this.#grabs]) {
      const now = await this.#codes(key.keysym)
      const pressed = this.#pressed.get(name)
      if (now.join() === codes.join()) continue
      this.ungrab(name)
      if (pressed !== undefined) await this.grab(name, key, pressed)
    }
  }

  #ask<Value>(
    request: (done: (error: Error | null, value: Value) => void) => void,
  ): Promise<Value> {
    return new Promise((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the X server does not answer')), xAnswerMs)
      request((error, value) => {
        clearTimeout(timer)
        if (error === null || error === undefined) resolve(value)
        else reject(error)
      })
    })
  }

  #done(request: (done: (error: Error | null) => void) => void): Promise<void> {
    return this.#ask<void>((done) => request((error) => done(error, undefined)))
  }
}
