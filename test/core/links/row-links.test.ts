/** Addresses that a program wraps by itself, over rows of a screen or of a frame in it. */
import { describe, expect, it, test } from 'vitest'
import { linkBytesMax, linkRowsMax } from '../../../src/core/links/limits.ts'
import { linksInRow, type LinkRows } from '../../../src/core/links/row-links.ts'
import { spent } from '../../../src/host/shadow/limit.ts'

/**
 * Returns rows as drawn, padded with spaces. A row that starts with `>` continues the one before.
 */
function screen(columns: number, ...rows: readonly string[]): LinkRows {
  return {
    count: rows.length,
    columns,
    isWrapped: (row) => rows[row]?.startsWith('>') === true,
    cells: (row) => {
      const cells = [...(rows[row] ?? '').replace(/^>/, '')].flatMap((character) =>
        /[\u3040-\u9fff]/.test(character) ? [character, ''] : [character],
      )
      return cells.concat(Array<string>(Math.max(0, columns - cells.length)).fill(' '))
    },
  }
}

const kinds = { addresses: true, paths: true, schemes: ['https', 'http'] }
/** Returns the addresses that each row opens. */
const opened = (columns: number, ...rows: readonly string[]) =>
  rows.map((_, row) =>
    linksInRow(screen(columns, ...rows), row, kinds)
      .map(({ link }) => (link.kind === 'address' ? link.address : link.path))
      .join(' '),
  )

describe('an address is one over the rows that a program made of it', () => {
  it.each<[string, number, string[], string]>([
    ['to the last column', 20, ['https://a.example/xy', 'z1234'], 'https://a.example/xyz1234'],
    ['from the right half', 20, ['   https://a.example', '/b'], 'https://a.example/b'],
    ['after words', 20, ['at https://a.example', '/b'], 'https://a.example/b'],
    [
      'over several rows',
      20,
      ['https://a.example/xy', 'abcdefghijklmnopqrst', 'abcdefghijklmnopqrst', 'end'],
      'https://a.example/xyabcdefghijklmnopqrstabcdefghijklmnopqrstend',
    ],
    [
      'with an indent on both sides',
      24,
      ['  https://a.example/xy', '  z1234'],
      'https://a.example/xyz1234',
    ],
    [
      'in a frame',
      24,
      ['│ https://a.example/xy │', '│ z1234                │'],
      'https://a.example/xyz1234',
    ],
    [
      'in a frame without padding',
      22,
      ['│https://a.example/xy│', '│z1234               │'],
      'https://a.example/xyz1234',
    ],
    [
      'in a pane',
      36,
      ['text │https://a.example/xy│other te', 'more │z1234               │https://'],
      'https://a.example/xyz1234',
    ],
    ['cut in its host', 16, ['https://a.exampl', 'e.org/b'], 'https://a.example.org/b'],
    ['cut after a dot', 16, ['https://a.examp.', 'org/b'], 'https://a.examp.org/b'],
    ['with a dot at its end', 20, ['https://a.example/xy', 'z1234.'], 'https://a.example/xyz1234'],
    [
      'with an address in it',
      20,
      ['https://a.example/?u', '=https://b.example/'],
      'https://a.example/?u=https://b.example/',
    ],
    ['of wide characters', 20, ['https://a.example/日', '本'], 'https://a.example/日本'],
  ])('%s', (_name, columns, rows, address) => {
    expect(opened(columns, ...rows)).toEqual(rows.map(() => address))
  })

  it('but asks in a table, whose next row may be another entry', () => {
    const isCut = (...rows: string[]) =>
      linksInRow(screen(40, ...rows), 0, kinds).map((link) => [link.link, link.isCut])
    expect(isCut('| https://a.example/x | 3 |', '| none                | 4 |')).toMatchObject([
      [{ address: 'https://a.example/xnone' }, true],
    ])
    expect(isCut('| https://a.example/x | 3 |', '| y                   |   |')).toMatchObject([
      [{ address: 'https://a.example/xy' }, false],
    ])
  })

  it('after rows that the terminal wrapped', () => {
    expect(opened(20, 'go https://a.example', '>/123456789012345678/', 'end')).toEqual(
      Array(3).fill('https://a.example/123456789012345678/end'),
    )
  })

  it('before rows that the terminal wrapped', () => {
    const wide = ['        https://a.b/', '12345678901234567890', '>12345']
    expect(opened(20, ...wide)).toEqual(Array(3).fill('https://a.b/1234567890123456789012345'))
    const cut = screen(20, ...wide.slice(0, 2), '>12345 and more')
    expect(linksInRow(cut, 0, kinds)).toMatchObject([
      { link: { address: 'https://a.b/12345678901234567890' }, isCut: true },
    ])
  })

  it('has its cells in each row', () => {
    const rows = screen(24, '│ https://a.example/xy │', '│ z1234.               │')
    expect(linksInRow(rows, 1, kinds)).toMatchObject([
      {
        isCut: false,
        spans: [
          { row: 0, column: 2, columns: 20, text: 'https://a.example/xy' },
          { row: 1, column: 2, columns: 5, text: 'z1234' },
        ],
      },
    ])
  })
})

