/** Which chord a key press is, on keyboards of several countries. */
import { describe, expect, test } from 'vitest'
import { chordLabel, chordsOf, ChordTable, type KeyPress } from '../../src/renderer/keys/chords.ts'
import { isMouseReport, KeyBytes, latin1Bytes } from '../../src/renderer/grid/key-bytes.ts'

const press = (parts: Partial<KeyPress>): KeyPress => ({ key: '', code: '', ctrl: false, shift: false, alt: false, meta: false, altGraph: false, ...parts })

function table(): ChordTable<string> {
  const table = new ChordTable<string>()
  for (const chord of ['ctrl+shift+t', 'ctrl+tab', 'ctrl+shift+tab', 'alt+1', 'ctrl+plus', 'ctrl+equal', 'ctrl+minus', 'ctrl+0', 'shift+pageup', 'shift+insert', 'ctrl+shift+q', 'f11']) table.add(chord, chord)
  return table
}

describe('ChordTable', () => {
  test.each<[string, Partial<KeyPress>, string | undefined]>([
    ['a letter with Shift', { key: 'T', code: 'KeyT', ctrl: true, shift: true }, 'ctrl+shift+t'],
    ['with Caps Lock', { key: 't', code: 'KeyT', ctrl: true, shift: true }, 'ctrl+shift+t'],
    ['on a Cyrillic layout', { key: 'Е', code: 'KeyT', ctrl: true, shift: true }, 'ctrl+shift+t'],
    ['without Shift: the program’s', { key: 't', code: 'KeyT', ctrl: true }, undefined],
    ['with Alt too: another chord', { key: 'T', code: 'KeyT', ctrl: true, shift: true, alt: true }, undefined],
    ['on Dvorak, by its letter', { key: 'T', code: 'KeyK', ctrl: true, shift: true }, 'ctrl+shift+t'],
    ['on Dvorak, not by the place of Q', { key: '"', code: 'KeyQ', ctrl: true, shift: true }, undefined],
    ['digit', { key: '1', code: 'Digit1', alt: true }, 'alt+1'],
    ['digit on AZERTY', { key: '&', code: 'Digit1', alt: true }, 'alt+1'],
    ['plus, which needs Shift', { key: '+', code: 'Equal', ctrl: true, shift: true }, 'ctrl+plus'],
    ['plus on the number pad', { key: '+', code: 'NumpadAdd', ctrl: true }, 'ctrl+plus'],
    ['equal', { key: '=', code: 'Equal', ctrl: true }, 'ctrl+equal'],
    ['underscore is no minus', { key: '_', code: 'Minus', ctrl: true, shift: true }, undefined],
    ['Tab', { key: 'Tab', code: 'Tab', ctrl: true }, 'ctrl+tab'],
    ['Tab backwards', { key: 'Tab', code: 'Tab', ctrl: true, shift: true }, 'ctrl+shift+tab'],
    ['PageUp', { key: 'PageUp', code: 'PageUp', shift: true }, 'shift+pageup'],
    ['F11', { key: 'F11', code: 'F11' }, 'f11'],
    ['AltGr makes characters', { key: '1', code: 'Digit1', alt: true, altGraph: true }, undefined],
    ['Super is the desktop’s', { key: 'T', code: 'KeyT', ctrl: true, shift: true, meta: true }, undefined],
    ['a modifier alone', { key: 'Shift', code: 'ShiftLeft', shift: true }, undefined],
  ])('%s', (_name, parts, expected) => {
    expect(table().find(press(parts))).toBe(expected)
  })

  test('the first action to name a chord has it', () => {
    const table = new ChordTable<string>()
    table.add('shift+ctrl+x', 'first')
    table.add('ctrl+shift+x', 'second')
    expect(table.find(press({ key: 'X', code: 'KeyX', ctrl: true, shift: true }))).toBe('first')
  })

  test('nothing is a chord of a dead key', () => {
    expect(chordsOf(press({ key: 'Dead', code: 'Quote' }))).toEqual([])
  })

  test('is drawn as keyboards are labelled', () => {
    expect(['ctrl+shift+t', 'ctrl+plus', 'shift+pageup', 'f11'].map(chordLabel)).toEqual(['Ctrl+Shift+T', 'Ctrl++', 'Shift+PageUp', 'F11'])
  })
})

describe('bytes of keys', () => {
  test('are UTF-8, also when a character comes in two halves', () => {
    const keys = new KeyBytes()
    expect([keys.encode('é'), keys.encode('\ud83d'), keys.encode('\ude00'), keys.encode('a')].map((bytes) => new TextDecoder().decode(bytes))).toEqual(['é', '', '😀', 'a'])
  })

  test('of the oldest mouse encoding stay bytes', () => {
    expect([...latin1Bytes('\x1b[M \xff!')]).toEqual([0x1b, 0x5b, 0x4d, 0x20, 0xff, 0x21])
  })

  test('a mouse report is told from keys', () => {
    expect(['\x1b[<0;1;1M', '\x1b[<35;10;5m', '\x1b[A', '<0;1;1M', '\x1b[<0;1;1Mx'].map(isMouseReport)).toEqual([true, true, false, false, false])
  })
})
