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

  function sendWhy({ session, request }: MessageOf<'session/why'>): void {
    const report = strip.session(session)?.why()
    if (report !== undefined) page.send({ kind: 'session/why', session, request, report })
  }

  /** A tab that is its window's only one stays there, unless another window is named. */
  function moveToWindow({ tab, window }: MessageOf<'tab/to-window'>): void {
    if (strip.order.length > 1 || window !== null) registry.moveTab(tab, window)
  }

  return {
    'tab/open': ({ profile }) => newTabs.openProfile(profile),
    'tab/close': ({ tab, force, whole }) => closing.closeTab(tab, force, whole === true),
    'pane/focus': ({ pane }) => strip.activate(pane),
    'tab/move': ({ tab, to }) => strip.set(movePaneTab(strip.arrangement, tab, to)),
    'pane/split': ({ pane, axis }) => newTabs.split(pane, axis),
    'pane/arrange': ({ split }) => strip.set(rearrange(strip.arrangement, split)),
    'pane/join': join,
    'pane/own-tab': ({ pane }) => strip.set(ownTab(strip.arrangement, pane)),
    'session/duplicate': ({ session }) => newTabs.duplicate(session),
    'tab/reopen': () => newTabs.reopen(),
    'session/why': sendWhy,
    'tab/to-window': moveToWindow,
    'tab/drag': ({ tab, at, drop }) => registry.drag(tab, at, drop),
  } satisfies Partial<PageMessageHandlers>
}
