/**
 * Queries of a program and what it reads: through a session whose VT core runs in
 * place, with a fake pty and no page.
 */
import { describe, expect, test } from 'vitest'
import type { VisibilityReason } from '../../../../src/core/session/ports.ts'
import type { WindowFacts } from '../../../../src/core/ipc/contract.ts'
import { feedDelayMs } from '../../../../src/core/worker/limits.ts'
import { below, seeded } from '../../../support/random.ts'
import { encode, light, make, E, window } from './ask-session.ts'
import { cases } from './questions.ts'

/** Returns each place near the ends of a text, and some between. */
const cuts = (length: number) =>
  Array.from({ length: length - 1 }, (_, at) => at + 1).filter(
    (cut) => cut < 24 || cut > length - 12 || cut % Math.ceil(length / 24) === 0,
  )

describe('each question has its answer', () => {
  test.each(cases)('%s', (_, question, answer) => {
    const { asks, session } = make()
    expect(asks(question)).toBe(answer)
    session.dispose()
  })

  test.each(cases)('%s, cut anywhere', (_, question, answer) => {
    const bytes = encode(question)
    for (const cut of cuts(bytes.length)) {
      const { clock, print, session, written } = make()
      print(bytes.slice(0, cut))
      print(bytes.slice(cut))
      clock.advance(2 * feedDelayMs)
      expect(written(), `cut at ${cut}`).toBe(answer)
      session.dispose()
    }
  })
})

describe('DECRQM reports the truth', () => {
  const value = (asks: (text: string) => string, mode: number, dec: boolean) =>
    /;(\d)\$y$/.exec(asks(`${E}[${dec ? '?' : ''}${mode}$p`))?.[1]

  test.each([4, 20])('of ANSI mode %d', (mode) => {
    const { asks, session } = make()
    expect(
      ['', 'h', 'l'].map((final) => {
        if (final !== '') asks(`${E}[${mode}${final}`)
        return value(asks, mode, false)
      }),
    ).toEqual(['2', '1', '2'])
    session.dispose()
  })

  test.each([
    1, 5, 6, 9, 12, 45, 47, 66, 67, 69, 1000, 1002, 1003, 1004, 1006, 1016, 1047, 1049, 2004, 2026,
    2027, 2031, 2033, 2048, 2500, 2501,
  ])('of private mode %d', (mode) => {
    const { asks, session } = make()
    expect(
      ['', 'h', 'l'].map((final) => {
        if (final !== '') asks(`${E}[?${mode}${final}`)
        return value(asks, mode, true)
      }),
    ).toEqual(['2', '1', '2'])
    session.dispose()
  })

  test('of modes that are set from the start, never change or are unknown', () => {
    const { asks, session } = make()
    expect(
      [7, 25, 1007, 1243].map((mode) => [
        value(asks, mode, true),
        asks(`${E}[?${mode}l`),
        value(asks, mode, true),
      ]),
    ).toEqual([
      ['1', '', '2'],
      ['1', '', '2'],
      ['1', '', '2'],
      ['1', '', '2'],
    ])
    expect([value(asks, 8, false), asks(`${E}[8l`), value(asks, 8, false)]).toEqual(['1', '', '2'])
    asks(`${E}[?40h${E}[?3h`)
    expect([2, 3, 8, 1005, 1015, 9999, 65_535].map((mode) => value(asks, mode, true))).toEqual([
      ...['3', '4', '3', '4', '4', '0', '0'],
    ])
    expect([2, 12, 5, 19, 6].map((mode) => value(asks, mode, false))).toEqual([
      ...['4', '3', '4', '4', '0'],
    ])
    expect([
      asks(`${E}[?65536$p`),
      value(asks, 1048, true),
      asks(`${E}7`),
      value(asks, 1048, true),
    ]).toEqual(['', '2', '', '1'])
    session.dispose()
  })
})

