/** OSC 66: text of another size, or with a width that the program decides. */
import { sizedTextBytesMax } from '../limits.ts'
import { printBlock } from '../screen/sized/print-block.ts'
import { sizingWord, type Sizing } from '../screen/sized/sizing.ts'
import { clusterState, isPartOfEmoji, joinsCluster } from '../screen/graphemes.ts'
import { printCode } from '../screen/print.ts'
import type { Screen } from '../screen/screen.ts'
import { widthOf } from '../screen/width.ts'

/** Greatest value of each key. */
const greatest = { s: 7, w: 7, n: 15, d: 15, v: 2, h: 2 } as const
type Key = keyof typeof greatest

/** Text of one block; `word` is 0 for text of single size. */
export interface SizedText {
  readonly text: string
  readonly word: number
}

/** Prints the blocks of `rest`, which is `metadata;text`. */
export function textSize(screen: Screen, rest: string): void {
  for (const { text, word } of blocksOf(rest))
    if (word !== 0) printBlock(screen, text, word)
    else for (const one of text) printCode(screen, one.codePointAt(0)!)
}

/** Returns the blocks of `metadata;text`. A sequence with an invalid value has none. */
export function* blocksOf(rest: string): Generator<SizedText> {
  const end = rest.indexOf(';')
  const values = end === -1 ? undefined : valuesOf(rest.slice(0, end))
  const text = rest.slice(end + 1).replace(/\p{Cc}/gu, '')
  if (
    values === undefined ||
    text === '' ||
    new TextEncoder().encode(text).length > sizedTextBytesMax
  )
    return
  const { s, w, n, d, v, h } = values
  if (s === 0 || (d !== 0 && n >= d)) return
  const hasFraction = n > 0 && d > 0
  const sizing: Sizing = {
    scale: s,
    width: w,
    numerator: hasFraction ? n : 0,
    denominator: hasFraction ? d : 0,
    vertical: hasFraction ? v : 0,
    horizontal: hasFraction ? h : 0,
  }
  if (w > 0) yield { text, word: sizingWord(sizing) }
  else if (s === 1 && !hasFraction) yield { text, word: 0 }
  else
    for (const { cluster, width } of clustersOf(text))
      yield { text: cluster, word: sizingWord({ ...sizing, width }) }
}

/** Returns the values, the defaults for absent keys. Unknown keys are ignored. */
function valuesOf(metadata: string): Record<Key, number> | undefined {
  const values = { s: 1, w: 0, n: 0, d: 0, v: 0, h: 0 }
  if (metadata === '') return values
  for (const part of metadata.split(':', 32)) {
    const [, key, value] = /^([a-zA-Z])=(\d{1,3})$/.exec(part) ?? []
    if (key === undefined) return undefined
    if (!(key in greatest)) continue
    if (Number(value) > greatest[key as Key]) return undefined
    values[key as Key] = Number(value)
  }
  return values
}

/** Splits text into user-perceived characters and their columns. */
function* clustersOf(
  text: string,
): Generator<{ readonly cluster: string; readonly width: number }> {
  let cluster = ''
  let width = 0
  let state = 0
  for (const character of text) {
    const code = character.codePointAt(0)!
    const joins = cluster !== '' && (joinsCluster(state, code) || widthOf(code) === 0)
    if (!joins && cluster !== '') yield { cluster, width }
    state = clusterState(joins ? state : 0, code)
    cluster = joins ? cluster + character : character
    width = Math.max(joins ? width : 1, isPartOfEmoji(code) && joins ? 2 : widthOf(code))
  }
  if (cluster !== '') yield { cluster, width }
}
