/** Each screen of test/data/agent-screens by the rules that we ship: `vibeflow rules test`. */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { main } from '../../../src/cli/main.ts'
import { workers } from '../../support/workers.ts'

const folder = join(import.meta.dirname, '../../data/agent-screens')
const screens = readdirSync(folder, { recursive: true, encoding: 'utf8' }).filter((name) =>
  name.endsWith('.json'),
)

test.each(screens)('%s means what it should', async (name) => {
  let said = ''
  const code = await main(['rules', 'test', join(folder, name)], {
    environment: {},
    directory: folder,
    version: '0.1.0',
    workers,
    out: (text) => {
      said += String(text)
    },
    err: (text) => {
      said += text
    },
  })
  expect(code, said).toBe(0)
})
