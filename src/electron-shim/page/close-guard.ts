/**
 * Holds the window at its close button, so that the app can be asked: Chromium raises a question
 * that Node answers (page-link.ts). A page that has crashed closes unasked, one that hangs when it
 * goes on. When Node hangs, Chromium's question stays on the screen, and the user answers it.
 */

/**
 * Set by the line that Node puts before this script: with a display and without a test driver only.
 */
declare const __electronShimGuard: boolean

export function guardClosing(): void {
  if (!__electronShimGuard) return
  let navigates = false
  // The page's own way elsewhere is `will-navigate`'s matter; it is notified before `beforeunload`,
  // in
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
