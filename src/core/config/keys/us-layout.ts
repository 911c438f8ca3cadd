/** The standard PC-101 layout of the US. */

const signs: Readonly<Record<string, string>> = {
  Backquote: '`',
  Minus: '-',
  Equal: '=',
  BracketLeft: '[',
  BracketRight: ']',
  Backslash: '\\',
  Semicolon: ';',
  Quote: "'",
  Comma: ',',
  Period: '.',
  Slash: '/',
  Space: ' ',
}

/** `KeyboardEvent.code` of each key that makes a sign. */
export const signCodes: readonly string[] = Object.keys(signs)

/** Returns the character of a physical key (`KeyboardEvent.code`), or null for other keys. */
export function usCharacter(code: string): string | null {
  return (
    /^Key([A-Z])$/.exec(code)?.[1]?.toLowerCase() ??
    /^Digit(\d)$/.exec(code)?.[1] ??
    signs[code] ??
    null
  )
}

const pairs = [...'1!2@3#4$5%6^7&8*9(0)-_=+[{]}\\|;:\'",<.>/?`~'.matchAll(/(.)(.)/gs)].map(
  ([, sign = '', shifted = '']): [string, string] => [shifted, sign],
)

/** Maps the character made with Shift to the one made without: `!` to `1`. */
export const usUnshifted: ReadonlyMap<string, string> = new Map(pairs)

const shifted: ReadonlyMap<string, string> = new Map(pairs.map(([to, from]) => [from, to]))

/** Returns the character that Shift makes of a character of the US layout. */
export const usShifted = (character: string): string =>
  shifted.get(character) ?? character.toUpperCase()

/** Returns whether programs have no command with the letter: Ctrl+C is Ctrl+С in Cyrillic. */
export function isNonLatinLetter(character: string): boolean {
  return /^[^\P{L}\p{Script=Latin}\p{Script=Common}]$/u.test(character)
}
