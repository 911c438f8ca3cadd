/** Tests snapshots without what an agent draws around its text. */
import { expect, it } from 'vitest'
import { shippedAgents } from '../../../../src/agents/rules/shipped.ts'
import { screenOf } from '../../../../src/core/session/socket-screen.ts'

const drawn = { v: 1, cols: 40, rows: 3, text: '● Done.\n\n  if code:\n    call()' }
const source = {
  history: { start: 0 },
  shadow: {
    on: true,
    questions: {
      snapshot: () =>
        Promise.resolve({
          payload: new TextEncoder().encode(JSON.stringify(drawn)),
          ...{ epoch: 1, rev: 1, at: 0 },
        }),
    },
  },
} as unknown as Parameters<typeof screenOf>[1]
const claude = shippedAgents().get('claude')!.copy

async function textOf(clean: boolean, rules = claude): Promise<unknown> {
  const request = { format: 'text', scrollback: 0, clean } as const
  const snapshot = await screenOf(request, source, 'json', rules)
  if ('code' in snapshot) throw new Error(snapshot.code)
  return JSON.parse(new TextDecoder().decode(snapshot.payload))
}

it('a clean snapshot has the text of the agent, and the same other fields', async () => {
  expect(await textOf(true)).toEqual({ ...drawn, text: 'Done.\n\nif code:\n  call()' })
})

it('a snapshot stays as displayed without an agent, and if it is not requested', async () => {
  expect(await textOf(true, null)).toEqual(drawn)
  expect(await textOf(false)).toEqual(drawn)
})
