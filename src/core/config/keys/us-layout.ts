/**
 * The standard PC-101 layout: what a physical key makes without Shift. Other layouts are recognised
 * by what their keys have made before.
 */

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
