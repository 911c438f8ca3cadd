/**
 * One example per sequence: bytes in, screen and cursor out. `|` separates rows, `@column,row` is
 * the cursor, `+` a pending wrap.
 */
import { expect, test } from 'vitest'
import { isPrivateModeSet } from '../../src/terminal/screen/mode-state.ts'
import { shown, snapshot, terminal } from './terminals.ts'

const abc = '1aaaa\r\n2bbbb\r\n3cccc\r\n4dddd'

test.each([
  ['text wraps at the edge, one character late', 'abcdefghij', 'abcdefghij @9,0+'],
  ['the next character goes to the next row', 'abcdefghijk', 'abcdefghij|k @1,1'],
  ['LF keeps the column, CR LF does not', 'ab\ncd\r\ne', 'ab|  cd|e @1,2'],
  ['BS moves and erases nothing', 'abc\b\bX', 'aXc @2,0'],
  ['HT goes to the next stop', 'a\tb', 'a       b @9,0'],
  ['UTF-8: é, 世 in two columns, 🎉 in two', 'é世🎉.', 'é世🎉. @6,0'],
  ['UTF-8: a combining mark joins', 'e\u0301x', 'e\u0301x @2,0'],
  ['a wide character wraps whole', 'aaaaaaaaa世', 'aaaaaaaaa|世 @2,1'],
  ['half of a wide character takes the other with it', '世界\x1b[2GX', ' X界 @2,0'],
  ['CUP', '\x1b[3;5HX', '||    X @5,2'],
  ['HVP', '\x1b[2;2fX', '| X @2,1'],
  ['CUU CUD CUF CUB', '\x1b[3;5H\x1b[2AU\x1b[3BD\x1b[2CF\x1b[5DB', '    U|||    BD  F @5,3'],
  ['to the last text', 'a\r\nb\r\n c\x1b[H\x1b[=d\r\nx', 'a|b| c|x @1,3'],
  ['to the last text, from below it', 'a\x1b[4H\x1b[=dx', 'a|||x @1,3'],
  ['CNL CPL', 'ab\x1b[2Ex\x1b[Fy', 'ab|y|x @1,1'],
  [
    'CHA HPA VPA HPR VPR',
    'a\x1b[5Gb\x1b[8`c\x1b[3dd\x1b[eE\x1b[2;1H\x1b[2af',
    'a   b  c|  f|        d|         E @3,1',
  ],
  ['CHT CBT', '\x1b[Ia\x1b[Zb', '        b @9,0'],
  ['HTS TBC', '\x1b[4G\x1bH\r\tx\x1b[3g\r\ty', '   x     y @9,0+'],
  ['CTC sets and clears a stop here', '\x1b[4G\x1b[W\r\tX\x1b[4G\x1b[2W\r\tY', '   X    Y @9,0'],
  [
    'CTC 4 and 5 clear all stops',
    '\x1b[4W\tX\r\n\x1b[?5W\x1b[5W\tY',
    '         X|         Y @9,1+',
  ],
  ['CTC of lines and unknown ones do nothing', '\x1b[1;3;6;9W\tX', '        X @9,0'],
  ['CTC takes several parameters', '\x1b[4G\x1b[5;0W\r\tX', '   X @4,0'],
  ['DECST8C', '\x1b[3g\x1b[2G\x1bH\x1b[?5W\r\tX', '        X @9,0'],
  ['DECST8C without 5 does nothing', '\x1b[3g\x1b[?W\x1b[?8W\tX', '         X @9,0+'],
  ['ED 0', `${abc}\x1b[2;3H\x1b[J`, '1aaaa|2b @2,1'],
  ['ED 1', `${abc}\x1b[2;3H\x1b[1J`, '|   bb|3cccc|4dddd @2,1'],
  ['ED 2', `${abc}\x1b[2J`, ' @5,3'],
  ['EL 0 1 2', 'abcdef\x1b[3D\x1b[K\r\nabcdef\x1b[3D\x1b[1K\r\nabc\x1b[2K', 'abc|    ef @3,2'],
  ['ECH', 'abcdef\x1b[3G\x1b[2X', 'ab  ef @2,0'],
  ['ICH', 'abcdef\x1b[3G\x1b[2@', 'ab  cdef @2,0'],
  ['DCH', 'abcdef\x1b[3G\x1b[2P', 'abef @2,0'],
  ['IL', `${abc}\x1b[2H\x1b[L`, '1aaaa||2bbbb|3cccc @0,1'],
  ['DL', `${abc}\x1b[2H\x1b[M`, '1aaaa|3cccc|4dddd @0,1'],
  ['SU SD', `${abc}\x1b[2S`, '3cccc|4dddd @5,3'],
  ['SD', `${abc}\x1b[T`, '|1aaaa|2bbbb|3cccc @5,3'],
  [
    'DECSTBM: the region scrolls, the rest stays',
    `${abc}\x1b[2;3r\x1b[3H\nx`,
    '1aaaa|3cccc|x|4dddd @1,2',
  ],
  ['IND NEL RI', `${abc}\x1bDx\x1bEy\x1b[H\x1bMz`, 'z|3cccc|4dddd|     x @1,0'],
  ['DECSC DECRC', 'ab\x1b7\x1b[3;3Hx\x1b8y', 'aby||  x @3,0'],
  ['REP', 'ab\x1b[3b', 'abbbb @5,0'],
  ['DEC special graphics by SO SI', '\x1b)0\x0eqx\x0fqx', '─│qx @4,0'],
  ['DECAWM off: the last column is written over', '\x1b[?7labcdefghijXYZ', 'abcdefghiZ @9,0+'],
  ['DECOM: places count from the margin', '\x1b[2;3r\x1b[?6h\x1b[HX\x1b[9;1HY', '|X|Y @1,2'],
  ['IRM', 'abc\x1b[2G\x1b[4hXY', 'aXYbc @3,0'],
  ['reverse wrap', 'abcdefghijk\x1b[?45h\b\bX', 'abcdefghiX|k @9,0+'],
  [
    'reverse wrap: CUB goes over rows that have not wrapped',
    'ab\r\ncd\x1b[?45h\x1b[4DX',
    'ab      X|cd @9,0',
  ],
  [
    'reverse wrap: from the top of the region to its bottom',
    '\x1b[2;3r\x1b[?45h\x1b[2H\bX',
    '||         X @9,2+',
  ],
  [
    'reverse wrap: behind a full row the first step only takes the wait away',
    '\x1b[?45habcdefghij\bX',
    'abcdefghiX @9,0+',
  ],
  ['reverse wrap needs autowrap', '\x1b[?45h\x1b[?7l\x1b[2H\bX', '|X @1,1'],
  ['mode 1045 is reverse wrap, too', '\x1b[?1045h\x1b[2H\bX', '         X @9,0+'],
  ['LNM', '\x1b[20hab\nc', 'ab|c @1,1'],
  ['alternate screen and back', 'ab\x1b[?1049hXX\x1b[?1049lc', 'abc @3,0'],
  ['47 keeps what the alternate screen holds', '\x1b[?47hXX\x1b[?47l\x1b[?47h', 'XX @2,0'],
  ['1047 clears it on leaving', '\x1b[?1047hXX\x1b[?1047l\x1b[?1047h', ' @2,0'],
  [
    'of rows of double width that are cleared on entering the cursor knows nothing',
    '\x1b[?1047h\x1b#6\x1b[?1047l\x1b[8G\x1b[?1047hX',
    '       X @8,0',
  ],
  ['DECALN', '\x1b[2;3r\x1b#8', 'EEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE @0,0'],
  [
    'DECALN in the default style',
    '\x1b[31;4;44m\x1b]8;;http://a\x07\x1b#8\x1b[1;1H\x1b[mx',
    'xEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE|EEEEEEEEEE @1,0',
  ],
  ['HPB', 'abcdef\x1b[2jX\x1b[9jY', 'YbcdXf @1,0'],
  ['VPB', '\x1b[2;4r\x1b[4;3HX\x1b[2kY\x1b[9kZ', '    Z|   Y||  X @5,0'],
  [
    'HPB in origin mode keeps to the margins',
    '\x1b[?69h\x1b[3;6s\x1b[?6h\x1b[1;3HX\x1b[9jY',
    '  Y X @3,0',
  ],
  [
    'relative moves in origin mode do not leave the margins',
    `${abc}\x1b[2;3r\x1b[?6h\x1b[9AX\x1b[9BY\x1b[9DZ`,
    '1aaaa|Xbbbb|ZYccc|4dddd @1,2',
  ],
  ['`_` among the graphics is a blank', '\x1b(0a_q\x1b(B_', '▒ ─_ @4,0'],
  ['LS1R LS2R LS3R do nothing', '\x1b)0\x1b*0\x1b+0\x1b~q\x1b}q\x1b|q', 'qqq @3,0'],
  ['SS2 SS3: one character', '\x1b*0\x1b+A\x1bNqq\x1bO##\x8eq\x8f#', '─q£#─£ @6,0'],
  [
    'SS2: a control comes between, a character beyond ASCII takes it',
    '\x1b*0\x1bN\r\nq\x1bN世q',
    '|─世q @4,1',
  ],
  ['SS2: the next one counts', '\x1b*0\x1b+A\x1bN\x1bO#q', '£q @2,0'],
  ['CBT behind a full row begins at its last column', 'abcdefghij\x1b[ZX', 'abcdefghXj @9,0'],
  [
    'HTS behind a full row sets a stop in its last column',
    '\x1b[3gabcdefghij\x1bH\r\tX',
    'abcdefghiX @9,0+',
  ],
  [
    'mode 41: a tab behind a full row goes to the next one',
    '\x1b[?41habcdefghij\tX',
    'abcdefghij|        X @9,1',
  ],
  ['DECCOLM does nothing without mode 40', 'ab\x1b[?3hX', 'abX @3,0'],
  [
    'DECCOLM clears and takes margins away',
    `${abc}\x1b[2;3r\x1b[?69h\x1b[2;4s\x1b[?40;3hX\x1b[4;1Habcdef\nY`,
    '||abcdef|      Y @7,3',
  ],
  ['DECNCSM: DECCOLM does not clear', `${abc}\x1b[?95;40;3hX`, 'Xaaaa|2bbbb|3cccc|4dddd @1,0'],
  [
    'DECSCA: selective erasing only leaves what is protected',
    'a\x1b[1"qb\x1b[0"qc\x1b[?2K\r\nd\x1b[1"qe\x1b[0"qf\x1b[2K',
    ' b @3,1',
  ],
  ['SGR 0 leaves protection alone', '\x1b[1"q\x1b[mb\x1b[0"qc\x1b[?2K', 'b @2,0'],
  [
    'SPA EPA: ED, EL and ECH leave it',
    'a\x1bVb\x1bWc\x1b[H\x1b[3X\r\nd\x1bVe\x1bWf\x1b[2K\r\ng\x1bVh\x1bWi\x1b[J\x1b[1J\x1b[2J',
    ' b| e| h @3,2',
  ],
  ['SPA: DECSERA erases it', '\x1bVb\x1bWc\x1b[1;1;1;9${', ' @2,0'],
  ['SPA: DECSCA ends it', '\x1bVb\x1bWc\x1b[0"q\x1b[2K', ' @2,0'],
  [
    'DECSTBM: a region of one row, upside down or below the screen is none',
    `${abc}\x1b[2;2r\x1b[3;2r\x1b[5;9rX`,
    '1aaaa|2bbbb|3cccc|4ddddX @6,3',
  ],
  [
    'DECSTBM: a bottom below the screen is its last row',
    `${abc}\x1b[3;99r\x1b[4H\n`,
    '1aaaa|2bbbb|4dddd @0,3',
  ],
  ['DECSTBM in origin mode goes to the top margin', '\x1b[?6h\x1b[2;3rX', '|X @1,1'],
  ['XTSAVE XTRESTORE', '\x1b[?7s\x1b[?7l\x1b[?7;45rabcdefghijk', 'abcdefghij|k @1,1'],
  ['XTSAVE keeps what was off', '\x1b[?7l\x1b[?7s\x1b[?7h\x1b[?7rabcdefghijk', 'abcdefghik @9,0+'],
  ['XTRESTORE of DECOM goes to the upper left', '\x1b[2;3r\x1b[?6s\x1b[3;3H\x1b[?6rX', 'X @1,0'],
  [
    'XTSAVE is neither DECSLRM nor SCOSC, XTRESTORE not DECSTBM',
    '\x1b[?69h\x1b[3;5s\x1b[1;4H\x1b[?1;2s\x1b[?2;3rX\x1b[9CY',
    '   XY @4,0+',
  ],
  ['DECSTR leaves the text', 'ab\x1b[4h\x1b[!p\rX', 'Xb @1,0'],
  ['RIS leaves nothing', 'ab\x1bcX', 'X @1,0'],
  ['strings are swallowed', 'a\x1bPq#0\x1b\\b\x1b_Gx\x1b\\c\x1b]52;c;aGk=\x07d', 'abcd @4,0'],
  // Left and right margins, beyond xterm.js.
  ['DECSLRM: text wraps between the margins', '\x1b[?69h\x1b[3;5s\x1b[1;3Habcd', '  abc|  d @3,1'],
  ['DECSLRM: CR goes to the left margin', '\x1b[?69h\x1b[3;5s\x1b[1;4Ha\rb', '  ba @3,0'],
  [
    'DECSLRM: LF scrolls columns only',
    `${abc}\x1b[?69h\x1b[2;3s\x1b[4;2H\n`,
    '1bbaa|2ccbb|3ddcc|4  dd @1,3',
  ],
  [
    'DECSLRM: ICH and DCH keep to the margins',
    'abcdefgh\x1b[?69h\x1b[3;5s\x1b[1;3H\x1b[@\r\n\x1b[A\x1b[1;4H\x1b[P',
    'ab d fgh @3,0',
  ],
  [
    'DECSLRM: IL outside the margins does nothing',
    `${abc}\x1b[?69h\x1b[2;3s\x1b[2;5H\x1b[L`,
    '1aaaa|2bbbb|3cccc|4dddd @4,1',
  ],
  [
    'DECSLRM: NEL beside the margins at the bottom does not scroll what lies between them',
    `${abc}\x1b[?69h\x1b[2;3s\x1b[4;5H\x1bEx`,
    '1aaaa|2bbbb|3cccc|4xddd @2,3',
  ],
  [
    'DECSLRM: nor does LF with LNM',
    `${abc}\x1b[20h\x1b[?69h\x1b[2;3s\x1b[4;5H\nx`,
    '1aaaa|2bbbb|3cccc|4xddd @2,3',
  ],
  [
    'DECLRMM that is set once more keeps the margins',
    '\x1b[?69h\x1b[3;5s\x1b[?69h\x1b[1;3Habcd',
    '  abc|  d @3,1',
  ],
  [
    'DECSLRM: reverse wrap goes from the left margin to the right one, and from the top to ' +
      'the bottom',
    '\x1b[?69h\x1b[3;5s\x1b[?45h\x1b[3;3H\bX\x1b[4;1H\bY\x1b[1;3H\bZ',
    '|    X|    Y|    Z @4,3+',
  ],
  ['DECSLRM: CUF and CUB stop there', '\x1b[?69h\x1b[3;5s\x1b[1;4H\x1b[9CX\x1b[9DY', '  Y X @3,0'],
  [
    'DECSLRM: beside the margins nothing is inserted',
    'abcdefghi\x1b[?69h\x1b[3;5s\x1b[4hXY\x1b[1;7HZ\x1b[1;3HV',
    'XYVcdfZhi @3,0',
  ],
  ['DECIC DECDC', `${abc}\x1b[1;2H\x1b[2'}`, '1  aaaa|2  bbbb|3  cccc|4  dddd @1,0'],
  ['DECDC', `${abc}\x1b[1;2H\x1b[2'~`, '1aa|2bb|3cc|4dd @1,0'],
  ['SL SR', `${abc}\x1b[2 @\x1b[ A`, ' aaa| bbb| ccc| ddd @5,3'],
  ['DECBI DECFI', `${abc}\x1b[H\x1b6`, ' 1aaaa| 2bbbb| 3cccc| 4dddd @0,0'],
  ['DECFRA', '\x1b[88;2;2;3;4$x', '| XXX| XXX @0,0'],
  ['DECERA', `${abc}\x1b[2;2;3;4$z`, '1aaaa|2   b|3   c|4dddd @5,3'],
  ['DECSERA leaves what is protected', 'a\x1b[1"qb\x1b[0"qc\x1b[1;1;1;9${', ' b @3,0'],
  ['DECCRA', `${abc}\x1b[1;1;2;2;1;3;4;1$v`, '1aaaa|2bbbb|3cc1a|4dd2b @5,3'],
  [
    'DECCRA: no wait to wrap behind a wide character that reaches beyond the margin',
    '\x1b[1;4H世\x1b[?69h\x1b[1;4s\x1b[2;4Hx\x1b[1;4;1;5;1;2;4;1$vy',
    '   世|   y @3,1+',
  ],
])('%s', (_, input, expected) => {
  expect(shown(input)).toBe(expected)
})

