/** SECURITY.md: "what makes the page's parser fail ends with one sequence": on @xterm/headless, adapted as each grid is; and the hand-over that follows. */
import { expect, it, vi } from 'vitest'
import { written } from '../../fuzz/vt-input.ts'
import { Choices } from '../../fuzz/support.ts'
import { seeded } from '../../src/build/fuzz-target.mjs'
import { RepeatGuard } from '../../src/core/guard/repeat-guard.ts'
import { PageTerminal } from '../support/page-terminal.ts'

const encode = (text: string) => new TextEncoder().encode(text)

it('CSI 1 J at the last cell of a screen that has not scrolled erases it, and what follows is printed', () => {
  const page = new PageTerminal({ cols: 10, rows: 4 })
  page.write(encode('first\x1b[4;10Hx\x1b[1J\x1b[2;1Hafter'))
  expect([page.text(0, 0), page.text(3, 9), page.text(1, 0), page.text(1, 4), page.failures]).toEqual(['', '', 'a', 'r', []])
})

it('a sequence that makes xterm.js throw takes nothing of what follows along', () => {
  const page = new PageTerminal({ cols: 10, rows: 4 })
  const { lines } = page.core.buffer as unknown as { readonly lines: { get(index: number): unknown } }
  const get = vi.spyOn(lines, 'get').mockImplementationOnce(() => { throw new Error('no such line') })
  page.write(encode('\x1b[3Xab\x1b[1mc'))
  expect([get.mock.calls.length > 1, page.failures.length, page.text(0, 0), page.text(0, 2)]).toEqual([true, 1, 'a', 'c'])
})

it('an alternate screen first used after the window became smaller has a line for each row when it grows again', () => {
  const page = new PageTerminal({ cols: 10, rows: 8 })
  page.terminal.resize(10, 3)
  page.write(encode(`\x1b[?1049h${'x\r\n'.repeat(9)}`))
  expect((page.core.buffer as unknown as { readonly ybase: number }).ybase).toBe(0) // it has no history
  page.terminal.resize(10, 8)
  page.write(encode('\x1b[8;1Hlast'))
  expect([page.text(7, 0), page.failures]).toEqual(['l', []])
})

it('any output, in any size, changed at any time, leaves a line for each row and a parser that goes on', () => {
  const random = seeded(1)
  const below = (count: number) => Math.floor(random() * count)
  let failures = 0
  for (let round = 0; round < 60; round += 1) {
    const size = { cols: 2 + below(30), rows: 1 + below(20), scrollback: [0, 0, 1, 3, 50][below(5)]! }
    const page = new PageTerminal(size)
    const guard = new RepeatGuard(() => size)
    if (below(2) === 0) page.write(encode('\x1b[?1049h'))
    for (let step = below(10); step >= 0; step -= 1) {
      const bytes = Uint8Array.from({ length: 8 + below(200) }, () => below(256))
      for (const piece of guard.feed(below(6) === 0 ? bytes : encode(written(new Choices(bytes), bytes.length, below(2) === 0)))) page.write(piece)
      Object.assign(size, { cols: 2 + below(30), rows: 1 + below(20) })
      page.terminal.resize(size.cols, size.rows)
      const { lines, ybase } = page.core.buffer as typeof page.core.buffer & { readonly lines: { readonly length: number } }
      const holes = Array.from({ length: size.rows }, (_, y) => y).filter((y) => ybase + y >= lines.length || lines.get(ybase + y) === undefined)
      expect(holes, `round ${round}: rows without a line`).toEqual([])
    }
    failures += page.failures.length
    page.write(encode('\x18\x1b\\\x1b[m\x1bc\x1b[2;2H!')) // the end of any string
    expect(page.text(Math.min(1, size.rows - 1), 1), `round ${round}`).toBe('!')
    page.terminal.dispose()
  }
  expect(failures).toBe(0)
})
