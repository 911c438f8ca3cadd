/** Turns tokens into operations on a Screen, with fast paths for text. */
import { controlSequences, type ControlSequence } from './csi.ts'
import { designate, escapeSequences, execute, type EscapeSequence } from './esc.ts'
import { operatingSystemCommand, wantedCommands } from './osc.ts'
import { OffscreenFastPath } from '../screen/offscreen.ts'
import { printAsciiRun, printCode, printThreeByteRun, settleMove } from '../screen/print.ts'
import {
  capabilitiesTextMax,
  capabilityQueries,
  settingQuery,
  settingTextMax,
} from '../screen/queries.ts'
import { GraphicsStrings } from '../images/strings.ts'
import type { PictureHost } from '../images/host.ts'
import type { Screen } from '../screen/screen.ts'
import { lineFeed } from '../screen/scroll.ts'
import { selectGraphics } from '../screen/sgr.ts'
import type { StringReader } from './strings.ts'
import { identifier, Tokenizer, type TokenReader } from './tokenizer.ts'
import { bytesOf, codeAt, replacement } from './utf8.ts'

const SGR = identifier('m')
const SIXEL = identifier('q')
/** Query strings by name. */
const questions: ReadonlyMap<number, Question> = new Map([
  [identifier('$q'), { textMax: settingTextMax, ask: settingQuery }],
  [identifier('+q'), { textMax: capabilitiesTextMax, ask: capabilityQueries }],
])

interface Question {
  readonly textMax: number
  readonly ask: (screen: Screen, text: string) => void
}

/** Handlers by final byte without prefix and intermediates; all others by identifier. */
const plainCsi: (ControlSequence | undefined)[] = Array.from(
  { length: 128 },
  (_, final) => controlSequences[String.fromCharCode(final)],
)
const otherCsi = new Map(
  Object.entries(controlSequences)
    .filter(([name]) => name.length > 1)
    .map(([name, act]) => [identifier(name), act]),
)
const knownEsc: ReadonlyMap<number, EscapeSequence> = new Map(
  Object.entries(escapeSequences).map(([name, act]) => [identifier(name), act]),
)

export class Parser {
  readonly #screen: Screen
  readonly #tokens: Tokenizer
  readonly #offscreen: OffscreenFastPath

  /** Uses `host` for images; `shouldYield` is as in TokenReader. */
  constructor(screen: Screen, host?: PictureHost, shouldYield?: () => boolean) {
    this.#screen = screen
    this.#tokens = new Tokenizer(
      {
        ...readerOf(screen),
        ground: (bytes, at) => this.#ground(bytes, at),
        strings: stringsOf(screen, host),
        ...(shouldYield === undefined ? {} : { shouldYield }),
      },
      wantedCommands,
    )
    this.#offscreen = new OffscreenFastPath(screen, this.#tokens.parameters)
  }

  get unfinishedBytes(): number {
    return this.#tokens.unfinishedBytes
  }

  get opener(): string {
    return this.#tokens.opener
  }

  /** Bytes of the current chunk, up to the end of the sequence being executed. */
  get position(): number {
    return this.#tokens.position
  }

  /** Parses the next bytes, split anywhere. Returns their number: all, unless it yields. */
  feed(bytes: Uint8Array): number {
    return this.#tokens.feed(bytes)
  }

  /** Handles text and controls up to an escape, an incomplete or invalid character, or the end. */
  #ground(bytes: Uint8Array, start: number): number {
    const screen = this.#screen
    const tokens = this.#tokens
    const length = bytes.length
    let at = start
    while (at < length) {
      const byte = bytes[at]!
      if (byte >= 0x20 && byte < 0x7f) {
        if (screen.plain || settleMove(screen)) at = printAsciiRun(screen, bytes, at)
        else {
          printCode(screen, byte)
          at += 1
          if (screen.plainAfterFirst && at < length && bytes[at]! >= 0x20 && bytes[at]! < 0x7f)
            at = printAsciiRun(screen, bytes, at)
        }
      } else if (byte === 0x1b) {
        const next = tokens.open(bytes, at)
        if (next === at + 1) return next // unfinished
        at = next
      } else if (byte === 0x0a) {
        const scrolls = screen.y === screen.bottom
        lineFeed(screen)
        screen.joinWidth = 0
        at += 1
        if (scrolls) at = this.#offscreen.pass(bytes, at, tokens.fed)
      } else if (byte >= 0x80) {
        at = this.#wide(bytes, at)
        if (!tokens.isInGround) return at
      } else {
        if (byte !== 0x7f) {
          execute(screen, byte)
          screen.joinWidth = 0
        }
        at += 1
      }
    }
    return at
  }

  /** Handles consecutive characters beyond ASCII. Returns their end. */
  #wide(bytes: Uint8Array, start: number): number {
    const screen = this.#screen
    const length = bytes.length
    let at = start
    while (at < length) {
      const first = bytes[at]!
      if (first < 0x80) return at
      // Three-byte characters, as in most text beyond Latin, are printed in runs.
      if (first >= 0xe1 && first <= 0xec && screen.plain) {
        const next = printThreeByteRun(screen, bytes, at)
        if (next !== at) {
          at = next
          continue
        }
      }
      if (first < 0xc2 || first > 0xf4) {
        printCode(screen, replacement) // invalid start of a character
        at += 1
        continue
      }
      const whole = codeAt(bytes, at)
      if (whole === 0) return this.#tokens.wide(bytes, at)
      printCode(screen, whole)
      at += bytesOf(whole)
    }
    return at
  }
}

