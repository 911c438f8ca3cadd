/** Screens that are made to be hard for quick select, or to have it do what is not seen. */
import { expect, test } from 'vitest'
import {
  targetLineCharactersMax,
  openable,
  openedBy,
  labelledPlacesMax,
  quickLines,
  standsAt,
  targetsIn,
} from '../../../src/renderer/features/copy-mode/quick-targets.ts'
import type { RowReader } from '../../../src/renderer/features/copy-mode/rows.ts'
import { columnsMax } from '../../../src/core/ipc/limits.ts'
import { judgeAddress } from '../../../src/core/links/links.ts'
import { pasteQuestion } from '../../../src/core/consent/paste.ts'
import { spent } from '../../../src/host/shadow/limit.ts'

/** Returns a screen with one endlessly wrapped line, which repeats this text. */
function screenOf(text: string, count = 100): RowReader {
  const row = [...text.repeat(Math.ceil(columnsMax / text.length))].slice(0, columnsMax)
  return { count, columns: columnsMax, cells: () => row, isWrapped: (at) => at > 0 }
}

test.each([
  ['one word', 'a'],
  ['folders', 'a/'],
  ['dots', 'a.'],
  ['half an address', 'https:/'],
  ['addresses without end', 'https://a.example/'],
  ['dashes of a UUID', '12345678-1234-'],
  ['digits', '1'],
  ['parts of machines', '1.'],
  ['invisible characters', '/\u200b\u202e\u2066'],
  ['places', 'a.b:1:'],
  ['homes', '~/..'],
])('a screen of %s: labels and texts are bounded, and soon there', (_name, text) => {
  const rows = screenOf(text)
  const began = spent()
  const targets = targetsIn(quickLines(rows, 0, rows.count))
  const ms = spent() - began
  expect(new Set(targets.map(({ label }) => label)).size).toBeLessThanOrEqual(676)
  expect(targets.length).toBeLessThanOrEqual(labelledPlacesMax)
  for (const target of targets.slice(0, 50)) {
    expect(target.text.length).toBeLessThanOrEqual(targetLineCharactersMax)
    expect(standsAt(rows, target)).toBe(true)
  }
  expect(ms, `${ms} ms`).toBeLessThan(8_000)
})

test('an opened label opens the complete match, and the match is judged', () => {
  const schemes = ['https', 'http', 'file', 'mailto']
  const verdict = (text: string): string => {
    const link = openable(text)
    if (link?.kind !== 'address') return link?.kind ?? 'nothing'
    return 'refused' in judgeAddress(link.address, schemes) ? 'refused' : 'opened'
  }
  expect([
    verdict('https://bank.example/'),
    verdict('https://bank.example@evil.example/'),
    verdict('https://bank.example/\u202egpj.exe'),
    verdict('javascript://a.example/%0aalert(1)'),
    verdict('ssh://-oProxyCommand=x/'),
    verdict('/etc/passwd\u200b'),
    verdict('--help'),
  ]).toEqual(['opened', 'refused', 'refused', 'refused', 'refused', 'nothing', 'nothing'])
})

test('a match cannot leave its place in the address of its pattern', () => {
  const pattern = {
    name: 'ticket',
    regex: '.+',
    action: 'open' as const,
    url: 'https://tracker.example/browse/{match}',
  }
  for (const text of [
    ...['../../admin', '@evil.example/', '?a=b#c', '{match}', '\\evil', '\u202e', '$&'],
  ])
    expect(new URL(openedBy({ text, pattern })).host).toBe('tracker.example')
  expect(openedBy({ text: '../?x', pattern })).toBe('https://tracker.example/browse/..%2F%3Fx')
})

test('inserted text is a paste: controls and line ends are asked about', () => {
  const policy = {
    confirm_multiline_paste: 'unbracketed',
    confirm_large_paste_kib: 5,
    bracketed: false,
  } as const
  expect([
    pasteQuestion('/etc/hosts', policy),
    pasteQuestion('rm -r x\n', policy)?.runs,
    pasteQuestion('a\u001b[201~', policy)?.endMarks,
  ]).toEqual([null, true, true])
})
