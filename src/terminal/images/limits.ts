/** Limits of pictures in a terminal. What happens beyond each stands beside it. */

/** Pixels of a picture, 64 MiB decoded: more than an 8K frame has a third of. Refused. */
export const picturePixelsMax = 16_777_216
/** Longest side in pixels, as in kitty: a canvas takes no more everywhere. Refused. */
export const pictureSideMax = 10_000
/** Bytes of one picture's pixels as they are sent. More is refused. */
export const pictureBytesMax = 67_108_864
/** Bytes of a PNG, JPEG, GIF or WebP, which all pages that show it are sent. More is refused. */
export const encodedBytesMax = 33_554_432
/**
 * Decoded bytes of all pictures of a terminal. Beyond, the oldest that is nowhere shown goes, then
 * the oldest.
 */
export const terminalBytesMax = 268_435_456
/** Pictures and placements of a terminal: programs show some dozens. The oldest goes. */
export const picturesMax = 1_024
export const placementsMax = 1_024
/** Placements that one may hang on, one on the other: as many as in kitty. More: ETOODEEP. */
export const chainMax = 8
/**
 * Cells that text has taken of all placements, which a frame lists: some screens full. The oldest
 * placement that has lost some goes.
 */
export const holesMax = 65_536
/** Bytes of a string that draws: a screen of sixels has 1 MB. One that is longer draws nothing. */
export const graphicsStringMax = 4_194_304
/** Bytes before the `;` of a kitty command, and before the `:` of an inline file. */
export const controlBytesMax = 4_096
/** Colour registers of sixel pictures; numbers beyond begin anew. */
export const sixelRegisters = 256
/** Pixels that are inflated at once, a few ms; more by a thread of its own. */
export const inflateAtOnceMax = 1_048_576
/** Pixels of a PNG that becomes a frame: unfiltered in one go, 0.1 s at the most. Refused. */
export const framePngPixelsMax = 4_194_304
/** Changes of pixels, and bytes of theirs, that wait for large data. More: ENOSPC. */
export const pendingChangesMax = 1_024
export const pendingImageBytesMax = 67_108_864
/**
 * Bytes of pixels that what waits will write: twice as many as all frames of a terminal have, each
 * filled and composed; some 2 s of work, in turns. More: ENOSPC.
 */
export const waitingWorkMax = 536_870_912
/** Frames of an animation, each decoded. More are refused with ENOSPC. */
export const framesMax = 256
/** Shortest gap between two frames, ms: 30 a second. Shorter ones are lengthened. */
export const frameGapMin = 33
/** Size of a cell in pixels while no window has sent one. */
export const usualCell = { width: 8, height: 16 } as const
