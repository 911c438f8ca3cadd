/**
 * Draws a text that the user judges: left to right, blanks kept, every invisible character named,
 * wrapped and never cut. Scrolls by keys, and records what has been in view.
 */
import { useEffect, useLayoutEffect, useRef } from 'preact/hooks'
import type { JSX } from 'preact'
import type { Asking } from './use-consent.ts'
import { visiblePart } from './visible-part.ts'

/** Interval of looks while not all has been in view, ms: something may have covered it. */
const lookMs = 100

interface ConsentTextProps {
  readonly asking: Asking
  /** Index of the text in the question. */
  readonly index?: number
  /** Name for screen readers. */
  readonly label: string
  /** Drawn in a line of other words: it does not scroll by itself. */
  readonly inline?: boolean
}

export function ConsentText({
  asking: { consent, changed },
  index = 0,
  label,
  inline = false,
}: ConsentTextProps): JSX.Element {
  const element = useRef<HTMLElement>(null)
  const look = (): void => {
    if (element.current === null) return
    const before = consent.seen
    consent.saw(index, visiblePart(element.current))
    if (consent.seen !== before) changed()
  }
  useLayoutEffect(look, [consent])
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (consent.seen) window.clearInterval(timer)
      else look()
    }, lookMs)
    return () => window.clearInterval(timer)
  }, [consent])
  return (
    <code
      class={inline ? 'consent-text consent-inline' : 'consent-text'}
      ref={element}
      tabIndex={inline ? undefined : 0}
      aria-label={label}
      onScroll={look}
    >
      {consent.pieces(index).map(({ shown, named }, at) =>
        named ? (
          <span key={at} class="consent-name">
            {shown}
          </span>
        ) : (
          shown
        ),
      )}
    </code>
  )
}
