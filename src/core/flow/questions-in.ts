/**
 * The questions of programs among bytes that a page will never parse, because the snapshot that it begins with holds what they did: they are handed to it
 * behind the snapshot, or a program would wait for its answer for ever. Those that the dispatcher answers (OSC 7501 and 99) are not among them.
 */

/** As renderer/grid/questions.ts knows them: DA1, DA2, XTVERSION, DSR, DECRQM, sizes, keyboard flags; colours. */
const question = /\x1b\[(?:>?0*c|>0*q|\??0*(?:5|6|996)n|\??\d+\$p|1[468](?:;\d*)*t|\?u)|\x1b\](?:4|1[012]);[^\x07\x1b]*\?[^\x07\x1b]*(?:\x07|\x1b\\)/g

/** A program that asked more often than this without an answer does not count them. */
const questionsMax = 256

export function questionsIn(parts: Iterable<Uint8Array>): Uint8Array {
  const decoder = new TextDecoder('latin1')
  let text = ''
  for (const bytes of parts) text += decoder.decode(bytes, { stream: true })
  return new TextEncoder().encode([...text.matchAll(question)].slice(-questionsMax).map(([whole]) => whole).join('')) // ASCII but for what a colour's name may hold
}
