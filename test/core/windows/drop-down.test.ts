/** Tests the position of the drop-down on all kinds of monitors, and toggling it. */
import { describe, expect, it } from 'vitest'
import {
  DropDown,
  dropDownFrame,
  dropDownMonitor,
  focusLossMs,
  type Monitor,
} from '../../../src/core/windows/drop-down.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'

/** @param panel px of its upper edge that a panel takes */
function monitor(x: number, y: number, width: number, height: number, panel = 0): Monitor {
  return {
    bounds: { x, y, width, height },
    area: { x, y: y + panel, width, height: height - panel },
  }
}

// As on a desk: a laptop in the middle, a monitor on its left that is higher, a portrait one on its
// right. The second one at a scale of 1.5, as its px are counted.
const laptop = monitor(0, 0, 1_920, 1_080, 32)
const left = monitor(-1_707, -360, 1_707, 960)
const portrait = monitor(1_920, -200, 1_080, 1_920)
const desk = [laptop, left, portrait]
const primary = laptop

describe('the place of the drop-down', () => {
  it.each([
    [
      'half of one monitor, beneath its panel',
      laptop,
      50,
      { x: 0, y: 32, width: 1_920, height: 524 },
    ],
    ['left of the primary one', left, 40, { x: -1_707, y: -360, width: 1_707, height: 384 }],
    ['a portrait one', portrait, 100, { x: 1_920, y: -200, width: 1_080, height: 1_920 }],
    [
      'scaled, an odd height',
      monitor(0, 0, 1_463, 823),
      33,
      { x: 0, y: 0, width: 1_463, height: 272 },
    ],
    [
      'so low that nothing would fit',
      monitor(0, 0, 1_024, 600),
      10,
      { x: 0, y: 0, width: 1_024, height: 120 },
    ],
    [
      'smaller than the least height',
      monitor(0, 0, 320, 100),
      10,
      { x: 0, y: 0, width: 320, height: 100 },
    ],
  ])('%s', (_, on, height, frame) => {
    expect(dropDownFrame(height, on)).toEqual(frame)
  })

  it.each([
    ['primary', null, laptop],
    ['pointer', { x: -5, y: 100 }, left],
    ['pointer', { x: -1_707, y: -360 }, left],
    ['pointer', { x: 0, y: 0 }, laptop],
    ['pointer', { x: 2_999, y: 1_719 }, portrait],
    // not known, or on none of them: as after a monitor was unplugged
    ['pointer', null, laptop],
    ['pointer', { x: 3_000, y: 0 }, laptop],
    // from left to right
    ['1', null, left],
    ['2', null, laptop],
    ['3', null, portrait],
    ['4', null, laptop],
  ])('monitor = %j, the pointer at %j', (wanted, pointer, expected) => {
    expect(dropDownMonitor(wanted, desk, { primary, pointer })).toBe(expected)
  })

  it('counts monitors above each other from top to bottom', () => {
    const [upper, lower] = [monitor(0, -1_080, 1_920, 1_080), monitor(0, 0, 1_920, 1_080)]
    const nth = (wanted: string) =>
      dropDownMonitor(wanted, [lower, upper], { primary: lower, pointer: null })
    expect([nth('1'), nth('2')]).toEqual([upper, lower])
  })
})

function make({ hides = false } = {}) {
  const clock = new FakeClock()
  const state = { visible: false, focused: false, calls: [] as string[] }
  // some desktops give a window that shows itself no keyboard
  const desktop = { givesFocus: true }
  const dropDown: DropDown = new DropDown(
    {
      isVisible: () => state.visible,
      isFocused: () => state.focused,
      show: () => {
        state.calls.push('show')
        state.visible = true
        if (desktop.givesFocus) focus()
      },
      hide: () => {
        state.calls.push('hide')
        state.visible = false
        if (state.focused) blur()
      },
    },
    clock,
    () => hides,
  )
  const focus = () => {
    state.focused = true
    dropDown.focused()
  }
  const blur = () => {
    state.focused = false
    dropDown.blurred()
  }
  return { blur, clock, desktop, dropDown, focus, state }
}

describe('toggling the drop-down', () => {
  it('shows and hides it by turns', () => {
    const { dropDown, state } = make()
    for (let count = 0; count < 4; count += 1) dropDown.toggle()
    expect(state.calls).toEqual(['show', 'hide', 'show', 'hide'])
  })

  it('brings it to the front when another window has the keyboard', () => {
    const { blur, clock, dropDown, state } = make()
    dropDown.toggle()
    blur()
    clock.advance(focusLossMs)
    dropDown.toggle()
    dropDown.toggle()
    expect(state.calls).toEqual(['show', 'show', 'hide'])
  })

  it('hides it where the desktop never gave it the keyboard', () => {
    const { desktop, dropDown, state } = make()
    desktop.givesFocus = false
    dropDown.toggle()
    dropDown.toggle()
    expect(state.calls).toEqual(['show', 'hide'])
  })

  it('stays when the keyboard goes, unless hide_on_focus_loss', () => {
    const kept = make()
    kept.dropDown.toggle()
    kept.blur()
    kept.clock.advance(10_000)
    expect(kept.state.visible).toBe(true)
    const { blur, clock, dropDown, state } = make({ hides: true })
    dropDown.toggle()
    blur()
    clock.advance(focusLossMs - 1)
    expect(state.visible).toBe(true)
    clock.advance(1)
    expect(state.calls).toEqual(['show', 'hide'])
  })

  it('a key that takes the keyboard for a moment hides it once, and shows it not again', () => {
    const { blur, clock, dropDown, state } = make({ hides: true })
    dropDown.toggle()
    blur() // the desktop's grab
    clock.advance(20)
    dropDown.toggle()
    clock.advance(10_000)
    expect(state.calls).toEqual(['show', 'hide'])
  })

  it('stays when the keyboard returns immediately', () => {
    const { blur, clock, dropDown, focus, state } = make({ hides: true })
    dropDown.toggle()
    blur()
    clock.advance(50)
    focus()
    clock.advance(10_000)
    expect(state.calls).toEqual(['show'])
  })

  it('a window that is gone is not touched', () => {
    const { blur, clock, dropDown, state } = make({ hides: true })
    dropDown.toggle()
    blur()
    dropDown.dispose()
    clock.advance(10_000)
    expect(state.calls).toEqual(['show'])
  })
})
