/** Shortcuts as `[shortcuts]` lists them: a chord, or a sequence of chords. Pure. */
import { chordsIn, chordText, parseChord, readChord, type ParsedChord } from './chords.ts'
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
    const parsed: ParsedChord = at === 0 ? parseChord(chord) : readChord(chord)
    if ('problem' in parsed) return parsed
    read.push(chordText(parsed.ok))
  }
  return { ok: read.join('>') }
}

/** Returns the sequences that start a shortcut: `ctrl+a` for `ctrl+a>c`, none for `ctrl+a`. */
export function sequenceStarts(shortcut: string): string[] {
  const chords = chordsIn(shortcut)
  return chords.slice(1).map((_, index) => chords.slice(0, index + 1).join('>'))
}
