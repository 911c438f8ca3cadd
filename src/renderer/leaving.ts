/**
 * A page that is about to be loaded anew ends its turn of parsing and begins no other: the next one gets the rest in its snapshot, and has the machine for itself. Unparsed bytes stop the program by
 * flow control; nothing is lost where the page stays after all.
 */

/** A page that is still there after so long, ms, goes on: its window was to be closed, and the user was asked. */
const staysAfterMs = 500

let goesUntil = Number.NEGATIVE_INFINITY

/** From now on it is known when the page is about to go. */
export function noticeLeaving(): void {
  window.addEventListener('beforeunload', () => { goesUntil = performance.now() + staysAfterMs })
}

/** How long, ms, what can wait shall wait for the page to go; 0: it is not about to. */
export function leavingForMs(): number {
  return Math.max(0, goesUntil - performance.now())
}
