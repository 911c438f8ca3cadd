/** What of a selection is copied. */
import { expect, test } from 'vitest'
import { copiedText } from '../../../src/base/text/copied-text.ts'

test('leaves out the blanks at the ends of lines, and the empty lines at the end', () => {
  expect([
    copiedText('a  \n  b\t \n\nc \n\n', true),
    copiedText('a  \n\n', false),
    copiedText('', true),
    copiedText(' \n ', true),
  ]).toEqual(['a\n  b\n\nc', 'a  \n\n', '', ''])
})
