/**
 * The settings in force: read from the file at the start, again whenever it changes, and never lost
 * to a mistake in it. Nothing here writes.
 */
import type { Clock } from '../../base/clock.ts'
import { configProblemsMax } from '../../core/config/limits.ts'
import type { ConfigProblem } from '../../core/config/problem.ts'
import { readOptions, type ConfigDocument } from '../../core/config/read.ts'
import { LiveOptions } from '../../core/config/settings.ts'
import { defaults, type Options } from '../../core/config/table.ts'
import { loadConfiguration, type Loaded } from './load.ts'
import { Watcher } from './watcher.ts'

export interface ConfigurationSource {
  readonly file: string
  /** `-o`: they win over everything. */
  readonly overrides: readonly ConfigDocument[]
  readonly clock: Clock
}

export interface ConfigurationEvents {
  /**
   * What there is to complain about now; empty: the file is good. Only when it is another than
   * before.
   */
  readonly problems: (problems: readonly ConfigProblem[]) => void
  /**
   * Something that happened, in a sentence. `instead`: what was said before and is no longer true.
   */
  readonly notice: (text: string, instead?: string) => void
  /**
   * The files were read anew: whatever they say, it may stand in other lines now. After the others.
   */
  readonly read?: () => void
}

export class Configuration {
  readonly #source: ConfigurationSource
  readonly #events: ConfigurationEvents
  readonly #watcher: Watcher
  #kept = new Map<string, ConfigDocument>()
  /** Those in force, with who follows them. */
  readonly settings = new LiveOptions(defaults)
  #documents: readonly ConfigDocument[] = []
  #problems: readonly ConfigProblem[] = []
  #state: Loaded['state'] = 'missing'
  #fingerprint = ''
  /** That the file has gone, as it was said. */
  #goneNotice: string | undefined = undefined
  #started = false

  /** Reads at once; watches from `watch` on. */
  constructor(source: ConfigurationSource, events: ConfigurationEvents) {
    this.#source = source
    this.#events = events
    this.#watcher = new Watcher(
      source.clock,
      () => this.#look(false),
      (reason) =>
        events.notice(
          'The configuration is checked for changes every 5 s only, since its folder ' +
            `cannot be watched: ${reason}.`,
        ),
    )
    this.#look(false)
    this.#started = true
  }

  get file(): string {
    return this.#source.file
  }
  get options(): Options {
    return this.settings.options
  }
  get problems(): readonly ConfigProblem[] {
    return this.#problems
  }
  /** What the options were read from; later ones win. */
  get documents(): readonly ConfigDocument[] {
    return this.#documents
  }
  /** The file is there, whatever it says. */
  get exists(): boolean {
    return this.#state !== 'missing'
  }

  watch(): void {
    this.#watching = true
    this.#look(false) // it may have changed since the start
  }

  #watching = false

  /** The user asks for it: what a file said that is gone or empty now no longer counts. */
  reload(): void {
    this.#look(true)
  }

  dispose(): void {
    this.#watching = false
    this.#watcher.dispose()
  }

  #look(asked: boolean): void {
    if (asked) this.#kept = new Map()
    const loaded = loadConfiguration(this.#source.file, this.#kept)
    if (asked || loaded.fingerprint !== this.#fingerprint) this.#take(loaded, asked)
    this.#state = loaded.state
    this.#fingerprint = loaded.fingerprint
    if (this.#watching) this.#watcher.follow(loaded.files)
  }

  #take(loaded: Loaded, asked: boolean): void {
    const gone = loaded.state === 'missing' || loaded.state === 'empty'
    const running = this.#started && !asked
    if (loaded.state === 'refused' && this.#started) {
      this.#complain(loaded.problems)
      return
    }
    if (gone && running) {
      if (this.#state === 'good' || this.#state === 'refused') {
        const before = this.#goneNotice
        this.#goneNotice =
          `${this.#name} ${loaded.state === 'empty' ? 'is empty' : 'was deleted'}. The current ` +
          'settings stay; Reload configuration applies the defaults.'
        this.#events.notice(this.#goneNotice, before === this.#goneNotice ? undefined : before)
      }
      this.#complain([])
      return
    }
    this.#documents = [...loaded.documents, ...this.#source.overrides]
    const { options, problems } = readOptions({
      documents: this.#documents,
      before: this.#started && !gone ? this.options : null,
    })
    this.settings.set(options)
    this.#complain([...loaded.problems, ...problems])
    if (gone && this.#goneNotice !== undefined)
      this.#events.notice(
        `${this.#name} ${loaded.state === 'empty' ? 'is empty' : 'was deleted'}: the defaults ` +
          'are in effect.',
        this.#goneNotice,
      )
    this.#goneNotice = undefined
    if (this.#started) this.#events.read?.()
  }

  get #name(): string {
    return this.#source.file.slice(this.#source.file.lastIndexOf('/') + 1)
  }

  #complain(problems: readonly ConfigProblem[]): void {
    const kept = problems.slice(0, configProblemsMax)
    if (JSON.stringify(kept) === JSON.stringify(this.#problems)) return
    this.#problems = kept
    if (this.#started) this.#events.problems(kept)
  }
}
