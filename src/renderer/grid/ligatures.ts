/** Which characters a font may draw as one sign (`fonts.ligatures`). Only runs of punctuation that JetBrains Mono and Fira Code have signs for. */
import type { Terminal } from '@xterm/xterm'

/** The longest first: each is looked for where the one before ended. */
const signs = [
  '<!--', '-->', '<==>', '<-->', '<~~>', '====', '|||>', '<|||', '##', '###', '####', '...', '..<', '..=', '::=', ':::', '<=>', '<->', '<~>', '===', '!==', '=/=', '=!=', '<<=', '>>=', '>>>', '<<<', '|||', '<$>', '<+>', '<*>', '<|>',
  '==>', '<==', '->>', '<<-', '-<<', '>>-', '=>>', '<<=', '~~>', '<~~', '&&&', '+++', '***', '///', '/**', '|->', '<-|', '|=>', '<=|', '-|', '_|_',
  '->', '<-', '=>', '<=', '>=', '==', '!=', '::', ':=', '&&', '||', '//', '/*', '*/', '++', '--', '**', '??', '?.', '?:', '..', '>>', '<<', '|>', '<|', '~>', '<~', '~~', '</', '/>', '<>', ';;', '!!', '@@', '-<', '>-', '=~', '!~', '{|', '|}', '[|', '|]', '#{', '#[', '#(', '#?', '#_', '%%',
].sort((one, other) => other.length - one.length)

const found = new RegExp(signs.map((sign) => sign.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&')).join('|'), 'g')

/** @returns ends it */
export function joinLigatures(terminal: Terminal): () => void {
  const id = terminal.registerCharacterJoiner((text) => [...text.matchAll(found)].map((match): [number, number] => [match.index, match.index + match[0].length]))
  return () => terminal.deregisterCharacterJoiner(id)
}
