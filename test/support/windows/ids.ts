/** Ids for tests, out of text. */
import {
  paneFor,
  sessionIn,
  toSessionId,
  toTabId,
  type PaneId,
  type SessionId,
  type TabId,
} from '../../../src/core/ids.ts'
import { tabWith } from '../../../src/core/windows/panes/arrangement.ts'
import type { Workspace } from '../../../src/core/windows/workspace/workspace.ts'

/** Without text: the id of no session. */
export const asSession = (id: string | null | undefined): SessionId => toSessionId(id ?? '')
export const asTab = toTabId
export const asPane = (id: string | null | undefined): PaneId => paneFor(asSession(id))

/** The tab of a window, or of any of several, that has the pane of this session. */
export function tabOf(
  place: Pick<Workspace, 'strip'> | { readonly all: readonly Workspace[] },
  session: string,
): TabId {
  for (const { strip } of 'all' in place ? place.all : [place]) {
    const tab = tabWith(strip.arrangement, asPane(session))
    if (tab !== undefined) return tab.id
  }
  return toTabId(`none has ${session}`)
}

/** The sessions of a window that have the focus in their tabs, in the order of the tabs. */
export const focuses = ({ strip }: Pick<Workspace, 'strip'>): SessionId[] =>
  strip.tabs.map(({ focus }) => sessionIn(focus))
