import { describe, expect, test } from 'vitest'
import { isNewer, parseFeed } from '../../../src/cli/verbs/update/release-feed.ts'

const sum = `${'A'.repeat(86)}==`
const feed = ({ version = '1.2.3', url = 'a-1.2.3.AppImage', sha512 = sum, size = '7' } = {}) =>
  `version: ${version}\nfiles:\n  - url: ${url}\n    sha512: ${sha512}\n    size: ${size}\n` +
  `    blockMapSize: 12\npath: ${url}\nsha512: ${sha512}\nreleaseDate: '2026-11-22T00:00:00.000Z'\n`

describe('latest-linux.yml', () => {
  test('is read as electron-builder writes it', () => {
    expect(parseFeed(feed())).toEqual({
      ok: true,
      release: {
        version: '1.2.3',
        files: [{ name: 'a-1.2.3.AppImage', sha512: sum, bytes: 7 }],
      },
    })
    expect(parseFeed(feed({ version: "'1.2.3'" }).replaceAll('\n', '\r\n'))).toMatchObject({
      ok: true,
      release: { version: '1.2.3' },
    })
  })

  test.each([
    ['no-version', ''],
    ['no-version', '<html>not found</html>'],
    ['no-version', feed({ version: '1.2' })],
    ['no-version', feed({ version: '1.2.3; reboot' })],
    ['no-files', 'version: 1.2.3\nfiles: []\n'],
    ['bad-name', feed({ url: '../a.AppImage' })],
    ['bad-name', feed({ url: 'https://elsewhere.example/a.AppImage' })],
    ['bad-name', feed({ url: '-o.AppImage' })],
    ['bad-name', feed({ url: '.a.AppImage' })],
    ['bad-sum', feed({ sha512: 'AAAA' })],
    ['bad-size', feed({ size: '0' })],
    ['bad-size', feed({ size: '1e3' })],
    ['bad-size', feed({ size: '1073741825' })],
  ])('is refused as %s: %j', (problem, text) => {
    expect(parseFeed(text)).toEqual({ ok: false, problem })
  })
})

// https://semver.org/spec/v2.0.0.html, 11, from low to high
test('versions are ordered by Semantic Versioning', () => {
  const order = [
    ...['0.9.10', '1.0.0-alpha', '1.0.0-alpha.1', '1.0.0-alpha.beta', '1.0.0-beta'],
    ...['1.0.0-beta.2', '1.0.0-beta.11', '1.0.0-rc.1', '1.0.0', '1.0.1', '1.10.0'],
  ]
  for (const [index, version] of order.entries())
    expect(order.map((than) => isNewer(version, than))).toEqual(order.map((_, at) => at < index))
})
