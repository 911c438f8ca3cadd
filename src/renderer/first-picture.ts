/**
 * Draws the window once it is whole, instead of a bare frame, then a bar, then a grid: pictures of
 * which nobody sees more than a flicker, and each of which costs a machine without a graphics card
 * some 40 ms of processor time. Until then the engine shows the old picture, then the window's
 * ground. `style/page.css` hides the page meanwhile, all but what has the keyboard.
 */
import type { Page } from './page.ts'

/**
 * A page that waits for its tab longer than this, ms, shows what it has: a reload shall take no
 * longer, and a window that shows nothing is worse than one that fills.
 */
const wholeWithinMs = 500

const userComes = ['keydown', 'pointerdown'] as const

/**
 * `root` is marked with `data-whole` when the tab in view has drawn its first frame of the core,
 * something is asked of the user, the user does something, or the time is over.
 */
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
  // A field that a key opens takes the keyboard only where it can be seen.
  for (const kind of userComes) window.addEventListener(kind, show, { capture: true })
}
