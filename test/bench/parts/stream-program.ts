/**
 * The program in a terminal that shows it streams: waits for a file's name, notes the time, writes
 * the file and asks where the cursor is. When the answer is there, the terminal has parsed all
 * before it.
 */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, rmSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { columns, rows } from './contestants.ts'

/** On the screen's first cell when all is over; in no stream. */
export const mark = '⌘'

/** Longer than the slowest of them takes for 100 MB, ms. */
const limitMs = 180_000

/**
 * The query is written after the mark: its reply is `ESC [ 1 ; 2 R`, of 6 bytes. The cursor does
 * not blink, and nothing is written before the terminal has its size.
 */
const script = `cd "$1"; stty raw -echo; printf "\\033[2 q"
until [ "$(stty size)" = "${rows} ${columns}" ]; do sleep 0.1; done
: > ready
while :; do
  read -r stream < go || continue
  date +%s%N > began
  cat "$stream"
  printf "\\033[?1049l\\033[0m\\033[r\\033[H\\033[J%s\\033[6n" "$0"; head -c 6 > /dev/null
  date +%s%N > now; mv now ended
done`

/** The command that runs it, once the folder is ready for it. */
export function streamProgram(folder: string): string[] {
  execFileSync('sh', ['-c', 'rm -f ready began ended go; mkfifo go'], { cwd: folder })
  return ['sh', '-c', script, mark, folder]
}

/** Resolves when the terminal is shown and has its size. */
export function programReady(folder: string, isOver?: () => boolean): Promise<void> {
  return appears(join(folder, 'ready'), isOver)
}

/** Has it show a file, and does not wait. */
export async function beginStream(folder: string, file: string): Promise<void> {
  rmSync(join(folder, 'ended'), { force: true })
  await writeFile(join(folder, 'go'), `${file}\n`)
}

/** Time of day at which the stream began, ms. */
export function beganMs(folder: string): number {
  return noted(folder, 'began')
}

/**
 * Makes it print a file. Rejects if no reply comes, and immediately if `isOver` returns that the
 * terminal is gone.
 * @returns seconds from the first byte to the reply after the last
 */
export async function showStream(
  folder: string,
  file: string,
  isOver: () => boolean,
): Promise<number> {
  await beginStream(folder, file)
  await appears(join(folder, 'ended'), isOver)
  return (noted(folder, 'ended') - beganMs(folder)) / 1_000
}

async function appears(file: string, isOver = () => false): Promise<void> {
  for (const began = performance.now(); !existsSync(file); ) {
    if (isOver()) throw new Error('it ended')
    if (performance.now() - began > limitMs) throw new Error(`${file} did not appear`)
    await new Promise((resolve) => setTimeout(resolve, 20))
  }
}

/** A time written by `date +%s%N`, as ms. */
function noted(folder: string, file: string): number {
  return Number(BigInt(readFileSync(join(folder, file), 'utf8').trim()) / 1_000n) / 1_000
}
