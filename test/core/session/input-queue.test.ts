/** Tests the input that waits for a program that does not read. */
import { describe, expect, it } from 'vitest'
import { pasteBytesMax } from '../../../src/core/consent/paste.ts'
import {
  InputQueue,
  pasteChunkBytes,
  retryDelayMaxMs,
  queuedBytesMax,
} from '../../../src/core/session/input/input-queue.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

function make(room = Number.POSITIVE_INFINITY) {
  const clock = new FakeClock()
  const state = { room, written: '', refused: 0, progress: [] as [number, number][], largest: 0 }
  const queue = new InputQueue(clock, {
    write: (bytes) => {
      const taken = Math.min(bytes.length, state.room)
      state.room -= taken
      state.largest = Math.max(state.largest, bytes.length)
      state.written += new TextDecoder().decode(bytes.subarray(0, taken))
      return taken
    },
    refused: () => {
      state.refused += 1
    },
    pasteProgress: (done, total) => {
      state.progress.push([done, total])
    },
  })
  return { clock, queue, state }
}

const bytes = (text: string) => new TextEncoder().encode(text)

describe('input queue', () => {
  it('writes keys immediately', () => {
    const { queue, state, clock } = make()
    queue.push('keys', bytes('ls\r'))
    expect(state.written).toBe('ls\r')
    expect(clock.timers).toBe(0)
  })

  it('keeps the order over a full pty and tries again, ever more rarely', () => {
    const { clock, queue, state } = make(2)
    queue.push('keys', bytes('abc'))
    queue.push('keys', bytes('def'))
    clock.advance(1_000)
    expect(state.written).toBe('ab')
    state.room = 99
    clock.advance(retryDelayMaxMs)
    expect(state.written).toBe('abcdef')
    expect([queue.waitingBytes, clock.timers]).toEqual([0, 0])
  })

  it('drops mouse reports first, then answers, and notifies the user before it drops a key', () => {
    const { queue, state } = make(0)
    queue.push('keys', new Uint8Array(queuedBytesMax - 20))
    queue.push('reply', bytes('0123456789'))
    queue.push('mouse', bytes('0123456789'))
    queue.push('keys', bytes('0123456789'))
    expect(queue.waitingBytes).toBe(queuedBytesMax)
    queue.push('keys', bytes('0123456789'))
    expect([queue.waitingBytes, state.refused]).toEqual([queuedBytesMax, 0])
    queue.push('mouse', bytes('x'))
    queue.push('reply', bytes('x'))
    expect(state.refused).toBe(0)
    queue.push('keys', bytes('x'))
    queue.push('keys', bytes('y'))
    expect([state.refused, queue.waitingBytes]).toEqual([1, queuedBytesMax])
  })

  it('pastes in small writes and reports progress', () => {
    const { queue, state } = make()
    expect(
      queue.paste(new Uint8Array(pasteChunkBytes * 2 + 1), {
        total: pasteChunkBytes * 2 + 1,
        last: true,
      }),
    ).toBe(true)
    expect(state.largest).toBe(pasteChunkBytes)
    expect(state.progress).toEqual([
      [pasteChunkBytes, 2 * pasteChunkBytes + 1],
      [2 * pasteChunkBytes, 2 * pasteChunkBytes + 1],
      [2 * pasteChunkBytes + 1, 2 * pasteChunkBytes + 1],
    ])
  })

  const pasteOf = (text: string) => ({
    bytes: bytes(text),
    part: { total: text.length, last: true },
  })

  it('throws the rest of a canceled paste away and continues with the keys after it', () => {
    const { clock, queue, state } = make(4)
    const { bytes: text, part } = pasteOf('0123456789')
    queue.paste(text, part)
    queue.push('keys', bytes('\x03'))
    queue.cancelPaste()
    state.room = 99
    clock.advance(retryDelayMaxMs)
    expect(state.written).toBe('0123\x03')
    expect(state.progress.at(-1)).toEqual([10, 10])
    expect(queue.waitingBytes).toBe(0)
  })

  it('closes the bracket of a canceled paste only if the program has seen it begin', () => {
    const text = '\x1b[200~0123456789\x1b[201~'
    const begun = make(10)
    begun.queue.paste(bytes(text), { total: text.length, last: true })
    begun.queue.push('keys', bytes('x'))
    begun.queue.cancelPaste()
    begun.state.room = 99
    begun.clock.advance(retryDelayMaxMs)
    expect(begun.state.written).toBe('\x1b[200~0123\x1b[201~x')
    const unseen = make(0)
    unseen.queue.paste(bytes(text), { total: text.length, last: true })
    unseen.queue.cancelPaste()
    unseen.state.room = 99
    unseen.clock.advance(retryDelayMaxMs)
    expect([unseen.state.written, unseen.queue.waitingBytes]).toEqual(['', 0])
  })

  it('takes one paste at a time, none larger than announced or allowed', () => {
    const { queue } = make(0)
    expect(queue.paste(bytes('abc'), { total: 5, last: false })).toBe(true)
    expect(queue.paste(bytes('defg'), { total: 5, last: true })).toBe(false)
    expect(queue.paste(bytes('de'), { total: 5, last: true })).toBe(true)
    expect(queue.paste(bytes('other'), { total: 5, last: true })).toBe(false)
    queue.cancelPaste()
    expect(queue.paste(bytes('x'), { total: pasteBytesMax * 2, last: false })).toBe(false)
  })

  it('leaves no timer', () => {
    const { clock, queue } = make(0)
    queue.push('keys', bytes('abc'))
    expect(clock.timers).toBe(1)
    queue.dispose()
    expect(clock.timers).toBe(0)
  })
})
