/**
 * Finds the conversation of a running agent that reports none, in the agent's own files. A file
 * counts only if the agent's process has it open, or if it was written since the last prompt of the
 * tab while no other process of that agent ran in the directory. Never guesses between two files.
 */
import { closeSync, constants, openSync, readdirSync, readSync, statSync } from 'node:fs'
import { join } from 'node:path'
import type { AskedConversation } from '../../core/session/session-ports.ts'
import { baseName } from '../../base/text/base-name.ts'
import { tryOr } from '../files/try-or.ts'
import { conversationHeadBytes, conversationsMax, promptSlackMs } from './limits.ts'
import { agentDirectory } from './agent-directory.ts'
import { procLink, procWords } from './files.ts'
import { directoryOf, pids, processStat } from './process-facts.ts'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const claudeFile = new RegExp(`^(${uuid})\\.jsonl$`)
const codexFile = new RegExp(`^rollout-[0-9T-]+-(${uuid})\\.jsonl$`)

/** Longer directories have other names in Claude Code's files. */
const claudeNameMax = 200

/** Returns the id of the conversation, or `null` if it is not certain. */
export function conversationOf(asked: AskedConversation): string | null {
  const { agent, process } = asked
  if (agent !== 'claude' && agent !== 'codex') return null
  const stat = processStat(process.pid)
  if (stat === null || stat.isDead || stat.startTime !== process.startTime) return null
  return tryOr(() => (agent === 'claude' ? claude(asked) : codex(asked, stat.group)), null)
}

function claude(asked: AskedConversation): string | null {
  const name = asked.directory.replace(/[^A-Za-z0-9]/g, '-')
  const folder = agentDirectory('claude', asked.process.pid)
  if (folder === null || name.length > claudeNameMax) return null
  return written([join(folder, 'projects', name)], claudeFile, asked)
}

function codex(asked: AskedConversation, group: number): string | null {
  const folder = agentDirectory('codex', asked.process.pid)
  if (folder === null) return null
  const sessions = join(folder, 'sessions')
  // A launcher of the same group may have started the program that writes.
  const open = pids()
    .filter((pid) => processStat(pid)?.group === group)
    .flatMap((pid) => openFiles(pid))
    .filter((file) => file.startsWith(`${sessions}/`) && codexFile.test(baseName(file)))
    .map(baseName)
    .sort()
  // The first is the tab's, later ones are those of its agents.
  if (open[0] !== undefined) return codexFile.exec(open[0])?.[1] ?? null
  const days = [0, 86_400_000].map((ago) => dayFolder(new Date(Date.now() - ago)))
  return written(
    days.map((day) => join(sessions, day)),
    codexFile,
    asked,
  )
}

/** Returns the only conversation of the directory that was written since the last prompt. */
function written(
  folders: readonly string[],
  form: RegExp,
  asked: AskedConversation,
): string | null {
  const since = Date.now() - asked.promptAgeMs - promptSlackMs
  const found = folders.flatMap((folder) =>
    tryOr(() => readdirSync(folder), [])
      .slice(0, conversationsMax)
      .filter((name) => form.test(name))
      .map((name) => join(folder, name))
      .filter((file) => isWrittenSince(file, since) && isOf(file, asked.directory)),
  )
  const [only] = found
  if (only === undefined || found.length > 1 || isShared(asked)) return null
  return form.exec(baseName(only))?.[1] ?? null
}

function isWrittenSince(file: string, since: number): boolean {
  const facts = tryOr(() => statSync(file), null)
  return facts?.isFile() === true && facts.mtimeMs >= since
}

/** Two directories can have the same name in Claude Code's files. */
function isOf(file: string, directory: string): boolean {
  const handle = openSync(file, constants.O_RDONLY | constants.O_NONBLOCK | constants.O_NOCTTY)
  try {
    const head = Buffer.alloc(conversationHeadBytes)
    const length = readSync(handle, head, 0, head.length, 0)
    const [, quoted] = /"cwd":("(?:[^"\\]|\\.)*")/.exec(head.toString('utf8', 0, length)) ?? []
    return quoted !== undefined && JSON.parse(quoted) === directory
  } finally {
    closeSync(handle)
  }
}

/** Returns whether another process of this agent is in the directory: the file may be its own. */
function isShared({ directory, names, process }: AskedConversation): boolean {
  const group = processStat(process.pid)?.group
  return pids().some((pid) => {
    const stat = processStat(pid)
    if (stat === null || stat.isDead || stat.group === group) return false
    if (directoryOf(pid) !== directory) return false
    return commandWords(pid).some((word) => names.includes(baseName(word)))
  })
}

/** Returns program and script of a process. */
function commandWords(pid: number): readonly string[] {
  return [procLink(pid, 'exe') ?? '', ...procWords(pid, 'cmdline').slice(0, 2)]
}

function openFiles(pid: number): readonly string[] {
  return tryOr(() => readdirSync(`/proc/${pid}/fd`), []).map(
    (name) => procLink(pid, `fd/${name}`) ?? '',
  )
}

/** Codex sorts by local date. */
function dayFolder(day: Date): string {
  const two = (part: number) => String(part).padStart(2, '0')
  return `${day.getFullYear()}/${two(day.getMonth() + 1)}/${two(day.getDate())}`
}
