/** Page and shadow lay out the same columns: the page's xterm.js, with our table and our short way of printing, against the VT core's snapshot of the same bytes, cell by cell. */
import { Terminal as Xterm } from '@xterm/headless'
import { expect, it } from 'vitest'
import { snapshotOf, Terminal, unicodeProvider } from '../../src/core/vt/index.ts'
import { printFast, type Handler } from '../../src/renderer/grid/fast-print.ts'

const size = { cols: 20, rows: 40 }

/** `text:width` of each cell up to the last that holds any. */
async function page(text: string): Promise<string[]> {
  const terminal = new Xterm({ ...size, allowProposedApi: true })
  terminal.unicode.register(unicodeProvider)
  terminal.unicode.activeVersion = unicodeProvider.version
  printFast((terminal as unknown as { _core: { _inputHandler: Handler } })._core._inputHandler)
  await new Promise<void>((resolve) => { terminal.write(text, resolve) })
  const rows = Array.from({ length: size.rows }, (_, y) => {
    const line = terminal.buffer.active.getLine(y)!
    const cells = Array.from({ length: size.cols }, (_cell, x) => line.getCell(x)!).flatMap((cell) => (cell.getWidth() === 0 ? [] : [`${cell.getChars()}:${cell.getWidth()}`]))
    return cells.slice(0, cells.findLastIndex((cell) => cell !== ':1') + 1).join(' ')
  })
  terminal.dispose()
  return rows
}

function shadow(text: string): string[] {
  const terminal = new Terminal({ ...size, scrollback: 0 })
  terminal.write(new TextEncoder().encode(text))
  const { lines } = snapshotOf(terminal.screen, { epoch: 0, rev: 0, at: 0 })
  return Array.from({ length: size.rows }, (_, y) => (lines.find((line) => line.y === y)?.cells ?? []).flatMap(({ c = '', w = 1, n = 1 }) => Array.from({ length: n }, () => `${c}:${w}`)).join(' '))
}

it.each([
  ['wide cells', '日本語 한국어 ｆｕｌｌ', '日:2 本:2 語:2'],
  ['a wide cell at the edge', `${'x'.repeat(19)}日本`, 'x:1'],
  ['emoji', '👍 🚀 ✅ ❤ ⚡ 🇩🇪', '👍:2'],
  ['emoji of newer Unicode', '🫠 🪿 🫩', '🫠:2'],
  ['modifiers and joined families', '👍🏽 👩‍👩‍👧', '👍:2'],
  ['variation selectors', '❤\ufe0f ❤\ufe0e ✳\ufe0e x', '❤\ufe0f:1'],
  ['combining marks', 'e\u0301 a\u0323\u0308 日\u3099 x', 'e\u0301:1'],
  ['a mark with nothing to stand on', '\u0301x', '\u0301:1'],
  ['soft hyphen, zero width, ambiguous', 'a\u00adb\u200bc\u2060d § ± ·', 'a'],
  ['private use and box drawing', '\ue0b0\uf121 ─┐│▀⠋', '\ue0b0:1'],
  ['Indic and Arabic', 'क्षि नमस्ते مرحبا', 'क्'],
])('of %s', async (_what, text, first) => {
  const seen = shadow(text)
  expect(seen[0]?.startsWith(first)).toBe(true)
  expect(await page(text)).toEqual(seen)
})

it('of every assigned block: one character of each 64, and each beside a letter', async () => {
  const codes = Array.from({ length: 0x20000 / 64 }, (_, block) => 0xa0 + block * 64).filter((code) => code < 0xd800 || code > 0xdfff)
  for (let at = 0; at < codes.length; at += 240) {
    const text = codes.slice(at, at + 240).map((code) => `${String.fromCodePoint(code)}x`).join('')
    expect(await page(text), codes[at]!.toString(16)).toEqual(shadow(text))
  }
})
