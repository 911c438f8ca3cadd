/** Tells the core when a frame has been drawn (`session/drawn`), so that it sends the next one. */
import type { IDisposable, Terminal } from '@xterm/xterm'
import type { FrameViewPorts, Inside } from './frame-ports.ts'
import { drawnWithinMs, floodFrameMs } from './limits.ts'

/**
 * Acknowledges a frame when all of it has been drawn, immediately if the grid is out of view.
 * There is a time limit: in a flood pictures are rare, and a display that gives no animation frames
 * must not keep rows that have left.
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
  // A picture that is drawn in parts is drawn to its end before its rows are others.
  const look = (): void => {
    if (whole()) done()
    else if (!over) rendered ??= terminal.onRender(() => soon(look))
  }
  timers.push(clock.after(inView ? drawnWithinMs : 0, done))
  if (!inView) return
  if (flooded()) timers.push(clock.after(floodFrameMs, look))
  // after the animation frame: sending takes 0.1 ms, and the picture would wait for that
  inside.inNextFrame(() => soon(look))
}
