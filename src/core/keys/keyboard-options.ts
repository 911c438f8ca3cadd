/** Options of the keyboard, as what encodes keys reads them. */
import { defaults, type Options } from '../config/table.ts'

export interface KeyboardOptions {
  /**
   * Programs may switch the kitty keyboard protocol on. Off: nothing is answered, and keys are sent
   * in the legacy forms only.
   */
  readonly kittyProtocol: boolean
  /** Alt with a key sends ESC before it. Off: Alt alone changes nothing. */
  readonly altSendsEscape: boolean
  /**
   * auto: the kitty form when a program asked for it, else a line feed; enter: what Enter sends.
   */
  readonly shiftEnter: 'auto' | 'enter'
}

export function keyboardOptions({ keyboard }: Pick<Options, 'keyboard'>): KeyboardOptions {
  return {
    kittyProtocol: keyboard.kitty_protocol,
    altSendsEscape: keyboard.alt_sends_escape,
    shiftEnter: keyboard.shift_enter,
  }
}

export const keyboardDefaults: KeyboardOptions = keyboardOptions(defaults)
