/**
 * The started sequence of a shortcut such as `ctrl+a>c`. Its keys wait here: a key that continues
 * no sequence sends them to the program, so that none is lost. It waits without a time limit.
 */
import type { KeyPress } from '../../core/config/keys/chords.ts'
import type { KeyEventFacts } from '../../core/config/keys/kitty-encode.ts'
import { isModifierOrLock } from '../../core/config/keys/kitty-keys.ts'
import type { Bound, ShortcutLookup } from '../../core/config/keys/shortcut-lookup.ts'
import type { Grid } from '../grid/grid.ts'

export interface SequenceKey {
  readonly event: KeyboardEvent
  readonly facts: KeyEventFacts
  /** The grid whose program is sent the key, or that of the tab that is about to open. */
  readonly at: Grid | 'next' | null
  /** Facts of its release, or null while it is held. */
  readonly released: Partial<KeyEventFacts> | null
}

type NewKey = Omit<SequenceKey, 'released'>

interface SequencePorts {
  readonly lookup: () => ShortcutLookup
  /** Called with the started sequence, or with '' at its end. */
  readonly show: (sequence: string) => void
  readonly perform: (bound: Bound) => void
  readonly send: (key: SequenceKey) => void
}

export class KeySequence {
  readonly #ports: SequencePorts
  /** In the form of `Bound.starts`. */
  #sequence = ''
  #keys: SequenceKey[] = []
  /** Code of the last key if a sequence has used it: its repetitions do nothing. */
  #used = ''

  constructor(ports: SequencePorts) {
    this.#ports = ports
  }

  /** Returns the binding of a pressed key, or `used` if it belongs to the started sequence. */
  next(
    event: KeyboardEvent,
    press: KeyPress,
    facts: () => KeyEventFacts,
  ): Bound | 'used' | undefined {
    if (isModifierOrLock(event.key)) return undefined
    if (event.repeat && (this.#keys.length > 0 || event.code === this.#used)) return 'used'
    this.#used = ''
    const [first] = this.#keys
    const bound = this.#ports.lookup().find(press, this.#sequence)
    if (first === undefined) return bound
    if (bound === undefined && !isEscape(press)) {
      this.send()
      const alone = this.#ports.lookup().find(press)
      return alone !== undefined && 'starts' in alone ? undefined : alone
    }
    this.#used = event.code
    if (bound !== undefined && 'starts' in bound) {
      this.begin(bound.starts, { event, facts: facts(), at: first.at })
      return 'used'
    }
    this.#end()
    if (bound !== undefined) this.#ports.perform(bound)
    return 'used'
  }

  /** Starts or continues a sequence with a key. */
  begin(sequence: string, key: NewKey): void {
    this.#used = key.event.code
    this.#keys.push({ ...key, released: null })
    this.#show(sequence)
  }

  /** Follows the release of a key. Returns whether the key waits. */
  release(code: string, { ctrl, shift, alt, meta }: KeyPress): boolean {
    const at = this.#keys.findLastIndex(({ facts }) => facts.code === code)
    const key = this.#keys[at]
    if (key === undefined) return false
    this.#keys[at] = { ...key, released: { ctrl, shift, alt, meta } }
    return true
  }

  /** Ends the sequence, and sends its keys to the program. */
  send(): void {
    for (const key of this.#end()) this.#ports.send(key)
  }

  /** Ends a sequence whose grid has lost the keyboard. @param out to another window */
  leave(out = false): void {
    if (out || this.#keys[0]?.at !== 'next') this.#end()
  }

  /** Follows a change of the shortcuts. */
  follow(): void {
    if (!this.#ports.lookup().isStart(this.#sequence)) this.send()
  }

  #end(): readonly SequenceKey[] {
    const keys = this.#keys
    this.#keys = []
    this.#show('')
    return keys
  }

  #show(sequence: string): void {
    if (this.#sequence !== sequence) this.#ports.show(sequence)
    this.#sequence = sequence
  }
}

function isEscape({ key, ctrl, shift, alt, meta }: KeyPress): boolean {
  return key === 'Escape' && !ctrl && !shift && !alt && !meta
}
