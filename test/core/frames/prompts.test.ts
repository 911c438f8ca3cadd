/** Marked commands and the state that a page's terminal is brought to, beside what xterm.js makes of the same bytes. */
import { createRequire } from 'node:module'
import type { Terminal as Headless } from '@xterm/headless'
import type { Terminal as PageTerminal } from '@xterm/xterm'
import { expect, test } from 'vitest'
import { Prompts } from '../../../src/core/frames/prompts.ts'
import { stateParts } from '../../../src/core/frames/state.ts'
import { Terminal } from '../../../src/core/vt/index.ts'
import { Prompts as PagePrompts } from '../../../src/renderer/grid/prompts.ts'
import { seeded } from '../../../src/build/fuzz-target.mjs'

const { Terminal: Xterm } = createRequire(import.meta.url)('@xterm/headless') as { Terminal: typeof Headless }
const bytes = (text: string) => new TextEncoder().encode(text)
const parsed = (terminal: Headless, text: string) => new Promise<void>((resolve) => { terminal.write(text, resolve) })

const pieces = [
  '\x1b]133;A\x07', '\x1b]133;A\x07$ ', '\x1b]133;B\x07', '\x1b]133;C\x07', '\x1b]133;C\x07\r\n', '\x1b]133;D\x07', '\x1b]133;D;0\x07', '\x1b]133;D;130;aid=1\x07', '\x1b]133;D;x\x07', '\x1b]133;AB\x07', '\x1b]133;P;k=i\x07',
  'ls', '\r\n', '\r\n\r\n\r\n', 'out\r\n', 'x'.repeat(25), '\x1b[H', '\x1b[2J', '\x1b[J', '\x1b[1J', '\x1b[3;1H', '\x1b[?J', '\x1b[3J', '\x1b[3J', '\x1b[?1047h', '\x1b[?1047l', '\x1b[?1047l', '\x1bc', '\x1b[4;1H',
] as const

test('commands are those that the page kept of the same bytes, through history, erasing and resets', async () => {
  for (let seed = 1; seed <= 40; seed += 1) {
    const random = seeded(seed)
    const size = { cols: 20, rows: 6, scrollback: 12 }
    const prompts = new Prompts()
    const core = new Terminal({ ...size, marks: prompts })
    const theirs = new Xterm({ ...size, allowProposedApi: true })
    const page = new PagePrompts(theirs as unknown as PageTerminal) // it uses what both have
    for (let step = 0; step < 80; step += 1) {
      const text = pieces[Math.floor(random() * pieces.length)]!
      core.write(bytes(text))
      await parsed(theirs, text)
      const { history } = core.screen.primary
      const dropped = history?.dropped ?? 0
      const row = (line: number) => line === -1 ? -1 : line + dropped
      const kept = page.commands.map(({ prompt, output, end, exit }) => ({ prompt: row(prompt.line), output: output === null ? null : row(output.line), end: end === null ? null : { row: row(end.marker.line), column: end.column }, exit }))
      const ours = prompts.commands(dropped).map((command) => ({ ...command, output: gone(command.output, dropped), end: command.end === null ? null : { ...command.end, row: gone(command.end.row, dropped) } }))
      expect(ours, `seed ${seed}, step ${step}`).toEqual(kept)
    }
    theirs.dispose()
  }
}, 60_000)

/** xterm.js says -1 of a row that has gone. */
function gone(row: number | null, dropped: number): number | null {
  return row !== null && row < dropped ? -1 : row
}

test('after another width commands and the row that is looked at stay with their text', () => {
  const prompts = new Prompts()
  const core = new Terminal({ cols: 20, rows: 6, scrollback: 100, marks: prompts })
  core.write(bytes(`\x1b]133;A\x07$ a\x1b]133;C\x07\r\n${'long '.repeat(20)}\r\n\x1b]133;D;0\x07\x1b]133;A\x07$ `))
  prompts.view = 6 // the second prompt
  core.resize(30, 6)
  const commands = [{ prompt: 0, output: 0, end: { row: 5, column: 0 }, exit: 0 }, { prompt: 5, output: null, end: null, exit: null }]
  expect([prompts.commands(0), prompts.view]).toEqual([commands, 5])
  core.resize(30, 3)
  core.resize(30, 6)
  expect([prompts.commands(0), prompts.view]).toEqual([commands, 5])
})

const modes = ['1', '66', '9', '1000', '1002', '1003', '1006', '1015', '1016', '1004', '2004', '1007', '25', '12'] as const
const others = ['\x1b[0 q', '\x1b[3 q', '\x1b[6 q', '\x1b[=5;1u', '\x1b[>1u', '\x1b[<u', '\x1b]4;1;#010203\x07', '\x1b]104;1\x07', '\x1b]10;#0a0b0c\x07', '\x1b]110\x07', '\x1b]11;#111111\x07', '\x1b]112\x07', '\x1b=', '\x1b>', '\x1b[!p', '\x1bc'] as const

test('the state brings xterm.js to the modes of the core, whatever it was in, and nothing else of it changes', async () => {
  const random = seeded(2)
  const change = () => random() < 0.6 ? `\x1b[?${modes[Math.floor(random() * modes.length)]!}${random() < 0.6 ? 'h' : 'l'}` : others[Math.floor(random() * others.length)]!
  const core = new Terminal({ cols: 20, rows: 5, scrollback: 0 })
  const theirs = new Xterm({ cols: 20, rows: 5, allowProposedApi: true })
  for (let round = 0; round < 300; round += 1) {
    for (let step = 0; step < 4; step += 1) core.write(bytes(change()))
    await parsed(theirs, Array.from({ length: 4 }, change).join(''))
    await parsed(theirs, `\x1b[2;3Hab${Object.values(stateParts(core.screen)).join('')}`)
    const { modes: wanted } = core.screen
    const { applicationCursorKeysMode, applicationKeypadMode, bracketedPasteMode, mouseTrackingMode, sendFocusMode } = theirs.modes
    const inside = (theirs as unknown as { readonly _core: { readonly coreMouseService: { readonly activeEncoding: string }; readonly coreService: { readonly isCursorHidden: boolean } } })._core // what the page's grid looks at
    expect([applicationCursorKeysMode, applicationKeypadMode, bracketedPasteMode, mouseTrackingMode, sendFocusMode, inside.coreMouseService.activeEncoding, inside.coreService.isCursorHidden, theirs.buffer.active.cursorX]).toEqual([
      wanted.applicationCursor, wanted.applicationKeypad, wanted.bracketedPaste, wanted.mouse, wanted.focusReports,
      { default: 'DEFAULT', urxvt: 'DEFAULT', sgr: 'SGR', 'sgr-pixels': 'SGR_PIXELS' }[wanted.mouseEncoding], !core.screen.cursorVisible, 4,
    ])
  }
  theirs.dispose()
}, 60_000)
