/** A terminal that shows pictures, cells of 10 x 20 px, and what its programs are reported. */
import { inflateSync } from 'node:zlib'
import type { PictureHost } from '../../../src/terminal/images/host.ts'
import { pictureHost } from '../../../src/host/shadow/pictures.ts'
import { unknownFacts, type TerminalQuery } from '../../../src/terminal/replies/facts.ts'
import { reply } from '../../../src/terminal/replies/replies.ts'
import { Terminal } from '../../../src/terminal/terminal.ts'

export interface Drawing {
  readonly terminal: Terminal
  /** Returns the replies to the program since the last call. */
  reported(): string
  write(text: string): void
}

/** @param given replaces parts that by default work without delay */
export function drawing({
  cols = 20,
  rows = 6,
  scrollback = 50,
  pictureHost: given = {},
}: {
  readonly cols?: number
  readonly rows?: number
  readonly scrollback?: number
  readonly pictureHost?: Partial<PictureHost>
} = {}): Drawing {
  let said = ''
  const facts = { version: '1.0', clipboardWrite: true }
  const terminal = new Terminal({
    cols,
    rows,
    scrollback,
    continuesTo: Number.POSITIVE_INFINITY,
    pictureHost: {
      ...pictureHost(),
      soon: (act) => act(),
      inflateLater: (bytes, most, done) => {
        try {
          done(inflateSync(bytes, { maxOutputLength: most }))
        } catch {
          done(null)
        }
      },
      ...given,
    },
    onQuery: (query: TerminalQuery) => {
      if (query.kind !== 'output-query') said += reply(query, facts) ?? ''
    },
  })
  terminal.screen.facts = { ...unknownFacts, cell: { width: 10, height: 20 }, pictures: true }
  return {
    terminal,
    reported: () => {
      const now = said
      said = ''
      return now
    },
    write: (text) => terminal.write(new TextEncoder().encode(text)),
  }
}

/** A command of kitty's protocol. */
export const kitty = (control: string, data: Uint8Array | string = ''): string =>
  `\x1b_G${control};${Buffer.from(data).toString('base64')}\x1b\\`

/** Returns pixels of one color, RGBA. */
export function pixels(width: number, height: number, colour = 0xff0000ff): Uint8Array {
  return new Uint8Array(new Uint32Array(width * height).fill(colour).buffer)
}
