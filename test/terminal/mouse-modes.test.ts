/** Mouse modes set one after another, as xterm 379 reports them with DECRQM. */
import { expect, test } from 'vitest'
import { ModeMemory } from '../../src/core/session/flow/mode-memory.ts'
import { Terminal } from '../../src/terminal/index.ts'

test.each([
  ['\x1b[?1000h\x1b[?1002h', 'drag', 'default'],
  ['\x1b[?1000h\x1b[?1002h\x1b[?1002l', 'none', 'default'],
  ['\x1b[?1002h\x1b[?1000l', 'none', 'default'],
  ['\x1b[?1003h\x1b[?1000h\x1b[?9h', 'x10', 'default'],
  ['\x1b[?1006h\x1b[?1016h\x1b[?1016l', 'none', 'default'],
  ['\x1b[?1006h\x1b[?1015l', 'none', 'sgr'],
  ['\x1b[?1006h\x1b[?1016h\x1b[?1006l', 'none', 'sgr-pixels'],
])('after %j the mouse is %s with %s', (text, mouse, mouseEncoding) => {
  const bytes = new TextEncoder().encode(text)
  const terminal = new Terminal({ cols: 10, rows: 4, scrollback: 0 })
  terminal.write(bytes)
  expect(terminal.screen.modes).toMatchObject({ mouse, mouseEncoding })
  // a terminal that starts later gets the same modes
  const memory = new ModeMemory()
  memory.feed(bytes)
  const later = new Terminal({ cols: 10, rows: 4, scrollback: 0 })
  later.write(memory.bytes())
  expect(later.screen.modes).toEqual(terminal.screen.modes)
})
