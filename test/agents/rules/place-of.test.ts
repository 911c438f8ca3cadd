/** Places in a rules file. */
import { expect, it } from 'vitest'
import { pathOf, placeOf } from '../../../src/agents/rules/place-of.ts'

const text = `{
  "what": "\\"agents\\": {}, [",
  "agents": {
    "b\\u0079": { "rules": [ 1, { "id": "x" },
      {"any":[{"line":"a"}, {"li\\"ne":"b"}], "id":"é\\\\", "state" : true} ] }
  }
}
`

it.each([
  [[], null],
  [['agents'], '3:3'],
  [['agents', 'by'], '4:5'],
  [['agents', 'by', 'rules', 0], '4:29'],
  [['agents', 'by', 'rules', 1, 'id'], '4:34'],
  [['agents', 'by', 'rules', 2], '5:7'],
  [['agents', 'by', 'rules', 2, 'any', 1, 'li"ne'], '5:30'],
  [['agents', 'by', 'rules', 2, 'state'], '5:58'],
  [['agents', 'by', 'rules', 2, 'gone', 'deeper'], '5:7'],
  [['agents', 'by', 'rules', 9], '4:18'],
  [['what', 0], '2:3'],
])('%j is at %s', (path, expected) => {
  const place = placeOf(text, path)
  expect(place === null ? null : `${place.line}:${place.column}`).toBe(expected)
})

it('finds a rule by its name, else its agent', () => {
  const document: unknown = JSON.parse(text)
  expect([
    pathOf(document, { agent: 'by', rule: 'x' }),
    pathOf(document, { agent: 'by', rule: 'y' }),
    pathOf(document, { agent: null, rule: null }),
  ]).toEqual([['agents', 'by', 'rules', 1, 'id'], ['agents', 'by'], []])
})

it.each(['', '[]', '"text"', '{"a":', '{', '{"agents":{"a"'])('the search ends on %j', (broken) => {
  expect(() => placeOf(broken, ['agents', 'a', 'rules', 0])).not.toThrow()
})
