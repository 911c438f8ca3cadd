/** Compression of what rests, and when garbage is collected. */
import { afterEach, expect, test, vi } from 'vitest'
import { LastSnapshot } from '../../src/core/worker/last-snapshot.ts'
import { compression } from '../../src/host/shadow/compression.ts'
import { file, make, until } from '../support/frames/shadow-pool.ts'
import { rowsOf } from '../support/frames/rows-of.ts'
import { slow } from '../slow.ts'

afterEach(() => {
  vi.useRealTimers()
})

test('compression restores its input, even from shared memory, and refuses noise', () => {
  const { compress, expand } = compression()
  const bytes = new Uint8Array(new SharedArrayBuffer(65_536))
  for (let at = 0; at < bytes.length; at += 1) bytes[at] = (at % 251) & (at >> 8)
  const compressed = compress(bytes)!
  expect(compressed.buffer.byteLength).toBe(compressed.length)
  expect(compressed.length).toBeLessThan(bytes.length / 2)
  const into = new Uint8Array(bytes.length)
  expand(compressed, into)
  expect(into.every((byte, at) => byte === bytes[at])).toBe(true)
  expect(compress(crypto.getRandomValues(new Uint8Array(65_536)))).toBe(null)
})

test("compression restores few bytes, such as an idle tab's last line", () => {
  const { compress, expand } = compression()
  const bytes = new Uint8Array(50).fill(0x2d)
  const into = new Uint8Array(bytes.length)
  expand(compress(bytes)!, into)
  expect(into).toEqual(bytes)
})

test('garbage is collected once, some time after much was freed', () => {
  vi.useFakeTimers()
  const collect = vi.fn()
  const { freed } = compression(collect)
  freed(1_000_000)
  vi.advanceTimersByTime(60_000)
  expect(collect).not.toHaveBeenCalled()
  for (let time = 0; time < 10; time += 1) freed(1_000_000)
  expect(collect).not.toHaveBeenCalled()
  vi.advanceTimersByTime(60_000)
  expect(collect).toHaveBeenCalledOnce()
})

test(
  'a worker that has compressed its history dies, and the next one has all of it',
  slow,
  async () => {
    const { pool, session } = make(1, file)
    const { print, shadow } = session({ scrollback: 30_000 })
    const text = Array.from({ length: 20_000 }, (_, line) => `line ${line}`)
    print(`${text.join('\r\n')}\r\n`)
    const read = async () => rowsOf(shadow, 'scrollback')
    expect((await read())?.length).toBe(19_996)
    // it is idle, and reports its snapshot
    const kept = vi.spyOn(LastSnapshot.prototype, 'take')
    await until(() => kept.mock.calls.length > 0)
    const { bytes } = kept.mock.contexts.at(-1) as LastSnapshot
    kept.mockRestore()
    expect(bytes).toBeLessThan(150_000)
    pool.crash()
    await new Promise((resolve) => {
      setTimeout(resolve, 200)
    })
    expect(await read()).toEqual(text.slice(0, 19_996))
    pool.dispose()
  },
)
