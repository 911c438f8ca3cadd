/** Options of the keyboard (behaviour/config.md [keyboard]) with their defaults. */
import { z } from 'zod'

export const keyboardOptions = z.strictObject({
  /** Programs may switch the kitty keyboard protocol on. Off: nothing is answered, and keys are sent in the legacy forms only. */
  kittyProtocol: z.boolean(),
  /** Alt with a key sends ESC before it. Off: Alt alone changes nothing. */
  altSendsEscape: z.boolean(),
  /** auto: the kitty form when a program asked for it, else a line feed; enter: what Enter sends. */
  shiftEnter: z.enum(['auto', 'enter']),
})
export type KeyboardOptions = Readonly<z.infer<typeof keyboardOptions>>

export const keyboardDefaults: KeyboardOptions = { kittyProtocol: true, altSendsEscape: true, shiftEnter: 'auto' }
