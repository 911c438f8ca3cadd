/** Sessions without a window: tabs of a workspace that no page shows. */
import type { Clock } from '../../base/clock.ts'
import { paneFor, type SessionId } from '../ids.ts'
import { whenStarted } from '../session/launch/when-started.ts'
import type { RestorableTab } from '../session/session-ports.ts'
import type { OpenWindow, OpenWindows } from './open-window.ts'
import { tabWith } from './panes/arrangement.ts'
import type { TabMoves } from './tab-moves.ts'
import type { TabOptions } from './workspace/tab-options.ts'
import type { Workspace } from './workspace/workspace.ts'

interface Opened extends OpenWindows {
  readonly moves: TabMoves
}

export class DetachedSessions {
  readonly #open: Opened
  readonly #clock: Clock
  readonly #make: () => OpenWindow

  /** @param make makes their workspace */
  constructor(open: Opened, clock: Clock, make: () => OpenWindow) {
    this.#open = open
    this.#clock = clock
    this.#make = make
  }

  /**
   * Starts a session. It ends with its program, also with `--hold`: nothing shows it.
   * @returns its id; `null` if there are too many
   */
  open({ onExit: _, ...tab }: TabOptions): SessionId | null {
    return this.#home().newTabs.open({ ...tab, detached: true })
  }

  /** Takes a session over that outlived another vibeflow. */
  adopt(tab: RestorableTab): void {
    const workspace = this.#home()
    const before = { ...tab, place: workspace.strip.tabs.length }
    const id = workspace.newTabs.restore(before, { detached: true })
    const session = id === null ? undefined : workspace.session(id)
    if (session === undefined) return
    void whenStarted(session, this.#clock).then(() => workspace.closing.withdraw(session.id, null))
  }

  /** Moves a session to a tab. @param to id of a window; `null` for a new one */
  show(session: SessionId, to: string | null): void {
    const tab = tabWith(this.#home().strip.arrangement, paneFor(session))
    if (tab !== undefined) this.#open.moves.toWindow(tab.id, to)
  }

  /** First processes of all. */
  get programs(): ReadonlySet<number> {
    const sessions = this.#there?.strip.sessions.all ?? []
    return new Set(sessions.map(({ program }) => program.pid).filter((pid) => pid !== null))
  }

  get #there(): Workspace | undefined {
    return this.#open.windows.find(({ kind }) => kind === 'detached')?.workspace
  }

  #home(): Workspace {
    return this.#there ?? this.#make().workspace
  }
}