test('U+FE0F makes a 1-wide emoji 2 wide, and nothing else', () => {
  const cells = (text: string) =>
    snapshot(terminal(text, { cols: 6, rows: 2 })).lines.map((line) =>
      line.cells.map((cell) => `${cell?.c ?? ''}${cell?.w ?? ''}`).join(' '),
    )
  for (const mode of ['', '\x1b[?2027h']) {
    expect(cells(`${mode}⚠\ufe0fx1\ufe0f\u20e3x`)).toEqual(['⚠\ufe0f2 x 1\ufe0f\u20e32 x'])
    // a letter, an accent between, a selector of text, a character that is wide anyway
    expect(cells(`${mode}a\ufe0f⚠\u0301\ufe0f⚠\ufe0e🎉\ufe0f`)).toEqual([
      'a\ufe0f ⚠\u0301\ufe0f ⚠\ufe0e 🎉\ufe0f2',
    ])
    // at the edge it goes to the next row as a whole; where nothing wraps it stays narrow
    expect(cells(`${mode}abcde⚠\ufe0fx`)).toEqual(['a b c d e', '⚠\ufe0f2 x'])
    expect(cells(`${mode}\x1b[?7labcde⚠\ufe0f`)).toEqual(['a b c d e ⚠\ufe0f'])
    // after a move over an empty cell it is dropped
    expect(cells(`${mode}⚠\x1b[C\ufe0f`)).toEqual(['⚠'])
  }
})

