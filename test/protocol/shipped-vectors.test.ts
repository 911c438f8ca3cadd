/** The vectors that the package ships are those of test/data, and no others. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { shippedGroups } from '../../src/protocol/conformance/vectors.ts'
import { root } from '../tidy/tree.ts'

/** `npm run generate` writes the file anew. */
test('the shipped vectors are made of the tables in test/data', async () => {
  const groups = JSON.parse(
    readFileSync(join(root, 'test/data/protocol-vectors.json'), 'utf8'),
  ) as Record<string, readonly unknown[]>
  const shipped = shippedGroups.map(
    (group) =>
      ` ${JSON.stringify(group)}: [\n` +
      `${(groups[group] ?? []).map((vector) => `  ${JSON.stringify(vector)}`).join(',\n')}\n ]`,
  )
  await expect(`{\n${shipped.join(',\n')}\n}\n`).toMatchFileSnapshot(
    join(root, 'src/protocol/vectors.json'),
  )
})
