/** A page that shows the frames of a core which has printed some lines. */
import { FrameLink } from './frame-link.ts'

export const lines = (count: number, from = 0) =>
  Array.from({ length: count }, (_, line) => `line ${from + line}\r\n`).join('')

/**
 * Returns a visible link with some lines. Its first frame and the messages right after it have
 * arrived.
 */
export function shown({ count = 0, rows = 10, cols = 40, scrollback = 100_000 } = {}): FrameLink {
  const link = new FrameLink({ cols, rows, scrollback })
  link.print(lines(count))
  link.clock.advance(1_000)
  link.page.view.watch(true)
  link.deliverToCore()
  link.deliverToPage()
  link.page.drawn()
  return link
}