test('rows of double size have half the columns, and keep their size as they move', () => {
  const rows = (text: string, size = { cols: 8, rows: 4 }) =>
    snapshot(terminal(text, size)).lines.map(
      ({ y, pm = 0, cells }) => `${y}:${pm >> 4} ${cells.map((cell) => cell?.c ?? ' ').join('')}`,
    )
  const at = (text: string) => {
    const { row, col, pending = false } = snapshot(terminal(text, { cols: 8, rows: 4 })).cursor
    return [row, col, pending]
  }
  expect(rows('\x1b#3ab\r\n\x1b#4ab\r\n\x1b#6cd\r\n\x1b#6\x1b#5ef')).toEqual([
    ...['0:2 ab', '1:3 ab', '2:1 cd', '3:0 ef'],
  ])
  // wraps at the half, to a row of single size that does not continue the row before
  expect(rows('\x1b#6abcdef')).toEqual(['0:1 abcd', '1:0 ef'])
  expect(snapshot(terminal('\x1b#6abcdef', { cols: 8, rows: 4 })).lines[1]?.wr).toBe(undefined)
  expect(rows('\x1b#6世界世')).toEqual(['0:1 世界', '1:0 世'])
  // the cursor comes no further, by moves, tabs, and from other rows
  expect(at('\x1b#6abcd')).toEqual([0, 3, true])
  expect(at('\x1b#6\x1b[1;8H')).toEqual([0, 3, false])
  expect(at('\x1b#6\t')).toEqual([0, 3, false])
  expect(at('\x1b[2H\x1b#6\x1b[1;7H\n')).toEqual([1, 3, false])
  expect(at('abcdefgh\x1b#6')).toEqual([0, 3, false])
  // text after the half is kept
  expect(rows('abcdefgh\x1b#6\x1b#5')).toEqual(['0:0 abcdefgh'])
  // erased and inserted lines have single size; an erased end changes nothing
  expect(rows('\x1b#6ab\x1b[H\x1b[K')).toEqual(['0:1 '])
  expect(rows('\x1b#6ab\x1b[2J')).toEqual([])
  expect(rows('\x1b#6ab\x1b[H\x1b[L')).toEqual(['1:1 ab'])
  expect(rows('\x1b#6ab\x1b#8')[0]).toMatch(/^0:0 E/)
  expect(rows('\x1b#6ab\x1bc')).toEqual([])
  // left and right margins, which both screens have, exclude it
  expect(rows('\x1b#6ab\x1b[?69h\x1b[2;5s')).toEqual(['0:0 ab'])
  expect(rows('\x1b#6ab\x1b[?47h\x1b[?69h\x1b[2;5s\x1b[?47l')).toEqual(['0:0 ab'])
  const history = terminal('\x1b#6ab\r\n\r\n\r\n\r\ncd', { cols: 8, rows: 4 })
  expect(snapshot(history, 9).scrollback?.lines[0]?.pm).toBe(16)
})

