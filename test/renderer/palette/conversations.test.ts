/** The page's side of the search in old conversations. */
import { expect, test } from 'vitest'
import { pageGate } from '../../../src/core/ipc/gate.ts'
import { Conversations } from '../../../src/renderer/features/palette/conversations.ts'
import type { Page } from '../../../src/renderer/page/page.ts'

test('a long search is sent as the main process accepts it', () => {
  const gate = pageGate({ perSecondMax: 9, causedPerSecondMax: 9, now: () => 0 })
  const admitted: unknown[] = []
  const page = { send: (message: unknown) => admitted.push(gate.admit(message)) }
  new Conversations(page as unknown as Page).find('word '.repeat(1_000))
  expect(admitted).toMatchObject([{ kind: 'conversations/find', request: 1 }])
})
