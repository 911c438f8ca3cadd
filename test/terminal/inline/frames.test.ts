/**
 * Interfaces that a program redraws in place on the primary screen: a new width clips their rows,
 * so that the program's next redraw erases all of them.
 */
import { expect, test } from 'vitest'
import { Terminal, toText } from '../../../src/terminal/index.ts'
import { inlineAgents } from './agents.ts'
import { linesOf, simulate } from './simulation.ts'
import { bytes, snapshot, terminal } from '../terminals.ts'
import { slow } from '../../slow.ts'

const size = { cols: 20, rows: 8, scrollback: 100 }
/** All lines of history and screen, `/` between them. */
const lines = (made: Terminal) =>
  linesOf(made)
    .map((line) => line.trimEnd())
    .join('/')
    .replace(/\/+$/, '')
/** Rows of the screen, `|` between them. */
const screen = (made: Terminal) => toText(snapshot(made)).split('\n').join('|').replace(/\|+$/, '')
const write = (made: Terminal, text: string) => made.write(bytes(text))
/** Erases rows as Ink does, the cursor's first. */
const erase = (rows: number) => `${'\x1b[2K\x1b[1A'.repeat(rows - 1)}\x1b[2K\x1b[G`
const frame = (cols: number) => `${'─'.repeat(cols)}\r\n> ${'i'.repeat(cols - 2)}\r\n`
/** Ink after its second frame, which has three rows including the empty one below. */
const ink = (above = 'text\r\n') => terminal(`${above}${frame(20)}${erase(3)}${frame(20)}`, size)

test.each(Object.entries(inlineAgents))(
  '%s leaves no frame behind and loses no line in 50 random sizes',
  (_, make) => {
    const made = new Terminal({ cols: 80, rows: 24, scrollback: 100_000 })
    expect(simulate(made, make, 7)).toEqual({ ghosts: 0, lost: 0, repeated: 0 })
  },
)

test('rows of a frame are clipped at a narrower width, and text above wraps', () => {
  const made = ink('a line of twenty one!\r\n')
  made.resize(10, 8)
  expect(screen(made)).toBe(`a line of|twenty one|!|${'─'.repeat(10)}|> iiiiiiii`)
  write(made, `${erase(3)}${frame(10)}`)
  expect(lines(made)).toBe(`a line of twenty one!/${'─'.repeat(10)}/> iiiiiiii`)
})

test('clipped text returns with its width if it was not redrawn', () => {
  const made = ink()
  const before = snapshot(made, 100)
  for (const [cols, rows] of [
    [10, 8],
    [2, 5],
    [15, 20],
    [20, 8],
  ] as const)
    made.resize(cols, rows)
  expect(snapshot(made, 100).lines).toEqual(before.lines)
})

test('clipped text that was redrawn does not return', () => {
  const made = ink()
  made.resize(10, 8)
  write(made, `${erase(3)}${frame(10)}`)
  made.resize(20, 8)
  expect(lines(made)).toBe(`text/${'─'.repeat(10)}/> iiiiiiii`)
})

test('lines printed above a frame together with it wrap when the frame is redrawn', () => {
  const made = ink()
  write(made, `${erase(3)}a finished line 20 x\r\nand another of 20 xx\r\n${frame(20)}`)
  made.resize(10, 8)
  write(made, `${erase(3)}${frame(10)}`)
  expect(screen(made)).toBe(` line 20 x|and anothe|r of 20 xx|${'─'.repeat(10)}|> iiiiiiii`)
  expect(lines(made)).toContain('text/a finished line 20 x/and another of 20 xx/')
  made.resize(20, 8)
  expect(lines(made)).toBe(
    `text/a finished line 20 x/and another of 20 xx/${'─'.repeat(10)}/> iiiiiiii`,
  )
})

test('a clipped row that scrolls into history is complete there', () => {
  const made = ink()
  made.resize(10, 8)
  write(made, 'x\r\n'.repeat(12))
  expect(lines(made)).toBe(`text/${'─'.repeat(20)}/> ${'i'.repeat(18)}${'/x'.repeat(12)}`)
})

test('output without a redraw ends a frame that its program has left', () => {
  const made = ink()
  write(made, '$ cat file\r\nabcdefghijklmnopqrst\r\n')
  made.resize(10, 12)
  write(made, '1\r\n2\r\n3\r\n4\r\n')
  expect(screen(made)).toContain('|abcdefghij|klmnopqrst|1|2|3|4')
})

test.each([
  ['a prompt mark', '\x1b]133;A\x07$ '],
  ['the end of a command', '\x1b]133;D;0\x07'],
  ['the start of a command', '\x1b]133;C\x07'],
])('%s ends the frame before it', (_, mark) => {
  const made = ink()
  write(made, mark)
  made.resize(10, 12)
  expect(screen(made)).toContain(`text|${'─'.repeat(10)}|${'─'.repeat(10)}|> iiiiiiii|iiiiiiiiii`)
})

