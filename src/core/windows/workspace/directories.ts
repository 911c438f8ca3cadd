/** Directories of a window's tabs, and of new ones (docs/reference/config.md). */
import { expandPath } from '../../config/expand.ts'
import type { Options } from '../../config/table.ts'
import type { SessionId } from '../../ids.ts'
import type { Environment } from '../../session/launch/environment.ts'
import type { Session } from '../../session/session.ts'
import type { RestorableTab } from '../../session/session-ports.ts'
import { directoryDelayMs, levelsAboveMax } from './limits.ts'
import type { TabOptions } from './tab-options.ts'
import type { TabStrip } from './tab-strip.ts'
import type { WindowContext, WorkspacePorts } from './workspace-ports.ts'

/** Directory of a new tab, which is checked at the start. */
export type TabPlace = Pick<TabOptions, 'directory' | 'instead'>

export class Directories {
  readonly #ports: Pick<WorkspacePorts, 'clock' | 'directoryOf' | 'nestedDirectoryOf'>
  readonly #home: string
  readonly #strip: TabStrip
  readonly #checks = new Map<SessionId, () => void>()

  constructor({ ports, facts }: WindowContext, strip: TabStrip) {
    this.#ports = ports
    this.#home = facts.home
    this.#strip = strip
  }

  /** The directory of this session, if it is there; else home. */
  forNewTab(from: SessionId | null): TabPlace {
    const session = from === null ? undefined : this.#strip.sessions.get(from)
    if (session === undefined) return { directory: this.#home }
    this.lookUp(session)
    return this.ifThere(session.identity.directory)
  }

  /** Falls back to home if the directory is missing. */
  ifThere(directory: string): TabPlace {
    return { directory, instead: [this.#home] }
  }

  /**
   * Returns how to restore a tab. A shell starts in its directory, or the nearest existing parent,
   * and in home instead of the root. A command starts only in its own directory, since elsewhere it
   * might do anything; otherwise its tab reports the missing directory. Commands that were never
   * started still wait. Agents are resumed where they ran.
   */
  again({
    command,
    isUserShell,
    directory: last,
    resume,
    profile: name,
    waits = false,
  }: Pick<RestorableTab, 'command' | 'isUserShell' | 'directory'> &
    Partial<Pick<RestorableTab, 'profile' | 'resume' | 'waits'>>): TabOptions {
    const profile = name === undefined ? {} : { profile: name }
    if (!isUserShell) return { command, directory: last, ...profile, waits }
    const directory = resume?.directory ?? last
    const above = directory
      .split('/')
      .map((_name, at, names) => names.slice(0, at).join('/'))
      .slice(2)
      .reverse()
    const instead = [...above.slice(0, levelsAboveMax), this.#home]
    return { directory, instead: directory === last ? instead : [last, ...instead], ...profile }
  }

  /** Reads the directories of the tab's first process and of a nested shell from the kernel. */
  lookUp(session: Session): void {
    const { pid } = session.program
    const directory = pid === null ? null : this.#ports.directoryOf(pid)
    if (pid === null || directory === null) return
    session.identity.processMoved(directory, this.#ports.nestedDirectoryOf?.(pid) ?? null)
  }

  /** Reads the directory of each tab: just after `cd` it is not known yet. */
  lookUpAll(): void {
    for (const session of this.#strip.sessions.all) this.lookUp(session)
  }

  /** Checks later, since output may mean that the shell changed directory. */
  checkLater(id: SessionId): void {
    if (this.#checks.has(id)) return
    this.#checks.set(
      id,
      this.#ports.clock.after(directoryDelayMs, () => {
        this.#checks.delete(id)
        const session = this.#strip.sessions.get(id)
        if (session !== undefined) this.lookUp(session)
      }),
    )
  }

  dispose(): void {
    for (const cancel of this.#checks.values()) cancel()
    this.#checks.clear()
  }
}

/** Reads `shell.working_directory`; `null` for the directory of the current tab. */
export function namedDirectory(
  { shell: { working_directory: wanted } }: Options,
  home: string,
  environment: Environment,
): string | null {
  if (wanted === 'inherit') return null
  return wanted === 'home' ? home : expandPath(wanted, environment, home)
}
