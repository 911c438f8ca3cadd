/** Commands on a tab's state. Each returns false if there is nothing to do. */
import type { SessionId } from '../../../core/ids.ts'
import { namingPane } from '../../../core/windows/tabs/headline.ts'
import type { TabView } from '../../../core/windows/tabs/tab-view.ts'
import { actionTable, type ActionName } from '../../../core/config/keys/actions.ts'
import type { Page } from '../../page/page.ts'

export function canAcknowledge(view: TabView | null | undefined): boolean {
  return /^(?:waiting|error|done)$/.test(view?.state ?? '') || view?.call !== undefined
}

export function acknowledgeTab(page: Page, id = page.state.focused.value): boolean {
  const view = viewOf(page, id)
  if (view === null || !canAcknowledge(view)) return false
  page.send({ kind: 'session/acknowledge', session: view.id })
  return true
}

export function markSeen(page: Page, id = page.state.focused.value): boolean {
  const view = viewOf(page, id)
  if (
    view === null ||
    (view.call === undefined &&
      (view.agent === undefined || view.agent.seen || view.state === 'active'))
  )
    return false
  page.send({ kind: 'session/seen', session: view.id })
  return true
}

/** Duration of a snooze. */
const snoozeMs = 600_000

/** Snoozes a waiting tab, or ends its snooze. */
export function snooze(page: Page, id = page.state.focused.value): boolean {
  const view = viewOf(page, id)
  if (view?.state !== 'waiting') return false
  page.send({
    kind: 'session/snooze',
    session: view.id,
    forMs: view.agent?.snoozedUntil == null ? snoozeMs : null,
  })
  return true
}

/** Mutes or unmutes a tab. Notifications of a muted tab appear only in the inbox. */
export function mute(page: Page, id = page.state.focused.value): boolean {
  const view = viewOf(page, id)
  if (view !== null)
    page.send({ kind: 'session/mute', session: view.id, muted: view.muted !== true })
  return view !== null
}

export function resetName(page: Page, tab = page.state.active.value): boolean {
  const { state } = page
  const view = tab === null ? undefined : namingPane(state.viewsIn(tab), state.focusIn(tab))
  if (view?.named !== true) return false
  page.send({ kind: 'session/rename', session: view.id, name: null })
  return true
}

/** Returns the label of an action for a tab: actions that toggle have two. */
export function labelNow(name: ActionName, view: TabView | null | undefined): string {
  if (name === 'mute_tab' && view?.muted === true) return 'Unmute tab'
  if (name === 'snooze_tab' && view?.agent?.snoozedUntil != null) return 'Unsnooze tab'
  return actionTable[name].label
}

function viewOf(page: Page, id: SessionId | null): TabView | null {
  return (id === null ? undefined : page.state.session(id)?.value) ?? null
}
