/** The two terminals that run in this process: vibeflow's core, and xterm.js with its widths. */
import headless from '@xterm/headless'
import { unicodeProvider } from '../../../fuzz/support/unicode-provider.ts'
import { snapshotOf, Terminal, toText } from '../../../src/terminal/index.ts'
import type { Size } from '../../../src/base/sizes/size.ts'
import { cursorOf, trimmed, type Oracle, type Seen } from './oracles.ts'

export type InProcess = Omit<Oracle, 'ask'>

export function ownTerminal(size: Size): InProcess {
  return {
    name: 'vibeflow',
    stop: () => undefined,
    show: async (bytes) => screenOf(size, bytes),
  }
}

export function screenOf(size: Size, bytes: Uint8Array): Seen {
  const terminal = new Terminal({ ...size, scrollback: 0 })
  terminal.write(bytes)
  const taken = snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: terminal.at }, 0)
  const { x, y, top, modes } = terminal.screen
  return {
    rows: trimmed(toText(taken).split('\n')),
    cursor: `${x + 1},${y + 1 - (modes.origin ? top : 0)}`,
  }
}

export function xtermJs(size: Size): InProcess {
  const { cols, rows } = size
  return {
    name: 'xterm.js',
    stop: () => undefined,
    show: async (bytes) => {
      const terminal = new headless.Terminal({ cols, rows, scrollback: 0, allowProposedApi: true })
      terminal.unicode.register(unicodeProvider as never)
      terminal.unicode.activeVersion = unicodeProvider.version
      let reply = ''
      terminal.onData((data) => (reply += data))
      await new Promise<void>((resolve) => terminal.write(bytes, resolve))
      await new Promise<void>((resolve) => terminal.write('\x1b[6n', resolve))
      const buffer = terminal.buffer.active
      const lines = Array.from(
        { length: rows },
        (_, y) => buffer.getLine(buffer.baseY + y)?.translateToString(true) ?? '',
      )
      terminal.dispose()
      const [, row = '', col = ''] = /\x1b\[(\d+);(\d+)R$/.exec(reply) ?? []
      return { rows: trimmed(lines), cursor: cursorOf(col, row, size) }
    },
  }
}
