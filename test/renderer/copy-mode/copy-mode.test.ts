/** Copy mode by keys over a small history, and what quick select finds. */
import { describe, expect, test } from 'vitest'
import {
  rangeOf,
  step,
  trimmed,
  within,
  type CopyState,
} from '../../../src/renderer/features/copy-mode/copy-mode-state.ts'
import {
  actionOf,
  labels,
  openable,
  openedBy,
  quickLines,
  targetLineCharactersMax,
  lineTargetsMax,
  targetsIn,
} from '../../../src/renderer/features/copy-mode/quick-targets.ts'
import type { RowReader } from '../../../src/renderer/features/copy-mode/rows.ts'
import type { CellPlace } from '../../../src/renderer/grid/text/line.ts'
import type { KeyPress } from '../../../src/core/config/keys/chords.ts'

const columns = 20

/**
 * Returns rows of text. A row that starts with `+` continues the row before. Wide characters take
 * two cells.
 */
function rowsOf(...lines: string[]): RowReader {
  const texts = lines.map((line) => line.replace(/^\+/, ''))
  return {
    count: lines.length,
    columns,
    cells: (row) => {
      const cells = [...(texts[row] ?? '')].flatMap((character) =>
        /\p{Script=Han}/u.test(character) ? [character, ''] : [character],
      )
      return [...cells, ...Array.from({ length: Math.max(0, columns - cells.length) }, () => ' ')]
    },
    isWrapped: (row) => lines[row]?.startsWith('+') === true,
  }
}

const history = rowsOf(
  'first line', //            0
  '', //                      1
  '  let x = foo(bar);', //   2
  'a row of 20 columns_', //  3
  '+and what follows', //     4
  '漢字 wide', //             5
  '$ ', //                    6
  '', //                      7
)
const view = { top: 2, rows: 5 }

const press = (name: string): KeyPress => {
  const parts = name.split(' ')
  const key = name === ' ' ? ' ' : (parts.at(-1) ?? '')
  return {
    key,
    code: '',
    ctrl: parts.includes('ctrl') && parts.length > 1,
    shift: parts.includes('shift') || /^[A-Z]$/.test(key),
    alt: parts.includes('alt'),
    meta: false,
    altGraph: false,
  }
}

const at = (row: number, column: number): CopyState => ({
  cursor: { row, column },
  anchor: null,
  kind: 'characters',
})

function keys(state: CopyState, ...names: string[]): CopyState {
  return names.reduce((now, name) => step(now, press(name), history, view)?.state ?? now, state)
}

