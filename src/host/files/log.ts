/** The log: a file per day, seven kept, without program output and agent messages. */
import { appendFileSync, readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { lineCharactersMax, safeText } from '../../base/text/safe-text.ts'
import type { Options } from '../../core/config/table.ts'
import { makeFolders } from './make-folders.ts'

type LogLevel = Options['log']['level']

const levels: readonly LogLevel[] = ['error', 'warn', 'info', 'debug']
const filesMax = 7

/** Lines per day and process, so that a repeated error does not fill the disk. */
const linesMax = 10_000

export class Log {
  readonly #folder: string
  readonly #today: () => Date
  #level: LogLevel
  #day = ''
  #lines = 0

  /** Creates nothing before the first line. */
  constructor(folder: string, level: LogLevel, today: () => Date = () => new Date()) {
    this.#folder = folder
    this.#level = level
    this.#today = today
  }

  set level(level: LogLevel) {
    this.#level = level
  }

  write(level: LogLevel, text: string): void {
    if (levels.indexOf(level) > levels.indexOf(this.#level)) return
    const now = this.#today().toISOString()
    const day = now.slice(0, 10)
    try {
      if (day !== this.#day) this.#begin(day)
      if (++this.#lines > linesMax) return
      const line =
        this.#lines === linesMax
          ? 'too many lines today: the rest is omitted'
          : safeText(text.replace(/\p{Cc}/gu, ' '), lineCharactersMax)
      appendFileSync(join(this.#folder, `${day}.log`), `${now} ${level} ${line}\n`, { mode: 0o600 })
    } catch {
      // the disk is full or read-only: continue without a log
    }
  }

  #begin(day: string): void {
    this.#day = day
    this.#lines = 0
    makeFolders(this.#folder)
    const old = readdirSync(this.#folder)
      .filter((name) => /^\d{4}-\d\d-\d\d\.log$/.test(name) && name !== `${day}.log`)
      .sort()
    for (const name of old.slice(0, Math.max(0, old.length + 1 - filesMax)))
      rmSync(join(this.#folder, name), { force: true })
  }
}
