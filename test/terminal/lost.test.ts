/** Tests which rows lack something that was printed in them. */
import { expect, it } from 'vitest'
import { Terminal } from '../../src/terminal/index.ts'

/** Numbers of such rows, after this was printed on a screen of 10 x 4. */
function lost(printed: string): readonly number[] {
  const terminal = new Terminal({ cols: 10, rows: 4, scrollback: 10 })
  terminal.write(new TextEncoder().encode(printed))
  return [0, 1, 2, 3].filter((y) => terminal.screen.grid.hasLost(y))
}

const line = '0123456789'
const noWrap = '\x1b[?7l'

it.each([
  ['text that fits', line, []],
  ['text that wraps', `${line}x`, []],
  ['ASCII that is cut at the edge', `${noWrap}${line}x`, [0]],
  ['a wide character that is cut at the edge', `${noWrap}012345678世`, [0]],
  ['wide characters that are cut at the edge', `${noWrap}世世世世世世`, [0]],
  ['a wide character that is cut, and what follows it', `${noWrap}012345678世x`, [0]],
  ['other characters that are cut at the edge', `${noWrap}${line}│`, [0]],
  ['a cut line that is printed again', `${noWrap}${line}x\r${line}`, []],
  ['a cut line that is erased', `${noWrap}${line}x\r\x1b[2K`, []],
  ['a cut line on a screen that is erased', `${noWrap}${line}x\x1b[2J`, []],
  ['a cut line that has moved', `${noWrap}${line}x\x1b[4;1H\n`, []],
  ['a cut line that moves down', `${noWrap}${line}x\x1b[H\x1b[L`, [1]],
  ['a wrapped end that is erased', `${line}xy\x1b[2;1H\x1b[2K`, [0]],
  ['a wrapped end that is erased with the screen below', `${line}xy\x1b[2;1H\x1b[J`, [0]],
  ['a wrapped end that is erased with its line', `${line}xy\x1b[2K\x1b[1A\x1b[2K`, []],
  ['the left half of a wide character drawn over', 'a世\x1b[1;3Hx', [0]],
  ['the right half of a wide character drawn over', 'a世\x1b[1;2Hx', [0]],
  ['a wide character drawn over by another', 'a世b\x1b[1;2H界', []],
  ['a wide character drawn over as a whole', 'a世b\x1b[1;2Hxy', []],
  ['a wide character drawn over in pieces', 'a世b\x1b[1;2Hx\x1b[my\x1b[1;2H世', []],
  ['a wide character drawn over by blanks', 'a世b\x1b[1;2H  ', []],
  ['half of a wide character whose row is erased', 'a世\x1b[1;3Hx\r\x1b[K', []],
])('finds lost cells of %s', (_, printed, rows) => {
  expect(lost(printed)).toEqual(rows)
})

it('rows are marked after a resize until they are printed again', () => {
  const terminal = new Terminal({ cols: 10, rows: 4, scrollback: 10 })
  const write = (text: string) => terminal.write(new TextEncoder().encode(text))
  const found = () => [0, 1, 2, 3].filter((y) => terminal.screen.grid.hasLost(y))
  write(`${noWrap}${line}x`)
  terminal.resize(12, 4)
  terminal.resize(10, 4)
  expect(found()).toContain(0)
  write('\x1b[2J\x1b[H0123')
  expect(found()).toEqual([])
})

it('rows of the alternate screen cut by a resize are marked', () => {
  const terminal = new Terminal({ cols: 10, rows: 4, scrollback: 10 })
  terminal.write(new TextEncoder().encode(`\x1b[?1049h\x1b[H${line}\r\nab`))
  terminal.resize(8, 4)
  expect([0, 1].map((y) => terminal.screen.grid.hasLost(y))).toEqual([true, false])
})
