/**
 * Tests the reports that `vibeflow run` sends to its terminal, and the positions in the output
 * where it may send them.
 */
import { describe, expect, it } from 'vitest'
import type { TabState, TabAgent } from '../../../../src/core/windows/tabs/tab-view.ts'
import { guessHoldsMs, StateReports } from '../../../../src/core/session/wrapper/state-reports.ts'
import { TextEdge } from '../../../../src/core/session/wrapper/text-edge.ts'
import { FakeClock } from '../../../support/fake/fake-clock.ts'

function reports({ tmux = false }: { readonly tmux?: boolean } = {}) {
  const clock = new FakeClock()
  const written: string[] = []
  const place = { open: false }
  const made = new StateReports({
    clock,
    tmux,
    mayWrite: () => !place.open,
    write: (frames) => written.push(frames),
  })
  const shows = (state: TabState, agent: Partial<TabAgent> = {}) =>
    made.changed({
      state,
      agent: {
        since: 0,
        seen: true,
        snoozedUntil: null,
        confidence: 'likely',
        source: 'screen',
        tool: 'codex',
        more: 0,
        ...agent,
      },
    })
  return { clock, made, place, shows, written }
}

const frames = (tool: string, state: string, report: string) =>
  `\x1b]1338;state=${state}${tool}\x07\x1b]7501;${report}\x1b\\`

describe('reports', () => {
  it('are made at each change, and once', () => {
    const { shows, written } = reports()
    shows('working', { progress: 40 })
    shows('working', { progress: 40 })
    shows('waiting', { kind: 'permission' })
    shows('waiting', { kind: 'other', message: 'Go on?' })
    shows('error')
    expect(written).toEqual([
      frames(';tool=codex', 'working', 'state=working:progress=40:app=codex'),
      frames(';tool=codex', 'waiting', 'state=blocked:kind=permission:app=codex'),
      frames(';tool=codex', 'waiting', `state=blocked:app=codex:msg=${btoa('Go on?')}`),
      frames(';tool=codex', 'done', 'state=error:app=codex'),
    ])
  })

  it('wait for the end of an open sequence, and only the newest is made', () => {
    const { made, place, shows, written } = reports()
    place.open = true
    shows('working')
    shows('idle')
    made.settle()
    expect(written).toEqual([])
    place.open = false
    made.settle()
    made.settle()
    expect(written).toEqual([frames(';tool=codex', 'active', 'state=idle:app=codex')])
  })

  it('of a guess are made when it has held', () => {
    const { clock, shows, written } = reports()
    shows('working', { source: 'silence', confidence: 'guess' })
    clock.advance(guessHoldsMs - 1)
    shows('idle', { source: 'title' })
    clock.advance(guessHoldsMs)
    expect(written).toEqual([frames(';tool=codex', 'active', 'state=idle:app=codex')])
    shows('waiting', { source: 'silence', confidence: 'guess', kind: 'other' })
    clock.advance(guessHoldsMs)
    expect(written.length).toBe(2)
  })

  it("are not made of unreported states, or of the program's own reports", () => {
    const { made, shows, written } = reports()
    shows('active', { source: 'shell', tool: '' })
    shows('active', { source: null })
    shows('working', { source: 'osc7501' })
    shows('done', { source: 'osc1338' })
    made.ended(0)
    expect(written).toEqual([])
  })

  it('in tmux are wrapped, and of its own words too', () => {
    const { shows, written } = reports({ tmux: true })
    shows('working', { source: 'osc7501' })
    expect(written).toEqual([
      '\x1bPtmux;\x1b\x1b]1338;state=working;tool=codex\x07\x1b\\' +
        '\x1bPtmux;\x1b\x1b]7501;state=working:app=codex\x1b\x1b\\\x1b\\',
    ])
  })

  it.each([
    ['working', 0, frames('', 'done', 'state=done')],
    ['working', 1, frames('', 'done', 'state=error')],
    ['waiting', 0, frames('', 'active', 'state=clear')],
    ['idle', 1, frames('', 'active', 'state=clear')],
  ] as const)('at the end of a program that was %s, with code %i', (state, code, last) => {
    const { made, shows, written } = reports()
    shows(state)
    made.ended(code)
    shows('working')
    expect(written.slice(1)).toEqual([last])
  })

  it('leave out a name that no dialect carries', () => {
    const { shows, written } = reports()
    shows('working', { tool: 'my bot' })
    expect(written).toEqual([frames(';tool=my bot', 'working', 'state=working')])
  })
})

it('repeats a report after a dialog that its hooks did not report', () => {
  const made = reports()
  made.shows('working', { source: 'osc7501' })
  made.shows('waiting', { kind: 'permission' })
  made.shows('working', { source: 'osc7501' })
  made.shows('done', { source: 'osc7501' })
  const said = made.written.join('').match(/7501;state=\w+/g)
  expect(said).toEqual(['7501;state=blocked', '7501;state=working'])
})

describe('the edge of a text', () => {
  const after = (...parts: readonly (readonly number[])[]) => {
    const edge = new TextEdge()
    for (const part of parts) edge.feed(Uint8Array.from(part))
    return edge.isBetweenCharacters
  }
  it.each([
    ['nothing', [], true],
    ['ASCII', [[0x61]], true],
    ['a whole character', [[0xe2, 0x82, 0xac]], true],
    ['a whole one in three parts', [[0xe2], [0x82], [0xac]], true],
    ['one of four bytes', [[0xf0, 0x9d, 0x84, 0x9e]], true],
    ['its first byte', [[0x61, 0xe2]], false],
    ['two of three', [[0xe2], [0x82]], false],
    ['three of four', [[0xf0, 0x9d, 0x84]], false],
    ['bytes that are no text', [[0xff, 0x80, 0x80]], true],
    ['more that go on than there are', [[0x80, 0x80, 0x80, 0x80, 0x80]], true],
  ])('behind %s', (_what, parts, expected) => {
    expect(after(...parts)).toBe(expected)
  })
})
