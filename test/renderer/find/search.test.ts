/** Tests matching, the order in which matches are found, and their count. */
import { expect, test } from 'vitest'
import { FindMatches, countText, topFor } from '../../../src/renderer/features/find/find-matches.ts'
import {
  compile,
  defaultSearch,
  matchesOf,
  type SearchOptions,
  type TextMatcher,
} from '../../../src/renderer/features/find/matcher.ts'
import { patternAnswer } from '../../../src/renderer/features/find/pattern-job.ts'
import { Walk, type FindDirection } from '../../../src/renderer/features/find/walk.ts'
import { rowsOf } from '../../support/frames/rows.ts'

const matchesIn = ({ source, flags, wholeWord }: TextMatcher, text: string, max: number) =>
  matchesOf(new RegExp(source, flags), wholeWord, text, max)

const found = (text: string, line: string, options: Partial<SearchOptions> = {}) => {
  const compiled = compile(text, { ...defaultSearch, ...options })
  return compiled.ok
    ? matchesIn(compiled.matcher, line, 1_000).map(({ start, end }) => line.slice(start, end))
    : compiled.problem
}

test.each<[string, string, Partial<SearchOptions>, string[]]>([
  ['error', 'Error, error, ERROR', {}, ['Error', 'error', 'ERROR']],
  ['Error', 'Error, error, ERROR', {}, ['Error']],
  ['error', 'Error, error', { matchCase: true }, ['error']],
  ['a.c', 'abc a.c', {}, ['a.c']],
  ['(x|', 'f(x|y)', {}, ['(x|']],
  ['straße', 'STRASSE Straße', {}, ['Straße']],
  ['cat', 'cat concat cat_1 cat', { wholeWord: true }, ['cat', 'cat']],
  ['-v', 'a-v -v', { wholeWord: true }, ['-v', '-v']],
  ['é', 'cafés é', { wholeWord: true }, ['é']],
  ['日本', '日本語 日本', {}, ['日本', '日本']],
  ['aa', 'aaaa', {}, ['aa', 'aa']],
  ['k', '\u212a', {}, ['\u212a']],
  ['\\d+', 'a1 b22', { regex: true }, ['1', '22']],
  ['\\S+', 'Ab cd', { regex: true }, ['Ab', 'cd']],
  ['x*', 'axxb🚀', { regex: true }, ['xx']],
  ['\\Bat', 'CAT', { regex: true }, ['AT']],
])('%j in %j with %j', (text, line, options, expected) => {
  expect(found(text, line, options)).toEqual(expected)
})

test('explains the problem of a pattern', () => {
  expect(found('(a', '', { regex: true })).toBe(
    'Not a valid regular expression: unterminated group.',
  )
})

test.each<[string, Partial<SearchOptions>, number[][] | null]>([
  ['ok1', {}, [[111, 79], [107, 75, 0x212a], [49]]],
  ['Ok', {}, [[79], [107]]],
  ['é', {}, null], // folds in ways of its own
  ['naïve', { matchCase: true }, [[110], [97]]], // the longest run of ASCII
  ['日本', {}, [[0x65e5]]],
  ...(
    [
      ['a', 'a'],
      ['a+b', 'a'],
      ['ab?cd', 'cd'],
      ['ab{0,2}', 'a'],
      ['x|ab', null],
      ['(x|y)ab', 'ab'],
      ['(?!ab)c', 'c'],
      ['[abc]d', 'd'],
      ['\\d+', null],
      ['a\\.b', 'a.b'],
      ['^a.b$', 'a'],
      ['[^\\]x]yz', 'yz'],
      ['a\\bb', 'a'],
      ['(?<x>ab)\\k<x>c', 'c'],
      ['\\x41bc', 'bc'],
      ['\\p{L}bc', 'bc'],
      ['日本', null],
    ] as const
  ).map(([pattern, run]): [string, Partial<SearchOptions>, number[][] | null] => [
    pattern,
    { regex: true, matchCase: true },
    run === null ? null : [...run].map((character) => [character.charCodeAt(0)]),
  ]),
])('the letters that a line must contain for %j with %j', (text, options, expected) => {
  const compiled = compile(text, { ...defaultSearch, ...options })
  expect(compiled.ok && compiled.matcher.sieve).toEqual(expected)
})

const search = (
  texts: readonly string[],
  columns: number,
  text: string,
  { from, direction = 'up', max = 10 }: { from: number; direction?: FindDirection; max?: number },
) => {
  const rows = rowsOf(texts, columns)
  const compiled = compile(text, defaultSearch)
  if (!compiled.ok) throw new Error(compiled.problem)
  const matches = new FindMatches(max)
  const walk = new Walk(rows, from, direction)
  const order: number[] = []
  for (let step = walk.next(); step !== null; step = walk.next()) {
    if (step === 'pause') continue
    order.push(step.line.row)
    if (
      !matches.add(
        rows,
        step.line,
        matchesIn(compiled.matcher, step.line.text, max + 1),
        step.going,
      )
    )
      break
  }
  return {
    order,
    first: matches.first?.row,
    all: matches.all().map(({ row, column }) => [row, column]),
    limited: matches.limited,
  }
}

test("goes up from the user's position, then down, with matches in grid order", () => {
  expect(search(['a1', 'b', 'a2 a', 'b', 'a3'], 10, 'a', { from: 3 })).toEqual({
    order: [3, 2, 1, 0, 4],
    first: 2,
    all: [
      [0, 0],
      [2, 0],
      [2, 3],
      [4, 0],
    ],
    limited: false,
  })
})

test('goes down first when asked', () => {
  expect(
    search(['a1', 'b', 'a2', 'b', 'a3'], 10, 'a', { from: 2, direction: 'down' }),
  ).toMatchObject({
    order: [2, 3, 4, 1, 0],
    first: 2,
    all: [
      [0, 0],
      [2, 0],
      [4, 0],
    ],
  })
})

test('reads each wrapped line once, whatever row of it the way starts in', () => {
  expect(search(['xxxxxxxx a', 'bbbbbbbb', 'a'], 4, 'a', { from: 4 }).order).toEqual([3, 0, 5])
})

test.each([
  [2, true],
  [3, false],
  [4, false],
])('keeps %d matches of 3', (max, limited) => {
  expect(search(['a', 'a', 'a'], 4, 'a', { from: 2, max })).toMatchObject({
    limited,
    all: [
      [0, 0],
      [1, 0],
      [2, 0],
    ].slice(limited ? 1 : 0),
  })
})

test('a pattern gives the worker a closed piece of work', () => {
  expect(
    patternAnswer({
      id: 7,
      source: 'b+',
      flags: 'gu',
      wholeWord: false,
      lines: ['a', 'bb b', 'b'],
      max: 2,
    }),
  ).toEqual({
    id: 7,
    found: [
      {
        line: 1,
        matches: [
          { start: 0, end: 2 },
          { start: 3, end: 4 },
        ],
      },
    ],
  })
})

test.each([
  [[2, 120, false, false], '3 of 120'],
  [[0, 1_000, true, false], '1000+'],
  [[-1, 0, false, false], 'No results'],
  [[-1, 0, false, true], '…'],
  [[-1, 5, false, false], '5'],
] as const)('counts %j as %j', ([index, count, limited, searching], text) => {
  expect(countText(index, count, limited, searching)).toBe(text)
})

test('brings a row into the middle third, and keeps it if it is there', () => {
  const view = { top: 100, rows: 24, first: 0, last: 200 }
  expect([108, 115, 100, 123, 3, 222].map((row) => topFor(row, view))).toEqual([
    null,
    null,
    88,
    111,
    0,
    200,
  ])
})
