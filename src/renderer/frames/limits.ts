/** Limits of what a page keeps of a session's rows. */

/** Lines of the history that have been unpacked and are kept, some 1.5 KB each: more than any window shows, and a search goes through the others once. */
export const linesCachedMax = 512

/** Parts of the history are joined up to so many words, 64 KiB: as large as the core's own blocks. */
export const partWordsMax = 16_384
