import { expect, test } from 'vitest'
import { PageLink } from '../../src/electron-shim/chromium/page-link.ts'

test('a file whose path Chromium does not know is answered with an empty path', async () => {
  const evaluated: string[] = []
  const listeners: Record<string, (params: unknown) => void> = {}
  const session = {
    on: (name: string, listener: (params: unknown) => void) => {
      listeners[name] = listener
    },
    send: async (method: string, { expression }: { expression?: string }) => {
      if (method === 'DOM.getFileInfo') throw new Error('Object id does not reference a File')
      if (expression !== undefined) evaluated.push(expression)
      return { result: { objectId: '1' } }
    },
  }
  const options = { targetId: 't', preload: undefined, emulateFocus: false, guardClosing: false }
  const link = new PageLink(session as never, options, {} as never)
  listeners['Runtime.executionContextCreated']?.({
    context: { name: 'electron-shim-preload', auxData: { frameId: 't' }, id: 1, uniqueId: 'u' },
  })
  await link.sendPath(7)
  expect(evaluated).toEqual(['__electronShimFile(7)', '__electronShimFilePath(7, "")'])
})