test.each<[string, number, string[]]>([
  ['another address', 20, ['https://a.example/xy', 'https://b.example/']],
  ['a sentence', 20, ['https://a.example/xy', 'is the place']],
  ['a blank row', 20, ['https://a.example/xy', '', 'z1234']],
  ['another column', 24, ['  https://a.example/xy', ' z1234']],
  ['another column of the last row', 20, ['https://a.example/xy', '  z1234']],
  ['a row that is not full', 24, ['https://a.example/xy', 'z1234']],
  ['a longer row', 24, ['  https://a.example/xy', '  z12345678901234567890']],
  ['a prompt', 20, ['https://a.example/xy', 'me@host:/$']],
  ['the folder of a prompt', 20, ['https://a.example/xy', '~/work']],
  ['the end of the frame', 22, ['│https://a.example/xy│', '└────────────────────┘']],
  ['text outside of the frame', 22, ['│https://a.example/xy│', 'z1234']],
  ['a row without the right frame', 22, ['│https://a.example/xy│', '│z1234']],
  ['a sign of another script', 20, ['https://a.example/xy', '。次']],
  ['a quote that ends it', 20, ['"https://a.example/"', 'z1234']],
  ['a bracket that ends it', 20, ['(https://a.example/)', 'z1234']],
])('an address is not joined with %s', (_name, columns, rows) => {
  const [first] = opened(columns, ...rows)
  expect(first).toMatch(/^https:\/\/a\.example\/x?y?$/)
  expect(opened(columns, ...rows)[rows.length - 1]).not.toContain('a.example')
})

test('an address stays what it is if it would be none with the next row', () => {
  expect(opened(20, 'https://a.example:80', 'words')).toEqual(['https://a.example:80', ''])
})

describe('hostile screens', () => {
  it('have no address that opens unasked with a host over two rows', () => {
    const isCut = (...rows: string[]) => linksInRow(screen(20, ...rows), 1, kinds)[0]?.isCut
    expect([
      isCut('https://bank.example', '.evil.example/log-in'),
      isCut('https://a.example:80', '80/'),
      isCut('https://a.example/xy', '.evil.example/'),
    ]).toEqual([true, true, false])
  })

  it('have no link that is longer than the limits, and no part of it', () => {
    const rows = (columns: number, count: number) => [
      'https://a.example/xy'.padEnd(columns, 'z'),
      ...Array<string>(count).fill('a'.repeat(columns)),
    ]
    const of = (columns: number, count: number) => [
      ...new Set(opened(columns, ...rows(columns, count)).slice(0, 4)),
    ]
    const fits = Math.floor(linkBytesMax / 80) - 1
    expect([of(80, fits), of(80, fits + 1)]).toEqual([[rows(80, fits).join('')], ['']])
    expect([of(20, linkRowsMax), of(20, linkRowsMax + 1)]).toEqual([
      [rows(20, linkRowsMax).join('')],
      [''],
    ])
  })

  it.each([
    ['panes', '_https://a.b│'],
    ['frames', '│'],
    ['one word', 'x'],
    ['addresses', 'https://a.b/'],
    ['addresses in words', '_https://a.b/'],
    ['blanks and frames', 'x    │'],
  ])('of %s cost little time', (_name, text) => {
    const row = text.repeat(Math.ceil(1_000 / text.length)).slice(0, 1_000)
    const rows = screen(1_000, ...Array<string>(300).fill(row))
    const began = spent()
    linksInRow(rows, 200, kinds)
    const ms = spent() - began
    expect(ms, `${ms} ms`).toBeLessThan(2_000)
  })
})
