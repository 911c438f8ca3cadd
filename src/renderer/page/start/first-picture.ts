/**
 * Shows the window only when it is complete. Painting a bare frame, then a bar, then a grid costs
 * some 40 ms of CPU time each without a graphics card, for images that only flicker. Until then the
 * engine shows the old image or the window's background. `look/style/page.css` hides the rest.
 */
import type { Page } from '../page.ts'

/** Longest wait for the tab, ms. After it, an incomplete window is better than an empty one. */
const wholeWithinMs = 500

const userComes = ['keydown', 'pointerdown'] as const

/** Sets `data-whole` on the first frame, a question, a key or press, or when the time is over. */
export function drawWhenWhole(page: Page, root: HTMLElement): void {
  const show = (): void => {
    window.clearTimeout(timer)
    page.panes.laidOut.delete(show)
    endOverlay()
    for (const kind of userComes) window.removeEventListener(kind, show, { capture: true })
    root.toggleAttribute('data-whole', true)
  }
  const timer = window.setTimeout(show, wholeWithinMs)
  page.panes.laidOut.add(show)
  const endOverlay = page.state.overlay.subscribe(show)
  // A field that a key opens gets the keyboard only if it is visible.
  for (const kind of userComes) window.addEventListener(kind, show, { capture: true })
}
