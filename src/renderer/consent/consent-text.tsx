/**
 * Draws a text that the user judges: left to right, blanks kept, every invisible character named,
 * wrapped and never cut. Records what has been in view. Where it scrolls, its end is drawn apart.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import type { JSX } from 'preact'
import type { Piece } from '../../core/consent/spelled.ts'
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
  const [scrolls, setScrolls] = useState(false)
  const look = (): void => {
    if (element.current === null) return
    const before = consent.seen
    consent.saw(index, visiblePart(element.current))
    if (consent.seen !== before) changed()
  }
  useLayoutEffect(() => {
    const { scrollHeight = 0, clientHeight = 0 } = element.current ?? {}
    setScrolls(scrollHeight > clientHeight + 1)
    look()
  }, [consent])
  useEffect(() => {
    const timer = window.setInterval(() => {
      if (consent.seen) window.clearInterval(timer)
      else look()
    }, lookMs)
    return () => window.clearInterval(timer)
  }, [consent])
  const leftOut = consent.leftOut(index)
  return (
    <>
      <code
        class={inline ? 'consent-text consent-inline' : 'consent-text'}
        ref={element}
        tabIndex={inline ? undefined : 0}
        aria-label={label}
        onScroll={look}
      >
        <Pieces pieces={consent.pieces(index)} />
      </code>
      {leftOut !== null && (
        <p class="consent-left-out">
          {count(leftOut.characters, 'more character')}
          {leftOut.lineEnds > 0 && ` and ${count(leftOut.lineEnds, 'line end')}`} are not shown.
        </p>
      )}
      {scrolls && (
        <>
          <p class="consent-ends">It ends with:</p>
          <code class="consent-text consent-end" aria-label={`End of: ${label}`}>
            <Pieces pieces={consent.end(index)} />
          </code>
        </>
      )}
    </>
  )
}

function Pieces({ pieces }: { readonly pieces: readonly Piece[] }): JSX.Element {
  return (
    <>
      {pieces.map(({ shown, named }, at) =>
        named ? (
          <span key={at} class="consent-name">
            {shown}
          </span>
        ) : (
          shown
        ),
      )}
    </>
  )
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
