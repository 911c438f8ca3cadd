/**
 * The last rows of screens of real agents, recorded by `npm run live` while they were idle, showed
 * a dialog or worked (`-tmux`: as drawn in tmux). The rules must read the right state from them.
 */
import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { screenRules } from '../../../src/agents/screen-rules/read-screen.ts'
import { readAll } from '../../support/fake/limit.ts'

const folder = new URL('../../data/screens/', import.meta.url)

/** Each begins with a line `=== STATE KIND`. */
function screensOf(file: string): readonly (readonly [said: string, rows: readonly string[]])[] {
  return readFileSync(new URL(file, folder), 'utf8')
    .trimEnd()
    .split(/^=== /m)
    .slice(1)
    .map((text) => {
      const [said = '', ...rows] = text.split('\n')
      return [said, rows]
    })
}

describe.each(readdirSync(folder).filter((file) => file.endsWith('.txt')))('%s', (file) => {
  const rules = screenRules(shippedAgents().get(file.replace(/(-tmux)?\.txt$/, ''))?.rules ?? [])

  it.each(screensOf(file))('%s', (said, rows) => {
    const { state, kind = '' } = readAll(rules, rows)
    expect(`${state} ${kind}`.trim()).toBe(said)
  })
})
