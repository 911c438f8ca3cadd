/**
 * Streams on which other terminals agree, and the core once differed. Found with
 * `npm run conformance -- --screens`.
 */
import { expect, test } from 'vitest'
import { shown } from './terminals.ts'

const rows = '1\r\n2\r\n3\r\n4'

test.each([
  [
    'margins stay in effect on the alternate screen',
    `\x1b[2;3r\x1b[?1049h${rows}\x1b[4;1H\x1b[MX`,
    '1|3|4|X @1,3',
  ],
  [
    'margins of the alternate screen stay in effect on the primary one',
    `${rows}\x1b[?1049h\x1b[2;3r\x1b[?1049l\x1b[3;1H\nX`,
    '1|3|X|4 @1,2',
  ],
  [
    'left and right margins stay in effect on the alternate screen',
    '\x1b[?69h\x1b[2;4s\x1b[?1049h\x1b[1;4Hab\x1b[?1049l',
    ' @0,0',
  ],
])('%s', (_, text, screen) => {
  expect(shown(text)).toBe(screen)
})
