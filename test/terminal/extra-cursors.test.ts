/** kitty's multiple cursors (https://sw.kovidgoyal.net/kitty/multiple-cursors-protocol/). */
import { describe, expect, it, test } from 'vitest'
import { decodeUpdate } from '../../src/terminal/frames/decode.ts'
import { FrameSource } from '../../src/terminal/frames/encode.ts'
import { extraCursorsMax } from '../../src/terminal/limits.ts'
import { ExtraCursors, type ExtraCursor } from '../../src/terminal/screen/cursors/extra-cursors.ts'
import { Terminal } from '../../src/terminal/terminal.ts'
import { toAnsi } from '../../src/terminal/snapshot/write/to-ansi.ts'
import { below, pick, seeded } from '../support/random.ts'
import { snapshot, bytes, terminal } from './terminals.ts'
import { slow } from '../slow.ts'

/** Cursors as `shape:row:column`, from 1, in reading order. */
const cursors = (made: Terminal) =>
  made.screen.extraCursors.list
    .toSorted((one, other) => one.y - other.y || one.x - other.x)
    .map(({ y, x, shape }) => `${shape}:${y + 1}:${x + 1}`)
    .join(' ')
const after = (text: string) => cursors(terminal(text))
const q = (...groups: string[]) => `\x1b[>${groups.join(';')} q`

// terminal() has 10 columns and 3 rows or more
describe('the specification', () => {
  test.each([
    ['points of a shape', q('29', '2:2:5'), '29:2:5'],
    ['points in one group and in several', q('3', '2:2:1:2:3', '2:2:7'), '3:2:1 3:2:3 3:2:7'],
    ['shapes', q('1', '2:1:1') + q('2', '2:1:2') + q('3', '2:1:3'), '1:1:1 2:1:2 3:1:3'],
    ['the main cursor', `\x1b[2;4H${q('1', '0')}`, '1:2:4'],
    ['the main cursor that waits to wrap', `abcdefghij${q('1', '0')}`, '1:1:10'],
    ['a rectangle', q('2', '4:1:2:2:3'), '2:1:2 2:1:3 2:2:2 2:2:3'],
    ['a later shape in a cell', q('2', '4:1:1:1:3') + q('1', '2:1:2'), '2:1:1 1:1:2 2:1:3'],
    ['no cursor in a cell', q('2', '4:1:1:1:3') + q('0', '2:1:2'), '2:1:1 2:1:3'],
    ['no cursor in a rectangle', q('2', '4:1:1:1:3') + q('0', '4:1:2:9:9'), '2:1:1'],
    ['no cursor on the screen', q('1', '4') + q('0', '4'), ''],
    ['cells outside', q('1', '2:0:1', '2:1:0', '2:99:1', '2:1:99'), ''],
    ['rectangles partly outside', q('1', '4:1:9:1:99', '4:2:2:1:1', '4:0:0:9:9'), '1:1:9 1:1:10'],
    ['extra coordinates', q('1', '2:1:1:2', '4:2:2:2:2:3:3:3'), '1:1:1 1:2:2'],
    ['an empty last group', `\x1b[>1;2:1:2; q`, '1:1:2'],
    ['missing coordinates', q('1', '2', '2:', '2:1', '2::1', '2:1:'), ''],
    ['unknown shapes and types', q('7', '2:1:1') + q('1', '3:1:1', '9'), ''],
    ['ED 0 and 1, IND, RI and text', `${q('1', '2:1:1')}\x1b[J\x1b[1J\x1bD\x1bM\x1b[99Sx`, '1:1:1'],
    ['a hidden main cursor', `${q('1', '2:1:1')}\x1b[?25l`, '1:1:1'],
    ['DECSCUSR', `${q('1', '2:1:1')}\x1b[4 q`, '1:1:1'],
    ['the way back', `\x1b[?1049h${q('1', '2:1:1')}\x1b[?1049l`, ''],
  ])('%s', (_, text, expected) => {
    expect(after(text)).toBe(expected)
  })
})

test.each(['\x1b[2J', '\x1b[3J', '\x1b[22J', '\x1bc', '\x1b[!p', '\x1b[?1049h', '\x1b[?47h'])(
  '%j removes all cursors',
  (sequence) => {
    expect(after(q('1', '4') + sequence)).toBe('')
  },
)

it('cursors outside a smaller screen are removed', () => {
  const made = terminal(q('1', '2:1:1:1:10:2:2'))
  made.resize(5, 1)
  expect(cursors(made)).toBe('1:1:1')
})

describe('colors', () => {
  const colors = (text: string) => terminal(text).screen.extraCursors.colors
  test.each([
    ['RGB and an index', q('30', '2:1:2:3') + q('40', '5:13'), { rgb: 0x010203 }, 13],
    ['special', q('30', '1') + q('40', '1'), 'special', 'special'],
    ['unset', q('30', '1') + q('40', '5:13') + q('30', '0') + q('40', '0'), 'unset', 'unset'],
    [
      'invalid values',
      q('30', '2:1:2') + q('40', '5:256', '5', '2:1:2:999', '3:1'),
      'unset',
      'unset',
    ],
    ['ED 2, which keeps them', `${q('30', '1')}\x1b[2J`, 'special', 'unset'],
    ['RIS', `${q('30', '1')}\x1bc`, 'unset', 'unset'],
  ])('%s', (_, text, own, cursor) => {
    expect(colors(text)).toEqual({ text: own, cursor })
  })
})

