/**
 * Filters a session's output for another terminal: the VT core's tokenizer reads it, and allowed
 * sequences (allowed-output.ts) are written in one form. Only complete sequences pass, so a
 * terminal with another parser cannot find others in them. Long strings are buffered up to the
 * core's limits.
 */
import { blocksOf } from '../../terminal/parse/text-size.ts'
import { identifier, Tokenizer } from '../../terminal/parse/tokenizer.ts'
import { bytesOf, codeAt } from '../../terminal/parse/utf8.ts'
import { rowsOfBlock } from '../../terminal/screen/sized/sizing.ts'
import { allowedOutput, type Allowed } from './allowed-output.ts'
import { ByteSink } from './byte-sink.ts'

const sixel = identifier('q')
/** Control sequences that draw and do not pass: DECFRA, DECRARA. */
const drawing: ReadonlySet<number> = new Set([identifier('$x'), identifier('$t')])
const sizedText = 66
/** Start of application strings and inline files that may draw. */
const application = /^G/
const command = /^File(?:=|End)/
/** Characters that identify them. */
const headMax = 8

export class OutputFilter {
  readonly #allowed: Allowed
  readonly #tokens: Tokenizer
  readonly #passed = new ByteSink()
  #hasDrawn = false
  /** Start that makes the open string a drawing, and its first characters. */
  #drawing = application
  #head = ''

  /** @param replayed true for a recording: no program reads keys, and bells are dropped */
  constructor({ replayed = false }: { readonly replayed?: boolean } = {}) {
    this.#allowed = allowedOutput(replayed)
    const { controls, escape, commands } = this.#allowed
    this.#tokens = new Tokenizer(
      {
        ground: (bytes, at) => this.#ground(bytes, at),
        print: (code) => {
          this.#passed.text(String.fromCodePoint(code))
        },
        execute: (code) => {
          this.#passed.ascii(this.#allowed.singles[code] ?? '')
        },
        escape: (name) => {
          this.#passed.ascii(escape(name))
        },
        control: (name, parameters) => {
          this.#hasDrawn ||= drawing.has(name)
          this.#control(name, controls.get(name)?.(parameters) ?? null)
        },
        operatingSystemCommand: (body) => {
          if (body !== null) this.#command(body, commands)
        },
        unhook: () => undefined,
        strings: {
          device: (name) => {
            this.#hasDrawn ||= name === sixel
            return false
          },
          application: () => this.#begun(application),
          command: () => this.#begun(command),
          put: (bytes, from, end) => {
            const last = Math.min(end, from + headMax - this.#head.length)
            if (from < last) this.#head += String.fromCharCode(...bytes.subarray(from, last))
          },
          end: () => {
            this.#hasDrawn ||= this.#drawing.test(this.#head)
          },
        },
      },
      new Set(commands.keys()),
    )
  }

  /** Returns the allowed output of these bytes, including a sequence that they complete. */
  feed(bytes: Uint8Array): Uint8Array {
    this.#tokens.feed(bytes)
    return this.#passed.take()
  }

  /** Returns whether a drawing was dropped or replaced since the last call. */
  takeDrawn(): boolean {
    const drawn = this.#hasDrawn
    this.#hasDrawn = false
    return drawn
  }

  /** Returns true to get the data. */
  #begun(drawing: RegExp): true {
    this.#drawing = drawing
    this.#head = ''
    return true
  }

  /** Copies plain text. */
  #ground(bytes: Uint8Array, start: number): number {
    const { singles } = this.#allowed
    const { length } = bytes
    let at = start
    while (at < length) {
      const byte = bytes[at] ?? 0
      if ((byte >= 0x20 && byte < 0x7f) || byte === 0x0a || byte === 0x0d) {
        at += 1
        continue
      }
      const code = byte < 0x80 ? 0 : codeAt(bytes, at)
      if (code === 0) break
      at += bytesOf(code)
    }
    this.#passed.bytes(bytes, start, at)
    if (at === length) return at
    const byte = bytes[at] ?? 0
    if (byte === 0x1b) return this.#tokens.open(bytes, at)
    if (byte >= 0x80) return this.#tokens.wide(bytes, at)
    this.#passed.ascii(singles[byte] ?? '')
    return at + 1
  }

  #control(name: number, parameters: string | null): void {
    if (parameters === null) return
    const [second, first] = [(name >> 8) & 0xff, (name >> 16) & 0xff]
    const isPrefix = second >= 0x3c
    const before = isPrefix ? String.fromCharCode(second) : ''
    const behind = isPrefix || second === 0 ? '' : String.fromCharCode(second)
    if (first === 0)
      this.#passed.ascii(`\x1b[${before}${parameters}${behind}${String.fromCharCode(name & 0xff)}`)
  }

  #command(body: string, commands: Allowed['commands']): void {
    const [number = ''] = body.split(';', 1)
    if (!/^\d+$/.test(number)) return
    const rest = body.slice(number.length + 1)
    const out = commands.get(Number(number))?.(rest)
    // a block of several rows may scroll the screen
    if (Number(number) === sizedText)
      for (const { word } of blocksOf(rest)) this.#hasDrawn ||= rowsOfBlock(word) > 1
    if (out !== null && out !== undefined) this.#passed.text(out)
  }
}
