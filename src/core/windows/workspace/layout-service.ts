/** Opens layouts in a window, and saves its tabs as one. */
import { sessionIn, type PaneId } from '../../ids.ts'
import type { SavedLayout } from '../layouts/layout.ts'
import { renameSplit } from '../panes/arrangement.ts'
import type { Directories } from './directories.ts'
import { layoutPane, layoutTab, type LayoutSurroundings } from './layout-tabs.ts'
import type { NewTabs } from './new-tabs.ts'
import type { TabStrip } from './tab-strip.ts'
import type { WindowContext } from './workspace-ports.ts'

export class LayoutService {
  readonly #context: WindowContext
  readonly #strip: TabStrip
  readonly #newTabs: NewTabs
  readonly #directories: Directories

  constructor(context: WindowContext, strip: TabStrip, newTabs: NewTabs, directories: Directories) {
    this.#context = context
    this.#strip = strip
    this.#newTabs = newTabs
    this.#directories = directories
  }

  /** Opens the panes of a layout in a window without tabs. Commands wait to be started. */
  open({ panes, splits, active }: SavedLayout, others: LayoutSurroundings): void {
    const { facts, options, page } = this.#context
    const { home, environment } = facts
    const ids = panes.map((pane, place) => {
      const { missing, ...tab } = layoutTab(pane, { ...others, home, environment }, options)
      if (missing !== undefined) page.notice('warning', missing)
      return this.#newTabs.open(tab, undefined, place)
    })
    this.#strip.arrange(ids, active, splits)
  }

  /** Opens a saved layout in its own window. */
  openSaved(name: string): void {
    const problem = this.#context.ports.layouts.openFrom(name, this.#newTabs.place().directory)
    if (problem !== null) this.#context.page.notice('error', problem)
  }

  save(name: string, overwrite: boolean): void {
    const { page, ports } = this.#context
    const saved = ports.layouts.save(name, this.current, overwrite)
    this.sendNames()
    if ('problem' in saved) page.notice('error', saved.problem)
    else
      page.notice(
        saved.notes.length === 0 ? 'notice' : 'warning',
        [`Saved to ${saved.file}.`, ...saved.notes].join(' '),
      )
  }

  sendNames(): void {
    const { page, ports } = this.#context
    page.send({ kind: 'page/layouts', names: [...ports.layouts.names()] })
  }

  /** The window's current tabs, without their output. */
  get current(): SavedLayout {
    const { ids, splits, active } = this.#strip.lasting
    this.#directories.lookUpAll()
    const at = (pane: PaneId) => String(ids.indexOf(sessionIn(pane)))
    return {
      panes: ids.flatMap((id) => {
        const session = this.#strip.sessions.get(id)
        return session === undefined ? [] : layoutPane(session.restorable(0))
      }),
      splits: splits.flatMap((split) => renameSplit(split, at)),
      active: Math.max(0, active),
    }
  }
}
