/** Rows that SU and ED 22 move into history (kitty's and Ghostty's behavior; xterm.js#6010). */
import { expect, test } from 'vitest'
import { Prompts } from '../../src/terminal/frames/prompts.ts'
import { Terminal, toText } from '../../src/terminal/index.ts'
import { bytes, snapshot, terminal } from './terminals.ts'

const rows = '1\r\n2\r\n3\r\n4'

/** History and screen as text, `/` between rows, `#` between the two. */
function kept(text: string): string {
  const made = terminal(text)
  const history = made.screen.primary.history?.count ?? 0
  const all = toText(snapshot(made, history)).split('\n')
  const screen = all.slice(history).join('/').replace(/\/+$/, '')
  return `${all.slice(0, history).join('/')}#${screen}`
}

test.each([
  ['SU from the top moves rows into history', '\x1b[2S', '1/2#3/4'],
  ['SU moves no more rows than the region has', '\x1b[9999S', '1/2/3/4#'],
  ['SU with a bottom margin moves the rows above it', '\x1b[1;2r\x1b[S', '1#2//3/4'],
  ['SU below a top margin moves nothing into history', '\x1b[2;4r\x1b[S', '#1/3/4'],
  [
    'SU between left and right margins moves nothing into history',
    '\x1b[?69h\x1b[1;5s\x1b[S',
    '#2/3/4',
  ],
  ['SD takes nothing out of history', '\x1b[2S\x1b[2T', '1/2#//3/4'],
  ['ED 22 moves the screen into history', '\x1b[22J', '1/2/3/4#'],
  ['ED 22 leaves blank rows at the bottom out', '\x1b[2J\x1b[Hx\x1b[22J', 'x#'],
  ['ED 22 on an empty screen moves nothing', '\x1b[2J\x1b[22J', '#'],
  ['ED 22 with margins only erases', '\x1b[1;2r\x1b[22J', '#'],
  ['selective ED 22 does nothing', '\x1b[?22J', '#1/2/3/4'],
])('%s', (_, sequence, expected) => {
  expect(kept(`${rows}${sequence}`)).toBe(expected)
})

test('SU on the alternate screen moves nothing into history', () => {
  expect(kept(`\x1b[?1049h\x1b[H${rows}\x1b[2S\x1b[?1049l`)).toBe('#')
})

test('a screen that is scrolled up and down often has the rows of a list', () => {
  const made = terminal('\x1b[?1049h')
  let list = ['', '', '', '']
  for (let step = 0; step < 200; step += 1) {
    const count = 1 + (step % 5)
    const isUp = step % 100 < 50
    const blank = Array<string>(count).fill('')
    list = isUp ? [...list, ...blank].slice(-4) : [...blank, ...list].slice(0, 4)
    const y = step % 4
    list[y] = String(step)
    made.write(bytes(`\x1b[${count}${isUp ? 'S' : 'T'}\x1b[${y + 1}H\x1b[K${step}`))
    expect(toText(snapshot(made)).split('\n')).toEqual(list)
  }
})

test('a transcript that a program scrolls with SU is in history exactly once', () => {
  let printed = '\x1b[H'
  for (let line = 0; line < 10; line += 1)
    printed += `\x1b[1;3r\x1b[S\x1b[3;1Hline ${line}\x1b[r\x1b[4;1Hprompt`
  expect(kept(printed)).toBe(
    `///${[...Array(7).keys()].map((n) => `line ${n}`).join('/')}#line 7/line 8/line 9/prompt`,
  )
})

/** A Codex-like program: lines inserted above a viewport between margins, by LF and by SU. */
const inserted = (line: string, scrolls: boolean) =>
  scrolls
    ? `\x1b[1;3r\x1b[S\x1b[r\x1b[3;1H${line}\x1b[5;1H`
    : `\x1b[1;3r\x1b[3;1H\r\n\x1b[K${line}\x1b[r\x1b[5;1H`
const viewport = '\x1b[4;1Hviewport\x1b[5;1H> '

test.each([
  ['LF', false],
  ['SU', true],
])('marks, places and images below margins stay with their text while %s scrolls', (_, scrolls) => {
  const marks = new Prompts()
  const made = new Terminal({ cols: 20, rows: 6, scrollback: 100, marks })
  made.screen.facts = { ...made.screen.facts, pictures: true, cell: { width: 10, height: 20 } }
  made.write(bytes(`\x1b]133;A\x07$ codex\r\n\x1b]133;C\x07${viewport}`))
  made.write(bytes('\x1b_Ga=T,f=24,s=1,v=1,p=3;AAAA\x1b\\'))
  made.write(bytes('\x1b[5;1H\x1b]133;D\x07\x1b]133;A\x07'))
  marks.place(1, made.screen.firstRow + 4)
  marks.place(2, made.screen.firstRow + 1)
  for (let line = 0; line < 10; line += 1) made.write(bytes(inserted(`line ${line}`, scrolls)))
  const { firstRow, primary, pictures } = made.screen
  expect(firstRow).toBe(10)
  expect(marks.commands(primary.history!.dropped).map(({ prompt }) => prompt)).toEqual([0, 14])
  expect(marks.places.map(({ row }) => row)).toEqual([14, 1])
  expect(pictures.placements.map(({ row }) => row)).toEqual([14])
})

test('a Codex-like transcript is in history exactly once, whatever its viewport does', () => {
  const made = new Terminal({ cols: 20, rows: 6, scrollback: 500 })
  made.write(bytes(`$ codex\r\n${viewport}`))
  for (let line = 100; line < 200; line += 1) {
    if (line % 10 === 0) made.write(bytes('\x1b[4;6r\x1b[4;1H\x1bM\x1bM\x1b[r\x1b[4;1H\x1b[J'))
    made.write(
      bytes(`\x1b[?2026h${inserted(`line ${line}`, line % 3 === 0)}${viewport}\x1b[?2026l`),
    )
  }
  const all = toText(snapshot(made, made.screen.primary.history!.count))
  for (let line = 100; line < 200; line += 1)
    expect(all.split(`line ${line}`), `line ${line}`).toHaveLength(2)
  expect(all.split('viewport')).toHaveLength(2)
})

test.each([
  ['CSI 3 J', '\x1b[3J'],
  ['ED 2 and ED 3 from the start', '\x1b[H\x1b[2J\x1b[3J'],
  ['ED 2', '\x1b[2J\x1b[H'],
  ['ED 22', '\x1b[22J\x1b[H'],
])('%s within a synchronized update leaves the user where they read', (_, sequence) => {
  const marks = new Prompts()
  const made = new Terminal({ cols: 20, rows: 4, scrollback: 100, marks })
  made.write(bytes([...Array(30).keys()].map((row) => `row ${row}`).join('\r\n')))
  marks.view = 12
  const { numbering, erasures } = made.screen
  for (let turn = 0; turn < 5; turn += 1)
    made.write(bytes(`\x1b[?2026h${sequence}${'again\r\n'.repeat(9)}\x1b[?2026l`))
  expect(marks.view).toBe(12)
  expect(made.screen.numbering).toBe(numbering)
  // The page keeps what it shows of the erased rows until the user is back at the end.
  expect(made.screen.erasures - erasures).toBe(sequence.includes('3J') ? 5 : 0)
})
