/** Handles a page's messages about its tabs and panes. */
import type { TabId } from '../../../ids.ts'
import { intoTab, rearrange, tabWith } from '../../panes/arrangement.ts'
import { notJoined } from '../../panes/act.ts'
import { findTab, moveTab } from '../../panes/tab-order.ts'
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
  function join({ tab, at, side }: MessageOf<'tab/join'>): void {
    const { arrangement } = strip
    if (findTab(arrangement, tab) === undefined || tabWith(arrangement, at) === undefined) return
    const joined = intoTab(arrangement, tab, at, side)
    if (joined === null) page.notice('warning', notJoined)
    else strip.set(joined)
  }

  function sendWhy({ session, request }: MessageOf<'session/why'>): void {
    const asked = strip.sessions.get(session)
    if (asked === undefined) return
    const report = asked.why(asked.agents.processes?.usage?.(), registry.portUse(asked))
    page.send({ kind: 'session/why', session, request, report })
  }

  /** A broken page must not move a tab of another window. */
  const hasTab = (tab: TabId): boolean => findTab(strip.arrangement, tab) !== undefined

  /** Moves a tab. A window's only tab stays unless another window is named. */
  function moveToWindow({ tab, window }: MessageOf<'tab/to-window'>): void {
    if (!hasTab(tab)) return
    if (strip.tabs.length > 1 || window !== null) registry.moveTab(tab, window)
  }

  return {
    'tab/open': ({ profile }) => newTabs.openProfile(profile),
    'tab/close': ({ tab, ...answer }) => closing.closeTab(tab, answer),
    'tabs/close': ({ tabs, ...answer }) => closing.closeTabs(tabs, answer),
    'tab/move': ({ tab, to }) => strip.set(moveTab(strip.arrangement, tab, to)),
    'tab/arrange': ({ tab, ...split }) => strip.set(rearrange(strip.arrangement, tab, split)),
    'tab/join': join,
    'pane/close': ({ pane, ...answer }) => closing.closePane(pane, answer),
    'pane/focus': ({ pane }) => strip.focusPane(pane),
    'pane/split': ({ pane, axis }) => newTabs.split(pane, axis),
    'pane/own-tab': ({ pane }) => strip.act(pane, { act: 'own-tab' }),
    'session/duplicate': ({ session }) => newTabs.duplicate(session),
    'tab/reopen': () => newTabs.reopen(),
    'session/why': sendWhy,
    'tab/to-window': moveToWindow,
    'tab/drag': ({ tab, at, drop }) => {
      if (hasTab(tab)) registry.drag(tab, at, drop)
    },
  } satisfies Partial<PageMessageHandlers>
}
