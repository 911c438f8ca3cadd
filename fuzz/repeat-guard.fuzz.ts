/** The guard in front of xterm.js: every cut gives the same bytes, no count is left too high, sane output is untouched. */
import { RepeatGuard } from '../src/core/guard/repeat-guard.ts'
import { holds, tryBytes, type FuzzRun } from './support.ts'

export const name = 'repeat-guard'

const parts = ['\x1b[', '\x1b', '[', '\xc2\x9b', '\xc2', '\x9b', '\xff', '\xef\xbb\xbf', '\xe4\xb8\xad', '\x18', '\x1a', '\n', '\x7f', ';', ':', '?', ' ', "'", '0000', '99999', '3', ...'STLMIZbmHAPX@', '\x1b]0;x', '\x07', '\x1b\\', '\x1bP', 'text']
const size = { cols: 80, rows: 24, scrollback: 100 }
const cells = size.cols * (size.rows + size.scrollback) + size.cols

export function run(run: FuzzRun): void {
  tryBytes(run, parts, replay, 24)
}

export function replay(input: Uint8Array): void {
  const whole = through([input])
  holds(whole === through(Array.from(input, (_, index) => input.subarray(index, index + 1))), 'byte by byte gives another result')
  const third = Math.floor(input.length / 3)
  holds(whole === through([input.subarray(0, third), new Uint8Array(0), input.subarray(third)]), 'two chunks give another result')
  holds(through([Uint8Array.from(whole, (character) => character.charCodeAt(0))]) === whole, 'what it returns is not left as it is')
  for (const [, count, final] of whole.matchAll(/\x1b\[(\d+)([STLMIZb])/g)) {
    const limit = final === 'b' ? cells : final === 'I' || final === 'Z' ? size.cols : size.rows
    holds(Number(count) <= limit, `CSI ${count} ${final} went through`)
  }
}

/** The bytes that come out, with a cancel behind them so that nothing is held back. */
function through(chunks: readonly Uint8Array[]): string {
  const guard = new RepeatGuard(() => size)
  return [...chunks, Uint8Array.of(0x18)].flatMap((chunk) => guard.feed(chunk)).map((piece) => String.fromCharCode(...piece)).join('').replace(/\x18$/, '')
}
