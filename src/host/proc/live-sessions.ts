/**
 * Finds out whether the session of a resume hint still runs, in the process that gave the hint or
 * in another one started with the session's name. Resuming it twice would be a mistake.
 */
import type { Clock, Millis } from '../../base/clock.ts'
import { baseName } from '../../base/text/base-name.ts'
import type { ResumeHint } from '../../agents/resume/hint.ts'
import { commandLinesAgeMs, commandLinesMax } from './limits.ts'
import { pids, processStat } from './process-facts.ts'
import type { ProcReader } from './reader.ts'

export class LiveSessions {
  readonly #clock: Clock
  readonly #reader: Pick<ProcReader, 'argv'>
  #lines: { readonly at: Millis; readonly argv: readonly (readonly string[])[] } | null = null

  constructor(clock: Clock, reader: Pick<ProcReader, 'argv'>) {
    this.#clock = clock
    this.#reader = reader
  }

  /** @param names names of the hint's agent */
  has({ process, session }: ResumeHint, names: readonly string[]): boolean {
    const stat = processStat(process.pid)
    if (stat !== null && stat.startTime === process.startTime && !stat.isDead) return true
    return this.#commandLines().some(
      (argv) =>
        argv.some((word) => word === session || word.endsWith(`=${session}`)) &&
        argv.some((word) => names.includes(baseName(word))),
    )
  }

  /** Returns the command lines of all processes, newest first. */
  #commandLines(): readonly (readonly string[])[] {
    const now = this.#clock.now()
    if (this.#lines === null || now - this.#lines.at >= commandLinesAgeMs)
      this.#lines = {
        at: now,
        argv: pids()
          .sort((a, b) => b - a)
          .slice(0, commandLinesMax)
          .map((pid) => this.#reader.argv(pid)),
      }
    return this.#lines.argv
  }
}
