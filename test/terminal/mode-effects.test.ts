/** Each mode that DECRQM reports as set or reset has an effect. */
import { expect, test } from 'vitest'
import xterm from '@xterm/headless'
import { defaults } from '../../src/core/config/table.ts'
import { namedPress } from '../../src/core/config/keys/named-press.ts'
import { programKeys } from '../../src/core/config/keys/program-keys.ts'
import { ProgramModes } from '../../src/renderer/grid/program-modes.ts'
import { bidiShift } from '../../src/terminal/history/grid-rows.ts'
import { bidiBits } from '../../src/terminal/history/bidi.ts'
import { stateParts } from '../../src/terminal/frames/state.ts'
import { Terminal } from '../../src/terminal/terminal.ts'
import { unknownFacts } from '../../src/terminal/replies/facts.ts'
import { drawing } from './images/support.ts'
import { bytes, shown, snapshot, terminal } from './terminals.ts'

/** Observes a terminal after these bytes. */
type Look = (text: string) => unknown

/** Reads state of the window's terminal: its modes and `_core` of xterm.js. */
const inWindow =
  (look: (theirs: xterm.Terminal, modes: ProgramModes) => unknown): Look =>
  async (text) => {
    const theirs = new xterm.Terminal({ cols: 20, rows: 5, allowProposedApi: true })
    const modes = new ProgramModes(theirs as never, () => true)
    const state = Object.values(stateParts(terminal(text).screen)).join('')
    await new Promise<void>((resolve) => {
      theirs.write(state, resolve)
    })
    const seen = look(theirs, modes)
    theirs.dispose()
    return seen
  }
const mouse = inWindow((theirs) => theirs.modes.mouseTrackingMode)
interface Core {
  readonly coreMouseService: { readonly activeEncoding: string }
  readonly coreService: { readonly isCursorHidden: boolean }
}
const coreOf = (theirs: xterm.Terminal) => (theirs as unknown as { readonly _core: Core })._core
const encoding = inWindow((theirs) => coreOf(theirs).coreMouseService.activeEncoding)

const key =
  (name: string, code?: string): Look =>
  (text) => {
    const press = namedPress(name)
    if ('problem' in press) throw new Error(press.problem)
    const { modes } = snapshot(terminal(text))
    const event = code === undefined ? press.ok : { ...press.ok, code }
    return programKeys(event, { ...modes, flags: 0, options: defaults.keyboard })
  }
const part =
  (name: string): Look =>
  (text) =>
    stateParts(terminal(text).screen)[name]
const reports =
  (act: (made: Terminal) => void): Look =>
  (text) => {
    const { reported, terminal: made, write } = drawing()
    write(text)
    reported()
    act(made)
    return reported()
  }
/** Cursor after a sixel of 3 columns and rows. */
const sixel: Look = (text) => {
  const { terminal: made, write } = drawing()
  write(`${text}\x1b[2;2H\x1bPq#0;2;0;0;0#0${'!30~-'.repeat(7)}\x1b\\`)
  return [made.screen.x, made.screen.y]
}
const updates: Look = (text) => {
  let count = 0
  const made = new Terminal({ cols: 9, rows: 2, scrollback: 0, onUpdating: () => (count += 1) })
  made.write(bytes(text))
  return count
}

interface Effect {
  readonly look?: Look
  readonly before?: string
  readonly after?: string
  readonly reset: unknown
  readonly set: unknown
}

/** Order of the text in the first row (history/bidi.ts). */
const order: Look = (text) => (snapshot(terminal(text)).lines[0]?.pm ?? 0) >> bidiShift

const ansi: Readonly<Record<number, Effect>> = {
  4: { after: 'ab\x1b[HX', reset: 'Xb @1,0', set: 'Xab @1,0' },
  8: { look: order, after: 'a', reset: bidiBits.explicit, set: 0 },
  20: { look: key('Enter'), reset: '\r', set: '\r\n' },
}

