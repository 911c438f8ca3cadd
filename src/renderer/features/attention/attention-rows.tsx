/** The rows of the inbox: tabs that need the user, and earlier notifications. */
import type { JSX } from 'preact'
import { beganAt, type QueuedTab } from '../../../core/windows/attention/queue.ts'
import { listMessage } from '../../../core/windows/attention/messages.ts'
import { agentName } from '../../../core/windows/tabs/agent-names.ts'
import { tabDescription, stateWord } from '../../../core/windows/tabs/state-words.ts'
import { sinceText } from '../../../base/text/since.ts'
import { AgentSign } from '../../bar/agent-sign.tsx'
import { Flag } from '../../bar/flag.tsx'
import { useSince } from '../../bar/since-clock.ts'
import { StateGlyph, Stripe } from '../../bar/stripe.tsx'
import { mainNow, wallClock } from '../../page/clock.ts'
import { Icon } from '../../overlay/icon.tsx'
import { usePage } from '../../page/page-context.ts'
import { useCell } from '../../state/cell.ts'
import { AttentionState, type ListedNotification } from './attention-state.ts'

export type InboxItem =
  | { readonly id: string; readonly row: QueuedTab; readonly past?: undefined }
  | { readonly id: string; readonly row?: undefined; readonly past: ListedNotification }

export function lookOf({ row }: InboxItem): string {
  if (row === undefined) return 'notification-row note'
  const { agent, call } = row.view
  return `attention-row ${agent?.seen === true && call === undefined ? 'attention-seen' : ''}`
}

/** Returns the name of a window, or '' if there is only one. */
function useWindowName(id: string): string {
  const windows = useCell(usePage().get(AttentionState).windows)
  return windows.length > 1 ? (windows.find((one) => one.id === id)?.name ?? '') : ''
}

export function AttentionRow({ row }: { readonly row: QueuedTab }): JSX.Element {
  const { view } = row
  const window = useWindowName(row.window)
  const since = beganAt(view)
  useSince(since)
  const { title, project, agent, call, mark, muted } = view
  const word = stateWord(view, wallClock)
  const called = call === undefined ? '' : call.kind === 'bell' ? 'bell' : 'notification'
  const parts = [
    project === title ? '' : project,
    agent === undefined || agent.tool === '' ? '' : agentName(agent.tool),
    view.account ?? '',
    [word, called].filter((text) => text !== '').join(', '),
  ].filter((text) => text !== '')
  const message = listMessage(view)
  return (
    <>
      <Stripe view={view} />
      <span class="for-ears">
        {[tabDescription(view, mainNow(), wallClock), message, window]
          .filter((text) => text !== '')
          .join(', ')}
      </span>
      <div class="attention-line" aria-hidden="true">
        <Flag mark={mark} />
        <AgentSign tool={agent?.tool} />
        <span class="list-title cut">{title}</span>
        {muted === true && (
          <span class="tab-mark soft" title="Muted">
            <Icon name="muted" />
          </span>
        )}
        <span class="attention-when note">
          {[window, sinceText(mainNow() - since)].filter((text) => text !== '').join(' · ')}
        </span>
      </div>
      <div class="attention-line attention-what note" aria-hidden="true" data-state={view.state}>
        <StateGlyph view={view} />
        <span>{parts.join(' · ')}</span>
      </div>
      {message !== '' && (
        <div class="attention-message" aria-hidden="true">
          {message}
        </div>
      )}
    </>
  )
}

export function NotificationRow({
  past: { at, title, text, muted },
}: {
  readonly past: ListedNotification
}): JSX.Element {
  return (
    <>
      <span class="notification-when">{wallClock(at)}</span>
      <span class="notification-who cut">{title}</span>
      <span class="notification-what cut">{text}</span>
      {muted === true && (
        <span class="tab-mark soft" title="Tab is muted; no notification was sent">
          <Icon name="muted" />
          <span class="for-ears">muted</span>
        </span>
      )}
    </>
  )
}
