/** Spelling by cspell: American English, terms of software, and the project's own words. */
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { spellCheckDocument } from 'cspell-lib'
import { root } from '../tree.ts'

const projectWordsPath = 'src/build/prose/words.txt'

const settings = {
  language: 'en-US',
  // all texts are checked as one
  maxNumberOfProblems: 100_000,
  maxDuplicateProblems: 100_000,
  dictionaries: [
    ...['en_us', 'softwareTerms', 'typescript', 'node', 'npm', 'bash', 'html', 'css'],
    // corrections, which take more than a second to load and find nothing more
    '!en-common-misspellings',
  ],
  flagWords: ['mend', 'anew', 'midst', 'whilst'],
  // hashes, numbers of colors and escapes
  ignoreRegExpList: ['/\\b[0-9a-f]{6,}\\b/gi', '/\\\\[a-z0-9]+/gi', '/&\\w+;/g'],
}

interface Misspelling {
  /** Into the text. */
  readonly index: number
  readonly word: string
}

/** Returns the words of a text that no public dictionary has. Starting takes a second. */
export async function unknownWords(text: string): Promise<readonly Misspelling[]> {
  const { issues } = await spellCheckDocument(
    { uri: 'passages.txt', text, languageId: 'plaintext', locale: 'en-US' },
    { generateSuggestions: false, noConfigSearch: true },
    settings,
  )
  return issues.map(({ offset, text: word }) => ({ index: offset, word }))
}

/** Returns a test for the project's own words, in any case and with an apostrophe and s. */
export function projectWords(): (word: string) => boolean {
  const words = new Set(readFileSync(join(root, projectWordsPath), 'utf8').split('\n'))
  return (word) => words.has(word.toLowerCase().replace(/['’]s$/, ''))
}
