/**
 * The effective settings: read from the file at startup and again when it changes. An error in it
 * never discards settings. Nothing here writes.
 */
import type { Clock } from '../../base/clock.ts'
import { configProblemsMax } from '../../core/config/limits.ts'
import type { ConfigProblem } from '../../core/config/problem.ts'
import { readOptions, type ConfigDocument } from '../../core/config/read.ts'
import { LiveOptions } from '../../core/config/settings.ts'
import { defaults, type Options } from '../../core/config/table.ts'
import { loadConfiguration, type Loaded } from './load.ts'
import { Watcher } from './watcher.ts'

interface ConfigurationSource {
  readonly file: string
  /** Documents of `-o`, which override all others. */
  readonly overrides: readonly ConfigDocument[]
  readonly clock: Clock
}

export interface ConfigurationEvents {
  /** Called with the current problems when they change; empty if there are none. */
  readonly problems: (problems: readonly ConfigProblem[]) => void
  /** Called with an event, as a sentence. `instead` is an earlier notice that no longer holds. */
  readonly notice: (text: string, instead?: string) => void
  /** Called last, after the files were read again: line numbers may have changed. */
  readonly read?: () => void
}

export class Configuration {
  readonly #source: ConfigurationSource
  readonly #events: ConfigurationEvents
  readonly #watcher: Watcher
  #kept = new Map<string, ConfigDocument>()
  /** Effective options, and their followers. */
  readonly settings = new LiveOptions(defaults)
  #documents: readonly ConfigDocument[] = []
  #problems: readonly ConfigProblem[] = []
  #state: Loaded['state'] = 'missing'
  #fingerprint = ''
  /** The notice that the file is gone, as shown. */
  #goneNotice: string | undefined = undefined
  #started = false

  /** Reads the file. Watches only after `watch`. */
  constructor(source: ConfigurationSource, events: ConfigurationEvents) {
    this.#source = source
    this.#events = events
    this.#watcher = new Watcher(
      source.clock,
      () => this.#look(false),
      (reason) =>
        events.notice(
          `Can't watch the configuration directory (${reason}). ` +
            'Checking for changes every 5 s.',
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
  /** Documents that the options were read from. Later ones override earlier ones. */
  get documents(): readonly ConfigDocument[] {
    return this.#documents
  }
  /** Whether the file exists, valid or not. */
  get exists(): boolean {
    return this.#state !== 'missing'
  }

  watch(): void {
    this.#watching = true
    this.#look(false) // it may have changed since the start
  }

  #watching = false

  /** Reads again on request. A file that is missing or empty now no longer counts. */
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
          `${this.#name} ${loaded.state === 'empty' ? 'is empty' : 'was deleted'}. Current ` +
          'settings stay active until you reload the configuration.'
        this.#events.notice(this.#goneNotice, before === this.#goneNotice ? undefined : before)
      }
      this.#complain([])
      this.#events.read?.()
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
        `${this.#name} ${loaded.state === 'empty' ? 'is empty' : 'was deleted'}. Using defaults.`,
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
