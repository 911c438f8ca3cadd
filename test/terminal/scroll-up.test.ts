/** Rows that SU and ED 22 move into history (kitty's and Ghostty's behavior; xterm.js#6010). */
import { expect, test } from 'vitest'
import { toText } from '../../src/terminal/index.ts'
import { snapshot, terminal } from './terminals.ts'

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

test('a transcript that a program scrolls with SU is in history exactly once', () => {
  let printed = '\x1b[H'
  for (let line = 0; line < 10; line += 1)
    printed += `\x1b[1;3r\x1b[S\x1b[3;1Hline ${line}\x1b[r\x1b[4;1Hprompt`
  expect(kept(printed)).toBe(
    `///${[...Array(7).keys()].map((n) => `line ${n}`).join('/')}#line 7/line 8/line 9/prompt`,
  )
})
