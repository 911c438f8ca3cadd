/**
 * Tests when a grid is drawn: immediately, but with rests while output floods, and without a rest
 * at the flood's end.
 */
import { expect, test } from 'vitest'
import { FramePace } from '../../../src/renderer/grid/draw/frame-pace.ts'
import {
  drawRestFactor,
  drawRestMsMax,
  floodBytes,
  floodSettleMs,
} from '../../../src/renderer/grid/limits.ts'

/**
 * A page with a clock of its own: frames come when asked for, the graphics process takes `gpuMs`.
 */
function page(gpuMs: number, typingWaitMs = (_drawnAt: number) => 0) {
  let now = 0
  const due: { at: number; act: () => void }[] = []
  const later = (act: () => void, ms: number): number => due.push({ at: now + ms, act })
  const frames = new Map<number, FrameRequestCallback>()
  let lastFrame = 0
  const drawn: number[] = []
  const pace = new FramePace({
    now: () => now,
    requestFrame: (draw) => {
      frames.set(++lastFrame, draw)
      return lastFrame
    },
    cancelFrame: (id) => {
      frames.delete(id)
    },
    later,
    typing: () => false,
    typingWaitMs,
    whenDrawn: (done) => {
      later(done, gpuMs)
    },
  })
  pace.show()
  /** One turn of 8 ms: what is due, then the frame. */
  const turn = (): void => {
    now += 8
    for (const one of due.filter(({ at }) => at <= now)) {
      due.splice(due.indexOf(one), 1)
      one.act()
    }
    for (const [id, draw] of [...frames]) {
      frames.delete(id)
      draw(now)
    }
  }
  const draw = () =>
    pace.requestAnimationFrame(() => {
      drawn.push(now)
    })
  return { pace, turn, draw, drawn, frames, at: () => now }
}

test('an occasional update is shown in the next frame, however slow the GPU is', () => {
  const { pace, turn, draw, drawn, at } = page(150)
  const asked: number[] = []
  for (let picture = 0; picture < 10; picture += 1) {
    pace.fed(8_000)
    draw()
    asked.push(at())
    for (let turns = 0; turns < 12; turns += 1) turn()
  }
  expect(drawn).toEqual(asked.map((time) => time + 8))
})

test("a flood's frame rests in proportion to its cost, up to the longest rest", () => {
  for (const gpuMs of [0, 20, 60, 1_000]) {
    const { pace, turn, draw, drawn } = page(gpuMs)
    for (let turns = 0; turns < 1_000; turns += 1) {
      pace.fed(floodBytes)
      draw()
      turn()
    }
    const gaps = drawn.slice(2).map((time, index) => time - (drawn[index + 1] ?? 0))
    const wanted = gpuMs + Math.min(drawRestMsMax, gpuMs * drawRestFactor)
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(wanted)
    // its end is seen one turn late
    expect(Math.max(...gaps)).toBeLessThanOrEqual(wanted + 8 * (drawRestFactor + 1))
  }
})

test('the end of a flood is shown as soon as it is certain', () => {
  const { pace, turn, draw, drawn, at } = page(90)
  for (let turns = 0; turns < 50; turns += 1) {
    pace.fed(floodBytes)
    draw()
    turn()
  }
  draw()
  pace.parsed()
  const ended = at()
  for (let turns = 0; turns < 20; turns += 1) turn()
  expect((drawn.at(-1) ?? 0) - ended).toBeLessThanOrEqual(floodSettleMs + 16)
  expect(drawn.at(-1)).toBeGreaterThan(ended)
})

test('a pause within a flood is not its end', () => {
  const { pace, turn, draw, drawn } = page(60)
  let shown = 0
  for (let turns = 0; turns < 100; turns += 1) {
    pace.fed(floodBytes)
    draw()
    pace.parsed()
    turn()
    shown = drawn.length
  }
  expect(shown).toBeLessThan(10)
})

