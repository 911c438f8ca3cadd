/**
 * Fixed numbers of the state machine (docs/agent-state.md, "Constants"), with what happens beyond
 * the bounds.
 */
import { messageCharactersMax, recordsMax } from './agent-limits.ts'
import type { Millis } from '../../base/clock.ts'

/** Slots of a tab. Beyond: the one that was updated longest ago leaves, a waiting one last. */
export const slotsMax = recordsMax

/** Rows of history. Beyond: the oldest goes. */
export const historyMax = 20

/** A message; longer ones are cut where they enter. */
export const messageMax = messageCharactersMax

/** Output this soon after keys is their echo. */
export const outputEchoMs = 300

/** Output this soon after a resize or a change of focus is a repaint. */
export const repaintMs = 500

/** A done goes so long after it was seen; that of OSC 1338 so long after its frame. */
export const doneHoldMs: Millis = 3_000

/** A tab that you come to, and stay in for this long, counts as seen. */
export const seenAfterMs: Millis = 1_000

/** A key this soon after Waiting began was meant for what stood there before. */
export const guardMs = 500

/** A timer that comes so much later was asleep: output may be queued. */
export const resumeGapMs = 2_000

/**
 * What a title, a progress report or the screen says counts when it has held so long; an input box
 * needs longer.
 */
export const heldMs = 100
export const composerHeldMs = 1_500
/** An input box where a rule has seen this agent's work before: that the work is gone says more. */
export const composerAfterWorkMs = 500

/** An agent that comes to the front loads: before its first prompt silence asks for nobody. */
export const loadsMs = 10_000
/** While nothing stands on its screen: on a busy machine opencode took 31 s for its first frame. */
export const loadsBlankMs = 60_000

/** What is printed so soon after Esc, ^C or the end of a full screen is a goodbye, no work. */
export const goodbyeMs = 3_000

/**
 * An agent may take so long to show that it works on what was sent; till then an input box, which
 * many show all the time, is not its answer.
 */
export const takesUpMs = 3_000

/**
 * After a hook's report that says something else than the dialog on the screen: as long as reading
 * the screen once more may take while it is printed to.
 */
export const recheckMs = 400

/**
 * So long a dialog whose end a hook has reported may stand on: an agent on a busy machine took
 * half a second to draw over it.
 */
export const dialogClearMs = 1_000

/**
 * Clock ticks (a hundredth of a second each) by which a hook's report may be older than the one
 * before it, and is late. One that is still older counts by another clock: another machine's.
 */
export const lateTicksMax = 1_000

/** What is printed so soon after a submit is work, where rules would see it a little later. */
export const submitMs = 1_000

/**
 * H4: a sample of the descendants' use counts for two sampling intervals, and above so much of a
 * core they are busy.
 */
export const cpuFreshMs = 2_000
export const cpuBusyShare = 0.05
export const sameQuestionMs = 1_000

/**
 * Reports of state in a second that are reduced one by one (SECURITY.md). Beyond it they gather for
 * a while, as long as a change of what is shown waits anyway, and of each record the newest counts.
 */
export const reportsPerSecondMax = 200
export const reportsGatherMs: Millis = 100

/**
 * Records and marks that are held so. Beyond it those go that newer ones crowd out; then all are
 * let go at once.
 */
export const heldReportsMax = 1_024
