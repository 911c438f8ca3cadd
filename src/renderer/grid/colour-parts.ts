/** Takes OSC 4, 10, 11 and 12 apart into settings and questions, in the program's order: a question sees the setting before it. Pure. */

export type ColourPart =
  | { readonly kind: 'set'; readonly code: 4 | 10 | 11 | 12; readonly data: string }
  | { readonly kind: 'palette'; readonly index: number }
  | { readonly kind: 'dynamic'; readonly code: 10 | 11 | 12 }

/** Entries of one sequence that are looked at: the palette once over. What comes after them is dropped, as a repaint storm would be. */
const entriesMax = 256

export function colourParts(code: 4 | 10 | 11 | 12, data: string): ColourPart[] {
  const fields = data.split(';')
  const parts: ColourPart[] = []
  if (code === 4) {
    for (let at = 0; at + 1 < fields.length && parts.length < entriesMax; at += 2) {
      const [name = '', colour = ''] = [fields[at], fields[at + 1]]
      const index = /^\d{1,3}$/.test(name) ? Number(name) : 256
      if (index > 255) continue
      parts.push(colour === '?' ? { kind: 'palette', index } : { kind: 'set', code, data: `${index};${colour}` })
    }
    return parts
  }
  // `OSC 10 ; a ; b ; c` speaks of 10, 11 and 12 in turn.
  fields.forEach((colour, offset) => {
    const slot = code + offset
    if (slot !== 10 && slot !== 11 && slot !== 12) return
    parts.push(colour === '?' ? { kind: 'dynamic', code: slot } : { kind: 'set', code: slot, data: colour })
  })
  return parts
}
