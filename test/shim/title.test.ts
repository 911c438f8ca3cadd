/** A page that has no title yet: what Chromium shows then is its address. */
import { expect, test } from 'vitest'
import { WebContents } from '../../src/electron-shim/api/web-contents.ts'

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
