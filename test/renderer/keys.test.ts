/** Bytes of keys and mouse. */
import { describe, expect, test } from 'vitest'
import { isMouseReport, KeyBytes, latin1Bytes } from '../../src/renderer/grid/key-bytes.ts'

describe('bytes of keys', () => {
  test('are UTF-8, even when a character comes in two halves', () => {
    const keys = new KeyBytes()
    expect(
      [keys.encode('é'), keys.encode('\ud83d'), keys.encode('\ude00'), keys.encode('a')].map(
        (bytes) => new TextDecoder().decode(bytes),
      ),
    ).toEqual(['é', '', '😀', 'a'])
  })

  test('of the oldest mouse encoding stay bytes', () => {
    expect([...latin1Bytes('\x1b[M \xff!')]).toEqual([0x1b, 0x5b, 0x4d, 0x20, 0xff, 0x21])
  })

  test('a mouse report is distinguished from keys', () => {
    expect(
      ['\x1b[<0;1;1M', '\x1b[<35;10;5m', '\x1b[A', '<0;1;1M', '\x1b[<0;1;1Mx'].map(isMouseReport),
    ).toEqual([true, true, false, false, false])
  })
})
