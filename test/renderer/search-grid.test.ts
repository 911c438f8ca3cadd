/** A search of a grid in turns. */
import { expect, test } from 'vitest'
import { compile, defaultSearch } from '../../src/renderer/features/find/matcher.ts'
import { GridSearch } from '../../src/renderer/features/find/search-grid.ts'
import { rowsOf } from '../support/frames/rows.ts'

const lines = Array.from({ length: 20_000 }, (_, index) =>
  index % 4_000 === 0 ? `hit ${index}` : `line ${index}`,
)
const rows = { ...rowsOf(lines, 40, 500), mayMatch: () => () => true }

function search(text: string, max: number): Promise<{ rows: number[]; limited: boolean }> {
  const compiled = compile(text, defaultSearch)
  if (!compiled.ok) throw new Error(compiled.problem)
  return new Promise((resolve) => {
    new GridSearch(
      rows,
      compiled.matcher,
      { max, from: rows.end - 1, direction: 'up' },
      {
        found: () => undefined,
        done: (matches) =>
          resolve({ rows: matches.all().map(({ row }) => row), limited: matches.limited }),
      },
    )
  })
}

test('the search finds all matches over many turns, in grid order', async () => {
  expect(await search('hit', 1_000)).toEqual({
    rows: [500, 4_500, 8_500, 12_500, 16_500],
    limited: false,
  })
})

test('the search keeps the first matches', async () => {
  expect(await search('hit', 2)).toEqual({ rows: [12_500, 16_500], limited: true })
})
