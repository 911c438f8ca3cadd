/** A pane as text, for `vibeflow pane list`. Pure. */
import { spelledText } from '../../consent/spelled.ts'
import type { TabView } from '../tabs/tab-view.ts'
import { lineCharactersMax, safeText } from '../../../base/text/safe-text.ts'
import { sessionIn, type SessionId } from '../../ids.ts'
import { focusOf } from '../panes/arrangement.ts'
import type { Arrangement } from '../panes/tab-order.ts'
import { panesOf } from '../panes/tree.ts'
import type { Session } from '../../session/session.ts'

export interface PaneEntry {
  /** The id of its session. */
  readonly id: SessionId
  /** `-` for a session without a window. */
  readonly window: string
  /** Index of its tab in the bar, from 1. `null` for a session without a window. */
  readonly tab: number | null
  /** It is the focused pane of its window. */
  readonly active: boolean
  /** State of its session, or why there is no program. */
  readonly state: string
  readonly title: string
  readonly directory: string
  /** Command that waits to be started. */
  readonly command?: string
}

/** Returns `Window 1, tab 3`. */
export function shownPlace({ tab, window }: Pick<PaneEntry, 'tab' | 'window'>): string {
  return tab === null ? 'without a window' : `${window}, tab ${tab}`
}

/**
 * Returns the panes of a window, tab by tab.
 * @param hasTabs false for sessions without a window
 */
export function listedPanes(
  arrangement: Arrangement,
  sessionOf: (id: SessionId) => Pick<Session, 'program' | 'view'> | undefined,
  window: string,
  hasTabs: boolean,
): PaneEntry[] {
  const focus = focusOf(arrangement)
  return arrangement.tabs.flatMap(({ tree }, index) =>
    panesOf(tree).flatMap((pane) => {
      const id = sessionIn(pane)
      const session = sessionOf(id)
      if (session === undefined) return []
      const view = session.view()
      const { title, deferredStart } = view
      return {
        id,
        window,
        tab: hasTabs ? index + 1 : null,
        active: hasTabs && pane === focus,
        state: paneState(view),
        title,
        directory: session.program.facts().directory,
        ...(deferredStart === undefined
          ? {}
          : { command: safeText(spelledText(deferredStart.command), lineCharactersMax) }),
      }
    }),
  )
}

/** `not-started`: its command waits for the user; `failed`: it could not be started. */
function paneState({
  state,
  phase,
  deferredStart,
}: Pick<TabView, 'deferredStart' | 'phase' | 'state'>): string {
  if (phase === 'running') return state
  return phase === 'ended' && deferredStart !== undefined ? 'not-started' : phase
}
