/** Rows of a list for people, in terminals of any width. */
import type { WriteStream } from 'node:tty'
import { describe, expect, test, vi } from 'vitest'
import {
  brokenTable,
  fitOf,
  table,
  terminalColumns,
  type ColumnFit,
} from '../../src/cli/terminal/table.ts'
import { widthOf } from '../../src/terminal/screen/width.ts'

const rows = [
  ['ID', 'STATE', 'SIZE', 'DIRECTORY', 'TITLE'],
  ['3nqj', 'waiting (permission)', '120x40', '/home/me/src/payments/api', '日本語のタイトル, long'],
  ['8kx2', 'idle', '80x24', '/home/me', 'bash'],
]
const fit = (columns: number): ColumnFit => ({
  columns,
  drops: [2],
  crops: [
    { column: 4, at: 'end' },
    { column: 3, at: 'begin' },
  ],
})
const wide = (row: string) =>
  [...row].reduce((sum, one) => sum + widthOf(one.codePointAt(0) ?? 0), 0)

describe('a table', () => {
  test('is as wide as its cells, without a terminal and in a wide one', () => {
    expect(table(rows, fit(200))).toEqual(table(rows))
    expect(wide(table(rows)[1] ?? '')).toBe(85)
  })

  test('crops the title first, then the beginning of the folder, then leaves columns out', () => {
    const row = (columns: number) => table(rows, fit(columns))[1]
    expect([row(80), row(66), row(56)]).toEqual([
      '3nqj  waiting (permission)  120x40  /home/me/src/payments/api  日本語のタイトル…',
      '3nqj  waiting (permission)  120x40  …/src/payments/api  日本語の…',
      '3nqj  waiting (permission)  …rc/payments/api  日本語の…',
    ])
  })

  test('is never wider than the terminal, and has a row for each', () => {
    for (let columns = 1; columns <= 100; columns += 1) {
      const all = table(rows, fit(columns))
      expect(all).toHaveLength(rows.length)
      for (const one of all) expect(wide(one)).toBeLessThanOrEqual(columns)
    }
  })
})

describe('a table whose last column is broken', () => {
  const events = [
    ['12:00:00', 'command', 'make -j8 all && ctest --output-on-failure, exit 2'],
    ['12:00:09', 'bell', '你好世界你好世界你好世界你好世界你好世界你好世界'],
    ['12:00:10', 'ended', ''],
  ]

  test('loses nothing: next to the others, and below them where it is narrow', () => {
    expect(brokenTable(events, 46)).toEqual([
      '12:00:00  command  make -j8 all && ctest',
      '                   --output-on-failure, exit 2',
      '12:00:09  bell     你好世界你好世界你好世界你',
      '                   好世界你好世界你好世界',
      '12:00:10  ended',
    ])
    expect(brokenTable(events, 30)[1]).toBe('    make -j8 all && ctest')
    expect(brokenTable(events, undefined)).toEqual(table(events))
  })

  test('is never wider than the terminal', () => {
    for (let columns = 20; columns <= 100; columns += 1)
      for (const one of brokenTable(events, columns))
        expect(wide(one), one).toBeLessThanOrEqual(columns)
  })
})

test('a terminal without a size is written to as a file is', () => {
  const stdout = vi.spyOn(process, 'stdout', 'get')
  try {
    for (const columns of [0, 30]) {
      stdout.mockReturnValue({ isTTY: true, columns } as WriteStream & { fd: 1 })
      expect(terminalColumns()).toBe(columns === 0 ? undefined : columns)
      expect(fitOf(rows[0]!, [], [])?.columns).toBe(columns === 0 ? undefined : columns)
    }
  } finally {
    stdout.mockRestore()
  }
})
