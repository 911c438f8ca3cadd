/**
 * The coloured stripe of a tab or row, and the glyph that says the same without colour. A pulse is
 * a CSS animation of `opacity` that the compositor runs; script touches it once, to put all of them
 * into one phase.
 */
import type { JSX } from 'preact'
import { pulseFrames, pulseMs, pulseSteps, pulseStepsInSoftware } from '../../core/tabs/pulse.ts'
import { glyphOf, pulses, type Glyph, type Shown } from '../../core/tabs/stripe.ts'
import { drawsInSoftware } from '../look/software.ts'
import { usePage } from '../page-context.ts'
import { useCell } from '../state/cell.ts'

/** `inView`: it can be seen where it stands. Beside the bar nothing pulses. */
export function Stripe({
  view,
  inView = false,
}: {
  readonly view: Shown
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

/** Fixed to the page's time origin: all stripes breathe together, whenever each began. */
function inPhase(event: AnimationEvent): void {
  // the stripe: where this listens
  const [animation] = (event.currentTarget as Element).getAnimations()
  if (animation !== undefined) animation.startTime = 0
}

/** Declares the animation, with as many steps as the engine can afford. */
export function declarePulse(): void {
  const frames = pulseFrames(drawsInSoftware() ? pulseStepsInSoftware : pulseSteps).map(
    ({ offset, opacity, easing }) =>
      `${(100 * offset).toFixed(4)}% { opacity: ${opacity}; animation-timing-function: ${easing} }`,
  )
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(
    `@keyframes pulse { ${frames.join(' ')} } .stripe[data-pulse] { animation: pulse ` +
      `${pulseMs}ms infinite }`,
  )
  document.adoptedStyleSheets.push(sheet)
}

const shapes: Readonly<
  Record<Exclude<Glyph, 'none'>, { readonly path: string; readonly filled: boolean }>
> = {
  dot: { path: 'M6 2.2a3.8 3.8 0 1 0 0 7.6a3.8 3.8 0 1 0 0-7.6z', filled: true },
  triangle: { path: 'M6 1.4L11 10.4H1z', filled: true },
  'triangle-hollow': { path: 'M6 2L10.6 10.2H1.4z', filled: false },
  check: { path: 'M1.8 6.4L4.8 9.4L10.4 2.8', filled: false },
  ring: { path: 'M6 2.4a3.6 3.6 0 1 0 0 7.2a3.6 3.6 0 1 0 0-7.2z', filled: false },
  cross: { path: 'M2.2 2.2L9.8 9.8M9.8 2.2L2.2 9.8', filled: false },
}

export function StateGlyph({ view }: { readonly view: Shown }): JSX.Element | null {
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