test('a prompt mark wraps what is clipped above it', () => {
  const made = ink()
  made.resize(10, 12)
  write(made, '\x1b]133;D;0\x07\x1b]133;A\x07$ ')
  expect(lines(made)).toBe(`text/${'─'.repeat(20)}/> ${'i'.repeat(18)}/$`)
  expect(screen(made)).toBe(`${'─'.repeat(10)}|> iiiiiiii|iiiiiiiiii|$`)
})

test.each([
  ['ED 2 and the way to the start', '\x1b[2J\x1b[H'],
  ['the clear command', '\x1b[H\x1b[2J\x1b[3J'],
  ['RIS', '\x1bc'],
])('%s ends the frame: later text wraps', (_, sequence) => {
  const made = ink()
  write(made, `${sequence}twenty columns of it\r\n`)
  made.resize(10, 8)
  expect(screen(made)).toBe('twenty col|umns of it')
})

test('text wraps if nothing was redrawn, whatever moved', () => {
  for (const text of ['\x1b[3;1H', '\x1b[A\x1b[B', '\r\x1b[2K', '\x1b7\x1b[A\x1b8']) {
    const made = terminal(`one\r\n${'x'.repeat(20)}\r\n${text}end`, size)
    made.resize(10, 8)
    expect(lines(made), JSON.stringify(text)).toContain('x'.repeat(20))
    expect(screen(made), JSON.stringify(text)).toContain(`${'x'.repeat(10)}|`)
  }
})

test('the frame of a program stays one while an overlay is on the alternate screen', () => {
  const made = ink()
  write(made, '\x1b[?1049h\x1b[Hoverlay\x1b[A')
  made.resize(10, 8)
  made.resize(12, 8)
  write(made, `\x1b[?1049l${erase(3)}${frame(12)}`)
  expect(lines(made)).toBe(`text/${'─'.repeat(12)}/> ${'i'.repeat(10)}`)
})

test('a size within a redraw, at any byte, leaves nothing of the frame before', () => {
  const redraw = `\x1b[?2026h${erase(3)}${frame(20)}\x1b[?2026l`
  for (let cut = 0; cut <= redraw.length; cut += 1) {
    const made = ink()
    write(made, redraw.slice(0, cut))
    made.resize(30, 8)
    made.resize(21, 6)
    write(made, `${redraw.slice(cut)}${erase(3)}${frame(21)}`)
    expect(lines(made), String(cut)).toBe(`text/${'─'.repeat(21)}/> ${'i'.repeat(19)}`)
  }
})

test('a wide character at the edge is blank while it is clipped', () => {
  const row = '世界'.repeat(5)
  const made = terminal(`${row}\r\n${erase(2)}${row}\r\n`, size)
  made.resize(7, 8)
  expect(screen(made)).toBe('世界世')
  made.resize(2, 8)
  expect(screen(made)).toBe('世')
  made.resize(20, 8)
  expect(lines(made)).toBe(row)
})

test('marks and places stay with their text when rows wrap later', () => {
  const made = ink()
  write(made, `${erase(3)}${'a'.repeat(20)}\r\n${frame(20)}`)
  const [place] = made.resize(10, 8, [{ number: made.screen.firstRow + 1, column: 15 }])
  expect(place).toEqual({ number: 1, column: 9 }) // clipped
  write(made, `${erase(3)}${frame(10)}`)
  made.resize(20, 8)
  expect(lines(made)).toBe(`text/${'a'.repeat(20)}/${'─'.repeat(20).slice(10)}/> iiiiiiii`)
})

test('a terminal that another thread continues has the same clipped rows', () => {
  const made = new Terminal({ ...size, shared: true })
  write(made, `text\r\n${frame(20)}${erase(3)}${frame(20)}`)
  made.resize(10, 8)
  const parts = made.keep(true)
  const blocks = parts.blocks.memories.map(([, memory]) => memory)
  const other = new Terminal({
    ...size,
    shared: true,
    kept: { state: parts.state, tables: parts.tables === null ? [] : [parts.tables], blocks },
  })
  for (const one of [made, other]) one.resize(20, 8)
  expect(snapshot(other, 100)).toEqual(snapshot(made, 100))
})

test('floods of sizes with giant rows stay small and soon end', slow, () => {
  const made = new Terminal({ cols: 1_000, rows: 200, scrollback: 1_000 })
  const wide = (cols: number) => `${'世'.repeat(cols / 2)}\r\n`.repeat(150)
  write(made, `\x1b[?25l${wide(1_000)}${erase(151)}${wide(1_000)}`)
  const before = process.memoryUsage().arrayBuffers
  const started = performance.now()
  for (let turn = 0; turn < 40; turn += 1) {
    made.resize(turn % 2 === 0 ? 2 : 1_000, turn % 3 === 0 ? 200 : 10)
    if (turn % 8 === 0) write(made, `${erase(9)}${'x'.repeat(300)}`)
  }
  expect(performance.now() - started).toBeLessThan(20_000)
  expect(process.memoryUsage().arrayBuffers - before).toBeLessThan(200e6)
  expect(made.screen.primary.history!.count).toBeLessThanOrEqual(1_000)
})