test('mode 2027: whole clusters join; without it marks only', () => {
  const family = '👩\u200d👧'
  const text = (mode: string) =>
    snapshot(terminal(`${mode}${family}🇩🇪❤\ufe0f👍🏽`, { cols: 20 })).lines[0]?.cells.map(
      ({ c }) => c,
    )
  expect(text('\x1b[?2027h')).toEqual([family, '🇩🇪', '❤\ufe0f', '👍🏽'])
  expect(text('')).toEqual(['👩\u200d', '👧', '🇩', '🇪', '❤\ufe0f', '👍', '🏽'])
})

test.each(Array.from({ length: 32 }, (_, at) => String.fromCharCode(0x80 + at)))(
  'C1 within an OSC is data, as the scanner has it (%j)',
  (c1) => {
    expect(shown(`\x1b]0;a${c1}b\x07X`)).toBe('X @1,0')
  },
)

test('modes, titles, colors, links, marks and keyboard flags are reported', () => {
  const made = terminal(
    '\x1b[?1;5;1002;1006;1004;1007;2004;2026;2031;2048h\x1b=\x1b[4;20h\x1b]2;title\x07' +
      '\x1b[22;0t\x1b]0;other\x1b\\\x1b]4;1;#f00;2;rgb:12/34/56\x07\x1b]11;#102030\x07' +
      '\x1b[>5u\x1b[>1u\x1b[3 q\x1b[?25l\x1b]133;A\x07\x1b]8;id=i;http://a\x07L\x1b]8;;\x07',
  )
  const { modes, title, titles, colors, links, keyboard, cursor, lines } = snapshot(made)
  expect({ title, titles, colors, links, keyboard, cursor, lines }).toEqual({
    title: 'other',
    titles: ['title'],
    colors: {
      palette: [
        [1, '#f00000'],
        [2, '#123456'],
      ],
      bg: '#102030',
    },
    links: [[1, 'http://a', 'i']],
    keyboard: [0, 5, 1],
    cursor: { row: 0, col: 1, visible: false, style: 'underline', blink: true },
    lines: [{ y: 0, x: 0, pm: 1, cells: [{ c: 'L', l: 1 }] }],
  })
  expect(
    Object.entries(modes)
      .filter(([, value]) => value !== false)
      .map(([name, value]) => (value === true ? name : `${name} ${value}`))
      .sort(),
  ).toEqual([
    ...['alternateScroll', 'applicationCursor', 'applicationKeypad', 'autowrap'],
    ...['bracketedPaste', 'colorSchemeReports', 'conformance 0', 'focusReports'],
    ...['implicitBidi', 'insert', 'modifyOtherKeys 0'],
    ...['mouse drag', 'mouseEncoding sgr', 'newline', 'reverseVideo', 'sizeReports'],
    ...['swapsArrows', 'synchronizedOutput'],
  ])
})

