/** A page that has no title yet: what Chromium shows then is its address. */
import { execFileSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { WebContents } from '../../src/electron-shim/api/web-contents.ts'
import { XDisplay } from '../../src/electron-shim/desktop/x-display.ts'
import { missingOf, startXServer } from './x-server.ts'

test('an address is recognized before Chromium reports the page', () => {
  const nothing = () => undefined
  const page = new WebContents(
    { gone: nothing, close: nothing, mayClose: () => true, up: nothing },
    undefined,
  )
  const shown = 'app.vibeflow.localhost/index.html'
  expect(page.isAddress(shown)).toBe(false)
  page.admits(`http://${shown}`, 'load', false) // the request is held until this is answered
  expect([page.isAddress(shown), page.isAddress('vibeflow')]).toEqual([true, false])
})

test('a title that Chromium sets while its address is replaced is not lost', async (context) => {
  const missing = missingOf('Xvfb', 'xprop', 'xwininfo')
  context.skip(missing.length > 0, `not installed: ${missing.join(', ')}`)
  const server = await startXServer()
  const xprop = (...words: string[]) =>
    execFileSync('xprop', ['-display', server.display, '-root', ...words], { encoding: 'utf8' })
  const set = (title: string) => xprop('-f', '_NET_WM_NAME', '8u', '-set', '_NET_WM_NAME', title)
  const display = await XDisplay.open(server.display) // without a client, the server resets
  const said = execFileSync('xwininfo', ['-display', server.display, '-root', '-int'])
  set('address')
  let title = 'application'
  try {
    // a root window has properties as any other
    const { retitle } = await display.dress(Number(/id: (\d+)/.exec(String(said))?.[1]), {
      instance: 'application',
      title: () => title,
      isAddress: (text) => {
        if (text !== 'address') return false
        set('page') // between reading and writing
        return true
      },
    })
    title = 'page'
    await retitle()
    await expect.poll(() => xprop('-notype', '_NET_WM_NAME')).toBe('_NET_WM_NAME = "page"\n')
  } finally {
    display.close()
    await server.end()
  }
})
