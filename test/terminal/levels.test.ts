/** Conformance levels (DECSCL), and the stack of titles (XTWINOPS 22 and 23). */
import { expect, test } from 'vitest'
import { Terminal, toAnsi } from '../../src/terminal/index.ts'
import { bytes, shown, snapshot, terminal } from './terminals.ts'

/** Returns the modes that were reported. */
function reports(text: string): string[] {
  const found: string[] = []
  const made = new Terminal({
    ...{ cols: 10, rows: 4, scrollback: 0 },
    onQuery: (query) => {
      if (query.kind === 'mode') found.push(`${query.mode};${query.value}`)
    },
  })
  made.write(bytes(text))
  return found
}

test.each([
  ['no level: all extensions', '', ['4;2', '69;1']],
  ['61', '\x1b[61"p', []],
  ['62', '\x1b[62;1"p', []],
  ['63: DECRQM, without left and right margins', '\x1b[63;1"p', ['4;2', '69;2']],
  ['64: left and right margins', '\x1b[64;1"p', ['4;2', '69;1']],
  ['unknown levels', '\x1b[60"p\x1b[66"p\x1b["p', ['4;2', '69;1']],
  ['62, and RIS', '\x1b[62"p\x1bc', ['4;2', '69;1']],
  ['62, which DECSTR keeps', '\x1b[62"p\x1b[!p', []],
])('level %s', (_, level, expected) => {
  expect(reports(`${level}\x1b[?69h\x1b[4$p\x1b[?69$p`)).toEqual(expected)
})

test('DECNCSM needs level 5', () => {
  const text = (level: number) => `\x1b[${level}"p\x1b[?40h\x1b[?95h1\x1b[?3h`
  expect([64, 65].map((level) => shown(text(level)))).toEqual([' @0,0', '1 @0,0'])
})

test('a level resets softly: modes and pen, and not the text', () => {
  expect(shown('abc\x1b[4h\x1b[2;3r\x1b[2;1H\x1b[63"px')).toBe('abc|x @1,1')
})

test('sequences of a screen restore colors, modes and margins of a level', () => {
  const text =
    '\x1b[64;1"p\x1b]4;1;#111111\x1b\\\x1b[#P\x1b]4;1;#222222\x1b\\\x1b[1m\x1b[#{\x1b[m' +
    '\x1b[?2004h\x1b[?2004s\x1b[?2004l\x1b[2;3r\x1b[?69h\x1b[3;8s\x1b[2;4H'
  const taken = snapshot(terminal(text))
  expect(taken.savedColors).toHaveLength(1)
  expect({ ...snapshot(terminal(toAnsi(taken))), at: taken.at }).toEqual(taken)
})

// measured with xterm 379
test('sequences of a screen set the level after saved modes, without 8-bit replies', () => {
  const text = '\x1b[63"p\x1b]4;1;#111111\x1b\\\x1b[#P\x1b[?25s'
  expect(toAnsi(snapshot(terminal(text)))).toMatch(/^(?:\x1b\[\?25[hsl])*\x1b\[63;1"p/)
})

test('sequences of a screen set mode 12 before the cursor style, which changes it', () => {
  expect(toAnsi(snapshot(terminal('\x1b[?12h\x1b[4 q')))).toMatch(/\x1b\[\?12h.*\x1b\[4 q/)
})

test('sequences of a screen underline as xterm 379 reads it', () => {
  expect(toAnsi(snapshot(terminal('\x1b[4ma\x1b[4:3mb')))).toMatch(/0;4ma.*0;4:3mb/)
})

test('sequences of a screen restore the level', () => {
  const taken = snapshot(terminal('\x1b[63;1"pabc'))
  expect({ ...snapshot(terminal(toAnsi(taken))), at: taken.at }).toEqual(taken)
})

test.each([
  ['both, then both', '\x1b[22t\x1b]0;x\x07\x1b[23t', 'a i'],
  ['both, then the icon: nothing is left', '\x1b[22;0t\x1b]0;x\x07\x1b[23;1t\x1b[23;2t', 'x i'],
  ['both, then the window', '\x1b[22;0t\x1b]0;x\x07\x1b[23;2t\x1b[23;1t', 'a x'],
  ['icon and window, then both', '\x1b[22;1t\x1b[22;2t\x1b]0;x\x07\x1b[23;0t', 'a i'],
  ['unknown titles', '\x1b[22;3t\x1b]0;x\x07\x1b[23;0t', 'x x'],
  ['more than are kept', '\x1b[22;2t\x1b]2;b\x07'.repeat(20).concat('\x1b[23t'.repeat(20)), 'b i'],
])('titles that are saved and restored: %s', (_, text, titles) => {
  const { screen } = terminal(`\x1b]2;a\x07\x1b]1;i\x07${text}`)
  expect(`${screen.title} ${screen.iconTitle}`).toBe(titles)
})

test('the icon title has the same limit as the title', () => {
  const { screen } = terminal(`\x1b]1;${'x'.repeat(5_000)}\x07`)
  expect(screen.iconTitle).toHaveLength(1_024)
  expect(screen.title).toBe('')
})
