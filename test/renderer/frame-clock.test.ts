/** Tests which frame of an animation is shown when. */
import { expect, test } from 'vitest'
import type { PlacedPicture } from '../../src/terminal/frames/frame.ts'
import { FrameClock } from '../../src/renderer/grid/pictures/frame-clock.ts'

type Animation = NonNullable<PlacedPicture['animation']>

function playing() {
  let now = 1_000
  let moves = true
  const clock = new FrameClock(
    () => now,
    () => moves,
    () => undefined,
  )
  const placed = { picture: 1 } as PlacedPicture
  return {
    says: (animation: Partial<Animation>) =>
      clock.follow([
        {
          ...placed,
          animation: { gaps: [100, 50, 50], state: 'running', loops: 0, current: 1, ...animation },
        },
      ]),
    /** Frames, each so many ms later. */
    after: (...steps: readonly number[]) =>
      steps.map((ms) => {
        now += ms
        return clock.frameOf(placed)
      }),
    move: (value: boolean) => {
      moves = value
    },
  }
}

test('each frame is shown for its gap, round after round; frames without one are skipped', () => {
  const { says, after } = playing()
  says({})
  expect(after(0, 99, 1, 49, 1, 50, 100, 50)).toEqual([0, 0, 1, 1, 2, 0, 1, 2])
  expect(after(200_000_050, 100)).toEqual([0, 1])
  says({ gaps: [100, 0, 50] })
  expect(after(0, 50, 100)).toEqual([2, 0, 2])
  says({ gaps: [0, 0, 0] })
  expect(after(0, 500)).toEqual([2, 2])
})

test('an animation repeats as often as set, and a new command restarts it', () => {
  const { says, after } = playing()
  says({ loops: 2 })
  expect(after(150, 50, 100, 50, 50, 1_000_000)).toEqual([2, 0, 1, 2, 2, 2])
  says({ loops: 1 })
  expect(after(0, 10_000)).toEqual([2, 2])
  says({ state: 'stopped', current: 2 })
  expect(after(0, 10_000)).toEqual([1, 1])
  says({ state: 'running', current: 2 })
  expect(after(49, 1, 50)).toEqual([1, 2, 0])
})

test('an animation that loads waits at its last frame, and a new frame is not hurried', () => {
  const { says, after } = playing()
  says({ gaps: [100, 50], state: 'loading' })
  expect(after(100, 10_000)).toEqual([1, 1])
  says({ gaps: [100, 50, 50, 50], state: 'loading' })
  expect(after(0, 49, 1, 10_000)).toEqual([2, 2, 3, 3])
  says({ gaps: [100, 50, 50, 50], state: 'running' })
  expect(after(0, 100)).toEqual([0, 1])
})

test('nothing moves where motion is not wanted', () => {
  const { says, after, move } = playing()
  says({})
  expect(after(100)).toEqual([1])
  move(false)
  expect(after(50, 10_000)).toEqual([1, 1])
  // what the program shows itself is shown
  says({ current: 3 })
  expect(after(0)).toEqual([2])
  move(true)
  expect(after(50)).toEqual([0])
})
