/** Collects an OSC string if its command is known, up to the limit of all strings. */
import { stringBytesMax } from '../limits.ts'
import type { StringReader } from './strings.ts'

/** ESC ] and ESC \ count too. */
const bodyBytesMax = stringBytesMax - 4

/** The command whose text is passed on as it arrives, however long it is: image files. */
export const streamedCommand = 1337

const utf8 = new TextDecoder()

export class OscCollector {
  readonly #wantedCommands: ReadonlySet<number>
  readonly #strings: StringReader | undefined
  #bytes: Uint8Array = new Uint8Array(256)
  #length = 0
  #wanted = true
  #judged = false
  #streams = false

  constructor(wantedCommands: ReadonlySet<number>, strings: StringReader | undefined) {
    this.#wantedCommands = wantedCommands
    this.#strings = strings
  }

  start(): void {
    this.#length = 0
    this.#wanted = true
    this.#judged = false
    this.#streams = false
  }

  /** Takes printable ASCII from `at` on; returns its end. */
  take(bytes: Uint8Array, at: number): number {
    let end = at
    while (end < bytes.length && bytes[end]! >= 0x20 && bytes[end]! < 0x80) end += 1
    if (this.#streams) this.#strings?.put(bytes, at, end)
    else if (this.#wanted) this.#add(bytes.subarray(at, end))
    return end
  }

  /** Takes one character beyond ASCII. */
  put(code: number): void {
    if (this.#wanted && !this.#streams)
      this.#add(new TextEncoder().encode(String.fromCodePoint(code)))
  }

  /** Returns the complete body, or `null` if it is unknown, too long, or canceled. */
  end(broken: boolean): string | null {
    if (!this.#judged) this.#judge()
    if (this.#streams) this.#strings?.end(!broken)
    if (broken || this.#streams) return null
    return this.#wanted ? utf8.decode(this.#bytes.subarray(0, this.#length)) : null
  }

  #add(bytes: Uint8Array): void {
    if (this.#length + bytes.length > bodyBytesMax) {
      this.#wanted = false
      return
    }
    if (this.#length + bytes.length > this.#bytes.length) {
      const wider = new Uint8Array(Math.max(this.#length + bytes.length, this.#bytes.length * 2))
      wider.set(this.#bytes.subarray(0, this.#length))
      this.#bytes = wider
    }
    this.#bytes.set(bytes, this.#length)
    this.#length += bytes.length
    if (!this.#judged && (this.#length > 8 || bytes.includes(0x3b))) this.#judge()
  }

  #judge(): void {
    const head = /^(\d+)(?:;|$)/.exec(
      String.fromCharCode(...this.#bytes.subarray(0, Math.min(this.#length, 32))),
    )
    this.#judged = true
    const command = Number(head?.[1])
    this.#wanted = head !== null && this.#wantedCommands.has(command)
    if (command !== streamedCommand || this.#strings?.command() !== true) return
    this.#streams = true
    this.#strings.put(this.#bytes, head?.[0].length ?? 0, this.#length)
  }
}
