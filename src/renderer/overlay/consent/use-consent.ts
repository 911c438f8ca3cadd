/** The open question of one surface, and when it can be answered. */
import { useEffect, useMemo, useState } from 'preact/hooks'
import { Consent, readableAfterMs, type Approval } from '../../../core/consent/consent.ts'
import { pageClock } from '../../page/clock.ts'

/** A question as a surface draws and answers it. */
export interface ConsentState {
  readonly consent: Consent
  /** All of it was visible for long enough, so buttons and keys work. */
  readonly ready: boolean
  /** It is drawn, and a part of it was not visible yet. */
  readonly unread: boolean
  /** Call it after `consent.saw`, when another part was visible. */
  readonly changed: () => void
  /** Functions that record the position of each drawn text with `consent.placed`. */
  readonly looks: Set<() => void>
  /**
   * Returns the approval of these texts, or null if they were not `ready` at the key press or click
   * that is handled now.
   * @param since when the question received the keyboard. An earlier key was meant for something
   * else.
   */
  readonly approve: (since?: number) => Approval | null
  /** As `approve`, for a text that was not read (`Consent.approveUnread`). */
  readonly approveUnread: () => Approval | null
}

/**
 * Asks about these texts. With other texts or another `key`, it is a new question for which nothing
 * was seen.
 * @param afterMs how long all of it must have been visible
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
    // A timer may fire early. The next drawing then starts another one.
    return pageClock.after(Math.ceil(waitMs), () => redraw({}))
  }, [consent, waitMs === null, drawing])
  useEffect(() => {
    setDrawn(false)
    return pageClock.after(afterMs, () => setDrawn(true))
  }, [consent])
  /** A click may have been meant for the content that was there before the question moved. */
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
 * Returns when the input that is handled now was made. A busy page handles it later. The repeat of
 * a held key counts as made before everything.
 */
function pressedAt(): number {
  if (window.event instanceof KeyboardEvent && window.event.repeat) return Number.NEGATIVE_INFINITY
  return Math.min(window.event?.timeStamp ?? Number.POSITIVE_INFINITY, pageClock.now())
}
