/** Each screen of test/data/agent-screens by the rules that we ship: `vibeflow rules test`. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runVerb } from '../../support/run-verb.ts'

const folder = join(import.meta.dirname, '../../data/agent-screens')
const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
)

test.each(screens)('%s has the expected state', async (name) => {
  const words = ['rules', 'test', join(folder, name)]
  const { exit, out, err } = await runVerb(words, { environment: {}, directory: folder })
  expect(exit, `${out}${err}`).toBe(0)
})
