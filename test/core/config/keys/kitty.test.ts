/**
 * The kitty keyboard protocol: what keys send under which flags, after the tables and examples of
 * its documentation (https://sw.kovidgoyal.net/kitty/keyboard-protocol/), and the stacks of flags.
 */
import { describe, expect, test } from 'vitest'
import { encodeKitty, type KeyEventFacts } from '../../../../src/core/config/keys/kitty-encode.ts'
import { KittyFlags } from '../../../../src/core/config/keys/kitty-flags.ts'
import { flagStackMax } from '../../../../src/core/config/keys/limits.ts'

type Facts = Partial<KeyEventFacts>

/** `ctrl shift release` and so on, then the key: what it makes, and its code. */
function event(words: string, key: string, code: string, more: Facts = {}): KeyEventFacts {
  const has = (word: string) => words.split(' ').includes(word)
  return {
    key,
    code,
    ctrl: has('ctrl'),
    shift: has('shift'),
    alt: has('alt'),
    meta: has('super'),
    altGraph: has('altgr'),
    capsLock: has('caps'),
    numLock: has('num'),
    type: has('release') ? 'release' : has('repeat') ? 'repeat' : 'press',
    unshifted: null,
    ...more,
  }
}

const C = '\x1b['

describe('encodeKitty', () => {
  test.each<
    [flags: number, words: string, key: string, code: string, sent: string | null, more?: Facts]
  >([
    // 1, disambiguate: text stays text.
    [1, '', 'a', 'KeyA', null],
    [1, 'shift', 'A', 'KeyA', null],
    [1, '', ' ', 'Space', null],
    [1, '', 'é', 'Digit2', null],
    [1, '', 'Escape', 'Escape', `${C}27u`],
    [1, 'shift', 'Escape', 'Escape', `${C}27;2u`],
    [1, 'ctrl', 'c', 'KeyC', `${C}99;5u`],
    [1, 'alt', 'a', 'KeyA', `${C}97;3u`],
    [1, 'ctrl alt', 'a', 'KeyA', `${C}97;7u`],
    [1, 'shift alt', 'A', 'KeyA', `${C}97;4u`],
    [1, 'ctrl shift', 'A', 'KeyA', `${C}97;6u`],
    [1, 'super', 'a', 'KeyA', `${C}97;9u`],
    [1, 'ctrl', ' ', 'Space', `${C}32;5u`],
    [1, 'alt', '[', 'BracketLeft', `${C}91;3u`],
    [1, 'ctrl caps', 'C', 'KeyC', `${C}99;5u`],
    [1, 'num', 'Escape', 'Escape', `${C}27u`],
    // Enter, Tab and Backspace alone stay, so that `reset` can be typed after a crash.
    [1, '', 'Enter', 'Enter', null],
    [1, '', 'Tab', 'Tab', null],
    [1, '', 'Backspace', 'Backspace', null],
    [1, 'shift', 'Enter', 'Enter', `${C}13;2u`],
    [1, 'ctrl', 'Enter', 'Enter', `${C}13;5u`],
    [1, 'alt', 'Enter', 'Enter', `${C}13;3u`],
    [1, 'shift', 'Tab', 'Tab', `${C}9;2u`],
    [1, 'ctrl shift', 'Tab', 'Tab', `${C}9;6u`],
    [1, 'ctrl', 'Backspace', 'Backspace', `${C}127;5u`],
    [1, 'alt', 'Backspace', 'Backspace', `${C}127;3u`],
    // Functional keys.
    [1, '', 'ArrowUp', 'ArrowUp', `${C}A`],
    [1, 'shift', 'ArrowDown', 'ArrowDown', `${C}1;2B`],
    [1, 'ctrl', 'ArrowRight', 'ArrowRight', `${C}1;5C`],
    [1, 'alt', 'ArrowLeft', 'ArrowLeft', `${C}1;3D`],
    [1, '', 'Home', 'Home', `${C}H`],
    [1, 'shift', 'End', 'End', `${C}1;2F`],
    [1, '', 'Insert', 'Insert', `${C}2~`],
    [1, 'ctrl', 'Delete', 'Delete', `${C}3;5~`],
    [1, '', 'PageUp', 'PageUp', `${C}5~`],
    [1, 'ctrl alt', 'PageDown', 'PageDown', `${C}6;7~`],
    [1, '', 'F1', 'F1', `${C}P`],
    [1, 'shift', 'F2', 'F2', `${C}1;2Q`],
    [1, '', 'F3', 'F3', `${C}13~`],
    [1, 'ctrl', 'F4', 'F4', `${C}1;5S`],
    [1, '', 'F5', 'F5', `${C}15~`],
    [1, 'ctrl', 'F6', 'F6', `${C}17;5~`],
    [1, '', 'F12', 'F12', `${C}24~`],
    [1, '', 'F13', 'F13', `${C}57376u`],
    [1, 'shift', 'F24', 'F24', `${C}57387;2u`],
    [1, '', 'ContextMenu', 'ContextMenu', `${C}57363u`],
    [1, '', 'Pause', 'Pause', `${C}57362u`],
    [1, '', 'AudioVolumeUp', 'AudioVolumeUp', `${C}57439u`],
    // The number pad has numbers of its own, except where it makes text.
    [1, '', '5', 'Numpad5', null],
    [1, '', '+', 'NumpadAdd', null],
    [1, '', 'Enter', 'NumpadEnter', `${C}57414u`],
    [1, 'ctrl', '5', 'Numpad5', `${C}57404;5u`],
    [1, '', 'Home', 'Numpad7', `${C}57423u`],
    [1, '', 'Clear', 'Numpad5', `${C}E`],
    [1, '', 'Delete', 'NumpadDecimal', `${C}57426u`],
    // Modifiers and locks alone send nothing. Dead keys and input methods also send nothing.
    [1, 'shift', 'Shift', 'ShiftLeft', null],
    [1, '', 'CapsLock', 'CapsLock', null],
    [1, '', 'Dead', 'Quote', null],
    [1, 'ctrl', 'Unidentified', '', null],
    // AltGr makes text, and with Ctrl or Alt the key of that name.
    [1, 'altgr', '@', 'KeyQ', null],
    [1, 'altgr', '€', 'KeyE', null],
    [1, 'ctrl altgr', ']', 'Digit9', `${C}93;5u`],
    [5, 'ctrl altgr', '\\', 'Minus', `${C}92::45;5u`],
    [7, 'ctrl altgr', ']', 'Digit9', `${C}93::57;5u`],
    [7, 'ctrl altgr release', ']', 'Digit9', `${C}93::57;5:3u`],
    [1, 'alt altgr', '{', 'Digit7', `${C}123;3u`],
    // Other layouts.
    [1, 'ctrl', 'я', 'KeyZ', `${C}122;5u`],
    [1, 'alt', 'ф', 'KeyA', `${C}97;3u`],
    [5, 'ctrl', 'с', 'KeyC', `${C}1089::99;5u`],
    [1, 'ctrl', 'ü', 'BracketLeft', `${C}252;5u`],
    [1, 'ctrl', 'z', 'KeyY', `${C}122;5u`],
    [5, 'ctrl', 'z', 'KeyY', `${C}122::121;5u`],
    [1, 'ctrl shift', '/', 'Digit7', `${C}55;6u`],
    [1, 'ctrl shift', '!', 'Slash', `${C}58;6u`, { unshifted: ':' }],
    [1, 'ctrl shift', '1', 'Digit1', `${C}38;6u`, { unshifted: '&' }],
    [1, 'ctrl shift caps', 'a', 'KeyQ', `${C}97;6u`],
    [1, 'ctrl shift', '2', 'Digit2', `${C}233;6u`, { unshifted: 'é' }],
    // the layout that was read earlier no longer matches the key
    [1, 'ctrl shift', '@', 'Digit2', `${C}50;6u`, { unshifted: 'é' }],

    // 2, event types: repeats and releases.
    [3, 'repeat', 'Escape', 'Escape', `${C}27;1:2u`],
    [3, 'release', 'Escape', 'Escape', `${C}27;1:3u`],
    [3, 'ctrl release', 'c', 'KeyC', `${C}99;5:3u`],
    [3, 'repeat', 'ArrowUp', 'ArrowUp', `${C}1;1:2A`],
    [3, 'shift release', 'F5', 'F5', `${C}15;2:3~`],
    [3, 'repeat', 'a', 'KeyA', null],
    [3, 'release', 'a', 'KeyA', `${C}97;1:3u`],
    [3, 'shift release', 'A', 'KeyA', `${C}97;2:3u`],
    [3, 'release', 'Enter', 'Enter', ''],
    [3, 'release', 'Backspace', 'Backspace', ''],
    [3, 'shift release', 'Enter', 'Enter', ''],
    [3, 'shift repeat', 'Enter', 'Enter', `${C}13;2:2u`],
    [3, 'repeat', 'Enter', 'Enter', null],
    [3, 'release', 'Shift', 'ShiftLeft', ''],
    [1, 'release', 'Escape', 'Escape', ''],
    [9, 'release', 'a', 'KeyA', ''],
    [2, '', 'Escape', 'Escape', null],
    [2, '', 'ArrowUp', 'ArrowUp', null],
    [2, 'ctrl', 'c', 'KeyC', null],
    [2, 'release', 'ArrowUp', 'ArrowUp', `${C}1;1:3A`],
    [2, 'ctrl release', 'c', 'KeyC', `${C}99;5:3u`],

    // 4, alternate keys: shifted and base layout.
    [5, 'ctrl shift', 'A', 'KeyA', `${C}97:65;6u`],
    [5, 'ctrl', 'a', 'KeyA', `${C}97;5u`],
    [5, 'ctrl shift', '+', 'Equal', `${C}61:43;6u`],
    [5, 'ctrl shift', 'Я', 'KeyZ', `${C}1103:1071:122;6u`],
    [5, 'shift', 'ArrowUp', 'ArrowUp', `${C}1;2A`],
    [4, 'ctrl', 'a', 'KeyA', null],
    [4, 'ctrl shift', 'A', 'KeyA', `${C}97:65;6u`],

    // 8, all keys as escape codes.
    [8, '', 'a', 'KeyA', `${C}97u`],
    [8, 'shift', 'A', 'KeyA', `${C}97;2u`],
    [8, '', ' ', 'Space', `${C}32u`],
    [8, '', 'Enter', 'Enter', `${C}13u`],
    [8, '', 'Tab', 'Tab', `${C}9u`],
    [8, '', 'Backspace', 'Backspace', `${C}127u`],
    [8, '', 'Escape', 'Escape', `${C}27u`],
    [8, '', '5', 'Numpad5', `${C}57404u`],
    [8, 'num', '5', 'Numpad5', `${C}57404;129u`],
    [8, 'caps', 'A', 'KeyA', `${C}97;65u`],
    [8, 'caps', 'CapsLock', 'CapsLock', `${C}57358;65u`],
    [8, 'shift', 'Shift', 'ShiftLeft', `${C}57441;2u`],
    [8, 'ctrl', 'Control', 'ControlRight', `${C}57448;5u`],
    [8, 'alt', 'Alt', 'AltLeft', `${C}57443;3u`],
    [8, 'super', 'Meta', 'MetaLeft', `${C}57444;9u`],
    [8, 'altgr', 'AltGraph', 'AltRight', `${C}57453u`],
    [10, 'release', 'Shift', 'ShiftLeft', `${C}57441;1:3u`],
    [10, 'release', 'Enter', 'Enter', `${C}13;1:3u`],
    [10, 'repeat', 'w', 'KeyW', `${C}119;1:2u`],
    [8, 'altgr', '€', 'KeyE', `${C}8364u`],
    [8, 'altgr', '@', 'Digit0', `${C}64u`, { unshifted: 'à' }],
    [15, 'altgr', '@', 'Digit0', `${C}64::48u`, { unshifted: 'à' }],
    [8, 'altgr', 'ā', 'KeyA', `${C}257u`],
    [8, 'altgr shift', 'Æ', 'KeyA', `${C}230;2u`],
    [8, '', 'ê', 'KeyE', `${C}234u`],
    [8, '', 'Dead', 'Quote', null],
    [8, '', 'ç', 'Semicolon', `${C}231u`],

    // 16, associated text, with 8.
    [24, 'shift', 'A', 'KeyA', `${C}97;2;65u`],
    [24, '', 'a', 'KeyA', `${C}97;;97u`],
    [24, 'altgr', 'å', 'KeyA', `${C}229;;229u`],
    [24, 'altgr', '@', 'KeyQ', `${C}64;;64u`],
    [24, 'ctrl', 'a', 'KeyA', `${C}97;5u`],
    [24, '', '5', 'Numpad5', `${C}57404;;53u`],
    [24, '', 'Enter', 'Enter', `${C}13u`],
    [26, 'repeat', 'a', 'KeyA', `${C}97;1:2;97u`],
    [26, 'release', 'a', 'KeyA', `${C}97;1:3u`],
    [31, 'shift', 'Я', 'KeyZ', `${C}1103:1071:122;2;1071u`],
    [16, '', 'a', 'KeyA', null],
    [31, '', '😀', '', `${C}128512;;128512u`],
  ])('flags %i: %s %s (%s) sends %o', (flags, words, key, code, sent, more) => {
    expect(encodeKitty(event(words, key, code, more), flags)).toBe(sent)
  })
})

