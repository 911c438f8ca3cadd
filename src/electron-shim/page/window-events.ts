/** Reports focus, size, title and copied text to Node. */
import type { Up } from './wire.ts'

export function watchWindow(up: (message: Up) => void) {
  const placeNow = () => `${window.screenX} ${window.screenY}`
  let place = placeNow()
  const bounds = (): void => {
    place = placeNow()
    up({
      kind: 'bounds',
      x: window.screenX,
      y: window.screenY,
      width: window.innerWidth,
      height: window.innerHeight,
    })
  }
  // There is no event for a moved window: the pointer returning shows it.
  const moved = (): void => {
    if (place !== placeNow()) bounds()
  }
  window.addEventListener('mouseover', moved, { capture: true, passive: true })
  window.addEventListener(
    'focus',
    (event) => {
      if (event.target !== window) return
      up({ kind: 'focus', focused: true })
      moved()
    },
    true,
  )
  window.addEventListener(
    'blur',
    (event) => {
      if (event.target === window) up({ kind: 'focus', focused: false })
    },
    true,
  )
  window.addEventListener('resize', bounds)
  for (const kind of ['copy', 'cut'] as const) {
    // Runs last, after the page has set the event's data.
    window.addEventListener(kind, (event) => {
      const text = event.defaultPrevented
        ? event.clipboardData?.getData('text/plain')
        : String(document.getSelection() ?? '')
      if (text) up({ kind: 'copied', text })
    })
  }
  watchTitle((title) => up({ kind: 'title', title }))
}

/**
 * Watches only the head and the title: watching the document would slow down a grid of DOM rows.
 */
function watchTitle(changed: (title: string) => void): void {
  const start = (): void => {
    let last = ''
    const look = (): void => {
      for (const node of [document.head, document.querySelector('title')])
        if (node !== null)
          observer.observe(node, {
            childList: true,
            characterData: true,
            subtree: node !== document.head,
          })
      if (document.title !== last && document.title !== '') changed((last = document.title))
    }
    const observer = new MutationObserver(look)
    look()
  }
  if (document.readyState === 'loading')
    document.addEventListener('DOMContentLoaded', start, { once: true })
  else start()
}