test('a canceled frame is not drawn, and another one can be requested', () => {
  const { pace, turn, draw, drawn, frames } = page(0)
  pace.cancelAnimationFrame(draw())
  expect(frames.size).toBe(0)
  turn()
  expect(drawn).toEqual([])
  const old = draw()
  turn()
  pace.cancelAnimationFrame(old) // has been carried out
  draw()
  turn()
  expect(drawn).toHaveLength(2)
})

test('a hidden grid requests no frame, and is drawn when it is seen', () => {
  const { pace, turn, draw, drawn, frames } = page(20)
  draw()
  pace.hide()
  expect(frames.size).toBe(0)
  for (let turns = 0; turns < 20; turns += 1) {
    pace.fed(floodBytes)
    draw()
    pace.parsed()
    turn()
  }
  expect([frames.size, drawn]).toEqual([0, []])
  pace.show()
  for (let turns = 0; turns < 60; turns += 1) turn()
  expect(drawn).toHaveLength(1)
})

test('a held picture is drawn as soon as it is released, and not before', () => {
  const { pace, turn, draw, drawn, frames, at } = page(0)
  draw()
  pace.hold()
  expect(frames.size).toBe(0)
  draw()
  for (let turns = 0; turns < 5; turns += 1) turn()
  expect(drawn).toEqual([])
  pace.release()
  const releasedAt = at()
  turn()
  expect(drawn).toEqual([releasedAt + 8])
})

test('a pane waits for typing in another one, but not with missing parts', () => {
  let waits = 0
  const asked: number[] = []
  const { pace, turn, draw, drawn, at } = page(0, (drawnAt) => {
    asked.push(drawnAt)
    return waits
  })
  draw()
  turn()
  expect(asked).toEqual([Number.NEGATIVE_INFINITY])
  waits = 40
  draw()
  const askedAt = at()
  for (let turns = 0; turns < 4; turns += 1) turn()
  waits = 0
  for (let turns = 0; turns < 4; turns += 1) turn()
  expect(asked.slice(1)).toContain(8) // when the one before was drawn
  expect(drawn).toEqual([8, askedAt + 40])
  waits = 40
  pace.incomplete()
  draw()
  turn()
  expect(drawn.at(-1)).toBe(at())
})

test('the end of the output in the other pane is not shown any sooner', () => {
  let until = 0
  const { pace, turn, draw, drawn, at } = page(0, () => until - at())
  until = 104
  draw()
  pace.parsed()
  for (let turns = 0; turns < 11; turns += 1) turn() // beyond `settleMs`
  until = 200 // another key
  for (let turns = 0; turns < 11; turns += 1) turn()
  expect(drawn).toEqual([])
  for (let turns = 0; turns < 11; turns += 1) turn()
  expect(drawn).toEqual([until])
})

test('the echo in the typed pane does not wait for earlier typing in another', () => {
  let waits = 100
  const { pace, turn, draw, drawn, at } = page(0, () => waits)
  draw() // as xterm.js has it: what comes before this frame asks for none of its own
  pace.fed(10)
  pace.parsed()
  turn()
  waits = 0
  pace.fed(10)
  pace.parsed()
  turn()
  expect(drawn).toEqual([at()])
})

test('a picture with a missing part is completed in the next frame, without a rest', () => {
  const { pace, turn, draw, drawn, at } = page(60)
  const flood = (): void => {
    pace.fed(floodBytes)
    draw()
    turn()
  }
  for (let turns = 0; turns < 50; turns += 1) flood()
  for (const when of ['before', 'behind'] as const) {
    if (when === 'before') pace.incomplete()
    draw()
    if (when === 'behind') pace.incomplete()
    pace.hold()
    const askedAt = at()
    turn()
    expect(drawn.at(-1)).toBe(askedAt + 8)
    draw()
    turn()
    expect(drawn.at(-1)).toBe(askedAt + 8) // it is held now
    pace.release()
    for (let turns = 0; turns < 5; turns += 1) flood()
  }
  const rests = drawn.length
  for (let turns = 0; turns < 20; turns += 1) flood()
  expect(drawn.length - rests).toBeLessThanOrEqual(1)
})
