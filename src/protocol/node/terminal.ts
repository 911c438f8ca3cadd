/**
 * Terminals as places for one frame: opened only when they are this user's own, written to without
 * ever being stuck.
 */
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

/** `reason`: a part of a sentence for people. */
export type Opened = { readonly fd: number } | { readonly reason: string }

// Never our controlling terminal, never through a link, never waiting for the other side.
const careful =
  constants.O_WRONLY | constants.O_NOCTTY | constants.O_NONBLOCK | constants.O_NOFOLLOW

/** The controlling terminal; opening is the only way to know whether there is one. */
export function openControlling(): Opened {
  return open('/dev/tty')
}

/**
 * A path that somebody else named: only `/dev/pts/N`, and only the terminal of that number, ours,
 * and no link.
 */
export function openNamed(path: string): Opened {
  const number = /^\/dev\/pts\/(0|[1-9]\d{0,6})$/.exec(path)?.[1]
  if (number === undefined) return { reason: 'is no /dev/pts/N' }
  return openPts(Number(number))
}

/**
 * The terminal of the nearest ancestor that has one. A hook without a terminal of its own was
 * started by an agent that has one.
 */
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
    // before the open, which can have effects on other devices
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
    return `${path} is no terminal of that number`
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

/**
 * The kernel's device number (proc(5): minor in bits 31-20 and 7-0, major in 15-8) as N of
 * /dev/pts/N, or null.
 */
export function ptsNumber(device: number): number | null {
  const major = (device >>> 8) & 0xfff
  const minor = (device & 0xff) | ((device >>> 12) & 0xfff00)
  return major >= 136 && major <= 143 ? (major - 136) * 256 + minor : null
}

/**
 * Of /proc/PID/stat. The name in it may hold blanks and parentheses, so fields count from the last
 * one.
 */
export function parentAndTerminal(
  pid: number,
): { readonly parent: number; readonly device: number } | null {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    const [, parent, , , device] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return Number.isInteger(parent) && Number.isInteger(device)
      ? { parent: parent as number, device: device as number }
      : null // checked just now
  } catch {
    return null // gone, or hidden from us
  }
}

/** When this process began, in clock ticks since boot (proc(5)); 0: it cannot be read. */
export function startTicks(): number {
  try {
    const text = readFileSync('/proc/self/stat', 'latin1')
    const ticks = Number(text.slice(text.lastIndexOf(')') + 2).split(' ')[19])
    return Number.isSafeInteger(ticks) && ticks >= 0 ? ticks : 0
  } catch {
    return 0
  }
}

/**
 * One write, until `untilMs` on the clock of `performance.now()`. Answers null, or why the frame
 * did not go out. `fd` does not block. A terminal that is stopped, or locked by a program that
 * floods it, is left to a child process that waits its turn and is killed in the end.
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

/**
 * Are we in the background of a terminal? With `stty tostop` a write would stop this process, the
 * caller's own where this is a library. Node cannot ignore that signal; a child can.
 */
function inBackground(): boolean {
  try {
    const text = readFileSync('/proc/self/stat', 'latin1')
    const [, , group, , , foreground] = text
      .slice(text.lastIndexOf(')') + 2)
      .split(' ')
      .map(Number)
    return foreground !== undefined && foreground > 0 && foreground !== group
  } catch {
    return false // hidden from us
  }
}

const full = 'takes no output; is it stopped (Ctrl+S)?'

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
    child.stdin?.on('error', () => undefined) // `exit` reports its end
    child.stdin?.end(bytes)
  })
}

export function systemErrorCode(error: unknown): string {
  return String((error as NodeJS.ErrnoException).code ?? error)
}

/** What the system said, without the path and the call that Node adds. */
export function words(error: unknown): string {
  const code = systemErrorCode(error)
  switch (code) {
    case 'ENXIO':
      return 'there is no controlling terminal'
    case 'ENOENT':
      return 'does not exist'
    case 'EACCES':
    case 'EPERM':
      return 'not allowed'
    case 'EIO':
      return 'the terminal is gone'
    default:
      return code
  }
}
