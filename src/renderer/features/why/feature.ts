/** The *Why* panel, which can be pinned. */
import { createElement as h } from 'preact'
import type { Feature } from '../../page/page.ts'
import { WhyRequests } from './why-requests.ts'
import { PinnedWhy, WhyOverlays } from './why.tsx'

export const whyFeature: Feature = (page) => ({
  actions: {
    why: () => {
      const session = page.state.focused.value
      if (session !== null) page.overlays.open({ kind: 'why', session })
      return session !== null
    },
  },
  messages: {
    'session/why': ({ request, report }) => page.get(WhyRequests).answer(request, report),
  },
  overlays: { why: (overlay) => h(WhyOverlays, { key: overlay.session, ...overlay }) },
  layers: [PinnedWhy],
})
