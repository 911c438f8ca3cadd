/** Tests which addresses a click may open. */
import { expect, test } from 'vitest'
import { linkBytesMax } from '../../../src/core/links/limits.ts'
import { openableAddress } from './openable-address.ts'

test.each([
  ['http://example.org', 'http://example.org/'],
  ['https://example.org/a?b=c#d', 'https://example.org/a?b=c#d'],
  ['HTTPS://Example.org/A', 'https://example.org/A'],
  ['mailto:a@example.org', 'mailto:a@example.org'],
])('%s is opened', (address, href) => {
  expect(openableAddress(address)).toBe(href)
})

test.each([
  ...['', 'example.org', 'https://a/\u3164', 'https://a/\u115f', 'https://a@b/', 'https://:p@b/'],
  `https://${'a.'.repeat(127)}com`,
  ...['//example.org', 'file:///etc/passwd', 'javascript:alert(1)', 'data:text/html,x'],
  ...['vibeflow://app/', 'vscode://file/x', 'ssh://a', 'http://', 'http:', 'https://a b'],
  ...['https://a\n', '\x1bhttps://a', 'https://a/\u202egpj.exe', 'https://a/\u200b'],
  `https://a/${'x'.repeat(linkBytesMax)}`,
  `https://a/${'é'.repeat(linkBytesMax / 2)}`,
  'https://a/\u{e0041}',
  'https://a/\ud800',
])('%j is not', (address) => {
  expect(openableAddress(address)).toBeNull()
})

test.each([
  [
    'mailto:a@b.example?subject=Hi&body=Dear%20A,%0D%0Ayou',
    'mailto:a@b.example?subject=Hi&body=Dear%20A%2C%0D%0Ayou',
  ],
  [
    'mailto:a@b.example,c@d.example?cc=e@f.example',
    'mailto:a@b.example,c@d.example?cc=e%40f.example',
  ],
  ["mailto:?to=a@b.example&subject=it's", 'mailto:?to=a%40b.example&subject=it%27s'],
])('%s is opened', (address, href) => {
  expect(openableAddress(address)).toBe(href)
})
