/** Attention: the queue of tabs that need the user, the inbox, its toasts and answers. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page/page.ts'
import { AttentionState } from './attention-state.ts'
import { InboxPanel } from './attention-list.tsx'
import { Toasts } from './toasts.tsx'
import { acknowledgeTab, markSeen, mute, resetName, snooze } from './messages.ts'

export const attentionFeature: Feature = (page) => {
  const attention = page.get(AttentionState)
  return {
    actions: {
      next_attention: () => attention.go(1),
      previous_attention: () => attention.go(-1),
      attention_list: always(() => attention.openList()),
      acknowledge_tab: () => acknowledgeTab(page),
      snooze_tab: () => snooze(page),
      mark_seen: () => markSeen(page),
      mute_tab: () => mute(page),
      reset_tab_name: () => resetName(page),
      reopen_closed_tab: () => {
        if (attention.reopenable.value === 0) return false
        page.tabs.request({ kind: 'tab/reopen' })
        return true
      },
    },
    messages: {
      'windows/state': (message) => attention.update(message),
      'attention/history': ({ notifications }) => attention.history.set(notifications.toReversed()),
      'attention/dialog': (message) => attention.dialog.set(message),
      'attention/answered': ({ session, why }) => attention.onAnswer(session, why),
      'attention/toast': (message) => attention.toast(message),
    },
    overlays: { attention: () => h(InboxPanel, null) },
    layers: [Toasts],
  }
}
