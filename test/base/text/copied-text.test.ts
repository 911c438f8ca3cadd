/** Tests the text that is copied from a selection. */
import { expect, test } from 'vitest'
import { copiedText } from '../../../src/base/text/copied-text.ts'

test('omits spaces at the ends of lines, and empty lines at the end', () => {
  expect([
    copiedText('a  \n  b\t \n\nc \n\n', true),
    copiedText('a  \n\n', false),
    copiedText('', true),
    copiedText(' \n ', true),
  ]).toEqual(['a\n  b\n\nc', 'a  \n\n', '', ''])
})
