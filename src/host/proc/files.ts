/**
 * Reads files and links in /proc of other processes. While a process starts a program, the kernel
 * makes readers wait. A disk that does not respond can make that endless
 * (docs/contributing/decisions/file-looks.md). So another thread reads, and the caller waits up to
 * 50 ms, or longer if the machine is busy. A silent process is not asked again until it responds.
 */
import { native } from '../pty/native.ts'
import { procBytesMax } from './limits.ts'

/** Instead of a number of bytes: the kernel does not respond. No error has this number. */
export const silent = -4_096

const shared = Buffer.allocUnsafeSlow(procBytesMax)

/**
 * Reads the start of a file. Returns the number of bytes, `silent`, or the negative number of
 * an error.
 * @param file its name below `/proc/PID`, or its descriptor
 */
export function readProc(pid: number, file: string | number, into: Uint8Array): number {
  return native.proc(pid, typeof file === 'string' ? `/proc/${pid}/${file}` : file, false, into)
}

/** Returns the text of a file, or `null` if it cannot be read. */
export function procText(
  pid: number,
  file: string,
  encoding: 'utf8' | 'latin1' = 'utf8',
): string | null {
  const length = readProc(pid, file, shared)
  return length < 0 ? null : shared.toString(encoding, 0, length)
}

/** Returns the words of a file that separates them by NUL, or an empty array. */
export function procWords(pid: number, file: 'cmdline' | 'environ'): string[] {
  const text = procText(pid, file)
  return text === null || text === '' ? [] : text.split('\0')
}

/** Returns the target of a link, or `null` if it cannot be read. */
export function procLink(pid: number, file: string): string | null {
  const length = native.proc(pid, `/proc/${pid}/${file}`, true, shared)
  return length < 0 ? null : shared.toString('utf8', 0, length)
}
