/** Turns of hidden grids, with terminals that parse when the test says so. */
import { describe, expect, test } from 'vitest'
import { Lane, Turns } from '../../src/renderer/grid/lane.ts'
import { hiddenPieceMs, hiddenPiecesMax, hiddenRestMs, typingForMs } from '../../src/renderer/grid/limits.ts'
import { affordable, unitsPerMs } from '../../src/renderer/grid/turn-cost.ts'

const big = (count: number) => new Uint8Array(count)

function make() {
  let now = 0
  const due: { readonly at: number; readonly call: () => void }[] = []
  const turns = new Turns({ now: () => now, after: (delayMs, call) => { due.push({ at: now + delayMs, call }); return () => undefined } })
  const log: string[] = []
  const inWork: ((tookMs: number) => void)[] = []
  const lane = (name: string) => new Lane((bytes, parsed) => { log.push(`${name} ${bytes.length}`); inWork.push(parsed) }, turns)
  const wait = (ms: number): void => {
    now += ms
    for (const one of due.filter(({ at }) => at <= now)) { due.splice(due.indexOf(one), 1); one.call() }
  }
  return { turns, log, inWork, lane, parse: (tookMs = 0) => inWork.shift()?.(tookMs), wait }
}

describe('Lane', () => {
  test('writes at once while its grid is in view', () => {
    const { lane, log } = make()
    const shown = lane('a')
    shown.show()
    shown.push(big(9), () => undefined)
    shown.push(big(100_000), () => undefined)
    expect(log).toEqual(['a 9', 'a 100000'])
  })

  test('hidden lanes take turns, a few pieces at a time', () => {
    const { lane, log, parse } = make()
    const [one, two] = [lane('a'), lane('b')]
    for (const size of [1, 2, 3, 6]) one.push(big(size), () => undefined)
    for (const size of [4, 5]) two.push(big(size), () => undefined)
    expect(log.length).toBe(hiddenPiecesMax)
    while (log.length < 6) parse()
    expect(log.filter((entry) => entry.startsWith('a'))).toEqual(['a 1', 'a 2', 'a 3', 'a 6'])
    expect(log.indexOf('b 4')).toBeLessThan(log.indexOf('a 6'))
  })

  test('while the user types, pieces are small and come one by one, and each message is told once', () => {
    const { inWork, lane, log, parse, turns, wait } = make()
    const hidden = lane('a')
    turns.typed()
    let told = 0
    const lines = new Uint8Array(2_000).fill(0x0a)
    hidden.push(lines, () => { told += 1 })
    const first = affordable(lines, hiddenPieceMs * unitsPerMs).length
    expect(first).toBeLessThan(1_000)
    expect([log, inWork.length]).toEqual([[`a ${first}`], 1])
    parse()
    expect([told, log.length]).toEqual([0, 1]) // hidden tabs rest
    wait(hiddenRestMs)
    expect([told, log.length]).toEqual([0, 2])
    wait(typingForMs)
    while (inWork.length > 0) parse()
    expect([log.reduce((sum, entry) => sum + Number(entry.split(' ')[1]), 0), told]).toEqual([2_000, 1])
  })

  test('pieces of what takes longer than was told become smaller at once, and grow again', () => {
    const { lane, log, parse, inWork } = make()
    const hidden = lane('a')
    hidden.push(big(30_000_000), () => undefined)
    const size = () => Number(log.at(-1)?.split(' ')[1])
    const told = size()
    parse(told / 4_000) // ten times what was told
    expect(size()).toBe(told / 10)
    while (inWork.length > 1) inWork.shift()
    for (let piece = 0; piece < 60; piece += 1) parse(size() / 40_000)
    expect(size()).toBeGreaterThan(told * 0.9)
  })

  test('what waits goes first when the grid comes into view, and nothing twice', () => {
    const { lane, log, parse, inWork } = make()
    const hidden = lane('a')
    const order: number[] = []
    for (const size of [1, 2, 3, 4]) hidden.push(big(size), () => order.push(size))
    hidden.show()
    hidden.push(big(5), () => order.push(5))
    expect(log).toEqual(['a 1', 'a 2', 'a 3', 'a 4', 'a 5'])
    while (inWork.length > 0) parse()
    expect(order).toEqual([1, 2, 3, 4, 5])
  })

  test('a closed tab takes no turns along', () => {
    const { lane, log } = make()
    const [closed, other] = [lane('a'), lane('b')]
    for (let piece = 0; piece < 5; piece += 1) closed.push(big(1), () => undefined)
    other.push(big(2), () => undefined)
    closed.dispose()
    expect(log.at(-1)).toBe('b 2')
  })

  test('a grid that is hidden again goes on in turns', () => {
    const { lane, log, parse, inWork } = make()
    const one = lane('a')
    one.show()
    one.hide()
    one.push(big(1), () => undefined)
    one.push(big(2), () => undefined)
    while (inWork.length > 0) parse()
    expect(log).toEqual(['a 1', 'a 2'])
  })
})
