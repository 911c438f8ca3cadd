/** Where a window's tabs are, and where new ones begin (docs/config.md). */
import type { SessionId } from '../../ids.ts'
import type { Session } from '../../session/session.ts'
import type { RestorableTab } from '../../session/session-ports.ts'
import { directoryDelayMs, levelsAboveMax } from './limits.ts'
import type { TabOptions } from './tab-options.ts'
import type { TabStrip } from './tab-strip.ts'
import type { WindowContext, WorkspacePorts } from './workspace-ports.ts'

/** Where a tab begins. Whether that is there is found when it does. */
export type TabPlace = Pick<TabOptions, 'directory' | 'instead'>

export class Directories {
  readonly #ports: Pick<WorkspacePorts, 'clock' | 'directoryOf'>
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
    const session = from === null ? undefined : this.#strip.session(from)
    if (session === undefined) return { directory: this.#home }
    this.lookUp(session)
    return this.ifThere(session.identity.directory)
  }

  /** The directory, or, when it is gone, home. */
  ifThere(directory: string): TabPlace {
    return { directory, instead: [this.#home] }
  }

  /**
   * How a tab begins that goes on from another one: a shell where that was, or in the nearest
   * folder above, and home rather than the root. A command is started nowhere else than where it
   * was, since nobody knows what it would do there: its tab says that the folder is missing. One
   * that was never started goes on waiting. What can be resumed is resumed where it ran.
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

  /** Asks the kernel where the tab's first process is. */
  lookUp(session: Session): void {
    const directory =
      session.program.pid === null ? null : this.#ports.directoryOf(session.program.pid)
    if (directory !== null) session.identity.processMoved(directory)
  }

  /** Asks the kernel where each tab is: a moment after `cd` it is not known. */
  lookUpAll(): void {
    for (const session of this.#strip.sessions) this.lookUp(session)
  }

  /** After output has stopped for a while the shell may be elsewhere. */
  checkLater(id: SessionId): void {
    if (this.#checks.has(id)) return
    this.#checks.set(
      id,
      this.#ports.clock.after(directoryDelayMs, () => {
        this.#checks.delete(id)
        const session = this.#strip.session(id)
        if (session !== undefined) this.lookUp(session)
      }),
    )
  }

  dispose(): void {
    for (const cancel of this.#checks.values()) cancel()
    this.#checks.clear()
  }
}
