/**
 * Accounts of agents. An agent's directory is an account: the usual one, or the value of a
 * variable. A profile whose `shell.env` sets that variable gives the account its name. Pure.
 */
import { transcriptPlaces, type TranscriptAgent } from '../../agents/conversations/transcripts.ts'
import type { Options } from './table.ts'

/** A directory of an agent. */
export interface AgentDirectory {
  readonly agent: TranscriptAgent
  readonly path: string
  /** Profile whose environment names it; empty for none. */
  readonly account: string
}

type Profiles = Pick<Options, 'profiles'>

/** Returns the name of the account with this directory; `null` if no profile names it. */
export function accountNamed(
  options: Profiles,
  agent: string | null,
  directory: string,
): string | null {
  return (
    namedIn(options).find((one) => one.agent === agent && one.path === directory)?.account ?? null
  )
}

/** Returns the name of the account that a tab with this profile uses; `null` without one. */
export function accountOfProfile(options: Profiles, profile: string | undefined): string | null {
  return namedIn(options).some(({ account }) => account === profile) ? (profile ?? null) : null
}

/**
 * Returns the directories of agents that a tab of the window or of a profile would use.
 * @param environment of a tab without a profile
 */
export function agentDirectories(
  options: Profiles,
  environment: Readonly<Record<string, string | undefined>>,
  home: string,
): readonly AgentDirectory[] {
  const usual = transcriptPlaces.map(({ agent, usual: below, variable }) => ({
    ...{ agent, account: '' },
    path: absolute(variable === null ? undefined : environment[variable]) ?? `${home}/${below}`,
  }))
  const more = namedIn(options).filter(
    (one) => !usual.some(({ agent, path }) => agent === one.agent && path === one.path),
  )
  return [...usual, ...more]
}

/** Returns the directories that profiles name, each once. */
function namedIn({ profiles }: Profiles): readonly AgentDirectory[] {
  const found = new Map<string, AgentDirectory>()
  for (const [account, { shell }] of Object.entries(profiles))
    for (const { agent, variable } of transcriptPlaces) {
      const path = absolute(variable === null ? undefined : shell.env?.[variable])
      const key = `${agent} ${path}`
      if (path !== null && !found.has(key)) found.set(key, { agent, path, account })
    }
  return [...found.values()]
}

/** Returns an absolute path without a slash at its end; `null` for other text. */
function absolute(path: string | undefined): string | null {
  return path?.startsWith('/') === true ? path.replace(/(?<=.)\/+$/, '') : null
}
