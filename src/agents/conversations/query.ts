/** A search for words in transcripts. Pure. */
import { safeText } from '../../base/text/safe-text.ts'
import type { SearchEnd } from './found.ts'
import { snippetBeforeMax, snippetCharactersMax, wordsMax } from './limits.ts'

export interface TranscriptQuery {
  /** In lower case; a text must contain all of them. */
  readonly words: readonly string[]
  /** The longest word. */
  readonly longest: string
  /**
   * Bytes of which a file has one if a text of it contains the longest word, with ASCII letters in
   * lower case. Other alphabets are found as typed, in uppercase, and with an uppercase start.
   */
  readonly needles: readonly Uint8Array[]
}

/** Returns `null` if the text has no word. */
export function queryOf(text: string): TranscriptQuery | null {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean).slice(0, wordsMax)
  const longest = longestOf(words)
  return longest === '' ? null : { words, longest, needles: needlesOf(longest) }
}

/** Returns the line around the first match, cleaned; `null` if a word is missing. */
export function matchIn(text: string, { words }: TranscriptQuery): string | null {
  const lower = text.toLowerCase()
  if (!words.every((word) => lower.includes(word))) return null
  const at = lower.indexOf(words[0] ?? '')
  // lower case can be longer: then the line may start elsewhere
  const begin = Math.max(0, at - snippetBeforeMax, text.lastIndexOf('\n', at) + 1)
  const head = begin > 0 && text[begin - 1] !== '\n' ? '…' : ''
  return `${head}${shownLine(text.slice(begin, begin + 2 * snippetCharactersMax))}`
}

/** Returns text as one clean line. */
export function shownLine(text: string): string {
  const line = text.slice(0, 4 * snippetCharactersMax).replace(/\s+/g, ' ')
  return safeText(line, snippetCharactersMax).trim()
}

/** JSON may escape other characters than those of an ASCII word. */
function needlesOf(word: string): readonly Uint8Array[] {
  const run = longestOf(word.match(/[ !#-.0-[\]-~]+/g) ?? [])
  if (run !== '') return [new TextEncoder().encode(run)]
  const part = JSON.stringify(longestOf(word.split('/'))).slice(1, -1)
  const ways = [part, part.toUpperCase(), part.charAt(0).toUpperCase() + part.slice(1)]
  return [...new Set(ways)].map((way) => new TextEncoder().encode(way))
}

function longestOf(words: readonly string[]): string {
  return words.reduce((longest, word) => (word.length > longest.length ? word : longest), '')
}

/** Returns a sentence about a search that found nothing. */
export function noneFound({ transcripts }: SearchEnd, isForWords: boolean): string {
  if (transcripts === 0) return 'No agent has left conversations on this computer.'
  return isForWords ? 'No conversation contains these words.' : 'No conversation has a prompt.'
}
