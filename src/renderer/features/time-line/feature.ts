/** Clicks and keys of timelines. The bar draws them. */
import type { Feature } from '../../page/page.ts'
import { TimeLines } from './time-lines.ts'

export const timeLineFeature: Feature = (page) => {
  const timeLines = page.get(TimeLines)
  return {
    actions: { previous_event: () => timeLines.previous() },
    messages: {
      'session/time-line': (message) => timeLines.changed(message),
      'session/scroll-to': (message) => timeLines.scrollTo(message),
    },
  }
}
