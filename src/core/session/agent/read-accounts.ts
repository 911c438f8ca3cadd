/** Limits of the accounts that a list of sessions uses, each once. */
import { accountsOf, type AccountLimits } from '../../../agents/limits/account-limits.ts'
import type { Session } from '../session.ts'
import { readEach } from './slow-look.ts'

export async function readAccounts(
  sessions: readonly Session[],
): Promise<readonly AccountLimits[]> {
  const read = await readEach(sessions, ({ limits }) => limits.get())
  return accountsOf(
    sessions.flatMap(({ account, agents, id }) => {
      const limits = read[id]
      const agent = agents.own.inFront.id ?? ''
      return limits === undefined ? [] : [{ agent, id, limits, name: account ?? '' }]
    }),
  )
}
