/** Runner's connection to the probe: writes, and collects replies within limits, as Latin-1. */
import type { Socket } from 'node:net'
import { heardBytesMax, heardTotalMax, writtenMs } from './limits.ts'

interface Heard {
  readonly before: string
  readonly match: RegExpExecArray
}

export class TerminalLink {
  readonly #socket: Socket
  #heard = ''
  #total = 0
  #changed: (() => void) | null = null
  /** Why the connection ended. */
  problem: string | null = null

  /** @param rest input after the probe's first line */
  constructor(socket: Socket, rest: string) {
    this.#socket = socket
    this.#take(rest)
    socket.setEncoding('latin1').on('data', (text: string) => this.#take(text))
    socket.once('close', () => this.#stop('the program in the terminal has ended'))
    socket.on('error', () => this.#stop('the program in the terminal has ended'))
  }

  /** Resolves to `false` if the terminal no longer reads. */
  write(bytes: Uint8Array | string): Promise<boolean> {
    if (this.problem !== null) return Promise.resolve(false)
    return new Promise((resolve) => {
      const timer = setTimeout(() => resolve(false), writtenMs)
      this.#socket.write(bytes, (error) => {
        clearTimeout(timer)
        resolve(error === undefined || error === null)
      })
    })
  }

  /** Drops the input received so far. */
  clear(): void {
    this.#heard = ''
  }

  /** Consumes input up to the first match; `null` after `ms`, or when the connection ends. */
  next(pattern: RegExp, ms: number): Promise<Heard | null> {
    return new Promise((resolve) => {
      const end = (heard: Heard | null) => {
        clearTimeout(timer)
        this.#changed = null
        resolve(heard)
      }
      const look = () => {
        const match = pattern.exec(this.#heard)
        if (match !== null) {
          const before = this.#heard.slice(0, match.index)
          this.#heard = this.#heard.slice(match.index + match[0].length)
          end({ before, match })
        } else if (this.problem !== null) end(null)
      }
      const timer = setTimeout(() => end(null), ms)
      this.#changed = look
      look()
    })
  }

  /** Ends the probe; resolves when it has exited, or after a timeout. */
  async end(): Promise<void> {
    if (this.#socket.closed) return
    const gone = new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, writtenMs / 10)
      this.#socket.once('close', () => {
        clearTimeout(timer)
        resolve()
      })
    })
    this.#socket.end()
    await gone
    this.#socket.destroy()
  }

  #take(text: string): void {
    if (this.problem !== null) return
    this.#total += text.length
    this.#heard += text
    if (this.#heard.length > heardBytesMax || this.#total > heardTotalMax)
      this.#stop('the terminal floods the program in it with input')
    else this.#changed?.()
  }

  #stop(problem: string): void {
    this.problem ??= problem
    this.#socket.destroy()
    this.#changed?.()
  }
}
