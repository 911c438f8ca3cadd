/**
 * Delays closing a window until the app has answered: Chromium raises a question that Node answers
 * (page-link.ts). A crashed page closes immediately, a hanging one when it continues. If Node
 * hangs, the user answers Chromium's question.
 */

/** Set in a line that Node prepends, with a display and without a test driver. */
declare const __electronShimGuard: boolean

export function guardClosing(): void {
  if (!__electronShimGuard) return
  let navigates = false
  // The page's own navigation is handled by `will-navigate`; its event precedes `beforeunload` in
  // the same turn.
  navigation.addEventListener('navigate', (event) => {
    if (event.hashChange || event.downloadRequest !== null) return
    navigates = true
    setTimeout(() => {
      navigates = false
    }, 0)
  })
  window.addEventListener('beforeunload', (event) => {
    if (!navigates) event.preventDefault()
  })
}
