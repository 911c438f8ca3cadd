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

/** Codes of the keys that make them. */
export const signCodes: readonly string[] = Object.keys(signs)

/** The character of a physical key (`KeyboardEvent.code`), or null for one that has none there. */
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

/** Digits and signs by the digit or sign that Shift makes of them. */
export const usUnshifted: ReadonlyMap<string, string> = new Map(pairs)

const shifted: ReadonlyMap<string, string> = new Map(pairs.map(([to, from]) => [from, to]))

/** Returns what Shift makes of a character of the US layout. */
export const usShifted = (character: string): string =>
  shifted.get(character) ?? character.toUpperCase()

/** Returns whether programs have no command with the letter: Ctrl+C is Ctrl+С in Cyrillic. */
export function isNonLatinLetter(character: string): boolean {
  return /^[^\P{L}\p{Script=Latin}\p{Script=Common}]$/u.test(character)
}