describe('moving', () => {
  test.each<[from: [number, number], keys: string, to: [number, number]]>([
    [[2, 4], 'h', [2, 3]],
    [[2, 4], 'l', [2, 5]],
    [[2, 4], 'k', [1, 4]],
    [[2, 4], 'j', [3, 4]],
    [[2, 4], 'ArrowLeft', [2, 3]],
    [[2, 4], 'ArrowDown', [3, 4]],
    [[0, 0], 'h', [0, 0]],
    [[0, 0], 'k', [0, 0]],
    [[7, 0], 'j', [7, 0]],
    [[2, 19], 'l', [2, 19]],
    [[3, 19], 'l', [4, 0]],
    [[4, 0], 'h', [3, 19]], // where the line continues, the cursor also continues
    [[5, 0], 'l', [5, 2]],
    [[5, 2], 'h', [5, 0]],
    [[4, 3], 'j', [5, 2]], // wide characters are one step, and never cut
    [[2, 2], 'w', [2, 6]],
    [[2, 10], 'w', [2, 13]],
    [[2, 13], 'w', [2, 14]],
    [[2, 17], 'w', [3, 0]],
    [[2, 2], 'W', [2, 6]],
    [[2, 10], 'W', [3, 0]],
    [[3, 12], 'w', [4, 4]],
    [[0, 6], 'w', [2, 2]],
    [[2, 6], 'b', [2, 2]],
    [[2, 14], 'b', [2, 13]],
    [[2, 2], 'b', [0, 6]],
    [[4, 4], 'b', [3, 12]],
    [[2, 15], 'B', [2, 10]],
    [[0, 0], 'b', [0, 0]],
    [[2, 2], 'e', [2, 4]],
    [[2, 10], 'e', [2, 12]],
    [[2, 4], 'e', [2, 6]],
    [[2, 10], 'E', [2, 18]],
    [[0, 9], 'e', [2, 4]],
    [[2, 9], '0', [2, 0]],
    [[2, 9], 'Home', [2, 0]],
    [[2, 9], '^', [2, 2]],
    [[2, 9], '$', [2, 18]],
    [[2, 9], 'End', [2, 18]],
    [[7, 4], '$', [7, 0]],
    [[6, 1], 'PageUp', [2, 1]],
    [[0, 1], 'PageDown', [4, 1]],
    [[6, 1], 'ctrl b', [2, 1]],
    [[6, 0], 'ctrl u', [4, 0]],
    [[0, 0], 'ctrl d', [2, 0]],
    [[6, 1], 'g', [0, 0]],
    [[0, 1], 'G', [6, 0]],
    [[6, 1], 'ctrl Home', [0, 0]],
    [[4, 1], 'H', [2, 1]],
    [[2, 1], 'M', [4, 1]],
    [[2, 1], 'L', [6, 1]],
    [[5, 0], '{', [1, 0]],
    [[2, 0], '}', [7, 0]],
  ])('from %j by %s to %j', ([row, column], key, [toRow, toColumn]) => {
    expect(keys(at(row, column), key).cursor).toEqual({
      row: toRow,
      column: toColumn,
    } satisfies CellPlace)
  })

  test('letters of other layouts go by their keys', () => {
    expect(step(at(2, 4), { ...press('о'), code: 'KeyJ' }, history, view)?.state.cursor).toEqual({
      row: 3,
      column: 4,
    })
  })

  test('keys without a use are reported, so that chords work', () => {
    expect(
      ['x', 'ctrl y', 'alt h', 'F5', 'Tab', 'ctrl shift C'].map((name) =>
        step(at(0, 0), press(name), history, view),
      ),
    ).toEqual([null, null, null, null, null, null])
  })
})

describe('selecting', () => {
  test.each<[string, CopyState, ReturnType<typeof rangeOf>]>([
    ['nothing', at(2, 2), null],
    [
      'characters, both ends in it',
      keys(at(2, 2), 'v', 'e'),
      { start: { row: 2, column: 2 }, end: { row: 2, column: 5 }, block: false },
    ],
    [
      'backwards',
      keys(at(2, 4), 'v', 'h', 'k'),
      { start: { row: 1, column: 3 }, end: { row: 2, column: 5 }, block: false },
    ],
    [
      'a wide character is whole',
      keys(at(5, 0), 'v'),
      { start: { row: 5, column: 0 }, end: { row: 5, column: 2 }, block: false },
    ],
    [
      'lines',
      keys(at(1, 4), 'V', 'j'),
      { start: { row: 1, column: 0 }, end: { row: 2, column: 20 }, block: false },
    ],
    [
      'a line with all its rows',
      keys(at(4, 4), 'V'),
      { start: { row: 3, column: 0 }, end: { row: 4, column: 20 }, block: false },
    ],
    [
      'a block',
      keys(at(2, 6), 'ctrl v', 'j', 'h', 'h'),
      { start: { row: 2, column: 4 }, end: { row: 3, column: 7 }, block: true },
    ],
    [
      'another kind goes on from where it began',
      keys(at(2, 6), 'v', 'j', 'V'),
      { start: { row: 2, column: 0 }, end: { row: 4, column: 20 }, block: false },
    ],
    ['the same kind again ends it', keys(at(2, 6), 'v', 'j', 'v'), null],
  ])('%s', (_name, state, expected) => {
    expect(rangeOf(state, history)).toEqual(expected)
  })

  test('o moves to the other end', () => {
    expect(keys(at(2, 4), 'v', 'l', 'l', 'o')).toEqual({
      cursor: { row: 2, column: 4 },
      anchor: { row: 2, column: 6 },
      kind: 'characters',
    })
  })

  test('other keys', () => {
    expect(
      ['y', 'Enter', 'Escape', 'q', '/', 'n', 'N'].map(
        (name) => step(at(0, 0), press(name), history, view)?.action,
      ),
    ).toEqual(['copy', 'copy', 'end', 'end', 'find', 'find_next', 'find_previous'])
  })

  test('moves with its text when the oldest rows go', () => {
    expect(trimmed(keys(at(2, 4), 'v', 'j', 'j'), 3)).toEqual({
      cursor: { row: 1, column: 4 },
      anchor: { row: 0, column: 0 },
      kind: 'characters',
    })
  })

  test('remains in the rest when rows below are removed', () => {
    expect(within(keys(at(1, 4), 'v', 'j', 'j'), 3)).toEqual({
      cursor: { row: 2, column: 4 },
      anchor: { row: 1, column: 4 },
      kind: 'characters',
    })
  })
})

