/** The newest output of a tab and the modes in force where it begins: what a page that loads anew, or a client of the socket, starts from. */
import { outboxBytesMax, replayBytesMax } from '../flow/limits.ts'
import { ModeMemory } from '../flow/mode-memory.ts'
import { ReplayRing } from '../flow/replay-ring.ts'
import type { MainMessage } from '../ipc/contract.ts'

/** How far behind the start of the ring a line end is looked for, so that a replay begins with a whole line. */
const cleanStartBytesMax = 4_096

export class Replay {
  readonly #evicted = new ModeMemory()
  readonly ring = new ReplayRing(replayBytesMax, (bytes) => this.#evicted.feed(bytes))

  /** Everything that is kept, as one array from offset `at` on; `modes` bring a fresh terminal to what is in force there. */
  whole(): { readonly at: number; readonly modes: Uint8Array; readonly bytes: Uint8Array } {
    const { at, modes } = this.begin(this.ring.end)
    const bytes = new Uint8Array(this.ring.end - at)
    for (const part of this.ring.read(at, this.ring.end, outboxBytesMax)) bytes.set(part.bytes, part.at - at)
    return { at, modes, bytes }
  }

  /** For a page that begins with nothing. What an earlier page has parsed, up to `parsed`, is not answered again. */
  *messages(tab: string, parsed: number): Generator<MainMessage> {
    const { at, modes } = this.begin(parsed)
    yield { kind: 'tab/begin', tab, at, bytes: modes }
    for (const part of this.ring.read(at, parsed, outboxBytesMax)) yield { kind: 'tab/replay', tab, ...part }
    for (const part of this.ring.read(parsed, this.ring.end, outboxBytesMax)) yield { kind: 'tab/output', tab, ...part }
  }

  /** The oldest byte, or behind the first line end after it when older ones have left; not behind `last`. */
  begin(last: number): { readonly at: number; readonly modes: Uint8Array } {
    const { start } = this.ring
    const modes = this.#evicted.copy()
    if (start === 0) return { at: 0, modes: modes.bytes() }
    const [first] = this.ring.read(start, Math.min(last, start + cleanStartBytesMax), cleanStartBytesMax)
    const lineEnd = first?.bytes.indexOf(0x0a) ?? -1
    if (first === undefined || lineEnd === -1) return { at: start, modes: modes.bytes() }
    modes.feed(first.bytes.subarray(0, lineEnd + 1))
    return { at: start + lineEnd + 1, modes: modes.bytes() }
  }
}
