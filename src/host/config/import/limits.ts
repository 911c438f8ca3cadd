/** Limits of importing another terminal's settings. Real configurations have a few files. */

/** Bytes of one file. A larger file is not read. */
export const foreignBytesMax = 1_048_576
/** Files of one configuration, and files inside each other; beyond, they are not read. */
export const foreignFilesMax = 32
export const foreignDepthMax = 8
/** Settings of all files; beyond, the import fails. kitty has about 300 options and keys. */
export const foreignSettingsMax = 10_000
