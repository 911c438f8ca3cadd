/** Handles the messages of a page about the tabs and panes of its window. */
import { movePaneTab, ownTab, rearrange } from '../../panes/arrangement.ts'
import type { Closing } from '../closing.ts'
import type { NewTabs } from '../new-tabs.ts'
import type { TabStrip } from '../tab-strip.ts'
import type { WindowContext } from '../workspace-ports.ts'
import type { MessageOf, PageMessageHandlers } from './handlers.ts'

export function tabMessages(
  { page, ports: { registry } }: WindowContext,
  strip: TabStrip,
  newTabs: NewTabs,
  closing: Closing,
) {
  function join({ tab, at, side }: MessageOf<'pane/join'>): void {
    if (strip.session(tab) === undefined || strip.session(at) === undefined) return
    const problem = strip.act(tab, { act: 'join', at, side })
    if (problem !== null) page.notice('warning', problem)
  }

  function sendWhy({ tab, request }: MessageOf<'tab/why'>): void {
    const session = strip.session(tab)
    if (session !== undefined) page.send({ kind: 'tab/why', tab, request, report: session.why() })
  }

  /** A tab that is its window's only one stays there, unless another window is named. */
  function moveToWindow({ tab, window }: MessageOf<'tab/to-window'>): void {
    if (strip.order.length > 1 || window !== null) registry.moveTab(tab, window)
  }

  return {
    'tab/open': ({ profile }) => newTabs.openProfile(profile),
    'tab/close': ({ tab, force, whole }) => closing.closeTab(tab, force, whole === true),
    'tab/activate': ({ tab }) => strip.activate(tab),
    'tab/move': ({ tab, to }) => strip.set(movePaneTab(strip.arrangement, tab, to)),
    'pane/split': ({ tab, axis }) => newTabs.split(tab, axis),
    'pane/arrange': ({ split }) => strip.set(rearrange(strip.arrangement, split)),
    'pane/join': join,
    'pane/own-tab': ({ tab }) => strip.set(ownTab(strip.arrangement, tab)),
    'tab/duplicate': ({ tab }) => newTabs.duplicate(tab),
    'tab/reopen': () => newTabs.reopen(),
    'tab/why': sendWhy,
    'tab/to-window': moveToWindow,
    'tab/drag': ({ tab, at, drop }) => registry.drag(tab, at, drop),
  } satisfies Partial<PageMessageHandlers>
}
