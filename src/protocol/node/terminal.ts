/** Writes one frame to a terminal: opens only the user's own terminals and never blocks. */
import { spawn } from 'node:child_process'
import {
  closeSync,
  constants,
  fstatSync,
  lstatSync,
  openSync,
  readFileSync,
  writeSync,
  type Stats,
} from 'node:fs'
import { ancestorsMax, quickTries, quickTryMs } from './limits.ts'

/** `reason`: part of a sentence for people. */
export type Opened = { readonly fd: number } | { readonly reason: string }

// Never becomes the controlling terminal, follows no link, does not wait for the other side.
const careful =
  constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/** Opens the controlling terminal; only opening shows whether there is one. */
export function openControlling(): Opened {
  return open('/dev/tty')
}

/** Opens an untrusted path: only `/dev/pts/N` that is terminal N, the user's, and not a link. */
export function openNamed(path: string): Opened {
  const number = /^\/dev\/pts\/(0|[1-9]\d{0,6})$/.exec(path)?.[1]
  if (number === undefined) return { reason: 'is not a /dev/pts/N' }
  return openPts(Number(number))
}

/** Opens the terminal of the nearest ancestor that has one: the agent of a hook without. */
export function openAncestors(): Opened {
  let pid = process.ppid
  for (let level = 0; level < ancestorsMax && pid > 0; level += 1) {
    const stat = parentAndTerminal(pid)
    if (stat === null) return { reason: `cannot be found: /proc/${pid}/stat is not readable` }
    const number = ptsNumber(stat.device)
    if (number !== null) return openPts(number)
    pid = stat.parent
  }
  return { reason: 'none has one' }
}

function openPts(number: number): Opened {
  const path = `/dev/pts/${number}`
  try {
    // before the open, which can affect other devices
    const problem = strange(lstatSync(path), path, number)
    if (problem !== null) return { reason: problem }
  } catch (error) {
    return { reason: `${path} ${words(error)}` }
  }
  const opened = open(path)
  if ('reason' in opened) return opened
  const problem = strange(fstatSync(opened.fd), path, number)
  if (problem === null) return opened
  closeSync(opened.fd)
  return { reason: problem }
}

function strange(file: Stats, path: string, number: number): string | null {
  if (file.isSymbolicLink()) return `${path} is a link`
  if (!file.isCharacterDevice() || ptsNumber(file.rdev) !== number)
    return `${path} is not a terminal of that number`
  if (file.uid !== process.geteuid?.()) return `${path} is another user's`
  return null
}

function open(path: string): Opened {
  try {
    return { fd: openSync(path, careful) }
  } catch (error) {
    return { reason: `cannot be opened: ${words(error)}` }
  }
}

/** Returns N of /dev/pts/N, or `null`. proc(5): minor in bits 31-20 and 7-0, major in 15-8. */
export function ptsNumber(device: number): number | null {
  const major = (device >>> 8) & 0xfff
  const minor = (device & 0xff) | ((device >>> 12) & 0xfff00)
  return major >= 136 && major <= 143 ? (major - 136) * 256 + minor : null
}

/** Returns the numbers of /proc/PID/stat after the name, which may contain parentheses. */
function statOf(pid: number | 'self'): readonly number[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
  } catch {
    return [] // exited, or hidden from this user
  }
}

export function parentAndTerminal(
  pid: number,
): { readonly parent: number; readonly device: number } | null {
  const [, parent = NaN, , , device = NaN] = statOf(pid)
  return Number.isInteger(parent) && Number.isInteger(device) ? { parent, device } : null
}

/** Returns this process's start in clock ticks since boot (proc(5)), or 0 if unreadable. */
export function startTicks(): number {
  const ticks = statOf('self')[19] ?? 0
  return Number.isSafeInteger(ticks) && ticks >= 0 ? ticks : 0
}

/**
 * Writes until `untilMs` (`performance.now()` clock) to a non-blocking `fd`. Returns `null`, or why
 * the frame was not written. If the terminal is stopped, or locked by heavy output, a child process
 * waits for it and is killed at the end.
 */
export async function writeFrame(
  fd: number,
  bytes: Uint8Array,
  untilMs: number,
): Promise<string | null> {
  if (inBackground()) return patientWrite(fd, bytes, untilMs)
  let sent = 0
  for (let round = 0; round < quickTries; round += 1) {
    try {
      sent += writeSync(fd, bytes, sent)
      if (sent === bytes.length) return null
    } catch (error) {
      if (systemErrorCode(error) !== 'EAGAIN') return `cannot be written to: ${words(error)}`
    }
    if (performance.now() >= untilMs) return full
    await new Promise((resolve) => setTimeout(resolve, quickTryMs))
  }
  return patientWrite(fd, bytes.subarray(sent), untilMs)
}

/** Returns whether a write could stop this process in the background (`stty tostop`). */
function inBackground(): boolean {
  const [, , group, , , foreground = 0] = statOf('self')
  return foreground > 0 && foreground !== group
}

const full = 'accepts no output. Is it paused (Ctrl+S)?'

async function patientWrite(
  fd: number,
  bytes: Uint8Array,
  untilMs: number,
): Promise<string | null> {
  let blocking: number
  try {
    // the same file, but blocking
    blocking = openSync(`/proc/self/fd/${fd}`, constants.O_WRONLY | constants.O_NOCTTY)
  } catch (error) {
    return `${full} (${words(error)})`
  }
  return new Promise((resolve) => {
    const child = spawn('/bin/sh', ['-c', 'trap "" TTOU; exec cat'], {
      stdio: ['pipe', blocking, 'ignore'],
      env: { PATH: '/usr/bin:/bin' },
    })
    closeSync(blocking)
    const timer = setTimeout(() => child.kill('SIGKILL'), Math.max(0, untilMs - performance.now()))
    const ended = (reason: string | null) => {
      clearTimeout(timer)
      resolve(reason)
    }
    child.on('error', () => ended(full))
    child.on('exit', (code) => ended(code === 0 ? null : full))
    child.stdin?.on('error', () => undefined) // `exit` reports the result
    child.stdin?.end(bytes)
  })
}

export function systemErrorCode(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? error)
}

/** Returns the system's error text without the path and call that Node adds. */
export function words(error: unknown): string {
  const code = systemErrorCode(error)
  // biome-ignore format: a table, read by its columns
  switch (code) {
    case 'ENXIO': return 'there is no controlling terminal'
    case 'ENOENT': return 'does not exist'
    case 'EACCES': case 'EPERM': return 'not allowed'
    case 'EIO': return 'the terminal is gone'
    default: return code
  }
}
