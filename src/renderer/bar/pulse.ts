/**
 * The pulse of a stripe: a CSS animation of `opacity`. With a graphics card the compositor runs it,
 * and script only aligns the phases. If the CPU draws, a timer advances it.
 */
import {
  pulseFrames,
  pulseMs,
  pulseSteps,
  pulseStepsInSoftware,
} from '../../core/windows/tabs/pulse.ts'
import { drawsInSoftware } from '../look/software.ts'

/** Declares the animation with as many steps as the engine can afford. */
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

/** Starts the animation at the page's time origin, so that all stripes pulse together. */
export function inPhase(event: AnimationEvent): void {
  // the stripe, which has this listener
  const [animation] = (event.currentTarget as Element).getAnimations()
  if (animation === undefined) return
  if (drawsInSoftware()) stepByTimer(animation)
  else animation.startTime = 0
}

const stepped = new Set<Animation>()
let timer: number | undefined

/**
 * Advances an animation with a timer. A running one makes the engine draw 60 frames a second. If
 * the CPU draws, that costs more than the steps and delays each key by a frame.
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
