/** Sets of `ESC (` etc.: replacements of ASCII. xterm.js lacks the blank at `_` and ĳ. */

/** Replacement per ASCII code, or 0. */
export type Charset = Uint16Array

/** ASCII characters and their replacements. */
const replaced: Readonly<Record<string, readonly [string, string]>> = {
  // DEC special graphics
  '0': ['_`abcdefghijklmnopqrstuvwxyz{|}~', ' ◆▒␉␌␍␊°±␤␋┘┐┌└┼⎺⎻─⎼⎽├┤┴┬│≤≥π≠£·'],
  A: ['#', '£'], //                                                            British
  '4': ['#@[\\]{|}~', '£¾ĳ½|¨f¼´'], //                                         Dutch
  C: ['[\\]^`{|}~', 'ÄÖÅÜéäöåü'],
  '5': ['[\\]^`{|}~', 'ÄÖÅÜéäöåü'], //         Finnish
  R: ['#@[\\]{|}~', '£à°ç§éùè¨'], //                                           French
  Q: ['@[\\]^`{|}~', 'àâçêîôéùèû'], //                                         French Canadian
  K: ['@[\\]{|}~', '§ÄÖÜäöüß'], //                                             German
  Y: ['#@[\\]`{|}~', '£§°çéùàòèì'], //                                         Italian
  E: ['@[\\]^`{|}~', 'ÄÆØÅÜäæøåü'],
  '6': ['@[\\]^`{|}~', 'ÄÆØÅÜäæøåü'], //     Norwegian, Danish
  Z: ['#@[\\]{|}', '£§¡Ñ¿°ñç'], //                                             Spanish
  H: ['@[\\]^`{|}~', 'ÉÄÖÅÜéäöåü'],
  '7': ['@[\\]^`{|}~', 'ÉÄÖÅÜéäöåü'], //     Swedish
  '=': ['#@[\\]^_`{|}~', 'ùàéçêîèôäöüû'], //                                   Swiss
}

const charsets = new Map(
  Object.entries(replaced).map(([name, [from, to]]) => {
    const charset: Charset = new Uint16Array(128)
    const characters = [...to]
    for (const [index, character] of [...from].entries())
      charset[character.charCodeAt(0)] = characters[index]!.codePointAt(0)!
    return [name, charset] as const
  }),
)

/** Returns whether a final byte designates a set. `B`, ASCII, has no table. */
export const isCharset = (name: string): boolean => name === 'B' || charsets.has(name)

export const charsetTable = (name: string): Charset | null => charsets.get(name) ?? null
