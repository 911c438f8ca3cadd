/** Tests windows of the shim on Wayland: the compositor chooses sizes, and the app id is fixed. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { CdpSession } from '../../src/electron-shim/chromium/cdp.ts'
import { chromiumFlags, windowAddress } from '../../src/electron-shim/chromium/flags.ts'
import type { PageLink } from '../../src/electron-shim/chromium/page-link.ts'
import { Placement } from '../../src/electron-shim/chromium/placement.ts'

beforeEach(() => vi.stubEnv('WAYLAND_DISPLAY', 'wayland-1'))
afterEach(() => vi.unstubAllEnvs())

const wanted = { x: 0, y: 0, width: 960, height: 600 }

/** Returns a placement of a window that has this size, and the bounds that Chromium was sent. */
async function placed(width: number, height: number, headless = false) {
  const window = { width, height }
  const sent: object[] = []
  const root = {
    send: (method: string, { bounds }: { bounds?: Partial<typeof window> }) => {
      if (method !== 'Browser.setWindowBounds') return Promise.resolve({ windowId: 1 })
      sent.push(bounds ?? {})
      Object.assign(window, bounds)
      return Promise.resolve({})
    },
  } as unknown as CdpSession
  const link = {
    evaluate: () => {
      const inset = headless ? 87 : 0
      return Promise.resolve([window.width, window.height - inset, window.width, window.height])
    },
  } as unknown as PageLink
  return { placement: await Placement.of(root, link, 'page', headless), sent, window }
}

function sizeOfFlags(): [number, number] {
  const flags = chromiumFlags({
    profile: '/p',
    headless: false,
    driven: false,
    sandbox: true,
    switches: new Map(),
  })
  const size = flags.find((flag) => flag.startsWith('--window-size='))?.split('=')[1] ?? ''
  const [width = 0, height = 0] = size.split(',').map(Number)
  return [width, height]
}

test('a floating window gets the size that the app wants', async () => {
  const { placement, window } = await placed(...sizeOfFlags())
  await placement.setBounds(wanted, false)
  expect(window).toMatchObject({ width: 960, height: 600 })
  await placement.setBounds({ ...wanted, width: 700 }, false)
  expect(window).toMatchObject({ width: 700, height: 600 })
})

test('a window in a tile keeps the size of the tile', async () => {
  const { placement, sent } = await placed(1596, 896)
  await placement.setBounds(wanted, false)
  await placement.setBounds({ ...wanted, width: 700 }, false)
  expect(sent).toEqual([])
})

test('a window that the user resized keeps its size', async () => {
  const { placement, window, sent } = await placed(...sizeOfFlags())
  await placement.setBounds(wanted, false)
  window.width = 1200
  await placement.setBounds({ ...wanted, width: 700 }, false)
  expect(sent).toHaveLength(1)
})

test('a window without a compositor gets every size', async () => {
  vi.stubEnv('WAYLAND_DISPLAY', '')
  const { placement, window } = await placed(1596, 896)
  await placement.setBounds(wanted, false)
  expect(window).toMatchObject({ width: 960, height: 600 })
})

test('all windows on Wayland have the same app id, which is made of the address before ?', () => {
  const [first, second] = ['a', 'b'].map((mark) => windowAddress(mark, `title ${mark}`, '', true))
  expect(first?.split('?')[0]).toBe('data:text/html,<vibeflow')
  expect(second?.split('?')[0]).toBe('data:text/html,<vibeflow')
  expect(windowAddress('a', 'b', '', false)).not.toContain('?')
})
