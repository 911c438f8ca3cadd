/** Tells the core when a frame has been drawn (`session/drawn`), so that it sends the next one. */
import type { IDisposable, Terminal } from '@xterm/xterm'
import type { FrameViewPorts, Inside } from './frame-ports.ts'
import { drawnWithinMs, floodFrameMs } from './limits.ts'

/**
 * Acknowledges a frame when it is completely drawn, or immediately if the grid is hidden. A time
 * limit applies: under heavy output draws are rare, and a display without animation frames must not
 * delay rows.
 */
export function acknowledgeDrawn(
  terminal: Terminal,
  inside: Inside,
  { clock, flooded, send, soon, whole }: FrameViewPorts,
  inView: boolean,
): void {
  let over = false
  let rendered: IDisposable | undefined
  const timers: (() => void)[] = []
  const done = (): void => {
    if (over) return
    over = true
    rendered?.dispose()
    for (const cancel of timers) cancel()
    send({ kind: 'session/drawn' })
  }
  // A partly drawn frame must be finished before its rows change.
  const look = (): void => {
    if (whole()) done()
    else if (!over) rendered ??= terminal.onRender(() => soon(look))
  }
  timers.push(clock.after(inView ? drawnWithinMs : 0, done))
  if (!inView) return
  if (flooded()) timers.push(clock.after(floodFrameMs, look))
  // after the animation frame, because sending takes 0.1 ms and would delay it
  inside.inNextFrame(() => soon(look))
}
