/** Tests input that arrives while another tab opens, and switches before they are confirmed. */
import { describe, expect, test } from 'vitest'
import { Hold } from '../../src/renderer/keys/hold.ts'
import { heldMax, holdMs, confirmMs } from '../../src/renderer/keys/limits.ts'
import { isQuestion, sameQuestion } from '../../src/renderer/state/overlay.ts'
import { Unconfirmed } from '../../src/renderer/state/unconfirmed.ts'
import { FakeClock } from '../support/fake/fake-clock.ts'
import { asPane, asSession, asTab } from '../support/windows/ids.ts'

const bytes = (words: string) => new TextEncoder().encode(words)

describe('Hold', () => {
  function make() {
    const clock = new FakeClock()
    const log: string[] = []
    const hold = new Hold(clock, (sent) => log.push(new TextDecoder().decode(sent)))
    return { clock, log, hold, type: (word: string) => hold.later(bytes(word)) }
  }

  test('holds nothing when no tab is expected', () => {
    const { hold, type, log } = make()
    expect([type('a'), hold.on, log]).toEqual([false, false, []])
  })

  test('lets keys go, in order, when the new tab is there, and not before', () => {
    const { clock, hold, log, type } = make()
    hold.begin({ kind: 'opened', known: [asSession('1')] })
    expect([type('a'), type('b')]).toEqual([true, true])
    hold.settle([asSession('1')])
    expect(log).toEqual([])
    hold.settle([asSession('1'), asSession('2')])
    expect({ log, on: hold.on, timers: clock.timers }).toEqual({
      log: ['a', 'b'],
      on: false,
      timers: 0,
    })
  })

  test('keeps all until the first tab, however long it takes, and no more than its limit', () => {
    const { clock, hold, log, type } = make()
    hold.begin({ kind: 'first' })
    for (const word of ['l', 's', '\r']) type(word)
    clock.advance(60 * holdMs)
    hold.settle([])
    expect({ log, on: hold.on, timers: clock.timers }).toEqual({ log: [], on: true, timers: 0 })
    for (let count = 0; count < heldMax; count += 1) type('x')
    hold.settle([asSession('1')])
    expect(log.length).toBe(heldMax)
    expect(log.slice(0, 4)).toEqual(['l', 's', '\r', 'x'])
    expect([type('a'), hold.on]).toEqual([false, false])
  })

  test('an action that waits for another tab keeps the later input', () => {
    const { hold, log, type } = make()
    hold.begin({ kind: 'opened', known: [asSession('1')] })
    type('a')
    hold.later(() => {
      log.push('new')
      hold.begin({ kind: 'opened', known: [asSession('1'), asSession('2')] })
    })
    type('b')
    hold.settle([asSession('1'), asSession('2')])
    expect(log).toEqual(['a', 'new'])
    hold.settle([asSession('1'), asSession('2'), asSession('3')])
    expect(log).toEqual(['a', 'new', 'b'])
  })

  test('keys after a closed tab go to its neighbor, and nowhere when it stays', () => {
    const { clock, hold, log, type } = make()
    hold.begin({ kind: 'closed', session: asSession('2') })
    type('a')
    hold.settle([asSession('1'), asSession('2')])
    hold.settle([asSession('1')])
    hold.begin({ kind: 'closed', session: asSession('1') })
    type('b')
    hold.refused(asSession('7'))
    type('c')
    hold.refused(asSession('1'))
    expect({ log, later: type('d'), timers: clock.timers }).toEqual({
      log: ['a'],
      later: false,
      timers: 0,
    })
  })

  test('gives up after a second, or when too much waits', () => {
    const { clock, hold, log, type } = make()
    hold.begin({ kind: 'opened', known: [] })
    type('a')
    clock.advance(holdMs - 1)
    expect(log).toEqual([])
    clock.advance(1)
    expect(log).toEqual(['a'])
    hold.begin({ kind: 'opened', known: [] })
    for (let count = 0; count <= heldMax; count += 1) type('x')
    expect({ sent: log.length, on: hold.on, timers: clock.timers }).toEqual({
      sent: heldMax + 2,
      on: false,
      timers: 0,
    })
  })
})

describe('switches that the main process has yet to confirm', () => {
  const ids = ['a', 'b', 'c']
  function make() {
    const clock = new FakeClock()
    const switches = new Unconfirmed<string>(clock)
    return {
      clock,
      switches,
      named: (active: string | null, tabs = ids) =>
        switches
          .settle(
            (tab) => tab === active,
            (tab) => tabs.includes(tab),
          )
          .at(-1) ?? active,
    }
  }

  test('follows the main process when the page has not switched', () => {
    const { named } = make()
    expect([named('a'), named('b'), named(null, [])]).toEqual(['a', 'b', null])
  })

  test("keeps the page's latest switch until each is confirmed, whatever older states name", () => {
    const { named, switches } = make()
    switches.made('b')
    switches.made('a')
    expect([named('a'), named('b'), named('a'), named('c')]).toEqual(['a', 'a', 'a', 'c'])
  })

  test('a tab that is gone is no longer waited for', () => {
    const { named, switches } = make()
    switches.made('b')
    expect(named('a', ['a', 'c'])).toBe('a')
    expect(named('c')).toBe('c')
  })

  test('believes the main process again when a confirmation never came', () => {
    const { clock, named, switches } = make()
    switches.made('b')
    clock.advance(confirmMs + 1)
    expect(named('c')).toBe('c')
  })
})

describe('questions', () => {
  const close = {
    kind: 'close',
    confirm: { kind: 'pane/close', pane: asPane('1') },
    sentence: '',
  } as const
  test('are distinguished from other overlays of the window', () => {
    expect([
      isQuestion(close),
      isQuestion({ kind: 'tab-list', filter: '' }),
      isQuestion(null),
    ]).toEqual([true, false, false])
  })
  test('are the same when they ask the same of the same tab', () => {
    const window = { kind: 'close-window', sentences: [], quit: false, tabs: 2 } as const
    const tabs = {
      kind: 'close-tabs' as const,
      tabs: [asTab('1'), asTab('2')],
      sentences: ['it runs'],
    }
    expect([
      sameQuestion(close, { ...close, sentence: 'it runs' }),
      sameQuestion(close, {
        ...close,
        confirm: { kind: 'session/restart', session: asSession('1') },
      }),
      sameQuestion(close, { ...close, confirm: { kind: 'pane/close', pane: asPane('2') } }),
      sameQuestion(window, { ...window, tabs: 3 }),
      sameQuestion(tabs, { ...tabs, sentences: [] }),
      sameQuestion(tabs, { ...tabs, tabs: [asTab('1')] }),
      sameQuestion(close, window),
    ]).toEqual([true, false, false, true, true, false, false])
  })
})
