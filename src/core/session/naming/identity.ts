/** A tab's identity: its names, its directory, and whether it is muted. */
import type { Options } from '../../config/table.ts'
import { cleanMark, markByRule, type TabMark } from '../../windows/tabs/tab-mark.ts'
import type { TabView } from '../../windows/tabs/tab-view.ts'
import { nameCharactersMax, safeText, titleCharactersMax } from '../../../base/text/safe-text.ts'
import { tabNameCharactersMax, titleIntervalMs } from '../limits.ts'
import { ReportedContexts } from './contexts.ts'
import { Project } from './project.ts'
import type { Elsewhere } from '../../../agents/process/elsewhere.ts'
import { baseName } from '../../../base/text/base-name.ts'
import type { ProcessWatch } from '../ports.ts'
import type { SessionOptions, SessionPorts } from '../session-ports.ts'
import { TabNames } from './tab-names.ts'
import { shortDirectory } from './title.ts'
import { Throttle } from '../../../base/time/throttle.ts'

/** Characters shown of the name of a host or container. */
const hostCharactersMax = 64

type Foreground = Pick<ProcessWatch['front'], 'foreground' | 'elsewhere'> &
  Partial<Pick<ProcessWatch['front'], 'pid'>>

export class Identity {
  readonly #options: SessionOptions
  readonly #changed: () => void
  /** Called when the user changed what the next start restores. */
  readonly #kept: () => void
  readonly #names: TabNames
  readonly #titles: Throttle<string>
  readonly #project: Project
  #directory: string
  #processDirectory: string | null = null
  /** Directory of a shell nested in the tab's, from the kernel, while one has the foreground. */
  #nestedDirectory: string | null = null
  /** The shell in the foreground sets no title: the directory is the title. */
  #untitled = false
  /** Machine or container that the foreground program connects to, from its arguments. */
  #elsewhere: Elsewhere | null = null
  /** The last reported directory, if it was on another machine. */
  #remote: { readonly host: string | null; readonly path: string } | null = null
  muted = false
  /** The user's mark, clean; `null` for that of the rules. */
  #mark: TabMark | null = null
  readonly contexts: ReportedContexts

