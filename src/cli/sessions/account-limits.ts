/** Limits of accounts, as the running apps know them. */
import {
  contextText,
  limitsText,
  listedAccounts,
  type AccountLimits,
} from '../../agents/limits/account-limits.ts'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import { span } from '../../base/text/span.ts'
import { agentName } from '../../core/windows/tabs/agent-names.ts'
import type { ProcessEnvironment } from '../client/discover.ts'
import { askEveryApp } from './ask-app.ts'

/** Returns the accounts of all running apps. An account of several apps has the newest limits. */
export async function accountsNow(
  environment: ProcessEnvironment,
): Promise<readonly AccountLimits[]> {
  const answers = await askEveryApp(environment, { cmd: 'limits' })
  const found = answers.flatMap(
    ({ answer }) => listedAccounts.safeParse(answer['accounts']).data ?? [],
  )
  const accounts: AccountLimits[] = []
  for (const one of found) {
    const at = accounts.findIndex(
      ({ agent, directory }) =>
        agent === one.agent && directory === one.directory && directory !== '',
    )
    const before = accounts[at]
    if (before === undefined) accounts.push(one)
    else {
      const newest = before.at >= one.at ? before : one
      accounts[at] = { ...newest, sessions: [...before.sessions, ...one.sessions] }
    }
  }
  return accounts
}

/** Returns `Claude Code (work): 5 h 64 % used, resets in 2 h; context: 3nqj 42 % left`. */
export function accountLine(account: AccountLimits, now: number): string {
  const { agent, at, name, sessions } = account
  const who = name === '' ? agentName(agent) : `${agentName(agent)} (${name})`
  const limits = limitsText(account, now)
  const contexts = sessions.flatMap(({ id, context }) =>
    context === null ? [] : [`${id} ${contextText(context)}`],
  )
  const parts = [
    limits === '' ? 'no limits known' : `${limits} (${span(Math.max(0, now - at))} ago)`,
    ...(contexts.length === 0 ? [] : [`context: ${contexts.join(', ')}`]),
  ]
  return safeText(`${who}: ${parts.join('; ')}`, lineCharactersMax)
}