describe('reports that a program has asked for', () => {
  test('sizes (2048) are reported when set and when cells or pixels change', () => {
    const { asks, clock, ptys, session } = make()
    const pty = ptys[0]!
    const after = (act: () => void) => {
      pty.written = ''
      clock.advance(1_000)
      act()
      clock.advance(1_000)
      return pty.written
    }
    expect([
      after(() => session.program.resize({ cols: 81, rows: 24 })),
      asks(`${E}[?2048h`),
      after(() => session.program.resize({ cols: 100, rows: 30 })),
      after(() => session.program.resize({ cols: 100, rows: 30 })),
      after(() => session.delivery.shownIn({ ...window, cell: { width: 8, height: 17 } })),
      after(() => session.delivery.shownIn({ ...window, cell: null })),
      asks(`${E}[?2048l`),
      after(() => session.program.resize({ cols: 80, rows: 24 })),
    ]).toEqual([
      '',
      `${E}[48;24;81;384;608t`,
      `${E}[48;30;100;480;750t`,
      '',
      `${E}[48;30;100;510;800t`,
      `${E}[48;30;100;0;0t`,
      '',
      '',
    ])
    session.dispose()
  })

  test('the color scheme (2031) is reported when the theme turns dark or light', () => {
    const { asks, ptys, session } = make()
    const reported = (facts: WindowFacts) => {
      ptys[0]!.written = ''
      session.delivery.shownIn(facts)
      return ptys[0]!.written
    }
    expect([
      reported(light),
      reported(window),
      asks(`${E}[?2031h`),
      reported({ ...window, background: 0x202020 }),
      reported(light),
      reported(window),
      asks(`${E}]11;#fff\x07`),
      reported(light),
      asks(`${E}[?2031l${E}]111\x07`),
      reported(window),
    ]).toEqual(['', '', '', '', `${E}[?997;2n`, `${E}[?997;1n`, '', '', '', ''])
    session.dispose()
  })

  test('visibility (2033) is reported when set and when the screen is hidden or shown', () => {
    const { asks, ptys, session } = make()
    const after = (act: () => void) => {
      ptys[0]!.written = ''
      act()
      return ptys[0]!.written
    }
    const view = (by: VisibilityReason, on: boolean) =>
      after(() => session.delivery.setViewed(by, on))
    const [shown, hidden] = [`${E}[?999;1n`, `${E}[?999;2n`]
    expect([
      view('window', false), // the mode is not set
      asks(`${E}[?998n`),
      asks(`${E}[?2033h`),
      view('window', false),
      view('window', true),
      view('clients', true), // a second reason
      view('window', false),
      view('clients', false),
      asks(`${E}[?1049h${E}[?998n`),
      asks(`${E}[?2033s${E}[?2033l`),
      view('window', true),
      asks(`${E}[?2033r`),
    ]).toEqual(['', hidden, hidden, '', shown, '', '', hidden, hidden, '', '', shown])
    for (const reset of [`${E}c`, `${E}[!p`]) {
      asks(`${E}[?2033h`)
      expect([asks(`${reset}${E}[?2033$p`), view('window', false), view('window', true)]).toEqual([
        `${E}[?2033;2$y`,
        '',
        '',
      ])
    }
    session.dispose()
  })

  test('a session without a window knows no pixels and uses the built-in colors', () => {
    const { asks, session } = make({ facts: null })
    expect([asks(`${E}[14t${E}[16t${E}[18t`), asks(`${E}[?2048h`), asks(`${E}]11;?\x07`)]).toEqual([
      `${E}[8;24;80t`,
      `${E}[48;24;80;0;0t`,
      `${E}]11;rgb:0e0e/0e0e/1212\x07`,
    ])
    session.dispose()
  })
})

test('answers keep the order of their queries, however these are cut', () => {
  const random = seeded(5)
  const all = cases
    .filter(([, , answer]) => answer !== '')
    .map(([, question, answer]) => [`${E}c${question}`, answer] as const)
  for (let round = 0; round < 60; round += 1) {
    const { clock, print, session, written } = make()
    const some = Array.from({ length: 20 }, () => all[below(random, all.length)]!)
    const bytes = encode(some.map(([question]) => question).join(''))
    for (let at = 0; at < bytes.length; ) {
      const step = 1 + below(random, 60)
      print(bytes.slice(at, at + step))
      at += step
      if (random() < 0.3) clock.advance(below(random, 12))
    }
    clock.advance(100)
    expect(written()).toBe(some.map(([, answer]) => answer).join(''))
    session.dispose()
  }
})

test('an answer comes immediately after quiet, with or without a page', () => {
  const { clock, print, session, written } = make()
  clock.advance(1_000)
  for (const part of ['\x1b[5n', 'a\x1b[6n', '\x1b[c']) print(part)
  expect(written()).toBe(`${E}[0n${E}[1;2R${E}[?62;4;22;52c`)
  session.attach()
  session.delivery.detach()
  clock.advance(1_000)
  print('\x1b[5n')
  session.attach()
  expect(written()).toBe(`${E}[0n${E}[1;2R${E}[?62;4;22;52c${E}[0n`)
  session.dispose()
  expect(clock.timers).toBe(0)
})