test('DECALN has no style', () => {
  expect(snapshot(terminal('\x1b[31;4;44m\x1b]8;;http://a\x07\x1b#8')).lines[0]).toEqual({
    y: 0,
    x: 0,
    cells: [{ c: 'E', n: 10 }],
  })
})

test('EL ends the wrap into the next row when the row has lost its end', () => {
  const wrapped = (text: string) =>
    snapshot(terminal(`abcdefghijkl${text}`)).lines.map(({ wr = 0 }) => wr)
  expect(
    [
      ...['', '\x1b[A\x1b[K', '\x1b[A\x1b[1K', '\x1b[A\x1b[10G\x1b[1K', '\x1b[A\x1b[2K'],
      ...['\x1b[A\x1b[?K', '\x1b[K'],
    ].map(wrapped),
  ).toEqual([[0, 1], [0, 0], [0, 1], [0], [0], [0, 0], [0, 1]])
})

test('which private modes are set', () => {
  const modes = [
    1, 5, 6, 7, 9, 25, 40, 45, 47, 69, 1000, 1002, 1006, 1045, 1048, 1049, 2004, 2026, 2031, 2048,
    5_000,
  ]
  const set = (text: string) =>
    modes.filter((mode) => isPrivateModeSet(terminal(text).screen, mode) === true)
  expect(set('')).toEqual([7, 25])
  expect(set('\x1b[?40;3;5;6;69;1002;1006;1045;1049;2026;2031;2048h\x1b[?7;25l')).toEqual([
    5, 6, 40, 47, 69, 1002, 1006, 1045, 1049, 2026, 2031, 2048,
  ])
  expect([3, 1048, 5_000, 0].map((mode) => isPrivateModeSet(terminal('').screen, mode))).toEqual([
    undefined,
    undefined,
    undefined,
    undefined,
  ])
})

