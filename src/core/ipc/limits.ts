/** Limits of the pipe between the main process and a page. Reasons from behaviour/security.md section 2. */

/** Largest message that a page may send, bytes. A page that sends more is broken: the message is dropped and counted. */
export const pageMessageBytesMax = 1_048_576

/** Bytes of a paste in one message. Well under `pageMessageBytesMax`, so that a big paste cannot hold up a key press. */
export const pasteMessageBytesMax = 262_144

/** Messages per second from one page: 60 tabs with acknowledgements, mouse motion and typing stay far below. Beyond it: dropped, counted. */
export const pageMessagesPerSecondMax = 5_000

/** Dropped messages after which a page is taken to be broken and is loaded anew. Its sessions go on. */
export const pageDropsUntilReload = 10_000

/** Text put on a clipboard or read from it, UTF-16 units. Larger than a screen full of scrollback; beyond it: refused with a sentence. */
export const clipboardTextMax = 16_777_216

/** Columns and rows of a grid. xterm.js has no grid of one column. Sizes outside are clamped. */
export const columnsMin = 2
export const columnsMax = 1_000
export const rowsMin = 1
export const rowsMax = 1_000
