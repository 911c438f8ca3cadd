/**
 * Pastes: no text ends the brackets by itself, the filter is idempotent, and outside brackets no
 * bare line feed is sent.
 */
import { filterPaste, joinLines, pasteQuestion, preparePaste } from '../src/core/consent/paste.ts'
import { holds, tryBytes, type FuzzRun } from './support/support.ts'

export const name = 'paste'

const parts = [
  '\x1b[201~',
  '\x1b[200~',
  '\x1b',
  '[',
  '2',
  '0',
  '1',
  '~',
  '201~',
  '\xc2\x9b',
  '\x9b',
  '\xc2',
  '\r',
  '\n',
  '\r\n',
  '\t',
  'ls',
  '\xe4\xb8\xad',
  '\xf0\x9f\x98\x80',
]
const endMark = /(?:\x1b\[|\u009b)201~/u

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay)
}

export function replay(input: Uint8Array): void {
  for (const text of [new TextDecoder().decode(input), String.fromCharCode(...input)]) {
    const bracketed = new TextDecoder().decode(preparePaste(text, { bracketed: true }))
    holds(bracketed.startsWith('\x1b[200~') && bracketed.endsWith('\x1b[201~'), 'not wrapped')
    holds(!endMark.test(bracketed.slice(6, -6)), 'an end mark is inside')
    const plain = new TextDecoder().decode(preparePaste(text, { bracketed: false }))
    holds(!endMark.test(plain) && !plain.includes('\n'), 'an end mark or a line feed is left')
    holds(filterPaste(filterPaste(text)) === filterPaste(text), 'the filter is not idempotent')
    holds(!/[\r\n]/.test(joinLines(text)), 'one line is not one line')
    pasteQuestion(text, {
      bracketed: false,
      confirm_multiline_paste: 'always',
      confirm_large_paste_kib: 8 / 1_024,
    })
  }
}
