/** Opens the user's layouts as windows, and saves the tabs of a window as one. */
import { homedir } from 'node:os'
import type { Layout } from '../core/windows/layouts/layout.ts'
import type { LaunchRequest } from '../core/windows/workspace/launch-request.ts'
import type { Workspace, WorkspacePorts } from '../core/windows/workspace/workspace.ts'
import { systemClock } from '../host/clock.ts'
import { definedOf } from '../host/defined.ts'
import { followLayouts } from '../host/layouts/follow-layouts.ts'
import { LayoutFiles, type LayoutProblem } from '../host/layouts/layout-files.ts'

type Caller = Pick<LaunchRequest, 'callerDirectory' | 'environment'>
/** What of a start counts for a window with a layout. */
export type LayoutRequest = Caller &
  Pick<LaunchRequest, 'directory' | 'geometry' | 'profile' | 'startup'>

export class WindowLayouts {
  readonly #files = new LayoutFiles({ environment: process.env, home: homedir() })
  readonly #stopFollowing: () => void
  readonly #openWindow: (layout: Layout, request: LayoutRequest) => Workspace

  constructor({
    openWindow,
    changed,
  }: {
    readonly openWindow: (layout: Layout, request: LayoutRequest) => Workspace
    /** A layout is there, or gone. */
    readonly changed: () => void
  }) {
    this.#openWindow = openWindow
    this.#stopFollowing = followLayouts(this.#files.folder, systemClock, changed)
  }

  /** @returns its window; of a layout that cannot be read why */
  open(name: string, request: LayoutRequest): Workspace | LayoutProblem {
    const read = this.#files.read(name)
    return 'problem' in read ? read : this.#openWindow(read.layout, request)
  }

  /** For who is not interested in the window, but in how much there is in it. */
  openFor(
    name: string,
    caller: Caller,
  ): { readonly tabs: number; readonly panes: number } | LayoutProblem {
    const opened = this.open(name, {
      ...caller,
      directory: null,
      profile: null,
      geometry: null,
      startup: null,
    })
    return 'problem' in opened
      ? opened
      : { tabs: opened.tabs.length, panes: opened.panes.ids.length }
  }

  /** The tabs of a window as a file. @returns the file, and what was left out of it */
  save(
    name: string,
    workspace: Workspace | null,
    overwrite: boolean,
  ): ReturnType<LayoutFiles['save']> {
    return workspace === null
      ? { problem: 'No window is open that could be saved.' }
      : this.#files.save(name, workspace.layout, overwrite)
  }

  /** As the page of a window has them. */
  portsOf(window: () => Workspace): NonNullable<WorkspacePorts['layouts']> {
    return {
      names: () => this.#files.names(),
      save: (name, overwrite) => this.save(name, window(), overwrite),
      open: (name) => {
        const { directory } = window().placeForNewTab()
        const opened = this.openFor(name, {
          callerDirectory: directory,
          environment: definedOf(process.env),
        })
        return 'problem' in opened ? opened.problem : null
      },
    }
  }

  dispose(): void {
    this.#stopFollowing()
  }
}
