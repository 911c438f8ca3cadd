/**
 * A shadow that is given up, turned off, restarted or laid out by its page, with a worker that runs
 * in place: what becomes of its terminal.
 */
import { expect, test } from 'vitest'
import { RecentOutput } from '../../../src/core/session/flow/recent-output.ts'
import { reviveMs } from '../../../src/core/worker/limits.ts'
import { Shadow } from '../../../src/core/worker/shadow.ts'
import { unknownFacts } from '../../../src/terminal/replies/facts.ts'
import { FakeClock } from '../../support/fake/fake-clock.ts'
import { FramePage } from '../../support/frames/frame-page.ts'
import { shadowsInPlace } from '../../support/frames/shadow.ts'

function make() {
  const clock = new FakeClock()
  const shadows = shadowsInPlace(clock)
  const history = new RecentOutput()
  const reported: string[] = []
  const page = new FramePage()
  const shadow = new Shadow(() => 100, unknownFacts, {
    clock,
    port: shadows.port,
    history,
    size: () => ({ cols: 20, rows: 4 }),
    changed: () => reported.push('changed'),
    read: () => undefined,
    watched: () => undefined,
    gone: () => reported.push('gone'),
    readerGone: () => reported.push('reader gone'),
    ruleOff: () => undefined,
    asked: () => undefined,
    joined: () => undefined,
    left: () => undefined,
    parsed: () => undefined,
    frame: (bytes) => {
      page.take(bytes)
    },
    rows: (bytes) => {
      page.take(bytes)
    },
  })
  const print = (text: string) => {
    history.push(new TextEncoder().encode(text))
    shadow.printed()
  }
  return { clock, page, print, shadow, shadows, reported }
}

test('a restart while a shadow is given up starts it, and only once', () => {
  const { clock, page, print, shadow, shadows } = make()
  shadow.frames(true)
  print('before\r\n')
  shadow.viewed({ kind: 'drawn' })
  shadows.kill('never')
  clock.advance(3_000)
  shadow.restarted()
  shadow.started({ cols: 20, rows: 4 })
  print('new')
  shadow.viewed({ kind: 'drawn' })
  clock.advance(100)
  const shown = page.rows
  expect([shadows.open, page.rows.join('|').includes('new')]).toEqual([1, true])
  clock.advance(reviveMs)
  expect([shadows.open, page.rows]).toEqual([1, shown])
  shadow.dispose()
  expect([shadows.open, clock.timers]).toEqual([0, 0])
})

test('history has as many lines as the options specify', () => {
  const { clock, page, print, shadow } = make()
  shadow.frames(true)
  print('row\r\n'.repeat(60))
  const drawn = () => {
    for (let turn = 0; turn < 10; turn += 1) {
      clock.advance(100)
      shadow.viewed({ kind: 'drawn' })
      shadow.viewed({ kind: 'rows-taken' })
    }
  }
  drawn()
  const counts = [page.frame?.count]
  shadow.configure(() => 10)
  drawn()
  counts.push(page.frame?.count)
  expect(counts).toEqual([57, 10])
  shadow.dispose()
})

test.each(['kept', 'fresh'] as const)(
  'a terminal without a program keeps the size of its page when its worker dies (%s)',
  (how) => {
    const { clock, page, print, shadow, shadows } = make()
    shadow.frames(true)
    print('before\r\n')
    shadow.resized({ cols: 20, rows: 3 }) // tab/lay-out: the pty that was there had four rows
    const sizes: (string | undefined)[] = []
    const look = () => {
      for (let turn = 0; turn < 3; turn += 1) {
        shadow.viewed({ kind: 'drawn' })
        clock.advance(100)
      }
      sizes.push(`${page.frame?.cols}x${page.frame?.rows}`)
    }
    look()
    if (how === 'fresh') shadows.hold = true
    for (let death = 0; death < (how === 'fresh' ? 4 : 1); death += 1) shadows.kill('whole')
    shadows.hold = false
    shadows.deliver()
    look()
    shadow.restarted()
    shadow.started({ cols: 20, rows: 4 })
    look()
    shadows.kill('whole')
    look()
    expect(sizes).toEqual(['20x3', '20x3', '20x4', '20x4'])
    shadow.dispose()
  },
)

test('given up, nothing is parsed and the screen is not read any more', () => {
  const { print, shadow, shadows, reported } = make()
  print('x')
  shadows.kill('never')
  expect(reported).toEqual(['gone', 'reader gone', 'changed'])
  shadow.dispose()
})
