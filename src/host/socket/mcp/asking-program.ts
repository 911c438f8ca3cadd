/**
 * Determines the caller of `vibeflow mcp` from the kernel: the program above the server's process,
 * past vibeflow's launchers and shells that run one line. For an interpreter, its script counts.
 * Only the server's process ID comes from the caller (SECURITY.md).
 */
import { statSync } from 'node:fs'
import { stat } from 'node:fs/promises'
import { basename, isAbsolute, resolve } from 'node:path'
import { mcpAncestorsMax, launchersMax } from '../../../core/clients/mcp/limits.ts'
import type { AskingProgram } from '../../../core/clients/mcp/access.ts'
import { interpreterOf, scriptOf, takesCommands } from '../../../agents/process/interpreter.ts'
import { pathCharactersMax } from '../../../core/links/limits.ts'
import { safeText } from '../../../base/text/safe-text.ts'
import type { PathProbe } from '../../files/path-probe.ts'
import { procLink } from '../../proc/files.ts'
import type { ProcReader } from '../../proc/reader.ts'
import { tryOr } from '../../files/try-or.ts'

type Reader = Pick<ProcReader, 'stat' | 'argv' | 'exe'>

interface Unknown {
  readonly problem: string
}

export async function askingProgram(
  server: number,
  proc: Reader,
  looks: Pick<PathProbe, 'realPath'>,
): Promise<AskingProgram | Unknown> {
  const pid = isOurs(server) ? callerOf(server, proc) : null
  const began = pid === null ? undefined : proc.stat(pid)?.startTime
  const exe = pid === null ? null : proc.exe(pid)
  if (pid === null || began === undefined || exe === null || !isOurs(pid)) return gone
  const found = await programOf(pid, exe, proc.argv(pid), looks)
  // the process ID may have been reused since
  if (proc.stat(pid)?.startTime !== began) return gone
  if (safeText(found.path, pathCharactersMax) !== found.path)
    return {
      problem:
        "Not allowed: vibeflow can't ask the user about the program that started `vibeflow mcp`. " +
        'Its path is too long or contains characters that cannot be shown.',
    }
  return { ...found, process: `${pid} ${began}` }
}

/** @param process as returned by `askingProgram` */
export function isRunning(process: string, proc: Pick<Reader, 'stat'>): boolean {
  const [pid, began] = process.split(' ').map(Number)
  return began !== undefined && proc.stat(pid ?? 0)?.startTime === began
}

/** Returns the process and its ancestors, nearest first. */
export function processAncestors(pid: number, proc: Pick<Reader, 'stat'>): readonly number[] {
  const found: number[] = []
  for (let at = pid; at > 1 && found.length < mcpAncestorsMax && !found.includes(at); ) {
    found.push(at)
    at = proc.stat(at)?.parent ?? 0
  }
  return found
}

const gone: Unknown = {
  problem:
    "Not allowed: vibeflow can't identify the program that started `vibeflow mcp`. It may have " +
    'ended, or run as another user or in a container.',
}

/** Returns `null` if the caller has ended. */
function callerOf(server: number, proc: Reader): number | null {
  const words = proc.argv(server)
  const verb = words.lastIndexOf('mcp')
  if (verb === -1) return null
  const tail = words.slice(verb)
  let pid = server
  for (let level = 0; level <= launchersMax; level += 1) {
    pid = proc.stat(pid)?.parent ?? 0
    if (pid <= 1) return null
    const argv = proc.argv(pid)
    if (!isLauncher(argv, tail) && !runsOneLine(argv)) return pid
  }
  return null
}

/** Returns whether a clone's or package's command starts the server with these arguments. */
function isLauncher(argv: readonly string[], tail: readonly string[]): boolean {
  const at = argv.length - tail.length
  return (
    at > 0 &&
    /vibeflow/i.test(basename(argv[at - 1] ?? '')) &&
    tail.every((word, index) => argv[at + index] === word)
  )
}

/** Detects `sh -c 'vibeflow mcp'`, whose parent is the caller. */
function runsOneLine(argv: readonly string[]): boolean {
  const shell = interpreterOf(basename(argv[0] ?? ''))
  return shell?.family === 'shell' && scriptOf(shell, argv) === null && !takesCommands(argv)
}

async function programOf(
  pid: number,
  exe: string,
  argv: readonly string[],
  looks: Pick<PathProbe, 'realPath'>,
): Promise<Omit<AskingProgram, 'process'>> {
  const interpreter = interpreterOf(basename(exe))
  if (interpreter === null)
    return { path: exe, interpreter: null, isSure: await isSafe(exe, looks) }
  const script = scriptOf(interpreter, argv)
  const named = script === null || script.isModule ? null : absolute(script.word, pid)
  const path = named === null ? null : await looks.realPath(named)
  return path === null
    ? { path: exe, interpreter: null, isSure: false }
    : { path, interpreter: exe, isSure: await isSafe(path, looks) }
}

function absolute(path: string, pid: number): string | null {
  if (isAbsolute(path)) return path
  const directory = procLink(pid, 'cwd')
  return directory === null ? null : resolve(directory, path)
}

/** Returns whether only the user and root can write to the file. */
async function isSafe(path: string, looks: Pick<PathProbe, 'realPath'>): Promise<boolean> {
  if ((await looks.realPath(path)) !== path) return false // its disk responds, and the file exists
  try {
    const { uid, mode } = await stat(path)
    return (uid === 0 || uid === process.geteuid?.()) && (mode & 0o002) === 0
  } catch {
    return false // missing
  }
}

function isOurs(pid: number): boolean {
  return tryOr(() => statSync(`/proc/${pid}`).uid === process.geteuid?.(), false)
}
