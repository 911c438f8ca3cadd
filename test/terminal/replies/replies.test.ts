/** The closed list of answers, and its rate. */
import { describe, expect, it } from 'vitest'
import type { SequenceQuery } from '../../../src/base/sequences/query.ts'
import {
  repliesMax,
  reply,
  ReplyRate,
  unreadReplyBytesMax,
} from '../../../src/terminal/replies/replies.ts'

const facts = { version: '0.1.0', term: 'xterm-256color', clipboardWrite: true }

const answers: [SequenceQuery, string][] = [
  [{ kind: 'primary-attributes', sixel: false }, '\x1b[?62;22;52c'],
  [{ kind: 'primary-attributes', sixel: true }, '\x1b[?62;4;22;52c'],
  [{ kind: 'secondary-attributes' }, '\x1b[>0;276;0c'],
  [{ kind: 'tertiary-attributes' }, '\x1bP!|00000000\x1b\\'],
  [{ kind: 'version' }, '\x1bP>|vibeflow(0.1.0)\x1b\\'],
  [{ kind: 'status' }, '\x1b[0n'],
  [{ kind: 'cursor', row: 2, column: 3, dec: false }, '\x1b[2;3R'],
  [{ kind: 'cursor', row: 2, column: 3, dec: true }, '\x1b[?2;3R'],
  [{ kind: 'mode', mode: 2026, dec: true, value: 2 }, '\x1b[?2026;2$y'],
  [{ kind: 'mode', mode: 4, dec: false, value: 0 }, '\x1b[4;0$y'],
  [
    { kind: 'palette', code: 4, index: 9, colour: [255, 0, 128], terminator: 'bel' },
    '\x1b]4;9;rgb:ffff/0000/8080\x07',
  ],
  [
    { kind: 'palette', code: 5, index: 1, colour: [255, 0, 128], terminator: 'st' },
    '\x1b]5;1;rgb:ffff/0000/8080\x1b\\',
  ],
  [{ kind: 'device', request: 15 }, '\x1b[?13n'],
  [{ kind: 'device', request: 62 }, '\x1b[0*{'],
  [{ kind: 'macro-checksum', id: 7 }, '\x1bP7!~0000\x1b\\'],
  [{ kind: 'common-style', values: [[0], [1], [38, 5, 9]] }, '\x1b[0;1;38:5:9m'],
  [
    { kind: 'dynamic-colour', code: 11, colour: [1, 2, 3], terminator: 'st' },
    '\x1b]11;rgb:0101/0202/0303\x1b\\',
  ],
  [{ kind: 'size', code: 14, height: 600, width: 800 }, '\x1b[4;600;800t'],
  [{ kind: 'size', code: 16, height: 17, width: 8 }, '\x1b[6;17;8t'],
  [{ kind: 'size', code: 18, height: 24, width: 80 }, '\x1b[8;24;80t'],
  [{ kind: 'colour-scheme', dark: true }, '\x1b[?997;1n'],
  [{ kind: 'keyboard', flags: 31 }, '\x1b[?31u'],
  [{ kind: 'modify-other-keys', value: 2 }, '\x1b[>4;2m'],
  [
    {
      kind: 'named-colors',
      colors: [
        [7, [1, 2, 255]],
        ['cursor_text', null],
      ],
      terminator: 'st',
    },
    '\x1b]21;7=rgb:01/02/ff;cursor_text=\x1b\\',
  ],
  [{ kind: 'saved-colors', count: 3 }, '\x1b[?3;3#Q'],
  [{ kind: 'pointer-shapes', values: [1, 0, 'wait'], terminator: 'bel' }, '\x1b]22;1,0,wait\x07'],
  [{ kind: 'graphics', id: 7, number: 0, placement: 0, outcome: 'OK' }, '\x1b_Gi=7;OK\x1b\\'],
  [
    { kind: 'graphics', id: 7, number: 0, placement: 0, frame: 2, outcome: 'OK' },
    '\x1b_Gi=7,r=2;OK\x1b\\',
  ],
  [
    { kind: 'graphics', id: 7, number: 8, placement: 9, outcome: 'ENOENT' },
    '\x1b_Gi=7,I=8,p=9;ENOENT:no such picture\x1b\\',
  ],
  [{ kind: 'capability', name: 'Co' }, '\x1bP1+r436F=323536\x1b\\'],
  [{ kind: 'capability', name: 'Tc' }, '\x1bP1+r5463\x1b\\'],
  [{ kind: 'capability', name: null }, '\x1bP0+r\x1b\\'],
  [{ kind: 'graphics-attribute', item: 1, status: 0, values: [256] }, '\x1b[?1;0;256S'],
  [{ kind: 'graphics-attribute', item: 2, status: 3, values: [] }, '\x1b[?2;3S'],
]

describe('replies', () => {
  it.each(answers)('answers %o', (asked, expected) => {
    expect(reply(asked, facts)).toBe(expected)
  })

  it('answers the report of mode 2048', () => {
    const report = { kind: 'size-report', rows: 24, columns: 80, height: 384, width: 640 } as const
    expect(reply(report, facts)).toBe('\x1b[48;24;80;384;640t')
  })

  it('does not promise clipboard writes that are off', () => {
    expect(
      reply({ kind: 'primary-attributes', sixel: false }, { ...facts, clipboardWrite: false }),
    ).toBe('\x1b[?62;22c')
    const asks = { kind: 'capability', name: 'Ms' } as const
    expect(reply(asks, { ...facts, clipboardWrite: false })).toBe('\x1bP0+r\x1b\\')
  })

  it('keeps to the rate, and is silent while the program does not read', () => {
    const rate = new ReplyRate(0)
    const given = Array.from({ length: 300 }, () => rate.admit(4, 0, 0)).filter(Boolean).length
    expect([given, rate.dropped]).toEqual([repliesMax, 300 - repliesMax])
    expect(rate.admit(4, 0, 1_000)).toBe(true)
    expect(rate.admit(4, unreadReplyBytesMax + 1, 2_000)).toBe(false)
    expect(new ReplyRate(0).admit(20_000, 0, 0)).toBe(false)
  })
})
