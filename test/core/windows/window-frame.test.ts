/** Size and place of the windows of the last run. */
import { expect, test } from 'vitest'
import {
  besideFrame,
  fittedInto,
  pulledFrame,
  windowFrames,
  withinArea,
} from '../../../src/core/windows/window-frame.ts'

test('window positions are saved, unless the desktop reports one corner for all', () => {
  const one = { x: 40, y: 60, width: 700, height: 400 }
  const corner = { x: 0, y: 0, width: 500, height: 300 }
  expect(windowFrames([one, null, corner])).toEqual([
    { width: 700, height: 400, at: { x: 40, y: 60 } },
    undefined,
    { width: 500, height: 300, at: { x: 0, y: 0 } },
  ])
  expect(windowFrames([corner, corner])).toEqual([
    { width: 500, height: 300 },
    { width: 500, height: 300 },
  ])
})

test.each([
  ['stays where it is in view', [100, 100, 600, 400], [100, 100, 600, 400]],
  ['comes back over each edge', [2_000, -50, 600, 400], [680, 20, 600, 400]],
  ['is no larger than the monitor', [-30, 500, 3_000, 2_000], [0, 20, 1_280, 780]],
])('a window %s', (_, [x = 0, y = 0, width = 0, height = 0], wanted) => {
  const frame = withinArea({ x, y, width, height }, { x: 0, y: 20, width: 1_280, height: 780 })
  expect([frame.x, frame.y, frame.width, frame.height]).toEqual(wanted)
})

test('a window without a place is no larger than the monitor', () => {
  const area = { width: 1_280, height: 780 }
  expect(fittedInto({ width: 1_600, height: 700 }, area)).toEqual({ width: 1_280, height: 700 })
})

test.each([
  ['below and right of another', [100, 100, 600, 400], [132, 132, 600, 400]],
  ['at the bottom', [100, 390, 600, 400], [132, 52, 600, 400]],
  ['in the corner', [680, 400, 600, 400], [0, 52, 600, 400]],
  ['of the whole screen', [0, 20, 1_280, 780], [0, 20, 1_280, 780]],
])('a new window opens %s', (_, [x = 0, y = 0, width = 0, height = 0], wanted) => {
  const frame = besideFrame({ x, y, width, height }, { x: 0, y: 20, width: 1_280, height: 780 })
  expect([frame.x, frame.y, frame.width, frame.height]).toEqual(wanted)
})

test('new windows cover no other, until no place is left', () => {
  const area = { x: 0, y: 0, width: 1_280, height: 800 }
  const frame = { x: 40, y: 40, width: 960, height: 600 }
  const open = [frame]
  for (let more = 0; more < 12; more += 1) open.push(besideFrame(frame, area, open))
  expect(new Set(open.map(({ x, y }) => `${x} ${y}`)).size).toBe(open.length)
  expect(Math.min(...open.map(({ y }) => y))).toBe(32) // the title bar is on the screen
  const whole = { ...area }
  expect(besideFrame(whole, area, [whole])).toEqual(area)
})

test.each([
  ['under the pointer', [500, 300], [476, 276]],
  ['below the top', [500, 5], [476, 52]],
  ['at the right', [1_270, 300], [680, 276]],
])('the window of a dragged tab opens %s', (_, [x = 0, y = 0], [wantedX, wantedY]) => {
  const area = { x: 0, y: 20, width: 1_280, height: 780 }
  const size = { width: 600, height: 400 }
  expect(pulledFrame({ x, y }, size, area)).toEqual({ ...size, x: wantedX, y: wantedY })
})
