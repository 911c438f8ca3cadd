/**
 * Who a tab is: what it is called, by whom, where it is, and whether it may speak up. Everything
 * else about its view is state.
 */
import type { Clock } from '../../clock.ts'
import type { Options } from '../../config/table.ts'
import type { TabView } from '../../ipc/contract.ts'
import { safeText, titleCharactersMax } from '../../text/safe-text.ts'
import { tabNameCharactersMax } from '../limits.ts'
import { Project, type FindRepository } from './project.ts'
import type { SessionOptions } from '../session-ports.ts'
import { TabNames } from './tab-names.ts'
import { shortDirectory } from './title.ts'
import { TitlePace } from './title-pace.ts'

export interface IdentityPorts {
  readonly clock: Clock
  readonly repository: FindRepository | undefined
  /** Something of it is another than before. */
  readonly changed: () => void
}

export class Identity {
  readonly #options: SessionOptions
  readonly #changed: () => void
  readonly #names: TabNames
  readonly #titles: TitlePace
  readonly #project: Project
  #directory: string
  #processDirectory: string | null = null
  muted = false

  constructor(options: SessionOptions, { clock, repository, changed }: IdentityPorts) {
    this.#options = options
    this.#changed = changed
    this.#names = new TabNames(options.title)
    this.#titles = new TitlePace(clock, (title) =>
      this.#report(safeText(title, titleCharactersMax)),
    ) // cleaned once: a hostile title may be long, and views are made often
    this.#project = new Project(options.home, repository, changed)
    this.#directory = options.directory
  }

  /**
   * As far as is known: of what the shell reports and what the kernel says the later change counts.
   * It need not exist.
   */
  get directory(): string {
    return this.#directory
  }

  /** The user's own name, or null. */
  get named(): string | null {
    return this.#names.named
  }

  /**
   * Its part of a view. `project`: what its program says that it works on; `front`: the agent in
   * front.
   */
  view(
    { respect_osc_title: respected, title_strip_prefix: prefix }: Options['tabs'],
    { project, front }: { readonly project: string | undefined; readonly front: string | null },
  ): Pick<TabView, 'title' | 'project' | 'place' | 'named' | 'muted'> {
    const { command, home, isUserShell } = this.#options
    return {
      title: this.#names.title(
        { command, directory: this.#directory, home, isUserShell, prefix, front },
        respected,
      ),
      project: project ?? this.#project.at(this.#directory),
      place: shortDirectory(this.#directory, home),
      ...(this.#names.named === null ? {} : { named: true }),
      ...(this.muted ? { muted: true } : {}),
    }
  }

  /** A name typed by the user; null: the automatic one again. */
  rename(name: string | null): void {
    if (this.#names.rename(name === null ? null : safeText(name, tabNameCharactersMax).trim()))
      this.#changed()
  }

  /** A name by a client of the session's socket; '' takes it away. */
  give(name: string): void {
    if (this.#names.give(name)) this.#changed()
  }

  mute(muted: boolean): void {
    if (muted === this.muted) return
    this.muted = muted
    this.#changed()
  }

  /** OSC 0/2 as received: four a second. */
  titled(title: string): void {
    this.#titles.title(title)
  }

  /** Agents take their title back as they leave: what waits is taken now. */
  flush(): void {
    this.#titles.flush()
  }

  /** The program's own name goes with it. */
  restarted(): void {
    this.#names.report(null)
  }

  moved(path: string): void {
    if (path === this.#directory) return
    this.#directory = path
    this.#changed()
  }

  /** The kernel's word for the directory of the first process. */
  processMoved(path: string): void {
    if (path === this.#processDirectory) return
    this.#processDirectory = path
    this.moved(path)
  }

  /** Nothing waits any more. */
  dispose(): void {
    this.#titles.dispose()
  }

  #report(title: string): void {
    if (this.#names.report(title)) this.#changed()
  }
}
