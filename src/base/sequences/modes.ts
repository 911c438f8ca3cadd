/**
 * The modes that programs set by `CSI h` and `CSI ? h`, as a table: number, name. What setting does
 * beyond that stands in csi.ts.
 */

export type MouseTracking = 'none' | 'x10' | 'vt200' | 'drag' | 'any'
export type MouseEncoding = 'default' | 'sgr' | 'sgr-pixels' | 'urxvt'

export const defaultModes = () => ({
  insert: false,
  /** LF also returns to the first column. */
  newline: false,
  applicationCursor: false,
  applicationKeypad: false,
  /** The screen is shown with foreground and background exchanged. */
  reverseVideo: false,
  origin: false,
  autowrap: true,
  /** Moving back goes on at the end of the row above, and from the top at the bottom. */
  reverseWrap: false,
  /**
   * The same by its newer number. In xterm from 383 on mode 45 stays within a line that has
   * wrapped; here both do what 45 did before.
   */
  extendedReverseWrap: false,
  cursorBlink: false,
  /** Left and right margins may be set, and `CSI s` sets them. */
  leftRightMargins: false,
  bracketedPaste: false,
  focusReports: false,
  mouse: 'none' as MouseTracking,
  mouseEncoding: 'default' as MouseEncoding,
  /** On, as in kitty, Alacritty and VTE; xterm starts with it off. */
  alternateScroll: true,
  synchronizedOutput: false,
  graphemes: false,
  colorSchemeReports: false,
  sizeReports: false,
  /** DECSACE: DECCARA and DECRARA take the rectangle, and not the stream of cells. */
  rectangleExtent: false,
  /**
   * Protection was begun by SPA: ED, EL and ECH leave protected cells alone, too. By DECSCA it
   * counts for selective erasing only.
   */
  isoProtection: false,
  /** DECCOLM has an effect. */
  columnSwitch: false,
  /** DECCOLM: asks for 132 columns. The size is the user's; what else it does is done. */
  columns132: false,
  /** DECNCSM: DECCOLM does not clear the screen. */
  noClearOnColumnSwitch: false,
  /** A tab behind a full row goes to the next row, as old programs for curses expect. */
  moreFix: false,
  /** DECSDM: sixels are drawn at the upper left, and nothing scrolls or moves. */
  sixelDisplay: false,
  /** Behind sixels the cursor is right of them. */
  sixelRight: false,
})
export type Modes = ReturnType<typeof defaultModes>

export type ModeFlag = {
  [Name in keyof Modes]: Modes[Name] extends boolean ? Name : never
}[keyof Modes]

/** `CSI Ps h`, `CSI Ps l`. */
export const ansiModes: Readonly<Record<number, ModeFlag>> = {
  4: 'insert', //                 IRM
  20: 'newline', //               LNM
}

/** `CSI ? Ps h`, `CSI ? Ps l`: those that are a flag and nothing more. */
export const privateModes: Readonly<Record<number, ModeFlag>> = {
  1: 'applicationCursor', //      DECCKM
  5: 'reverseVideo', //           DECSCNM
  7: 'autowrap', //               DECAWM
  12: 'cursorBlink',
  40: 'columnSwitch',
  41: 'moreFix',
  45: 'reverseWrap',
  66: 'applicationKeypad', //     DECNKM
  80: 'sixelDisplay', //          DECSDM
  95: 'noClearOnColumnSwitch', // DECNCSM
  1004: 'focusReports',
  1007: 'alternateScroll',
  1045: 'extendedReverseWrap',
  2004: 'bracketedPaste',
  2026: 'synchronizedOutput',
  2027: 'graphemes',
  2031: 'colorSchemeReports',
  2048: 'sizeReports',
  8452: 'sixelRight',
}

/** Those that switch between the two screens; alternate.ts has what each does beside that. */
export const isScreenMode = (mode: number): boolean => mode === 47 || mode === 1047 || mode === 1049

/** Setting one replaces another; resetting any of them turns tracking off, as in xterm.js. */
export const mouseModes: Readonly<Record<number, MouseTracking>> = {
  9: 'x10',
  1000: 'vt200',
  1002: 'drag',
  1003: 'any',
}

/**
 * Resetting the one in force gives the default. 1005 is left out: no program needs it, and xterm.js
 * does not know it.
 */
export const mouseEncodings: Readonly<Record<number, MouseEncoding>> = {
  1006: 'sgr',
  1015: 'urxvt',
  1016: 'sgr-pixels',
}

/** What DECSTR leaves alone: everything else goes back to its default, as in xterm.js. */
export const keptBySoftReset = [
  'newline',
  'cursorBlink',
  'mouse',
  'mouseEncoding',
  'alternateScroll',
  'graphemes',
  'colorSchemeReports',
  'sizeReports',
  'reverseVideo',
  'columnSwitch',
  'columns132',
  'noClearOnColumnSwitch',
  'moreFix',
] as const
