/**
 * Addresses in text as public reports about terminals have them. The second column is the only
 * address that opens.
 */
import { describe, expect, test } from 'vitest'
import { findLinks } from '../../../src/core/links/find-links.ts'

const schemes = ['https', 'http', 'mailto', 'ftp']
const found = (text: string) =>
  findLinks(text, { addresses: true, paths: false, schemes }).map((link) => {
    expect(link.kind === 'address' && link.address).toBe(text.slice(link.start, link.end))
    return text.slice(link.start, link.end)
  })

/** [text, its only address] */
type Cases = readonly (readonly [string, string])[]

const signs: Cases = [
  ['“https://example.com/curly”', 'https://example.com/curly'],
  ['https://github.com/org/repo/pull/1！请看', 'https://github.com/org/repo/pull/1'],
  ...[...'？：；・、。，！）】》〉」』｝］…'].map(
    (sign) => [`https://example.com/a${sign}次`, 'https://example.com/a'] as const,
  ),
  ...[...'？：；・、。，！）】》〉」』…'].map(
    (sign) => [`https://example.com${sign}次`, 'https://example.com'] as const,
  ),
  ...['【】', '《》', '〈〉', '‘’', '«»', '‹›', '「」', '『』', '（）', '„“', '｢｣', '⟨⟩'].map(
    ([open = '', close = '']) =>
      [`${open}https://example.com/a${close} rest`, 'https://example.com/a'] as const,
  ),
  ['PR:https://example.com/pull/12345（作成済み・マージ待ち）', 'https://example.com/pull/12345'],
  ['（preview: http://localhost:6420）：', 'http://localhost:6420'],
  ['(https://example.com/pull/43)(Fixes #42),分支', 'https://example.com/pull/43'],
  ['請參閱 http://example.com/fwlink/?LinkId=761051。', 'http://example.com/fwlink/?LinkId=761051'],
  ['詳細はhttps://example.com/をご覧', 'https://example.com/をご覧'],
  ['see https://example.com/a\u3000次', 'https://example.com/a'],
  ['https://example.com/a\u00a0b', 'https://example.com/a'],
  ['https://example.com/a—then', 'https://example.com/a'],
  ['https://example.com/a→https', 'https://example.com/a'],
  ['https://example.com→', 'https://example.com'],
  ['│https://example.com/a│', 'https://example.com/a'],
  ['https://example.com/a\ue0b0', 'https://example.com/a'],
]

const international: Cases = [
  'https://ja.wikipedia.org/wiki/日本',
  'https://ja.wikipedia.org/wiki/つのだ☆ひろ',
  'https://ja.wikipedia.org/wiki/HUNTER×HUNTER',
  'https://ja.wikipedia.org/wiki/ジャン＝ジャック',
  'https://en.wikipedia.org/wiki/Hardy–Weinberg_principle',
  'https://ca.wikipedia.org/wiki/Col·lecció',
  'https://en.wikipedia.org/wiki/Zürich',
  'https://task.krümplr.example/signup?referral=51cfe998f397460200000001',
  'https://ru.wikipedia.org/wiki/Заглавная_страница',
  'https://ar.wikipedia.org/wiki/اللغة_العربية',
  'https://hi.wikipedia.org/wiki/हिन्दी',
  'https://th.wikipedia.org/wiki/ภาษาไทย',
  'https://ko.wikipedia.org/wiki/대한민국',
  'https://例え.jp/パス',
  'http://例え.テスト/',
  'https://example.com/❤️',
  'https://example.com/🚀/a',
].map((address) => [address, address] as const)

