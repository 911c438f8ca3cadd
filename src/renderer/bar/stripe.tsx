/** The colored stripe of a tab or row, and the state icon that shows the same without color. */
import type { JSX } from 'preact'
import {
  glyphOf,
  pulses,
  type StripeGlyph,
  type StripeFacts,
} from '../../core/windows/tabs/stripe.ts'
import { usePage } from '../page/page-context.ts'
import { useCell } from '../state/cell.ts'
import { inPhase } from './pulse.ts'

/** @param inView whether the tab is visible in the bar. Nothing outside the bar pulses. */
export function Stripe({
  view,
  inView = false,
}: {
  readonly view: StripeFacts
  readonly inView?: boolean
}): JSX.Element {
  const page = usePage()
  const moves = useCell(page.state.moves)
  const pulse = inView && moves && pulses(view)
  return (
    <div
      class="stripe"
      data-state={view.state}
      data-seen={view.agent?.seen === true ? '' : undefined}
      data-pulse={pulse ? '' : undefined}
      onAnimationStart={inPhase}
    />
  )
}

const shapes: Readonly<
  Record<Exclude<StripeGlyph, 'none'>, { readonly path: string; readonly filled: boolean }>
> = {
  dot: { path: 'M6 2.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 1 0 0-7.6z', filled: true },
  triangle: { path: 'M6 1.4L11 10.4H1z', filled: true },
  'triangle-hollow': { path: 'M6 2L10.6 10.2H1.4z', filled: false },
  check: { path: 'M1.8 6.4L4.8 9.4L10.4 2.8', filled: false },
  ring: { path: 'M6 2.4a3.6 3.6 0 1 0 0 7.2a3.6 3.6 0 1 0 0-7.2z', filled: false },
  cross: { path: 'M2.2 2.2L9.8 9.8M9.8 2.2L2.2 9.8', filled: false },
}

export function StateGlyph({ view }: { readonly view: StripeFacts }): JSX.Element | null {
  const glyph = glyphOf(view)
  if (glyph === 'none') return null
  const { path, filled } = shapes[glyph]
  return (
    <svg
      class="glyph"
      data-glyph={glyph}
      data-state={view.state}
      width="12"
      height="12"
      viewBox="0 0 12 12"
      aria-hidden="true"
    >
      <path
        d={path}
        fill={filled ? 'currentColor' : 'none'}
        stroke="currentColor"
        stroke-width={filled ? 0.8 : 1.6}
        stroke-linecap="round"
        stroke-linejoin="round"
      />
    </svg>
  )
}
