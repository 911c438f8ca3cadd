/** What the rules make of real agents' first prompts and dialogs, of twelve agents. */
import { describe, expect, it } from 'vitest'
import { asRulesSee, holds, regionText } from '../../../src/core/agent-rules/rules.ts'
import { shippedAgents } from '../../../src/core/agent-rules/shipped.ts'
import { readScreen, screenRules } from '../../../src/core/screen-rules/read-screen.ts'
import { regionsOf } from '../../../src/core/screen-rules/regions.ts'
import { Terminal } from '../../../src/core/vt/terminal.ts'
import { unlimited } from '../../support/fake/limit.ts'
import { recordedDialogs } from '../../support/recorded/recorded-dialogs.ts'

const signatures = [...shippedAgents.values()].flatMap(({ id, signature }) =>
  signature === null ? [] : [{ ...signature, id }],
)

describe.each(recordedDialogs())('$recording', ({ agent, atPrompt, atDialog }) => {
  const rowsOf = (bytes: Uint8Array) => {
    const terminal = new Terminal({ cols: 120, rows: 40, scrollback: 100 })
    terminal.write(bytes)
    return terminal.rowTexts().map(asRulesSee)
  }
  const read = (bytes: Uint8Array) =>
    readScreen(screenRules(shippedAgents.get(agent)!.rules), rowsOf(bytes), unlimited)

  it('is idle at its first prompt', () => {
    expect(read(atPrompt)).toMatchObject({ state: 'idle' })
  })

  it('has a signature there that no other agent has', () => {
    const rows = rowsOf(atPrompt)
    const textOf = regionsOf(rows)
    const found = signatures.filter((rule) => holds(rule, textOf(rule.region)!))
    expect(found.map(({ id }) => id)).toEqual([agent])
    // no row of it is enough: other programs may speak of it
    for (const row of rows) {
      const one = regionsOf([row])
      for (const rule of signatures)
        expect(holds(rule, one(rule.region) ?? regionText([]))).toBe(false)
    }
  })

  it('asks for a permission at its dialog', () => {
    expect(read(atDialog)).toMatchObject({ state: 'waiting', kind: 'permission' })
  })
})
