/**
 * Finds the conversation of a running agent that reports none, in the agent's own files. A file
 * counts only if the agent's process has it open, or if it was written since the last prompt of the
 * tab while no other process of that agent ran in the directory. Never guesses between two files.
 * The agent chooses the directory, which may be on a disk that does not respond, so a program with
 * a time limit reads it.
 */
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import type { AskedConversation } from '../../core/session/session-ports.ts'
import { baseName } from '../../base/text/base-name.ts'
import { absolutePath, runBounded } from '../files/git/bounded-run.ts'
import { tryOr } from '../files/try-or.ts'
import {
  conversationHeadBytes,
  conversationsBytesMax,
  conversationsMax,
  conversationsMs,
  promptSlackMs,
} from './limits.ts'
import { agentDirectory } from './agent-directory.ts'
import { procLink, procWords } from './files.ts'
import { directoryOf, pids, processStat } from './process-facts.ts'

const uuid = '[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}'
const claudeFile = new RegExp(`^(${uuid})\\.jsonl$`)
const codexFile = new RegExp(`^rollout-[0-9T-]+-(${uuid})\\.jsonl$`)

/** Longer directories have other names in Claude Code's files. */
const claudeNameMax = 200

/**
 * Prints each file that was written since a time, and the directory in its start, as two lines.
 */
const writtenSince = `since=$1 count=$2 bytes=$3
shift 3
find -L "$@" -maxdepth 1 -type f -name '*.jsonl' ! -name '*[[:cntrl:]]*' -newermt "@$since" |
  head -n "$count" | while IFS= read -r file; do
  cwd=$(head -c "$bytes" -- "$file" | grep -aoE '"cwd":"([^"\\\\]|\\\\.)*"' | head -n 1)
  printf '%s\\n%s\\n' "\${file##*/}" "$cwd"
done`

/** Resolves with the id of the conversation, or `null` if it is not certain. Never rejects. */
export async function conversationOf(asked: AskedConversation): Promise<string | null> {
  const { agent, process } = asked
  if (agent !== 'claude' && agent !== 'codex') return null
  const stat = processStat(process.pid)
  if (stat === null || stat.isDead || stat.startTime !== process.startTime) return null
  return agent === 'claude' ? claude(asked) : codex(asked, stat.group)
}

async function claude(asked: AskedConversation): Promise<string | null> {
  const name = asked.directory.replace(/[^A-Za-z0-9]/g, '-')
  const folder = agentDirectory('claude', asked.process.pid)
  if (folder === null || name.length > claudeNameMax) return null
  return written([join(folder, 'projects', name)], claudeFile, asked)
}

async function codex(asked: AskedConversation, group: number): Promise<string | null> {
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
async function written(
  folders: readonly string[],
  form: RegExp,
  asked: AskedConversation,
): Promise<string | null> {
  const since = (Date.now() - asked.promptAgeMs - promptSlackMs) / 1_000
  const limits = [since.toFixed(3), conversationsMax, conversationHeadBytes].map(String)
  const output = await runBounded({
    program: '/bin/sh',
    args: ['-c', writtenSince, 'sh', ...limits, ...folders],
    environment: { PATH: absolutePath(undefined), LC_ALL: 'C' },
    withinMs: conversationsMs,
    bytesMax: conversationsBytesMax,
  })
  const lines = Buffer.from(output ?? [])
    .toString()
    .split('\n')
  const found = lines.filter(
    (name, at) => at % 2 === 0 && form.test(name) && isOf(lines[at + 1] ?? '', asked.directory),
  )
  const [only] = found
  if (only === undefined || found.length > 1 || isShared(asked)) return null
  return form.exec(only)?.[1] ?? null
}

/** Two directories can have the same name in Claude Code's files. */
function isOf(line: string, directory: string): boolean {
  return tryOr((): unknown => JSON.parse(`{${line}}`).cwd, null) === directory
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
