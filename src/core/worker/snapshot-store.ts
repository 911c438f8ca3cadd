/**
 * Decides when a worker's terminal is saved for the next worker, and collects the changes since.
 */
import type { Prompts } from '../../terminal/frames/prompts.ts'
import { keptPicturesBytesMax } from '../../terminal/images/limits.ts'
import type { Terminal } from '../../terminal/terminal.ts'
import {
  keepBytes,
  keepBytesLatest,
  keptSizesMax,
  keptStateBytes,
  keptStateFactor,
  tableGrowthBytes,
  tablePartsMax,
} from './limits.ts'
import type { AroundKept, FromShadow } from './messages.ts'

export class SnapshotStore {
  readonly #terminal: Terminal
  readonly #prompts: Prompts
  /** Number of `Repeated` messages that the terminal has received. */
  #repeated: number
  /** Offset, messages and sweeps of numbers at the last save. */
  #at: number
  #repeatedThen: number
  #sweeps = 0
  #stateBytes = 0
  /** Size of the full tables, and of additions since. */
  #allBytes = 0
  #newBytes = 0
  #parts = 0
  #needsAllTables = true
  #version = -1
  /** Offset, version and size of the images that the next worker would show. */
  #imagesAt = 0
  #imagesVersion: number
  #imageBytes = 0

  /** @param repeated messages that an earlier worker received */
  constructor(terminal: Terminal, prompts: Prompts, repeated: number) {
    this.#terminal = terminal
    this.#prompts = prompts
    this.#repeated = this.#repeatedThen = repeated
    this.#at = terminal.at
    // a saved terminal begins with its images
    this.#imagesVersion = terminal.screen.pictures.version
  }

  /** Whether images have changed, or were not ready. */
  get lacksImages(): boolean {
    return this.#terminal.screen.pictures.version !== this.#imagesVersion
  }

  /** Counts a `Repeated` message. */
  received(): void {
    this.#repeated += 1
  }

  /** Makes a save due as soon as no sequence is open. */
  keepSoon(): void {
    this.#at = Math.min(this.#at, this.#terminal.at - keepBytes)
  }

  get due(): boolean {
    const { at, cleanCut, screen } = this.#terminal
    if (screen.pictures.isContinuing) return false
    const since = at - this.#at
    if (
      since < keepBytes &&
      screen.extras.sweeps === this.#sweeps &&
      this.#repeated - this.#repeatedThen < keptSizesMax
    )
      return false
    if (this.#stateBytes > keptStateBytes && since < this.#stateBytes * keptStateFactor)
      return false
    return cleanCut === at || since >= keepBytesLatest
  }

  /** @param rests whether no output comes now */
  take(
    around: Omit<AroundKept, 'commands' | 'places' | 'view'>,
    rests = false,
  ): Extract<FromShadow, { kind: 'kept' }> {
    const { screen, at } = this.#terminal
    const allTables =
      this.#needsAllTables ||
      this.#newBytes > this.#allBytes + tableGrowthBytes ||
      this.#parts >= tablePartsMax
    const images = this.#images(rests)
    const parts = { ...this.#terminal.keep(allTables), images }
    const bytes = parts.tables?.length ?? 0
    this.#allBytes = allTables ? bytes : this.#allBytes
    this.#newBytes = allTables ? 0 : this.#newBytes + bytes
    this.#parts = allTables ? 0 : this.#parts + (bytes === 0 ? 0 : 1)
    this.#needsAllTables = false
    this.#at = at
    this.#repeatedThen = this.#repeated
    this.#sweeps = screen.extras.sweeps
    this.#stateBytes = parts.state.length
    const commands = this.#prompts.commands(screen.primary.history?.dropped ?? 0)
    const isNew = this.#prompts.version !== this.#version
    this.#version = this.#prompts.version
    return {
      kind: 'kept',
      upTo: at,
      repeated: this.#repeated,
      allTables,
      parts,
      around: {
        ...around,
        view: this.#prompts.view,
        places: this.#prompts.places,
        commands: isNew ? commands : null,
      },
    }
  }
  /** Returns `null` if the images did not change, or were sent for too little output. */
  #images(rests: boolean): Uint8Array<ArrayBuffer> | null {
    const { at, screen } = this.#terminal
    const isSoon = !rests && at - this.#imagesAt < this.#imageBytes * keptStateFactor
    if (!this.lacksImages || isSoon) return null
    const { bytes, isPending } = this.#terminal.images(keptPicturesBytesMax, 'numbered')
    this.#imagesAt = at
    this.#imagesVersion = isPending ? -1 : screen.pictures.version
    this.#imageBytes = bytes.length
    return bytes
  }
}
