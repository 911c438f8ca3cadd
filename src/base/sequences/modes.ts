/** Modes of `CSI h` and `CSI ? h` by number; terminal/parse/csi.ts has further effects. */

type MouseTracking = 'none' | 'x10' | 'vt200' | 'drag' | 'any'
type MouseEncoding = 'default' | 'sgr' | 'sgr-pixels' | 'urxvt'

export type ModifyOtherKeys = 0 | 1 | 2

export const conformanceLevels = [61, 62, 63, 64, 65] as const
export type ConformanceLevel = 0 | (typeof conformanceLevels)[number]

export const defaultModes = () => ({
  insert: false,
  /** LF also moves to the first column. */
  newline: false,
  applicationCursor: false,
  applicationKeypad: false,
  /** DECBKM: Backspace sends BS, and Ctrl+Backspace DEL. */
  backspaceSendsBs: false,
  /** The screen is shown with foreground and background exchanged. */
  reverseVideo: false,
  origin: false,
  autowrap: true,
  /** Moving left continues at the end of the row above, and from the top row at the bottom. */
  reverseWrap: false,
  /** Newer number of `reverseWrap`. Since xterm 383, mode 45 stays in a line; here as before. */
  extendedReverseWrap: false,
  cursorBlink: false,
  /** Left and right margins can be set, and `CSI s` sets them. */
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
  visibilityReports: false,
  sizeReports: false,
  /** BDSM: the window orders text of both directions; off for programs that do it themselves. */
  implicitBidi: true,
  /** SCP: paragraphs start at the right. */
  rightToLeft: false,
  /** The first letter of a paragraph decides where it starts. */
  detectsDirection: false,
  /** Box drawing characters mirror as brackets do. */
  mirrorsBoxes: false,
  /** The arrow keys left and right are exchanged in a paragraph that starts at the right. */
  swapsArrows: true,
  /** DECSACE: DECCARA and DECRARA change a rectangle instead of a stream of cells. */
  rectangleExtent: false,
  /** Protection was started by SPA: ED, EL and ECH skip it too, not only selective erase. */
  isoProtection: false,
  /** Allows DECCOLM to take effect. */
  columnSwitch: false,
  /** DECNCSM: DECCOLM does not clear the screen. */
  noClearOnColumnSwitch: false,
  /** A tab after a full row moves to the next row, as old curses programs expect. */
  moreFix: false,
  /** DECSDM: sixels are drawn at the upper left without scrolling or moving the cursor. */
  sixelDisplay: false,
  /** The cursor is placed to the right of sixels. */
  sixelRight: false,
  /** XTMODKEYS 4: escape sequences for ordinary keys with modifiers; 1 some, 2 all. */
  modifyOtherKeys: 0 as ModifyOtherKeys,
  /** DECSCL: the level that a program has chosen; 0 for all extensions. */
  conformance: 0 as ConformanceLevel,
})
export type Modes = ReturnType<typeof defaultModes>

/** Other levels of XTMODKEYS 4 turn it off. */
export const otherKeysLevel = (level: number | undefined): ModifyOtherKeys =>
  level === 1 || level === 2 ? level : 0

export type ModeFlag = {
  [Name in keyof Modes]: Modes[Name] extends boolean ? Name : never
}[keyof Modes]

/** `CSI Ps h`, `CSI Ps l`. */
export const ansiModes: Readonly<Record<number, ModeFlag>> = {
  4: 'insert', //                 IRM
  8: 'implicitBidi', //           BDSM
  20: 'newline', //               LNM
}

/** `CSI ? Ps h`, `CSI ? Ps l`: modes that are only a flag. */
export const privateModes: Readonly<Record<number, ModeFlag>> = {
  1: 'applicationCursor', //      DECCKM
  5: 'reverseVideo', //           DECSCNM
  7: 'autowrap', //               DECAWM
  12: 'cursorBlink',
  40: 'columnSwitch',
  41: 'moreFix',
  45: 'reverseWrap',
  66: 'applicationKeypad', //     DECNKM
  67: 'backspaceSendsBs', //      DECBKM
  80: 'sixelDisplay', //          DECSDM
  95: 'noClearOnColumnSwitch', // DECNCSM
  1004: 'focusReports',
  1007: 'alternateScroll',
  1045: 'extendedReverseWrap',
  1243: 'swapsArrows',
  2004: 'bracketedPaste',
  2026: 'synchronizedOutput',
  2027: 'graphemes',
  2031: 'colorSchemeReports',
  2033: 'visibilityReports',
  2048: 'sizeReports',
  2500: 'mirrorsBoxes',
  2501: 'detectsDirection',
  8452: 'sixelRight',
}

/** Returns whether the mode switches screens; terminal/screen/alternate.ts has the rest. */
export const isScreenMode = (mode: number): boolean => mode === 47 || mode === 1047 || mode === 1049

/** Setting one replaces another. Resetting any of them turns tracking off, as in xterm 379. */
export const mouseModes: Readonly<Record<number, MouseTracking>> = {
  9: 'x10',
  1000: 'vt200',
  1002: 'drag',
  1003: 'any',
}

/**
 * Resetting the active one restores the default, as in xterm 379. 1005, which xterm.js lacks, is
 * omitted.
 */
export const mouseEncodings: Readonly<Record<number, MouseEncoding>> = {
  1006: 'sgr',
  1015: 'urxvt',
  1016: 'sgr-pixels',
}

/** Modes that DECSTR keeps. All others return to their defaults, as in xterm.js. */
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
  'noClearOnColumnSwitch',
  'moreFix',
  'conformance',
] as const
