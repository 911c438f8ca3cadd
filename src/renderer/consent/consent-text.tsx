/**
 * Draws a text that the user judges: left to right, blanks kept, every invisible character named,
 * wrapped and never cut. Records what has been in view. Where it scrolls, its end is drawn apart.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Fragment, type JSX } from 'preact'
import type { SpelledPiece } from '../../core/consent/spelled.ts'
import { usePage } from '../page-context.ts'
import type { ConsentState } from './use-consent.ts'
import { visiblePart } from './visible-part.ts'

/** Interval of looks, ms: something may have covered the text, or moved it. */
const lookMs = 100

interface ConsentTextProps {
  readonly asking: ConsentState
  /** Index of the text in the question. */
  readonly index?: number
  /** Name for screen readers. */
  readonly label: string
  /** Drawn in a line of other words: it does not scroll by itself. */
  readonly inline?: boolean
  /** Line ends only separate rows of a screen, so they are not named. */
  readonly rows?: boolean
}

export function ConsentText({
  asking: { consent, changed, looks },
  index = 0,
  label,
  inline = false,
  rows = false,
}: ConsentTextProps): JSX.Element {
  const { visible } = usePage().state
  const element = useRef<HTMLElement>(null)
  const [scrolls, setScrolls] = useState(false)
  const measure = (): void => {
    if (element.current === null) return
    const { scrollHeight, clientHeight } = element.current
    setScrolls((before) => before || scrollHeight > clientHeight + 1)
  }
  /** Call it only where a picture follows at once: what is not drawn yet is not seen. */
  const look = (): void => {
    if (element.current === null) return
    measure()
    const before = consent.seen
    if (visible.value) consent.saw(index, visiblePart(element.current))
    if (consent.seen !== before) changed()
  }
  const place = (): void => {
    if (element.current !== null) consent.placed(index, placeOf(element.current))
  }
  useLayoutEffect(() => {
    setScrolls(false)
    measure()
  }, [consent])
  useLayoutEffect(place)
  useEffect(() => {
    looks.add(place)
    let frame = window.requestAnimationFrame(look)
    const timer = window.setInterval(() => {
      place()
      window.cancelAnimationFrame(frame)
      if (!consent.seen) frame = window.requestAnimationFrame(look)
    }, lookMs)
    return () => {
      looks.delete(place)
      window.clearInterval(timer)
      window.cancelAnimationFrame(frame)
    }
  }, [consent])
  const leftOut = consent.leftOut(index)
  return (
    <span class={inline ? 'consent-inline' : 'consent'}>
      <code
        class="consent-text"
        ref={element}
        tabIndex={inline ? undefined : 0}
        aria-label={label}
        onScroll={look}
      >
        <Pieces pieces={consent.pieces(index)} rows={rows} />
      </code>
      {leftOut !== null && (
        <span class="consent-note">
          {count(leftOut.characters, 'more character')}
          {leftOut.lineEnds > 0 && ` and ${count(leftOut.lineEnds, 'line end')}`} are not shown.
        </span>
      )}
      {scrolls && (
        <>
          <span class="consent-note">It ends with:</span>
          <code class="consent-text consent-end" aria-label={`End of: ${label}`}>
            <Pieces pieces={consent.end(index)} rows={rows} />
          </code>
        </>
      )}
    </span>
  )
}

/** Returns the place of an element in the window as a text, to compare it. */
function placeOf(element: HTMLElement): string {
  const { left, top, width, height } = element.getBoundingClientRect()
  return [left, top, width, height].map(Math.round).join(' ')
}

interface PiecesProps {
  readonly pieces: readonly SpelledPiece[]
  readonly rows: boolean
}

function Pieces({ pieces, rows }: PiecesProps): JSX.Element {
  return (
    <>
      {pieces.map(({ source, shown, named }, at) => {
        if (!named || (rows && source === '\n')) return source
        // The frame of the name ends before the new line.
        const [, name = '', space = ''] = /^(.*?)([\n\t]?)$/s.exec(shown) ?? []
        return (
          <Fragment key={at}>
            <span class="consent-name">{name}</span>
            {space}
          </Fragment>
        )
      })}
    </>
  )
}

const count = (number: number, noun: string): string =>
  `${number.toLocaleString('en')} ${noun}${number === 1 ? '' : 's'}`