const brackets: Cases = [
  ['https://www.google.com/search?q=(example)', 'https://www.google.com/search?q=(example)'],
  ['(found in https://github.com/kovidgoyal/kitty)', 'https://github.com/kovidgoyal/kitty'],
  ['[Google](https://www.google.com/)', 'https://www.google.com/'],
  [
    'https://en.wikipedia.org/wiki/Rust_(video_game) b',
    'https://en.wikipedia.org/wiki/Rust_(video_game)',
  ],
  [
    '(https://en.wikipedia.org/wiki/Rust_(video_game))',
    'https://en.wikipedia.org/wiki/Rust_(video_game)',
  ],
  ['(https://github.com/thestinger/termite).', 'https://github.com/thestinger/termite'],
  ['https://example.com/foo(bar)baz blah.', 'https://example.com/foo(bar)baz'],
  ['(http://foo.example/(baz))', 'http://foo.example/(baz)'],
  ['https://foo/bar?foo[bar]=1', 'https://foo/bar?foo[bar]=1'],
  [
    'https://a.example/windows/desktop/aa365247(v=vs.85).aspx.</',
    'https://a.example/windows/desktop/aa365247(v=vs.85).aspx',
  ],
  ['https://a.example/fwlink/?LinkId=166007.</value>', 'https://a.example/fwlink/?LinkId=166007'],
  [
    '(link:https://a.example/fwlink/?LinkId=166007, area:Admin)',
    'https://a.example/fwlink/?LinkId=166007',
  ],
  ['<a href="https://a.example/x">', 'https://a.example/x'],
  ['[https://a.example/x]', 'https://a.example/x'],
  ['{https://a.example/x}', 'https://a.example/x'],
]

const punctuation: Cases = [
  [
    "'mapUrl': 'https://10.10.5.189/map.html?t=13a8&maptype=1',",
    'https://10.10.5.189/map.html?t=13a8&maptype=1',
  ],
  ["{ yes: 'http://loop.dev:3000/#/event/1?confirm',", 'http://loop.dev:3000/#/event/1?confirm'],
  [
    "no: 'http://loop.dev:3000/#/event/1?confirm=false' } } }",
    'http://loop.dev:3000/#/event/1?confirm=false',
  ],
  ['x = "https://en.wikipedia.org/wiki/Zürich";', 'https://en.wikipedia.org/wiki/Zürich'],
  ['https://example.com/foo,bar', 'https://example.com/foo,bar'],
  ['https://example.com/foobar, other text', 'https://example.com/foobar'],
  ['https://example.com/a;b=c; d', 'https://example.com/a;b=c'],
  ['_https://example.com/a_', 'https://example.com/a'],
  ['**https://example.com/a**', 'https://example.com/a'],
  ['~~https://example.com/a~~', 'https://example.com/a'],
  ['`https://example.com/a`', 'https://example.com/a'],
  ['https://metacpan.org/pod/Thread::Csp', 'https://metacpan.org/pod/Thread::Csp'],
  ['https://example.com/:@-._~!$&(a)*+,=x', 'https://example.com/:@-._~!$&(a)*+,=x'],
  [
    'https://web.archive.org/web/2020/https://example.com/',
    'https://web.archive.org/web/2020/https://example.com/',
  ],
  ['Listening on http://0.0.0.0:8000/?token=abc-', 'http://0.0.0.0:8000/?token=abc-'],
  ['ERROR https://example.com/a: not found', 'https://example.com/a'],
  ['https://example.com/?a=1&b=%E3%81%82#x', 'https://example.com/?a=1&b=%E3%81%82#x'],
  ['Is it https://example.com/a?', 'https://example.com/a'],
  ['ftp://example.com/pub/', 'ftp://example.com/pub/'],
  ['write to mailto:a@example.com；', 'mailto:a@example.com'],
]

describe.each([
  ['a sign of another script ends it', signs],
  ['letters of other scripts belong to it', international],
  ['brackets', brackets],
  ['punctuation of ASCII', punctuation],
])('an address in text: %s', (_name, cases) => {
  test.each(cases)('%s', (text, address) => {
    expect(found(text)).toEqual([address])
  })
})

test('a list of quoted addresses has each of them', () => {
  expect(found("['https://a.example/','https://b.example/']")).toEqual([
    'https://a.example/',
    'https://b.example/',
  ])
})
