/**
 * Character sets that `ESC (` and kin designate: what ASCII stands for while one is in use. The
 * same ones as in xterm.js, but that it has no blank at `_`, and no ĳ.
 */

/** Replacement per ASCII code, 0 where it stands for itself. */
export type Charset = Uint16Array

/** What a set replaces: ASCII characters, and behind them as many others. */
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

/** The final bytes that designate a set; `B`, ASCII, is one of them and has no table. */
export const isCharset = (name: string): boolean => name === 'B' || charsets.has(name)

/** The table of a set, or null for ASCII. */
export const charsetTable = (name: string): Charset | null => charsets.get(name) ?? null
