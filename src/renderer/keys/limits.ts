/** Limits of what the user does while the page waits for the main process. */

/**
 * What is typed waits so long for the tab that it is meant for. Then it goes to the tab in view:
 * better late in the wrong place than never.
 */
export const holdMs = 1_000

/**
 * Keys and actions that wait at most: nobody types more in `holdMs`. Beyond it they go to the tab
 * in view at once; where there is none yet, what comes beyond is dropped.
 */
export const heldMax = 1_000

/**
 * The main process says within milliseconds what the page has changed by itself. After this long
 * its word counts again, whatever it is.
 */
export const confirmMs = 2_000
