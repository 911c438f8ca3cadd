/** Where a replay begins: at a whole line, so that no half of a sequence is shown. */
import type { ModeMemory } from './mode-memory.ts'
import type { ReplayRing } from './replay-ring.ts'

/** How far behind the start of the ring a line end is looked for. */
const cleanStartBytesMax = 4_096

/** The oldest byte, or behind the first line end after it when older ones have left. `modes` learns what is skipped. */
export function cleanStart(ring: ReplayRing, parsed: number, modes: ModeMemory): number {
  const start = ring.start
  if (start === 0) return 0
  const [first] = ring.read(start, Math.min(parsed, start + cleanStartBytesMax), cleanStartBytesMax)
  const lineEnd = first?.bytes.indexOf(0x0a) ?? -1
  if (first === undefined || lineEnd === -1) return start
  modes.feed(first.bytes.subarray(0, lineEnd + 1))
  return start + lineEnd + 1
}