describe('quick select', () => {
  const found = (...lines: string[]) =>
    targetsIn(
      quickLines(
        {
          ...rowsOf(...lines),
          columns: 200,
          cells: (row) => [...(lines[row] ?? '').replace(/^\+/, '')],
        },
        0,
        lines.length,
      ),
    ).map(({ text, label }) => `${label} ${text}`)

  test.each<[string, string[], string[]]>([
    [
      'addresses, without the stop behind them',
      ['see https://a.example/b?c=d#e.', '(http://b.example)'],
      ['a http://b.example', 's https://a.example/b?c=d#e'],
    ],
    [
      'paths, with line and column',
      ['src/core/a.ts:12:3: error', 'in ~/x/y.md or /etc/hosts', './run.sh  ../up/there'],
      ['a ../up/there', 's ./run.sh', 'd /etc/hosts', 'f ~/x/y.md', 'g src/core/a.ts:12:3'],
    ],
    [
      'hashes and UUIDs',
      ['commit e350605', '123e4567-e89b-12d3-a456-426614174000', 'deadbeef is a word of letters'],
      ['a 123e4567-e89b-12d3-a456-426614174000', 's e350605'],
    ],
    ['machines', ['connect 192.168.0.1:8080'], ['a 192.168.0.1:8080']],
    [
      'a line that goes on in the next row',
      ['https://a.example/long', '+er/still'],
      ['a https://a.example/longer/still'],
    ],
    [
      'equal texts share a label',
      ['/tmp/x', '/tmp/x', '/tmp/y'],
      ['a /tmp/y', 's /tmp/x', 's /tmp/x'],
    ],
    ['words are nothing', ['and/or so what? 12 (x) a.b'], ['a and/or']],
    ['nothing', ['', '   '], []],
  ])('%s', (_name, lines, expected) => {
    expect(found(...lines)).toEqual(expected)
  })

  test('links of programs, by their address and not by their text', () => {
    const lines = ['see docs  here.', 'docs docs']
    const [a, b] = ['https://a.example/', 'https://b.example/']
    const uris = (from: number, to: number, uri: string): (string | undefined)[] =>
      Array.from({ length: 15 }, (_, at) => (at >= from && at < to ? uri : undefined))
    const of = [
      uris(3, 10, a), // with spaces around it
      uris(0, 4, b).map((uri, at) => (at >= 5 && at < 9 ? a : uri)),
    ]
    const rows = {
      ...rowsOf(...lines),
      columns: 15,
      cells: (row: number) => [...(lines[row] ?? '')],
      links: (row: number) => of[row] ?? [],
    }
    expect(
      targetsIn(quickLines(rows, 0, 2)).map(({ label, text, link, at }) => [
        ...[label, text, link, at.column],
      ]),
    ).toEqual([
      ['a', 'docs', a, 5],
      ['s', 'docs', b, 0],
      ['a', 'docs', a, 4],
    ])
  })

  test('a line without end is looked at in pieces', () => {
    const rows = Array.from(
      { length: 50 },
      (_, row) => `${row === 0 ? '' : '+'}${'a/'.repeat(100)}`,
    )
    const looked = targetsIn(
      quickLines(
        {
          ...rowsOf(...rows),
          columns: 200,
          cells: (row) => [...(rows[row] ?? '').replace(/^\+/, '')],
        },
        0,
        rows.length,
      ),
    )
    expect([
      looked.length,
      looked.every(({ text }) => text.length <= targetLineCharactersMax),
    ]).toEqual([5, true])
  })

  test.each<[string, ReturnType<typeof openable>]>([
    ['https://a.example/b', { kind: 'address', address: 'https://a.example/b' }],
    // whole, so that it is judged whole
    [
      'https://a.example\u200b.evil/',
      { kind: 'address', address: 'https://a.example\u200b.evil/' },
    ],
    ['src/a.ts:12:3', { kind: 'path', path: 'src/a.ts', line: 12, column: 3 }],
    ['~/x.md', { kind: 'path', path: '~/x.md', line: null, column: null }],
    ['e350605', null],
    ['192.168.0.1:8080', null],
  ])('the effect of opening %s', (text, expected) => {
    expect(openable(text)).toEqual(expected)
  })

  test('the held key decides the action', () => {
    const held = (...keys: string[]) => ({
      shift: keys.includes('shift'),
      alt: keys.includes('alt'),
      ctrl: keys.includes('ctrl'),
      meta: keys.includes('meta'),
    })
    expect([
      actionOf(held(), 'copy'),
      actionOf(held(), 'edit'),
      actionOf(held('shift'), 'copy'),
      actionOf(held('alt'), 'copy'),
      actionOf(held('ctrl'), 'copy'),
      actionOf(held('ctrl', 'shift'), 'copy'),
      actionOf(held('meta'), 'copy'),
    ]).toEqual(['copy', 'edit', 'open', 'insert', 'edit', null, null])
  })

  test("the user's patterns take precedence over built-in ones", () => {
    const pattern = {
      name: 'ticket',
      regex: 'ABC-\\d+',
      action: 'open' as const,
      url: 'https://tracker.example/{match}?a=$&',
    }
    const row = 'see /tmp/ABC-12/x and /tmp/y'
    const lines = quickLines({ ...rowsOf(row), columns: 200, cells: () => [...row] }, 0, 1)
    const own = { line: row, start: 9, end: 15, pattern }
    const found = targetsIn(lines, [own, own, { ...own, start: 8 }, { ...own, line: 'x' }])
    expect(found.map(({ text, pattern: by }) => [text, by?.name ?? null])).toEqual([
      ['/tmp/y', null],
      ['ABC-12', 'ticket'],
    ])
    expect(found.map(openedBy)).toEqual(['/tmp/y', 'https://tracker.example/ABC-12?a=$&'])
    expect(openedBy({ text: '../a b?#\ud800', pattern })).toBe(
      'https://tracker.example/..%2Fa%20b%3F%23%EF%BF%BD?a=$&',
    )
    // as many matches of a hostile line as there may be, and no more
    const many = 'ab'.repeat(1_000)
    const wide = quickLines({ ...rowsOf(many), columns: 2_000, cells: () => [...many] }, 0, 1)
    const each = Array.from({ length: 1_000 }, (_, at) => ({
      ...own,
      line: many,
      start: at * 2,
      end: at * 2 + 2,
    }))
    expect(targetsIn(wide, each).length).toBe(lineTargetsMax)
  })

  test('no label starts another, and there are as many as requested', () => {
    for (const count of [0, 1, 26, 27, 60, 500, 676]) {
      const all = labels(count)
      const clash = all.filter((label) =>
        all.some((other) => other !== label && other.startsWith(label)),
      )
      expect([all.length, new Set(all).size, clash]).toEqual([count, count, []])
    }
    expect(labels(2_000).length).toBe(676)
  })
})
