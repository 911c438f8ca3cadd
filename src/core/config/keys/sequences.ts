/** Shortcuts as `[shortcuts]` lists them: a chord of keys or the mouse, or a sequence. Pure. */
import {
  chordsIn,
  chordText,
  parseChord,
  readChord,
  type Chord,
  type ParsedChord,
} from './chords.ts'
import { mouseKeys } from './mouse-chords.ts'
import { sequenceChordsMax, shortcutCharactersMax } from './limits.ts'

/**
 * Reads a shortcut. Its first chord may not be a key that types.
 * @returns the form of `chordText`, joined by `>`; or a clause to follow `"..." is not a valid
 * shortcut: `
 */
export function parseShortcut(
  text: string,
): { readonly ok: string } | { readonly problem: string } {
  if (text.length > shortcutCharactersMax)
    return { problem: `it has more than ${shortcutCharactersMax} characters.` }
  const chords = chordsIn(text)
  if (chords.length > sequenceChordsMax)
    return { problem: `it has ${chords.length} keys; the maximum is ${sequenceChordsMax}.` }
  const read: string[] = []
  for (const [at, chord] of chords.entries()) {
    const mouse = readChord(chord, mouseKeys)
    const isMouse = 'ok' in mouse && mouseKeys.has(mouse.ok.key)
    if (isMouse && chords.length > 1) return { problem: 'a sequence has keys only.' }
    const parsed = isMouse ? mouseChord(mouse) : at === 0 ? parseChord(chord) : readChord(chord)
    if ('problem' in parsed) return parsed
    read.push(chordText(parsed.ok))
  }
  return { ok: read.join('>') }
}

function mouseChord(chord: { readonly ok: Chord }): ParsedChord {
  const { mods, key } = chord.ok
  return key === 'click' && mods.length === 0
    ? { problem: 'click needs a modifier, since it selects text.' }
    : chord
}

/** Returns the sequences that start a shortcut: `ctrl+a` for `ctrl+a>c`, none for `ctrl+a`. */
export function sequenceStarts(shortcut: string): string[] {
  const chords = chordsIn(shortcut)
  return chords.slice(1).map((_, index) => chords.slice(0, index + 1).join('>'))
}
