/** Tests the rules on first prompts and dialogs of twelve real agents. */
import { describe, expect, it } from 'vitest'
import { asRulesSee, holds, regionText } from '../../../src/agents/rules/rules.ts'
import { shippedAgents } from '../../../src/agents/rules/shipped.ts'
import { readScreen, screenRules } from '../../../src/agents/screen-rules/read-screen.ts'
import { regionsOf } from '../../../src/agents/screen-rules/regions.ts'
import { Terminal } from '../../../src/terminal/terminal.ts'
import { unlimited } from '../../support/fake/limit.ts'
import { below, seeded } from '../../support/random.ts'
import { play, type Recording } from '../../support/recorded/recorded-agent.ts'
import { recordedDialogs } from '../../support/recorded/recorded-dialogs.ts'

const signatures = [...shippedAgents().values()].flatMap(({ id, signature }) =>
  signature === null ? [] : [{ ...signature, id }],
)

describe.each(recordedDialogs())('$recording', ({ agent, atPrompt, atDialog }) => {
  const rowsOf = (bytes: Uint8Array) => {
    const terminal = new Terminal({ cols: 120, rows: 40, scrollback: 100 })
    terminal.write(bytes)
    return terminal.rowTexts().map(asRulesSee)
  }
  const read = (bytes: Uint8Array) =>
    readScreen(screenRules(shippedAgents().get(agent)!.rules), rowsOf(bytes), unlimited)

  it('is idle at its first prompt', () => {
    expect(read(atPrompt)).toMatchObject({ state: 'idle' })
  })

  it('asks without its prompt on the screen', () => {
    expect(read(atDialog)).toMatchObject({ state: 'waiting' })
    expect(read(atDialog)).not.toHaveProperty('atPrompt')
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

  it('is idle, asks, and is idle again at its prompt, however it is drawn and cut', () => {
    const random = seeded(11)
    for (let round = 0; round < 2; round += 1) {
      let at = 500
      const cut = (bytes: Uint8Array) => {
        const reads: Recording['reads'][number][] = []
        for (let from = 0; from < bytes.length; ) {
          const to = from + 1 + below(random, below(random, 3) === 0 ? 40 : 3_000)
          reads.push({ at, bytes: bytes.subarray(from, to) })
          at += below(random, 4) === 0 ? below(random, 2_500) : below(random, 60)
          from = to
        }
        at += 5_000 // the screen at that time has been stable
        return { reads, end: at }
      }
      const prompt = cut(atPrompt)
      const dialog = cut(atDialog.subarray(atPrompt.length))
      const again = cut(atPrompt)
      const reads = [...prompt.reads, ...dialog.reads, ...again.reads]
      const { shown } = play(agent, { cols: 120, rows: 40, reads }, { afterMs: 6_000 })
      const after = [prompt.end, dialog.end, again.end].map((end) => {
        const { state, kind } = shown.findLast((one) => one.at < end) ?? {}
        return [state, kind ?? ''].join(' ').trim()
      })
      expect([after.slice(0, 2), ['idle', 'waiting other'].includes(after[2] ?? '')]).toEqual([
        ['idle', 'waiting permission'],
        true,
      ])
    }
  })

  it('asks for a permission at its dialog', () => {
    expect(read(atDialog)).toMatchObject({ state: 'waiting', kind: 'permission' })
  })
})
