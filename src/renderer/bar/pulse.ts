/**
 * How a stripe pulses: a CSS animation of `opacity`, declared once. With a graphics card the
 * compositor runs it, and script touches it once, to put all stripes into one phase. Where the
 * processor draws, a timer moves it on.
 */
import {
  pulseFrames,
  pulseMs,
  pulseSteps,
  pulseStepsInSoftware,
} from '../../core/windows/tabs/pulse.ts'
import { drawsInSoftware } from '../look/software.ts'

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

/** Fixed to the page's time origin: all stripes pulse together, whenever each began. */
export function inPhase(event: AnimationEvent): void {
  // the stripe: where this listens
  const [animation] = (event.currentTarget as Element).getAnimations()
  if (animation === undefined) return
  if (drawsInSoftware()) stepByTimer(animation)
  else animation.startTime = 0
}

const stepped = new Set<Animation>()
let timer: number | undefined

/**
 * An animation that runs has the engine begin 60 frames a second, whatever changes in them; where
 * the processor draws, that costs more than the steps, and each key waits for the next frame. One
 * that is paused begins none.
 */
function stepByTimer(animation: Animation): void {
  animation.pause()
  stepped.add(animation)
  animation.oncancel = () => {
    stepped.delete(animation)
    if (stepped.size > 0) return
    window.clearInterval(timer)
    timer = undefined
  }
  step()
  timer ??= window.setInterval(step, pulseMs / pulseStepsInSoftware)
}

function step(): void {
  for (const animation of stepped) animation.currentTime = performance.now()
}
