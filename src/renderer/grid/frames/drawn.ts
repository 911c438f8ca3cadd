/** Tells the core when a frame has been drawn (`session/drawn`), so that it sends the next one. */
import type { FrameViewPorts, Inside } from './frame-ports.ts'
import { drawRestFactor } from '../limits.ts'
import { drawnWithinMs, floodFrameMs } from './limits.ts'

/**
 * Acknowledges a frame when it is completely drawn, or immediately if the grid is hidden. A time
 * limit applies: under heavy output draws are rare, and a display without animation frames must not
 * delay rows.
 */
export function acknowledgeDrawn(
  inside: Inside,
  { clock, flooded, send, soon, typing, whole }: FrameViewPorts,
  inView: boolean,
): void {
  let over = false
  let awaited = false
  let partly = false
  const began = clock.now()
  const timers: (() => void)[] = []
  const done = (): void => {
    if (over) return
    over = true
    for (const cancel of timers) cancel()
    send({ kind: 'session/drawn' })
  }
  // A partly drawn frame must be finished before its rows change. The frame that finishes it only
  // redraws, and xterm.js's `onRender` leaves such frames out.
  const look = (): void => {
    if (over) return
    if (whole() || typing()) {
      if (partly) rest((clock.now() - began) * drawRestFactor)
      else done()
      return
    }
    partly = true
    lookInNextFrame()
  }
  // New characters cost more than FramePace sees, and heavy output may have some in every frame.
  const rest = (ms: number): void => {
    if (ms <= 0 || !flooded() || typing()) done()
    else timers.push(clock.after(floodFrameMs, () => rest(ms - floodFrameMs)))
  }
  const lookInNextFrame = (): void => {
    if (awaited) return
    awaited = true
    // after the animation frame, because sending takes 0.1 ms and would delay it
    inside.inNextFrame(() =>
      soon(() => {
        awaited = false
        look()
      }),
    )
  }
  timers.push(clock.after(inView ? drawnWithinMs : 0, done))
  if (!inView) return
  if (flooded()) timers.push(clock.after(floodFrameMs, look))
  lookInNextFrame()
}
