/** Tests which files the page's scheme serves, and which page gets the port. */
import { describe, expect, it } from 'vitest'
import { pageOrigin, pagePath } from '../../src/main/page/page-address.ts'
import { isOwnPage, type PortRequest } from '../../src/main/page/port-request.ts'

describe('page address', () => {
  it.each([
    ['vibeflow://app/index.html', '/srv/page/index.html'],
    ['vibeflow://app/assets/a%20b.js', '/srv/page/assets/a b.js'],
    ['vibeflow://app/a/../b.js', '/srv/page/b.js'],
  ])('serves %s', (address, path) => {
    expect(pagePath(address, '/srv/page')).toBe(path)
  })

  it.each([
    ...['vibeflow://app/..%2f..%2fetc/passwd', 'vibeflow://app/..%5csecret'],
    ...['vibeflow://app/a%00.js', 'vibeflow://app/%zz', 'vibeflow://other/index.html'],
    ...['file:///etc/passwd', 'https://app/index.html', 'nonsense'],
  ])('serves nothing at %s', (address) => {
    expect(pagePath(address, '/srv/page')).toBeNull()
  })

  // A URL's own parser takes plain dots out, so these name files of the folder, which are not
  // there.
  it.each(['vibeflow://app/%2e%2e/secret', 'vibeflow://app/../page-secrets/x', 'vibeflow://app/'])(
    'stays in its folder with %s',
    (address) => {
      expect(pagePath(address, '/srv/page')).toMatch(/^\/srv\/page\//)
    },
  )
})

describe('the port', () => {
  const own: PortRequest = { sender: { id: 7 }, senderFrame: { parent: null, origin: pageOrigin } }

  it('goes to the top frame of this window on its own origin', () => {
    expect(isOwnPage(own, { id: 7 })).toBe(true)
  })

  it.each([
    ['another window', own, { id: 8 }],
    [
      'a frame inside the page',
      { ...own, senderFrame: { parent: {}, origin: pageOrigin } },
      { id: 7 },
    ],
    [
      'a page from elsewhere',
      { ...own, senderFrame: { parent: null, origin: 'https://example.com' } },
      { id: 7 },
    ],
    [
      'another host of our scheme',
      { ...own, senderFrame: { parent: null, origin: 'vibeflow://app.evil' } },
      { id: 7 },
    ],
    ['a frame that is gone', { ...own, senderFrame: null }, { id: 7 }],
  ])('does not go to %s', (_name, request, contents) => {
    expect(isOwnPage(request, contents)).toBe(false)
  })
})
