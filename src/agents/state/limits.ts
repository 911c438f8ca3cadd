/** Constants of the state machine (docs/contributing/internals/agent-state.md, "Constants"). */
import { recordsMax } from './agent-limits.ts'
import type { Millis } from '../../base/clock.ts'

/** Slots of a tab. Beyond: the least recently updated one is removed, waiting ones last. */
export const slotsMax = recordsMax

/** Rows of history. Beyond: the oldest is dropped. */
export const historyMax = 20

/** Output this soon after keys is their echo. */
export const outputEchoMs = 300

/** Output this soon after a resize or focus change is a repaint. */
export const repaintMs = 500

/** Done ends this long after it was seen; that of OSC 1338 this long after its report. */
export const doneHoldMs: Millis = 3_000

/** A tab counts as seen when it has had the focus for this long. */
export const seenAfterMs: Millis = 1_000

/** A key this soon after Waiting started was meant for the previous screen. */
export const guardMs = 500

/** Rest after which a hidden input is a password prompt, and a line a question of a program. */
export const passwordRestMs = 1_000
export const questionRestMs = 2_000
/** Rest after a key at a hidden input, so that pauses while typing a password show nothing. */
export const typingRestMs = 5_000
/** Interval of looks while a program asks, or may ask without printing more; and of the second. */
export const lookAgainMs = 2_000
export const lookSoonMs = 500

/** Characters of the line that asks, and of the program's name. */
export const askLineCharactersMax = 256

/** A timer this late was asleep: output may be queued. */
export const resumeGapMs = 2_000

/** A line editor that waits this long, without output, is at a prompt or a question. */
export const editorMs: Millis = 2_000

/** Time for which a title, progress report or screen must hold; an input box needs longer. */
export const heldMs = 100
export const composerHeldMs = 1_500
/** For an input box after recognized work, whose end is a stronger signal. */
export const composerAfterWorkMs = 500
/** For a box that appears within `goodbyeMs` of Esc or ^C, as the user expects. */
export const composerAfterEscMs = 250

/** Loading time of a new foreground agent, before whose first prompt silence is ignored. */
export const loadsMs = 10_000
/** Time for which an agent may be busy before an empty screen ends its work. */
export const loadsBlankMs = 300_000

/** Output this soon after Esc, ^C or the end of a full screen is a goodbye, not work. */
export const goodbyeMs = 3_000

/** Time until an agent shows work on a submit; earlier an input box is not its reply. */
export const takesUpMs = 3_000

/** Time to read the screen again, during output, after a hook contradicts the dialog on it. */
export const recheckMs = 400

/** Time for which a dialog may remain after a hook ended it: a busy agent needed 500 ms. */
export const dialogClearMs = 1_000

/** Clock ticks (10 ms) by which a late report precedes the last. Beyond: another clock. */
export const lateTicksMax = 1_000

/** H6: time that a busy agent may need until it draws anything after a submit. */
export const takesUpLateMs = 10_000

/**
 * H6: a box that shows other text after Enter for `editedMs`, and did not change for `settledMs`
 * before: a busy agent draws keys more than 0.6 s late.
 */
export const editedMs = 500
export const settledMs = 1_500

/** Output this soon after a submit is work, where rules would recognize it later. */
export const submitMs = 1_000

/** H4: validity of a CPU sample, and share of a core above which descendants are busy. */
export const cpuFreshMs = 2_000
export const cpuBusyShare = 0.05
export const sameQuestionMs = 1_000

/**
 * Reports per second that are reduced individually (SECURITY.md). Beyond: they are collected for as
 * long as a change of the shown state waits anyway, and the newest of each record counts.
 */
export const reportsPerSecondMax = 200
export const reportsGatherMs: Millis = 100

/** Reports held. Beyond: those replaced by newer ones are dropped, then all are released. */
export const heldReportsMax = 1_024
