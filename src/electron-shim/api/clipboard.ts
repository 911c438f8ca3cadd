/**
 * `clipboard`, the asynchronous one of Electron 45. With a display it uses the desktop's (xclip, or
 * wl-copy and wl-paste). Headless, it is a store in this process that receives the text that pages
 * copy. Chromium's permission to read the clipboard is not changed, since page code would get it
 * too.
 */
import { isUtf8 } from 'node:buffer'
import { EventEmitter } from 'node:events'
import { spawn, type ChildProcess } from 'node:child_process'
import { beforeLeaving } from '../process/closing.ts'
import { clipboardBytesMax, clipboardMs } from '../limits.ts'
import { expected, say } from '../process/problem.ts'
import { findProgram, output } from '../desktop/programs.ts'
import { theEngine } from '../run.ts'

/** Time between the end of wl-copy's input and its ownership of the selection, ms. */
const settleMs = 50

/** Characters that Latin-1 text does not have, but the bytes of UTF-8 text may. */
const controls = /[\x80-\x9f]/

type Which = 'clipboard' | 'primary'

interface Board {
  read(which: Which): Promise<string>
  write(which: Which, text: string): Promise<void>
  /** Resolves with an empty buffer if there is no image. */
  readImage(which: Which): Promise<Buffer>
  writeImage(which: Which, png: Buffer): Promise<void>
}

class Store implements Board {
  #content = new Map<Which, string | Buffer>()

  async read(which: Which): Promise<string> {
    const content = this.#content.get(which) ?? ''
    return typeof content === 'string' ? content : ''
  }

  async write(which: Which, text: string): Promise<void> {
    this.#content.set(which, text)
  }

  async readImage(which: Which): Promise<Buffer> {
    const content = this.#content.get(which) ?? ''
    return typeof content === 'string' ? Buffer.alloc(0) : content
  }

  async writeImage(which: Which, png: Buffer): Promise<void> {
    this.#content.set(which, png)
  }
}

interface Commands {
  readonly write: readonly string[]
  readonly read: readonly string[]
  readonly writeImage?: readonly string[]
  readonly readImage?: readonly string[]
}

/** The only type of image that the shim supports. */
const imageType = 'image/png'

/**
 * Owners send larger texts in parts of at least this size (ICCCM, INCR). Such a text is read again
 * until two readings match.
 */
const partBytesMin = 64 * 1024
const readingsMax = 4

/**
 * A selection is served by its owner while that runs, so vibeflow's program runs until another
 * takes over.
 */
export class Programs implements Board {
  #commands: (which: Which) => Commands
  #owners = new Map<Which, ChildProcess>()

  constructor(commands: (which: Which) => Commands) {
    this.#commands = commands
    beforeLeaving(() => {
      for (const child of this.#owners.values()) child.kill()
    })
  }

  async read(which: Which): Promise<string> {
    const bytes = await this.#readWhole(this.#commands(which).read)
    if (isUtf8(bytes)) return bytes.toString('utf8')
    // xclip gives its image also to those who ask for text, and the Latin-1 text of old programs.
    if (bytes.includes(0)) return ''
    const text = bytes.toString('latin1')
    return controls.test(text) ? bytes.toString('utf8') : text
  }

  readImage(which: Which): Promise<Buffer> {
    return this.#readWhole(this.#commands(which).readImage ?? [])
  }

  async #readWhole(command: readonly string[]): Promise<Buffer> {
    let before = await this.#read(command)
    if (before.length < partBytesMin) return before
    // With two concurrent readers, xclip 0.13 loses parts without an error.
    for (let reading = 1; reading < readingsMax; reading += 1) {
      const again = await this.#read(command)
      if (again.equals(before)) return again
      before = again
    }
    throw new Error('the clipboard gives another text each time')
  }

