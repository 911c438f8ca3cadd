/**
 * Text from a pty: whatever comes, what people see holds nothing unwanted, is within its cap and
 * stays the same when cleaned again.
 */
import { safeText } from '../src/base/text/safe-text.ts'
import { holds, tryBytes, type FuzzRun } from './support/support.ts'

export const name = 'safe-text'

const utf8 = (text: string) => String.fromCharCode(...new TextEncoder().encode(text))
const parts = [
  'a',
  ' ',
  '\x1b',
  '\x07',
  utf8('\u009b'),
  utf8('\u202e'),
  utf8('\u200d'),
  utf8('\u200b'),
  utf8('\ufe0f'),
  utf8('👩'),
  utf8('💻'),
  utf8('🏽'),
  utf8('e\u0301'),
  utf8('\u{e0041}'),
  utf8('中'),
  utf8('\u2028'),
  utf8('\u00ad'),
  utf8('\u034f'),
  utf8('\u3164'),
  utf8('\u20e3'),
  '1',
  utf8('🇩🇪'),
  utf8('\ufeff'),
  utf8('क्षि'),
]
const unwanted = new RegExp(
  [
    /[\p{Cc}\p{Cs}\u2028\u2029]/u,
    /(?![\u200d\ufe0f])\p{Default_Ignorable_Code_Point}/u,
    /(?<!\p{Extended_Pictographic}|[0-9#*])\ufe0f/u,
  ]
    .map(({ source }) => source)
    .join('|'),
  'u',
)

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay)
}

export function replay(input: Uint8Array): void {
  for (const text of [new TextDecoder().decode(input), new TextDecoder('utf-16le').decode(input)]) {
    for (const max of [1, 5, 1_024]) {
      const clean = safeText(text, max)
      holds(!unwanted.test(clean), 'something unwanted is left')
      holds([...clean].length <= max, 'longer than its cap')
      holds(safeText(clean, max) === clean, 'not idempotent')
    }
  }
}
