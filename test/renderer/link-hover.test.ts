/** Tests when the foot of the window shows a link's address, and when it stops. */
import xterm from '@xterm/headless'
import type { ITerminalOptions } from '@xterm/xterm'
import { expect, test } from 'vitest'
import { BufferRows } from '../../src/renderer/grid/text/buffer-rows.ts'
import { LinkHover, type LinkTarget } from '../../src/renderer/grid/text/link-hover.ts'

const ctrl = { ctrlKey: true, altKey: false }
const none = { ctrlKey: false, altKey: false }

/** A grid with the pointer on an OSC 8; what xterm.js does at a `mouseleave` is done here. */
async function make(modifier: 'ctrl' | 'none' = 'ctrl') {
  const terminal = new xterm.Terminal({ cols: 60, rows: 5, allowProposedApi: true })
  const { lines } = (
    terminal as unknown as {
      readonly _core: { readonly _bufferService: { readonly buffer: { readonly lines: unknown } } }
    }
  )._core._bufferService.buffer
  const events: string[] = []
  const options = {} as ITerminalOptions
  let inLink = false
  const hover = (): void => {
    inLink = true
    options.linkHandler?.hover?.({} as MouseEvent, 'https://example.org/', {
      start: { x: 1, y: 1 },
      end: { x: 1, y: 1 },
    })
  }
  const screen = {
    dispatchEvent: ({ type }: Event) => {
      events.push(type)
      if (inLink)
        options.linkHandler?.leave?.({} as MouseEvent, '', {
          start: { x: 1, y: 1 },
          end: { x: 1, y: 1 },
        })
      inLink = false
    },
  }
  const page = {
    buffer: terminal.buffer,
    cols: 60,
    options,
    registerLinkProvider: () => undefined,
    onResize: terminal.onResize,
    element: {
      classList: { toggle: () => undefined, remove: () => undefined },
      querySelector: () => screen,
    },
  }
  let shown: LinkTarget | null = null
  const rows = new BufferRows(
    page as never,
    {
      buffer: { lines, alternate: false, onTrim: () => undefined },
      colours: {
        palette: () => [0, 0, 0],
        dynamic: () => [9, 9, 9],
        cursorText: [200, 200, 200],
      },
    } as never,
  )
  const links = new LinkHover(page as never, rows, {
    options: () => ({ detect: true, paths: false, schemes: ['https'], modifier }) as never,
    now: () => 0,
    check: () => Promise.resolve([]),
    show: (target) => {
      shown = target
    },
  })
  hover()
  links.keys(ctrl)
  await Promise.resolve()
  return { links, hover, events, shown: () => shown !== null }
}

test('the link highlight ends with the modifier, and with the link under the pointer', async () => {
  const { links, shown } = await make()
  expect(shown()).toBe(true)
  links.keys(none)
  expect(shown()).toBe(false)
})

test('the link highlight ends with the grid, and is found again when it returns', async () => {
  const { links, hover, events, shown } = await make()
  links.hidden()
  expect([shown(), links.under, links.target(ctrl), events]).toEqual([
    false,
    null,
    null,
    ['mouseleave'],
  ])
  links.keys(none)
  hover()
  await Promise.resolve()
  expect(shown()).toBe(false)
  links.keys(ctrl)
  expect(shown()).toBe(true)
})

test.each(['ctrl', 'none'] as const)(
  'the highlight ends when the link is opened (modifier %s), until the pointer moves on it',
  async (modifier) => {
    const { links, shown } = await make(modifier)
    links.opened()
    expect([shown(), links.under === null]).toEqual([false, false])
    links.keys(ctrl)
    expect(shown()).toBe(true)
  },
)