const full = 'abcdefghij'
const dec: Readonly<Record<number, Effect>> = {
  1: { look: key('Up'), reset: '\x1b[A', set: '\x1bOA' },
  5: {
    look: part('background'),
    before: '\x1b]10;#123456\x07',
    ...{ reset: '\x1b]111\x1b\\', set: '\x1b]11;#123456\x1b\\' },
  },
  6: { before: '\x1b[2;3r', after: '\x1b[1;2HX', reset: ' X @2,0', set: '| X @2,1' },
  7: { after: `${full}XY`, reset: 'abcdefghiY @9,0+', set: 'abcdefghij|XY @2,1' },
  9: { look: mouse, reset: 'none', set: 'x10' },
  12: { look: part('cursorStyle'), reset: '\x1b[?12l\x1b[0 q', set: '\x1b[?12h\x1b[0 q\x1b[?12h' },
  25: { look: inWindow((one) => coreOf(one).coreService.isCursorHidden), reset: true, set: false },
  40: { before: 'ab', after: '\x1b[?3hX', reset: 'abX @3,0', set: 'X @1,0' },
  41: { after: `${full}\tX`, reset: `${full}|X @1,1`, set: `${full}|        X @9,1` },
  45: { after: '\x1b[2H\bX', reset: '|X @1,1', set: '         X @9,0+' },
  47: { before: 'ab', after: 'c', reset: 'abc @3,0', set: '  c @3,0' },
  66: { look: key('Enter', 'NumpadEnter'), reset: '\r', set: '\x1bOM' },
  67: { look: key('Backspace'), reset: '\x7f', set: '\b' },
  69: { after: '\x1b[3;5s\x1b[1;3Habcd', reset: '  abcd @6,0', set: '  abc|  d @3,1' },
  80: { look: sixel, reset: [1, 3], set: [1, 1] },
  95: { before: '\x1b[?40hab', after: '\x1b[?3hX', reset: 'X @1,0', set: 'Xb @1,0' },
  1000: { look: mouse, reset: 'none', set: 'vt200' },
  1002: { look: mouse, reset: 'none', set: 'drag' },
  1003: { look: mouse, reset: 'none', set: 'any' },
  1004: { look: inWindow((one) => one.modes.sendFocusMode), reset: false, set: true },
  1006: { look: encoding, reset: 'DEFAULT', set: 'SGR' },
  1007: { look: inWindow((_, modes) => modes.wheelSendsKeys), reset: false, set: true },
  1016: { look: encoding, reset: 'DEFAULT', set: 'SGR_PIXELS' },
  1045: { after: '\x1b[2H\bX', reset: '|X @1,1', set: '         X @9,0+' },
  1047: { before: 'ab', after: 'c', reset: 'abc @3,0', set: '  c @3,0' },
  1048: { before: 'ab', after: '\x1b[4;4H\x1b8c', reset: 'cb @1,0', set: 'abc @3,0' },
  1049: { before: 'ab', after: 'c', reset: 'cb @1,0', set: '  c @3,0' },
  1243: { look: inWindow((_, modes) => modes.swapsArrows), reset: false, set: true },
  2004: { look: inWindow((one) => one.modes.bracketedPasteMode), reset: false, set: true },
  2026: { look: updates, reset: 0, set: 1 },
  2027: { after: '👩\u200d👧', reset: '👩\u200d👧 @4,0', set: '👩\u200d👧 @2,0' },
  2031: {
    look: reports((made) => made.setFacts({ ...unknownFacts, background: 0xffffff })),
    ...{ reset: '', set: '\x1b[?997;2n' },
  },
  2033: {
    look: reports((made) => made.setFacts({ ...unknownFacts, visible: false })),
    ...{ reset: '', set: '\x1b[?999;2n' },
  },
  2048: {
    look: reports((made) => made.resize(30, 9)),
    ...{ reset: '', set: '\x1b[48;9;30;180;300t' },
  },
  2500: { look: order, after: 'a', reset: 0, set: bidiBits.mirrorsBoxes },
  2501: { look: order, after: 'a', reset: 0, set: bidiBits.detects },
  8452: { look: sixel, reset: [1, 3], set: [4, 3] },
}

const numbers = Array.from({ length: 9_999 }, (_, number) => number)

test.each([
  ['ANSI', '', ansi],
  ['private', '?', dec],
])('the table has each %s mode that is reported as set or reset', (_, prefix, table) => {
  const { reported, write } = drawing()
  const known = numbers.filter((mode) => {
    write(`\x1b[${prefix}${mode}$p`)
    return /;[12]\$y$/.test(reported())
  })
  expect(known).toEqual(Object.keys(table).map(Number))
})

const rows = [...Object.entries(ansi), ...Object.entries(dec)].map(([mode, effect]) => {
  return [Number(mode), effect.set, effect, effect === ansi[Number(mode)] ? '' : '?'] as const
})
test.each(rows)('mode %d has its effect: %j', async (mode, set, effect, prefix) => {
  const { look = shown, before = '', after = '', reset } = effect
  const seen = async (final: string) => await look(`${before}\x1b[${prefix}${mode}${final}${after}`)
  expect([await seen('l'), await seen('h')]).toEqual([reset, set])
  expect(reset).not.toEqual(set)
})