test('XTSAVE: saved modes and a single shift are reported, and forgotten by RIS', () => {
  const { savedModes, single } = snapshot(
    terminal('\x1b[?1000;25;1049;1048;77;2031h\x1b[?1000;25;1049;1048;77;2031s\x1bO'),
  )
  expect([savedModes, single]).toEqual([
    [
      [25, true],
      [1000, true],
      [2031, true],
    ],
    3,
  ])
  const after = snapshot(terminal('\x1b[?25s\x1bN\x1bc'))
  expect([after.savedModes, after.single]).toEqual([undefined, undefined])
})

test('kitty keyboard: set, add, take away, pop', () => {
  expect(
    snapshot(terminal('\x1b[=1u\x1b[=4;2u\x1b[>8u\x1b[=8;3u\x1b[>3u\x1b[<u')).keyboard,
  ).toEqual([5, 0])
})

test('OSC 22: each screen has a stack of pointer shapes with names of CSS only', () => {
  const shapes = (text: string) => {
    const { pointers, other } = snapshot(terminal(text.replaceAll('<', '\x1b]22;')))
    return [pointers, other?.pointers]
  }
  const none = [undefined, undefined]
  expect(shapes('<pointer\x07<=wait\x07')).toEqual([['wait'], undefined])
  expect(shapes('<>pointer,help\x07<=wait\x07')).toEqual([['pointer', 'wait'], undefined])
  expect(shapes('<pointer\x07<\x07')).toEqual(none)
  expect(shapes('<>grab,text\x07<<ignored\x07<<\x07<<\x07')).toEqual(none)
  expect(shapes('<>grab\x07\x1b[?1049h<>help\x07')).toEqual([['help'], ['grab']])
  expect(shapes('<>grab\x07\x1b[?1049h<>help\x07\x1bc')).toEqual(none)
  expect(shapes('<>grab\x07\x1b[!p')).toEqual(none)
  for (const name of ['none', 'auto', 'url(x)', 'POINTER', 'toString', '__current__', ' wait'])
    expect([name, shapes(`<help\x07<${name}\x07<>${name}\x07`)]).toEqual([
      name,
      [['help'], undefined],
    ])
  const [many] = shapes(`<>wait\x07<>${'grab,'.repeat(20)}text\x07${'<>help\x07'.repeat(3)}`)
  expect([many?.length, many?.slice(-5)]).toEqual([16, ['grab', 'text', 'help', 'help', 'help']])
})

test('the alternate screen is reported when it really changes', () => {
  const modes: unknown[] = []
  const made = terminal('')
  const reported = new (made.constructor as typeof import('../../src/terminal/index.ts').Terminal)({
    cols: 10,
    rows: 4,
    scrollback: 0,
    onMode: (mode) => modes.push(mode),
  })
  for (const text of [
    ...['\x1b[?1049h', '\x1b[?1047h', '\x1b[?1049l', '\x1b[?47l', '\x1b[?47h', '\x1bc'],
  ])
    reported.write(new TextEncoder().encode(text))
  expect(modes).toEqual([
    { screen: 'grid', at: 8 },
    { screen: 'stream', at: 24 },
    { screen: 'grid', at: 36 },
    { screen: 'stream', at: 38 },
  ])
})
