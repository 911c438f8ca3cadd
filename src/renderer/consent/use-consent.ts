/** The question of one surface while it is drawn, and when its answer can be given. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Consent, readableAfterMs, type Approval } from '../../core/consent/consent.ts'
import { pageClock } from '../clock.ts'

/** A question as a surface draws and answers it. */
export interface ConsentState {
  readonly consent: Consent
  /** All of it has been in view, and for long enough: buttons and keys work. */
  readonly ready: boolean
  /** It is laid out, and not all of it has been in view. */
  readonly unread: boolean
  /** A part of it has come into view: call this after `consent.saw`. */
  readonly changed: () => void
  /** Record where the texts are drawn now (`consent.placed`): one for each that is drawn. */
  readonly looks: Set<() => void>
  /**
   * Returns the approval of exactly these texts, or null if they were not `ready` when the user
   * pressed the key or button that is handled now.
   * @param since when the keyboard came to the question; a key before that was for something else
   */
  readonly approve: (since?: number) => Approval | null
  /** As `approve`, without having been read (`Consent.approveUnread`). */
  readonly approveUnread: () => Approval | null
}

/**
 * Asks about these texts. Other texts, or another `key`, are another question: nothing that was
 * seen before counts for it.
 * @param afterMs time that all of it must have been in view
 */
export function useConsent(
  texts: readonly string[],
  key = '',
  afterMs: number = readableAfterMs,
): ConsentState {
  const consent = useMemo(
    () => new Consent(texts, () => pageClock.now(), afterMs),
    [JSON.stringify(texts), key, afterMs],
  )
  const looks = useMemo(() => new Set<() => void>(), [])
  const [drawing, redraw] = useState<unknown>(null)
  const [drawn, setDrawn] = useState(false)
  const { waitMs } = consent
  useEffect(() => {
    if (waitMs === null || waitMs === 0) return undefined
    // A timer may call a moment early; then the next drawing asks for another one.
    return pageClock.after(Math.ceil(waitMs), () => redraw({}))
  }, [consent, waitMs === null, drawing])
  useEffect(() => {
    setDrawn(false)
    return pageClock.after(afterMs, () => setDrawn(true))
  }, [consent])
  /** A click that is handled now meant what was there before the question moved. */
  const isMisplaced = (): boolean => {
    for (const look of looks) look()
    const isClick = window.event instanceof MouseEvent && window.event.detail > 0
    return isClick && !consent.isSettled(pressedAt())
  }
  return {
    consent,
    ready: waitMs === 0,
    unread: drawn && waitMs === null,
    changed: () => redraw({}),
    looks,
    approve: (since = Number.NEGATIVE_INFINITY) =>
      pressedAt() - since < afterMs || isMisplaced() ? null : consent.approve(pressedAt()),
    approveUnread: () => (isMisplaced() ? null : consent.approveUnread(pressedAt())),
  }
}

/**
 * Returns when the input that is handled now was made: a busy page handles it later, and the repeat
 * of a held key was made at an unknown time before.
 */
function pressedAt(): number {
  if (window.event instanceof KeyboardEvent && window.event.repeat) return Number.NEGATIVE_INFINITY
  return Math.min(window.event?.timeStamp ?? Number.POSITIVE_INFINITY, pageClock.now())
}
