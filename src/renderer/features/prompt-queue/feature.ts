/** The prompt queue of a tab: its panel, and *Queue prompt* for the active tab. */
import { createElement as h } from 'preact'
import type { Feature } from '../../page/page.ts'
import { PromptQueuePanel } from './prompt-queue.tsx'
import { PromptQueues } from './prompt-queues.ts'

export const promptQueueFeature: Feature = (page) => ({
  actions: {
    queue_prompt: () => {
      const session = page.state.focused.value
      if (session !== null) page.overlays.open({ kind: 'prompt-queue', session })
      return session !== null
    },
  },
  messages: { 'queue/state': (message) => page.get(PromptQueues).now.set(message) },
  overlays: {
    'prompt-queue': (overlay) => h(PromptQueuePanel, { key: overlay.session, ...overlay }),
  },
})