it('the number of cursors is limited, and a flood of rectangles ends soon', () => {
  const made = new Terminal({ cols: 1_000, rows: 1_000, scrollback: 0 })
  made.write(bytes(q('1', '4')))
  expect(made.screen.extraCursors.list).toHaveLength(extraCursorsMax)
  const began = process.cpuUsage().user
  for (let part = 0; part < 10; part += 1)
    made.write(
      bytes(
        `\x1b[>1;${'4;'.repeat(30)}4 q\x1b[>0;4 q\x1b[>2;4:1:1:2147483647:2147483647 q`.repeat(100),
      ),
    )
  expect(process.cpuUsage().user - began).toBeLessThan(4_000_000)
  expect(made.screen.extraCursors.list).toHaveLength(extraCursorsMax)
})

test.each([
  ['the screen again and again', q('1', ...Array.from({ length: 30 }, () => '4'))],
  [
    'the screen and a point',
    q('1', ...Array.from({ length: 30 }, (_, at) => (at % 2 ? '4' : '0'))),
  ],
  ['points on a full screen', q('1', '4', ...Array.from({ length: 30 }, () => '0'))],
  ['rows and the screen', q('1', '4:1:1:9:200', '4', '4:9:1:99:99', '4')],
])('a flood of %s costs at most 4 s per MB', (_, text) => {
  const made = terminal('', { cols: 200, rows: 50 })
  const flood = bytes(text.repeat(100_000 / text.length))
  // the least of three, since other tests share the machine
  const costs = [1, 2, 3].map(() => {
    const began = process.cpuUsage().user
    made.write(flood)
    return process.cpuUsage().user - began
  })
  expect(Math.min(...costs)).toBeLessThan(400_000)
})

it('random areas leave the cursors that a simple model has', slow, () => {
  const random = seeded(11)
  for (let round = 0; round < 200; round += 1) {
    const made = new ExtraCursors()
    let model: ExtraCursor[] = []
    let [cols, rows] = [60, 40]
    for (let step = 0; step < 30; step += 1) {
      if (random() < 0.1) {
        ;[cols, rows] = [1 + below(random, 60), 1 + below(random, 40)]
        made.keepWithin(cols, rows)
        model = model.filter(({ y, x }) => y < rows && x < cols)
      }
      const whole = { top: 0, left: 0, bottom: rows - 1, right: cols - 1 }
      const some = {
        ...{ top: below(random, rows), left: below(random, cols) },
        ...{ bottom: below(random, rows), right: below(random, cols) },
      }
      const area = random() < 0.3 ? whole : some
      const shape = pick(random, [null, 1, 2, 29] as const)
      made.set(area, shape)
      const isIn = (y: number, x: number) =>
        y >= area.top && y <= area.bottom && x >= area.left && x <= area.right
      model = model.filter(({ y, x }) => !isIn(y, x))
      for (let y = area.top; y <= area.bottom && shape !== null; y += 1)
        for (let x = area.left; x <= area.right; x += 1)
          if (model.length < extraCursorsMax) model.push({ y, x, shape })
      expect(made.list).toEqual(model)
    }
  }
})

it('a frame has the cursors when they have changed', () => {
  const made = terminal('')
  const source = new FrameSource(made)
  const next = (text: string) => {
    made.write(bytes(text))
    return decodeUpdate(source.next()).cursors
  }
  expect(next('')).toEqual({ cells: [], text: 'unset', cursor: 'unset' })
  expect(next('x')).toBeNull()
  expect(next(q('29', '2:2:5') + q('40', '5:9'))).toEqual({
    cells: [[1, 4, 29]],
    text: 'unset',
    cursor: 9,
  })
  expect(next('y')).toBeNull()
  expect(next('\x1b[2J')).toEqual({ cells: [], text: 'unset', cursor: 9 })
})

it('a snapshot has them, and its sequences restore them', () => {
  const text =
    `a${q('1', '4:1:1:2:9')}${q('2', '2:2:1')}${q('30', '1')}${q('40', '2:1:2:3')}` +
    `\x1b[?1049hb${q('29', '2:1:1')}`
  const made = snapshot(terminal(text))
  expect(made.cursors).toEqual({ cells: [[0, 0, 29]], fg: -1, bg: '#010203' })
  expect(snapshot(terminal(toAnsi(made))).cursors).toEqual(made.cursors)
  const all = snapshot(terminal(text.split('\x1b[?1049h')[0]!))
  expect(snapshot(terminal(toAnsi(all))).cursors?.cells.toSorted()).toEqual(
    all.cursors?.cells.toSorted(),
  )
})
