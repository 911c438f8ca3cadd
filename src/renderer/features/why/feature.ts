/** Why a tab shows its state: the panel, which can be pinned. */
import { createElement as h } from 'preact'
import type { Feature } from '../../page.ts'
import { WhyRequests } from './why-requests.ts'
import { PinnedWhy, WhyOverlays } from './why.tsx'

export const whyFeature: Feature = (page) => ({
  actions: {
    why: () => {
      const tab = page.state.active.value
      if (tab !== null) page.overlays.open({ kind: 'why', tab })
      return tab !== null
    },
  },
  messages: {
    'session/why': ({ request, report }) => page.get(WhyRequests).answer(request, report),
  },
  overlays: { why: (overlay) => h(WhyOverlays, { key: overlay.tab, ...overlay }) },
  layers: [PinnedWhy],
})