  async #read([file = '', ...args]: readonly string[]): Promise<Buffer> {
    try {
      return await output(file, args, { timeMs: clipboardMs, bytesMax: clipboardBytesMax })
    } catch (error) {
      expected(error) // an empty selection, an image, or an owner that hangs: no text
      return Buffer.alloc(0)
    }
  }

  write(which: Which, text: string): Promise<void> {
    return this.#write(which, this.#commands(which).write, text)
  }

  writeImage(which: Which, png: Buffer): Promise<void> {
    return this.#write(which, this.#commands(which).writeImage ?? [], png)
  }

  #write(
    which: Which,
    [file = '', ...args]: readonly string[],
    content: string | Buffer,
  ): Promise<void> {
    return new Promise((resolve, reject) => {
      const child = spawn(file, args, { stdio: ['pipe', 'ignore', 'pipe'] })
      child.on('error', reject)
      // No file can be opened, so there are no pipes. The old content stays.
      if (child.pid === undefined) return
      const late = setTimeout(() => {
        reject(new Error('the clipboard did not take the text in time'))
        child.kill('SIGKILL')
      }, clipboardMs)
      const taken = (): void => {
        clearTimeout(late)
        resolve()
      }
      const before = this.#owners.get(which)
      this.#owners.set(which, child)
      child.on('exit', () => {
        taken()
        // Another program owns it now.
        if (this.#owners.get(which) === child) this.#owners.delete(which)
      })
      child.stdin.on('error', expected) // it ended early; its exit is handled
      // xclip prints that it waits for requests when it owns the selection. wl-copy prints nothing.
      child.stderr.once('data', taken)
      child.stderr.resume()
      child.stdin.end(content, () => {
        if (!file.endsWith('xclip')) setTimeout(taken, settleMs)
      })
      before?.kill()
    })
  }
}

let board: Board | undefined

function theBoard(): Board {
  return (board ??= chooseBoard())
}

function chooseBoard(): Board {
  if (theEngine().options.headless) return new Store()
  const [wlCopy, wlPaste, xclip] = ['wl-copy', 'wl-paste', 'xclip'].map(findProgram)
  if (process.env['WAYLAND_DISPLAY'] && wlCopy !== undefined && wlPaste !== undefined) {
    const primary = (which: Which): string[] => (which === 'primary' ? ['--primary'] : [])
    return new Programs((which) => ({
      write: [wlCopy, '--foreground', '--type', 'text/plain;charset=utf-8', ...primary(which)],
      read: [wlPaste, '--no-newline', '--type', 'text', ...primary(which)],
      writeImage: [wlCopy, '--foreground', '--type', imageType, ...primary(which)],
      readImage: [wlPaste, '--no-newline', '--type', imageType, ...primary(which)],
    }))
  }
  if (process.env['DISPLAY'] && xclip !== undefined) {
    return new Programs((which) => ({
      write: [xclip, '-quiet', '-i', '-selection', which],
      read: [xclip, '-o', '-t', 'UTF8_STRING', '-selection', which],
      writeImage: [xclip, '-quiet', '-i', '-t', imageType, '-selection', which],
      readImage: [xclip, '-o', '-t', imageType, '-selection', which],
    }))
  }
  say('no xclip (or wl-clipboard) found: the clipboard works within the app only')
  return new Store()
}

/** `ClipboardItem`: of its types, the shim has PNG only. */
export class ClipboardItem {
  readonly #items: Readonly<Record<string, unknown>>

  constructor(items: Readonly<Record<string, unknown>>) {
    this.#items = items
  }

  get types(): string[] {
    return Object.keys(this.#items)
  }

  async getType(type: string): Promise<Blob> {
    const content = await this.#items[type]
    if (content instanceof Blob) return content
    throw new Error(`the clipboard item has no ${type}`)
  }
}

export class Selection extends EventEmitter {
  #which: Which

  constructor(which: Which) {
    super()
    this.#which = which
  }

  readText(): Promise<string> {
    return theBoard().read(this.#which)
  }

  /** Electron converts the argument before it makes the promise. */
  writeText(text: string): Promise<void> {
    if (typeof text !== 'string')
      throw new TypeError('Error processing argument at index 0, conversion failure')
    return this.#write(text)
  }

  async read(): Promise<ClipboardItem[]> {
    const png = await theBoard().readImage(this.#which)
    if (png.length === 0) return []
    return [
      new ClipboardItem({ [imageType]: new Blob([new Uint8Array(png)], { type: imageType }) }),
    ]
  }

  /** Writes an image. For test drivers. */
  async write([item]: readonly ClipboardItem[]): Promise<void> {
    if (!(item instanceof ClipboardItem)) throw new TypeError('an item is expected')
    const png = Buffer.from(await (await item.getType(imageType)).arrayBuffer())
    if (png.length > clipboardBytesMax)
      throw new RangeError('more data than the clipboard of the shim takes')
    await theBoard().writeImage(this.#which, png)
  }

  async #write(text: string): Promise<void> {
    if (Buffer.byteLength(text) > clipboardBytesMax)
      throw new RangeError('more text than the clipboard of the shim takes')
    await theBoard().write(this.#which, text)
  }
}

export class Clipboard extends Selection {
  readonly selection = new Selection('primary')
}

export const clipboard = new Clipboard('clipboard')

/**
 * Handles a copy by a page. With a display Chromium has updated the desktop, else the store is
 * updated here.
 */
export function pageCopied(text: string): void {
  const current = theBoard()
  if (current instanceof Store) void current.write('clipboard', text)
}
