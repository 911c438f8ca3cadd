/**
 * Tests questions to the user: the drawn text is the real text, character by character; invisible
 * characters get a name; approval is impossible before every part has been visible.
 */
import { Consent, readableAfterMs } from '../src/core/consent/consent.ts'
import { holdsInvisible, spelled, spelledText } from '../src/core/consent/spelled.ts'
import { Choices, holds, tryBytes, type FuzzRun } from './support/support.ts'

export const name = 'consent'

const parts = [
  'rm -rf ~',
  ' ',
  '\t',
  '\r',
  '\n',
  '\r\n',
  '\x1b[201~',
  '\xe2\xa0\x80', // U+2800
  '\xe2\x80\xae', // U+202E
  '\xe2\x80\x8d', // U+200D
  '\xef\xb8\x8f', // U+FE0F
  '\xcc\xb8', // U+0338
  '\xf0\x9f\x91\xa9',
  '\xf0\x9f\x87\xa9',
  '\xd7\xa9',
  '\xe6\xbc\xa2',
  '\xe2\x80\xb9', // U+2039
]

/** Joints of complete emoji, which are in no other text that is drawn as it is. */
const joints = /\u200d|\ufe0f|[\u{e0020}-\u{e007f}]/gu
const drawn = /^[\p{L}\p{N}\p{M}\p{P}\p{S} ]*$/u
const blank = /[\p{Default_Ignorable_Code_Point}\p{Bidi_Control}]|\u2800|\u{1d159}/u

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay)
}

export function replay(input: Uint8Array): void {
  for (const text of [new TextDecoder().decode(input), String.fromCharCode(...input)]) {
    const pieces = spelled(text)
    holds(pieces.map(({ source }) => source).join('') === text, 'a character is lost')
    for (const { source, shown, named } of pieces) {
      if (named) holds(/^(?:ESC|\\x|\\u|↵\n|⇥|\d+ )/u.test(shown), 'a name of another form')
      else {
        const plain = shown.replaceAll(joints, '')
        holds(shown === source && drawn.test(plain) && !blank.test(plain), 'drawn, not named')
      }
    }
    holds(
      !holdsInvisible(text) || spelled(text).some((piece) => piece.named),
      'an invisible character is drawn as it is',
    )
    holds(!/[\0-\x08\x0b-\x1f\x7f-\x9f]/u.test(spelledText(text)), 'a control is drawn')
  }
  approves(new Choices(input))
}

/** Parts come into view in any order and layout. */
function approves(choices: Choices): void {
  let now = 0
  const texts = ['command', 'directory'].slice(0, 1 + (choices.byte() % 2))
  const consent = new Consent(texts, () => now)
  const seen = texts.map(() => ({ total: 0, rows: new Set<number>(), isWhole: false }))
  let total = 10
  for (let step = choices.byte() % 24; step > 0; step -= 1) {
    if (choices.byte() % 8 === 0) total = 8 + (choices.byte() % 4)
    const index = choices.byte() % texts.length
    const from = choices.byte() % total
    const to = Math.min(total, from + 1 + (choices.byte() % 4))
    consent.saw(index, { from: from * 10, to: to * 10, total: total * 10 })
    const model = seen[index]!
    if (model.total !== total) model.rows.clear() // another layout
    model.total = total
    for (let row = from; row < to; row += 1) model.rows.add(row)
    model.isWhole ||= model.rows.size === total
    now += choices.byte() * 4
    const approval = consent.approve()
    if (approval === null) continue
    holds(approval.texts.join() === texts.join(), 'the approval is for another text')
    holds(
      seen.every(({ isWhole }) => isWhole),
      'approved before all of it has been in view',
    )
  }
  now += readableAfterMs
  holds(
    (consent.approve() !== null) === seen.every(({ isWhole }) => isWhole),
    'not approved although all of it has been in view',
  )
}