describe('KittyFlags', () => {
  test('set, add, take away; push and pop; each screen its own', () => {
    const flags = new KittyFlags()
    const now = () => [flags.flags(false), flags.flags(true)]
    const seen = [now()]
    const act = (change: () => void) => {
      change()
      seen.push(now())
    }
    act(() => flags.set(false, 5, 1))
    act(() => flags.set(false, 2, 2))
    act(() => flags.set(false, 4, 3))
    act(() => flags.set(false, 31, 9)) // no such mode
    act(() => flags.push(false, 1))
    act(() => flags.push(true, 31))
    act(() => flags.pop(false, 1))
    act(() => flags.push(false, 1_000)) // unknown bits are not kept
    act(() => flags.pop(false, 9))
    act(() => flags.reset())
    expect(seen).toEqual([
      [0, 0],
      [5, 0],
      [7, 0],
      [3, 0],
      [3, 0],
      [1, 0],
      [1, 31],
      [3, 31],
      [8, 31],
      [0, 31],
      [0, 0],
    ])
  })

  test('a stack that is full forgets the oldest', () => {
    const flags = new KittyFlags()
    for (let pushed = 1; pushed <= 1_000; pushed += 1) flags.push(false, pushed % 32)
    const popped = Array.from({ length: flagStackMax + 1 }, () => {
      const now = flags.flags(false)
      flags.pop(false, 1)
      return now
    })
    expect(popped).toEqual([
      ...Array.from({ length: flagStackMax }, (_, index) => (1_000 - index) % 32),
      0,
    ])
  })

  test('can be sent to a fresh screen', () => {
    const flags = new KittyFlags()
    flags.set(false, 2, 1)
    flags.push(false, 5)
    flags.push(true, 1)
    expect([flags.sequences(false), flags.sequences(true)]).toEqual([
      '\x1b[=2u\x1b[>5u',
      '\x1b[>1u',
    ])
    expect(new KittyFlags().sequences(false)).toBe('')
  })
})
