/**
 * Connection to the X server for features that DevTools lack: global keys and hints for the window
 * manager.
 */
import { createClient, type XDisplay as Server } from 'x11'
import { setTimeout as delay } from 'node:timers/promises'
import type { Bounds } from '../chromium/placement.ts'
import { propertyBytesMax, windowPollMs, xAnswerMs } from '../limits.ts'
import { expected } from '../process/problem.ts'
import { lockMasks, modifierMask, type XKey } from './x-keys.ts'

/** Hints for the window manager. */
export interface WindowManner {
  readonly frame: boolean
  readonly above: boolean
  /** Not in task lists. */
  readonly toolbar: boolean
  readonly allWorkspaces: boolean
}

/** Title, class and icon of a window. */
export interface WindowLook {
  /** First word of `WM_CLASS`; `--class` sets the second. */
  readonly instance: string
  /** Shown instead of an address. */
  readonly title: () => string
  /** Whether a page without a title shows its address. */
  readonly isAddress: (title: string) => boolean
}

/** A window whose title, class and icon are maintained. */
export interface DecoratedWindow {
  /** @param pictures width, height and pixels (0xAARRGGBB) of each image in a row */
  readonly setIcon: (pictures: readonly number[]) => Promise<void>
  /** Call it when `title` of the look changes. */
  readonly retitle: () => Promise<void>
  readonly end: () => void
}

const keyPress = 2
const propertyChanged = 28
const mappingChanged = 34
/** Predefined atoms. */
/** Number of a window's workspace if it is on all of them. */
const everyWorkspace = 0xffff_ffff
const [cardinal, string, wmName, wmClass] = [6, 31, 39, 67]
const propertyChangeMask = 0x40_0000

export class XDisplay {
  readonly #server: Server
  readonly #root: number
  readonly #grabs = new Map<string, { readonly codes: readonly number[]; readonly key: XKey }>()
  readonly #pressed = new Map<string, () => void>()
  /** Listeners of property changes, by window. */
  readonly #watched = new Map<number, (property: number) => void>()

