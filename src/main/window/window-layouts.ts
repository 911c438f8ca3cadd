/** Opens layouts as windows, and saves the tabs of a window as one. */
import { homedir } from 'node:os'
import type { SavedLayout } from '../../core/windows/layouts/layout.ts'
import type { LaunchRequest } from '../../core/windows/workspace/launch-request.ts'
import type { Workspace } from '../../core/windows/workspace/workspace.ts'
import type { LayoutPorts } from '../../core/windows/workspace/workspace-ports.ts'
import { systemClock } from '../../host/clock.ts'
import { definedOf } from '../../host/pty/defined.ts'
import { followLayouts } from '../../host/config/layouts/follow-layouts.ts'
import { LayoutFiles, type LayoutProblem } from '../../host/config/layouts/layout-files.ts'
import { ownEnvironment } from '../process.ts'

type Caller = Pick<LaunchRequest, 'callerDirectory' | 'environment'>
/** Parts of a start's request that apply to a window with a layout. */
export type LayoutRequest = Caller &
  Pick<LaunchRequest, 'directory' | 'geometry' | 'profile' | 'startup'>

export class WindowLayouts implements LayoutPorts {
  readonly #files = new LayoutFiles({ environment: ownEnvironment, home: homedir() })
  readonly #stopFollowing: () => void
  readonly #openWindow: (layout: SavedLayout, request: LayoutRequest) => Workspace

  constructor({
    openWindow,
    changed,
  }: {
    readonly openWindow: (layout: SavedLayout, request: LayoutRequest) => Workspace
    /** Called when a layout was added or removed. */
    readonly changed: () => void
  }) {
    this.#openWindow = openWindow
    this.#stopFollowing = followLayouts(this.#files.folder, systemClock, changed)
  }

  /** Returns its window, or why the layout cannot be read. */
  open(name: string, request: LayoutRequest): Workspace | LayoutProblem {
    const read = this.#files.read(name)
    return 'problem' in read ? read : this.#openWindow(read.layout, request)
  }

  names(): readonly string[] {
    return this.#files.names()
  }

  /** Opens a layout for a caller. Returns the size of its window. */
  openFor(
    name: string,
    caller: Caller,
  ): { readonly tabs: number; readonly panes: number } | LayoutProblem {
    const rest = { directory: null, profile: null, geometry: null, startup: null }
    const opened = this.open(name, { ...caller, ...rest })
    return 'problem' in opened
      ? opened
      : { tabs: opened.strip.tabs.length, panes: opened.strip.panes.ids.length }
  }

  openFrom(name: string, directory: string): string | null {
    const environment = definedOf(ownEnvironment)
    const opened = this.openFor(name, { callerDirectory: directory, environment })
    return 'problem' in opened ? opened.problem : null
  }

  /** Saves the tabs of a window. Returns the file, and the omitted parts. */
  save(name: string, layout: SavedLayout, overwrite: boolean): ReturnType<LayoutFiles['save']> {
    return this.#files.save(name, layout, overwrite)
  }

  dispose(): void {
    this.#stopFollowing()
  }
}
