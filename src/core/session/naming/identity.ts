/**
 * Who a tab is: what it is called, by whom, where it is, and whether it may speak up. Everything
 * else about its view is state.
 */
import type { Options } from '../../config/table.ts'
import type { TabView } from '../../windows/tabs/tab-view.ts'
import { nameCharactersMax, safeText, titleCharactersMax } from '../../../base/text/safe-text.ts'
import { tabNameCharactersMax, titleIntervalMs } from '../limits.ts'
import { Project } from './project.ts'
import type { Elsewhere } from '../../../agents/process/elsewhere.ts'
import { baseName } from '../../../base/text/base-name.ts'
import type { ProcessWatch } from '../ports.ts'
import type { SessionOptions, SessionPorts } from '../session-ports.ts'
import { TabNames } from './tab-names.ts'
import { shortDirectory } from './title.ts'
import { Throttle } from '../../../base/time/throttle.ts'

/** Of a host's or container's name so much is shown: beside it stands what it does. */
const hostCharactersMax = 64

export class Identity {
  readonly #options: SessionOptions
  readonly #changed: () => void
  readonly #names: TabNames
  readonly #titles: Throttle<string>
  readonly #project: Project
  #directory: string
  #processDirectory: string | null = null
  /** Where the program in front leads, by its own words. */
  #elsewhere: Elsewhere | null = null
  /** What was said last of a directory, when it was one of another machine. */
  #remote: { readonly host: string | null; readonly path: string } | null = null
  muted = false

  /** @param changed called when something of it is different */
  constructor(
    options: SessionOptions,
    { clock, repository }: Pick<SessionPorts, 'clock' | 'repository'>,
    changed: () => void,
  ) {
    this.#options = options
    this.#changed = changed
    this.#names = new TabNames(options.title)
    this.#titles = new Throttle(clock, titleIntervalMs, (title: string) =>
      this.#report(safeText(title, titleCharactersMax)),
    ) // cleaned once: a hostile title may be long, and views are made often
    this.#project = new Project(clock, options.home, repository, changed)
    this.#directory = options.directory
  }

  /**
   * As far as is known: of what the shell reports and what the kernel says the later change counts.
   * It need not exist.
   */
  get directory(): string {
    return this.#directory
  }

  /** Whose files its output speaks of, `on build`; null: this machine's. */
  get elsewhere(): string | null {
    const place =
      this.#elsewhere ??
      (this.#remote?.host == null ? null : { relation: 'on', name: this.#remote.host })
    return place === null ? null : `${place.relation} ${safeText(place.name, hostCharactersMax)}`
  }

  /** What its program calls itself; undefined: nothing. */
  get reported(): string | undefined {
    return this.#names.reported ?? undefined
  }

  /** The user's own name, or null. */
  get named(): string | null {
    return this.#names.named
  }

  /**
   * Its part of a view. `project`: what its program says that it works on; `front`: the agent in
   * front; `tool`: who speaks, '' for nobody; `before`: the title of what can be resumed.
   */
  view(
    { respect_osc_title: respected, title_strip_prefix: prefix }: Options['tabs'],
    {
      project,
      front,
      tool,
      before,
    }: {
      readonly project: string | undefined
      readonly front: string | null
      readonly tool: string
      readonly before: string | undefined
    },
  ): Pick<TabView, 'title' | 'project' | 'branch' | 'place' | 'named' | 'muted'> {
    const { command, home, isUserShell } = this.#options
    const { elsewhere } = this
    const where =
      elsewhere === null ? this.#placeHere(project) : this.#placeElsewhere(elsewhere, project, tool)
    const directory = elsewhere === null ? this.#directory : where.place
    return {
      title: this.#names.title(
        { command, directory, home, isUserShell, prefix, front },
        respected,
        before,
      ),
      ...where,
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
    this.#titles.push(title)
  }

  /** Agents take their title back as they leave: what waits is taken now. */
  flush(): void {
    this.#titles.flush()
  }

  /** The program's own name goes with it. */
  restarted(): void {
    this.#names.report(null)
    this.#elsewhere = null
    this.#remote = null
  }

  /**
   * What its output says. A program that leads elsewhere speaks of directories there, whether it
   * names the machine or not.
   */
  moved(path: string, host?: string): void {
    if (host !== undefined || this.#elsewhere !== null) {
      const said = { host: host ?? null, path }
      if (this.#remote?.path === path && this.#remote.host === said.host) return
      this.#remote = said
      this.#changed()
      return
    }
    if (path === this.#directory && this.#remote === null) return
    this.#directory = path
    this.#remote = null
    this.#changed()
  }

  /** A reading of who has the terminal. */
  front({ foreground, elsewhere }: Pick<ProcessWatch['front'], 'foreground' | 'elsewhere'>): void {
    if (foreground === 'unknown') return
    const before = this.elsewhere
    // what was said of directories before the reading may have been said of there
    if (elsewhere !== undefined && this.#elsewhere === null && this.#processDirectory !== null)
      this.#directory = this.#processDirectory
    if (elsewhere === undefined && (this.#elsewhere !== null || foreground !== 'other'))
      this.#remote = null
    this.#elsewhere = elsewhere ?? null
    if (this.elsewhere !== before) this.#changed()
  }

  /** Its shell has been started there. */
  began(directory: string): void {
    this.#processDirectory = directory
    this.moved(directory)
  }

  /** The kernel's word for the directory of the first process. */
  processMoved(path: string): void {
    if (path === this.#processDirectory) return
    this.#processDirectory = path
    if (path === this.#directory) return
    this.#directory = path
    this.#changed()
  }

  /** A command was sent or has ended, or an agent's turn has: the branch may be another. */
  mayHaveSwitched(): void {
    this.#project.recheck()
  }

  /** Nothing waits any more. */
  dispose(): void {
    this.#project.dispose()
    this.#titles.dispose()
  }

  #placeHere(project: string | undefined): Pick<TabView, 'project' | 'branch' | 'place'> {
    const found = this.#project.at(this.#directory)
    const { branch } = this.#project
    return {
      project: project ?? found,
      place: shortDirectory(this.#directory, this.#options.home),
      ...(branch === null ? {} : { branch }),
    }
  }

  /** `claude on build: api`, and `build:/srv/api`. */
  #placeElsewhere(
    where: string,
    project: string | undefined,
    tool: string,
  ): Pick<TabView, 'project' | 'place'> {
    const path = this.#remote?.path
    const work = project ?? (path === undefined ? '' : baseName(path))
    const place = path === undefined ? where : `${where.slice(where.indexOf(' ') + 1)}:${path}`
    return {
      project: safeText(
        `${tool === '' ? '' : `${tool} `}${where}${work === '' ? '' : `: ${work}`}`,
        nameCharactersMax,
      ),
      place: safeText(place, nameCharactersMax),
    }
  }

  #report(title: string): void {
    if (this.#names.report(title)) this.#changed()
  }
}
