import type { ToShadow } from '../../../src/core/worker/messages.ts'
import { unknownFacts } from '../../../src/terminal/replies/facts.ts'

type Begin = Extract<ToShadow, { readonly kind: 'begin' }>

/** Returns the message that starts an empty terminal of this size in a worker. */
export function begin(size: Pick<Begin, 'cols' | 'rows' | 'scrollback'>): Begin {
  return {
    kind: 'begin',
    ...size,
    epoch: 1,
    numbering: 2 ** 32,
    repeated: 0,
    at: 0,
    modes: new Uint8Array(0),
    partial: false,
    answered: 0,
    facts: unknownFacts,
    kept: null,
  }
}