function readerOf(screen: Screen): Omit<TokenReader, 'ground'> {
  return {
    print: (code) => printCode(screen, code),
    execute: (code) => {
      execute(screen, code)
      screen.joinWidth = 0
    },
    escape: (name) => {
      const act = knownEsc.get(name)
      if (act !== undefined) act(screen)
      else if (name > 0xff && name < 0x10000)
        designate(screen, String.fromCharCode(name >> 8), String.fromCharCode(name & 0xff))
      screen.joinWidth = 0
    },
    control: (name, parameters) => {
      if (name === SGR)
        selectGraphics(screen, parameters) // by far the most frequent
      else (name < 128 ? plainCsi[name] : otherCsi.get(name))?.(screen, parameters)
      screen.joinWidth = 0
    },
    operatingSystemCommand: (body, terminator) => {
      if (body !== null) operatingSystemCommand(screen, body, terminator)
      screen.joinWidth = 0
    },
    unhook: () => {
      screen.joinWidth = 0
    },
  }
}

/** Reads strings that draw, while images are enabled, and query strings. */
function stringsOf(screen: Screen, host: PictureHost | undefined): StringReader {
  const graphics = new GraphicsStrings(screen, host)
  let question: Question | undefined
  /** Query text so far. */
  let text = ''
  return {
    device: (name, parameters) => {
      question = questions.get(name)
      text = ''
      if (question !== undefined) return true
      if (name !== SIXEL || !screen.facts.pictures) return false
      graphics.sixel(parameters.value(1))
      return true
    },
    application: () => {
      question = undefined
      if (screen.facts.pictures) graphics.application()
      return screen.facts.pictures
    },
    command: () => {
      question = undefined
      if (screen.facts.pictures) graphics.file()
      return screen.facts.pictures
    },
    put: (bytes, from, end) => {
      if (question === undefined) graphics.add(bytes, from, end)
      else if (text.length < question.textMax)
        text += String.fromCharCode(
          ...bytes.subarray(from, Math.min(end, from + question.textMax - text.length)),
        )
    },
    end: (whole) => {
      const isKept = question === undefined && graphics.end(whole)
      if (whole) question?.ask(screen, text)
      question = undefined
      if (!isKept) screen.joinWidth = 0
    },
  }
}