  private constructor(server: Server) {
    this.#server = server
    this.#root = server.screen[0]?.root ?? 0
    server.client.on('event', ({ type, keycode = 0, buttons = 0, wid = 0, atom = 0 }) => {
      if (type === propertyChanged) this.#watched.get(wid)?.(atom)
      if (type === mappingChanged) void this.#remap().catch(expected)
      if (type !== keyPress) return
      for (const [name, { codes, key }] of this.#grabs)
        if (codes.includes(keycode) && (buttons & modifierMask) === key.modifiers)
          this.#pressed.get(name)?.()
    })
  }

  /** @throws Error without an X server, or if it refuses */
  static async open(display: string): Promise<XDisplay> {
    const server = await new Promise<Server>((resolve, reject) => {
      const timer = setTimeout(() => reject(new Error('the X server does not answer')), xAnswerMs)
      const client = createClient({ display, shm: false }, (error, server) => {
        clearTimeout(timer)
        if (error === null || error === undefined) resolve(server)
        else reject(error)
      })
      // later errors too: the app outlives the connection
      client.on('error', (error) => expected(error))
    })
    return new XDisplay(server)
  }

  close(): void {
    this.#server.client.terminate()
  }

  /** @returns whether the key was grabbed; false if another program has it or no key produces it */
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
    if (!this.#pressed.has(name)) return false // the key was released before the server replied
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
   * Returns the window with this text in `WM_CLASS`, before a window manager has it, or `null` on
   * timeout.
   */
  async windowMarked(mark: string, withinMs: number): Promise<number | null> {
    const others = new Set<number>()
    for (const end = performance.now() + withinMs; performance.now() < end; ) {
      const { children } = await this.#ask<{ children: readonly number[] }>((done) =>
        this.#server.client.QueryTree(this.#root, done),
      )
      const unread = [...children, ...(await this.#managed())].filter((one) => !others.has(one))
      const classes = await Promise.all(unread.map((one) => this.#property(one, wmClass)))
      for (const [at, window] of unread.entries()) {
        const text = classes[at]?.toString('latin1') ?? ''
        if (text.includes(mark)) return window
        if (text !== '') others.add(window) // otherwise it may still be set
      }
      await delay(windowPollMs)
    }
    return null
  }

  /** @returns whether a window manager manages the window in time */
  async isManaged(window: number, withinMs: number): Promise<boolean> {
    for (const end = performance.now() + withinMs; performance.now() < end; ) {
      if ((await this.#managed()).includes(window)) return true
      await delay(windowPollMs)
    }
    return false
  }

  /**
   * Sets title, class and icon, and sets them again after Chromium changes them: Chromium takes
   * them from the page, which initially shows its address.
   */
  async dress(window: number, look: WindowLook): Promise<DecoratedWindow> {
    const [name, icon] = await Promise.all([this.#atom('_NET_WM_NAME'), this.#atom('_NET_WM_ICON')])
    let pictures: readonly number[] = []
    let written: string | null = null
    const retitle = async (): Promise<void> => {
      const now = (await this.#property(window, name)).toString('utf8')
      const title = look.title()
      // A title of the page may have replaced the address before it was replaced here.
      if (now === title || (now !== written && !look.isAddress(now))) return
      written = title
      await this.#setTitle(window, name, title)
    }
    const set = async (property: number): Promise<void> => {
      if (property === name) await retitle()
      else if (property === icon) await this.#setIcon(window, icon, pictures)
    }
    this.#watched.set(window, (property) => void set(property).catch(expected))
    await this.#done((done) =>
      this.#server.client.ChangeWindowAttributes(window, { eventMask: propertyChangeMask }, done),
    )
    const [, group = ''] = (await this.#property(window, wmClass)).toString('latin1').split('\0')
    const names = Buffer.from(`${look.instance}\0${group}\0`, 'latin1')
    await this.#change(window, wmClass, string, names)
    await set(name)
    return {
      retitle,
      setIcon: (next) => {
        pictures = next
        return set(icon)
      },
      end: () => void this.#watched.delete(window),
    }
  }

  async #setTitle(window: number, name: number, title: string): Promise<void> {
    const utf8 = await this.#atom('UTF8_STRING')
    const text = Buffer.from(title)
    await Promise.all([name, wmName].map((property) => this.#change(window, property, utf8, text)))
  }

  async #setIcon(window: number, icon: number, pictures: readonly number[]): Promise<void> {
    if (pictures.length === 0) return
    const wanted = Buffer.from(Uint32Array.from(pictures).buffer)
    const beginning = await this.#property(window, icon)
    if (!beginning.equals(wanted.subarray(0, propertyBytesMax)))
      await this.#change(window, icon, cardinal, pictures)
  }

  /**
   * Sets Extended Window Manager Hints; Motif hints remove the frame, which all window managers
   * support.
   */
  async treat(window: number, manner: WindowManner): Promise<void> {
    if (!manner.frame) {
      const motif = await this.#atom('_MOTIF_WM_HINTS')
      await this.#change(window, motif, motif, [2, 0, 0, 0, 0])
    }
    const states = [
      ...(manner.above ? ['_NET_WM_STATE_ABOVE'] : []),
      ...(manner.toolbar ? ['_NET_WM_STATE_SKIP_TASKBAR', '_NET_WM_STATE_SKIP_PAGER'] : []),
      ...(manner.allWorkspaces ? ['_NET_WM_STATE_STICKY'] : []),
    ]
    for (const state of states)
      await this.#tell(window, '_NET_WM_STATE', [1, await this.#atom(state), 0, 1])
    if (manner.allWorkspaces) await this.#tell(window, '_NET_WM_DESKTOP', [everyWorkspace, 1])
  }

  /** Requests bounds from the window manager. */
  async place(window: number, { x, y, width, height }: Bounds): Promise<void> {
    const [allFour, asPager] = [0xf << 8, 2 << 12]
    await this.#tell(window, '_NET_MOVERESIZE_WINDOW', [allFour | asPager, x, y, width, height])
  }

  /**
   * Raises and focuses the window as a pager, which no window manager prevents on the current
   * workspace. openbox refuses other workspaces, so the window's becomes the current one first.
   */
  async activate(window: number): Promise<void> {
    const there = await this.#workspace(window, '_NET_WM_DESKTOP')
    if (there !== everyWorkspace && there !== null) {
      const here = await this.#workspace(this.#root, '_NET_CURRENT_DESKTOP')
      if (here !== there) await this.#tell(this.#root, '_NET_CURRENT_DESKTOP', [there, 0])
    }
    await this.#tell(window, '_NET_ACTIVE_WINDOW', [2, 0, 0])
  }

  /** Returns the number of a workspace, or `null` without a window manager that has them. */
  async #workspace(window: number, property: string): Promise<number | null> {
    const value = await this.#property(window, await this.#atom(property))
    return value.length < 4 ? null : value.readUInt32LE(0)
  }

  /** Sends a client message to the window manager. */
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

  /** Returns the managed windows, none without a window manager. */
  async #managed(): Promise<readonly number[]> {
    const list = await this.#property(this.#root, await this.#atom('_NET_CLIENT_LIST'))
    return Array.from({ length: list.length / 4 }, (_, at) => list.readUInt32LE(4 * at))
  }

  #change(
    window: number,
    property: number,
    type: number,
    data: Buffer | readonly number[],
  ): Promise<void> {
    const format = Buffer.isBuffer(data) ? 8 : 32
    return this.#done((done) =>
      this.#server.client.ChangeProperty(0, window, property, type, format, data, done),
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

  /** Returns all key codes that produce this without Shift. */
  async #codes(keysym: number): Promise<readonly number[]> {
    const { client, min_keycode: first, max_keycode: last } = this.#server
    const rows = await this.#ask<readonly number[][]>((done) =>
      client.GetKeyboardMapping(first, last - first + 1, done),
    )
    const codes = rows.flatMap((row, at) => (row[0] === keysym ? [first + at] : []))
    if (codes.length > 0) return codes
    return rows.flatMap((row, at) => (row[1] === keysym ? [first + at] : []))
  }

  /** Another layout may move keys; most notifications change nothing. */
  async #remap(): Promise<void> {
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
