/**
 * The questions of programs among bytes that a page will never parse, because the snapshot that it begins with holds what they did: they are handed to it
 * behind the snapshot, or a program would wait for its answer for ever. Those that the dispatcher answers (OSC 7501 and 99) are not among them.
 */

/** As renderer/grid/questions.ts knows them: DA1, DA2, XTVERSION, DSR, DECRQM, sizes, keyboard flags; colours. */
// What may be long is bounded and read once: a program can print 512 KiB that never end.
const question = /\x1b\[(?:>?0*c|>0*q|\??0*(?:5|6|996)n|\??\d+\$p|1[468](?:;\d*)*t|\?u)|\x1b\](?:4|1[012]);[^\x07\x1b?]{0,256}\?[^\x07\x1b]{0,256}(?:\x07|\x1b\\)/g

/** A program that asked more often than this without an answer does not count them. */
const questionsMax = 256

/** The newest that fit into so many bytes, each whole. */
export function questionsIn(parts: Iterable<Uint8Array>, bytesMax: number): Uint8Array {
  const decoder = new TextDecoder('latin1')
  let text = ''
  for (const bytes of parts) text += decoder.decode(bytes, { stream: true })
  const found = [...text.matchAll(question)].slice(-questionsMax).map(([whole]) => new TextEncoder().encode(whole)) // ASCII but for what a colour's name may hold
  let bytes = 0
  const kept = found.slice(found.findLastIndex((one) => (bytes += one.length) > bytesMax) + 1)
  const joined = new Uint8Array(kept.reduce((sum, one) => sum + one.length, 0))
  let at = 0
  for (const one of kept) { joined.set(one, at); at += one.length }
  return joined
}
