/** Tests the question before a link is opened, and the address at the foot of the window. */
import { expect, test } from 'vitest'
import { linkQuestion, shownAddress } from '../../../src/core/links/link-question.ts'

const schemes = ['https', 'http', 'mailto', 'file']
const asks = (text: string | null, address: string) =>
  linkQuestion(address, { text, isWhole: true }, schemes)

test.each<[string, string, boolean]>([
  ['https://bank.example', 'https://evil.example/', true],
  ['bank.example', 'https://evil.example/', true],
  ['www.bank.example', 'https://bank.example/login', false],
  ['click bank.example/login now', 'https://evil.example/', true],
  ['https://bank.example', 'https://bank.example.evil.example/', true],
  ['bank.example', 'https://BANK.example/', false],
  ['bank.example.', 'https://bank.example./', false],
  ['127.0.0.1:80', 'http://10.0.0.1/', true],
  ['http://2130706433/', 'http://127.0.0.1/', false],
  ['[::1]:80', 'http://[::1]/', false],
  ['https://intranet/x', 'https://evil.example/', true],
  ['main.ts', 'https://example.org/blob/main.ts', false],
  ['package.json v1.2.3 (README)', 'https://example.org/', false],
  ['https://main.ts', 'https://example.org/', true],
  ['the docs', 'https://evil.example/', false],
  ['me@bank.example', 'mailto:me@evil.example', true],
  ['me@bank.example', 'mailto:me@bank.example', false],
  ['ｂａｎｋ。ｅｘａｍｐｌｅ', 'https://bank.example/', false],
  // every character that Unicode calls confusable with a dot (confusables.txt)
  ...Array.from('․܁܂꘎٠۰ꓸ\u{10a50}\u{1d16d}', (dot): [string, string, boolean] => [
    `bank${dot}example`,
    'https://evil.example/',
    true,
  ]),
  ['٢٠٢٦', 'https://example.org/', false],
  ['src/a.ts', 'file:///home/me/src/a.ts', false],
  ['src/a.ts:12:7:', 'file:///home/me/src/a.ts', false],
  ['../me/src/a.ts', 'file:///home/me/src/a.ts', false],
  ['my notes.txt', 'file:///home/me/my%20notes.txt', false],
  ['"my notes.txt"*', 'file:///home/me/my%20notes.txt', false],
  ['├── notes.txt', 'file:///home/me/notes.txt', false],
  ['(/etc/systemd/system/cron.service; enabled;', 'file:///etc/systemd/system/cron.service', false],
  ['src/', 'file:///home/me/src', false],
  ['the docs', 'file:///home/me/src', false],
  ['notes.txt', 'file:///home/me/other.sh', true],
  ['b/a.ts', 'file:///home/me/c/a.ts', true],
  ['https://bank.example/', 'file:///home/me/a.html', true],
])('%j leading to %j asks: %s', (text, address, asked) => {
  expect(asks(text, address) !== null).toBe(asked)
})

test('shows where a link leads, how it is written and its text, all visible', () => {
  expect([
    asks('my \u202ebank.example\u200b', 'https://evil.example:8080/a b?c=d#e'.replace(' ', '%20')),
    asks(null, 'https://раураl.com/x'),
    asks('boss@corp.example', 'mailto:a@evil.example?cc=b@evil.example'),
    asks('a.txt', 'file:///etc/b.txt'),
    asks('bank.example', 'https://user@evil.example/'),
    asks(null, 'https://例え.jp/'),
    asks(null, 'https://пример.рф/'),
    asks(null, 'https://bank.comノ.evil.jp/'),
  ]).toEqual([
    {
      place: 'evil.example',
      written: null,
      address: 'https://evil.example:8080/a%20b?c=d#e',
      text: 'my bank.example',
      isUnseen: false,
    },
    {
      place: 'xn--l-7sba6dbr.com',
      written: 'раураl.com',
      address: 'https://xn--l-7sba6dbr.com/x',
      text: null,
      isUnseen: false,
    },
    {
      place: 'a@evil.example, b@evil.example',
      written: null,
      address: 'mailto:a@evil.example?cc=b%40evil.example',
      text: 'boss@corp.example',
      isUnseen: false,
    },
    {
      place: '/etc/b.txt',
      written: null,
      address: 'file:///etc/b.txt',
      text: 'a.txt',
      isUnseen: false,
    },
    null,
    null,
    null,
    expect.objectContaining({ place: 'bank.xn--com-mn4b.evil.jp', written: 'bank.comノ.evil.jp' }),
  ])
})

test('a link that is not seen whole asks, if it is opened at all', () => {
  const unseen = (address: string, text: string | null = null) =>
    linkQuestion(address, { text, isWhole: false }, schemes)
  expect([
    unseen('https://github.com/'),
    unseen('https://github.com/', 'github.com'),
    unseen('file:///etc/hosts')?.place,
    unseen('mailto:a@b.example')?.place,
    unseen('https://user@evil.example/'),
  ]).toEqual([
    {
      place: 'github.com',
      written: null,
      address: 'https://github.com/',
      text: null,
      isUnseen: true,
    },
    expect.objectContaining({ text: 'github.com', isUnseen: true }),
    '/etc/hosts',
    'a@b.example',
    null,
  ])
})

test.each([
  ['https://example.org/a_(b)', 'https://example.org/a_(b)'],
  ['https://раураl.com:8080/パス', 'https://xn--l-7sba6dbr.com:8080/パス'],
  ['https://bank.example@evil.example/x', 'https://evil.example/x'],
  ['https:\\\\evil.example\\@bank.example', 'https://evil.example\\@bank.example'],
  ['https://evil.example/\u202e\u3164x', 'https://evil.example/x'],
  ['mailto:a@b.example', 'mailto:a@b.example'],
  ['file:///etc/hosts', 'file:///etc/hosts'],
  ['no address', 'no address'],
])('the foot shows %j as %j', (address, shown) => {
  expect(shownAddress(address)).toBe(shown)
})
