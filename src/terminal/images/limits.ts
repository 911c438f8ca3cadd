/** Pixels of an image, 64 MiB decoded; an 8K frame has twice as many. Beyond: rejected. */
export const picturePixelsMax = 16_777_216
/** Longest side in pixels, as in kitty and as every canvas supports. Beyond: rejected. */
export const pictureSideMax = 10_000
/** Bytes of an image's pixels as sent. Beyond: rejected. */
export const pictureBytesMax = 67_108_864
/** Bytes of an encoded image, which each page that shows it is sent. Beyond: rejected. */
export const encodedBytesMax = 33_554_432
/** Decoded bytes of all images. Beyond: the oldest hidden one is removed, then the oldest. */
export const terminalBytesMax = 268_435_456
/** Images and placements; programs show a few dozen. Beyond: the oldest is removed. */
export const picturesMax = 1_024
export const placementsMax = 1_024
/** Length of a chain of relative placements, as in kitty. Beyond: ETOODEEP. */
export const chainMax = 8
/** Covered cells, which a frame lists. Beyond: the oldest placement with some is removed. */
export const holesMax = 65_536
/** Bytes of a drawing string; a screen of sixels has 1 MB. A longer one draws nothing. */
export const graphicsStringMax = 4_194_304
/** Bytes before the `;` of a kitty command, and before the `:` of an inline file. */
export const controlBytesMax = 4_096
/** Color registers of sixel images; larger numbers wrap around. */
export const sixelRegisters = 256
/** Pixels that are inflated immediately, which takes a few ms. Beyond: in a thread. */
export const inflateAtOnceMax = 1_048_576
/** Pixels of a PNG that becomes a frame, unfiltered in up to 100 ms. Beyond: rejected. */
export const framePngPixelsMax = 4_194_304
/** Pixel changes that wait for large data, and their bytes. Beyond: ENOSPC. */
export const pendingChangesMax = 1_024
export const pendingImageBytesMax = 67_108_864
/** Bytes that waiting changes will write, about 2 s of work in turns. Beyond: ENOSPC. */
export const waitingWorkMax = 536_870_912
/** Decoded frames of an animation. Beyond: ENOSPC. */
export const framesMax = 256
/** Shortest gap between frames, ms: 30 per second. Shorter gaps are lengthened. */
export const frameGapMin = 33
/** Default cell size in pixels, until a window sends one. */
export const usualCell = { width: 8, height: 16 } as const

/** Bytes of images in a checkpoint, as sequences. Beyond: the oldest hidden ones are omitted. */
export const keptPicturesBytesMax = 3_145_728
/** Decoded bytes of an animation in a checkpoint. Beyond: its first frame only. */
export const keptFramesBytesMax = 33_554_432
/** Bytes compressed together for checkpoints, in threads that also read files. Beyond: later. */
export const deflatingBytesMax = 16_777_216
/** Images that don't fit a checkpoint. Beyond: no further one is tried. */
export const keptMisfitsMax = 8
