/**
 * Reads the limits of the agent in a tab, while someone asks: the file that Claude Code's status
 * line leaves next to the session's socket (`vibeflow integrate claude-limits`), or the session
 * file that a process of Codex has open. A server that no tab started writes that of Codex 0.171;
 * then the newest session file of the account is read. The newest report of an account counts for
 * its tabs.
 */
import { readdirSync } from 'node:fs'
import { statusPath } from '../../core/clients/socket/paths.ts'
import {
  readClaudeStatus,
  readCodexSession,
  type AgentLimits,
} from '../../agents/limits/account-limits.ts'
import type { LimitsOf } from '../../core/session/agent/tab-limits.ts'
import { runBounded } from '../files/git/bounded-run.ts'
import { tryOr } from '../files/try-or.ts'
import { agentDirectory } from './agent-directory.ts'
import { descendants } from './descendants.ts'
import { procLink } from './files.ts'
import { accountsMax, limitsMs, openFilesMax, sessionEndBytes, statusBytesMax } from './limits.ts'
import type { ProcReader } from './reader.ts'

const codexSession = /^\/.*\/sessions\/.*\/rollout-[^/]*\.jsonl$/s

/** Prints the end of the newest session file with a report. A limit lasts up to a week. */
const newestSession = `find "$1/sessions" -type f -name 'rollout-*.jsonl' -mtime -8 \
  -printf '%T@ %p\\n' | sort -rn | head -n 8 | cut -d ' ' -f 2- | while IFS= read -r file; do
  ! tail -c "$2" -- "$file" | grep -q '"token_count"' || exec tail -c "$2" -- "$file"
done`

/** Processes between the wrapper of Codex and the process that writes its file. */
const descendantsMax = 8

export class LimitsReader {
  readonly #reader: Pick<ProcReader, 'children' | 'stat'>
  readonly #now: () => number
  /** Newest report of each account, by its directory. */
  readonly #accounts = new Map<string, AgentLimits>()

  /** @param now milliseconds since the epoch */
  constructor(reader: Pick<ProcReader, 'children' | 'stat'>, now: () => number) {
    this.#reader = reader
    this.#now = now
  }

  /** Returns the newest limits of the tab's account, and its own context. Never rejects. */
  async read({ socket, pid, agent }: LimitsOf): Promise<AgentLimits | null> {
    const account = agent === null || pid === null ? null : agentDirectory(agent, pid)
    const own =
      agent === 'claude'
        ? await this.#claude(socket)
        : agent === 'codex' && pid !== null
          ? await this.#codex(pid, account)
          : null
    // Any program in the tab can write the file of Claude Code, and an earlier one may have.
    const isOther = agent === 'claude' && account !== null && own?.account !== account
    if (own === null || isOther) return this.#accountOf(account)
    if (own.account === '') return own
    const newest = this.#accounts.get(own.account)
    if (newest !== undefined && (newest.at > own.at || own.windows.length === 0))
      return { ...newest, context: own.context }
    this.#accounts.delete(own.account)
    this.#accounts.set(own.account, own)
    const [oldest] = this.#accounts.keys()
    if (this.#accounts.size > accountsMax && oldest !== undefined) this.#accounts.delete(oldest)
    return own
  }

  /** Returns what other tabs of the account have reported, without a context. */
  #accountOf(account: string | null): AgentLimits | null {
    const newest = account === null ? undefined : this.#accounts.get(account)
    return newest === undefined ? null : { ...newest, context: null }
  }

  async #claude(socket: string | null): Promise<AgentLimits | null> {
    if (socket === null) return null
    const path = statusPath(socket)
    // the time of the file is that of the report; a longer file is not one of Claude Code
    const script = '[ -f "$1" ] && stat -c %Y -- "$1" && head -c "$2" -- "$1"'
    const read = await output('/bin/sh', ['-c', script, 'sh', path, String(statusBytesMax)])
    const [, seconds, json] = /^(\d+)\n(.*)$/s.exec(read ?? '') ?? []
    if (seconds === undefined || json === undefined) return null
    return readClaudeStatus(json, Math.min(Number(seconds) * 1_000, this.#now()))
  }

  async #codex(pid: number, account: string | null): Promise<AgentLimits | null> {
    const below = descendants(this.#reader, pid, descendantsMax, descendantsMax)
    const past = (found: AgentLimits | null): AgentLimits | null =>
      found !== null && found.at > this.#now() ? { ...found, at: this.#now() } : found
    for (const process of [pid, ...below.map((one) => one.pid)]) {
      const path = openFiles(process).find((file) => codexSession.test(file))
      if (path === undefined) continue
      const end = await output('tail', ['-c', String(sessionEndBytes), '--', path])
      return past(end === null ? null : readCodexSession(end, path))
    }
    if (account === null) return null
    const words = ['-c', newestSession, 'sh', account, String(sessionEndBytes)]
    const end = (await output('/bin/sh', words)) ?? ''
    const found = past(readCodexSession(end, `${account}/sessions/`))
    return found === null ? null : { ...found, context: null } // perhaps of another session
  }
}

/** Returns the paths of up to `openFilesMax` open files. */
function openFiles(pid: number): readonly string[] {
  const names = tryOr(() => readdirSync(`/proc/${pid}/fd`), [])
  return names.slice(0, openFilesMax).map((name) => procLink(pid, `fd/${name}`) ?? '')
}

/** Runs a program on a file that may be on a dead disk. */
async function output(program: string, args: readonly string[]): Promise<string | null> {
  const bytes = await runBounded({
    ...{ program, args, environment: { PATH: '/usr/bin:/bin', LC_ALL: 'C' } },
    ...{ withinMs: limitsMs, bytesMax: statusBytesMax + sessionEndBytes },
  })
  return bytes === null ? null : Buffer.from(bytes).toString()
}
