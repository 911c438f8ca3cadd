import { describe, expect, test } from 'vitest'
import { Cdp } from '../../src/electron-shim/chromium/cdp.ts'
import {
  fromServed,
  originOf,
  servedSchemes,
  toServed,
} from '../../src/electron-shim/chromium/address.ts'
import { hasMetaPolicy, withConnectSource } from '../../src/electron-shim/chromium/policy.ts'
import { tookNothing } from '../../src/electron-shim/chromium/serve.ts'
import { PassThrough } from 'node:stream'

const port = 'ws://127.0.0.1:4711'

describe('the policy gets one source and nothing else', () => {
  test.each([
    [
      "default-src 'none'; connect-src 'none'; base-uri 'none'",
      `default-src 'none'; connect-src ${port}; base-uri 'none'`,
    ],
    ["connect-src 'self' https://x", `connect-src 'self' https://x ${port}`],
    ["CONNECT-SRC 'NONE'", `CONNECT-SRC ${port}`],
    [
      "default-src 'none'; script-src 'self'",
      `default-src 'none'; script-src 'self'; connect-src ${port}`,
    ],
    ["default-src 'self' data:;", `default-src 'self' data:; connect-src 'self' data: ${port}`],
    ["script-src 'self'", "script-src 'self'"],
    [
      "default-src 'none', connect-src 'none'",
      `default-src 'none'; connect-src ${port}, connect-src ${port}`,
    ],
  ])('%s', (policy, wanted) => {
    expect(withConnectSource(policy, port)).toBe(wanted)
  })
  test('a policy in the document is seen', () => {
    expect([
      hasMetaPolicy('<META charset=x http-equiv=\'Content-Security-Policy\' content="">'),
      hasMetaPolicy('<meta charset="utf-8">'),
    ]).toEqual([true, false])
  })
})

describe('addresses', () => {
  servedSchemes.add('vibeflow')
  test.each([
    [
      'vibeflow://app/index.html?a=1#b',
      'http://app.vibeflow.localhost/index.html?a=1#b',
      'vibeflow://app',
    ],
    ['http://localhost:5173/x', 'http://localhost:5173/x', 'http://localhost:5173'],
    ['about:blank', 'about:blank', 'null'],
  ])('%s goes there and back', (address, served, origin) => {
    expect([toServed(address), fromServed(served), originOf(served)]).toEqual([
      served,
      address,
      origin,
    ])
  })
  test("an unknown host is not the app's", () => {
    expect([
      fromServed('http://app.other.localhost/'),
      fromServed('http://app.vibeflow.localhost:81/'),
      fromServed('https://app.vibeflow.localhost/'),
    ]).toEqual([
      'http://app.other.localhost/',
      'http://app.vibeflow.localhost:81/',
      'https://app.vibeflow.localhost/',
    ])
  })
})

describe('a file that the page did not take is not a fault', () => {
  const failure = (answer: (id: number) => object | null) => {
    const [toBrowser, fromBrowser] = [new PassThrough(), new PassThrough()]
    toBrowser.on('data', (sent: Buffer) => {
      const { id } = JSON.parse(sent.toString('utf8').slice(0, -1)) as { id: number }
      const answered = answer(id)
      if (answered === null) fromBrowser.destroy()
      else fromBrowser.write(`${JSON.stringify({ id, ...answered })}\0`)
    })
    return new Cdp(toBrowser, fromBrowser).root
      .send('Fetch.fulfillRequest')
      .catch((e: unknown) => e)
  }
  test.each([
    ['refused by Chromium', () => ({ error: { message: 'Invalid header' } }), false],
    ['after its page', () => ({ error: { message: 'Invalid InterceptionId.' } }), true],
    ['after the browser', () => null, true],
  ])('%s', async (_when, answer, isGone) => {
    expect(tookNothing(await failure(answer))).toBe(isGone)
  })
})
