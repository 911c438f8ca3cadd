/** Types into several terminals at once, and marks each of them for as long as it lasts. */
import { createElement as h } from 'preact'
import { panesInSameTab } from '../../../core/windows/panes/arrangement.ts'
import { always, type Feature } from '../../page.ts'
import { BroadcastFrames } from './broadcast-frames.tsx'
import { beginBroadcast, endBroadcast } from './broadcasting.ts'
import { ChooseReceivers } from './choose-receivers.tsx'

export const broadcastFeature: Feature = (page) => ({
  actions: {
    toggle_broadcast: always(() => {
      const pane = page.state.active.value
      if (page.state.broadcast.on) endBroadcast(page)
      else if (pane !== null) beginBroadcast(page, panesInSameTab(page.state.arrangement, pane))
    }),
    broadcast_to_all_tabs: always(() => beginBroadcast(page, page.state.panes())),
    broadcast_to_tabs: always(() => page.overlays.open({ kind: 'broadcast' })),
  },
  overlays: { broadcast: () => h(ChooseReceivers, null) },
  layers: [BroadcastFrames],
})
