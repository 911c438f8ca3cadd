/** Broadcast: sends the user's input to several terminals and marks each of them while it lasts. */
import { createElement as h } from 'preact'
import { always, type Feature } from '../../page/page.ts'
import { BroadcastFrames } from './broadcast-frames.tsx'
import { beginBroadcast, endBroadcast } from './broadcasting.ts'
import { ChooseReceivers } from './choose-receivers.tsx'

export const broadcastFeature: Feature = (page) => ({
  actions: {
    toggle_broadcast: always(() => {
      const tab = page.state.active.value
      if (page.state.broadcast.on) endBroadcast(page)
      else if (tab !== null) beginBroadcast(page, page.state.sessionsIn(tab))
    }),
    broadcast_to_all_tabs: always(() => beginBroadcast(page, page.state.sessions())),
    broadcast_to_tabs: always(() => page.overlays.open({ kind: 'broadcast' })),
  },
  overlays: { broadcast: () => h(ChooseReceivers, null) },
  layers: [BroadcastFrames],
})
