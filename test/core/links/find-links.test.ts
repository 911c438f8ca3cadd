/** Tests which parts of a line are links. */
import { expect, test } from 'vitest'
import { findLinks, type LinkKinds } from '../../../src/core/links/find-links.ts'
import { linksPerLineMax, pathCharactersMax } from '../../../src/core/links/limits.ts'
import { linkBytesMax } from '../../../src/core/links/limits.ts'

const all: LinkKinds = {
  addresses: true,
  paths: true,
  schemes: ['https', 'http', 'mailto', 'file'],
}
const found = (text: string) =>
  findLinks(text, all).map((link) => {
    expect(text.slice(link.start, link.end)).toContain(
      link.kind === 'address' ? link.address : link.path,
    )
    return link.kind === 'address'
      ? link.address
      : `${link.path}|${link.line ?? ''}|${link.column ?? ''}`
  })

test.each<[string, string[]]>([
  ['see https://example.org.', ['https://example.org']],
  ['(https://example.org/a_(b)) and', ['https://example.org/a_(b)']],
  ['[docs](https://example.org/x)', ['https://example.org/x']],
  ['"https://example.org/?q=1&r=[2]", ok', ['https://example.org/?q=1&r=[2]']],
  ['https://example.org/a...', ['https://example.org/a']],
  ['https://[2001:db8::1]:8080/x', ['https://[2001:db8::1]:8080/x']],
  ['http://[::1', []],
  ['http://127.0.0.1:3000', ['http://127.0.0.1:3000']],
  ['Local:   http://localhost:5173/', ['http://localhost:5173/']],
  ['日本https://例え.jp/パス。次', ['https://例え.jp/パス']],
  ['│https://example.org/x│', ['https://example.org/x']],
  ['<https://example.org>', ['https://example.org']],
  ['git+https://example.org/r.git', ['https://example.org/r.git']],
  ['url=https://example.org/r', ['https://example.org/r']],
  ['xhttps://example.org', []],
  ['https://', []],
  ['https:// example.org', []],
  ['javascript:alert(1) data:text/html,x', []],
  ['mailto:a@example.org, or', ['mailto:a@example.org']],
  ['mailto:nobody', []],
  ['file:///etc/hosts', ['file:///etc/hosts']],
  ['https://user:pw@example.org:99/', ['https://user:pw@example.org:99/']],
  ['https://a.example https://b.example', ['https://a.example', 'https://b.example']],
  ["'https://example.org/it's'", ["https://example.org/it's"]],
  ['https://example.org/\u202egpj', ['https://example.org/']],
  ['https://example.org/a**', ['https://example.org/a']],
  ['https://bank.example\u3164.evil.example/', ['https://bank.example']],
  ['https://example.org/\u2764\ufe0f', ['https://example.org/\u2764\ufe0f']],
])('addresses in %j', (text, expected) => {
  expect(found(text).filter((link) => !link.includes('|'))).toEqual(expected)
})

test.each<[string, string[]]>([
  ['src/core/a.ts:12:7 - error', ['src/core/a.ts|12|7']],
  ['src/a.ts(12,7): error TS1', ['src/a.ts|12|7']],
  ['  File "/usr/lib/x.py", line 88, in f', ['/usr/lib/x.py|88|']],
  [' --> src/main.rs:3:5', ['src/main.rs|3|5']],
  ['main.go:12: x', ['main.go|12|']],
  ['at run (/home/me/a b.js:1:2)', ['/home/me/a||', 'b.js|1|2']],
  ['./run.sh, ../x', ['./run.sh||', '../x||']],
  ['~/notes/日本.md:3', ['~/notes/日本.md|3|']],
  ['--config=conf/a.toml', ['conf/a.toml||']],
  ['Makefile:10: target', ['Makefile|10|']],
  ['12:30:45 v1.2.3 24/7 1/2 and/or', ['and/or||']],
  ['README.md is text', []],
  ['/ // - .', []],
  ['https://example.org/src/a.ts:3 src/b.ts:4', ['src/b.ts|4|']],
  ['a.ts:0', []],
  ['src/a.ts:12345678901', ['src/a.ts||']],
])('paths in %j', (text, expected) => {
  expect(found(text).filter((link) => link.includes('|'))).toEqual(expected)
})

test('finds nothing that is too long, no part of it, and only so many', () => {
  const address = 'https://example.org/'.padEnd(linkBytesMax, 'a')
  expect([
    found(address),
    found(`(${address})`),
    found(`${address}a`),
    found(`${address}${'a'.repeat(5_000)} https://a.example/`),
  ]).toEqual([[address], [address], [], ['https://a.example/']])
  expect(
    [pathCharactersMax, pathCharactersMax + 1].map(
      (length) => found(`/${'a'.repeat(length - 1)}`).length,
    ),
  ).toEqual([1, 0])
  expect(found('https://a.example/ '.repeat(linksPerLineMax + 5))).toHaveLength(linksPerLineMax)
})

test.each([
  '((((((((',
  'a/'.repeat(10),
  ...['https://', '[[[[https://a.b/', 'a.a.a.a:', '://', 'a@', 'ftp+', '-=', '\u{1f680}'],
])('a line full of %j takes no longer than any other', (part) => {
  const time = (length: number) => {
    const text = part.repeat(Math.ceil(length / part.length))
    const start = performance.now()
    findLinks(text, all)
    return performance.now() - start
  }
  time(2_048)
  // Linear work grows tenfold; quadratic a hundredfold.
  expect(Math.min(time(20_480), time(20_480))).toBeLessThan(
    Math.max(2, Math.max(time(2_048), time(2_048), time(2_048))) * 60,
  )
})
