/**
 * A text that the user judges: left to right, spaces kept, each invisible character named, wrapped,
 * never truncated. Records the part that was visible. If it scrolls, its end is also shown below
 * it.
 */
import { useEffect, useLayoutEffect, useRef, useState } from 'preact/hooks'
import { Fragment, type JSX } from 'preact'
import type { SpelledPiece } from '../../../core/consent/spelled.ts'
import { usePage } from '../../page/page-context.ts'
import type { ConsentState } from './use-consent.ts'
import { visiblePart } from './visible-part.ts'

/** Interval of checks, ms, because something may cover or move the text. */
const lookMs = 100

interface ConsentTextProps {
  readonly asking: ConsentState
  /** Index of the text in the question. */
  readonly index?: number
  readonly label: string
  /** Drawn within a line of other text, without scrolling. */
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
  /** Call it only right before a frame: text that is not painted is not seen. */
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
          {leftOut.lineEnds > 0 && ` and ${count(leftOut.lineEnds, 'line break')}`} are hidden.
        </span>
      )}
      {scrolls && (
        <>
          <span class="consent-note">The text ends with:</span>
          <code class="consent-text consent-end" aria-label={`End of: ${label}`}>
            <Pieces pieces={consent.end(index)} rows={rows} />
          </code>
        </>
      )}
    </span>
  )
}

/** Returns the position and size of an element as a text, for comparison. */
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