  constructor(
    options: SessionOptions,
    { clock, repository, remembers }: Pick<SessionPorts, 'clock' | 'repository' | 'remembers'>,
    changed: () => void,
  ) {
    this.#options = options
    this.#changed = changed
    this.#kept = () => {
      changed()
      remembers?.()
    }
    this.contexts = new ReportedContexts(options.hostname, clock, changed)
    this.#names = new TabNames(options.title)
    // sanitized once: a hostile title may be long, and views are made often
    this.#titles = new Throttle(clock, titleIntervalMs, (title: string) =>
      this.#report(safeText(title, titleCharactersMax)),
    )
    this.#project = new Project(clock, options.home, repository, changed)
    this.#directory = options.directory
  }

  /** Last directory reported by the shell or changed in the kernel. It may not exist. */
  get directory(): string {
    return this.#directory
  }

  /** Location of the files in its output, such as `on build`; `null` for this machine. */
  get elsewhere(): string | null {
    const place =
      this.#elsewhere ??
      (this.#remote?.host == null ? null : { relation: 'on', name: this.#remote.host })
    return place === null ? null : `${place.relation} ${safeText(place.name, hostCharactersMax)}`
  }

  /** The program's own title. */
  get reported(): string | undefined {
    return this.#names.reported ?? undefined
  }

  /** The user's name; `null` if there is none. */
  get named(): string | null {
    return this.#names.named
  }

  /**
   * Returns its part of a view. `project`: reported by the program; `front`: the foreground agent;
   * `tool`: the reporting agent, empty if none; `before`: the title of the session that can be
   * resumed.
   */
  view(
    { tabs: { respect_osc_title: respected, title_strip_prefix: prefix }, mark: rules }: Options,
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
  ): Pick<
    TabView,
    'title' | 'project' | 'branch' | 'place' | 'named' | 'mark' | 'muted' | 'contexts'
  > {
    const { command, home, isUserShell } = this.#options
    const { elsewhere } = this
    const where =
      elsewhere === null ? this.#placeHere(project) : this.#placeElsewhere(elsewhere, project, tool)
    const directory = elsewhere === null ? this.#directory : where.place
    const { branch } = this.#project
    const work =
      elsewhere === null ? where.project + (branch === null ? '' : ` (${branch})`) : undefined
    const { shown: contexts } = this.contexts
    const projects =
      elsewhere === null ? [where.project, this.#project.worktreeOf] : [where.project]
    const facts = { projects, agent: tool, directory: this.#directory, home }
    const mark = this.#mark ?? markByRule(rules, facts)
    return {
      title: this.#names.title(
        { command, directory, home, isUserShell, prefix, front, project: work },
        respected,
        before,
      ),
      ...where,
      ...(this.#names.named === null ? {} : { named: true }),
      ...(mark === null ? {} : { mark }),
      ...(this.muted ? { muted: true } : {}),
      ...(contexts === null ? {} : { contexts }),
    }
  }

  /** Sets the user's name; `null` restores the automatic one. */
  rename(name: string | null): void {
    if (this.#names.rename(name === null ? null : safeText(name, tabNameCharactersMax).trim()))
      this.#kept()
  }

  /** Sets a socket client's name; an empty one removes it. */
  give(name: string): void {
    if (this.#names.give(name)) this.#changed()
  }

  /** The user's mark; `null` if the rules decide. */
  get mark(): TabMark | null {
    return this.#mark
  }

  /** Sets the user's mark. Without color, sign and note, the rules decide. */
  markWith(mark: TabMark): void {
    this.#mark = cleanMark(mark)
    this.#kept()
  }

  mute(muted: boolean): void {
    if (muted === this.muted) return
    this.muted = muted
    this.#kept()
  }

  /** Takes an OSC 0/2 title; four per second are applied. */
  titled(title: string): void {
    this.#titles.push(title)
  }

  /** Forgets a title that names a command of a shell that was replaced. */
  untitled(line: string): void {
    this.#titles.flush()
    if (this.#names.reported !== safeText(line, titleCharactersMax)) return
    this.#untitled = true
    this.#goTo(this.#directory)
  }

  /** Applies a pending title now: agents restore the title as they exit. */
  flush(): void {
    this.#titles.flush()
  }

  /** Forgets the ended program's title and location. */
  restarted(): void {
    this.#names.report(null)
    this.#untitled = false
    this.#nestedDirectory = null
    this.#elsewhere = null
    this.#remote = null
    this.contexts.forget()
  }

  /** Handles a reported directory, which is remote if a program connects elsewhere. */
  moved(path: string, host?: string): void {
    if (host !== undefined || this.#elsewhere !== null) {
      const said = { host: host ?? null, path }
      if (this.#remote?.path === path && this.#remote.host === said.host) return
      this.#remote = said
      this.#changed()
      return
    }
    if (path === this.#directory && this.#remote === null) return
    this.#remote = null
    this.#goTo(path)
  }

  /** Takes a reading of the foreground. */
  front({ foreground, elsewhere }: Foreground): void {
    if (foreground === 'unknown') return
    if (foreground === 'shell') this.contexts.forget()
    const before = this.elsewhere
    // directories reported before this reading may already have been remote ones
    const local = this.#nestedDirectory ?? this.#processDirectory
    if (elsewhere !== undefined && this.#elsewhere === null && local !== null)
      this.#directory = local
    if (elsewhere === undefined && (this.#elsewhere !== null || foreground !== 'other'))
      this.#remote = null
    this.#elsewhere = elsewhere ?? null
    if (this.elsewhere !== before) this.#changed()
  }

  /** Notes that the tab's shell was started there. */
  began(directory: string): void {
    this.#processDirectory = directory
    this.moved(directory)
  }

  /**
   * Takes the kernel's directories of the first process, and of a shell nested in it, if one has
   * the foreground. Only a change counts: the shell may know a directory by another path.
   */
  processMoved(path: string, nested: string | null = null): void {
    const [first, last] = [this.#processDirectory, this.#nestedDirectory]
    this.#processDirectory = path
    this.#nestedDirectory = nested
    const hasLeft = nested === null && last !== null && this.#directory === last
    const moved = path !== first || (nested !== null && nested !== (last ?? path))
    const to = nested ?? path
    if ((moved || hasLeft) && to !== this.#directory) this.#goTo(to)
  }

  /** Looks up the branch again: a command was sent or has ended, or an agent's turn has. */
  mayHaveSwitched(): void {
    this.#project.recheck()
  }

  /** Drops pending work. */
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

  /** Returns `claude on build: api` and `build:/srv/api`. */
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

  #goTo(directory: string): void {
    this.#directory = directory
    if (this.#untitled) this.#names.report(shortDirectory(directory, this.#options.home))
    this.#changed()
  }

  #report(title: string): void {
    this.#untitled = false
    if (this.#names.report(title)) this.#changed()
  }
}
