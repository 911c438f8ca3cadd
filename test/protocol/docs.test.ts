/**
 * The examples of docs/reference/protocols.md run, and the page next to it lists the actual limits.
 */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import * as protocol from '../../src/protocol/index.ts'
import * as limits from '../../src/protocol/limits.ts'
import { root } from '../tidy/tree.ts'

const document = readFileSync(join(root, 'docs/reference/protocols.md'), 'utf8')

/** Each expression with the value that the comment below it promises. */
const examples = [...document.matchAll(/^```js\n([^]*?)^```/gm)].flatMap((block) =>
  [...(block[1] ?? '').matchAll(/^(?!\/\/)(.+)\n\/\/ -> (.+)$/gm)].map(
    (match) => [match[1] ?? '', match[2] ?? ''] as const,
  ),
)

/** The documents belong to this repository, so their code can be trusted. */
function valueOf(expression: string): unknown {
  return new Function(...Object.keys(protocol), `return (${expression})`)(
    ...Object.values(protocol),
  )
}

test('the examples exist, and each line has its value', () => {
  const lines = [...document.matchAll(/^```js\n([^]*?)^```/gm)].flatMap((block) =>
    (block[1] ?? '').trim().split('\n'),
  )
  expect(examples.length).toBeGreaterThan(20)
  expect(examples).toHaveLength(lines.length / 2)
})

test.each(examples)('%s', (expression, promised) => {
  expect(valueOf(expression)).toEqual(valueOf(promised))
})

test('every problem has an explanation', () => {
  expect(protocol.problems.filter((problem) => !document.includes(`\`${problem}\``))).toEqual([])
})

test('conformance.md lists every limit with its value', () => {
  const table = readFileSync(join(root, 'docs/reference/conformance.md'), 'utf8')
  const missing = Object.entries(limits)
    .filter(([name]) => name !== 'OSC_ID')
    .filter(([name, value]) => {
      const row =
        table.split('\n').find((line) => line.startsWith('|') && line.includes(`\`${name}\``)) ?? ''
      return !row.includes(value.toLocaleString('en'))
    })
  expect(missing).toEqual([])
})
